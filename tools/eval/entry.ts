import type { Entry } from './results.ts'

/** A trial as it is kept, for tests. */
export const entry = (given: Partial<Entry>): Entry => ({
  ...{ task: 'a', digest: '0123456789ab', kind: 'bug', language: 'shell', arm: 'plan+feedback', run: 1 },
  ...{ solved: true, claimed: true, refused: '', why: '', asks: false },
  plan: { versions: 2, asked: false, declared: 2, changed: 3, both: 2, commands: 2, proving: 1 },
  ...{ turns: 9, planning: { turns: 5, tokens: 900 }, stray: [], mistakes: 1, corrections: 0, broken: [] },
  ...{ usage: { input: 1200, cached: 800, output: 300 }, cost: 0.0123, seconds: 12, obeyed: [] },
  ...given,
})
