import type { ModelStep, StepOf } from '../decide/step.ts'
import type { ResultOf, WorkResult } from '../work/order.ts'
import type { Thread } from '../decide/thread.ts'
import { renderPlan } from '../plan/markdown.ts'
import { cleanLine } from './view/clean.ts'
import { directAnswer, fixGivenUp, noPlanBecause, noVersion, refusal } from './view/comments.ts'
import { refusalOf, refusalOfReview } from '../decide/comment-markers.ts'
import { EVENT_REMARK, fixKey } from '../decide/fix.ts'
import { draftHalt } from './view/halt.ts'
import { viewOf, type PublishRoom } from './room.ts'
import { propose } from './halt.ts'
import { tellDoctor } from './doctor.ts'
import { ownersProposal } from './real-owners.ts'
import { commitSubtask } from './subtasks.ts'
import { publishLesson } from './lessons.ts'
import { tellRecheck } from './recheck.ts'
import { writePlan } from './write-plan.ts'
import { placeOf, say, sayOnce } from './say.ts'
import { sayOutcome } from './studying.ts'
import { commentsOf } from '../decide/pending.ts'
import type { Status } from '../decide/status.ts'
import { isSettled } from '../plan/plan.ts'
import type { Snapshot } from '../decide/state.ts'
import { addAttempt } from './attempts.ts'

type RequestedStep = Exclude<ModelStep, { kind: 'execute' | 'review' | 'lessons' | 'recheck' }>
/** Steps of which a stop or a proposal may come. */
type StoppableStep = Exclude<ModelStep, { kind: 'lessons' | 'recheck' }>

/** Publishes the result of the model's room for a step. */
export async function publishResult(
  room: PublishRoom,
  snapshot: Snapshot,
  { step, result }: { step: ModelStep; result: WorkResult | undefined },
): Promise<Thread> {
  if (!result) return snapshot.thread
  if (step.kind === 'recheck') return tellRecheck(room, snapshot, { step, result })
  if (step.kind === 'lessons') return publishLesson(room, snapshot, result)
  if (result.kind === 'stopped') return publishStop(room, snapshot, { step, result })
  if (result.kind === 'proposed') return publishProposal(room, snapshot, { step, result })
  if (step.kind === 'execute') return publishAttempt(room, snapshot, { step, result })
  if (step.kind === 'review') return Promise.resolve(noteReview(snapshot.thread, step, result))
  if (result.kind === 'failed') return giveUp(room, snapshot, { step, reason: result.reason })
  if (step.kind === 'ask' && result.kind === 'answered') {
    const { comment } = step
    const text = directAnswer(withLinks(room, snapshot.thread, result.text), comment.id)
    return say(room, snapshot.thread, { place: placeOf(snapshot.thread, comment), text })
  }
  if (step.kind === 'doctor' && result.kind === 'answered') return tellDoctor(room, snapshot, { step, result })
  if ((step.kind === 'draft' || step.kind === 'revise') && result.kind === 'planned')
    return writePlan(room, snapshot, { step, result })
  throw new Error(`A step "${step.kind}" cannot end with "${result.kind}".`)
}

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

/** Counts the usage of a stopped step. A draft has no branch to record it on, so whoever asked is told. */
function publishStop(
  room: PublishRoom,
  snapshot: Snapshot,
  { step, result }: { step: StoppableStep; result: ResultOf<'stopped'> },
): Promise<Thread> {
  const { why, usage } = result
  // What is outdated was nobody's attempt.
  const number = step.kind === 'execute' && why !== 'outdated' ? openNumber(snapshot, step.status) : 0
  if (number > 0 || why === 'cancelled' || why === 'outdated' || (step.kind === 'revise' && why === 'budget')) {
    return Promise.resolve(addAttempt(snapshot.thread, number, { reason: STOP_REASONS[why], checks: [], usage }))
  }
  if (step.kind === 'review') return Promise.resolve(noteReview(snapshot.thread, step, result))
  if (step.kind === 'draft' && why === 'budget') return haltDraft(room, snapshot, { step, usage })
  return step.kind === 'execute'
    ? Promise.resolve(snapshot.thread)
    : giveUp(room, snapshot, { step, reason: STOP_REASONS[why], remedy: STOP_REMEDIES[why] })
}

/**
 * The subtask whose attempt it was. When it was settled meanwhile, no later commit is for it, so the cost is the plan's.
 */
function openNumber({ state }: Snapshot, { subtask: { number } }: Status): number {
  return state.statuses.some((status) => status.subtask.number === number && isSettled(status)) ? 0 : number
}

/** Says where the plan was asked for that its draft used up the budget: a person decides whether to grant it again. */
function haltDraft(
  room: PublishRoom,
  { thread }: Snapshot,
  { step, usage }: { step: Extract<ModelStep, { kind: 'draft' }>; usage: ResultOf<'stopped'>['usage'] },
): Promise<Thread> {
  const [comment] = commentsOf(step)
  const text = draftHalt(viewOf(room, thread), usage, comment?.id)
  return sayOutcome(room, { ...thread, asked: undefined }, text)
}

/**
 * Halts for the proposed plan. One that changes nothing is no proposal: existing approvals would end the halt at once.
 */
function publishProposal(
  room: PublishRoom,
  snapshot: Snapshot,
  { step, result }: { step: StoppableStep; result: ResultOf<'proposed'> },
): Promise<Thread> {
  const { reading } = snapshot.state
  const isNew = reading?.kind === 'plan' && renderPlan(result.plan) !== renderPlan(reading.plan)
  if (isNew) return propose(room, snapshot, result)
  if (step.kind === 'review') return Promise.resolve(noteReview(snapshot.thread, step, result))
  if (step.kind !== 'execute') throw new Error(`A step "${step.kind}" cannot end with a proposal.`)
  const attempt = { reason: 'The agent proposed the plan as it is.', checks: [], usage: result.usage }
  return Promise.resolve(addAttempt(snapshot.thread, step.status.subtask.number, attempt))
}

/** Counts the usage of a review. The approved plan goes on, even when the review failed. */
function noteReview(thread: Thread, { after }: Extract<ModelStep, { kind: 'review' }>, { usage }: WorkResult): Thread {
  const reviewed = addAttempt(thread, 0, { reason: 'The plan was compared with what was done.', checks: [], usage })
  return { ...reviewed, thisRun: { ...reviewed.thisRun, reviewed: after } }
}

async function publishAttempt(
  room: PublishRoom,
  snapshot: Snapshot,
  { step, result }: { step: Extract<ModelStep, { kind: 'execute' }>; result: Exclude<WorkResult, ResultOf<'stopped'>> },
): Promise<Thread> {
  const { status } = step
  if (result.kind === 'executed') {
    const foreign = await ownersProposal(room, snapshot, { status, patch: result.patch })
    if (foreign?.kind === 'proposal') return propose(room, snapshot, { ...result, ...foreign, kind: 'proposed' })
    if (!foreign) return commitSubtask(room, snapshot, { status, result })
    return addAttempt(snapshot.thread, status.subtask.number, {
      reason: foreign.reason,
      checks: [],
      usage: result.usage,
    })
  }
  if (result.kind !== 'failed') throw new Error(`An attempt cannot end with "${result.kind}".`)
  const { reason, checks, usage } = result
  return addAttempt(snapshot.thread, status.subtask.number, { reason, checks, usage })
}

/** Tells whoever asked that the model failed. It is not tried again by itself, since each try costs the same. */
async function giveUp(
  room: PublishRoom,
  { thread }: Snapshot,
  { step, reason, remedy = REMEDY }: { step: RequestedStep; reason: string; remedy?: string },
): Promise<Thread> {
  const problem = {
    code: 'no-result',
    why: `No result: ${cleanLine(reason, 500)}`,
    remedy,
  }
  const problems = [...thread.thisRun.problems, problem.why]
  const failed = { ...thread, asked: undefined, thisRun: { ...thread.thisRun, problems } }
  if (step.kind === 'revise') return tellNoVersion(room, failed, { step, problem })
  if (!step.comment) return sayOutcome(room, failed, noPlanBecause(problem, room.links.errors))
  const text = refusal({ ...problem, id: step.comment.id }, room.links.errors)
  return step.kind === 'draft'
    ? sayOutcome(room, failed, text)
    : say(room, failed, { place: placeOf(thread, step.comment), text })
}

/** Says once that no version came of all that was asked for. Its notes keep any of it from being asked again. */
function tellNoVersion(
  room: PublishRoom,
  thread: Thread,
  { step, problem }: { step: StepOf<'revise'>; problem: { code: string; why: string; remedy: string } },
): Promise<Thread> {
  const { comments, remarks, fix } = step
  const isOfEvent = remarks.some(({ id }) => id === EVENT_REMARK)
  const event = isOfEvent && fix ? [fixKey(fix)] : []
  const isComment = (id: number): boolean => comments.some((one) => one.id === id)
  const answers = remarks
    .filter(({ id }) => id !== EVENT_REMARK)
    .map(({ id }) => (isComment(id) ? refusalOf(id) : refusalOfReview(id)))
  const [key] = event
  if (key !== undefined && answers.length === 0)
    return sayOnce(room, thread, { place: 'pull', key, text: fixGivenUp({ key, why: problem.why }) })
  const text = noVersion({ ...problem, notes: [...event, ...answers] }, room.links.errors)
  return say(room, thread, { place: 'pull', text })
}

/** `src/a.ts:12` or `src/a.ts:12-20`, in code or not. */
const PLACE = /(?<=^|[\s(])`?(?<path>[\w.][\w./-]*\.\w+):(?<from>\d{1,6})(?:-(?<to>\d{1,6}))?`?(?=[\s).,;:]|$)/gm

/** Links paths with line numbers to those lines, at the commit that was read. */
function withLinks({ links }: PublishRoom, { branch, base }: Thread, text: string): string {
  const root = `${links.repository}/blob/${branch?.head ?? base.sha}`
  const link = (place: string): string => {
    const [path = '', from = '', to] = place.replaceAll('`', '').split(/:|-(?=\d+$)/)
    return `[${place.replaceAll('`', '')}](${root}/${encodeURI(path)}#L${from}${to ? `-L${to}` : ''})`
  }
  return text.replace(PLACE, link)
}
