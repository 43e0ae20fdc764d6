import type { Check, TestCounts } from '../../plan/plan.ts'

/** A problem despite exit code 0: no test ran, fewer ran, more were skipped, or the counts are no longer printed. */
export type CountProblem =
  | { kind: 'none' }
  | { kind: 'fewer'; ran: number; before: number }
  | { kind: 'skipped'; skipped: number; before: number }
  | { kind: 'silent'; before: number }

/** Compares the test counts of a check. `mayLose` allows fewer tests than before, `maySkip` more skipped ones. */
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

/** The refusal of a check for its test counts. */
export function countText(command: string, problem: CountProblem): string {
  switch (problem.kind) {
    case 'none':
      return `\`${command}\` exits with 0 but ran no test: add tests that it runs, or propose_plan_change if the command is wrong.`
    case 'fewer':
      return `\`${command}\` ran ${problem.ran} of the ${problem.before} tests that it ran before: let all of them run, or propose_plan_change so that the files of this subtask name the test file that loses some.`
    case 'silent':
      return `\`${command}\` exits with 0 and no longer says how many tests ran, and it ran ${problem.before} before: let it run to its end, or propose_plan_change so that the files of this subtask name what decides that.`
    case 'skipped':
      return `\`${command}\` skipped ${problem.skipped} tests, and ${problem.before} before: let them run, or propose_plan_change so that this subtask says that tests are skipped.`
  }
}

/** The problem of an approved test at the end of a plan, as words after its exit code. */
export function lessText(problem: CountProblem): string {
  switch (problem.kind) {
    case 'none':
      return 'with none of its tests'
    case 'fewer':
      return `with ${problem.ran} of the ${problem.before} tests that ran when its subtask was done`
    case 'silent':
      return `with no word of the ${problem.before} tests that ran when its subtask was done`
    case 'skipped':
      return `with ${problem.skipped} tests skipped, and ${problem.before} when its subtask was done`
  }
}
