import { join } from 'node:path'
import { asMap } from '../lib/async.ts'
import { logged } from './commit-log.ts'
import type { Commit } from './git-commit.ts'
import { initRepository, type Repository } from './git.ts'
import { textAt } from './objects.ts'
import { SIDE_REFS } from './side-ref.ts'
import { fetchRefs } from './remote.ts'

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
