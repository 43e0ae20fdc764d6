import { commitAt, type Repository } from '../../git/git.ts'
import { startOf } from '../../git/merge.ts'
import { changesBetweenTrees, isGone, isNew, textOn, type Change } from '../../git/objects.ts'
import { pathMatcher } from '../../guard/globs.ts'
import { packageFiles } from '../../guard/packages/package-files.ts'
import { gainedPackages, newPackagesIn } from '../../guard/packages/new-packages.ts'
import { isManifest } from '../../guard/packages/files.ts'
import type { NewPackage } from '../../guard/packages/names.ts'
import type { ExecutedSubtask } from '../../decide/thread/history.ts'
import type { State } from '../../decide/next/decision.ts'
import { checksFor, type Settings } from '../../plan/plan.ts'
import { changedInline } from '../../guard/tests/changed-tests.ts'
import { changedConfig } from '../../guard/tests/test-config.ts'
import { testFileMatcher } from '../../guard/tests/test-files.ts'
import type { TestFileChange } from '../view/comments/closing.ts'
import { changedScripts, holdsScripts, type ManifestChange } from '../view/comments/manifests.ts'

/** What each executed subtask changed. */
export async function changesOf(
  repo: Repository,
  { history }: State,
  planFile: string,
): Promise<Map<number, Change[]>> {
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

type Manifests = { manifests: ManifestChange[]; packages: NewPackage[] }

/**
 * The changed manifests and lock files, with the packages and scripts that differ from those before all these changes,
 * and all new packages once.
 */
export async function manifestsIn(repo: Repository, changes: readonly Change[]): Promise<Manifests> {
  const files = asOne(changes).filter(({ path }) => isManifest(path))
  const gains = gainedPackages(await packageFiles(repo, files))
  const manifests = await Promise.all(
    files
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(async ({ path, from, to }) => {
        const gain = gains.find((one) => one.path === path)
        const packages = gain ? gain.packages : []
        if (!holdsScripts(path)) return { path, packages, scripts: [] }
        const texts = await Promise.all([textOn(repo, from), textOn(repo, to)])
        return { path, packages, scripts: changedScripts(...texts) }
      }),
  )
  return { manifests, packages: newPackagesIn(gains) }
}

/** Changes one after the other, as one of each path: from what was there before the first to what the last one left. */
function asOne(changes: readonly Change[]): Change[] {
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

/**
 * The test files that were there before, and what decides which tests run, as all executed subtasks left them; and what
 * the plan does not name of the subtasks whose checks rest on it.
 */
export async function testsIn(
  repo: Repository,
  { statuses, history }: ProvedSubtasks,
  { changes, testFiles, verifyCommand, setupCommand }: TestedChanges,
): Promise<TestFileChange[]> {
  const isTest = testFileMatcher(testFiles)
  const proved = statuses.filter(({ proof }) => proof).map(({ subtask }) => subtask)
  const all = proved.flatMap(({ number }) => (changes.get(number) ?? []).map((change) => ({ ...change, number })))
  const whole = asOne(all)
  const lastOf = new Map(all.map(({ path, number }) => [path, number]))
  const subtaskOf = (path: string): number => lastOf.get(path) ?? 0
  const commands = [...proved.flatMap((subtask) => checksFor(subtask, verifyCommand)), setupCommand ?? '']
  const config = await changedConfig(repo, whole, commands)
  const executed = proved.flatMap(({ number }) => history.executed.get(number) ?? [])
  const alone = new Set(executed.flatMap(({ brokenTests = [] }) => brokenTests))
  const together = new Set(executed.flatMap(({ brokenSet = [] }) => brokenSet))
  const beside = whole.filter(({ path }) => !isTest(path))
  const tests = [
    ...whole.filter((change) => isTest(change.path) && !isNew(change)),
    ...(await changedInline(repo, beside)),
  ]
  return [
    ...unplannedIn(statuses, changes),
    ...config.map((one) => ({ ...one, subtask: subtaskOf(one.path), kind: 'config' as const })),
    ...tests
      .filter(({ path }) => !config.some((one) => one.path === path))
      .map((change) => {
        const { path } = change
        const broken = alone.has(path) ? ('alone' as const) : together.has(path) && ('together' as const)
        return { path, subtask: subtaskOf(path), kind: 'test' as const, gone: isGone(change), broken }
      }),
  ]
}

const unplannedIn = (
  statuses: ProvedSubtasks['statuses'],
  changes: ReadonlyMap<number, readonly Change[]>,
): TestFileChange[] =>
  statuses.flatMap(({ subtask: { number, files }, proof }) => {
    if (!proof?.unplanned) return []
    const named = files.map(pathMatcher)
    const unnamed = (changes.get(number) ?? []).filter(({ path }) => !named.some((matches) => matches(path)))
    return unnamed.map(({ path }) => ({ path, subtask: number, kind: 'unplanned' as const }))
  })
