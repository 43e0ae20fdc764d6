import { knownConflict, type Thread } from '../../decide/thread/thread.ts'
import { entryAt, pathsIn } from '../../git/objects.ts'
import { closingReport } from '../view/comments/closing.ts'
import { changesOf, manifestsIn, testsIn } from '../write/changed-files.ts'
import { newsOfPackages } from '../write/package-news.ts'
import { record, type Draft, type ToRecord } from '../write/journal.ts'
import { withPlanFile } from '../write/plan-file.ts'
import { viewOf, type PublishRoom } from '../write/publish-room.ts'
import { say } from '../say/say.ts'
import type { OpenPlan, Snapshot } from '../../decide/next/snapshot.ts'
import type { HeadRuns } from '../../github/forge.ts'

/**
 * Makes the last commit: the plan is done. Removes the plan file unless it is to be kept. The conversation stays until
 * the pull request is closed, so that people can look at it.
 */
export function finish(
  room: PublishRoom,
  snapshot: Snapshot,
  onlyOn: ToRecord['onlyOn'] = 'same plan',
): Promise<Thread> {
  const last: Draft = {
    subject: 'Finish the plan',
    trailers: { state: 'done' },
    counts: [0],
    ...(room.settings.keepPlanFile ? {} : { tree: withPlanFile(room, undefined) }),
  }
  return record(room, snapshot, { commits: [last], onlyOn })
}

/** Posts the closing report: what was done, and how it differs from the plan. */
export async function report(room: PublishRoom, { thread, state }: OpenPlan): Promise<Thread> {
  const view = viewOf(room, thread)
  const { repo } = room.sources
  const changes = await changesOf(repo, state, room.settings.planFile)
  const changed = new Map([...changes].map(([number, list]) => [number, list.map(({ path }) => path)]))
  const { manifests, packages } = await manifestsIn(repo, [...changes.values()].flat())
  const tests = await testsIn(repo, state, { changes, ...room.settings })
  const runs = await runsAt(room, thread.branch.head)
  const { verifyCommand } = room.settings
  return say(room, thread, {
    place: 'pull',
    once: true,
    ...closingReport(view, {
      changed,
      manifests,
      packages: await newsOfPackages(room.sources.forge, packages),
      tests,
      verifyCommand,
      runs,
      conflicts: knownConflict(thread)?.files,
    }),
  })
}

/** The runs of the repository's CI. GitHub is asked only where a workflow besides our own could have any. */
async function runsAt({ sources, workflow }: PublishRoom, head: string): Promise<HeadRuns | 'none' | undefined> {
  const folder = await entryAt(sources.repo, head, '.github/workflows')
  const others = folder?.type === 'tree' ? await pathsIn(sources.repo, folder.id) : []
  return others.some((name) => name !== workflow.workflow) ? sources.forge.runsOf(head) : 'none'
}
