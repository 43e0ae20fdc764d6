import type { Repository } from '../../git/git.ts'
import { changesBetweenTrees, type Change } from '../../git/objects.ts'

/**
 * What a change does to tests that people approved with the plan, by their paths. They stay as they are for every
 * subtask: also before one begins with them in place.
 */
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
