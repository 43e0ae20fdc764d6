import type { ModelStep, StepOf } from '../../decide/next/step.ts'
import type { ResultOf, TaskResult } from '../../plan/order/order.ts'
import { placeOf, type Thread, inThisRun } from '../../decide/thread/thread.ts'
import { renderPlan } from '../../plan/markdown.ts'
import { cleanLine } from '../view/text/clean.ts'
import { directAnswer, fixGivenUp, noPlanBecause, noVersion, refusal } from '../view/comments/replies.ts'
import { answerTo, refusalOf, refusalOfReview } from '../../decide/thread/markers.ts'
import { EVENT_REMARK, fixKey } from '../../decide/inbox/fix.ts'
import { draftHalt } from '../view/comments/halt-comment.ts'
import { viewOf, type GitHubContext } from '../write/github-context.ts'
import { judgeTests } from './accept-tests.ts'
import { finish } from './finish.ts'
import { propose, recordHalt } from './record-halt.ts'
import { tellDoctor } from './diagnose.ts'
import { ownersProposal } from './owners-of-change.ts'
import { changeOf, commitSubtask } from './subtasks.ts'
import { publishLook } from './publish-look.ts'
import { tellRecheck } from '../say/tell-recheck.ts'
import { keepConversation, writePlan } from './write-plan.ts'
import { signRemarks } from './announce.ts'
import { unchangedPlan } from '../view/comments/announcement.ts'
import { say } from '../say/say.ts'
import { commentsOf } from '../../decide/inbox/pending.ts'
import type { Status } from '../../decide/approval/subtask-status.ts'
import { isSettled, type Plan } from '../../plan/plan.ts'
import { openPlan, type OpenPlan, type Snapshot } from '../../decide/next/snapshot.ts'
import { addAttempt, saveUsage } from '../write/journal.ts'
import { UserError } from '../../errors.ts'
import type { Payment } from '../../decide/thread/paid.ts'
import { addUsage, noUsage, usageSince, type Usage } from '../../plan/usage.ts'
import { withLinks } from '../view/text/links.ts'

type RequestedStep = Exclude<ModelStep, { kind: 'execute' | 'review' | 'look' | 'recheck' | 'accept' }>

/** Steps of which a stop or a proposal may come. */
type StoppableStep = Exclude<ModelStep, { kind: 'look' | 'recheck' | 'accept' }>

/** Publishes the result of the model's room for a step. */
export async function publishResult(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: ModelStep; result: TaskResult | undefined },
): Promise<Thread> {
  if (!result) return snapshot.thread
  if (step.kind === 'recheck') return tellRecheck(ctx, snapshot, { step, result })
  if (step.kind === 'accept') return publishAccepted(ctx, openPlan(snapshot), { step, result })
  if (step.kind === 'look') return publishLook(ctx, snapshot, result)
  if (result.kind === 'stopped') return publishStop(ctx, snapshot, { step, result })
  if (result.kind === 'proposed') return publishProposal(ctx, snapshot, { step, result })
  if (step.kind === 'execute') return publishAttempt(ctx, openPlan(snapshot), { step, result })
  if (step.kind === 'review') return Promise.resolve(noteReview(snapshot.thread, step, result))
  if (step.kind === 'revise' && result.kind === 'planned' && !isNewPlan(snapshot, result.plan))
    return tellUnchanged(ctx, openPlan(snapshot), { step, result })
  if ((step.kind === 'draft' || step.kind === 'revise') && result.kind === 'planned')
    return writePlan(ctx, snapshot, { step, result })
  const counted = { ...snapshot, thread: await saveUsage(ctx, snapshot.thread, paymentOf(step, result)) }
  if (result.kind === 'failed') return giveUp(ctx, counted, { step, reason: result.reason })
  if (step.kind === 'ask' && result.kind === 'answered') {
    const { comment } = step
    const text = directAnswer(withLinks(ctx, counted.thread, result.text), comment.id)
    return say(ctx, counted.thread, { place: placeOf(counted.thread, comment), ...text })
  }
  if (step.kind === 'doctor' && result.kind === 'answered') return tellDoctor(ctx, counted, { step, result })
  throw new Error(`A step "${step.kind}" cannot end with "${result.kind}".`)
}

/** Finishes the plan when its approved tests hold; otherwise it waits for a person. */
async function publishAccepted(
  ctx: GitHubContext,
  snapshot: OpenPlan,
  accepted: { step: StepOf<'accept'>; result: TaskResult },
): Promise<Thread> {
  const verdict = await judgeTests(ctx, snapshot, accepted)
  if (verdict.kind === 'moved') return snapshot.thread
  if (verdict.kind === 'met') return finish(ctx, snapshot, 'same head')
  return recordHalt(ctx, snapshot, { reason: 'acceptance', text: verdict.text })
}

/** What a step costs of which no commit comes, and the failed checks of the event that it was for. */
const paymentOf = (step: RequestedStep, { usage }: TaskResult): Payment => ({
  usage,
  ...(step.kind === 'revise' && isOfEvent(step) ? { fix: step.fix } : {}),
})

const isOfEvent = ({ remarks }: StepOf<'revise'>): boolean => remarks.some(({ id }) => id === EVENT_REMARK)

const STOP_REASONS = {
  cancelled: 'The run was cancelled.',
  time: 'The run ran out of time.',
  budget: 'The plan ran out of budget.',
  outdated: 'Something else was done meanwhile.',
}

const REMEDY = 'Try again with more detail or a smaller request, or raise `max-turns`.'
const STOP_REMEDIES = {
  cancelled: 'Repeat the command to try again.',
  time: 'Try a smaller request, or raise `time-budget`.',
  budget: 'Try a smaller request, or raise `max-tokens` or `max-cost`.',
  outdated: 'Look at what is there now.',
}

/**
 * Counts the usage of a stopped step. Where no commit will record it, whoever asked is told. Throws `UserError` where
 * the model did not answer in time, which settles nothing: the next run takes it up, as after any outage.
 */
async function publishStop(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StoppableStep; result: ResultOf<'stopped'> },
): Promise<Thread> {
  const { why, usage } = result
  // What is outdated was nobody's attempt.
  const number = step.kind === 'execute' && why !== 'outdated' ? openNumber(snapshot, step.status) : 0
  if (number > 0 || why === 'cancelled' || why === 'outdated' || (step.kind === 'revise' && why === 'budget'))
    return addAttempt(snapshot.thread, number, { reason: stopReason(result), checks: [], usage })
  if (step.kind === 'review') return noteReview(snapshot.thread, step, result)
  if (step.kind === 'execute') return snapshot.thread
  if (isWait(result)) {
    await saveUsage(ctx, snapshot.thread, { usage })
    throw new UserError('model-busy', stopReason(result), 'The next run goes on; to begin it now, run the job again.')
  }
  // Where no plan is halted there is no `/retry`: whoever asks again grants the budget again.
  const grants = why === 'budget' && (step.kind === 'draft' || !snapshot.thread.branch)
  const thread = await saveUsage(ctx, snapshot.thread, { ...paymentOf(step, result), grants })
  const counted = { ...snapshot, thread }
  if (step.kind === 'draft' && why === 'budget')
    return haltDraft(ctx, counted, { step, usage: spentSinceGrant(snapshot, usage) })
  return giveUp(ctx, counted, { step, reason: stopReason(result), remedy: STOP_REMEDIES[why] })
}

/** What the plan has used with this, since its budget was last granted. */
const spentSinceGrant = ({ thread, state }: Snapshot, usage: Usage): Usage =>
  usageSince(addUsage(state.usage, usage), thread.paid?.granted ?? noUsage)

const isWait = ({ why, waitedFor }: ResultOf<'stopped'>): boolean => why === 'time' && waitedFor !== undefined

/** Why it was stopped, with what it waited for when the time was up. */
const stopReason = (result: ResultOf<'stopped'>): string =>
  isWait(result)
    ? `The run ran out of time while it waited for ${cleanLine(result.waitedFor ?? '', 300)}.`
    : STOP_REASONS[result.why]

/**
 * The subtask whose attempt it was. When it was settled meanwhile, no later commit is for it, so the cost is the
 * plan's.
 */
function openNumber({ state }: Snapshot, { subtask: { number } }: Status): number {
  return state.statuses.some((status) => status.subtask.number === number && isSettled(status)) ? 0 : number
}

/** Says where the plan was asked for that its draft used up the budget: a person decides whether to grant it again. */
function haltDraft(
  ctx: GitHubContext,
  { thread }: Snapshot,
  { step, usage }: { step: StepOf<'draft'>; usage: Usage },
): Promise<Thread> {
  const [comment] = commentsOf(step)
  const text = draftHalt(viewOf(ctx, thread), usage, comment?.id)
  return say(ctx, { ...thread, asked: undefined }, { place: 'planning', ...text })
}

/**
 * Halts for the proposed plan. One that changes nothing is no proposal: existing approvals would end the halt at once.
 */
function publishProposal(
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StoppableStep; result: ResultOf<'proposed'> },
): Promise<Thread> {
  if (isNewPlan(snapshot, result.plan)) return propose(ctx, snapshot, result)
  if (step.kind === 'review') return Promise.resolve(noteReview(snapshot.thread, step, result))
  if (step.kind !== 'execute') throw new Error(`A step "${step.kind}" cannot end with a proposal.`)
  const attempt = { reason: 'The agent proposed the plan as it is.', checks: [], usage: result.usage }
  return Promise.resolve(addAttempt(snapshot.thread, step.status.subtask.number, attempt))
}

/** Whether a plan is another one than the present. */
const isNewPlan = ({ state: { reading } }: Snapshot, plan: Plan): boolean =>
  !reading?.plan || renderPlan(plan) !== renderPlan(reading.plan)

/** A revision with the same text is no version: it is answered, nothing is committed, and approvals stand. */
async function tellUnchanged(
  ctx: GitHubContext,
  { thread }: OpenPlan,
  { step, result }: { step: StepOf<'revise'>; result: ResultOf<'planned'> },
): Promise<Thread> {
  const counted = await saveUsage(ctx, thread, paymentOf(step, result))
  await keepConversation(ctx, thread, result.conversation)
  await signRemarks(ctx, thread, result.answers)
  const { event, notes } = notesFor(step, answerTo)
  if (event !== undefined)
    return say(ctx, counted, { place: 'pull', ...fixGivenUp({ key: event, why: 'The plan stays as it is.' }) })
  const text = unchangedPlan(viewOf(ctx, thread), { answers: result.answers, notes })
  return say(ctx, counted, { place: 'pull', ...text })
}

/** Counts the usage of a review. The approved plan goes on, even when the review failed. */
function noteReview(thread: Thread, { after }: Extract<ModelStep, { kind: 'review' }>, { usage }: TaskResult): Thread {
  const reviewed = addAttempt(thread, 0, { reason: 'The plan was compared with what was done.', checks: [], usage })
  return inThisRun(reviewed, { reviewed: after })
}

async function publishAttempt(
  ctx: GitHubContext,
  snapshot: OpenPlan,
  { step, result }: { step: Extract<ModelStep, { kind: 'execute' }>; result: Exclude<TaskResult, ResultOf<'stopped'>> },
): Promise<Thread> {
  const { status } = step
  const { number } = status.subtask
  if (result.kind === 'halted') return recordHalt(ctx, snapshot, result)
  if (result.kind === 'executed') {
    const change = await changeOf(ctx, snapshot, { number, ...result })
    const foreign = await ownersProposal(ctx, snapshot, { status, change })
    if (foreign?.kind === 'proposal') return propose(ctx, snapshot, { ...result, ...foreign, kind: 'proposed' })
    if (!foreign) return commitSubtask(ctx, snapshot, { status, result, change })
    return addAttempt(snapshot.thread, number, { reason: foreign.reason, checks: [], usage: result.usage })
  }
  if (result.kind !== 'failed') throw new Error(`An attempt cannot end with "${result.kind}".`)
  const { reason, checks, usage } = result
  return addAttempt(snapshot.thread, number, { reason, checks, usage })
}

/** Tells whoever asked that the model failed. It is not tried again by itself, since each try costs the same. */
async function giveUp(
  ctx: GitHubContext,
  { thread }: Snapshot,
  { step, reason, remedy = REMEDY }: { step: RequestedStep; reason: string; remedy?: string },
): Promise<Thread> {
  const problem = { code: 'no-result', why: `No result: ${cleanLine(reason, 500)}`, remedy }
  const problems = [...thread.thisRun.problems, problem.why]
  const failed = inThisRun({ ...thread, asked: undefined }, { problems })
  if (step.kind === 'revise') return tellNoVersion(ctx, failed, { step, problem })
  if (!step.comment) return say(ctx, failed, { place: 'planning', ...noPlanBecause(problem, ctx.links.errors) })
  const text = refusal({ ...problem, id: step.comment.id }, ctx.links.errors)
  return say(ctx, failed, { place: step.kind === 'draft' ? 'planning' : placeOf(thread, step.comment), ...text })
}

/** Says once that no version came of all that was asked for. Its notes keep any of it from being asked again. */
function tellNoVersion(
  ctx: GitHubContext,
  thread: Thread,
  { step, problem }: { step: StepOf<'revise'>; problem: { code: string; why: string; remedy: string } },
): Promise<Thread> {
  const { event, notes } = notesFor(step, refusalOf)
  if (event !== undefined)
    return say(ctx, thread, { place: 'pull', ...fixGivenUp({ key: event, why: problem.why }), once: true })
  const text = noVersion({ ...problem, notes }, ctx.links.errors)
  return say(ctx, thread, { place: 'pull', ...text })
}

/** The keys of all that a revision is to answer, so that it is not asked again. `event` is there where it is the only. */
function notesFor({ comments, remarks, fix }: StepOf<'revise'>, keyOf: (comment: number) => string) {
  const ids = remarks.map(({ id }) => id)
  const said = comments.map(({ id }) => id)
  const reviews = ids.filter((id) => id !== EVENT_REMARK && !said.includes(id))
  const event = fix && ids.includes(EVENT_REMARK) ? fixKey(fix) : undefined
  const others = [...said.map(keyOf), ...reviews.map(refusalOfReview)]
  return { event: others.length === 0 ? event : undefined, notes: [...(event === undefined ? [] : [event]), ...others] }
}
