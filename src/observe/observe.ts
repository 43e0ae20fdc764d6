import { isDeepStrictEqual } from 'node:util'
import { refreshIndex } from '../git/objects.ts'
import { instructionsOf } from './instructions.ts'
import { baseCommit, branchName, fetchPlanRefs, issueOf, type PlanRefs } from '../git/plan-refs.ts'
import type { Account, Comment, Forge, Issue, Pull, ReviewRemark } from '../github/forge.ts'
import type { Repository } from '../git/git.ts'
import { inBackground } from '../lazy.ts'
import { NEW_RUN, type Place, type PlanPull, type Thread } from '../decide/thread.ts'
import { type Sources, planRefsOf, ACTIONS_BOT } from './sources.ts'
import { findPlan, readBranchAgain, botAuthorOf } from './find-plan.ts'
import { lookUpUnknown } from './look-up-unknown.ts'
import { asOneBot } from './own-comments.ts'

/** Reads everything about the plan at a place. Undefined when the place is no issue and no pull request of a plan. */
export async function observe(sources: Sources, place: Place): Promise<Thread | undefined> {
  const early = place.isPull === false ? beginReading(sources, place.number) : undefined
  const found = await locate(sources, place)
  if (!found) return undefined
  const refs = planRefsOf(sources, found.issue)
  const [{ issue, comments }, known] = await Promise.all([
    readIssue(sources.forge, found, early?.comments),
    found.pull && readPull(sources, found.pull),
    early?.fetched ?? awaitFirstFetch(sources, refs),
  ])
  const plan = found.pull
    ? { pull: found.pull, bot: found.bot, branch: found.pull.head.branch, freeBranch: '', earlierPlans: [] }
    : await findPlan(sources, refs, early?.pulls)
  const base = { branch: sources.base, sha: await baseCommit(sources.repo) }
  const named = plan.branch === undefined ? undefined : { refs, name: plan.branch, bot: plan.bot, base: base.sha }
  const [branch, pull] = await Promise.all([
    named && readBranchAgain(sources, named),
    known ?? (plan.pull && readPull(sources, plan.pull)),
  ])
  const { bot, freeBranch, earlierPlans } = plan
  const { forge } = sources
  const read = {
    ...{ issue, asked: place.asked, checked: place.checked, base, bot, freeBranch, earlierPlans, branch },
    comments: await asOneBot(forge, bot, comments),
    pull: pull && { ...pull, comments: await asOneBot(forge, bot, pull.comments) },
  }
  return lookUpUnknown(sources, { ...read, people: new Map(), thisRun: NEW_RUN })
}

/** Starts at once what has to be read for every issue, since the names of its branches are known. */
function beginReading(sources: Sources, number: number) {
  const refs = planRefsOf(sources, number)
  const fetched = inBackground(awaitFirstFetch(sources, refs))
  // Plans and answers start from the base, so it is read while GitHub still answers.
  void inBackground(fetched.then(() => prepareBase(sources.repo)))
  return {
    fetched,
    comments: inBackground(sources.forge.comments(number)),
    pulls: inBackground(sources.forge.pullsFrom(branchName(refs))),
  }
}

/** Reads the base ahead of its use. The answers of git are kept in memory. */
async function prepareBase(repo: Repository): Promise<void> {
  const base = await baseCommit(repo)
  await Promise.all([refreshIndex(repo, base), instructionsOf(repo, base)])
}

const awaitFirstFetch = ({ repo, firstFetch }: Sources, refs: PlanRefs): Promise<void> =>
  firstFetch && isDeepStrictEqual(firstFetch.refs, refs) ? firstFetch.done : fetchPlanRefs(repo, refs, false)

type IssueOrPull = { issue: number; loaded?: Issue; pull?: Pull; bot: Account }

/** Finds the issue that a number is about: the issue itself, or that of a plan's pull request. */
async function locate({ forge, repository, branchPrefix }: Sources, place: Place): Promise<IssueOrPull | undefined> {
  const loaded = place.isPull ? undefined : await forge.issue(place.number)
  if (loaded && !loaded.isPull) return { issue: place.number, loaded, bot: ACTIONS_BOT }
  const pull = place.isPull || loaded ? await forge.pull(place.number) : undefined
  if (!pull || pull.head.repository !== repository) return undefined
  const issue = issueOf(pull.head.branch, branchPrefix)
  const bot = issue === undefined ? undefined : await botAuthorOf(forge, pull)
  return issue === undefined || !bot ? undefined : { issue, pull, bot }
}

/** The issue and its comments. A plan goes on when its issue is deleted or transferred. */
async function readIssue(
  forge: Forge,
  { issue: number, loaded }: IssueOrPull,
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
  isPull: false,
})

async function readPull({ forge, clock }: Sources, pull: Pull): Promise<PlanPull> {
  const readAt = clock.now()
  const [comments, remarks] = await Promise.all([forge.comments(pull.number), remarksOn(forge, pull)])
  return { pull, readAt, comments, remarks }
}

async function remarksOn(forge: Forge, pull: Pull): Promise<ReviewRemark[]> {
  const lines = pull.lineComments === 0 ? [] : forge.lineComments(pull.number)
  return (await Promise.all([forge.reviews(pull.number), lines])).flat()
}
