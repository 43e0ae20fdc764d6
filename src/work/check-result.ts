import type { Executed, OrderOf, ResultOf, WorkOrder, WorkResult } from './order.ts'
import { checkPlan, type PlanRules } from '../plan/check.ts'
import { checksFor, type Plan } from '../plan/plan.ts'
import type { Settings } from '../plan/settings.ts'

/** The settings that bear on which plans may be offered. */
type PlanLimits = Pick<Settings, 'maxSubtasks' | 'protectedPaths' | 'planFile'>

/** Why a plan that answers an order may not be offered to people: sentences for a model; empty when it may. */
export const problemsOfPlan = (
  plan: Plan,
  order: OrderOf<'draft' | 'revise' | 'execute' | 'review'>,
  limits: PlanLimits,
): string[] => checkPlan(plan, rulesFor(order, limits))

function rulesFor(order: OrderOf<'draft' | 'revise' | 'execute' | 'review'>, limits: PlanLimits): PlanRules {
  const usedNumbers = new Map(order.used.map(({ number, name }) => [number, name]))
  if (order.kind === 'draft') return { ...limits, usedNumbers }
  const frozen = order.plan.subtasks.filter(({ number }) => order.frozen.includes(number))
  return { ...limits, usedNumbers, currentPlan: order.plan, frozen }
}

const KINDS: Record<WorkOrder['kind'], readonly WorkResult['kind'][]> = {
  draft: ['planned', 'failed', 'stopped'],
  revise: ['planned', 'failed', 'stopped'],
  execute: ['executed', 'proposed', 'failed', 'stopped'],
  review: ['reviewed', 'proposed', 'failed', 'stopped'],
  ask: ['answered', 'failed', 'stopped'],
  verify: ['verified', 'stopped'],
}

/** The settings that bear on which results may be taken. */
type ResultLimits = PlanLimits & Pick<Settings, 'verifyCommand'>

/** Why a result cannot be what an order brought, when it comes from a job that is not trusted. Undefined when it can. */
export function problemOfResult(order: WorkOrder, result: WorkResult, limits: ResultLimits): string | undefined {
  if (!KINDS[order.kind].includes(result.kind)) return `an order to ${order.kind} cannot end with "${result.kind}"`
  switch (order.kind) {
    case 'execute':
      if (result.kind === 'executed') return unverified(order, order.subtask, { result, limits })
      return result.kind === 'proposed' ? problemsOfPlan(result.plan, order, limits)[0] : undefined
    case 'draft':
    case 'revise':
    case 'review':
      return 'plan' in result ? problemsOfPlan(result.plan, order, limits)[0] : undefined
    case 'verify':
      return result.kind === 'verified' ? objectionToVerified(order, result, limits) : undefined
    case 'ask':
      return undefined
  }
}

function objectionToVerified(
  order: OrderOf<'verify'>,
  { results }: ResultOf<'verified'>,
  limits: ResultLimits,
): string | undefined {
  const asked = order.changes.map(({ subtask }) => subtask).join()
  if (results.map(({ subtask }) => subtask).join() !== asked)
    return 'it is not about the changes that were to be verified'
  return results
    .flatMap(({ subtask, result }) =>
      result.kind === 'executed' ? [unverified(order, subtask, { result, limits })] : [],
    )
    .find((objection) => objection !== undefined)
}

/** Every check has to be there, and passed; whether it really ran only the job knows that ran it. */
function unverified(
  { plan }: OrderOf<'execute' | 'verify'>,
  number: number,
  { result, limits }: { result: Executed; limits: ResultLimits },
): string | undefined {
  const subtask = plan.subtasks.find((one) => one.number === number)
  if (!subtask) return `the plan has no subtask ${number}`
  const commands = checksFor(subtask, limits.verifyCommand)
  const missing = commands.find((command) => !result.checks.some((check) => check.command === command && check.passed))
  return missing === undefined ? undefined : `it does not say that \`${missing}\` passed`
}
