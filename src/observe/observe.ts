import { isDeepStrictEqual } from 'node:util'
import { refreshIndex } from '../git/work-tree.ts'
import { folderInstructionsOf, instructionsOf } from './instructions.ts'
import { baseCommit, branchName, fetchedBranches, fetchPlanRefs, issueOf, type PlanRefs } from '../git/side-ref.ts'
import type { Account, IssueBatch, Forge, Issue, Pull } from '../github/forge.ts'
import { inBackground } from '../lib/async.ts'
import { perObject } from '../lib/per-object.ts'
import { UserError } from '../lib/errors.ts'
import { NEW_RUN, type Target, type PlanPull, type Thread } from '../decide/thread/thread.ts'
import { BODY_BEGIN } from '../decide/thread/people.ts'
import { type Sources, ownAccount, planRefsOf, ACTIONS_BOT } from './sources.ts'
import { readBranch } from './branch/branch.ts'
import { readFetched } from './read-plans.ts'
import { fetchMissingFacts, asOneBot, mayLagBehind, readWholeList } from './missing-facts.ts'
import { stateOf } from '../decide/next/state.ts'
import type { Rules } from '../decide/thread/facts.ts'

/** Reads everything about the plan of an issue or pull request. Undefined if the number is of neither. */
export async function observe(sources: Sources, target: Target): Promise<Thread | undefined> {
  const prefetched = target.isPull === false ? beginReading(sources, target.number) : undefined
  const found = await locate(sources, target, prefetched?.batch)
  if (!found) return undefined
  const { forge } = sources
  const { theirs } = found
  const batch = found.pull
    ? inBackground(forge.readIssueBatch({ issue: found.issue, pull: found.pull.number }))
    : prefetched?.batch
  const { planBase, ...planLocation } = await planBaseOf(sources, found)
  const refs = planRefsOf(sources, found.issue, planBase)
  /** The comment of the event, if it is on this issue or pull request. */
  const eventCommentOn = (number: number) => (number === target.number ? target.comment?.id : undefined)
  const [{ issue, comments }, loadedPull] = await Promise.all([
    readIssue(sources, { ...found, ...planLocation, eventComment: eventCommentOn(found.issue) }, batch),
    found.pull && readPull(sources, found.pull, { batch, eventComment: eventCommentOn(found.pull.number) }),
    // One after the other, because both fetches write the same refs.
    refs.home === undefined && prefetched
      ? prefetched.fetched
      : Promise.resolve(prefetched?.fetched).then(() => awaitFirstFetch(sources, refs)),
  ])
  const plan = found.pull
    ? { pull: found.pull, bot: found.bot, branch: found.pull.head.branch, freeBranch: '', earlierPlans: [] }
    : await findPlan(sources, refs, (await prefetched?.batch)?.plans)
  const [fetched, pull] = await Promise.all([
    readFetched(sources, refs, plan.branch),
    loadedPull ?? (plan.pull && readPull(sources, plan.pull)),
  ])
  const { bot, freeBranch, earlierPlans } = plan
  return fetchMissingFacts(sources, {
    ...{ issue, asked: target.asked, checked: target.checked },
    theirs: theirs && { isFork: theirs.head.repository !== sources.repository },
    ...{ ...fetched, bot, freeBranch, earlierPlans },
    comments: await asOneBot(forge, bot, comments),
    pull: pull && { ...pull, comments: await asOneBot(forge, bot, pull.comments) },
    people: new Map(),
    thisRun: NEW_RUN,
  })
}

/** The batch request to GitHub; if it fails, each part is read separately. */
type PendingIssueBatch = Promise<IssueBatch | undefined>

/** Prefetches what every issue needs, since the names of its branches are known. */
function beginReading(sources: Sources, number: number) {
  const refs = planRefsOf(sources, number)
  const fetched = inBackground(awaitFirstFetch(sources, refs))
  const { repo, firstFetch, earlyBatch } = sources
  // Plans and answers start from the base, so it is read into caches while requests to GitHub are pending.
  const prepareBase = async (): Promise<void> => {
    const base = await baseCommit(repo)
    await Promise.all([refreshIndex(repo, base), instructionsOf(repo, base), folderInstructionsOf(repo, base)])
  }
  void inBackground(fetched.then(prepareBase))
  const earlyAnswer = isDeepStrictEqual(firstFetch?.refs, refs) ? earlyBatch : undefined
  return {
    fetched,
    batch: earlyAnswer ?? inBackground(sources.forge.readIssueBatch({ issue: number, branch: branchName(refs) })),
  }
}

const awaitFirstFetch = ({ repo, firstFetch }: Sources, refs: PlanRefs): Promise<void> =>
  firstFetch && isDeepStrictEqual(firstFetch.refs, refs) ? firstFetch.done : fetchPlanRefs(repo, refs, false)

/** `theirs` is a person's pull request, which takes the role of an issue. */
type IssueOrPull = { issue: number; loaded?: Issue | undefined; pull?: Pull; theirs?: Pull; bot: Account }

/** The branch that the plan is for: the repository's own base, or the branch of the person's pull request. */
async function planBaseOf({ forge, base, repository }: Sources, { issue: number, theirs, pull }: IssueOrPull) {
  if (theirs) {
    const isUsable = theirs.state === 'open' && theirs.head.repository === repository
    return { planBase: isUsable ? theirs.head.branch : base }
  }
  if (!pull || pull.base === base || pull.state === 'closed') return { planBase: base }
  const loaded = await forge.issue(number)
  return { planBase: loaded?.isPull ? pull.base : base, loaded }
}

/**
 * Resolves a number to its issue, that of a plan's pull request, or a person's pull request that asks for a plan. Throws
 * `UserError` for a pull request that an event names and GitHub does not show.
 */
async function locate(
  { forge, repository, branchPrefix }: Sources,
  target: Target,
  batch?: PendingIssueBatch,
): Promise<IssueOrPull | undefined> {
  const loaded = target.isPull ? undefined : ((await batch)?.issue ?? (await forge.issue(target.number)))
  if (loaded && !loaded.isPull) return { issue: target.number, loaded, bot: ACTIONS_BOT }
  const pull = target.isPull || loaded ? await forge.pull(target.number) : undefined
  if (!pull && target.isPull)
    throw new UserError(
      'no-pull',
      `GitHub does not show pull request #${target.number} to the token (404).`,
      'Look whether its base branch is still there, then comment again.',
    )
  if (!pull) return undefined
  const issue = pull.head.repository === repository ? issueOf(pull.head.branch, branchPrefix) : undefined
  const bot = issue === undefined ? undefined : await botAuthorOf(forge, pull)
  if (issue !== undefined && bot) return { issue, pull, bot }
  const mayAsk = target.plansPull === true || (target.isPull !== true && !target.comment)
  return mayAsk ? { issue: pull.number, loaded, theirs: pull, bot: ACTIONS_BOT } : undefined
}

/** The account that opened a pull request, if it is ours. Throws `UserError` if `github-token` was of another app. */
async function botAuthorOf(forge: Forge, { author, body, number }: Pull): Promise<Account | undefined> {
  if (author.login === ACTIONS_BOT.login && author.type === 'Bot') return author
  if (await forge.isMe(author.login)) return author
  if (author.type === 'Bot' && body.includes(BODY_BEGIN))
    throw new UserError(
      'another-account',
      `The plan of pull request ${number} was opened by ${author.login}, and the token of this run is of another account.`,
      `Give the input \`github-token\` a token of ${author.login} again, or close that pull request and ask for a new plan.`,
    )
  return undefined
}

/** The open plan of an issue among its possible branches, and the name for a new one. */
async function findPlan(sources: Sources, refs: PlanRefs, firstPulls?: readonly Pull[]) {
  const branches = await fetchedBranches(sources.repo)
  let branchWithPlan: string | undefined
  const earlierPlans: string[] = []
  for (let suffix = 1; ; suffix++) {
    const name = branchName(refs, suffix)
    const pulls = suffix === 1 && firstPulls ? firstPulls : await sources.forge.pullsFrom(name)
    const open = pulls.find((pull) => pull.state === 'open' && pull.head.repository === sources.repository)
    const bot = open && (await botAuthorOf(sources.forge, open))
    if (open && bot) return { branch: name, pull: open, bot, freeBranch: '', earlierPlans }
    earlierPlans.push(...pulls.map((pull) => pull.createdAt))
    const head = branches.get(name)
    // Git allows no branch `a` where there is a branch `a/b`.
    const isTaken = [...branches.keys()].some((other) => other === name || other.startsWith(`${name}/`))
    if (!isTaken && pulls.length === 0)
      return { branch: branchWithPlan, pull: undefined, bot: await ownAccount(sources), freeBranch: name, earlierPlans }
    if (head !== undefined && pulls.length === 0 && (await holdsPlan(sources, { name, head, issue: refs.issue })))
      branchWithPlan ??= name
  }
}

/** Whether a branch without a pull request holds a plan of ours: a run was interrupted or could not open one. */
async function holdsPlan({ repo, planFile }: Sources, at: { name: string; head: string; issue: number }) {
  const branch = await readBranch(repo, { ...at, base: await baseCommit(repo), planFile })
  return branch.commits.some((commit) => commit.entry?.trailers.request !== undefined)
}

/** The issue and its comments. A plan continues when its issue is deleted or transferred. */
async function readIssue(
  sources: Sources,
  { issue: number, loaded, eventComment }: IssueOrPull & { eventComment: number | undefined },
  batch?: PendingIssueBatch,
): Promise<Pick<Thread, 'issue' | 'comments'>> {
  const { forge } = sources
  const batched = await batch
  const issue = loaded ?? batched?.issue ?? (await forge.issue(number))
  if (!issue) return { issue: goneIssue(number), comments: [] }
  const first = batched?.comments ?? (await forge.comments(number))
  const read = () => forge.comments(number)
  return { issue, comments: await readWholeList(sources, issue.counted, { first, read, eventComment }) }
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

async function readPull(
  sources: Sources,
  listed: Pull,
  { batch, eventComment }: { batch?: PendingIssueBatch | undefined; eventComment?: number | undefined } = {},
): Promise<PlanPull> {
  const { forge, clock } = sources
  // Lists of pull requests have no comment counts.
  const isUncounted = listed.counted === undefined && mayLagBehind(listed.updatedAt, clock)
  const pull = (isUncounted ? await forge.pull(listed.number) : undefined) ?? listed
  const read = () => forge.comments(pull.number)
  const lines = pull.lineComments === 0 ? [] : forge.lineComments(pull.number)
  const [batched, ...remarks] = await Promise.all([batch, forge.reviews(pull.number), lines])
  const { comments: first, closings } = batched?.pull ?? { comments: await read(), closings: undefined }
  const comments = await readWholeList(sources, pull.counted, { first, read, eventComment })
  return { pull, comments, remarks: remarks.flat(), ...(closings ? { closings } : {}) }
}

/**
 * The lookups that depend on the rules; `sources.ts` need not import all of `decide/`. States are cached by their thread,
 * since each step asks several times: threads are never changed, only replaced.
 */
export const byRules = (rules: Rules): Pick<Sources, 'approvers' | 'snapshotAt'> => ({
  approvers: rules.approvers ?? { kind: 'permission', least: 'write' },
  snapshotAt: perObject((thread) => ({ thread, state: stateOf(thread, rules) })),
})
