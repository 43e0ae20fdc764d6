import type { Check } from '../../plan/plan.ts'
import type { CountProblem } from './check-matrix.ts'

/** Existing test files whose earlier versions fail on the new code. */
export function earlierText(
  files: readonly { path: string; gone: boolean }[],
  { command, exit, tail }: Pick<Check, 'command' | 'exit' | 'tail'>,
): string {
  const names = files.slice(0, 5).map(({ path }) => `\`${path}\``)
  const gone = files.every((one) => one.gone)
  const [were, version, it] =
    files.length === 1 ? ['was', 'its earlier version fails', 'it'] : ['were', 'their earlier versions fail', 'them']
  return `${names.join(', ')} ${were} ${gone ? 'deleted' : 'changed'}, and ${version} on the new code: put ${it} back, or propose_plan_change so that the files of this subtask name ${it}. With ${it} as before, \`${command}\` fails (${exit}):\n${tail}`
}

/** A check that exits with 0 and has a problem in its test counts. */
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

/** How a run of an approved test at the end of a plan hides tests, in words that follow how it ended. */
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

/** The answer to a change without a proving check where the input `proof` is `require`. */
export const UNPROVEN =
  'Every check passes without your change, too: add a test that notices it, or propose_plan_change if the checks cannot run one.'
