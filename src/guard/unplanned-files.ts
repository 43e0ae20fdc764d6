import type { Repository } from '../git/git.ts'
import { changesBetweenTrees, isNew, type Change } from '../git/objects.ts'
import { pathsMatcher } from './globs.ts'

/** The new files between two trees that a subtask names neither as files, folders or patterns nor in its text. */
export async function unplannedFiles(
  repo: Repository,
  { from, to }: { from: string; to: string },
  planned: { files: readonly string[]; words: string },
): Promise<string[]> {
  const isCovered = pathsMatcher(planned.files)
  const isPlanned = (path: string): boolean => isCovered(path) || namesPath(planned.words, path)
  const changes = await changesBetweenTrees(repo, from, to)
  return changes.filter((change) => isNew(change) && !isPlanned(change.path)).map(({ path }) => path)
}

/** Whether a text holds a path as a whole. A name without dot and slash may be any word. */
function namesPath(text: string, path: string): boolean {
  if (!/[./]/.test(path)) return false
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + path.length] ?? ' ']
    if (!/[\w./-]/.test(before) && !/[\w/-]/.test(after)) return true
  }
  return false
}

const MOST_NAMED = 20

/** Paths in one line of at most twenty names. A path with control characters is shown as JSON. */
export function pathsInLine(paths: readonly string[]): string {
  const shown = paths
    .slice(0, MOST_NAMED)
    .map((path) => (/[\0-\x1f\x7f]/.test(path) ? JSON.stringify(path) : `\`${path}\``))
  return `${shown.join(', ')}${paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''}`
}

/** What a change does to tests that people approved with the plan: they stay as they are for every subtask. */
export async function changedApproved(
  repo: Repository,
  { from, to }: { from: string; to: string },
  approved: readonly { path: string }[],
): Promise<Change[]> {
  if (approved.length === 0) return []
  const paths = new Set(approved.map(({ path }) => path))
  return (await changesBetweenTrees(repo, from, to)).filter(({ path }) => paths.has(path))
}

export const approvedText = ({ path }: Pick<Change, 'path'>): string =>
  `\`${path}\` is a test that people approved with the plan, and no subtask may change it.`
