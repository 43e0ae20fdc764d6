import type { OpenPlan, Snapshot, State, StepOf } from '../../decide/next/decision.ts'
import type { ExecutedSubtask } from '../../decide/thread/history.ts'
import { hasParts, knownConflict, triedMerge } from '../../decide/thread/thread.ts'
import type { MergeConflict, Thread, ThreadWith } from '../../decide/thread/thread.ts'
import { commitAt, commonAncestor, isPartOf, type Repository } from '../../git/git.ts'
import { startOf } from '../../git/merge.ts'
import { changesBetweenTrees, entryAt, isGone, isNew, pathsIn, textOn, treeWith } from '../../git/objects.ts'
import type { Change } from '../../git/objects.ts'
import { isPushRefusal } from '../../git/push-refusal.ts'
import type { HeadRuns } from '../../github/forge.ts'
import { pathsMatcher, isProtected } from '../../guard/paths.ts'
import { packageFiles, gainedPackages, newPackagesIn } from '../../guard/packages/new-packages.ts'
import { isManifest } from '../../guard/packages/package-manifests.ts'
import { changedInline } from '../../guard/tests/changed-tests.ts'
import { changedConfig } from '../../guard/tests/test-config.ts'
import { testFileMatcher } from '../../guard/tests/test-files.ts'
import { UserError } from '../../lib/errors.ts'
import { followsBase, mergedFile } from '../../observe/branch/branch.ts'
import { refreshBranch } from '../../observe/read-plans.ts'
import { checksFor, type Settings } from '../../plan/plan.ts'
import { refuse, sayOnce } from '../say/say.ts'
import { closingReport, type TestFileChange } from '../view/comments/closing.ts'
import { changedScripts, type ManifestChange } from '../view/comments/manifests.ts'
import { cleanLine, pathList } from '../view/text/text.ts'
import { UNSIGNED } from '../write/commit.ts'
import { viewOf, type GitHubContext } from '../write/github-context.ts'
import { record, type Draft } from '../write/journal.ts'
import { packageNewsOf } from '../write/package-changes.ts'

/** Makes the last commit, which removes the plan file. The stored conversation stays until the pull request is closed. */
export function finish(ctx: GitHubContext, snapshot: Snapshot, onlyOn: 'same plan' | 'same head' = 'same plan') {
  const last: Draft = { subject: 'Finish the plan', trailers: { state: 'done' }, counts: [0] }
  return record(ctx, snapshot, { onlyOn, commits: async (now) => [{ ...last, ...(await withoutPlanFile(ctx, now)) }] })
}

/** Removes the plan file, or puts back the base's file at its path, unless the plan is to be kept. */
async function withoutPlanFile(ctx: GitHubContext, { branch, base }: ThreadWith<'branch'>) {
  const { repo } = ctx.sources
  const { planFile, keepPlanFile } = ctx.settings
  const at = { base: base.sha, planFile }
  const entry = await mergedFile(repo, { ...at, head: branch.head })
  const isBaseFile = entry !== undefined || (await mergedFile(repo, { ...at, head: base.sha })) !== undefined
  if (keepPlanFile && !isBaseFile) return {}
  const body = keepPlanFile ? `${planFile} on ${base.branch} is a file of yours, so the plan is not kept there.` : ''
  return { body, tree: (parent: string) => treeWith(repo, parent, { path: planFile, entry }) }
}

/** Posts the closing comment. It names the files that conflict with the base. */
export async function report(ctx: GitHubContext, plan: OpenPlan): Promise<Thread> {
  const { state } = plan
  const thread = await withTriedMerge(ctx, plan.thread)
  const { repo, forge } = ctx.sources
  const changes = await changesOf(repo, state, ctx.settings.planFile)
  const changed = new Map([...changes].map(([number, list]) => [number, list.map(({ path }) => path)]))
  const { manifests, packages } = await manifestsIn(repo, [...changes.values()].flat())
  return sayOnce(ctx, thread, {
    target: 'pull',
    ...closingReport(viewOf(ctx, thread), {
      changedPaths: changed,
      manifests,
      packages: await packageNewsOf(forge, packages),
      tests: await testsIn(repo, state, { changes, ...ctx.settings }),
      runs: await runsAt(ctx, thread.branch.head),
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

async function changesOf(repo: Repository, { history }: State, planFile: string): Promise<Map<number, Change[]>> {
  const executed = await Promise.all(
    [...history.executed].map(async ([number, { sha }]) => {
      // What a merge brought from the base is none of the subtask's own.
      const merge = history.merges.has(number) ? await commitAt(repo, `${sha}^2`) : undefined
      const start = merge === undefined ? `${sha}^` : (await startOf(repo, { head: `${sha}^`, merge, planFile })).tree
      return [number, await changesBetweenTrees(repo, start, sha)] as const
    }),
  )
  return new Map(executed)
}

/** The changed manifests and lock files against those before all changes, and all new packages once. */
async function manifestsIn(repo: Repository, changes: readonly Change[]) {
  const files = combinedChanges(changes).filter(({ path }) => isManifest(path))
  const gains = gainedPackages(await packageFiles(repo, files))
  const manifestOf = async ({ path, from, to }: Change): Promise<ManifestChange> => {
    const gain = gains.find((one) => one.path === path)
    const packages = gain ? gain.packages?.map(({ name }) => name) : []
    if (!HOLDS_SCRIPTS.test(path)) return { path, packages, scripts: [] }
    return { path, packages, scripts: changedScripts(await textOn(repo, from), await textOn(repo, to)) }
  }
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return { manifests: await Promise.all(sorted.map(manifestOf)), packages: newPackagesIn(gains) }
}

const HOLDS_SCRIPTS = /(^|\/)(package|composer)\.json$/i

/** Changes one after the other, as one of each path: from what was there before the first to what the last one left. */
function combinedChanges(changes: readonly Change[]): Change[] {
  const first = new Map(changes.toReversed().map(({ path, from }) => [path, from]))
  const last = new Map(changes.map((change) => [change.path, change]))
  return [...last.values()]
    .map((change) => ({ ...change, from: first.get(change.path) ?? change.from }))
    .filter(({ from, to }) => from.blob !== to.blob || from.mode !== to.mode)
}

/** What is asked of a state: the subtasks with what their checks prove, and what their commits say of tests. */
type ProvedSubtasks = {
  statuses: readonly Pick<State['statuses'][number], 'subtask' | 'proof'>[]
  history: { executed: ReadonlyMap<number, Pick<ExecutedSubtask, 'brokenTests' | 'brokenSet'>> }
}

type TestedChanges = { changes: ReadonlyMap<number, readonly Change[]> } & Pick<
  Settings,
  'testFiles' | 'verifyCommand' | 'setupCommand'
>

/** Changed tests and test settings, as all subtasks left them, and unplanned files on which checks rest. */
export async function testsIn(
  repo: Repository,
  { statuses, history }: ProvedSubtasks,
  { changes, testFiles, verifyCommand, setupCommand }: TestedChanges,
): Promise<TestFileChange[]> {
  const isTest = testFileMatcher(testFiles)
  const proved = statuses.filter(({ proof }) => proof).map(({ subtask }) => subtask)
  const all = proved.flatMap(({ number }) => (changes.get(number) ?? []).map((change) => ({ ...change, number })))
  const combined = combinedChanges(all)
  const byPath = Map.groupBy(all, ({ path }) => path)
  const subtasksOf = (path: string): number[] => (byPath.get(path) ?? []).map(({ number }) => number)
  const commands = [...proved.flatMap((subtask) => checksFor(subtask, verifyCommand)), setupCommand ?? '']
  const config = await changedConfig(repo, combined, commands)
  const executed = proved.flatMap(({ number }) => history.executed.get(number) ?? [])
  const brokenAlone = new Set(executed.flatMap(({ brokenTests = [] }) => brokenTests))
  // The run that named them also says which of the others pass.
  const othersPass = [...history.executed.values()].at(-1)?.brokenTests?.some((path) => brokenAlone.has(path))
  const brokenTogether = new Set(executed.flatMap(({ brokenSet = [] }) => brokenSet))
  const brokenAs = (path: string): Extract<TestFileChange, { kind: 'test' }>['broken'] => {
    if (brokenAlone.has(path)) return 'alone'
    if (brokenTogether.has(path)) return 'together'
    return othersPass && isTest(path) ? 'passes' : false
  }
  const otherFiles = combined.filter(({ path }) => !isTest(path))
  const tests = [
    ...combined.filter((change) => isTest(change.path) && !isNew(change)),
    ...(await changedInline(repo, otherFiles)),
  ]
  return [
    ...unplannedIn(statuses, changes),
    ...config.map((one) => ({ ...one, subtasks: subtasksOf(one.path), kind: 'config' as const })),
    ...tests
      .filter(({ path }) => !config.some((one) => one.path === path))
      .map(({ path, to }) => ({
        path,
        subtasks: subtasksOf(path),
        kind: 'test' as const,
        isDeleted: isGone({ to }),
        broken: brokenAs(path),
      })),
  ]
}

const unplannedIn = (statuses: ProvedSubtasks['statuses'], changes: ReadonlyMap<number, readonly Change[]>) =>
  statuses.flatMap(({ subtask: { number, files }, proof }) => {
    if (!proof?.unplanned) return []
    const isNamed = pathsMatcher(files)
    const unnamed = (changes.get(number) ?? []).filter(({ path }) => !isNamed(path))
    return unnamed.map(({ path }) => ({ path, subtasks: [number], kind: 'unplanned' as const }))
  })

/** Merges the base branch into the branch of the plan. On a conflict the planner is asked for a subtask. */
export async function update(ctx: GitHubContext, { thread, state }: Snapshot, step: StepOf<'update'>): Promise<Thread> {
  const fresh = await refreshBranch(ctx.sources, thread)
  let conflict: MergeConflict | undefined
  const { comment } = step
  const draft: Draft = { subject: `Merge ${fresh.base.branch}`, trailers: { state: 'updated', command: comment.id } }
  const commits = async (now: ThreadWith<'branch'>): Promise<Draft[] | undefined> => {
    const found = await tryMerge(ctx, now)
    conflict = found.conflict
    if (found.conflict) return undefined
    if (found.tree === undefined) return [{ ...draft, body: 'There was nothing to merge.' }]
    const { repo, planFile } = ctx.sources
    // The base has a file at the plan path: it replaces a finished plan.
    const entry =
      state.history.finished && (await mergedFile(repo, { head: now.base.sha, base: now.base.sha, planFile }))
    const tree = entry ? await treeWith(repo, found.tree, { path: planFile, entry }) : found.tree
    return [{ ...draft, tree: async () => tree, merges: now.base.sha }]
  }
  try {
    const after = await record(ctx, { thread: fresh, state }, { commits, carriesOut: [step] })
    if (!conflict) return after
    const protectedFiles = conflict.files.filter((path) => isProtected(path, ctx.settings.protectedPaths))
    if (protectedFiles.length === 0) return { ...after, merge: conflict }
    // What no subtask may change, people have to merge.
    return refuse(ctx, after, {
      comment,
      code: 'update-conflict',
      why: `\`${fresh.base.branch}\` conflicts with this branch in ${pathList(protectedFiles)}, which no subtask may change.`,
      remedy: 'Merge it by hand, and push that to this branch.',
    })
  } catch (error) {
    if (!isPushRefusal(error) && !(error instanceof UserError && error.code === UNSIGNED)) throw error
    const { code, message, remedy } = error
    return refuse(ctx, fresh, { comment, code, why: cleanLine(message, 2_000), remedy })
  }
}

/** The merge of the base into the branch. No tree where the branch has the base already. */
async function tryMerge({ sources, settings }: GitHubContext, { branch, base }: ThreadWith<'branch'>) {
  const { head, commits } = branch
  if (followsBase(commits, base.sha) || (await isPartOf(sources.repo, base.sha, head))) return {}
  const { tree, conflicts } = await startOf(sources.repo, { head, merge: base.sha, ...settings })
  const moved = await movedIntoProtected(sources.repo, { head, base: base.sha, tree }, settings.protectedPaths)
  const files = [...new Set([...conflicts, ...moved])]
  return files.length > 0 ? { conflict: { head, base: base.sha, files } } : { tree }
}

/** Protected files that only the merge changes: where the base moved a file there, git moves our edits along. */
export async function movedIntoProtected(
  repo: Repository,
  { head, base, tree }: { head: string; base: string; tree: string },
  protectedPaths: readonly string[],
): Promise<string[]> {
  const ancestor = await commonAncestor(repo, head, base)
  const changed = async (from: string, to: string): Promise<string[]> =>
    (await changesBetweenTrees(repo, from, to)).map(({ path }) => path)
  const branchChanges = new Set(ancestor === undefined ? [] : await changed(ancestor, head))
  return (await changed(base, tree)).filter((path) => !branchChanges.has(path) && isProtected(path, protectedPaths))
}

/** Tries the merge with the base as it is now, and has the thread say what came of it. */
export async function withTriedMerge(ctx: GitHubContext, before: OpenPlan['thread']): Promise<OpenPlan['thread']> {
  if (triedMerge(before)) return before
  const { pull } = before
  const thread = { ...(await refreshBranch(ctx.sources, before)), pull }
  // The branch was deleted just now.
  if (!hasParts(thread, 'branch')) return before
  const { conflict } = await tryMerge(ctx, thread)
  return { ...thread, merge: conflict ?? { head: thread.branch.head, base: thread.base.sha, files: [] } }
}
