import { decide, needsModel, type ModelStep, type Step } from './decide.ts'
import type { Clock } from './clock.ts'
import { needsPlan } from './complexity.ts'
import { lookAgain, observe } from './observe.ts'
import { throttled } from './live.ts'
import type { Run } from './open.ts'
import type { WorkResult } from './order.ts'
import { orderFor } from './orders.ts'
import { publish } from './publish/publish.ts'
import { isShown, show } from './publish/show.ts'
import { rehearse } from './rehearse.ts'
import { stateOf, type State } from './state.ts'
import { FRESH, type Place, type Thread } from './thread.ts'
import { textOf } from './wishes.ts'
import { watchForCancel } from './watch.ts'
import { work } from './work/work.ts'

/** What a run knows at its end, or when it was cut short. */
export type Progress = {
  thread: Thread | undefined
  failed: boolean
  /** When everything was last looked at, in milliseconds of the process's own clock. */
  looked: number
}

type Look = { thread: Thread; state: State }
type Following = { run: Run; clock: Clock; stop: AbortSignal; note: (what: string) => void; progress: Progress }

/**
 * Observe, decide, work, publish, and look again, until nothing is left to do. `progress` is kept up to date, so that
 * whoever catches an error knows where it happened.
 */
export async function follow(place: Place, following: Following): Promise<void> {
  const { run, progress, note } = following
  let thread = await observe(run.sources, place)
  if (thread?.asked?.kind === 'opened') note(complexityNote(thread))
  progress.looked = performance.now()
  let attempts = 0
  while (thread && !following.stop.aborted) {
    progress.thread = thread
    const look: Look = { thread, state: stateOf(thread, run.sources.rules) }
    if (run.inputs['dry-run'])
      return rehearse({ ...following, signal: AbortSignal.any([following.stop, following.clock.signal]), nameOf }, look)
    const step = nextStep(run, look, attempts > 0 && following.clock.isUp())
    if (performance.now() - progress.looked > FRESH && (step.kind === 'nothing' || needsModel(step))) {
      thread = await lookAgain(run.sources, thread)
      progress.looked = performance.now()
      continue
    }
    if (step.kind === 'nothing') return
    following.note(nameOf(step))
    if (step.kind === 'fail') progress.failed = true
    if (step.kind === 'execute') attempts++
    thread = await take(following, look, step)
  }
}

/** Why the bot planned for a new issue by itself, or did not. */
function complexityNote({ issue }: Thread): string {
  const { kind, because } = needsPlan(textOf(issue))
  return kind === 'plan'
    ? `The new issue gets a plan, because ${because}.`
    : `The new issue gets no plan, because ${because}.`
}

const nextStep = ({ inputs, desk }: Run, { thread, state }: Look, timeIsUp: boolean): Step =>
  decide(thread, state, {
    settings: {
      maxAttempts: inputs['max-attempts'],
      readyWhenDone: inputs['ready-when-done'],
      reviewEvery: inputs['review-every'],
    },
    shown: isShown(desk, thread),
    timeIsUp,
  })

async function take(following: Following, look: Look, step: Step): Promise<Thread> {
  const { desk, sources } = following.run
  if (!needsModel(step)) return publish(desk, look, { step })
  const { thread, result } = await perform(following, look, step)
  // That took time: what is published rests on how things are now.
  const now = await lookAgain(sources, thread)
  following.progress.looked = performance.now()
  const state = stateOf(now, sources.rules)
  return publish(
    desk,
    { thread: now, state },
    { step, result: isWanted(step, look.state, state) ? result : unwanted(result) },
  )
}

/**
 * Work on a subtask counts when it could be begun now: the plan is still the version that it was done for, those who
 * approved it still may, and nobody cancelled or skipped it.
 */
function isWanted(step: ModelStep, before: State, now: State): boolean {
  if (step.kind !== 'execute') return true
  const status = now.statuses.find(({ subtask }) => subtask.number === step.status.subtask.number)
  const cancelled = now.phase === 'abandoned' || now.wishes.some(({ kind }) => kind === 'cancel')
  return status?.ready === true && before.current?.blob === now.current?.blob && !cancelled
}

const unwanted = (result: WorkResult): WorkResult =>
  result.kind === 'executed' ? { kind: 'stopped', why: 'cancelled', usage: result.usage, turns: result.turns } : result

/** Has the model's room do a step, while somebody looks out for a cancel and the body shows how it goes. */
async function perform(
  { run, clock, stop, progress }: Following,
  look: Look,
  step: ModelStep,
): Promise<{ thread: Thread; result: WorkResult }> {
  const order = await orderFor(run.sources, look, step)
  const live = order.kind === 'execute' ? { number: order.subtask, attempt: order.attempt } : undefined
  let thread = live ? await show(run.desk, look.thread, { ...live, steps: [] }) : look.thread
  progress.thread = thread
  await using watch = watchForCancel(run.sources.forge, thread, AbortSignal.any([stop, clock.signal]))
  await using steps = throttled(async (now) => {
    if (live) thread = await show(run.desk, thread, { ...live, steps: now })
  })
  let turns = 0
  // The thread was looked at right before the first turn.
  const beforeTurn = async (): Promise<void> => (turns++ === 0 ? undefined : watch.look())
  const result = await work(order, run.openRoom({ signal: watch.signal, beforeTurn, onSteps: steps.onSteps }))
  await steps[Symbol.asyncDispose]()
  return { thread, result }
}

/** A step in words, for the log and the summary's timeline. */
function nameOf(step: Step): string {
  switch (step.kind) {
    case 'execute':
      return `execute subtask ${step.status.subtask.number} (${step.status.subtask.name}), attempt ${step.status.attempts + 1}`
    case 'fail':
      return `give up subtask ${step.status.subtask.number} after ${step.status.attempts} attempts`
    case 'react':
      return `react with ${step.reaction} to comment ${step.said.comment.id}`
    case 'refuse':
      return `refuse comment ${step.refusal.said.comment.id}: ${step.refusal.why}`
    case 'announce':
      return `announce version ${step.version}`
    default:
      return step.kind
  }
}
