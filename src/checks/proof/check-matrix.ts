import type { TestChange } from '../../guard/tests/changed-tests.ts'
import type { Check, TestCounts } from '../../plan/plan.ts'

/** The trees that checks are run on besides the written one, which are the other three corners of the square. */
export type Corner = 'before' | 'without' | 'earlier'

/**
 * Which corners have to be run. Where no test file changes, `without` is `before`, and where none that was there
 * changes, `earlier` is `after`. `before` is needed for a check whose earlier tests fail, and else only as `without`.
 */
export function cornersFor(tests: TestChange): readonly Corner[] {
  switch (tests) {
    case 'none':
      return ['before']
    case 'added':
      return ['without']
    case 'changed':
      return ['without', 'earlier']
  }
}

type RunAnswer = NonNullable<Check['without']>
type Ran = Readonly<Partial<Record<Corner, Check | undefined>>>

const answer = (check: Check | undefined): RunAnswer => (check ? (check.passed ? 'passed' : 'failed') : 'not run')

/** A check that passed on the written tree, with what its runs on the other corners say. */
export const answered = (after: Check, tests: TestChange, ran: Ran): Check => ({
  ...after,
  before: answer(ran.before),
  without: answer(tests === 'none' ? ran.before : ran.without),
  earlier: answer(tests === 'changed' ? ran.earlier : after),
})

/** Whether tests of before say that the new code breaks something: what passed before fails with them. */
export const isBroken = (before: Check | undefined, earlier: Check | undefined): boolean =>
  before?.passed === true && earlier?.passed === false

/**
 * What a check that exits with 0 hides: that it ran no test, fewer than before, skipped more, or tells of none any
 * more.
 */
export type CountProblem =
  | { kind: 'none' }
  | { kind: 'fewer'; ran: number; before: number }
  | { kind: 'skipped'; skipped: number; before: number }
  | { kind: 'silent'; before: number }

/**
 * Compares how many tests a check ran with how many it ran before. `mayLose` is true where the subtask names a test
 * file that has fewer tests, or what decides which of them run; `maySkip` where the approved text says that tests are
 * skipped.
 */
export function countProblem(
  after: Check,
  before: TestCounts | undefined,
  { mayLose, maySkip }: { mayLose: boolean; maySkip: boolean },
): CountProblem | undefined {
  const [now, then] = [after.counts, before]
  if (now?.ran === 0 && !(maySkip && now.skipped > 0)) return { kind: 'none' }
  if (!then) return undefined
  // A process that the code ended early says nothing of its tests.
  if (!now) return then.ran > 0 && !mayLose ? { kind: 'silent', before: then.ran } : undefined
  if (now.skipped > then.skipped && !maySkip) return { kind: 'skipped', skipped: now.skipped, before: then.skipped }
  if (now.ran < then.ran && !mayLose && !maySkip) return { kind: 'fewer', ran: now.ran, before: then.ran }
  return undefined
}
