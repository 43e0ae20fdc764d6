import type { Check, TestCounts } from '../../plan/plan.ts'

/** A problem despite exit code 0: the refusal of the check, and the words after its exit code at the end of a plan. */
type CountProblem = { refusal: string; afterExit: string }

/** Compares the test counts of a check. `mayLose` allows fewer tests than before, `maySkip` more skipped ones. */
export function countProblem(
  { command, counts: now }: Check,
  before: TestCounts | undefined,
  { mayLose, maySkip }: { mayLose: boolean; maySkip: boolean },
): CountProblem | undefined {
  if (now?.ran === 0 && !(maySkip && now.skipped > 0))
    return {
      refusal: `\`${command}\` exits with 0 but ran no test: add tests that it runs, or propose_plan_change if the command is wrong.`,
      afterExit: 'with none of its tests',
    }
  if (!before) return undefined
  const { ran, skipped } = before
  // The code may have ended the process before it printed its counts.
  if (!now && (ran === 0 || mayLose)) return undefined
  if (!now)
    return {
      refusal: `\`${command}\` exits with 0 and no longer says how many tests ran, and it ran ${ran} before: let it run to its end, or propose_plan_change so that the files of this subtask name what decides that.`,
      afterExit: `with no word of the ${ran} tests that ran when its subtask was done`,
    }
  if (now.skipped > skipped && !maySkip)
    return {
      refusal: `\`${command}\` skipped ${now.skipped} tests, and ${skipped} before: let them run, or propose_plan_change so that this subtask says that tests are skipped.`,
      afterExit: `with ${now.skipped} tests skipped, and ${skipped} when its subtask was done`,
    }
  if (now.ran >= ran || mayLose || maySkip) return undefined
  return {
    refusal: `\`${command}\` ran ${now.ran} of the ${ran} tests that it ran before: let all of them run, or propose_plan_change so that the files of this subtask name the test file that loses some.`,
    afterExit: `with ${now.ran} of the ${ran} tests that ran when its subtask was done`,
  }
}
