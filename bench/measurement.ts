import type { Row } from './table.ts'

/** How much is measured: `rounds` takes the number of samples of a full run, and of a quick one. */
export type Effort = { bundle: string; rounds: (full: number, quick: number) => number }

/** Something that is measured in one go, and what its rows are about: `--only` looks for its text there. */
export type Measurement = { about: string; measure: (effort: Effort) => Promise<Row[]> }
