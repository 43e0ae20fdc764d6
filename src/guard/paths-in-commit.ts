import type { Repository } from '../git/git.ts'
import { entryAt, textAt } from '../git/objects.ts'
import { isSafePlanPath } from './paths.ts'

/** One sentence on a finding whose file or line is not in a commit; undefined when it is. */
export async function misplaced(
  repo: Repository,
  commit: string,
  { path, line }: { path: string; line: number },
): Promise<string | undefined> {
  const missing = `There is no file \`${path}\` in what was done.`
  if (!isSafePlanPath(path) || path.includes('\0')) return missing
  const text = await textAt(repo, { commit, path, most: MAX_CITED_FILE_BYTES })
  if (text === undefined) return missing
  const lines = text.replace(/\n$/, '').split('\n').length
  return line <= lines
    ? undefined
    : `\`${path}\` has ${lines} ${lines === 1 ? 'line' : 'lines'}, and none with the number ${line}.`
}

/** The largest file, in bytes, in which a cited line number is checked. */
const MAX_CITED_FILE_BYTES = 4 << 20

/** Those of the paths at which a commit has something. Paths that no plan may name are none of them. */
export async function takenPaths(repo: Repository, commit: string, paths: readonly string[]): Promise<string[]> {
  const safe = paths.filter(isSafePlanPath)
  const taken = safe.map(async (path) => ((await entryAt(repo, commit, path)) ? [path] : []))
  return (await Promise.all(taken)).flat()
}
