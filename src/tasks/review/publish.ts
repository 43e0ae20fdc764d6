import { type Snapshot, planOf, type StepOf } from '../../decide/next/decision.ts'
import { renderResultLook } from '../../decide/thread/planning-notes.ts'
import type { ResultLook } from '../../plan/plan.ts'
import { inThisRun, type Thread, type ThreadWith } from '../../decide/thread/thread.ts'
import { misplaced } from '../../guard/paths-in-commit.ts'
import { countStop, isCancelledOrOutdated } from '../unfinished.ts'
import { addAttempt, addUsageOf, isNewPlan, propose, record, type Draft } from '../../publish/write/journal.ts'
import { findSubtask } from '../../plan/acceptance.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import type { ResultFor } from '../tasks.ts'

/**
 * Records the findings of a review of the result, or pauses the plan for the change that a review of its rest proposes.
 * Without a proposal the approved plan continues: a failed review neither pauses it nor keeps it from finishing.
 */
export async function publishReview(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'review'>; result: ResultFor<'review'> },
): Promise<Thread> {
  if (step.of === 'result') return publishFindings(ctx, snapshot, result)
  if (isCancelledOrOutdated(result)) return countStop(snapshot.thread, result)
  if (result.kind === 'proposed' && isNewPlan(snapshot, result.plan)) return propose(ctx, snapshot, result)
  const reason = 'The plan was compared with what was done.'
  const counted = addAttempt(snapshot.thread, 0, { reason, checks: [], usage: result.usage })
  return inThisRun(counted, { reviewed: step.executedCount })
}

/** Records the findings of the result review, or why there are none. The plan finishes either way. */
function publishFindings(ctx: GitHubContext, snapshot: Snapshot, result: ResultFor<'review'>): Promise<Thread> {
  // A cancelled or outdated review runs again as long as the plan is open.
  if (isCancelledOrOutdated(result)) return Promise.resolve(addUsageOf(snapshot.thread, result.usage))
  const commits = async (now: ThreadWith<'branch'>): Promise<Draft[]> => {
    const look = await resultLook(ctx, snapshot, { now, result })
    const trailers = { look: now.branch.head }
    return [{ subject: 'Look at the result', body: renderResultLook(look), trailers, counts: [0] }]
  }
  return record(ctx, snapshot, { commits, usage: result.usage, onlyOn: 'same plan' })
}

type Compared = { now: ThreadWith<'branch'>; result: ResultFor<'review'> }

/** The valid findings of a result. Drops those about files that do not exist, and all of them if the head has moved. */
async function resultLook(ctx: GitHubContext, snapshot: Snapshot, { now, result }: Compared): Promise<ResultLook> {
  if (result.kind === 'failed') return { silent: ctx.redact(result.reason) }
  if (result.kind !== 'reviewed' || result.of !== 'result')
    return { silent: 'There was no time or budget left for it.' }
  if (result.head !== now.branch.head) return { silent: 'The branch moved while it was read.' }
  const { head, findings } = result
  const plan = planOf(snapshot.state)
  const checkedFindings = findings.map(async (one) => {
    const isThere = findSubtask(plan, one.subtask) && (await misplaced(ctx.sources.repo, head, one)) === undefined
    return isThere ? [{ ...one, text: ctx.redact(one.text) }] : []
  })
  return { head, findings: (await Promise.all(checkedFindings)).flat() }
}
