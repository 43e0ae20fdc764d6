import type { Repository } from '../git/git.ts'
import { changesBetweenTrees, isNew } from '../git/objects.ts'
import { pathsMatcher } from './globs.ts'

/** The new files between two trees that none of the planned files, folders and patterns covers. */
export async function unplannedFiles(
  repo: Repository,
  { from, to }: { from: string; to: string },
  planned: readonly string[],
): Promise<string[]> {
  const isPlanned = pathsMatcher(planned)
  const changes = await changesBetweenTrees(repo, from, to)
  return changes.filter((change) => isNew(change) && !isPlanned(change.path)).map(({ path }) => path)
}

const MOST_NAMED = 20

/** Paths in one line of at most twenty names. A path with control characters is shown as JSON. */
export function pathsInLine(paths: readonly string[]): string {
  const shown = paths
    .slice(0, MOST_NAMED)
    .map((path) => (/[\0-\x1f\x7f]/.test(path) ? JSON.stringify(path) : `\`${path}\``))
  return `${shown.join(', ')}${paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''}`
}
