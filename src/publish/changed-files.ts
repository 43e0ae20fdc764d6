import { commitAt, type Repository } from '../git/git.ts'
import { startOf } from '../git/merge.ts'
import { changesBetweenTrees, readBytes, type Change } from '../git/objects.ts'
import type { State } from '../decide/state.ts'
import { changedScripts, holdsScripts, isManifest, type ManifestChange } from './view/manifests.ts'

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

/** The changed manifests and lock files, with the scripts that differ from those before all these changes. */
export async function manifestsIn(repo: Repository, changes: readonly Change[]): Promise<ManifestChange[]> {
  const first = new Map(changes.toReversed().map((change) => [change.path, change.from]))
  const last = new Map(changes.map((change) => [change.path, change.to]))
  const isChanged = (path: string): boolean => !isSame(first.get(path), last.get(path))
  const paths = [...last.keys()].filter((path) => isManifest(path) && isChanged(path)).sort()
  return Promise.all(
    paths.map(async (path) => {
      if (!holdsScripts(path)) return { path, scripts: [] }
      const texts = await Promise.all([textOf(repo, first.get(path)), textOf(repo, last.get(path))])
      return { path, scripts: changedScripts(...texts) }
    }),
  )
}

const isSame = (one: Change['from'] | undefined, other: Change['from'] | undefined): boolean =>
  one?.blob === other?.blob && one?.mode === other?.mode

/** The text of a file; undefined for links and submodules. */
async function textOf(repo: Repository, side: Change['from'] | undefined): Promise<string | undefined> {
  if (!side?.mode.startsWith('100')) return undefined
  return new TextDecoder().decode(await readBytes(repo, side.blob))
}
