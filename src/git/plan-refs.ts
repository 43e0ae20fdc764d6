import { UserError } from '../lib/errors.ts'
import { isShallow, mergeBase, refsBelow, perRepository, type Repository } from './git.ts'
import { fetchRefs, type FetchDepth } from './remote.ts'
import { checkGit } from './version.ts'

/**
 * What to fetch for one issue: the base branch, and the branches whose names begin with `prefix`. `home` is the
 * repository's own base, where `base` is a branch of a person.
 */
export type PlanRefs = { base: string; prefix: string; issue: number; home?: string }

const FETCHED = 'refs/mt/'
const BASE = `${FETCHED}base`
/** Where the repository's own base is fetched to, when a plan is for another branch. */
export const homeRef = `${FETCHED}home`
const HEADS = `${FETCHED}heads/`

/** Where the side refs of all plans are on the server. What follows begins with the number of the issue. */
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

/**
 * Fetches the base branch, and the issue's plan branches and side refs. `known` says that an earlier fetch has brought
 * the history. Throws `UserError` when the base does not exist, as in an empty repository.
 */
export async function fetchPlanRefs(repo: Repository, refs: PlanRefs, known: boolean): Promise<void> {
  if (known) await fetchInto(repo, refs, { kind: 'new' })
  else await withUsableGit(repo, fetchInto(repo, refs, { kind: 'depth', commits: DEPTH }))
  for (let commits = DEPTH * 4; await needsMoreHistory(repo, refs); commits *= 4) {
    await fetchInto(repo, refs, { kind: 'deepen', commits })
  }
}

/** The first thing that git does. A git that cannot do it is named before its own words, which help nobody. */
async function withUsableGit(repo: Repository, first: Promise<void>): Promise<void> {
  first.catch(() => undefined)
  await checkGit(repo)
  await first
}

async function fetchInto(repo: Repository, { base, prefix, issue, home }: PlanRefs, depth: FetchDepth): Promise<void> {
  const plans = `${prefix}issue-${issue}*`
  const found = await fetchRefs(
    repo,
    [
      `+refs/heads/${base}:${BASE}`,
      ...(home === undefined ? [] : [`+refs/heads/${home}:${homeRef}`]),
      `+refs/heads/${plans}:${HEADS}${plans}`,
      `+${SIDE_REFS}${issue}*:${FETCHED}measure-twice/${issue}*`,
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

async function needsMoreHistory(repo: Repository, refs: PlanRefs): Promise<boolean> {
  const branches = await planBranches(repo, refs)
  const heads = [...branches.values(), ...(refs.home === undefined ? [] : [homeRef])]
  if (heads.length === 0 || !isShallow(repo)) return false
  const found = await Promise.all(heads.map((head) => mergeBase(repo, BASE, head)))
  return found.includes(undefined)
}

const lastFetch = perRepository((): { refs?: Promise<Map<string, string>> | undefined } => ({}))

/**
 * The refs of the last fetch, without `refs/mt/`. They change only with the next fetch, and reading them costs time.
 */
export function fetchedRefs(repo: Repository): Promise<Map<string, string>> {
  return (lastFetch(repo).refs ??= refsBelow(repo, FETCHED))
}

/** The plan branches of the issue, as name → head commit. */
export async function planBranches(repo: Repository, { prefix, issue }: PlanRefs): Promise<Map<string, string>> {
  const heads = [...(await fetchedRefs(repo))].filter(([name]) => name.startsWith('heads/'))
  return new Map(
    heads
      .map(([name, sha]) => [name.slice('heads/'.length), sha] as const)
      .filter(([name]) => issueOf(name, prefix) === issue),
  )
}

/** The commit of the fetched base branch. Throws before the first fetch. */
export async function baseCommit(repo: Repository): Promise<string> {
  const sha = (await fetchedRefs(repo)).get('base')
  if (!sha) throw new Error('The base was not fetched.')
  return sha
}

/**
 * The commit of the repository's own base, where the plan is for a branch of a person; otherwise undefined. What tells
 * agents how to work comes from there: whoever may push to a branch must not be the one who says.
 */
export const homeCommit = async (repo: Repository): Promise<string | undefined> => (await fetchedRefs(repo)).get('home')
