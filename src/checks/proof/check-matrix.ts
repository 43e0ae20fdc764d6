import type { TestChange } from '../../guard/tests/changed-tests.ts'
import type { Check, TestCounts } from '../../plan/plan.ts'

/**
 * Trees other than the written one that checks run on: before the change, the change without its tests, the change with
 * earlier tests.
 */
export type Corner = 'before' | 'without' | 'earlier'

/**
 * Which trees checks have to run on. If no test file changes, `without` equals `before`; if no existing one changes,
 * `earlier` equals the written tree. `before` is needed only for a check whose earlier tests fail, or as `without`.
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

/** A check that passed on the written tree, with its results on the other trees. */
export const answered = (after: Check, tests: TestChange, ran: Ran): Check => ({
  ...after,
  before: answer(ran.before),
  without: answer(tests === 'none' ? ran.before : ran.without),
  earlier: answer(tests === 'changed' ? ran.earlier : after),
})

/** Whether earlier tests show a regression: they passed before the change and fail with it. */
export const isBroken = (before: Check | undefined, earlier: Check | undefined): boolean =>
  before?.passed === true && earlier?.passed === false

/**
 * A problem in test counts that exit code 0 hides: no test ran, fewer tests, more skipped tests, or no counts any more.
 */
export type CountProblem =
  | { kind: 'none' }
  | { kind: 'fewer'; ran: number; before: number }
  | { kind: 'skipped'; skipped: number; before: number }
  | { kind: 'silent'; before: number }

/**
 * Compares the numbers of tests before and after a change. `mayLose` is true if the subtask names a test file that has
 * fewer tests, or test configuration; `maySkip` if the approved text says that tests are skipped.
 */
export function countProblem(
  after: Check,
  before: TestCounts | undefined,
  { mayLose, maySkip }: { mayLose: boolean; maySkip: boolean },
): CountProblem | undefined {
  const [now, then] = [after.counts, before]
  if (now?.ran === 0 && !(maySkip && now.skipped > 0)) return { kind: 'none' }
  if (!then) return undefined
  // The code may have ended the process before it printed its counts.
  if (!now) return then.ran > 0 && !mayLose ? { kind: 'silent', before: then.ran } : undefined
  if (now.skipped > then.skipped && !maySkip) return { kind: 'skipped', skipped: now.skipped, before: then.skipped }
  if (now.ran < then.ran && !mayLose && !maySkip) return { kind: 'fewer', ran: now.ran, before: then.ran }
  return undefined
}
