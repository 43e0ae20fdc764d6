import { knownConflict, type Thread, type ThreadWith } from '../../decide/thread/thread.ts'
import { mergedFile } from '../../observe/branch/branch.ts'
import { entryAt, pathsIn, treeWith } from '../../git/objects.ts'
import { closingReport } from '../view/comments/closing.ts'
import { changesOf, manifestsIn, testsIn } from '../write/changed-files.ts'
import { newsOfPackages } from '../write/package-changes.ts'
import { record, type Draft, type ToRecord } from '../write/journal.ts'
import { viewOf, type GitHubContext } from '../write/github-context.ts'
import { say } from '../say/say.ts'
import type { OpenPlan, Snapshot } from '../../decide/next/decision.ts'
import type { HeadRuns } from '../../github/forge.ts'

/**
 * Makes the last commit: the plan is done. The conversation stays until the pull request is closed, so that people can
 * look at it.
 */
export function finish(
  ctx: GitHubContext,
  snapshot: Snapshot,
  onlyOn: ToRecord['onlyOn'] = 'same plan',
): Promise<Thread> {
  const last: Draft = {
    subject: 'Finish the plan',
    trailers: { state: 'done' },
    counts: [0],
  }
  const commits = async (now: ThreadWith<'branch'>): Promise<Draft[]> => [{ ...last, ...(await planTaken(ctx, now)) }]
  return record(ctx, snapshot, { commits, onlyOn })
}

/**
 * Takes the plan file away unless it is to be kept, and puts back what the branch has merged from the base at its path.
 * A plan is not kept in the place of a file of people.
 */
async function planTaken(
  { sources: { repo }, settings: { planFile, keepPlanFile } }: GitHubContext,
  { branch: { head }, base }: ThreadWith<'branch'>,
): Promise<Pick<Draft, 'body' | 'tree'>> {
  const at = { base: base.sha, planFile }
  const entry = await mergedFile(repo, { ...at, head })
  const isTaken = entry !== undefined || (await mergedFile(repo, { ...at, head: base.sha })) !== undefined
  if (keepPlanFile && !isTaken) return {}
  const body = keepPlanFile ? `${planFile} on ${base.branch} is a file of yours, so the plan is not kept there.` : ''
  return { body, tree: (parent) => treeWith(repo, parent, { path: planFile, entry }) }
}

/** Posts the closing report: what was done, and how it differs from the plan. */
export async function report(ctx: GitHubContext, { thread, state }: OpenPlan): Promise<Thread> {
  const view = viewOf(ctx, thread)
  const { repo } = ctx.sources
  const changes = await changesOf(repo, state, ctx.settings.planFile)
  const changed = new Map([...changes].map(([number, list]) => [number, list.map(({ path }) => path)]))
  const { manifests, packages } = await manifestsIn(repo, [...changes.values()].flat())
  const tests = await testsIn(repo, state, { changes, ...ctx.settings })
  const runs = await runsAt(ctx, thread.branch.head)
  const { verifyCommand } = ctx.settings
  return say(ctx, thread, {
    place: 'pull',
    once: true,
    ...closingReport(view, {
      changed,
      manifests,
      packages: await newsOfPackages(ctx.sources.forge, packages),
      tests,
      verifyCommand,
      runs,
      conflicts: knownConflict(thread)?.files,
    }),
  })
}

/** The runs of the repository's CI. GitHub is asked only where a workflow besides our own could have any. */
async function runsAt({ sources, workflow }: GitHubContext, head: string): Promise<HeadRuns | 'none' | undefined> {
  const folder = await entryAt(sources.repo, head, '.github/workflows')
  const others = folder?.type === 'tree' ? await pathsIn(sources.repo, folder.id) : []
  return others.some((name) => name !== workflow.workflow) ? sources.forge.runsOf(head) : 'none'
}
