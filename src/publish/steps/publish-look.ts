import type { Snapshot } from '../../decide/next/snapshot.ts'
import { renderResultLook, type ResultLook } from '../../decide/thread/second-look.ts'
import type { Thread, ThreadWith } from '../../decide/thread/thread.ts'
import { misplaced } from '../../guard/secret-locations.ts'
import { planOf } from '../../observe/brief/brief.ts'
import type { ResultOf, TaskResult } from '../../plan/order/order.ts'
import type { ResultFinding } from '../../plan/plan.ts'
import { subtaskIn } from '../../plan/acceptance.ts'
import { addUsageOf, record, type Draft } from '../write/journal.ts'
import type { GitHubContext } from '../write/github-context.ts'

/** Records what a second look at the result found, or why there was none. The plan comes to its end either way. */
export function publishLook(ctx: GitHubContext, snapshot: Snapshot, result: TaskResult): Promise<Thread> {
  // A run that is cancelled, or came too late, looks again as long as the plan is there.
  if (result.kind === 'stopped' && (result.why === 'cancelled' || result.why === 'outdated'))
    return Promise.resolve(addUsageOf(snapshot.thread, result.usage))
  const commits = async (now: ThreadWith<'branch'>): Promise<Draft[]> => {
    const look = await lookOf(ctx, snapshot, { now, result })
    const trailers = { look: now.branch.head }
    return [{ subject: 'Look at the result', body: renderResultLook(look), trailers, counts: [0] }]
  }
  return record(ctx, snapshot, { commits, usage: result.usage, onlyOn: 'same plan' })
}

type Looked = { now: ThreadWith<'branch'>; result: TaskResult }

/** What counts of a result. What is about nothing that is there is left out, and a head that has moved voids it all. */
async function lookOf(ctx: GitHubContext, snapshot: Snapshot, { now, result }: Looked): Promise<ResultLook> {
  if (result.kind === 'failed') return { silent: ctx.redact(result.reason) }
  if (result.kind !== 'looked') return { silent: 'There was no time or budget left for it.' }
  if (result.head !== now.branch.head) return { silent: 'The branch moved while it was read.' }
  return { head: result.head, findings: await heldFindings(ctx, snapshot, result) }
}

async function heldFindings(
  { sources: { repo }, redact }: GitHubContext,
  { state }: Snapshot,
  { head, findings }: ResultOf<'looked'>,
): Promise<ResultFinding[]> {
  const plan = planOf(state)
  const held = findings.map(async (one) => {
    const isThere = subtaskIn(plan, one.subtask) && (await misplaced(repo, head, one)) === undefined
    return isThere ? [{ ...one, text: redact(one.text) }] : []
  })
  return (await Promise.all(held)).flat()
}
