import type { Check } from '../../plan/plan.ts'
import type { CountProblem } from './check-matrix.ts'

export type Named = { path: string; how: 'added' | 'deleted' | 'changed' }

type EndedCheck = Pick<Check, 'command' | 'exit' | 'tail'>

/** New tests that the plan names, without which a check fails that passed before. */
export const silencedText = (files: readonly Named[], { command, exit, tail }: EndedCheck): string =>
  `\`${command}\` passed before, and passes now only with ${pathsOf(files)}: let the tests that were there pass without what is new. Without it, it fails (${exit}):\n${tail}`

/** Files without which a check fails, and which are not approved as they are. */
export function withoutText(files: readonly Named[], { command, exit, tail }: EndedCheck): string {
  const were = files.length === 1 ? 'was' : 'were'
  const it = files.length === 1 ? 'it' : 'them'
  const fails = files.some(({ how }) => how === 'added')
    ? `\`${command}\` fails without ${it}`
    : files.length === 1
      ? 'its earlier version fails on the new code'
      : 'their earlier versions fail on the new code'
  const how = files.every((file) => file.how === files[0]?.how) ? files[0]?.how : 'changed'
  return `${pathsOf(files)} ${were} ${how}, and ${fails}: put ${it} back, or propose_plan_change so that the files of this subtask name ${it}. With ${it} as before, \`${command}\` fails (${exit}):\n${tail}`
}

/** The answer where the input `proof` is `require`, and a check passes only with files that the plan does not name. */
export const unplannedText = (files: readonly Named[], command: string): string =>
  `\`${command}\` passes only with ${pathsOf(files)}, which the plan does not name: put back what is not needed, and propose_plan_change so that the files of this subtask name the rest.`

const pathsOf = (files: readonly Named[]): string =>
  files
    .slice(0, 5)
    .map(({ path }) => `\`${path}\``)
    .join(', ')

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
