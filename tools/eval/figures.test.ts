import { expect, test } from 'vitest'
import type { Arm } from './arms.ts'
import { figuresOf } from './figures.ts'
import type { Entry } from './results.ts'
import { entry } from './entry.ts'

const trial = (arm: Arm, task: string, run: number, solved: boolean, more: Partial<Entry> = {}): Entry =>
  entry({ arm, task, run, solved, ...more })

/** Of 20 runs of one task, the plan alone solves 10, the agent alone 2, both 5, and neither 3. */
const outcomes = [
  ...Array.from({ length: 10 }, () => [true, false] as const),
  ...Array.from({ length: 2 }, () => [false, true] as const),
  ...Array.from({ length: 5 }, () => [true, true] as const),
  ...Array.from({ length: 3 }, () => [false, false] as const),
]
const paired = outcomes.flatMap(([plan, alone], i) => [
  trial('plan', 'a', i + 1, plan, { broken: plan ? [] : ['npm test'] }),
  trial('no-plan', 'a', i + 1, alone, { corrections: 2 }),
])

test('arms are counted, and compared by pairs of the same task and run', () => {
  // Without a trial to make a pair of.
  const odd = trial('plan', 'b', 1, true)
  const { arms, pairs } = figuresOf([...paired, odd])
  expect(arms).toMatchObject([
    { arm: 'plan', trials: 21, solved: 16, broken: 5, corrections: 0 },
    { arm: 'no-plan', trials: 20, solved: 7, broken: 0, corrections: 40, tokens: 30_000, minutes: 4 },
  ])
  const shares = { first: 'plan', second: 'no-plan', pairs: 20, both: 5, onlyFirst: 10, onlySecond: 2, neither: 3 }
  // The value of statsmodels for 10 and 2; shares of 0.5 and 0.1 take 26.7 pairs by Connor.
  expect(pairs).toEqual([{ ...shares, p: expect.closeTo(0.03857421875, 10), runs: 27 }])
})

test('what an agent should not do is no skill, and is counted by itself', () => {
  const { arms, restraint } = figuresOf([
    trial('plan', 'i', 1, false, { kind: 'impossible', claimed: true }),
    trial('plan', 'j', 1, true, { kind: 'impossible', claimed: false }),
    trial('plan', 't', 1, true, { kind: 'trap', claimed: false }),
  ])
  expect(arms).toEqual([])
  expect(restraint).toEqual([
    { arm: 'plan', kind: 'impossible', trials: 2, rightly: 1, claimed: 1 },
    { arm: 'plan', kind: 'trap', trials: 1, rightly: 1, claimed: 0 },
  ])
})

test('arms that never differ need no number of runs, and nothing is no evaluation', () => {
  const same = figuresOf([trial('plan', 'a', 1, true), trial('no-plan', 'a', 1, true)])
  expect(same.pairs).toMatchObject([{ p: 1, runs: null }])
  expect(figuresOf([])).toEqual({ arms: [], pairs: [], restraint: [] })
})
