import { fractionSpent } from '../plan/budget.ts'
import type { Halt } from './facts.ts'
import type { Reaction } from '../github/forge.ts'
import { closingKey, hasNote, mergedKey, refusalOfReview, studyingNote } from './comment-markers.ts'
import type { ReadComment } from './comments.ts'
import type { State } from './state.ts'
import { allSettled, allSkipped, type Status } from './status.ts'
import type { Thread } from './thread.ts'
import type { Settings } from '../plan/settings.ts'
import { checksFor } from '../plan/plan.ts'
import { noUsage } from '../plan/usage.ts'
import { commentsOf, type Pending, isAnsweredInWords, isKind } from './pending.ts'
import type { Refusal } from './refusal.ts'
import type { ReviewRefusal } from './while-closed.ts'
import { mayWrite } from './approvers.ts'
import { knownConflict } from './merge.ts'

/** The one thing to do next. Steps are idempotent: repeating one, also after it was cut off, changes nothing more. */
export type Step =
  | { kind: 'nothing' }
  | Exclude<Pending, { kind: 'retry' }>
  | { kind: 'refuse'; refusal: Refusal }
  | ({ kind: 'refuse-review' } & ReviewRefusal)
  /** `others` are comments that get the same reaction: each by itself would take a look at everything. */
  | { kind: 'react'; comment: ReadComment; reaction: Reaction; others?: readonly ReadComment[] }
  | { kind: 'delete-branch' }
  | { kind: 'open' }
  | { kind: 'tell-problem'; line: number | undefined; reason: string; blob: string }
  | { kind: 'announce'; version: number; blob: string }
  | { kind: 'redraft' }
  | { kind: 'tell-fix-limit'; key: string }
  | { kind: 'tell-issue'; pull: number }
  | { kind: 'tell-no-plan' }
  | { kind: 'execute'; status: Status }
  | { kind: 'review'; after: number }
  /** Runs the checks of these subtasks once more, on the tree after this merge of the base. It asks no model. */
  | { kind: 'recheck'; merge: string; numbers: number[] }
  | { kind: 'fail'; status: Status }
  /** `others` are subtasks that were in hand at the same time. */
  | { kind: 'interrupt'; status: Status | undefined; others?: readonly Status[] }
  | { kind: 'continue' }
  | { kind: 'halt'; reason: 'budget' | 'continuation' }
  | { kind: 'finish' }
  | { kind: 'ready' }
  | { kind: 'report' }
  | { kind: 'tell-halt'; key: string; halt: Halt }
  | { kind: 'show' }

/** What the decision needs besides the state. */
export type Context = {
  settings: Pick<Settings, 'maxAttempts' | 'readyWhenDone' | 'reviewEvery'> & Partial<Pick<Settings, 'verifyCommand'>>
  /** Whether the pull request shows what the state renders to. */
  shown: boolean
  /** This run begins no new step. Each run makes at least one attempt, or it would get nowhere. */
  timeIsUp: boolean
  /** Another job takes the model's steps. What only this run knows has to be on the branch before they begin. */
  isSplit: boolean
}

/** Runs in a row that may end without an executed subtask. */
export const MAX_CONTINUATIONS = 3

/** The steps of the model's room. Most cost money, so the thread is read once more before them. */
export const needsModel = (step: Step): step is ModelStep =>
  step.kind === 'draft' ||
  step.kind === 'revise' ||
  step.kind === 'execute' ||
  step.kind === 'review' ||
  step.kind === 'recheck' ||
  step.kind === 'ask' ||
  step.kind === 'doctor'
export type ModelStep = Extract<
  Step,
  { kind: 'draft' | 'revise' | 'execute' | 'review' | 'recheck' | 'ask' | 'doctor' }
>

const NOTHING: Step = { kind: 'nothing' }

/** Decides the next step. Pure. */
export function decide(thread: Thread, state: State, context: Context): Step {
  if (thread.pull?.pull.state === 'closed') return closedPullStep(thread, state)
  return (
    acknowledgingStep(thread, state) ??
    answeringStep(thread, state) ??
    planStep(thread, state, context) ??
    missingReaction(thread, state) ??
    noPlanStep(thread, state) ??
    NOTHING
  )
}

/** The next step towards an executed plan, without answers and reactions. */
export const planStep = (thread: Thread, state: State, context: Context): Step | undefined =>
  openingStep(thread, state) ?? (thread.pull ? openPullStep(thread, state, context) : undefined)

/** Refusals, a cancel, and the reaction to a command that was picked up. They come before all that takes time. */
function acknowledgingStep(thread: Thread, state: State): Step | undefined {
  const cancel = state.pending.find(isKind('cancel'))
  if (cancel)
    return cancel.comment.reactions.eyes === 0 ? { kind: 'react', comment: cancel.comment, reaction: 'eyes' } : cancel
  const refusal = state.refusals.find(({ comment }) => !isLocked(thread, placeOf(state, comment)))
  if (refusal) return refusingStep(state, refusal)
  const heard = [...state.pending.flatMap(commentsOf), ...validApprovals(state)]
  return reactionStep(
    'eyes',
    heard.filter((comment) => comment.reactions.eyes === 0),
  )
}

/** How many comments get a reaction in one step. Then it is looked whether somebody says stop. */
const AT_ONCE = 50

/** One step that gives the same reaction to several comments. */
function reactionStep(reaction: Reaction, comments: readonly ReadComment[]): Step | undefined {
  const [comment, ...others] = new Set(comments)
  return comment && { kind: 'react', comment, reaction, others: others.slice(0, AT_ONCE - 1) }
}

/** Words for one comment, or a reaction to all that get no words. */
function refusingStep({ refusals }: State, refusal: Refusal): Step | undefined {
  if (!refusal.isQuiet) return { kind: 'refuse', refusal }
  return reactionStep(
    'confused',
    refusals.filter(({ isQuiet }) => isQuiet).map(({ comment }) => comment),
  )
}

/** An approval has no effect on a plan that is done. */
const validApprovals = ({ comments, approvals, history }: State): ReadComment[] =>
  comments.pull
    .filter(({ id }) => approvals.some((approval) => approval.comment === id))
    .filter(({ id }) => !history.finished || id <= history.seen)

/** Comments that get an answer and nothing else. */
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
    recheckStep(thread, state, context) ??
    fixLimitStep(thread, state) ??
    (state.history.finished ? closingStep(thread, state, context) : executingStep(thread, state, context)) ??
    (context.shown ? undefined : { kind: 'show' })
  )
}

/** Says that no more versions are made for checks, when an event would have asked for one. */
const fixLimitStep = (thread: Thread, { fixLimit: key }: State): Step | undefined =>
  key === undefined || isPosted(thread, key) ? undefined : { kind: 'tell-fix-limit', key }

/** Whether this note needs no posting: it is there, or the conversation is locked. */
const isPosted = (thread: Thread, key: string): boolean =>
  isLocked(thread, 'pull') || hasNote(thread.pull?.comments ?? [], thread.bot, key)

/** Whether the bot found that the conversation is locked for it. */
const isLocked = ({ thisRun }: Thread, place: 'issue' | 'pull'): boolean =>
  thisRun.undelivered.some((comment) => comment.place === place)

/** Announces every version, so that people can approve it, and tells the issue where the plan is. */
function announcingStep(thread: Thread, state: State): Step | undefined {
  // Feedback that leaves the plan as it is gets an answer too.
  const isAnswered = (state.history.revision?.seen ?? -1) < (state.versions.at(-1)?.comment ?? 0)
  if (state.reading && !state.history.finished && !(state.current && isAnswered) && !isLocked(thread, 'pull')) {
    if (state.history.reopened && thread.pull?.pull.draft === false && !allSettled(state.statuses))
      return { kind: 'redraft' }
    return { kind: 'announce', version: (state.versions.at(-1)?.version ?? 0) + 1, blob: state.reading.blob }
  }
  const pull = thread.pull?.pull.number ?? 0
  // The bot may be unable to comment on a locked issue. GitHub shows the pull request there anyway.
  const isTold =
    thread.issue.locked || isLocked(thread, 'issue') || hasNote(thread.comments, thread.bot, `plan-${pull}`)
  return isTold ? undefined : { kind: 'tell-issue', pull }
}

/** Changes come before approved work: each makes a new version, which needs a new approval. */
function changingStep(thread: Thread, state: State, context: Context): Step | undefined {
  const change = state.pending.find(isKind('skip', 'undo', 'update', 'revise'))
  if (change && change.kind !== 'revise') return change
  if (!change || state.halt?.reason === 'budget') return undefined
  if (fractionSpent(state.allowance, noUsage) >= 1) return { kind: 'halt', reason: 'budget' }
  return context.timeIsUp ? continuingStep(thread, state) : change
}

/** After the base was merged, the checks of what is done run once on the merged tree. */
function recheckStep(thread: Thread, { history, statuses }: State, { settings }: Context): Step | undefined {
  const checked = statuses.filter(
    ({ subtask, state }) => state === 'done' && checksFor(subtask, settings.verifyCommand).length > 0,
  )
  if (history.merged === undefined || checked.length === 0 || isPosted(thread, mergedKey(history.merged)))
    return undefined
  return { kind: 'recheck', merge: history.merged, numbers: checked.map(({ subtask }) => subtask.number) }
}

function executingStep(thread: Thread, state: State, context: Context): Step | undefined {
  if (allSettled(state.statuses)) return { kind: 'finish' }
  if (state.halt) return haltStep(thread, state.halt)
  const next = state.statuses.find((status) => status.ready)
  if (!next) return undefined
  // The budget is checked before the attempts: when it is spent, the subtask has not failed.
  if (fractionSpent(state.allowance, noUsage) >= 1) return { kind: 'halt', reason: 'budget' }
  if (next.attempts >= context.settings.maxAttempts) return { kind: 'fail', status: next }
  if (context.isSplit) return stepBeforeHandOver(thread, state) ?? workStep(thread, state, { context, next })
  return context.timeIsUp ? continuingStep(thread, state) : workStep(thread, state, { context, next })
}

function haltStep(thread: Thread, halt: Halt): Step | undefined {
  const key = `halted-${halt.reason}-${halt.since}`
  // The announcement of a proposed change says why the plan is halted.
  return halt.reason === 'change' || isPosted(thread, key) ? undefined : { kind: 'tell-halt', key, halt }
}

function workStep(thread: Thread, state: State, { context, next }: { context: Context; next: Status }): Step {
  const after = state.history.executed.size
  return isReviewDue(thread, state, context) ? { kind: 'review', after } : { kind: 'execute', status: next }
}

/** Before another job goes on: records what only this run knows, or halts after too many runs without a result. */
function stepBeforeHandOver(thread: Thread, state: State): Step | undefined {
  const begun = unrecordedAttempts(thread, state)
  if (begun.length > 0 || thread.thisRun.attempts.has(0)) return interruption(begun)
  return state.history.continuations >= MAX_CONTINUATIONS ? { kind: 'halt', reason: 'continuation' } : undefined
}

/** Due once after every `reviewEvery` subtasks, while the newest commit is that of a subtask. */
function isReviewDue({ branch, thisRun }: Thread, { history }: State, { settings }: Context): boolean {
  const done = history.executed.size
  if (settings.reviewEvery === 0 || done === 0 || done % settings.reviewEvery > 0 || thisRun.reviewed === done)
    return false
  const last = branch?.commits.at(-1)?.entry?.trailers
  return last?.subtask !== undefined && last.state === undefined
}

/** When this run's time is up: records what only it knows, then asks for the next run. */
function continuingStep(thread: Thread, state: State): Step {
  const { thisRun } = thread
  const { history } = state
  const begun = unrecordedAttempts(thread, state)
  if (begun.length > 0) return interruption(begun)
  if (thisRun.continued === 'refused' || history.continuations >= MAX_CONTINUATIONS)
    return { kind: 'halt', reason: 'continuation' }
  return thisRun.continued === 'asked' ? NOTHING : { kind: 'continue' }
}

/** Records what only this run knows of these subtasks, or what it spent otherwise. */
export const interruption = ([status, ...others]: readonly Status[]): Step => ({
  kind: 'interrupt',
  status,
  ...(others.length > 0 ? { others } : {}),
})

/** The subtasks with attempts that no commit records yet. */
export const unrecordedAttempts = ({ thisRun }: Thread, { statuses }: State): Status[] =>
  statuses.filter(({ subtask }) => (thisRun.attempts.get(subtask.number)?.length ?? 0) > 0)

function closingStep(thread: Thread, state: State, { settings }: Context): Step | undefined {
  const { versions, statuses, phase, halt, history } = state
  if (phase === 'halted' && halt) return haltStep(thread, halt)
  // There is nothing to review in a plan of which everything was skipped, and a branch that conflicts stays a draft.
  const isReviewed = settings.readyWhenDone && !allSkipped(statuses) && !knownConflict(thread)
  if (thread.pull?.pull.draft && isReviewed) return { kind: 'ready' }
  return isPosted(thread, closingKey(versions, history.undoneWhenDone)) ? undefined : { kind: 'report' }
}

/** Takes back that a plan is being made, which a run said that was cut off, when nobody asks for one any more. */
const noPlanStep = ({ issue, comments, bot, branch, pull }: Thread, { pending }: State): Step | undefined =>
  !branch && !pull && !issue.locked && studyingNote(comments, bot) && !pending.some(isKind('draft'))
    ? { kind: 'tell-no-plan' }
    : undefined

/** The next reaction that is missing on comments that were refused or carried out. */
function missingReaction(thread: Thread, state: State): Step | undefined {
  const missing = [...state.comments.issue, ...state.comments.pull].flatMap((comment) => {
    const reaction = missingOn(comment, thread, state)
    return reaction ? [{ comment, reaction }] : []
  })
  const next = missing[0]?.reaction
  return (
    next &&
    reactionStep(
      next,
      missing.flatMap(({ comment, reaction }) => (reaction === next ? [comment] : [])),
    )
  )
}

function missingOn(one: ReadComment, thread: Thread, state: State): Reaction | undefined {
  const { eyes, rocket, confused } = one.reactions
  if (one.refused) return confused === 0 ? 'confused' : undefined
  if ((eyes > 0 && rocket > 0) || !isCarriedOut(one, thread, state)) return undefined
  return eyes === 0 ? 'eyes' : 'rocket'
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
      // An approval has no effect on a plan that is done.
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

/** Finishes a cancel that was cut off after the pull request was closed. */
function closedPullStep(thread: Thread, state: State): Step {
  const cancel = state.pending.find(isKind('cancel'))
  if (!cancel) return closedPullRefusal(thread, state) ?? NOTHING
  if (thread.branch && state.history.executed.size === 0) return { kind: 'delete-branch' }
  const { eyes } = cancel.comment.reactions
  return { kind: 'react', comment: cancel.comment, reaction: eyes === 0 ? 'eyes' : 'rocket' }
}

/** What people say to a plan that is closed is refused so that it has no effect when somebody reopens it. */
function closedPullRefusal(thread: Thread, state: State): Step | undefined {
  const refusal = state.refusals.find(({ comment }) => !isLocked(thread, placeOf(state, comment)))
  if (refusal) return refusingStep(state, refusal)
  const { reviewWhileClosed: review } = state
  if (review && !isPosted(thread, refusalOfReview(review.review))) return { kind: 'refuse-review', ...review }
  const bare = state.comments.pull.find(({ toldWhy, reactions }) => toldWhy && reactions.confused === 0)
  return bare && { kind: 'react', comment: bare, reaction: 'confused' }
}

export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>
