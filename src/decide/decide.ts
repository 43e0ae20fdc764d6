import { fractionSpent } from '../plan/budget.ts'
import type { Halt } from './facts.ts'
import type { Reaction } from '../github/forge.ts'
import { closingKey, hasNote } from './markers.ts'
import type { ReadComment } from './comments.ts'
import type { State } from './state.ts'
import { allSettled, type Status } from './status.ts'
import type { Thread } from './thread.ts'
import type { Settings } from '../plan/settings.ts'
import { noUsage } from '../plan/usage.ts'
import { commentsOf, type Pending, isAnsweredInWords, isKind } from './pending.ts'
import type { Refusal } from './refusals.ts'
import { mayWrite } from './permissions.ts'

/** The one thing to do next. Each is idempotent: done twice, or cut off and done again, it comes to the same. */
export type Step =
  | { kind: 'nothing' }
  | Exclude<Pending, { kind: 'retry' }>
  | { kind: 'refuse'; refusal: Refusal }
  | { kind: 'react'; comment: ReadComment; reaction: Reaction }
  | { kind: 'delete-branch' }
  | { kind: 'open' }
  | { kind: 'tell-problem'; line: number | undefined; reason: string; blob: string }
  | { kind: 'announce'; version: number; blob: string }
  | { kind: 'tell-issue'; pull: number }
  | { kind: 'execute'; status: Status }
  | { kind: 'review'; after: number }
  | { kind: 'fail'; status: Status }
  | { kind: 'interrupt'; status: Status | undefined }
  | { kind: 'continue' }
  | { kind: 'halt'; reason: 'budget' | 'continuation' }
  | { kind: 'finish' }
  | { kind: 'ready' }
  | { kind: 'report' }
  | { kind: 'tell-halt'; key: string; halt: Halt }
  | { kind: 'show' }

/** What the decision needs besides the state: two settings, what is on the screen, and what is left of this run's time. */
export type Context = {
  settings: Pick<Settings, 'maxAttempts' | 'readyWhenDone' | 'reviewEvery'>
  /** Whether the body of the pull request is what the state renders to. */
  shown: boolean
  /** No new step is begun any more. The first attempt of a run is always made, or no run would ever get on. */
  timeIsUp: boolean
  /** The model's steps are another job's, so what only this run knows is written down before they are begun. */
  isSplit: boolean
}

/** Runs in a row that ended without an executed subtask; a fourth would not fare better. */
const MAX_CONTINUATIONS = 3

/** The steps that ask the model: they spend money, so the thread is looked at once more before them. */
export const needsModel = (step: Step): step is ModelStep =>
  step.kind === 'draft' ||
  step.kind === 'revise' ||
  step.kind === 'execute' ||
  step.kind === 'review' ||
  step.kind === 'ask'
export type ModelStep = Extract<Step, { kind: 'draft' | 'revise' | 'execute' | 'review' | 'ask' }>

const NOTHING: Step = { kind: 'nothing' }

/** Decides the next step. Pure. */
export function decide(thread: Thread, state: State, context: Context): Step {
  if (thread.pull?.pull.state === 'closed') return closedPullStep(thread, state)
  return (
    acknowledgingStep(thread, state) ??
    answeringStep(thread, state) ??
    planStep(thread, state, context) ??
    missingReaction(thread, state) ??
    NOTHING
  )
}

/** The next step towards an executed plan, words aside. */
export const planStep = (thread: Thread, state: State, context: Context): Step | undefined =>
  openingStep(thread, state) ?? (thread.pull ? openPullStep(thread, state, context) : undefined)

/** Refusals, a cancel, and the sign that a command was picked up: they come before anything that takes time. */
function acknowledgingStep(thread: Thread, state: State): Step | undefined {
  const cancel = state.pending.find(isKind('cancel'))
  if (cancel)
    return cancel.comment.reactions.eyes === 0 ? { kind: 'react', comment: cancel.comment, reaction: 'eyes' } : cancel
  const refusal = state.refusals.find(({ comment }) => !isLocked(thread, placeOf(state, comment)))
  if (refusal) return { kind: 'refuse', refusal }
  const unseen = [...state.pending.flatMap(commentsOf), ...validApprovals(state)].find(
    (comment) => comment.reactions.eyes === 0,
  )
  return unseen && { kind: 'react', comment: unseen, reaction: 'eyes' }
}

/** Of a plan that is done, an approval is nothing. */
const validApprovals = ({ comments, approvals, history }: State): ReadComment[] =>
  comments.pull
    .filter(({ id }) => approvals.some((approval) => approval.comment === id))
    .filter(({ id }) => !history.finished || id <= history.seen)

/** What is answered with words alone, and questions. */
const answeringStep = (thread: Thread, state: State): Step | undefined =>
  state.pending.filter(isAnsweredInWords).find(({ comment }) => !isLocked(thread, placeOf(state, comment)))

const placeOf = ({ comments }: State, comment: ReadComment): 'issue' | 'pull' =>
  comments.issue.includes(comment) ? 'issue' : 'pull'

/** From a request to an open pull request. */
function openingStep(thread: Thread, state: State): Step | undefined {
  if (thread.branch && !thread.pull && state.reading?.kind === 'plan')
    return thread.thisRun.pullForbidden ? NOTHING : { kind: 'open' }
  return state.pending.find(isKind('draft'))
}

function openPullStep(thread: Thread, state: State, context: Context): Step | undefined {
  if (state.reading?.kind === 'problem' && !state.history.finished) {
    const { line, reason, blob } = state.reading
    return isPosted(thread, `problem-${blob}`) ? undefined : { kind: 'tell-problem', line, reason, blob }
  }
  return (
    announcingStep(thread, state) ??
    changingStep(thread, state, context) ??
    (state.history.finished ? closingStep(thread, state, context) : executingStep(thread, state, context)) ??
    (context.shown ? undefined : { kind: 'show' })
  )
}

/** Whether nothing more needs to be said: it was, or it cannot be. */
const isPosted = (thread: Thread, key: string): boolean =>
  isLocked(thread, 'pull') || hasNote(thread.pull?.comments ?? [], thread.bot, key)

/** Whether the bot found that it may not speak there. */
const isLocked = ({ thisRun }: Thread, place: 'issue' | 'pull'): boolean =>
  thisRun.undelivered.some((comment) => comment.place === place)

/** Every version is announced, before anybody can approve it. */
function announcingStep(thread: Thread, state: State): Step | undefined {
  // Feedback may leave the plan as it is, and is answered all the same.
  const isAnswered = (state.history.revision?.seen ?? -1) < (state.versions.at(-1)?.comment ?? 0)
  if (state.reading && !state.history.finished && !(state.current && isAnswered) && !isLocked(thread, 'pull')) {
    return { kind: 'announce', version: (state.versions.at(-1)?.version ?? 0) + 1, blob: state.reading.blob }
  }
  const pull = thread.pull?.pull.number ?? 0
  // On a locked issue the bot may have no say, and the pull request shows there anyway.
  const isTold =
    thread.issue.locked || isLocked(thread, 'issue') || hasNote(thread.comments, thread.bot, `plan-${pull}`)
  return isTold ? undefined : { kind: 'tell-issue', pull }
}

/** What people want changed comes before what they approved: an answer makes a new version, and that wants a new approval. */
function changingStep(thread: Thread, state: State, context: Context): Step | undefined {
  const change = state.pending.find(isKind('skip', 'revise'))
  if (change?.kind === 'skip') return change
  if (!change || state.halt?.reason === 'budget') return undefined
  if (fractionSpent(state.allowance, noUsage) >= 1) return { kind: 'halt', reason: 'budget' }
  return context.timeIsUp ? continuingStep(thread, state) : change
}

function executingStep(thread: Thread, state: State, context: Context): Step | undefined {
  if (allSettled(state.statuses)) return { kind: 'finish' }
  if (state.halt) {
    const key = `halted-${state.halt.reason}-${state.halt.since}`
    // A proposed change explains itself, where it is announced.
    return state.halt.reason === 'change' || isPosted(thread, key)
      ? undefined
      : { kind: 'tell-halt', key, halt: state.halt }
  }
  const next = state.statuses.find((status) => status.ready)
  if (!next) return undefined
  // A spent budget is nobody's failure, and so it is asked for first.
  if (fractionSpent(state.allowance, noUsage) >= 1) return { kind: 'halt', reason: 'budget' }
  if (next.attempts >= context.settings.maxAttempts) return { kind: 'fail', status: next }
  if (context.isSplit) return stepBeforeHandOver(thread, state) ?? workStep(thread, state, { context, next })
  return context.timeIsUp ? continuingStep(thread, state) : workStep(thread, state, { context, next })
}

function workStep(thread: Thread, state: State, { context, next }: { context: Context; next: Status }): Step {
  const after = state.history.executed.size
  return isReviewDue(thread, state, context) ? { kind: 'review', after } : { kind: 'execute', status: next }
}

/** Before another job goes on: what only this run knows, and whether going on has come to nothing too often. */
function stepBeforeHandOver(thread: Thread, state: State): Step | undefined {
  const status = unrecordedAttempts(thread, state)
  if (status || thread.thisRun.attempts.has(0)) return { kind: 'interrupt', status }
  return state.history.continuations >= MAX_CONTINUATIONS ? { kind: 'halt', reason: 'continuation' } : undefined
}

/** After every so many subtasks, once, and only while the last thing that happened is that one of them was done. */
function isReviewDue({ branch, thisRun }: Thread, { history }: State, { settings }: Context): boolean {
  const done = history.executed.size
  if (settings.reviewEvery === 0 || done === 0 || done % settings.reviewEvery > 0 || thisRun.reviewed === done)
    return false
  const last = branch?.commits.at(-1)?.entry?.trailers
  return last?.subtask !== undefined && last.state === undefined
}

/** When this run's time is up: what only it knows is written down, then the next run is asked for. */
function continuingStep(thread: Thread, state: State): Step {
  const { thisRun } = thread
  const { history } = state
  const begun = unrecordedAttempts(thread, state)
  if (begun) return { kind: 'interrupt', status: begun }
  if (thisRun.continued === 'refused' || history.continuations >= MAX_CONTINUATIONS)
    return { kind: 'halt', reason: 'continuation' }
  return thisRun.continued === 'asked' ? NOTHING : { kind: 'continue' }
}

/** A subtask at which attempts were made that no commit tells of yet. */
const unrecordedAttempts = ({ thisRun }: Thread, { statuses }: State): Status | undefined =>
  statuses.find(({ subtask }) => (thisRun.attempts.get(subtask.number)?.length ?? 0) > 0)

function closingStep(thread: Thread, { versions }: State, { settings }: Context): Step | undefined {
  if (thread.pull?.pull.draft && settings.readyWhenDone) return { kind: 'ready' }
  return isPosted(thread, closingKey(versions)) ? undefined : { kind: 'report' }
}

/** The sign that something was carried out, for everything that was and does not carry it yet. */
function missingReaction(thread: Thread, state: State): Step | undefined {
  for (const one of [...state.comments.issue, ...state.comments.pull]) {
    const { eyes, rocket, confused } = one.reactions
    if (one.refused) {
      if (confused === 0) return { kind: 'react', comment: one, reaction: 'confused' }
    } else if (isCarriedOut(one, thread, state)) {
      if (eyes === 0) return { kind: 'react', comment: one, reaction: 'eyes' }
      if (rocket === 0) return { kind: 'react', comment: one, reaction: 'rocket' }
    }
  }
  return undefined
}

function isCarriedOut(
  one: ReadComment,
  thread: Thread,
  { history, approvals, statuses, halt, current }: State,
): boolean {
  const { id } = one
  switch (one.command.kind) {
    case 'ask':
    case 'plan':
      return one.answered || (history.answered.has(id) && current !== undefined)
    case 'approve': {
      // Of a plan that is done, an approval is nothing.
      if (history.finished && id > history.seen) return false
      const numbers = approvals.find((approval) => approval.comment === id)?.numbers
      const settled = statuses
        .filter(({ state }) => state === 'done' || state === 'abandoned')
        .map(({ subtask }) => subtask.number)
      return numbers !== undefined && numbers.every((number) => settled.includes(number))
    }
    case 'retry':
      return (
        id <= history.seen &&
        !halt &&
        !one.edited &&
        mayWrite(thread.people.get(one.author.login) ?? { permission: 'none', approver: false })
      )
    default:
      return one.answered || history.answered.has(id)
  }
}

/** A cancel that was cut off between closing the pull request and its last reaction is brought to its end. */
function closedPullStep(thread: Thread, state: State): Step {
  const cancel = state.pending.find(isKind('cancel'))
  if (!cancel) return NOTHING
  if (thread.branch && state.history.executed.size === 0) return { kind: 'delete-branch' }
  const { eyes } = cancel.comment.reactions
  return { kind: 'react', comment: cancel.comment, reaction: eyes === 0 ? 'eyes' : 'rocket' }
}

export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>
