import { findSubtask, testsOf } from '../plan/acceptance.ts'
import { type Check, checksFor, type Plan } from '../plan/plan.ts'
import type { Executed } from './execute/input.ts'
import type { Verified } from './check/input.ts'
import { problemsOfPlan, type ResultLimits } from './plan/input.ts'
import { type InputOf, isResultOf, type TaskInput, type TaskResult } from './tasks.ts'

/** Why a result of an untrusted job cannot be accepted for a task. Undefined when it can. */
export function problemOfResult(input: TaskInput, result: TaskResult, limits: ResultLimits): string | undefined {
  const { kind: end } = result
  if (!isResultOf(input.kind, result)) return `an order to ${input.kind} cannot end with "${end}"`
  switch (input.kind) {
    case 'plan':
      return problemOfPlan(input, result, limits)
    case 'execute':
      return result.kind === 'executed'
        ? problemOfChecks(input.plan, input.subtask, { result, limits })
        : problemOfPlan(input, result, limits)
    case 'review':
      return problemOfReview(input, result, limits)
    case 'check':
      return result.kind === 'stopped' ? undefined : problemOfChecked(input, result, limits)
    case 'ask':
    case 'doctor':
      return undefined
  }
}

const problemOfPlan = (
  input: Parameters<typeof problemsOfPlan>[1],
  result: TaskResult,
  limits: ResultLimits,
): string | undefined => ('plan' in result ? problemsOfPlan(result.plan, input, limits)[0] : undefined)

function problemOfReview(input: InputOf<'review'>, result: TaskResult, limits: ResultLimits): string | undefined {
  if (result.kind === 'reviewed') return result.of === input.of ? undefined : `it is a review of the ${result.of}`
  if (result.kind !== 'proposed') return undefined
  return input.of === 'rest' ? problemOfPlan(input, result, limits) : 'a review of the result changes no plan'
}

function problemOfChecked(input: InputOf<'check'>, result: TaskResult, limits: ResultLimits): string | undefined {
  if (input.of === 'changes')
    return result.kind === 'verified' ? problemOfVerified(input, result, limits) : 'it verifies no changes'
  if (result.kind !== 'checked') return 'it is not about the checks of a tree'
  return input.of === 'tests' ? problemOfTests(input, result.checks) : undefined
}

/** Validates that the results are about the changes in the input, and that each passed one has all of its checks. */
function problemOfVerified(
  { plan, changes }: InputOf<'changes'>,
  { results }: Verified,
  limits: ResultLimits,
): string | undefined {
  const expected = changes.map(({ subtask }) => subtask).join()
  if (results.map(({ subtask }) => subtask).join() !== expected)
    return 'it is not about the changes that were to be verified'
  return results
    .map(({ subtask, result }) =>
      result.kind === 'executed' ? problemOfChecks(plan, subtask, { result, limits }) : undefined,
    )
    .find((problem) => problem !== undefined)
}

/** Validates that every approved test was run, whether it passed or not. */
function problemOfTests({ plan, subtasks }: InputOf<'tests'>, checks: readonly Check[]): string | undefined {
  const runs = subtasks.flatMap((number) => testsOf(plan, number).map(({ run }) => run))
  const missing = runs.find((run) => !checks.some(({ command }) => command === run))
  return missing === undefined ? undefined : `it does not say what \`${missing}\` came to`
}

/** Validates that each check of a subtask is there and has passed. */
function problemOfChecks(
  plan: Plan,
  number: number,
  { result, limits }: { result: Executed; limits: ResultLimits },
): string | undefined {
  const subtask = findSubtask(plan, number)
  if (!subtask) return `the plan has no subtask ${number}`
  const commands = checksFor(subtask, limits.verifyCommand)
  const missing = commands.find((command) => !result.checks.some((check) => check.command === command && check.passed))
  return missing === undefined ? undefined : `it does not say that \`${missing}\` passed`
}
