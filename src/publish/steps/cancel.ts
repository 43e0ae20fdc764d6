import type { GitHubContext } from '../write/github-context.ts'
import { withPull, type Thread } from '../../decide/thread/thread.ts'
import { bodyFor } from '../say/show.ts'
import type { Pull, PullChanges } from '../../github/forge.ts'
import type { Repository } from '../../git/git.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { pushRefs, removalsOf } from '../../git/side-ref.ts'
import { findClaim } from '../claim/claim.ts'
import { refreshBranch } from '../../observe/find-plan.ts'
import type { Snapshot } from '../../decide/next/decision.ts'

/** Closes the pull request. The same write shows that the plan is cancelled. */
export async function cancel(ctx: GitHubContext, { thread, state }: Snapshot): Promise<Thread> {
  const { forge, repo } = ctx.sources
  if (!thread.pull) return thread
  const { number } = thread.pull.pull
  const changes = (now: Pull): PullChanges => {
    const body = bodyFor(ctx, withPull(thread, { ...now, state: 'closed' }), { body: now.body })
    return now.state === 'open' ? { body, state: 'closed' } : {}
  }
  const pull = await forge.editPull(number, changes)
  if (state.history.executed.size > 0) await remove(repo, await leftBy(ctx, thread))
  return withPull(thread, pull)
}

/** Deletes the branch and the conversation of a plan of which nothing was executed. */
export async function deleteBranch(ctx: GitHubContext, { thread }: Snapshot): Promise<Thread> {
  if (!thread.branch) return thread
  const isRemoved = await remove(ctx.sources.repo, [
    { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
    ...(await leftBy(ctx, thread)),
  ])
  // Another run or a person pushed meanwhile, so the branch may contain something worth keeping.
  return isRemoved ? { ...thread, branch: undefined } : refreshBranch(ctx.sources, thread)
}

/** The side refs of a plan, however far another run has moved them, without a claim that is held. */
async function leftBy(ctx: GitHubContext, thread: Thread): Promise<RefUpdate[]> {
  const claim = await findClaim(ctx, thread)
  const left = await removalsOf(ctx.sources.repo, thread.issue.number)
  return left.flatMap((one) =>
    one.kind !== 'claim' ? [{ ref: one.ref, to: undefined }] : claim?.state === 'free' ? [one] : [],
  )
}

/** Removes all but a claim that a run takes at the same moment. False when another ref was moved. */
async function remove(repo: Repository, updates: readonly RefUpdate[]): Promise<boolean> {
  if ((await pushRefs(repo, updates)).kind !== 'moved') return true
  const others = updates.filter(({ ref }) => !ref.endsWith('-claim'))
  return (await pushRefs(repo, others)).kind !== 'moved'
}
