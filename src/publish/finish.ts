import { knownConflict } from '../decide/merge.ts'
import { closingKey } from '../decide/comment-markers.ts'
import { entryAt, pathsIn, treeWith } from '../git/objects.ts'
import { planSeen } from './plan-seen.ts'
import type { Thread } from '../decide/thread.ts'
import { closingReport } from './view/closing.ts'
import { changesOf, manifestsIn } from './changed-files.ts'
import { forgetAttempts, usageOf } from './attempts.ts'
import { viewOf, type PublishRoom } from './room.ts'
import { commitAndPush } from './commit.ts'
import { sayOnce } from './say.ts'
import type { Snapshot } from '../decide/state.ts'
import type { HeadRuns } from '../github/forge.ts'

/**
 * Makes the last commit: the plan is done. Removes the plan file unless it is to be kept. The conversation stays until the
 * pull request is closed, so that people can look at it.
 */
export async function finish(room: PublishRoom, { thread, state }: Snapshot): Promise<Thread> {
  const { repo } = room.sources
  const { keepPlanFile, planFile } = room.settings
  const entry = {
    subject: 'Finish the plan',
    body: '',
    trailers: {
      issue: thread.issue.number,
      state: 'done' as const,
      ...(thread.thisRun.lesson === 'none' ? { lesson: 'none' as const } : {}),
      ...(thread.thisRun.attempts.has(0) ? { usage: usageOf(thread, 0) } : {}),
      seen: planSeen(thread, state),
    },
  }
  const version = state.current?.blob
  const after = await commitAndPush(room, thread, {
    branch: thread.branch?.name ?? '',
    commits: async (now) => {
      if (now.branch?.planFile?.blob !== version) return undefined
      return [
        keepPlanFile
          ? { entry }
          : { entry, tree: (parent: string) => treeWith(repo, parent, { path: planFile, text: undefined }) },
      ]
    },
  })
  return forgetAttempts(after, [0])
}

/**
 * Makes the pull request of a plan that goes on a draft again. Where a repository has no drafts, the plan goes on all
 * the same, and this run does not try again.
 */
export async function redraft({ sources }: PublishRoom, thread: Thread): Promise<Thread> {
  if (!thread.pull) return thread
  await sources.forge.markDraft(thread.pull.pull.nodeId)
  return { ...thread, pull: { ...thread.pull, pull: { ...thread.pull.pull, draft: true } } }
}

/** Posts the closing report: what was done, and how it differs from the plan. */
export async function report(room: PublishRoom, { thread, state }: Snapshot): Promise<Thread> {
  const view = viewOf(room, thread)
  const { repo } = room.sources
  const changes = await changesOf(repo, state, room.settings.planFile)
  const changed = new Map([...changes].map(([number, list]) => [number, list.map(({ path }) => path)]))
  const manifests = await manifestsIn(repo, [...changes.values()].flat())
  const runs = await runsAt(room, thread.branch?.head ?? '')
  const { verifyCommand } = room.settings
  return sayOnce(room, thread, {
    place: 'pull',
    key: closingKey(state.versions, state.history.undoneWhenDone),
    text: closingReport(view, { changed, manifests, verifyCommand, runs, conflicts: knownConflict(thread)?.files }),
  })
}

/** The runs of the repository's CI. GitHub is asked only where a workflow besides our own could have any. */
async function runsAt({ sources, workflow }: PublishRoom, head: string): Promise<HeadRuns | 'none' | undefined> {
  const folder = await entryAt(sources.repo, head, '.github/workflows')
  const others = folder?.type === 'tree' ? await pathsIn(sources.repo, folder.id) : []
  return others.some((name) => name !== workflow.workflow) ? sources.forge.runsOf(head) : 'none'
}
