import { createHash } from 'node:crypto'
import { readySteps } from '../decide/parallel.ts'
import type { Run } from '../loop.ts'
import { UnverifiedChange, type OrderOf, type WorkOrder } from '../work/order.ts'
import { orderFor, planOf } from '../observe/brief.ts'
import type { ModelStep } from '../decide/step.ts'
import { stateOf } from '../decide/state.ts'
import type { Thread } from '../decide/thread.ts'
import { decisionContextOf } from '../publish/decision-context.ts'

/** A step for the model, and the order that hands it to another job. */
export type OrderedStep = { step: ModelStep; order: WorkOrder }

/** Everything that other jobs can do now. */
export async function readyOrders(run: Run, thread: Thread): Promise<OrderedStep[]> {
  const state = stateOf(thread, run.sources.rules)
  const steps = readySteps(
    thread,
    state,
    decisionContextOf(run.publishRoom, thread, { timeIsUp: false, isSplit: run.inputs.mode !== 'all' }),
  )
  return Promise.all(steps.map(async (step) => ({ step, order: await orderFor(run.sources, { thread, state }, step) })))
}

/** The order to verify changes together that were made at the same time, as far as they can still be committed. */
export function verifyOrder(
  run: Run,
  thread: Thread,
  candidates: readonly UnverifiedChange[],
): OrderOf<'verify'> | undefined {
  const state = stateOf(thread, run.sources.rules)
  const changes = state.statuses.flatMap(({ ready, subtask }) =>
    ready ? candidates.filter((candidate) => candidate.subtask === subtask.number) : [],
  )
  if (changes.length === 0 || !thread.branch) return undefined
  const numbers = changes.map(({ subtask }) => subtask)
  return {
    kind: 'verify',
    id: `${thread.issue.number}-verify-${numbers.join('-')}`,
    number: thread.issue.number,
    head: thread.branch.head,
    allowance: state.allowance,
    plan: planOf(state),
    changes,
  }
}

/** What a change is known by after it went to another machine and came back. */
export const digestOf = (change: UnverifiedChange): string =>
  createHash('sha256')
    .update(JSON.stringify(UnverifiedChange.parse(change)))
    .digest('hex')
