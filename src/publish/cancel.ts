import type { Desk, Look } from './room.ts'
import type { Thread } from '../decide/thread.ts'
import { bodyFor } from './show.ts'
import type { Pull } from '../github/forge.ts'
import { type RefUpdate, push } from '../git/git.ts'
import { memoryCommit, memoryRef } from '../git/plan-refs.ts'

/** Closes the pull request, and shows in the same write that the plan was abandoned. */
export async function cancel(desk: Desk, { thread, state }: Look): Promise<Thread> {
  const { forge, repo } = desk.sources
  if (!thread.pull) return thread
  const now = (await forge.pull(thread.pull.pull.number)) ?? thread.pull.pull
  const ended = withPull(thread, { ...now, state: 'closed' })
  const body = bodyFor(desk, ended, { body: now.body })
  const pull = now.state === 'open' ? await forge.editPull(now.number, { body, state: 'closed' }) : now
  if (state.progress.executed.size > 0) await remove(repo, await memoryUpdate(desk, thread))
  return withPull(thread, pull)
}

const withPull = (thread: Thread, pull: Pull): Thread => ({ ...thread, pull: thread.pull && { ...thread.pull, pull } })

/** Deletes the branch of a plan that nothing was executed of, and its conversation with it. */
export async function deleteBranch(desk: Desk, { thread }: Look): Promise<Thread> {
  if (!thread.branch) return thread
  await remove(desk.sources.repo, [
    { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
    ...(await memoryUpdate(desk, thread)),
  ])
  return { ...thread, branch: undefined }
}

async function memoryUpdate({ sources }: Desk, { issue }: Thread): Promise<RefUpdate[]> {
  const kept = await memoryCommit(sources.repo, issue.number)
  return kept === undefined ? [] : [{ ref: memoryRef(issue.number), to: undefined }]
}

const remove = async (repo: Desk['sources']['repo'], updates: readonly RefUpdate[]): Promise<void> => {
  if (updates.length > 0) await push(repo, updates)
}
