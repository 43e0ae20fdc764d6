import { isDeepStrictEqual } from 'node:util'
import { refreshIndex } from '../git/work-tree.ts'
import { folderInstructionsOf, instructionsOf } from './instructions.ts'
import { baseCommit, branchName, fetchPlanRefs, issueOf, type PlanRefs } from '../git/side-ref.ts'
import type { Account, IssueBatch, Forge, Issue, Pull, ReviewRemark, Comment, Reactions } from '../github/forge.ts'
import type { Repository } from '../git/git.ts'
import { inBackground } from '../lib/async.ts'
import { UserError, errorText } from '../lib/errors.ts'
import { NEW_RUN, type Place, type PlanPull, type Thread } from '../decide/thread/thread.ts'
import { type Sources, planRefsOf, ACTIONS_BOT } from './sources.ts'
import { findPlan, readBranchAgain, readPaid, botAuthorOf, refreshBranch } from './find-plans.ts'
import { fetchMissingFacts, asOneBot, isYoung, untilAll, fetchComments } from './missing-facts.ts'
import { stateOf } from '../decide/next/state.ts'
import type { Snapshot } from '../decide/next/decision.ts'
import type { Rules } from '../decide/thread/facts.ts'

/** Reads everything about the plan of an issue or pull request. Undefined if the number is of neither. */
export async function observe(sources: Sources, place: Place): Promise<Thread | undefined> {
  const early = place.isPull === false ? beginReading(sources, place.number) : undefined
  const found = await locate(sources, place, early?.batch)
  if (!found) return undefined
  const batch = found.pull ? inBackground(readPlanBatch(sources, found)) : early?.batch
  const { planBase, ...planLocation } = await planBaseOf(sources, found)
  const refs = planRefsOf(sources, found.issue, planBase)
  const said = place.said && { on: place.number, id: place.said.id }
  const [{ issue, comments }, known] = await Promise.all([
    readIssue(sources, { ...found, ...planLocation, said }, batch),
    found.pull && readPull(sources, found.pull, { batch, said }),
    // One after the other, because both fetches write the same refs.
    refs.home === undefined && early
      ? early.fetched
      : Promise.resolve(early?.fetched).then(() => awaitFirstFetch(sources, refs)),
  ])
  const plan = found.pull
    ? { pull: found.pull, bot: found.bot, branch: found.pull.head.branch, freeBranch: '', earlierPlans: [] }
    : await findPlan(sources, refs, (await early?.batch)?.plans)
  const base = { branch: refs.base, sha: await baseCommit(sources.repo) }
  const named = plan.branch === undefined ? undefined : { refs, name: plan.branch, base }
  const [branch, pull] = await Promise.all([
    named && readBranchAgain(sources, named),
    known ?? (plan.pull && readPull(sources, plan.pull)),
  ])
  const { bot, freeBranch, earlierPlans } = plan
  const { forge } = sources
  const read = {
    ...{ issue, asked: place.asked, checked: place.checked, theirs: theirsOf(sources, found) },
    ...{ base, bot, freeBranch, earlierPlans, branch },
    paid: await readPaid(sources.repo, found.issue),
    comments: await asOneBot(forge, bot, comments),
    pull: pull && { ...pull, comments: await asOneBot(forge, bot, pull.comments) },
  }
  return fetchMissingFacts(sources, { ...read, people: new Map(), thisRun: NEW_RUN })
}

/** The batch request to GitHub; if it fails, each part is read separately. */
type PendingIssueBatch = Promise<IssueBatch | undefined>

const readPlanBatch = ({ forge }: Sources, { issue, pull }: IssueOrPull): PendingIssueBatch =>
  forge.readIssueBatch({ issue, ...(pull ? { pull: pull.number } : {}) })

/** Prefetches what every issue needs, since the names of its branches are known. */
function beginReading(sources: Sources, number: number) {
  const refs = planRefsOf(sources, number)
  const fetched = inBackground(awaitFirstFetch(sources, refs))
  // Plans and answers start from the base, so it is read while GitHub still answers.
  void inBackground(fetched.then(() => prepareBase(sources.repo)))
  const begun = isDeepStrictEqual(sources.earlyBatch?.refs, refs) ? sources.earlyBatch?.answer : undefined
  return {
    fetched,
    batch: begun ?? inBackground(sources.forge.readIssueBatch({ issue: number, branch: branchName(refs) })),
  }
}

/** Reads the base ahead of its use. The answers of git are cached. */
async function prepareBase(repo: Repository): Promise<void> {
  const base = await baseCommit(repo)
  await Promise.all([refreshIndex(repo, base), instructionsOf(repo, base), folderInstructionsOf(repo, base)])
}

const awaitFirstFetch = ({ repo, firstFetch }: Sources, refs: PlanRefs): Promise<void> =>
  firstFetch && isDeepStrictEqual(firstFetch.refs, refs) ? firstFetch.done : fetchPlanRefs(repo, refs, false)

/** `theirs` is a person's pull request, which takes the role of an issue. */
type IssueOrPull = { issue: number; loaded?: Issue; pull?: Pull; theirs?: Pull; bot: Account }

const theirsOf = ({ repository }: Sources, { theirs }: IssueOrPull): Thread['theirs'] =>
  theirs && { isFork: theirs.head.repository !== repository, merged: theirs.merged === true }

/** The branch that the plan is for: the repository's own base, or the branch of the person's pull request. */
async function planBaseOf(
  { forge, base, repository }: Sources,
  { issue: number, theirs, pull }: IssueOrPull,
): Promise<{ planBase: string; loaded?: Issue }> {
  if (theirs) {
    const isUsable = theirs.state === 'open' && theirs.head.repository === repository
    return { planBase: isUsable ? theirs.head.branch : base }
  }
  if (!pull || pull.base === base || pull.state === 'closed') return { planBase: base }
  const loaded = await forge.issue(number)
  return { planBase: loaded?.isPull ? pull.base : base, ...(loaded ? { loaded } : {}) }
}

/**
 * Resolves a number to its issue, that of a plan's pull request, or a person's pull request that asks for a plan. Throws
 * `UserError` for a pull request that an event names and GitHub does not show.
 */
async function locate(
  { forge, repository, branchPrefix }: Sources,
  place: Place,
  batch?: PendingIssueBatch,
): Promise<IssueOrPull | undefined> {
  const loaded = place.isPull ? undefined : ((await batch)?.issue ?? (await forge.issue(place.number)))
  if (loaded && !loaded.isPull) return { issue: place.number, loaded, bot: ACTIONS_BOT }
  const pull = place.isPull || loaded ? await forge.pull(place.number) : undefined
  if (!pull && place.isPull)
    throw new UserError(
      'no-pull',
      `GitHub does not show pull request #${place.number} to the token (404).`,
      'Look whether its base branch is still there, then comment again.',
    )
  if (!pull) return undefined
  const issue = pull.head.repository === repository ? issueOf(pull.head.branch, branchPrefix) : undefined
  const bot = issue === undefined ? undefined : await botAuthorOf(forge, pull)
  if (issue !== undefined && bot) return { issue, pull, bot }
  const mayAsk = place.plansPull === true || (place.isPull !== true && !place.said)
  return mayAsk ? { issue: pull.number, ...(loaded ? { loaded } : {}), theirs: pull, bot: ACTIONS_BOT } : undefined
}

/** The issue and its comments. A plan continues when its issue is deleted or transferred. */
async function readIssue(
  sources: Sources,
  { issue: number, loaded, said }: IssueOrPull & { said?: NamedComment | undefined },
  batch?: PendingIssueBatch,
): Promise<Pick<Thread, 'issue' | 'comments'>> {
  const { forge } = sources
  const seen = await batch
  const issue = loaded ?? seen?.issue ?? (await forge.issue(number))
  if (!issue) return { issue: goneIssue(number), comments: [] }
  const first = seen?.comments ?? (await forge.comments(number))
  const read = () => forge.comments(number)
  return { issue, comments: await untilAll(sources, issue.counted, { first, read, said: saidOn(number, said) }) }
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

type NamedComment = { on: number; id: number }
const saidOn = (number: number, said?: NamedComment): number | undefined => (said?.on === number ? said.id : undefined)

async function readPull(
  sources: Sources,
  listed: Pull,
  { batch, said }: { batch?: PendingIssueBatch | undefined; said?: NamedComment | undefined } = {},
): Promise<PlanPull> {
  const { forge, clock } = sources
  // Lists of pull requests have no comment counts.
  const isUncounted = listed.counted === undefined && isYoung(listed.updatedAt, clock)
  const pull = (isUncounted ? await forge.pull(listed.number) : undefined) ?? listed
  const read = () => forge.comments(pull.number)
  const [seen, remarks] = await Promise.all([batch, remarksOn(forge, pull)])
  const { comments: first, closings } = seen?.pull ?? { comments: await read(), closings: undefined }
  const comments = await untilAll(sources, pull.counted, { first, read, said: saidOn(pull.number, said) })
  return { pull, comments, remarks, ...(closings ? { closings } : {}) }
}

async function remarksOn(forge: Forge, pull: Pull): Promise<ReviewRemark[]> {
  const lines = pull.lineComments === 0 ? [] : forge.lineComments(pull.number)
  return (await Promise.all([forge.reviews(pull.number), lines])).flat()
}

/**
 * The lookups that depend on the rules; `sources.ts` need not import all of `decide/`. States are cached by their thread,
 * since each step asks several times: threads are never changed, only replaced.
 */
export function byRules(rules: Rules): Pick<Sources, 'approvers' | 'snapshotAt'> {
  const derived = new WeakMap<Thread, Snapshot>()
  return {
    approvers: rules.approvers ?? { kind: 'permission', least: 'write' },
    snapshotAt: (thread) => {
      const snapshot = derived.get(thread) ?? { thread, state: stateOf(thread, rules) }
      derived.set(thread, snapshot)
      return snapshot
    },
  }
}

/** Reads again what may have changed. GitHub answers 304 for the rest, which is free. */
export async function refresh(sources: Sources, thread: Thread): Promise<Thread> {
  const { forge } = sources
  const before = thread.pull
  const known = before?.comments ?? []
  const read = async (): Promise<Comment[]> =>
    before ? withOwn(await fetchComments(forge, thread.bot, before.pull.number), known, thread.bot) : []
  const [pull, first, onIssue, reviews] = await Promise.all([
    before && forge.pull(before.pull.number),
    read(),
    thread.issue.state === 'gone' ? [] : fetchComments(forge, thread.bot, thread.issue.number),
    before ? forge.reviews(before.pull.number) : [],
  ])
  const lines = pull && pull.lineComments !== 0 ? await forge.lineComments(pull.number) : []
  const looked: Thread = {
    ...thread,
    comments: withOwn(onIssue, thread.comments, thread.bot),
    pull: pull && {
      pull,
      closings: before?.closings ?? [],
      remarks: [...reviews, ...lines],
      comments: await untilAll(sources, pull.counted, { first, read }),
    },
    people: new Map(),
  }
  // Code owners may change on the base alone.
  const moved = sources.approvers.kind === 'codeowners' || pull?.head.sha !== thread.branch?.head
  return fetchMissingFacts(sources, pull?.state === 'open' && moved ? await refreshBranch(sources, looked) : looked)
}

/** Retries of a refresh before results are written. Each takes half a minute while GitHub is down. */
const PAID_TRIES = 10

/** Refreshes a thread before a paid result is published, with retries through an outage while the run has time. */
export async function refreshPatiently(
  sources: Sources,
  thread: Thread,
  { stop, note }: { stop: AbortSignal; note: (what: string) => void },
): Promise<Thread> {
  for (let tries = 0; ; tries++) {
    try {
      return await refresh(sources, thread)
    } catch (error) {
      const isOver = stop.aborted || sources.clock.signal.aborted || tries >= PAID_TRIES
      if (isOver || error instanceof UserError) throw error
      note(`GitHub cannot be asked; what was worked out waits for it: ${errorText(error)}`)
    }
  }
}

/** Adds what this run wrote, as lists lag behind; a reaction also where a locked conversation refused it. */
function withOwn(fresh: readonly Comment[], known: readonly Comment[], bot: Account): Comment[] {
  const before = new Map(known.map((comment) => [comment.id, comment]))
  const ids = new Set(fresh.map((comment) => comment.id))
  return [
    ...fresh.map((one) => withKnown(one, before.get(one.id))),
    ...known.filter((one) => one.author.login === bot.login && !ids.has(one.id)),
  ]
}

/** Facts from GraphQL about a comment hold until its time changes. */
const withKnown = (fresh: Comment, known: Comment | undefined): Comment =>
  known
    ? {
        ...fresh,
        // A list may be older than our own edit of a comment.
        ...(known.updatedAt > fresh.updatedAt ? { body: known.body, updatedAt: known.updatedAt } : {}),
        reactions: most(fresh.reactions, known.reactions),
        ownReactions: known.ownReactions,
        ...(known.updatedAt === fresh.updatedAt ? { wasEdited: known.wasEdited } : {}),
      }
    : fresh

const most = (one: Reactions, other: Reactions): Reactions => ({
  eyes: Math.max(one.eyes, other.eyes),
  rocket: Math.max(one.rocket, other.rocket),
  confused: Math.max(one.confused, other.confused),
})
