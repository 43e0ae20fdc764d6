import type { Executed, InputOf, ResultOf, TaskInput, TaskResult } from './order.ts'
import { problemsOfAsked } from './asked-for.ts'
import { checkPlan, type PlanRules } from '../check.ts'
import { problemOfMerge } from '../open-merge.ts'
import { checksFor, type Plan } from '../plan.ts'
import { subtaskIn, testsOfNumber } from '../acceptance.ts'
import type { Settings } from '../settings.ts'

/** The settings that limit which plans may be offered. */
type PlanLimits = Pick<Settings, 'maxSubtasks' | 'protectedPaths' | 'planFile' | 'testFiles'>

/**
 * Why a plan that answers an order may not be offered to people, as sentences for a model. Empty when it may. `taken`
 * are paths of its tests where the order's commit has a file.
 */
export const problemsOfPlan = (
  plan: Plan,
  input: InputOf<'draft' | 'revise' | 'execute' | 'review'>,
  limits: PlanLimits & { taken?: readonly string[] },
): string[] => [
  ...checkPlan(plan, rulesFor(input, limits)),
  ...problemsOfAsked(plan, input),
  ...(input.kind === 'revise' && input.merge ? problemOfMerge(input.plan, plan, input.merge) : []),
]

function rulesFor(
  input: InputOf<'draft' | 'revise' | 'execute' | 'review'>,
  limits: PlanLimits & { taken?: readonly string[] },
): PlanRules {
  const usedNumbers = new Map(input.used.map(({ number, name }) => [number, name]))
  const rules = { ...limits, usedNumbers }
  if (input.kind === 'draft') return rules
  const frozen = input.plan.subtasks.filter(({ number }) => input.frozen.includes(number))
  return { ...rules, currentPlan: input.plan, frozen }
}

const KINDS: Record<TaskInput['kind'], readonly TaskResult['kind'][]> = {
  draft: ['planned', 'failed', 'stopped'],
  revise: ['planned', 'failed', 'stopped'],
  execute: ['executed', 'proposed', 'halted', 'failed', 'stopped'],
  review: ['reviewed', 'proposed', 'failed', 'stopped'],
  ask: ['answered', 'failed', 'stopped'],
  doctor: ['answered', 'failed', 'stopped'],
  look: ['looked', 'failed', 'stopped'],
  verify: ['verified', 'stopped'],
  recheck: ['rechecked', 'stopped'],
  accept: ['rechecked', 'stopped'],
}

/** The settings that limit which results are accepted. */
type ResultLimits = PlanLimits & Pick<Settings, 'verifyCommand'>

/** Why a result of an untrusted job cannot be accepted for an order. Undefined when it can. */
export function problemOfResult(input: TaskInput, result: TaskResult, limits: ResultLimits): string | undefined {
  if (!KINDS[input.kind].includes(result.kind)) return `an order to ${input.kind} cannot end with "${result.kind}"`
  switch (input.kind) {
    case 'execute':
      if (result.kind === 'executed') return problemOfChecks(input, input.subtask, { result, limits })
      return result.kind === 'proposed' ? problemsOfPlan(result.plan, input, limits)[0] : undefined
    case 'draft':
    case 'revise':
    case 'review':
      return 'plan' in result ? problemsOfPlan(result.plan, input, limits)[0] : undefined
    case 'verify':
      return result.kind === 'verified' ? problemOfVerified(input, result, limits) : undefined
    case 'accept':
      return result.kind === 'rechecked' ? problemOfTried(input, result) : undefined
    case 'look':
    case 'ask':
    case 'doctor':
    case 'recheck':
      return undefined
  }
}

function problemOfVerified(
  input: InputOf<'verify'>,
  { results }: ResultOf<'verified'>,
  limits: ResultLimits,
): string | undefined {
  const expected = input.changes.map(({ subtask }) => subtask).join()
  if (results.map(({ subtask }) => subtask).join() !== expected)
    return 'it is not about the changes that were to be verified'
  return results
    .flatMap(({ subtask, result }) =>
      result.kind === 'executed' ? [problemOfChecks(input, subtask, { result, limits })] : [],
    )
    .find((problem) => problem !== undefined)
}

/** Every approved test was run. Which of them passed is for people to see. */
function problemOfTried({ plan, subtasks }: InputOf<'accept'>, { checks }: ResultOf<'rechecked'>): string | undefined {
  const runs = subtasks.flatMap((number) => testsOfNumber(plan, number).map(({ run }) => run))
  const missing = runs.find((run) => !checks.some(({ command }) => command === run))
  return missing === undefined ? undefined : `it does not say what \`${missing}\` came to`
}

/**
 * Why the checks of a result do not suffice. Each must be present and passed; only the job knows whether it really
 * ran.
 */
function problemOfChecks(
  { plan }: InputOf<'execute' | 'verify'>,
  number: number,
  { result, limits }: { result: Executed; limits: ResultLimits },
): string | undefined {
  const subtask = subtaskIn(plan, number)
  if (!subtask) return `the plan has no subtask ${number}`
  const commands = checksFor(subtask, limits.verifyCommand)
  const missing = commands.find((command) => !result.checks.some((check) => check.command === command && check.passed))
  return missing === undefined ? undefined : `it does not say that \`${missing}\` passed`
}
