import type { PublishRoom } from './room.ts'
import type { Thread } from '../decide/thread.ts'
import { bodyFor } from './show.ts'
import type { Pull } from '../github/forge.ts'
import { type RefUpdate, push } from '../git/git.ts'
import { conversationCommit, conversationRef } from '../git/plan-refs.ts'
import type { Snapshot } from '../decide/state.ts'

/** Closes the pull request. The same write shows that the plan is abandoned. */
export async function cancel(room: PublishRoom, { thread, state }: Snapshot): Promise<Thread> {
  const { forge, repo } = room.sources
  if (!thread.pull) return thread
  const pull = await forge.editPull(thread.pull.pull.number, (now) => {
    const body = bodyFor(room, withPull(thread, { ...now, state: 'closed' }), { body: now.body })
    return now.state === 'open' ? { body, state: 'closed' } : {}
  })
  if (state.history.executed.size > 0) await remove(repo, await dropConversation(room, thread))
  return withPull(thread, pull)
}

const withPull = (thread: Thread, pull: Pull): Thread => ({ ...thread, pull: thread.pull && { ...thread.pull, pull } })

/** Deletes the branch and the conversation of a plan of which nothing was executed. */
export async function deleteBranch(room: PublishRoom, { thread }: Snapshot): Promise<Thread> {
  if (!thread.branch) return thread
  await remove(room.sources.repo, [
    { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
    ...(await dropConversation(room, thread)),
  ])
  return { ...thread, branch: undefined }
}

async function dropConversation({ sources }: PublishRoom, { issue }: Thread): Promise<RefUpdate[]> {
  const kept = await conversationCommit(sources.repo, issue.number)
  return kept === undefined ? [] : [{ ref: conversationRef(issue.number), to: undefined }]
}

const remove = async (repo: PublishRoom['sources']['repo'], updates: readonly RefUpdate[]): Promise<void> => {
  if (updates.length > 0) await push(repo, updates)
}
