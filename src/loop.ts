import { decide, needsModel, type Context, type ModelStep, type Step } from './decide/decide.ts'
import type { Clock } from './runner/clock.ts'
import { needsPlan } from './decide/needs-plan.ts'
import { observe } from './observe/observe.ts'
import { throttled } from './publish/throttle.ts'
import type { PublishRoom } from './publish/room.ts'
import type { WorkResult } from './work/order.ts'
import { orderFor } from './observe/brief.ts'
import { publish } from './publish/publish.ts'
import { isShown, show } from './publish/show.ts'
import { stateOf, type State, type Look } from './decide/state.ts'
import { FRESH, type Place, type Thread } from './decide/thread.ts'
import { textOf } from './decide/pending.ts'
import { watchForCancel } from './observe/watch.ts'
import { hiddenNote } from './work/untrusted.ts'
import { work } from './work/work.ts'
import { lookAgain } from './observe/look-again.ts'
import type { Inputs } from './runner/inputs.ts'
import type { Sources } from './observe/sources.ts'
import type { OpenRoom } from './work/open.ts'
import type { Wait } from './work/agent/model.ts'
import type { AgentStep } from './plan/plan.ts'
import { longWait } from './publish/view/status-line.ts'
import type { Live } from './publish/view/view.ts'
import { describeStep } from './decide/describe.ts'

/** What a run knows at its end, or when it was cut short. */
export type RunProgress = {
  thread: Thread | undefined
  failed: boolean
  /** When everything was last looked at, in milliseconds of the process's own clock. */
  looked: number
}

export type Following = {
  run: Run
  clock: Clock
  stop: AbortSignal
  note: (what: string) => void
  progress: RunProgress
}

/** The first look at a place; undefined when there is nothing of ours. */
export async function lookAt(place: Place, { run, progress, note }: Following): Promise<Thread | undefined> {
  const thread = await observe(run.sources, place)
  if (thread?.asked?.kind === 'opened') note(complexityNote(thread))
  progress.looked = performance.now()
  progress.thread = thread
  return thread
}

/**
 * Decide, work, publish, and look again, until nothing is left to do. `progress` is kept up to date, so that whoever
 * catches an error knows where it happened. In three jobs each goes as far as it may: the one that decides gives signs alone,
 * the one that publishes leaves to others what needs the model.
 */
export async function follow(following: Following, from: Thread): Promise<void> {
  const { run, progress } = following
  let thread: Thread | undefined = from
  let attempts = 0
  while (thread && !following.stop.aborted) {
    progress.thread = thread
    const look: Look = { thread, state: stateOf(thread, run.sources.rules) }
    const step = nextStep(run, look, attempts > 0 && following.clock.isUp())
    if (isAnothers(step, run.inputs.mode)) return
    if (performance.now() - progress.looked > FRESH && (step.kind === 'nothing' || needsModel(step))) {
      thread = await lookAgain(run.sources, thread)
      progress.looked = performance.now()
      continue
    }
    if (step.kind === 'nothing') return
    following.note(describeStep(step))
    if (step.kind === 'fail') progress.failed = true
    if (step.kind === 'execute') attempts++
    thread = await take(following, look, step)
  }
}

const isAnothers = (step: Step, mode: Run['inputs']['mode']): boolean =>
  (mode === 'decide' && step.kind !== 'react') || (mode === 'publish' && needsModel(step))

/** Why the bot planned for a new issue by itself, or did not. */
function complexityNote({ issue }: Thread): string {
  const { kind, because } = needsPlan(textOf(issue))
  return kind === 'plan'
    ? `The new issue gets a plan, because ${because}.`
    : `The new issue gets no plan, because ${because}.`
}

const nextStep = (run: Run, { thread, state }: Look, timeIsUp: boolean): Step =>
  decide(thread, state, contextOf(run, thread, timeIsUp))

/** What a decision rests on besides the state. */
export const contextOf = ({ inputs, desk }: Run, thread: Thread, timeIsUp: boolean): Context => ({
  settings: {
    maxAttempts: inputs['max-attempts'],
    readyWhenDone: inputs['ready-when-done'],
    reviewEvery: inputs['review-every'],
  },
  shown: isShown(desk, thread),
  timeIsUp,
  handsOver: inputs.mode !== 'all',
})

async function take(following: Following, look: Look, step: Step): Promise<Thread> {
  if (!needsModel(step)) return publish(following.run.desk, look, { step })
  const { thread, result } = await perform(following, look, step)
  return bring(following, { thread, state: look.state }, { step, result })
}

/** Publishes what the model's room brought. It took time: what is published rests on how things are now. */
export async function bring(
  following: Following,
  { thread, state: before }: Look,
  { step, result }: { step: ModelStep; result: WorkResult },
): Promise<Thread> {
  const { desk, sources } = following.run
  const now = await lookAgain(sources, thread)
  following.progress.looked = performance.now()
  const state = stateOf(now, sources.rules)
  return publish(
    desk,
    { thread: now, state },
    { step, result: isWanted(step, before, state) ? result : unwanted(result) },
  )
}

/**
 * Work on a subtask counts when it could be begun now: the plan is still the version that it was done for, those who
 * approved it still may, and nobody cancelled or skipped it.
 */
function isWanted(step: ModelStep, before: State, now: State): boolean {
  if (step.kind !== 'execute') return true
  const status = now.statuses.find(({ subtask }) => subtask.number === step.status.subtask.number)
  const cancelled = now.phase === 'abandoned' || now.pending.some(({ kind }) => kind === 'cancel')
  return status?.ready === true && before.current?.blob === now.current?.blob && !cancelled
}

const unwanted = (result: WorkResult): WorkResult =>
  result.kind === 'executed' ? { kind: 'stopped', why: 'cancelled', usage: result.usage, turns: result.turns } : result

/** Has the model's room do a step, while somebody looks out for a cancel and the body shows how it goes. */
async function perform(
  { run, clock, stop, note, progress }: Following,
  look: Look,
  step: ModelStep,
): Promise<{ thread: Thread; result: WorkResult }> {
  const order = await orderFor(run.sources, look, step)
  const hidden = hiddenNote(order)
  if (hidden !== undefined) note(hidden)
  const live = order.kind === 'execute' ? { number: order.subtask, attempt: order.attempt } : undefined
  let doing: Live = { ...live, steps: [] }
  let thread = live ? await show(run.desk, look.thread, doing) : look.thread
  progress.thread = thread
  await using watch = watchForCancel(run.sources.forge, thread, AbortSignal.any([stop, clock.signal]))
  await using shown = throttled(async (now: Live) => {
    thread = await show(run.desk, thread, now)
  })
  const tell = (news: Partial<Live>): void => shown.show((doing = { ...doing, ...news }))
  const onWait = (wait: Wait | undefined): void => {
    const waiting = wait && longWait(wait)
    if (waiting || doing.waiting) tell({ waiting })
  }
  let turns = 0
  // The thread was looked at right before the first turn.
  const beforeTurn = async (): Promise<void> => (turns++ === 0 ? undefined : watch.look())
  const onSteps = (steps: AgentStep[]): void => (live ? tell({ steps }) : undefined)
  const result = await work(order, run.openRoom({ signal: watch.signal, beforeTurn, onSteps, onWait }))
  await shown[Symbol.asyncDispose]()
  return { thread, result }
}

/** Everything that a run works with. */
export type Run = {
  inputs: Inputs
  sources: Sources
  desk: PublishRoom
  redact: (text: string) => string
  openRoom: OpenRoom
}
