import { repositoryApart, type Repository } from './git.ts'
import { textAt } from './objects.ts'
import { fetchRefs } from './remote.ts'

/** Bytes of a plan file that is read. Neither people nor models write larger plans. */
const LARGEST_PLAN_FILE = 1 << 20

/**
 * The plan files at the tips of other plans' branches, by the names of the branches. One fetch brings the tips without
 * what lies deeper than that file, into a repository of its own: a fetch of a part of the history would cut what was
 * fetched of ours. What is not there, or no plain file, is left out.
 */
export async function planTextsOf(
  repo: Repository,
  branches: readonly string[],
  planFile: string,
): Promise<Map<string, string>> {
  if (branches.length === 0) return new Map()
  const apart = repositoryApart(repo, 'beside')
  const refs = branches.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}`)
  await fetchRefs(apart, refs, { kind: 'depth', commits: 1, levels: planFile.split('/').length + 1 })
  const at = { path: planFile, most: LARGEST_PLAN_FILE }
  const texts = await Promise.all(
    branches.map(async (branch) => [branch, await textAt(apart, { ...at, commit: `refs/heads/${branch}` })] as const),
  )
  return new Map(texts.flatMap(([branch, text]) => (text === undefined ? [] : [[branch, text]])))
}
