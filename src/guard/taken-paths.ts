import type { Repository } from '../git/git.ts'
import { entryAt } from '../git/objects.ts'
import { isSafePlanPath } from './paths.ts'

/** Those of the paths at which a commit has something. Paths that no plan may name are none of them. */
export async function takenPaths(repo: Repository, commit: string, paths: readonly string[]): Promise<string[]> {
  const safe = paths.filter(isSafePlanPath)
  const taken = safe.map(async (path) => ((await entryAt(repo, commit, path)) ? [path] : []))
  return (await Promise.all(taken)).flat()
}
