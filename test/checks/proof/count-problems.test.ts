import { expect, test } from 'vitest'
import { proofCounts, verdictOf, type Check } from '../../../src/plan/plan.ts'
import { countProblem } from '../../../src/checks/proof/count-problems.ts'

const check = (passed: boolean, ran?: number, skipped = 0): Check => ({
  command: 'npm test',
  passed,
  exit: passed ? 'exit code 0' : 'exit code 1',
  tail: '',
  ...(ran === undefined ? {} : { counts: { ran, skipped } }),
})

test('the proof summary counts checks that pass only with files that the plan does not name', () => {
  const all = (['passed', 'failed'] as const).map((said) => ({ ...check(true), without: said, planned: said }))
  expect(proofCounts(all)).toEqual({ proving: 1, guarding: 1, unplanned: 1 })
  expect(proofCounts(all.slice(0, 1))).toEqual({ proving: 0, guarding: 1 })
})

test('a check that failed, or did not run without the change, gets no verdict on whether it proves it', () => {
  expect(verdictOf({ passed: false, without: 'failed' })).toBeUndefined()
  expect(verdictOf({ passed: true })).toBeUndefined()
})

const no = { mayLose: false, maySkip: false }
test.each<[after: Check, before: Check | undefined, may: Partial<typeof no>, said: string | undefined]>([
  [check(true, 3), check(true, 3), {}, undefined],
  [check(true, 4), check(true, 3), {}, undefined],
  [check(true), check(true, 3), {}, 'no longer says how many tests ran, and it ran 3'],
  [check(true), check(false, 3), {}, 'no longer says how many tests ran, and it ran 3'],
  [check(true), check(true, 3), { mayLose: true }, undefined],
  [check(true), check(true, 0), {}, undefined],
  [check(true, 3), check(true), {}, undefined],
  [check(true, 3), undefined, {}, undefined],
  [check(true, 0), undefined, {}, 'ran no test'],
  [check(true, 0, 3), check(true, 3), {}, 'ran no test'],
  [check(true, 0, 3), check(true, 3), { maySkip: true }, undefined],
  [check(true, 2), check(true, 3), {}, 'ran 2 of the 3'],
  [check(true, 2), check(false, 3), {}, 'ran 2 of the 3'],
  [check(true, 2), check(true, 3), { mayLose: true }, undefined],
  [check(true, 0), check(true, 3), { mayLose: true }, 'ran no test'],
  [check(true, 2, 1), check(true, 3), {}, 'skipped 1 tests, and 0'],
  [check(true, 2, 1), check(true, 3), { mayLose: true }, 'skipped 1 tests, and 0'],
  [check(true, 2, 1), check(true, 3), { maySkip: true }, undefined],
])('check counts %o after %o, with %o allowed, are refused as: %s', (after, before, may, said) => {
  const refusal = countProblem(after, before?.counts, { ...no, ...may })?.refusal
  if (said === undefined) return expect(refusal).toBeUndefined()
  // A refusal names the command, and both ways out.
  expect(refusal).toMatch(new RegExp(`^\`npm test\` .*${said}\\b.*: .*propose_plan_change`))
})
