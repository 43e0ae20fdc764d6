import { isDeepStrictEqual } from 'node:util'
import type { Admission } from './admission.ts'
import { readBranch } from './branch.ts'
import { adopt } from './git-objects.ts'
import { instructionsOf } from './instructions.ts'
import { baseCommit, branchName, fetchFamily, issueOf, planBranches, type Family } from './family.ts'
import type { Clone } from './clone.ts'
import type { Rules } from './facts.ts'
import type { Account, Comment, Forge, Issue, Pull, Reactions, ReviewRemark } from './forge.ts'
import type { Repository } from './git.ts'
import { begun } from './promises.ts'
import { stateOf } from './state.ts'
import { noMemory, type Person, type Place, type PlanBranch, type PlanPull, type Thread } from './thread.ts'

/** Where to look from, and by which settings. */
export type Sources = {
  forge: Forge
  repo: Repository
  /** A first fetch that was begun before anything was asked. */
  first?: Clone['first']
  /** `owner/name` */
  repository: string
  base: string
  branchPrefix: string
  planFile: string
  rules: Rules
  /** Whether somebody may approve, by the input `approvers`. */
  mayApprove: Admission
}

/** The account that the workflow's own token acts as. */
export const ACTIONS_BOT: Account = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }

/** Reads everything about the plan at a place. Undefined when the place is no issue and no pull request of a plan. */
export async function observe(sources: Sources, place: Place): Promise<Thread | undefined> {
  const early = place.isPull === false ? begin(sources, place.number) : undefined
  const found = await locate(sources, place)
  if (!found) return undefined
  const family = familyOf(sources, found.issue)
  const [{ issue, comments }, known] = await Promise.all([
    readIssue(sources.forge, found, early?.comments),
    found.pull && readPull(sources.forge, found.pull),
    early?.fetched ?? firstFetch(sources, family),
  ])
  const plan = found.pull
    ? { pull: found.pull, bot: found.bot, branch: found.pull.head.branch, freeBranch: '', past: [] }
    : await findPlan(sources, family, early?.pulls)
  const base = { branch: sources.base, sha: await baseCommit(sources.repo) }
  const named = plan.branch === undefined ? undefined : { family, name: plan.branch, bot: plan.bot, base: base.sha }
  const [branch, pull] = await Promise.all([
    named && branchNow(sources, named),
    known ?? (plan.pull && readPull(sources.forge, plan.pull)),
  ])
  const { bot, freeBranch, past } = plan
  const seen = { issue, asked: place.asked, comments, base, bot, freeBranch, past, branch, pull }
  return askPeople(sources, { ...seen, people: new Map(), memory: noMemory })
}

const familyOf = ({ base, branchPrefix }: Sources, issue: number): Family => ({ base, prefix: branchPrefix, issue })

/** What is asked of every issue, whose branches' names are known: all of it at once, and each is awaited in its turn. */
function begin(sources: Sources, number: number) {
  const family = familyOf(sources, number)
  const fetched = begun(firstFetch(sources, family))
  // A plan and an answer begin with the base: it is looked at while GitHub still answers.
  void begun(fetched.then(() => lookAtBase(sources.repo)))
  return {
    fetched,
    comments: begun(sources.forge.comments(number)),
    pulls: begun(sources.forge.pullsFrom(branchName(family))),
  }
}

/** Git remembers what it was asked, so that who needs it later does not wait. */
async function lookAtBase(repo: Repository): Promise<void> {
  const base = await baseCommit(repo)
  await Promise.all([adopt(repo, base), instructionsOf(repo, base)])
}

const firstFetch = ({ repo, first }: Sources, family: Family): Promise<void> =>
  first && isDeepStrictEqual(first.family, family) ? first.done : fetchFamily(repo, family, false)

type Found = { issue: number; loaded?: Issue; pull?: Pull; bot: Account }

/** From a number to the issue that it is about: the number is the issue's own, or that of a plan's pull request. */
async function locate({ forge, repository, branchPrefix }: Sources, place: Place): Promise<Found | undefined> {
  const loaded = place.isPull ? undefined : await forge.issue(place.number)
  if (loaded && !loaded.isPull) return { issue: place.number, loaded, bot: ACTIONS_BOT }
  const pull = place.isPull || loaded ? await forge.pull(place.number) : undefined
  if (!pull || pull.head.repository !== repository) return undefined
  const issue = issueOf(pull.head.branch, branchPrefix)
  const bot = issue === undefined ? undefined : await authorIfOurs(forge, pull)
  return issue === undefined || !bot ? undefined : { issue, pull, bot }
}

/** The account that opened a pull request, if it is ours: the login of an app proves nothing, the token's own does. */
async function authorIfOurs(forge: Forge, { author }: Pull): Promise<Account | undefined> {
  if (author.login === ACTIONS_BOT.login && author.type === 'Bot') return author
  return (await forge.isMe(author.login)) ? author : undefined
}

type Plan = { branch: string | undefined; pull: Pull | undefined; bot: Account; freeBranch: string; past: string[] }

/** The open plan of an issue among the branches that bear its name, and the name for a new one. */
async function findPlan(sources: Sources, family: Family, first?: Promise<Pull[]>): Promise<Plan> {
  const branches = await planBranches(sources.repo, family)
  const me = async () => (await sources.forge.me()) ?? ACTIONS_BOT
  let started: string | undefined
  const past: string[] = []
  for (let suffix = 1; ; suffix++) {
    const name = branchName(family, suffix)
    const pulls = await (suffix === 1 && first ? first : sources.forge.pullsFrom(name))
    const open = pulls.find((pull) => pull.state === 'open' && pull.head.repository === sources.repository)
    const bot = open && (await authorIfOurs(sources.forge, open))
    if (open && bot) return { branch: name, pull: open, bot, freeBranch: '', past }
    past.push(...pulls.map((pull) => pull.createdAt))
    const head = branches.get(name)
    if (head === undefined && pulls.length === 0)
      return { branch: started, pull: undefined, bot: await me(), freeBranch: name, past }
    if (head !== undefined && pulls.length === 0 && (await isBegun(sources, family, { name, head }))) started ??= name
  }
}

/** A branch that holds a plan of ours and has no pull request yet: a run was cut off, or may not open any. */
async function isBegun(
  sources: Sources,
  family: Family,
  { name, head }: { name: string; head: string },
): Promise<boolean> {
  const branch = await readBranch(sources.repo, {
    name,
    issue: family.issue,
    head,
    base: await baseCommit(sources.repo),
    planFile: sources.planFile,
    authors: await authors(sources.forge),
  })
  return branch.commits.some((commit) => commit.entry?.trailers.request !== undefined)
}

const authors = async (forge: Forge): Promise<Account[]> => [ACTIONS_BOT, (await forge.me()) ?? ACTIONS_BOT]

async function branchNow(
  sources: Sources,
  spec: { family: Family; name: string; bot: Account; base: string },
): Promise<PlanBranch | undefined> {
  const head = (await planBranches(sources.repo, spec.family)).get(spec.name)
  if (!head) return undefined
  return readBranch(sources.repo, {
    name: spec.name,
    issue: spec.family.issue,
    head,
    base: spec.base,
    planFile: sources.planFile,
    authors: [ACTIONS_BOT, spec.bot],
  })
}

/** The issue, and what was said on it. Whoever deletes or transfers it leaves the plan behind, which goes on without it. */
async function readIssue(
  forge: Forge,
  { issue: number, loaded }: Found,
  comments?: Promise<Comment[]>,
): Promise<Pick<Thread, 'issue' | 'comments'>> {
  const issue = loaded ?? (await forge.issue(number))
  return issue
    ? { issue, comments: await (comments ?? forge.comments(number)) }
    : { issue: goneIssue(number), comments: [] }
}

const goneIssue = (number: number): Issue => ({
  number,
  title: '',
  body: '',
  author: { login: '', id: 0, type: 'Ghost' },
  state: 'gone',
  createdAt: '',
  locked: true,
  labels: [],
  isPull: false,
})

async function readPull(forge: Forge, pull: Pull): Promise<PlanPull> {
  const readAt = performance.now()
  const [comments, remarks] = await Promise.all([forge.comments(pull.number), remarksOn(forge, pull)])
  return { pull, readAt, comments, remarks }
}

async function remarksOn(forge: Forge, pull: Pull): Promise<ReviewRemark[]> {
  const lines = pull.lineComments === 0 ? [] : forge.lineComments(pull.number)
  return (await Promise.all([forge.reviews(pull.number), lines])).flat()
}

/** Asks for the permission of everybody whose words would matter, until the state rests on answers alone. */
async function askPeople(sources: Sources, thread: Thread): Promise<Thread> {
  const { unasked } = stateOf(thread, sources.rules)
  if (unasked.length === 0) return thread
  const asked = await Promise.all(
    unasked.map(async (login) => [login, await askPerson(sources, thread, login)] as const),
  )
  return askPeople(sources, { ...thread, people: new Map([...thread.people, ...asked]) })
}

async function askPerson({ forge, mayApprove }: Sources, thread: Thread, login: string): Promise<Person> {
  const permission = await forge.permission(login)
  return { permission, approver: await mayApprove(login, permission, thread) }
}

/**
 * Looks again at what may have changed while something took time: the issue, the pull request, what was said there,
 * the branch when somebody pushed, and everybody's permission. What did not change is answered by a 304, which is free.
 */
export async function lookAgain(sources: Sources, thread: Thread): Promise<Thread> {
  const { forge } = sources
  const before = thread.pull
  const readAt = performance.now()
  const [pull, said, issueSaid, reviews] = await Promise.all([
    before && forge.pull(before.pull.number),
    before ? forge.comments(before.pull.number) : [],
    thread.issue.state === 'gone' ? [] : forge.comments(thread.issue.number),
    before ? forge.reviews(before.pull.number) : [],
  ])
  const lines = pull && pull.lineComments !== 0 ? await forge.lineComments(pull.number) : []
  const seen: Thread = {
    ...thread,
    comments: withOwn(issueSaid, thread.comments, thread.bot),
    pull: pull && {
      pull,
      readAt,
      remarks: [...reviews, ...lines],
      comments: withOwn(said, before?.comments ?? [], thread.bot),
    },
    people: new Map(),
  }
  const moved = pull?.state === 'open' && pull.head.sha !== thread.branch?.head
  return askPeople(sources, moved ? await reread(sources, seen) : seen)
}

/**
 * Lists lag behind: what we wrote ourselves in this run is known to be there, also when a list does not show it yet. A
 * reaction that GitHub did not take, because it is locked there, is not tried again either.
 */
function withOwn(fresh: readonly Comment[], known: readonly Comment[], bot: Account): Comment[] {
  const before = new Map(known.map((comment) => [comment.id, comment]))
  const ids = new Set(fresh.map((comment) => comment.id))
  return [
    ...fresh.map((one) => ({ ...one, reactions: most(one.reactions, before.get(one.id)?.reactions ?? one.reactions) })),
    ...known.filter((one) => one.author.login === bot.login && !ids.has(one.id)),
  ]
}

const most = (one: Reactions, other: Reactions): Reactions => ({
  eyes: Math.max(one.eyes, other.eyes),
  rocket: Math.max(one.rocket, other.rocket),
  confused: Math.max(one.confused, other.confused),
})

/** Reads the branch anew after somebody pushed, we among them. */
export async function reread(sources: Sources, thread: Thread): Promise<Thread> {
  const family = familyOf(sources, thread.issue.number)
  const name = thread.branch?.name ?? thread.pull?.pull.head.branch
  await fetchFamily(sources.repo, family, true)
  const base = { branch: sources.base, sha: await baseCommit(sources.repo) }
  return {
    ...thread,
    base,
    branch:
      name === undefined ? undefined : await branchNow(sources, { family, name, bot: thread.bot, base: base.sha }),
  }
}
