import type { PublishRoom } from './room.ts'
import type { Thread } from '../decide/thread.ts'
import { bodyFor } from './show.ts'
import type { Pull } from '../github/forge.ts'
import { type Repository } from '../git/git.ts'
import { type RefUpdate, push } from '../git/remote.ts'
import { ownCommitsRef } from '../git/own-commits.ts'
import { claimRef, conversationCommit, conversationRef, ownCommitsCommit } from '../git/plan-refs.ts'
import { findClaim } from './claim.ts'
import type { Snapshot } from '../decide/state.ts'

/** Closes the pull request. The same write shows that the plan is abandoned. */
export async function cancel(room: PublishRoom, { thread, state }: Snapshot): Promise<Thread> {
  const { forge, repo } = room.sources
  if (!thread.pull) return thread
  const pull = await forge.editPull(thread.pull.pull.number, (now) => {
    const body = bodyFor(room, withPull(thread, { ...now, state: 'closed' }), { body: now.body })
    return now.state === 'open' ? { body, state: 'closed' } : {}
  })
  if (state.history.executed.size > 0) await remove(repo, await keptRefs(room, thread))
  return withPull(thread, pull)
}

const withPull = (thread: Thread, pull: Pull): Thread => ({ ...thread, pull: thread.pull && { ...thread.pull, pull } })

/** Deletes the branch and the conversation of a plan of which nothing was executed. */
export async function deleteBranch(room: PublishRoom, { thread }: Snapshot): Promise<Thread> {
  if (!thread.branch) return thread
  await remove(room.sources.repo, [
    { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
    ...(await keptRefs(room, thread)),
  ])
  return { ...thread, branch: undefined }
}

/** What is kept beside the branch: the conversation, the list of our commits, and the claim unless a run holds it, which then removes it. */
async function keptRefs(room: PublishRoom, thread: Thread): Promise<RefUpdate[]> {
  const { repo } = room.sources
  const { number } = thread.issue
  const kept = await conversationCommit(repo, number)
  const claim = await findClaim(room, thread)
  const list = await ownCommitsCommit(repo, number)
  return [
    ...(kept === undefined ? [] : [{ ref: conversationRef(number), to: undefined }]),
    ...(list === undefined ? [] : [{ ref: ownCommitsRef(number), to: undefined }]),
    ...(claim?.state === 'free' ? [{ ref: claimRef(number), from: claim.tip, to: undefined }] : []),
  ]
}

/** Removes all of them. Where a run takes the claim at the same moment, that one is left to it. */
async function remove(repo: Repository, updates: readonly RefUpdate[]): Promise<void> {
  if (updates.length === 0 || (await push(repo, updates)).kind !== 'moved') return
  const others = updates.filter(({ ref }) => !ref.endsWith('-claim'))
  if (others.length > 0) await push(repo, others)
}
