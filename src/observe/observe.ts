import { isDeepStrictEqual } from 'node:util'
import { refreshIndex } from '../git/objects.ts'
import { instructionsOf } from './instructions.ts'
import { baseCommit, branchName, fetchPlanRefs, issueOf, type PlanRefs } from '../git/plan-refs.ts'
import type { Account, Comment, Forge, Issue, Pull, ReviewRemark } from '../github/forge.ts'
import type { Repository } from '../git/git.ts'
import { inBackground } from '../lazy.ts'
import { freshRun, type Place, type PlanPull, type Thread } from '../decide/thread.ts'
import { type Sources, planRefsOf, ACTIONS_BOT } from './sources.ts'
import { findPlan, branchNow, authorIfOurs } from './find-plan.ts'
import { askPeople } from './ask-people.ts'

/** Reads everything about the plan at a place. Undefined when the place is no issue and no pull request of a plan. */
export async function observe(sources: Sources, place: Place): Promise<Thread | undefined> {
  const early = place.isPull === false ? begin(sources, place.number) : undefined
  const found = await locate(sources, place)
  if (!found) return undefined
  const family = planRefsOf(sources, found.issue)
  const [{ issue, comments }, known] = await Promise.all([
    readIssue(sources.forge, found, early?.comments),
    found.pull && readPull(sources, found.pull),
    early?.fetched ?? firstFetch(sources, family),
  ])
  const plan = found.pull
    ? { pull: found.pull, bot: found.bot, branch: found.pull.head.branch, freeBranch: '', past: [] }
    : await findPlan(sources, family, early?.pulls)
  const base = { branch: sources.base, sha: await baseCommit(sources.repo) }
  const named = plan.branch === undefined ? undefined : { family, name: plan.branch, bot: plan.bot, base: base.sha }
  const [branch, pull] = await Promise.all([
    named && branchNow(sources, named),
    known ?? (plan.pull && readPull(sources, plan.pull)),
  ])
  const { bot, freeBranch, past } = plan
  const seen = { issue, asked: place.asked, comments, base, bot, freeBranch, past, branch, pull }
  return askPeople(sources, { ...seen, people: new Map(), thisRun: freshRun })
}

/** What is asked of every issue, whose branches' names are known: all of it at once, and each is awaited in its turn. */
function begin(sources: Sources, number: number) {
  const family = planRefsOf(sources, number)
  const fetched = inBackground(firstFetch(sources, family))
  // A plan and an answer begin with the base: it is looked at while GitHub still answers.
  void inBackground(fetched.then(() => lookAtBase(sources.repo)))
  return {
    fetched,
    comments: inBackground(sources.forge.comments(number)),
    pulls: inBackground(sources.forge.pullsFrom(branchName(family))),
  }
}

/** Git remembers what it was asked, so that who needs it later does not wait. */
async function lookAtBase(repo: Repository): Promise<void> {
  const base = await baseCommit(repo)
  await Promise.all([refreshIndex(repo, base), instructionsOf(repo, base)])
}

const firstFetch = ({ repo, first }: Sources, family: PlanRefs): Promise<void> =>
  first && isDeepStrictEqual(first.family, family) ? first.done : fetchPlanRefs(repo, family, false)

type IssueOrPull = { issue: number; loaded?: Issue; pull?: Pull; bot: Account }

/** From a number to the issue that it is about: the number is the issue's own, or that of a plan's pull request. */
async function locate({ forge, repository, branchPrefix }: Sources, place: Place): Promise<IssueOrPull | undefined> {
  const loaded = place.isPull ? undefined : await forge.issue(place.number)
  if (loaded && !loaded.isPull) return { issue: place.number, loaded, bot: ACTIONS_BOT }
  const pull = place.isPull || loaded ? await forge.pull(place.number) : undefined
  if (!pull || pull.head.repository !== repository) return undefined
  const issue = issueOf(pull.head.branch, branchPrefix)
  const bot = issue === undefined ? undefined : await authorIfOurs(forge, pull)
  return issue === undefined || !bot ? undefined : { issue, pull, bot }
}

/** The issue, and what was said on it. Whoever deletes or transfers it leaves the plan behind, which goes on without it. */
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
