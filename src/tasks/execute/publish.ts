import type { ExecuteResult } from './input.ts'
import type { Stopped } from '../fields.ts'
import { openPlan, type Snapshot } from '../../decide/next/snapshot.ts'
import type { StepOf } from '../../decide/next/step.ts'
import type { Status } from '../../decide/approval/subtask-status.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { isSettled } from '../../plan/plan.ts'
import { propose, recordHalt } from '../../publish/steps/record-halt.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { addAttempt } from '../../publish/write/journal.ts'
import { isNewPlan } from '../plan/publish.ts'
import { countStop, stopReason } from '../unfinished.ts'
import { changeOf, commitSubtask } from './commit-subtask.ts'
import { ownersProposal } from './owners-of-change.ts'

type AttemptEnd = {
  step: StepOf<'execute'>
  result: ExecuteResult
}

/** Commits the change of an attempt, halts the plan for a person, or counts the attempt as failed. */
export async function publishAttempt(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step: { status }, result }: AttemptEnd,
): Promise<Thread> {
  const { number } = status.subtask
  const failed = (reason: string): Thread =>
    addAttempt(snapshot.thread, number, { reason, checks: [], usage: result.usage })
  switch (result.kind) {
    case 'stopped':
      return countAttempt(snapshot, status, result)
    case 'halted':
      return recordHalt(ctx, openPlan(snapshot), result)
    case 'failed':
      return addAttempt(snapshot.thread, number, { reason: result.reason, checks: result.checks, usage: result.usage })
    case 'proposed':
      // A plan that changes nothing is no proposal: existing approvals would end the halt at once.
      return isNewPlan(snapshot, result.plan)
        ? propose(ctx, snapshot, result)
        : failed('The agent proposed the plan as it is.')
    case 'executed': {
      const plan = openPlan(snapshot)
      const change = await changeOf(ctx, plan, { number, ...result })
      const foreign = await ownersProposal(ctx, plan, { status, change })
      if (foreign?.kind === 'proposal') return propose(ctx, plan, { ...foreign, usage: result.usage })
      return foreign ? failed(foreign.reason) : commitSubtask(ctx, plan, { status, result, change })
    }
  }
}

/** What is outdated was nobody's attempt. When the subtask was settled meanwhile, no later commit is for it. */
function countAttempt({ thread, state }: Snapshot, { subtask: { number } }: Status, result: Stopped): Thread {
  const { why, usage } = result
  const isOpen = !state.statuses.some((status) => status.subtask.number === number && isSettled(status))
  if (why === 'outdated' || (why === 'cancelled' && !isOpen)) return countStop(thread, result)
  return isOpen ? addAttempt(thread, number, { reason: stopReason(result), checks: [], usage }) : thread
}
