import { pathMatcher } from '../guard/globs.ts'
import type { Plan, Subtask, AcceptanceTest } from './plan.ts'

type WithTests = Pick<Plan, 'acceptance'>

/** The approved tests that a subtask names among its files. */
export function testsOf({ acceptance = [] }: WithTests, { files }: Pick<Subtask, 'files'>): AcceptanceTest[] {
  const named = files.map(pathMatcher)
  return acceptance.filter(({ path }) => named.some((isNamed) => isNamed(path)))
}

/** The same by the number of the subtask. */
export const testsOfNumber = (plan: Plan, number: number): AcceptanceTest[] =>
  plan.subtasks.flatMap((one) => (one.number === number ? testsOf(plan, one) : []))

/** A subtask with the commands of its approved tests among its checks. */
export function withRuns(plan: WithTests, subtask: Subtask): Subtask {
  const runs = testsOf(plan, subtask).map(({ run }) => run)
  return runs.length === 0 ? subtask : { ...subtask, verify: [...new Set([...subtask.verify, ...runs])] }
}

/** The subtask with this number, in the same way. */
export function subtaskIn(plan: Plan, number: number): Subtask | undefined {
  const subtask = plan.subtasks.find((one) => one.number === number)
  return subtask && withRuns(plan, subtask)
}
