import { UserError } from '../errors.ts'
import { fetchRefs, isShallow, mergeBase, refsBelow, type Reach, type Repository } from './git.ts'

/** What is fetched for one issue, and where it is kept in the private repository. */
export type PlanRefs = { base: string; prefix: string; issue: number }

const FETCHED = 'refs/mt/'
const BASE = `${FETCHED}base`
const HEADS = `${FETCHED}heads/`
const CONVERSATIONS = `${FETCHED}conversations/`

/** The name of the issue's kept conversation on the server. */
export const conversationRef = (issue: number): string => `refs/measure-twice/${issue}`

/** The first name for the branch of a plan; later ones end in `-2`, `-3`, … */
export const branchName = ({ prefix, issue }: Pick<PlanRefs, 'prefix' | 'issue'>, suffix = 1): string =>
  `${prefix}issue-${issue}${suffix > 1 ? `-${suffix}` : ''}`

/** The issue that a branch is a plan for, or undefined when it is no plan's name. */
export function issueOf(branch: string, prefix: string): number | undefined {
  const match = branch.startsWith(`${prefix}issue-`)
    ? /^([1-9]\d{0,9})(?:-[1-9]\d{0,4})?$/.exec(branch.slice(prefix.length + 6))
    : null
  return match ? Number(match[1]) : undefined
}

/** Commits of history that the first fetch brings; more are fetched only when the branches' common ancestor lies deeper. */
const DEPTH = 50

/**
 * Fetches the base, the branches of the issue's plans and its kept conversation.
 * Throws `UserError` when the base does not exist, as in an empty repository.
 */
export async function fetchPlanRefs(repo: Repository, family: PlanRefs, known: boolean): Promise<void> {
  await fetchInto(repo, family, known ? { kind: 'new' } : { kind: 'depth', commits: DEPTH })
  for (let commits = DEPTH * 4; await lacksAncestor(repo, family); commits *= 4) {
    await fetchInto(repo, family, { kind: 'deepen', commits })
  }
}

async function fetchInto(repo: Repository, { base, prefix, issue }: PlanRefs, reach: Reach): Promise<void> {
  const plans = `${prefix}issue-${issue}*`
  const found = await fetchRefs(
    repo,
    [
      `+refs/heads/${base}:${BASE}`,
      `+refs/heads/${plans}:${HEADS}${plans}`,
      `+${conversationRef(issue)}*:${CONVERSATIONS}${issue}*`,
    ],
    reach,
  )
  fetched.delete(repo)
  if (found) return
  throw new UserError(
    'no-base',
    `The branch \`${base}\` does not exist in this repository.`,
    'Push a first commit to it, or name another branch in the input `base-branch`.',
  )
}

async function lacksAncestor(repo: Repository, family: PlanRefs): Promise<boolean> {
  const branches = await planBranches(repo, family)
  if (branches.size === 0 || !isShallow(repo)) return false
  const found = await Promise.all([...branches.values()].map((head) => mergeBase(repo, BASE, head)))
  return found.includes(undefined)
}

/** What was fetched last: it changes with the next fetch alone, and every question to git is a process. */
const fetched = new WeakMap<Repository, Promise<Map<string, string>>>()

function fetchedRefs(repo: Repository): Promise<Map<string, string>> {
  const known = fetched.get(repo) ?? refsBelow(repo, FETCHED)
  fetched.set(repo, known)
  return known
}

/** The branches whose names are those of plans of this issue: name → head. */
export async function planBranches(repo: Repository, { prefix, issue }: PlanRefs): Promise<Map<string, string>> {
  const heads = [...(await fetchedRefs(repo))].filter(([name]) => name.startsWith('heads/'))
  return new Map(
    heads
      .map(([name, sha]) => [name.slice('heads/'.length), sha] as const)
      .filter(([name]) => issueOf(name, prefix) === issue),
  )
}

export async function baseCommit(repo: Repository): Promise<string> {
  const sha = (await fetchedRefs(repo)).get('base')
  if (!sha) throw new Error('The base was not fetched.')
  return sha
}

/** The commit of the issue's kept conversation, if there is one. */
export const conversationCommit = async (repo: Repository, issue: number): Promise<string | undefined> =>
  (await fetchedRefs(repo)).get(`conversations/${issue}`)

/** Takes note of where a push of ours put the kept conversation: what was fetched does not know of it. */
export async function noteConversation(repo: Repository, issue: number, commit: string | undefined): Promise<void> {
  const refs = await fetchedRefs(repo)
  if (commit === undefined) refs.delete(`conversations/${issue}`)
  else refs.set(`conversations/${issue}`, commit)
}
