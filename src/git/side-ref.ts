import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { asMap, inBackground } from '../lib/async.ts'
import { UserError } from '../lib/errors.ts'
import { isShallow, commonAncestor, perRepository, type Repository, checkGit } from './git.ts'
import { fetchRefs, push, remoteRefs, type RefUpdate } from './remote.ts'
import { commitTree, EMPTY_TREE, textAt, treeWith } from './objects.ts'

/** What to fetch for an issue. `home` is the repository's own base, where `base` is a branch of a person. */
export type PlanRefs = { base: string; prefix: string; issue: number; home?: string }

const FETCHED_REFS = 'refs/mt/'
const BASE_REF = `${FETCHED_REFS}base`
/** The local ref of the repository's own base, when a plan is for another branch. */
const HOME_REF = `${FETCHED_REFS}home`
/** Remote-tracking refs as a checkout makes them, so that commands find `origin/…`. */
const ORIGIN_REFS = 'refs/remotes/origin/'
const FETCHED_HEADS = `${FETCHED_REFS}heads/`

/** The prefix of the side refs of all plans on the server. The number of the issue follows. */
export const SIDE_REFS = 'refs/measure-twice/'

/** The name of a plan's branch. The second and later branches of an issue end in `-2`, `-3`, … */
export const branchName = ({ prefix, issue }: Pick<PlanRefs, 'prefix' | 'issue'>, suffix = 1): string =>
  `${prefix}issue-${issue}${suffix > 1 ? `-${suffix}` : ''}`

/** The issue that a plan branch belongs to. Undefined when the name is not that of a plan branch. */
export function issueOf(branch: string, prefix: string): number | undefined {
  const match = branch.startsWith(`${prefix}issue-`)
    ? /^([1-9]\d{0,9})(?:-[1-9]\d{0,4})?$/.exec(branch.slice(prefix.length + 6))
    : null
  return match ? Number(match[1]) : undefined
}

/** Commits of history in the first fetch. More are fetched only if a common ancestor lies deeper. */
const DEPTH = 50

/** Fetches base, plan branches and side refs; `known`: with their history. Throws `UserError` without a base. */
export async function fetchPlanRefs(repo: Repository, refs: PlanRefs, known: boolean): Promise<void> {
  const fetching = inBackground(fetchOnce(repo, refs, known ? { kind: 'new' } : { kind: 'depth', commits: DEPTH }))
  // The first use of git: the error for an old version comes before git's own, which does not name the cause.
  if (!known) await checkGit(repo)
  await fetching
  for (let commits = DEPTH * 4; await needsMoreHistory(repo, refs); commits *= 4) {
    await fetchOnce(repo, refs, { kind: 'deepen', commits })
  }
}

async function fetchOnce(
  repo: Repository,
  { base, prefix, issue, home }: PlanRefs,
  depth: Parameters<typeof fetchRefs>[2],
): Promise<void> {
  const planBranches = `${prefix}issue-${issue}*`
  const found = await fetchRefs(
    repo,
    [
      `+refs/heads/${base}:${BASE_REF}`,
      `+refs/heads/${base}:${ORIGIN_REFS}${base}`,
      ...(home === undefined ? [] : [`+refs/heads/${home}:${HOME_REF}`, `+refs/heads/${home}:${ORIGIN_REFS}${home}`]),
      `+refs/heads/${planBranches}:${FETCHED_HEADS}${planBranches}`,
      `+${SIDE_REFS}${issue}*:${FETCHED_REFS}measure-twice/${issue}*`,
    ],
    depth,
  )
  lastFetch(repo).refs = undefined
  if (found) return
  if (home !== undefined)
    throw new UserError(
      'no-base',
      `The branch \`${base}\`, which this plan is for, is gone.`,
      'Restore it and comment `/retry`, or close this pull request.',
    )
  throw new UserError(
    'no-base',
    `The branch \`${base}\` does not exist in this repository.`,
    'Push a first commit to it, or name another branch in the input `base-branch`.',
  )
}

async function needsMoreHistory(repo: Repository, { prefix, issue, home }: PlanRefs): Promise<boolean> {
  const branches = [...(await fetchedBranches(repo))].filter(([name]) => issueOf(name, prefix) === issue)
  const heads = [...branches.map(([, head]) => head), ...(home === undefined ? [] : [HOME_REF])]
  if (heads.length === 0 || !isShallow(repo)) return false
  const found = await Promise.all(heads.map((head) => commonAncestor(repo, BASE_REF, head)))
  return found.includes(undefined)
}

const lastFetch = perRepository((): { refs?: Promise<Map<string, string>> | undefined } => ({}))

/** The refs of the last fetch, as name without `refs/mt/` → commit, cached until the next fetch. */
const fetchedRefs = (repo: Repository): Promise<Map<string, string>> => (lastFetch(repo).refs ??= readFetchedRefs(repo))

/** Reads files, which saves a process: a fetch never packs refs. */
async function readFetchedRefs({ gitDir }: Repository): Promise<Map<string, string>> {
  const folder = join(gitDir, FETCHED_REFS)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = await asMap(paths.toSorted(), (path) => readFile(path, 'utf8'))
  return new Map([...texts].map(([path, text]) => [relative(folder, path), text.trim()]))
}

/** The fetched branches, as name → head commit: those of the issue, and others whose names begin like them. */
export async function fetchedBranches(repo: Repository): Promise<Map<string, string>> {
  const refs = [...(await fetchedRefs(repo))].filter(([ref]) => ref.startsWith('heads/'))
  return new Map(refs.map(([ref, head]) => [ref.slice('heads/'.length), head]))
}

/** An existing branch such as `plan`, which prevents branches such as `plan/issue-1`, as a file prevents a folder. */
export async function branchInTheWay(repo: Repository, name: string): Promise<string | undefined> {
  const parts = name.split('/')
  const parentRefs = parts.slice(1).map((_, i) => `refs/heads/${parts.slice(0, i + 1).join('/')}`)
  const found = parentRefs.length === 0 ? [] : await remoteRefs(repo, parentRefs)
  return found.find((ref) => parentRefs.includes(ref))?.slice('refs/heads/'.length)
}

/** The commit of the fetched base branch. Throws before the first fetch. */
export async function baseCommit(repo: Repository): Promise<string> {
  const sha = (await fetchedRefs(repo)).get('base')
  if (!sha) throw new Error('The base was not fetched.')
  return sha
}

/** The commit of the repository's own base, where instructions come from, if the plan is for a person's branch. */
export const homeCommit = async (repo: Repository): Promise<string | undefined> => (await fetchedRefs(repo)).get('home')

/** Data of a plan outside of its branch, in separate refs: the suffix of the ref, and the file in its commits. */
const SIDE_KINDS = {
  /** The planning conversation. */
  conversation: { end: '', file: 'conversation.json' },
  /** The lock of the run that works on the plan, in the messages of its commits. */
  claim: { end: '-claim', file: undefined },
  /** The list of the bot's commits on the branch. */
  commits: { end: '-commits', file: 'commits' },
  /** What was approved and done, kept for good. */
  record: { end: '-record', file: 'record.json' },
  /** The patch of an attempt whose checks have changed since. */
  patch: { end: '-patch', file: 'patch.json' },
  /** Usage that no commit on the branch records. */
  usage: { end: '-usage', file: 'usage.json' },
} as const

type SideKind = keyof typeof SIDE_KINDS
/** Side refs that are deleted when a plan ends. The list of commits stays: a closed pull request may be reopened. */
const DELETED_WITH_PLAN = (Object.keys(SIDE_KINDS) as SideKind[]).filter(
  (kind) => kind !== 'record' && kind !== 'commits',
)

/** A ref on the server with data of the plan of an issue. Each commit holds one file, on top of the previous commit. */
export type SideRef = { kind: SideKind; issue: number }

export const refName = ({ kind, issue }: SideRef): string => `${SIDE_REFS}${issue}${SIDE_KINDS[kind].end}`

const fetchedName = (side: SideRef): string => refName(side).slice('refs/'.length)

/** The tip of a side ref after the last fetch or push. Undefined when there is none. */
export const sideCommit = async (repo: Repository, side: SideRef): Promise<string | undefined> =>
  (await fetchedRefs(repo)).get(fetchedName(side))

/** The text of the file of a side ref. Undefined when there is none, or one of more than `most` bytes. */
export async function readSide(repo: Repository, side: SideRef, most = Infinity): Promise<string | undefined> {
  const { file } = SIDE_KINDS[side.kind]
  const commit = await sideCommit(repo, side)
  return commit === undefined || file === undefined ? undefined : textAt(repo, { commit, path: file, most })
}

/** A commit for a side ref. `from` is the expected tip, on which it is made. */
type SideCommit = {
  from: string | undefined
  text?: string
  message: string
  author: { name: string; email: string }
  /** A commit to keep reachable, with its files: without them GitHub would see deleted workflow files. */
  keeps?: string
}

/** Makes a commit on top of `from`, so that no push needs force. `pushRefs` pushes it. */
export async function commitSide(
  repo: Repository,
  side: SideRef,
  { from, text = '', message, author, keeps }: SideCommit,
): Promise<RefUpdate & { to: string }> {
  const { file } = SIDE_KINDS[side.kind]
  const tree = file === undefined ? EMPTY_TREE : await treeWith(repo, keeps ?? EMPTY_TREE, { path: file, text })
  const parents = [keeps, from].filter((one) => one !== undefined)
  const to = await commitTree(repo, { tree, parents, message, author })
  return { ref: refName(side), from: from ?? '', to }
}

/** Pushes, if there is anything to push, and updates the cached tips of side refs. */
export async function pushRefs(repo: Repository, updates: readonly RefUpdate[]): ReturnType<typeof push> {
  if (updates.length === 0) return { kind: 'pushed' }
  const pushed = await push(repo, updates)
  if (pushed.kind === 'pushed') await recordSides(repo, updates)
  return pushed
}

/** Updates the cached tips of the side refs among these, which moved after the last fetch. */
export async function recordSides(repo: Repository, updates: readonly RefUpdate[]): Promise<void> {
  const refs = await fetchedRefs(repo)
  for (const { ref, to } of updates.filter((one) => one.ref.startsWith(SIDE_REFS))) {
    const name = ref.slice('refs/'.length)
    if (to === undefined) refs.delete(name)
    else refs.set(name, to)
  }
}

/** Deletions of the side refs of an issue that go with its plan, or those of these kinds, as the last fetch brought them. */
export async function removalsOf(
  repo: Repository,
  issue: number,
  kinds: readonly SideKind[] = DELETED_WITH_PLAN,
): Promise<RefUpdate[]> {
  const refs = await fetchedRefs(repo)
  return kinds.flatMap((kind) => {
    const from = refs.get(fetchedName({ kind, issue }))
    return from === undefined ? [] : [{ ref: refName({ kind, issue }), from, to: undefined }]
  })
}

/** The issues with side refs on the server that should be deleted with their plans, in ascending order. */
export async function issuesWithSides(repo: Repository): Promise<number[]> {
  const refs = await remoteRefs(repo, [`${SIDE_REFS}*`])
  const numbers = refs.flatMap((ref) => {
    const issue = Number(/^[1-9]\d{0,9}/.exec(ref.slice(SIDE_REFS.length))?.[0])
    return DELETED_WITH_PLAN.some((kind) => refName({ kind, issue }) === ref) ? [issue] : []
  })
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}
