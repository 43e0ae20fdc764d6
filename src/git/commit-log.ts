import { asMap } from '../lib/async.ts'
import type { Commit } from './git-commit.ts'
import { cachedGit, type Repository } from './git.ts'
import { entryAt } from './objects.ts'

type Range = { base: string; head: string }

/** The commits of `base..head`, oldest first. Throws `GitError`. */
export const commitsBetween = (repo: Repository, { base, head }: Range): Promise<Commit[]> =>
  logged(repo, ['--topo-order', `${base}..${head}`], [base, head])

/** A commit by its whole id. Throws `GitError`. */
export const commitOf = async (repo: Repository, id: string): Promise<Commit | undefined> =>
  (await logged(repo, ['--no-walk', id], [id]))[0]

/** The commits that `git log` lists for these arguments, oldest first; `ids` as for `cachedGit`. Throws `GitError`. */
export async function logged(repo: Repository, range: readonly string[], ids: readonly string[]): Promise<Commit[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00'
  const fields = (await cachedGit(repo, ['log', '--reverse', format, ...range], { ids })).split('\0')
  const commits: Commit[] = []
  for (let i = 0; i + 5 < fields.length; i += 6) {
    const [sha = '', parents = '', name = '', email = '', date = '', message = ''] = fields.slice(i, i + 6)
    commits.push({
      sha: sha.trim(),
      parents: parents.split(' ').filter(Boolean),
      author: { name, email },
      date,
      message,
    })
  }
  return commits
}

/** The blobs that commits, oldest first, brought to a file, each with the last commit that did. Throws `GitError`. */
export async function blobsOf(
  repo: Repository,
  commits: readonly Commit[],
  path: string,
): Promise<Map<string, string>> {
  const ids = new Set(commits.flatMap(({ sha, parents }) => [sha, ...parents]))
  const entries = await asMap(ids, (id) => entryAt(repo, id, path))
  const blobs = new Map<string, string>()
  for (const { sha, parents } of commits) {
    const now = entries.get(sha)
    const before = parents.length > 0 ? parents.map((parent) => entries.get(parent)) : [undefined]
    const isBrought = before.some((entry) => entry?.id !== now?.id || entry?.mode !== now?.mode)
    if (isBrought && now?.mode.startsWith('100')) blobs.set(now.id, sha)
  }
  return blobs
}
