import type { Check, TestCounts } from '../../plan/plan.ts'

type RunAnswer = NonNullable<Check['without']>

const answer = (check: Check | undefined): RunAnswer => (check ? (check.passed ? 'passed' : 'failed') : 'not run')

/** A check that passed on the written tree, with its results on the other trees. */
export const answered = (
  after: Check,
  ran: Readonly<Partial<Record<'before' | 'without' | 'planned', Check | undefined>>>,
): Check => ({
  ...after,
  before: answer(ran.before),
  without: answer(ran.without),
  planned: answer(ran.planned),
})

/** What exit code 0 hides: no test ran, fewer ran, more were skipped, or nothing says how many. */
export type CountProblem =
  | { kind: 'none' }
  | { kind: 'fewer'; ran: number; before: number }
  | { kind: 'skipped'; skipped: number; before: number }
  | { kind: 'silent'; before: number }

/** Compares numbers of tests. `mayLose`: a named file has fewer; `maySkip`: the approved text says that some are skipped. */
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
