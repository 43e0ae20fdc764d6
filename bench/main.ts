import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checks } from './checks.ts'
import { compaction } from './compaction.ts'
import { crowded } from './crowded.ts'
import { gate } from './gate.ts'
import { growth } from './growth.ts'
import { large } from './large.ts'
import { life } from './life.ts'
import type { Effort, Measurement } from './measurement.ts'
import { memory } from './memory.ts'
import { sandbox } from './sandbox.ts'
import { start } from './start.ts'
import { parallel } from './parallel.ts'
import { proof } from './proof.ts'
import { renderTable, type Row } from './table.ts'
import { thirty } from './thirty.ts'
import { tokens } from './tokens.ts'
import { turns } from './turns.ts'
import { unrelated } from './unrelated.ts'

const USAGE = `npm run bench -- [--quick] [--only TEXT] [--bundle FILE]

  --quick        few repetitions
  --only TEXT    only what TEXT occurs in
  --bundle FILE  the built action, instead of dist/index.js
`

const MEASUREMENTS: readonly Measurement[] = [
  unrelated,
  start,
  turns,
  sandbox,
  gate,
  checks,
  proof,
  tokens,
  compaction,
  life,
  parallel,
  memory,
  thirty,
  growth,
  crowded,
  large,
]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    bundle: { type: 'string', default: 'dist/index.js' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(USAGE)
else process.stdout.write(`${renderTable(await rowsOf(values))}\n`)

async function rowsOf({ quick, only, bundle }: typeof values): Promise<Row[]> {
  const effort: Effort = { bundle: resolve(bundle), rounds: (full, few) => (quick ? few : full) }
  const wanted = MEASUREMENTS.filter(({ about }) => about.toLowerCase().includes(only.toLowerCase()))
  const rows: Row[] = []
  for (const { about, measure } of wanted) {
    process.stderr.write(`measuring: ${about}\n`)
    rows.push(...(await measure(effort)))
  }
  return rows
}
