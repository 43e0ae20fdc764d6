import { join } from 'node:path'
import { asMap } from '../lib/async.ts'
import { cachedGit, git, initRepository, type Repository } from './git.ts'
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

/** A commit of another plan: who made it, by its mail address, and its message. */
type EarlierCommit = { id: string; mail: string; message: string }

/** Commits that are read at most, and how far back on each branch and record. */
const MOST = 2_000
const DEPTH = 50

const FORMAT = ['log', `--max-count=${MOST}`, '--format=%H%x00%ae%x00%B%x00']

/** The newest commits of the base and, unless they are enough, of plan branches and records. Outages do not matter. */
export async function earlierCommits(
  repo: Repository,
  { base, prefix }: { base: string; prefix: string },
  isEnough: (commits: readonly EarlierCommit[]) => boolean,
): Promise<EarlierCommit[]> {
  const merged = commitsIn(await cachedGit(repo, [...FORMAT, base], { ids: [base] }))
  return isEnough(merged) ? merged : [...merged, ...(await commitsOfPlans(repo, prefix).catch(() => []))]
}

async function commitsOfPlans(repo: Repository, prefix: string): Promise<EarlierCommit[]> {
  const apart = repositoryApart(repo, 'earlier')
  const refs = [`refs/heads/${prefix}issue-*`, `${SIDE_REFS}*-record`].map((pattern) => `+${pattern}:${pattern}`)
  await fetchRefs(apart, refs, { kind: 'depth', commits: DEPTH, levels: 0 })
  return commitsIn(await git(apart, [...FORMAT, '--all']))
}

function commitsIn(text: string): EarlierCommit[] {
  const fields = text.split('\0')
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, i) => ({
    id: (fields[i * 3] ?? '').trim(),
    mail: fields[i * 3 + 1] ?? '',
    message: fields[i * 3 + 2] ?? '',
  }))
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
