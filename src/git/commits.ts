import { join } from 'node:path'
import { asMap } from '../lib/async.ts'
import type { Commit } from './git-commit.ts'
import { cachedGit, initRepository, type Repository } from './git.ts'
import { entryAt, textAt } from './objects.ts'
import { fetchRefs } from './remote.ts'
import { SIDE_REFS } from './side-ref.ts'

type Range = { base: string; head: string }

/** The commits of `base..head`, oldest first. Throws `GitError`. */
export const commitsBetween = (repo: Repository, { base, head }: Range): Promise<Commit[]> =>
  logged(repo, ['--topo-order', `${base}..${head}`], [base, head])

/** A commit by its whole id. Throws `GitError`. */
export const commitOf = async (repo: Repository, id: string): Promise<Commit | undefined> =>
  (await logged(repo, ['--no-walk', id], [id]))[0]

/** The commits that `git log` lists for these arguments, oldest first; `ids` as for `cachedGit`. Throws `GitError`. */
async function logged(repo: Repository, range: readonly string[], ids: readonly string[]): Promise<Commit[]> {
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

/** A repository of its own for fetching a part of the history, which would cut what was fetched of ours. */
function repositoryApart(repo: Repository, name: string): Repository {
  const gitDir = `${repo.gitDir}-${name}`
  const apart = { ...repo, gitDir, workTree: join(gitDir, 'none') }
  initRepository(apart)
  return apart
}

/** Commits that are read at most, and how far back on each branch and record. */
const MOST = '--max-count=2000'
const DEPTH = 50

/** The newest commits of the base and, unless they are enough, of plan branches and records. Outages do not matter. */
export async function earlierCommits(
  repo: Repository,
  { base, prefix }: { base: string; prefix: string },
  isEnough: (commits: readonly Commit[]) => boolean,
): Promise<Commit[]> {
  const merged = (await logged(repo, [MOST, base], [base])).toReversed()
  return isEnough(merged) ? merged : [...merged, ...(await commitsOfPlans(repo, prefix).catch(() => []))]
}

async function commitsOfPlans(repo: Repository, prefix: string): Promise<Commit[]> {
  const apart = repositoryApart(repo, 'earlier')
  const refs = [`refs/heads/${prefix}issue-*`, `${SIDE_REFS}*-record`].map((pattern) => `+${pattern}:${pattern}`)
  await fetchRefs(apart, refs, { kind: 'depth', commits: DEPTH, levels: 0 })
  return (await logged(apart, [MOST, '--all'], [])).toReversed()
}

/** Bytes of a plan file that is read. Neither people nor models write larger plans. */
const LARGEST_PLAN_FILE = 1 << 20

/** The plan files of other branches, by their names. The fetch leaves out what lies deeper in the tree. */
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
  const texts = await asMap(branches, (branch) => textAt(apart, { ...at, commit: `refs/heads/${branch}` }))
  return new Map([...texts].flatMap(([branch, text]) => (text === undefined ? [] : [[branch, text]])))
}
