import type { ModelStep } from '../decide/decide.ts'
import type { ResultOf, WorkResult } from '../work/order.ts'
import type { Thread } from '../decide/thread.ts'
import { renderPlan } from '../plan/markdown.ts'
import { cleanLine } from './view/clean.ts'
import { directAnswer, refusal } from './view/comments.ts'
import type { PublishRoom } from './room.ts'
import { propose } from './halt.ts'
import { commitSubtask, remember } from './subtasks.ts'
import { writePlan } from './write-plan.ts'
import { placeOf, say } from './say.ts'
import { commentsOf } from '../decide/pending.ts'
import type { Look } from '../decide/state.ts'

type WorkedStep = ModelStep
type Worded = Exclude<ModelStep, { kind: 'execute' | 'review' }>

/** Takes what the model's room brought back for a step, whatever it is. */
export async function takeResult(
  desk: PublishRoom,
  look: Look,
  { step, result }: { step: WorkedStep; result: WorkResult | undefined },
): Promise<Thread> {
  if (!result) return look.thread
  if (result.kind === 'stopped') return takeStop(desk, look, { step, result })
  if (result.kind === 'proposed') return takeProposal(desk, look, { step, result })
  if (step.kind === 'execute') return takeAttempt(desk, look, { step, result })
  if (step.kind === 'review') return Promise.resolve(takeReview(look.thread, step, result))
  if (result.kind === 'failed') return giveUp(desk, look, { step, reason: result.reason })
  if (step.kind === 'ask' && result.kind === 'answered') {
    const { comment } = step
    const text = directAnswer(linked(desk, look.thread, result.text), comment.id)
    return say(desk, look.thread, { place: placeOf(look.thread, comment), text })
  }
  if (step.kind !== 'ask' && result.kind === 'planned') return writePlan(desk, look, { step, result })
  throw new Error(`A step "${step.kind}" cannot end with "${result.kind}".`)
}

const STOPPED = {
  cancelled: 'It was stopped from outside.',
  time: 'The time of the run was up in the middle of it.',
  budget: 'The budget of the plan was spent in the middle of it.',
  outdated: 'Something else was done meanwhile.',
}

const REMEDY = 'Ask again with more detail or for less; the input `max-turns` allows longer work.'
const REMEDIES = {
  cancelled: 'Ask again when it suits.',
  time: 'Ask again for less, or give it more time with the input `time-budget`.',
  budget: 'Ask again for less, or give it more with the inputs `max-tokens` or `max-cost`.',
  outdated: 'Look at what is there now.',
}

/** What was spent counts, whether or not something came of it. A draft that was stopped has no branch that could remember it. */
function takeStop(
  desk: PublishRoom,
  look: Look,
  { step, result }: { step: WorkedStep; result: ResultOf<'stopped'> },
): Promise<Thread> {
  const { why, usage } = result
  // What is outdated was nobody's attempt: its cost is the plan's.
  const number = step.kind === 'execute' && why !== 'outdated' ? step.status.subtask.number : 0
  if (number > 0 || why === 'cancelled' || why === 'outdated' || (step.kind === 'revise' && why === 'budget')) {
    return Promise.resolve(remember(look.thread, number, { reason: STOPPED[why], checks: [], usage }))
  }
  if (step.kind === 'review') return Promise.resolve(takeReview(look.thread, step, result))
  return step.kind === 'execute'
    ? Promise.resolve(look.thread)
    : giveUp(desk, look, { step, reason: STOPPED[why], remedy: REMEDIES[why] })
}

/** A proposal that changes nothing would clear its own halt by the approvals that are there, and so is none. */
function takeProposal(
  desk: PublishRoom,
  look: Look,
  { step, result }: { step: WorkedStep; result: ResultOf<'proposed'> },
): Promise<Thread> {
  const { reading } = look.state
  const isNew = reading?.kind === 'plan' && renderPlan(result.plan) !== renderPlan(reading.plan)
  if (isNew) return propose(desk, look, result)
  if (step.kind === 'review') return Promise.resolve(takeReview(look.thread, step, result))
  if (step.kind !== 'execute') throw new Error(`A step "${step.kind}" cannot end with a proposal.`)
  const attempt = { reason: 'The agent proposed the plan as it is.', checks: [], usage: result.usage }
  return Promise.resolve(remember(look.thread, step.status.subtask.number, attempt))
}

/** A look at the plan that came to nothing is no reason to stop: what was approved goes on. Its cost counts. */
function takeReview(thread: Thread, { after }: Extract<ModelStep, { kind: 'review' }>, { usage }: WorkResult): Thread {
  const seen = remember(thread, 0, { reason: 'The plan was compared with what was done.', checks: [], usage })
  return { ...seen, thisRun: { ...seen.thisRun, reviewed: after } }
}

async function takeAttempt(
  desk: PublishRoom,
  look: Look,
  {
    step,
    result,
  }: { step: Extract<WorkedStep, { kind: 'execute' }>; result: Exclude<WorkResult, ResultOf<'stopped'>> },
): Promise<Thread> {
  const { status } = step
  if (result.kind === 'executed') return commitSubtask(desk, look, { status, result })
  if (result.kind !== 'failed') throw new Error(`An attempt cannot end with "${result.kind}".`)
  const { reason, checks, usage } = result
  return remember(look.thread, status.subtask.number, { reason, checks, usage })
}

/** The model came to nothing: whoever asked is told, and may ask again. Trying anew at every look would cost as much each time. */
async function giveUp(
  desk: PublishRoom,
  { thread }: Look,
  { step, reason, remedy = REMEDY }: { step: Worded; reason: string; remedy?: string },
): Promise<Thread> {
  const [comment] = commentsOf(step)
  const problem = {
    why: `The model did not get there: ${cleanLine(reason, 500)}`,
    remedy,
  }
  const problems = [...thread.thisRun.problems, problem.why]
  const failed = { ...thread, asked: undefined, thisRun: { ...thread.thisRun, problems } }
  return comment
    ? say(desk, failed, { place: placeOf(thread, comment), text: refusal({ ...problem, id: comment.id }) })
    : failed
}

/** `src/a.ts:12` or `src/a.ts:12-20`, in code or not. */
const PLACE = /(?<=^|[\s(])`?(?<path>[\w.][\w./-]*\.\w+):(?<from>\d{1,6})(?:-(?<to>\d{1,6}))?`?(?=[\s).,;:]|$)/gm

/** Paths with line numbers become links to those lines, at the commit that was read. */
function linked({ links }: PublishRoom, { branch, base }: Thread, text: string): string {
  const root = `${links.repository}/blob/${branch?.head ?? base.sha}`
  const link = (place: string): string => {
    const [path = '', from = '', to] = place.replaceAll('`', '').split(/:|-(?=\d+$)/)
    return `[${place.replaceAll('`', '')}](${root}/${encodeURI(path)}#L${from}${to ? `-L${to}` : ''})`
  }
  return text.replace(PLACE, link)
}
