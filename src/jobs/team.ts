import { describeStep } from '../decide/describe.ts'
import { goesBesideWork } from '../decide/parallel.ts'
import type { Step } from '../decide/decide.ts'
import { stateOf, type Snapshot } from '../decide/state.ts'
import { stillDue } from '../decide/still-due.ts'
import type { Thread } from '../decide/thread.ts'
import { lookOnce, outdated, type LoopContext, type Team } from '../loop.ts'
import { orderFor } from '../observe/brief.ts'
import { addUsage, noUsage } from '../plan/usage.ts'
import { publish } from '../publish/publish.ts'
import { show } from '../publish/show.ts'
import { problemOfResult } from '../work/check-result.ts'
import type { UnverifiedChange, WorkResult } from '../work/order.ts'
import { failedBy } from './accept.ts'
import { beginAll, comesLast, isAtWork, toBegin, type Crew } from './crew.ts'
import { verifyThere, type Hand } from './hand.ts'
import { verifyOrder } from './hand-over.ts'
import { integrateAccepted } from './integrate.ts'

/**
 * Carries out several subtasks at the same time, each in a place of its own, and integrates them in the order of the
 * plan as the results of other jobs are.
 */
export function openTeam(loop: LoopContext, thread: Thread): Team {
  const nothing = { hands: [], shift: undefined, shown: undefined, integrated: noUsage }
  const crew: Crew = { loop, thread, ...nothing, places: new Set(), taken: new Map() }
  return {
    isBusy: () => crew.hands.length > 0,
    takes: (snapshot, step) => takes(crew, snapshot, step),
    turn: (snapshot, step) => turn(crew, snapshot, step),
    drain: (now) => drain(crew, now),
    [Symbol.asyncDispose]: () => leave(crew),
  }
}

/** Takes subtasks when several can begin; with any in hand, also everything that has to wait for these. */
function takes(crew: Crew, { state }: Snapshot, step: Step): boolean {
  if (crew.hands.length > 0) return !goesBesideWork(step)
  const isTooLate = crew.loop.run.sources.clock.signal.aborted
  return step.kind === 'execute' && !isTooLate && toBegin(crew, state).length > 1
}

/** Begins what can begin, waits until something has ended, and integrates what can be integrated. */
async function turn(crew: Crew, snapshot: Snapshot, step: Step): Promise<Thread> {
  crew.thread = snapshot.thread
  crew.shift?.watch.know(snapshot.thread)
  if (step.kind === 'execute') await beginAll(crew, snapshot)
  if (ripeIn(crew).length === 0) await Promise.race(crew.hands.filter(isAtWork).map(({ end }) => end))
  return integrateRipe(crew)
}

/** Waits for all that is in hand, because the run ends. */
async function drain(crew: Crew, thread: Thread): Promise<Thread> {
  crew.thread = thread
  while (crew.hands.length > 0) {
    await Promise.all(crew.hands.map(({ end }) => end))
    await integrateRipe(crew)
  }
  return crew.thread
}

/** Ends all that is in hand. What comes of it is of no use any more. */
async function leave(crew: Crew): Promise<void> {
  for (const { stop } of crew.hands) stop()
  await Promise.all(crew.hands.map(({ end }) => end))
  await crew.shift?.[Symbol.asyncDispose]()
}

/** What can be integrated: in the order of the plan, as far as everything before it has ended. */
function ripeIn({ hands, thread, loop }: Crew): Hand[] {
  const { statuses } = stateOf(thread, loop.run.sources.rules)
  const place = ({ order }: Hand): number => statuses.findIndex(({ subtask }) => subtask.number === order.subtask)
  const sorted = hands.toSorted((a, b) => place(a) - place(b))
  const results = sorted.filter((hand) => !comesLast(hand))
  const first = results.findIndex(isAtWork)
  const ripe = first < 0 ? results : results.slice(0, first)
  return ripe.length > 0 || sorted.some(isAtWork) ? ripe : sorted.slice(0, 1)
}

/** Integrates what can be, one after the other. What came of no use meanwhile is ended. */
async function integrateRipe(crew: Crew): Promise<Thread> {
  for (const hand of ripeIn(crew)) {
    crew.thread = await integrateOne(crew, hand)
    crew.loop.progress.thread = crew.thread
    crew.hands = crew.hands.filter((one) => one !== hand)
    crew.integrated = addUsage(crew.integrated, hand.usage)
  }
  const state = stateOf(crew.thread, crew.loop.run.sources.rules)
  for (const hand of crew.hands) if (!stillDue(hand.step, hand.before, state)) hand.stop()
  if (crew.hands.length > 0) crew.shift?.tell()
  else await endShift(crew)
  return crew.thread
}

/** When nothing is in hand any more. What was shown last is what people see. */
async function endShift(crew: Crew): Promise<void> {
  await crew.shift?.[Symbol.asyncDispose]()
  const { pull } = crew.thread
  if (pull && crew.shown)
    crew.thread = { ...crew.thread, pull: { ...pull, pull: { ...pull.pull, body: crew.shown.body } } }
  if (crew.shift && crew.loop.stop.aborted)
    crew.thread = await show(crew.loop.run.publishRoom, crew.thread, { steps: [], stopped: true })
  crew.shift = undefined
  crew.shown = undefined
}

/** Integrates one as the result of another job is: on another tip than its own it is verified again before. */
async function integrateOne(crew: Crew, hand: Hand): Promise<Thread> {
  const { loop } = crew
  if (hand.outcome?.kind !== 'result') throw hand.outcome?.error
  const { result } = hand.outcome
  const now = await upToDate(crew, hand, result)
  // The time was up before the model was asked, so that was no attempt. It counts as a run without a result.
  if (result.kind === 'stopped' && result.why === 'time' && !hand.asked)
    return publish(loop.run.publishRoom, now, { step: { kind: 'interrupt', status: hand.step.status } })
  const accepted = {
    order: hand.order,
    attempts: [],
    step: hand.step,
    result: await asTaken(loop, now, { hand, result }),
  }
  const { thread, unverified } = await integrateAccepted({ ...loop, isFresh: true }, now, [accepted])
  return verifyAgain(crew, hand, { thread, unverified })
}

/** The plan as it is now. A person may have pushed to it. */
async function upToDate(
  { loop, thread }: Pick<Crew, 'loop' | 'thread'>,
  { step }: Hand,
  result: WorkResult,
): Promise<Snapshot> {
  const now = await lookOnce(loop, thread, { step, result })
  return { thread: now, state: stateOf(now, loop.run.sources.rules) }
}

type Brought = { hand: Hand; result: WorkResult }

/** What counts of a result: what is no longer wanted counts as outdated, and a proposal must fit what is done now. */
async function asTaken({ run, note }: LoopContext, now: Snapshot, { hand, result }: Brought): Promise<WorkResult> {
  if (result.kind !== 'stopped' && !stillDue(hand.step, hand.before, now.state)) {
    note(`Left out, because something else was done meanwhile: ${describeStep(hand.step)}`)
    return outdated(result)
  }
  if (result.kind !== 'proposed') return result
  const order = await orderFor(run.sources, now, hand.step)
  const problem = problemOfResult(order, result, run.publishRoom.settings)
  return problem === undefined ? result : failedBy({ order, attempts: [], result }, problem)
}

/** How often a change is verified again because somebody pushed meanwhile. After that it is made anew. */
const TRIES = 5

/** Verifies a change together with what came before it, on the newest tip, in the runner's checkout. */
async function verifyAgain(
  crew: Crew,
  hand: Hand,
  { thread, unverified }: { thread: Thread; unverified: readonly UnverifiedChange[] },
): Promise<Thread> {
  const { loop } = crew
  let left = { thread, unverified }
  for (let tries = 0; tries < TRIES && left.unverified.length > 0 && !hand.signal.aborted; tries++) {
    const order = verifyOrder(loop.run, left.thread, left.unverified)
    if (!order) break
    const result = await verifyThere(loop.run.openRoom, { order, signal: hand.signal })
    const now = await upToDate({ loop, thread: left.thread }, hand, result)
    left = await integrateAccepted({ ...loop, isFresh: true }, now, [{ order, attempts: [], step: undefined, result }])
  }
  return left.thread
}
