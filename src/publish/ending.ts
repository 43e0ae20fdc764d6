import type { Halt } from '../facts.ts'
import type { Pull } from '../forge.ts'
import { closingKey } from '../marker.ts'
import { memoryCommit, memoryRef } from '../family.ts'
import { push, type RefUpdate } from '../git.ts'
import { treeWith } from '../git-objects.ts'
import { seenIn } from '../seen.ts'
import type { Thread } from '../thread.ts'
import { closingReport } from '../view/closing.ts'
import { haltNote } from '../view/halt.ts'
import { changesOf, manifestsIn } from './files.ts'
import { viewOf, type Desk, type Look } from './desk.ts'
import { record } from './record.ts'
import { bodyFor } from './show.ts'
import { sayOnce } from './words.ts'

/** The last commit: says that the plan is done, takes the plan file away unless it is to be kept, and forgets the conversation. */
export async function finish(desk: Desk, { thread, state }: Look): Promise<Thread> {
  const { repo } = desk.sources
  const { keepPlanFile, planFile } = desk.settings
  const entry = {
    subject: 'Finish the plan',
    body: '',
    trailers: { issue: thread.issue.number, state: 'done' as const, seen: seenIn(thread, state) },
  }
  const remembered = (await memoryCommit(repo, thread.issue.number)) !== undefined
  const version = state.current?.blob
  return record(desk, thread, {
    branch: thread.branch?.name ?? '',
    ...(remembered ? { also: { memory: undefined } } : {}),
    drafts: async (now) => {
      if (now.branch?.planFile?.blob !== version) return undefined
      return [
        keepPlanFile
          ? { entry }
          : { entry, tree: (parent: string) => treeWith(repo, parent, { path: planFile, text: undefined }) },
      ]
    },
  })
}

/** Marks the pull request as ready for review. */
export async function ready({ sources }: Desk, thread: Thread): Promise<Thread> {
  if (!thread.pull) return thread
  await sources.forge.markReady(thread.pull.pull.nodeId)
  return { ...thread, pull: { ...thread.pull, pull: { ...thread.pull.pull, draft: false } } }
}

/** The closing comment: what was done, plan against actual. */
export async function report(desk: Desk, { thread, state }: Look): Promise<Thread> {
  const view = viewOf(desk, thread)
  const { repo } = desk.sources
  const changes = await changesOf(repo, state)
  const changed = new Map([...changes].map(([number, list]) => [number, list.map(({ path }) => path)]))
  const manifests = await manifestsIn(repo, [...changes.values()].flat())
  return sayOnce(desk, thread, {
    place: 'pull',
    key: closingKey(state.versions),
    text: closingReport(view, { changed, manifests, verifyCommand: desk.settings.verifyCommand }),
  })
}

/** Why the plan waits, the evidence, and the commands that go on from here. */
export const tellHalt = (desk: Desk, { thread }: Look, { key, halt }: { key: string; halt: Halt }): Promise<Thread> =>
  sayOnce(desk, thread, { place: 'pull', key, text: haltNote(viewOf(desk, thread), halt) })

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
