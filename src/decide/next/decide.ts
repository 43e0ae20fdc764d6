import { fractionSpent, noUsage } from '../../plan/usage.ts'
import { type Halt, changesPlan, isAnswer, UNKNOWN_PERSON, commentsOf, isFeedback } from '../thread/facts.ts'
import {
  closingKey,
  isNoted,
  mergedKey,
  refusalOfReview,
  studyingNote,
  MAX_REPLIES,
  firstAndLast,
  type ReadComment,
  commentsAt,
} from '../thread/people.ts'
import { executeStep, isSubtaskStep, needsModel } from './decision.ts'
import type { Context, ModelStep, State, Step, StepOf } from './decision.ts'
import { allSkipped, isExhausted, type Status } from '../approval/subtask-status.ts'
import { hasParts, knownConflict, targetOf, type Thread, type ThreadWith } from '../thread/thread.ts'
import { checksFor, isSettled } from '../../plan/plan.ts'
import { testsOf } from '../../plan/acceptance.ts'
import { triedTests } from '../approval/as-approved.ts'
import { isKind, isCancel } from '../words/command.ts'
import { isRecordDue } from './record-of.ts'
import type { Comment, Reaction } from '../../github/forge.ts'
import { effectOf } from '../inbox/command-effects.ts'

/** Runs in a row that may end without an executed subtask. */
export const MAX_CONTINUATIONS = 3

const NOTHING: Step = { kind: 'nothing' }

export function decide(thread: Thread, state: State, context: Context): Step {
  if (state.ended) return closedPullStep(thread, state)
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
  openingStep(thread, state) ?? (hasParts(thread, 'pull') ? openPullStep(thread, state, context) : undefined)

/**
 * The steps for the model that several runners can take at once: open questions, and subtasks unless another step is
 * due. None after the end of the plan or a cancel.
 */
export function readySteps(thread: Thread, state: State, context: Context): ModelStep[] {
  if (state.ended || state.pending.some(isCancel)) return []
  const questions = state.pending.filter(isAnswer).filter(needsModel)
  const step = planStep(thread, state, context)
  if (!step || !needsModel(step)) return questions
  const steps = isSubtaskStep(step) ? startableSubtasks(state, context.settings, new Set()).map(executeStep) : [step]
  return [...questions, ...steps]
}

/** At most `free` subtasks that a job may start now next to the running ones, none beyond the next review. */
export function subtasksToBegin(
  state: State,
  { settings }: Pick<Context, 'settings'>,
  { free, inHand }: { free: number; inHand: ReadonlySet<number> },
): Status[] {
  const { reviewEvery } = settings
  const untilReview = reviewEvery === 0 ? Infinity : reviewEvery - (state.history.executed.size % reviewEvery)
  const limit = Math.max(0, Math.min(free, untilReview - inHand.size))
  return startableSubtasks(state, settings, inHand).slice(0, limit)
}

/** The subtasks to execute now. One that merges the base runs alone: its result holds only for the tip it began on. */
function startableSubtasks(
  { statuses, history: { merges } }: State,
  settings: Context['settings'],
  inHand: ReadonlySet<number>,
): Status[] {
  const isMerge = (number: number): boolean => merges.has(number)
  const startable = statuses.filter(
    (status) => status.ready && !isExhausted(status, settings) && !inHand.has(status.subtask.number),
  )
  const [first] = startable
  if ([...inHand].some(isMerge)) return []
  if (first && isMerge(first.subtask.number)) return inHand.size > 0 ? [] : [first]
  return startable.filter(({ subtask }) => !isMerge(subtask.number))
}

/** Refusals, a cancel, and the reaction to a command that was picked up. They come before all that takes time. */
function acknowledgingStep(thread: Thread, state: State): Step | undefined {
  const cancel = state.pending.find(isCancel)
  if (cancel)
    return cancel.comment.reactions.eyes === 0 ? { kind: 'react', comment: cancel.comment, reaction: 'eyes' } : cancel
  const refusalStep = refusingStep(thread, state)
  if (refusalStep) return refusalStep
  const toReact = commentsToReactTo(thread, state)
  const unacknowledged = acceptedComments(state).filter((one) => one.reactions.eyes === 0 && toReact.has(one))
  return reactionStep('eyes', unacknowledged)
}

/** Comments that one reply names, so that it stays below GitHub's size limit of a comment. */
const MAX_NAMED_COMMENTS = 400

/** Replies to one refused comment, or to many at once; or sets a reaction on those that get no reply. */
function refusingStep(thread: Thread, { refusals, comments }: State): Step | undefined {
  const refusal = refusals.find(({ comment }) => !isLocked(thread, targetOf(thread, comment)))
  if (!refusal) return undefined
  const onIssue = new Set(comments.issue)
  const atSameTarget = refusals.filter(({ comment }) => onIssue.has(comment) === onIssue.has(refusal.comment))
  if (atSameTarget.length > MAX_REPLIES)
    return { kind: 'refuse-all', refusals: atSameTarget.slice(0, MAX_NAMED_COMMENTS) }
  if (!refusal.isQuiet) return { kind: 'refuse', refusal }
  const quiet = refusals.filter(({ isQuiet }) => isQuiet).map(({ comment }) => comment)
  return reactionStep('confused', quiet)
}

const answeringStep = (thread: Thread, state: State): Step | undefined =>
  state.pending.filter(isAnswer).find(({ comment }) => !isLocked(thread, targetOf(thread, comment)))

function openingStep(thread: Thread, state: State): Step | undefined {
  if (thread.branch && !thread.pull && state.reading?.plan)
    return thread.thisRun.pullForbidden ? NOTHING : { kind: 'open' }
  return state.pending.find(isKind('draft'))
}

function openPullStep(thread: ThreadWith<'pull'>, state: State, context: Context): Step | undefined {
  if (state.reading?.kind === 'problem' && !state.history.finished) {
    const { line, reason, blob } = state.reading
    return isPosted(thread, `problem-${blob}`) ? undefined : { kind: 'tell-problem', line, reason, blob }
  }
  return (
    announcingStep(thread, state) ??
    changingStep(thread, state, context) ??
    recheckStep(thread, state, context) ??
    noticingStep(thread, state) ??
    (state.history.finished ? closingStep(thread, state) : executingStep(thread, state, context)) ??
    (context.shown ? undefined : { kind: 'show' })
  )
}

function noticingStep(thread: Thread, { notices }: State): Step | undefined {
  const notice = notices.find(({ key }) => !isPosted(thread, key))
  return notice && { kind: 'tell-once', ...notice }
}

/** Whether this note needs no posting: it is there, or the conversation is locked. */
const isPosted = (thread: Thread, key: string, target: 'issue' | 'pull' = 'pull'): boolean =>
  isLocked(thread, target) || isNoted(thread, target, key)

const isLocked = ({ thisRun }: Thread, target: 'issue' | 'pull'): boolean =>
  thisRun.undelivered.some((comment) => comment.target === target)

/** Announces every version, so that people can approve it, and tells the issue where the plan is. */
function announcingStep(thread: ThreadWith<'pull'>, state: State): Step | undefined {
  if (state.reading && !state.history.finished && !state.current && !isLocked(thread, 'pull')) {
    if (state.history.reopened && !thread.pull.pull.draft && !allSettled(state.statuses)) return { kind: 'redraft' }
    const version = (state.versions.at(-1)?.version ?? 0) + 1
    return { kind: 'announce', version, blob: state.reading.blob }
  }
  const pull = thread.pull.pull.number
  // The bot may be unable to comment on a locked issue. GitHub shows the pull request there anyway.
  const isLinked = thread.issue.locked || isPosted(thread, `plan-${pull}`, 'issue')
  return isLinked ? undefined : { kind: 'tell-issue', pull }
}

/** Changes come before approved work: each makes a new version, which needs a new approval. */
function changingStep(thread: Thread, state: State, context: Context): Step | undefined {
  const change = state.pending.find(changesPlan)
  if (change && !isFeedback(change)) return change
  // A version that cannot be announced cannot be approved.
  if (!change || state.halt?.reason === 'budget' || isLocked(thread, 'pull')) return undefined
  if (fractionSpent(state.allowance, noUsage) >= 1) return { kind: 'halt', reason: 'budget' }
  return context.timeIsUp ? continuingStep(thread, state) : change
}

/** After the base was merged, the checks of what is done run once on the merged tree. */
function recheckStep(thread: Thread, { history, statuses }: State, { settings }: Context): Step | undefined {
  const { merged } = history
  if (merged === undefined || merged === thread.paid?.rechecked || isPosted(thread, mergedKey(merged))) return undefined
  const checked = statuses.filter(
    ({ subtask, state }) => state === 'done' && checksFor(subtask, settings.verifyCommand).length > 0,
  )
  const numbers = checked.map(({ subtask }) => subtask.number)
  return numbers.length === 0 ? undefined : { kind: 'check', of: 'merge', merge: merged, numbers }
}

function executingStep(thread: Thread, state: State, context: Context): Step | undefined {
  if (allSettled(state.statuses)) {
    // After another version the approvals before it could not be told apart.
    return isFinalReviewDue(state, context)
      ? (missingReaction(thread, state) ?? { kind: 'review', of: 'result' })
      : lastStep(thread, state, context)
  }
  if (state.halt) return haltStep(thread, state.halt)
  const next = state.statuses.find((status) => status.ready)
  if (!next) return undefined
  // The budget is checked before the attempts: when it is spent, the subtask has not failed.
  if (fractionSpent(state.allowance, noUsage) >= 1) return { kind: 'halt', reason: 'budget' }
  if (isExhausted(next, context.settings)) return { kind: 'fail', status: next }
  if (context.jobs === 'three') return stepBeforeHandOver(thread, state) ?? workStep(thread, state, { context, next })
  return context.timeIsUp ? continuingStep(thread, state) : workStep(thread, state, { context, next })
}

/** The result review is optional: without time or budget for it, the plan finishes without. */
const isFinalReviewDue = ({ statuses, allowance, history }: State, { settings, timeIsUp }: Context): boolean =>
  settings.secondLook === true &&
  !history.look &&
  !timeIsUp &&
  !allSkipped(statuses) &&
  fractionSpent(allowance, noUsage) < 1

/** A plan is done when the tests that people approved with it pass on its last commit. */
function lastStep(thread: Thread, state: State, context: Context): Step | undefined {
  const { branch } = thread
  const { halt, reading, statuses } = state
  const approvedTests = (number: number) => (reading?.plan ? testsOf(reading.plan, number) : [])
  const tested = statuses.filter((one) => one.state === 'done' && approvedTests(one.subtask.number).length > 0)
  if (!branch || tested.length === 0) return { kind: 'finish' }
  if (halt?.reason === 'acceptance') return haltStep(thread, halt)
  // What people wrote into the plan since runs when it is approved.
  const isTried = triedTests(branch)
  if (tested.some(({ subtask, approved }) => !approved && !approvedTests(subtask.number).every(isTried)))
    return undefined
  const numbers = tested.map(({ subtask }) => subtask.number)
  const check: Step = { kind: 'check', of: 'tests', head: branch.head, numbers }
  if (context.jobs === 'three') return stepBeforeHandOver(thread, state) ?? check
  return context.timeIsUp ? continuingStep(thread, state) : check
}

function haltStep(thread: Thread, halt: Halt): Step | undefined {
  const key = `halted-${halt.reason}-${halt.since}`
  // The plan comment of a proposed change says why the plan is paused.
  return halt.reason === 'change' || isPosted(thread, key) ? undefined : { kind: 'tell-halt', key, halt }
}

function workStep(thread: Thread, state: State, { context, next }: { context: Context; next: Status }): Step {
  const executedCount = state.history.executed.size
  return isReviewDue(thread, state, context) ? { kind: 'review', of: 'rest', executedCount } : executeStep(next)
}

/** Before another job goes on: records what only this run knows, or pauses after too many runs without a result. */
function stepBeforeHandOver(thread: Thread, state: State): Step | undefined {
  const interrupt = interruption(thread, state)
  if (interrupt.status || thread.thisRun.attempts.has(0)) return interrupt
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
  const begun = interruption(thread, state)
  if (begun.status) return begun
  if (thisRun.continued === 'refused' || history.continuations >= MAX_CONTINUATIONS)
    return { kind: 'halt', reason: 'continuation' }
  return thisRun.continued === 'asked' ? NOTHING : { kind: 'continue' }
}

/** Records what only this run knows: its attempts at subtasks, and what it spent otherwise. */
export function interruption({ thisRun }: Thread, { statuses }: State): StepOf<'interrupt'> {
  const [status, ...others] = statuses.filter(({ subtask }) => thisRun.attempts.get(subtask.number)?.length)
  return { kind: 'interrupt', status, ...(others.length > 0 ? { others } : {}) }
}

function closingStep(thread: ThreadWith<'pull'>, state: State): Step | undefined {
  const { statuses, phase, halt } = state
  if (phase === 'halted' && halt) return haltStep(thread, halt)
  if (isRecordDue(thread, state)) return { kind: 'record' }
  // There is nothing to review in a plan of which everything was skipped, and a branch that conflicts stays a draft.
  const isReviewed = !allSkipped(statuses) && !knownConflict(thread)
  if (thread.pull.pull.draft && isReviewed) return { kind: 'ready' }
  return isPosted(thread, closingKey(state)) ? undefined : { kind: 'report' }
}

/** Retracts the comment that a plan is being made, left by an interrupted run, when the request is gone. */
const noPlanStep = (thread: Thread, { pending }: State): Step | undefined =>
  !thread.branch && !thread.pull && !thread.issue.locked && studyingNote(thread) && !pending.some(isKind('draft'))
    ? { kind: 'tell-no-plan' }
    : undefined

/** Keeps a record of what was carried out, and finishes a cancel that was cut off after the pull request was closed. */
function closedPullStep(thread: Thread, state: State): Step {
  if (isRecordDue(thread, state)) return { kind: 'record' }
  const answer = answeringStep(thread, state)
  if (answer?.kind === 'verify') return answer
  const cancel = state.pending.find(isCancel)
  if (!cancel) return closedPullRefusal(thread, state) ?? NOTHING
  if (thread.branch && state.history.executed.size === 0) return { kind: 'delete-branch' }
  const { eyes } = cancel.comment.reactions
  return { kind: 'react', comment: cancel.comment, reaction: eyes === 0 ? 'eyes' : 'rocket' }
}

/** Refuses commands on a closed plan, so that they have no effect after a reopening. */
function closedPullRefusal(thread: Thread, state: State): Step | undefined {
  const refusing = refusingStep(thread, state)
  if (refusing) return refusing
  const { reviewWhileClosed: review } = state
  if (review && !isPosted(thread, refusalOfReview(review.review))) return { kind: 'refuse-review', ...review }
  const toReact = commentsToReactTo(thread, state)
  const comment = state.comments.pull.find(
    (one) => one.hasRefusalNote && one.reactions.confused === 0 && toReact.has(one),
  )
  return comment && { kind: 'react', comment, reaction: 'confused' }
}

/** Comments that get a reaction in one step. Between steps the thread is read again, so that a cancel is noticed. */
const MAX_REACTIONS_PER_STEP = 50

function reactionStep(reaction: Reaction, comments: readonly ReadComment[]): Step | undefined {
  const [comment, ...others] = new Set(comments)
  return comment && { kind: 'react', comment, reaction, others: others.slice(0, MAX_REACTIONS_PER_STEP - 1) }
}

/** The comments that get our reaction: of many between two comments of ours only the first and the last. */
function commentsToReactTo(thread: Thread, state: State): ReadonlySet<ReadComment> {
  const accepted = new Set(acceptedComments(state))
  const getsReaction = (one: ReadComment): boolean =>
    accepted.has(one) || one.refused || isCarriedOut(one, thread, state)
  const ends = (people: readonly ReadComment[], all: readonly Comment[]): ReadComment[] => {
    const ours = all.filter(({ author }) => author.login === thread.bot.login)
    const groups = Map.groupBy(people.filter(getsReaction), ({ id }) => ours.filter((one) => one.id < id).length)
    return [...groups.values()].flatMap(firstAndLast)
  }
  const { issue, pull } = state.comments
  return new Set([...ends(issue, thread.comments), ...ends(pull, commentsAt(thread, 'pull'))])
}

/** The comments of pending requests, and the approvals that count. On a plan that is done, an approval has no effect. */
function acceptedComments(state: State): ReadComment[] {
  const { pending, comments, approvals, history } = state
  const approved = new Set(approvals.map(({ comment }) => comment))
  const isValid = ({ id }: ReadComment): boolean => approved.has(id) && (!history.finished || id <= history.seen)
  return [...pending.flatMap(commentsOf), ...comments.pull.filter(isValid)]
}

/** The next reaction that is missing on comments that were refused or carried out. */
function missingReaction(thread: Thread, state: State): Step | undefined {
  const groups = Map.groupBy(commentsToReactTo(thread, state), (one) => missingReactionOn(one, thread, state))
  for (const [reaction, comments] of groups) if (reaction) return reactionStep(reaction, comments)
  return undefined
}

function missingReactionOn(one: ReadComment, thread: Thread, state: State): Reaction | undefined {
  const { eyes, rocket, confused } = one.reactions
  if (one.refused || one.hadNoEffect) return confused === 0 ? 'confused' : undefined
  if ((eyes > 0 && rocket > 0) || !isCarriedOut(one, thread, state)) return undefined
  return eyes === 0 ? 'eyes' : 'rocket'
}

function isCarriedOut(one: ReadComment, { people }: Thread, state: State): boolean {
  const { isCarriedOut: wasExecuted } = effectOf(one.command) ?? {}
  if (!wasExecuted) return one.answered || state.history.answered.has(one.id)
  return wasExecuted(one, { ...state, person: (login) => people.get(login) ?? UNKNOWN_PERSON })
}

const allSettled = (statuses: readonly Status[]): boolean => statuses.length > 0 && statuses.every(isSettled)
