import { isDeepStrictEqual } from 'node:util'
import { describeStep } from '../decide/describe.ts'
import { goesBesideWork } from '../decide/parallel.ts'
import type { Step } from '../decide/step.ts'
import { stateOf, type Snapshot } from '../decide/state.ts'
import { stillDue } from '../decide/still-due.ts'
import type { Thread } from '../decide/thread.ts'
import { lookOnce, type LoopContext, type Team } from '../loop.ts'
import { orderFor } from '../observe/brief.ts'
import { noUsage } from '../plan/usage.ts'
import { addUsageOf } from '../publish/attempts.ts'
import { publish } from '../publish/publish.ts'
import { show } from '../publish/show.ts'
import { problemOfResult } from '../work/check-result.ts'
import { outdated, type UnverifiedChange } from '../work/order.ts'
import { failedBy, type Accepted } from './accept.ts'
import { beginAll, comesLast, freePlaces, isAtWork, know, spentBy, toBegin, type Crew } from './crew.ts'
import { verifyThere, type Hand } from './hand.ts'
import { verifyOrder } from './hand-over.ts'
import { integrateAccepted, type Landed } from './integrate.ts'

/**
 * Carries out several subtasks at the same time, each in a place of its own, and integrates them in the order of the
 * plan as the results of other jobs are.
 */
export function openTeam(loop: LoopContext, thread: Thread): Team {
  const nothing = { hands: [], shift: undefined, shown: undefined, recorded: noUsage, beside: noUsage }
  const crew: Crew = { loop, thread, ...nothing, places: new Set(), ahead: undefined, taken: new Map() }
  return {
    isBusy: () => crew.hands.length > 0,
    share: { spentBeside: () => spentBy(crew.hands), onUsage: (usage) => (crew.beside = usage) },
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
  know(crew, snapshot)
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

/** Ends all that is in hand. What comes of it is of no use any more; what it has spent counts all the same. */
async function leave(crew: Crew): Promise<void> {
  const { hands, shift, thread, loop } = crew
  for (const { stop } of hands) stop()
  await Promise.all([endAhead(crew), ...hands.map(({ end }) => end)])
  await shift?.[Symbol.asyncDispose]()
  const { state, ...now } = snapshotOf(loop, loop.progress.thread ?? thread)
  const lost = hands.filter(({ counted, order }) => !counted && !state.history.executed.has(order.subtask))
  loop.progress.thread = addUsageOf(now.thread, spentBy(lost))
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

/** Integrates what can be. What came of no use meanwhile is ended. */
async function integrateRipe(crew: Crew): Promise<Thread> {
  const ripe = ripeIn(crew)
  const [first] = ripe
  if (first?.outcome?.kind === 'error') throw first.outcome.error
  if (first) crew.thread = await integrateAll(crew, first, ripe)
  crew.loop.progress.thread = crew.thread
  crew.hands = crew.hands.filter((hand) => !ripe.includes(hand))
  const now = snapshotOf(crew.loop, crew.thread)
  know(crew, now)
  for (const hand of crew.hands) if (!stillDue(hand.step, hand.before, now.state)) hand.stop()
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

/**
 * Integrates them as the results of other jobs are: what was made on another tip is verified again before, together with
 * what has ended since, which is added to `ripe`.
 */
async function integrateAll(crew: Crew, first: Hand, ripe: Hand[]): Promise<Thread> {
  const { loop } = crew
  let integrated = await integrateHands(crew, await upToDate(loop, crew.thread, first), ripe)
  if (integrated.unverified.length > 0) {
    const { thread, unverified } = integrated
    const late = ripeIn({ ...crew, thread }).filter((hand) => !ripe.includes(hand))
    ripe.push(...late)
    // What is verified now is another order, and what is committed uses the same index.
    if (late.length > 0) await endAhead(crew)
    integrated = await integrateHands(crew, snapshotOf(loop, thread), late)
    integrated.unverified.unshift(...unverified)
  }
  const thread = await verifyAgain(crew, ripe, integrated)
  const [status, ...others] = ripe.filter((hand) => !wasAttempt(hand)).map(({ step }) => step.status)
  if (!status) return thread
  return publish(loop.run.publishRoom, snapshotOf(loop, thread), { step: { kind: 'interrupt', status, others } })
}

const snapshotOf = ({ run }: LoopContext, thread: Thread): Snapshot => ({
  thread,
  state: stateOf(thread, run.sources.rules),
})

/** What rests on a look that was just made. From then on the thread knows what they have spent. */
async function integrateHands(crew: Crew, now: Snapshot, hands: readonly Hand[]): Promise<Landed> {
  const { loop } = crew
  const accepted: Accepted[] = []
  for (const hand of hands.filter(wasAttempt)) accepted.push(await acceptedOf(loop, now, hand))
  const ahead = {
    begin: ({ thread, unverified }: Landed) => void (crew.ahead = verifying(crew, hands, { thread, unverified })),
    end: () => endAhead(crew),
  }
  const landed = await integrateAccepted({ ...loop, isFresh: true }, now, { accepted, ahead })
  loop.progress.thread = landed.thread
  for (const hand of hands) hand.counted = true
  return landed
}

/** When the time was up before the model was asked, that was none. It counts as a run without a result. */
const wasAttempt = ({ outcome, asked }: Hand): boolean =>
  asked || outcome?.kind !== 'result' || outcome.result.kind !== 'stopped' || outcome.result.why !== 'time'

/** The plan as it is now. A person may have pushed to it. */
async function upToDate(loop: LoopContext, thread: Thread, { step, outcome }: Hand): Promise<Snapshot> {
  if (outcome?.kind !== 'result') throw new Error('Nothing came of it.')
  return snapshotOf(loop, await lookOnce(loop, thread, { step, result: outcome.result }))
}

/** What counts of a result: what is no longer wanted counts as outdated, and a proposal must fit what is done now. */
async function acceptedOf({ run, note }: LoopContext, now: Snapshot, hand: Hand): Promise<Accepted> {
  const { step, order, before, outcome } = hand
  if (outcome?.kind !== 'result') throw new Error('Nothing came of it.')
  const brought = { order, attempts: [], step, result: outcome.result }
  if (brought.result.kind !== 'stopped' && !stillDue(step, before, now.state)) {
    note(`Left out, because something else was done meanwhile: ${describeStep(step)}`)
    return { ...brought, result: outdated(brought.result) }
  }
  if (brought.result.kind !== 'proposed') return brought
  const problem = problemOfResult(await orderFor(run.sources, now, step), brought.result, run.publishRoom.settings)
  return problem === undefined ? brought : { ...brought, result: failedBy(brought, problem) }
}

/** How often changes are verified again, because somebody pushed or skipped one of them. After that they are made anew. */
const TRIES = 5

/** Begins to verify changes together with what came before them, on the tip of the thread. Undefined for none. */
function verifying(crew: Crew, hands: readonly Hand[], { thread, unverified }: Landed): Crew['ahead'] {
  const { run } = crew.loop
  const order = verifyOrder(run, thread, unverified)
  if (!order) return undefined
  const stop = new AbortController()
  const meant = unverified.flatMap((change) => handOf(hands, change)?.signal ?? [])
  // As many at the same time as subtasks would be. One of them is in the runner's checkout.
  const places = freePlaces(crew)
    .filter((place) => crew.places.has(place))
    .slice(1)
  const signal = AbortSignal.any([stop.signal, ...meant])
  const result = verifyThere(run.openRoom, { order, signal, places })
  // Where it is awaited, it is heard of.
  result.catch(() => undefined)
  return { order, result, stop: () => stop.abort() }
}

/** What is verified ahead came of no use. When this ends, nothing of it is at work any more. */
async function endAhead(crew: Crew): Promise<void> {
  crew.ahead?.stop()
  await crew.ahead?.result.catch(() => undefined)
  crew.ahead = undefined
}

const handOf = (hands: readonly Hand[], { subtask }: UnverifiedChange): Hand | undefined =>
  hands.find(({ order }) => order.subtask === subtask)

/** Verifies changes together with what came before them, on the newest tip, until each is there or has to be made anew. */
async function verifyAgain(crew: Crew, ripe: readonly Hand[], given: Landed): Promise<Thread> {
  const { loop } = crew
  let left = given
  for (let tries = 0; tries < TRIES; tries++) {
    const [first] = left.unverified.flatMap((change) => handOf(ripe, change) ?? [])
    const order = first && verifyOrder(loop.run, left.thread, left.unverified)
    if (!order) break
    if (!isDeepStrictEqual(crew.ahead?.order, order)) await endAhead(crew)
    const { result: ended } = crew.ahead ?? verifying(crew, ripe, left) ?? {}
    crew.ahead = undefined
    const result = await ended
    const now = await upToDate(loop, left.thread, first)
    // Whoever skips one ends this for all. The others are verified without it.
    const wanted = left.unverified.filter((change) => isWanted(handOf(ripe, change), now))
    left =
      !result || result.kind === 'stopped' || wanted.length < left.unverified.length
        ? { thread: now.thread, unverified: wanted }
        : await integrateAccepted({ ...loop, isFresh: true }, now, {
            accepted: [{ order, attempts: [], step: undefined, result }],
          })
  }
  return left.thread
}

/** Whether a change is still to be made, on the plan that it was made for. */
const isWanted = (hand: Hand | undefined, { state }: Snapshot): boolean =>
  hand !== undefined && !hand.signal.aborted && stillDue(hand.step, hand.before, state)
