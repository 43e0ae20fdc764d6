import { hash } from 'node:crypto'
import { join } from 'node:path'
import { asMap } from '../lib/async.ts'
import type { Commit } from './git-commit.ts'
import { cachedGit, initRepository, type Repository, git, commonAncestor, isPartOf } from './git.ts'
import { textAt } from './objects.ts'
import { fetchRefs, type RefUpdate } from './remote.ts'
import { SIDE_REFS, commitSide, readSide, sideCommit, type SideRef } from './side-ref.ts'

/** The commits of `base..head`, oldest first. Throws `GitError`. */
export const commitsBetween = (repo: Repository, { base, head }: { base: string; head: string }): Promise<Commit[]> =>
  readLog(repo, ['--topo-order', `${base}..${head}`], [base, head])

/** A commit by its whole id. Throws `GitError`. */
export const commitOf = async (repo: Repository, id: string): Promise<Commit | undefined> =>
  (await readLog(repo, ['--no-walk', id], [id]))[0]

/** The commits that `git log` lists for these arguments, oldest first; `ids` as for `cachedGit`. Throws `GitError`. */
async function readLog(repo: Repository, range: readonly string[], ids: readonly string[]): Promise<Commit[]> {
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

/** A separate repository for shallow fetches, which would cut the history in the repository of the run. */
function openSeparateRepository(repo: Repository, name: string): Repository {
  const gitDir = `${repo.gitDir}-${name}`
  const separateRepo = { ...repo, gitDir, workTree: join(gitDir, 'none') }
  initRepository(separateRepo)
  return separateRepo
}

/** Limits: commits that are read in all, and commits that are fetched of each branch and record. */
const MAX_COMMITS_OPTION = '--max-count=2000'
const DEPTH = 50

/** The newest commits of the base and, unless they are enough, of plan branches and records. Ignores outages. */
export async function earlierCommits(
  repo: Repository,
  { base, prefix }: { base: string; prefix: string },
  isEnough: (commits: readonly Commit[]) => boolean,
): Promise<Commit[]> {
  const onBase = (await readLog(repo, [MAX_COMMITS_OPTION, base], [base])).toReversed()
  return isEnough(onBase) ? onBase : [...onBase, ...(await commitsOfPlans(repo, prefix).catch(() => []))]
}

async function commitsOfPlans(repo: Repository, prefix: string): Promise<Commit[]> {
  const separateRepo = openSeparateRepository(repo, 'earlier')
  const refs = [`refs/heads/${prefix}issue-*`, `${SIDE_REFS}*-record`].map((pattern) => `+${pattern}:${pattern}`)
  await fetchRefs(separateRepo, refs, { kind: 'depth', commits: DEPTH, levels: 0 })
  return (await readLog(separateRepo, [MAX_COMMITS_OPTION, '--all'], [])).toReversed()
}

/** Bytes of a plan file that is read. Neither people nor models write larger plans. */
const LARGEST_PLAN_FILE = 1 << 20

/** The plan files of other branches, by branch. The fetch is filtered by the depth of the plan file in the tree. */
export async function planTextsOf(
  repo: Repository,
  branches: readonly string[],
  planFile: string,
): Promise<Map<string, string | undefined>> {
  if (branches.length === 0) return new Map()
  const separateRepo = openSeparateRepository(repo, 'beside')
  const refs = branches.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}`)
  await fetchRefs(separateRepo, refs, { kind: 'depth', commits: 1, levels: planFile.split('/').length + 1 })
  const file = { path: planFile, most: LARGEST_PLAN_FILE }
  return asMap(branches, (branch) => textAt(separateRepo, { ...file, commit: `refs/heads/${branch}` }))
}

// A mail address is no signature: anybody who may push can commit under the bot's. So the bot lists its commits in a
// side ref, which is pushed together with them, or before GitHub's API creates them.

const ownCommitsRef = (issue: number): SideRef => ({ kind: 'commits', issue })

/** Identifies a commit before GitHub creates it, and after a rebase. GitHub may change white space. */
const commitKey = (branch: string, message: string): string =>
  hash('sha256', JSON.stringify([branch, message.replace(/\s+/g, ' ').trim()]))

/** A line of the list of the bot's commits. `sha` is missing when GitHub's API was still to create the commit. */
type ListedCommit = { key: string; sha?: string | undefined; branch?: string | undefined }

async function listedCommits(repo: Repository, issue: number): Promise<ListedCommit[] | undefined> {
  const text = await readSide(repo, ownCommitsRef(issue))
  return text?.split('\n').flatMap((line) => {
    const [key = '', sha, branch] = line.split(' ')
    return key === '' ? [] : [{ key, sha, branch }]
  })
}

const lineOf = ({ key, sha, branch }: ListedCommit): string => `${[key, sha, branch].filter(Boolean).join(' ')}\n`

/**
 * The bot's commits on a branch, and the ids of listed commits that are missing there. Each key counts as often as it
 * is listed, so that a commit with a copied message is not taken for the bot's.
 */
export async function ownCommitsAmong<C extends Pick<Commit, 'message'>>(
  repo: Repository,
  { issue, name, commits }: { issue: number; name: string; commits: readonly C[] },
): Promise<{ own: ReadonlySet<C>; missing: readonly string[] } | undefined> {
  const listed = await listedCommits(repo, issue)
  if (!listed) return undefined
  const unmatched = Map.groupBy(listed, ({ key }) => key)
  const own = commits.filter(({ message }) => unmatched.get(commitKey(name, message))?.shift() !== undefined)
  const missing = [...unmatched.values()].flat().filter(({ branch }) => branch === name)
  return { own: new Set(own), missing: missing.flatMap(({ sha }) => sha ?? []) }
}

type NewOwnCommits = {
  branch: string
  /** The commits of this push; without ids where GitHub's API is still to create them. */
  made: readonly { message: string; sha: string | undefined }[]
  /** Our commits that are on the branch; undefined where it is new. */
  present: readonly Pick<Commit, 'message' | 'sha'>[] | undefined
  /** Ids of commits that were removed from the branch, and stay on the list. */
  missing: readonly string[]
  author: Commit['author']
}

/**
 * A commit of the list with these commits added, on top of the fetched one, so that no push needs force. Commits that
 * are no longer on the branch are dropped, unless they are still reported as `missing`.
 */
export async function addOwnCommits(
  repo: Repository,
  issue: number,
  { branch, made, present = [], missing, author }: NewOwnCommits,
): Promise<RefUpdate & { to: string }> {
  const current = [...present, ...made].map(({ message, sha }): ListedCommit => {
    return { key: commitKey(branch, message), sha, branch: sha && branch }
  })
  const keys = new Set(current.flatMap(({ key, sha }) => (sha === undefined ? [] : [key])))
  const earlier = (await listedCommits(repo, issue)) ?? []
  const isKept = (one: ListedCommit): boolean => one.branch !== branch || missing.includes(one.sha ?? '')
  const listed = [...earlier.filter((one) => isKept(one) && !keys.has(one.key)), ...current]
  return commitSide(repo, ownCommitsRef(issue), {
    from: await sideCommit(repo, ownCommitsRef(issue)),
    text: listed.map(lineOf).join(''),
    message: `Our commits for #${issue}\n`,
    author,
  })
}

/** Patch ids, which identify a change wherever it is applied, by the commit that heads each patch. */
async function patchIdsIn(repo: Repository, patches: string): Promise<Map<string, string>> {
  const lines = (await git(repo, ['patch-id', '--stable'], { input: patches })).split('\n').filter(Boolean)
  return new Map(lines.map((line) => line.split(' ')).map(([id = '', commit = '']) => [commit, id]))
}

/** The patch id of each commit after `from` up to `to`, merges left out. */
async function patchIdsOf(repo: Repository, from: string, to: string): Promise<Map<string, string>> {
  const format = ['-p', '--no-merges', '--full-index', '--format=commit %H']
  return patchIdsIn(repo, await git(repo, ['log', ...format, `${from}..${to}`]))
}

/** The patch id of all changes between two commits as one. Undefined when there are none. */
async function patchIdBetween(repo: Repository, from: string, to: string): Promise<string | undefined> {
  const patch = await git(repo, ['diff-tree', '-p', '--full-index', from, to])
  return [...(await patchIdsIn(repo, `${patch}\n`)).values()][0]
}

/** Where a plan's commits are: on its branch, on the base, or on either with new ids after rebase or squash. */
export async function locationOfCommits(
  repo: Repository,
  { head, subtasks }: { head: string; subtasks: readonly { commit: string | null }[] },
  { base, branch }: { base: string; branch: string | undefined },
): Promise<{ seen: string; wrong?: string }> {
  if (branch !== undefined && (await isPartOf(repo, head, branch))) return { seen: 'on the branch of the plan' }
  if (await isPartOf(repo, head, base)) return { seen: 'on the base branch' }
  const fork = await commonAncestor(repo, base, head)
  if (fork === undefined) return { seen: 'the base branch', wrong: 'the plan and the base have no commit in common' }
  const presentPatches = new Set<string>()
  for (const tip of [base, branch ?? base]) {
    const start = await commonAncestor(repo, head, tip)
    if (start) for (const id of (await patchIdsOf(repo, start, tip)).values()) presentPatches.add(id)
  }
  const combinedPatch = await patchIdBetween(repo, fork, head)
  if (combinedPatch === undefined) return { seen: 'the plan changes nothing' }
  if (presentPatches.has(combinedPatch)) return { seen: 'as one commit on the base branch, with the same change' }
  const patchOf = await patchIdsOf(repo, fork, head)
  const missing = subtasks.flatMap(({ commit }) => {
    const patch = commit === null ? undefined : patchOf.get(commit)
    return commit === null || patch === undefined || presentPatches.has(patch) ? [] : [`\`${commit.slice(0, 7)}\``]
  })
  return missing.length === 0
    ? { seen: 'one by one on the base branch or the branch of the plan, with the same changes' }
    : { seen: 'branch and base', wrong: `no commit there makes the change of ${missing.join(', ')}` }
}
