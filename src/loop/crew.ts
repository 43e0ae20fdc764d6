import { describeStep, goesBesideWork, needsModel, type ModelStep, type Step } from '../decide/next/step.ts'
import type { Snapshot } from '../decide/next/snapshot.ts'
import { stillDue } from '../decide/next/still-due.ts'
import type { Status } from '../decide/approval/subtask-status.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { orderFor } from '../observe/brief/brief.ts'
import { noUsage } from '../plan/usage.ts'
import { addUsageOf } from '../publish/write/journal.ts'
import { publish } from '../publish/publish.ts'
import { sayStopped, sayStudying } from '../publish/say/planning-comment.ts'
import { problemOfResult } from '../plan/order/check-result.ts'
import { outdated, type OrderOf, type UnverifiedChange } from '../plan/order/order.ts'
import { failedBy, verifyOrder, type Accepted } from './accept.ts'
import {
  allTasks,
  beginAlone,
  beginTogether,
  comesLast,
  endShift,
  freePlaces,
  isRunning,
  know,
  spentBy,
  takeStep,
  toBegin,
  type Crew,
} from './begin-tasks.ts'
import { integrateAccepted, publishWork, readAgain, type Landed } from './integrate.ts'
import type { LoopContext, OpenCrew } from './run-context.ts'
import { resultOf, verifyThere, wasAttempt, type SubtaskTask, type Task } from './task.ts'

/** Opens the crew of one loop. */
export function openCrew(loop: LoopContext, thread: Thread): OpenCrew {
  const nothing = { tasks: [], single: undefined, shift: undefined, shown: undefined, recorded: noUsage }
  const crew: Crew = { loop, thread, ...nothing, places: new Set(), taken: new Map() }
  return {
    delays: (step) => crew.tasks.length > 0 && step.kind !== 'execute' && !goesBesideWork(step),
    carryOut: (snapshot, step) => carryOut(crew, snapshot, step),
    drain: (now) => drain(crew, now),
    [Symbol.asyncDispose]: () => leave(crew),
  }
}

async function carryOut(crew: Crew, snapshot: Snapshot, step: Step): Promise<Thread> {
  know(crew, snapshot)
  return needsModel(step) && isForOne(crew, snapshot, step)
    ? alone(crew, snapshot, step)
    : together(crew, snapshot, step)
}

/** A question is answered while subtasks run. A subtask is alone when no other can begin with it. */
function isForOne(crew: Crew, { state }: Snapshot, step: ModelStep): boolean {
  if (crew.tasks.length > 0) return goesBesideWork(step)
  return step.kind !== 'execute' || isTooLate(crew) || toBegin(crew, state).length <= 1
}

const isTooLate = ({ loop }: Crew): boolean => loop.run.sources.clock.signal.aborted

/** Carries out one step, and publishes its result before anything else is begun. */
async function alone(crew: Crew, snapshot: Snapshot, step: ModelStep): Promise<Thread> {
  const { loop } = crew
  takeStep(crew, snapshot, step)
  if (step.kind === 'execute' && isTooLate(crew)) return interrupted(crew, snapshot, [step.status])
  const task = await (step.kind === 'draft' ? draft : perform)(crew, snapshot, step)
  const after =
    step.kind === 'execute' && !wasAttempt(task)
      ? await interrupted(crew, { ...snapshot, thread: crew.thread }, [step.status])
      : await publishSingle(crew, snapshot, { step, task })
  crew.single = undefined
  know(crew, loop.run.sources.snapshotAt(after))
  return after
}

/** Publishes a result as things are now. Where GitHub cannot be asked, what it cost is counted when the crew ends. */
async function publishSingle(
  { loop, thread }: Crew,
  snapshot: Snapshot,
  { step, task }: { step: ModelStep; task: Task },
): Promise<Thread> {
  const result = resultOf(task)
  const now = await readAgain(loop, thread, { step, result })
  task.counted = true
  return publishWork({ ...loop, isFresh: true }, { ...snapshot, thread: now }, { step, result })
}

/** Makes a plan, while the issue says from the beginning that one is being made. */
async function draft(crew: Crew, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const { run, note, progress, stop } = crew.loop
  const told = sayStudying(run.publishRoom, snapshot.thread, note)
  try {
    return await perform(crew, snapshot, step)
  } finally {
    crew.thread = progress.thread = await told
    if (stop.aborted) progress.thread = await sayStopped(run.publishRoom, progress.thread, note)
  }
}

/** Gives the step to the model, and waits for its end. */
async function perform(crew: Crew, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const task = await beginAlone(crew, snapshot, step)
  await task.end
  if (crew.tasks.length === 0) await endShift(crew, step.kind === 'execute')
  return task
}

/** Begins what can begin, waits until something has ended, and integrates what can be integrated. */
async function together(crew: Crew, snapshot: Snapshot, step: Step): Promise<Thread> {
  crew.shift?.watch.know(snapshot.thread)
  if (step.kind === 'execute') await beginTogether(crew, snapshot)
  if (ripeIn(crew).length === 0) await Promise.race(crew.tasks.filter(isRunning).map(({ end }) => end))
  return integrateRipe(crew)
}

async function drain(crew: Crew, thread: Thread): Promise<Thread> {
  crew.thread = thread
  while (crew.tasks.length > 0) {
    await Promise.all(crew.tasks.map(({ end }) => end))
    await integrateRipe(crew)
  }
  return crew.thread
}

/** Ends all that runs. Its results are useless now; what it has spent counts all the same. */
async function leave(crew: Crew): Promise<void> {
  const { shift, thread, loop } = crew
  const all = allTasks(crew)
  for (const { stop } of all) stop()
  await Promise.all(all.map(({ end }) => end))
  await shift?.[Symbol.asyncDispose]()
  const { state, ...now } = loop.run.sources.snapshotAt(loop.progress.thread ?? thread)
  const isRecorded = ({ order }: Task): boolean => order.kind === 'execute' && state.history.executed.has(order.subtask)
  const lost = all.filter((task) => !task.counted && !isRecorded(task))
  loop.progress.thread = addUsageOf(now.thread, spentBy(lost))
}

/** What can be integrated: in the order of the plan, as far as everything before it has ended. */
function ripeIn({ tasks, thread, loop }: Crew): SubtaskTask[] {
  const { statuses } = loop.run.sources.snapshotAt(thread).state
  const place = ({ order }: SubtaskTask): number =>
    statuses.findIndex(({ subtask }) => subtask.number === order.subtask)
  const sorted = tasks.toSorted((a, b) => place(a) - place(b))
  const results = sorted.filter((task) => !comesLast(task))
  const first = results.findIndex(isRunning)
  const ripe = first < 0 ? results : results.slice(0, first)
  return ripe.length > 0 || sorted.some(isRunning) ? ripe : sorted.slice(0, 1)
}

/** Integrates what can be. Tasks whose results are useless by now are ended. */
async function integrateRipe(crew: Crew): Promise<Thread> {
  const { loop } = crew
  const ripe = ripeIn(crew)
  const [first] = ripe
  if (first) crew.thread = await integrateAll(crew, first, ripe)
  loop.progress.thread = crew.thread
  crew.tasks = crew.tasks.filter((task) => !ripe.includes(task))
  const now = loop.run.sources.snapshotAt(crew.thread)
  know(crew, now)
  for (const task of crew.tasks) if (!stillDue(task.step, task.before, now.state)) task.stop()
  if (crew.tasks.length > 0) crew.shift?.tell()
  else await endShift(crew, true)
  return crew.thread
}

/**
 * Integrates them as the results of other jobs are: what was made on another tip is verified again before, together
 * with what has ended since, which is added to `ripe`. Throws the error that ended the first.
 */
async function integrateAll(crew: Crew, first: SubtaskTask, ripe: SubtaskTask[]): Promise<Thread> {
  const { run } = crew.loop
  let integrated = await integrateTasks(crew, await upToDate(crew.loop, crew.thread, first), ripe)
  if (integrated.unverified.length > 0) {
    const { thread, unverified } = integrated
    const late = ripeIn({ ...crew, thread }).filter((task) => !ripe.includes(task))
    ripe.push(...late)
    integrated = await integrateTasks(crew, run.sources.snapshotAt(thread), late)
    integrated.unverified.unshift(...unverified)
  }
  const thread = await verifyAgain(crew, ripe, integrated)
  const unasked = ripe.filter((task) => !wasAttempt(task)).map(({ step }) => step.status)
  return unasked.length === 0 ? thread : interrupted(crew, run.sources.snapshotAt(thread), unasked)
}

/** Records that these subtasks could not be begun before the time was up. It counts as a run without a result. */
const interrupted = ({ loop }: Crew, snapshot: Snapshot, [status, ...others]: readonly Status[]): Promise<Thread> =>
  publish(loop.run.publishRoom, snapshot, { step: { kind: 'interrupt', status, others } })

/** What rests on a look that was just made. From then on the thread knows what they have spent. */
async function integrateTasks(crew: Crew, now: Snapshot, tasks: readonly SubtaskTask[]): Promise<Landed> {
  const { loop } = crew
  const accepted: Accepted[] = []
  for (const task of tasks.filter(wasAttempt)) accepted.push(await acceptedOf(loop, now, task))
  const landed = await integrateAccepted({ ...loop, isFresh: true }, now, accepted)
  loop.progress.thread = landed.thread
  for (const task of tasks) task.counted = true
  return landed
}

/** The plan as it is now. A person may have pushed to it. */
const upToDate = async (loop: LoopContext, thread: Thread, task: SubtaskTask): Promise<Snapshot> =>
  loop.run.sources.snapshotAt(await readAgain(loop, thread, { step: task.step, result: resultOf(task) }))

/** What counts of a result: what is no longer wanted counts as outdated, and a proposal must fit what is done now. */
async function acceptedOf({ run, note }: LoopContext, now: Snapshot, task: SubtaskTask): Promise<Accepted> {
  const { step, order, before } = task
  const made = { order, attempts: [], step, result: resultOf(task) }
  if (made.result.kind !== 'stopped' && !stillDue(step, before, now.state)) {
    note(`Left out, because something else was done meanwhile: ${describeStep(step)}`)
    return { ...made, result: outdated(made.result) }
  }
  if (made.result.kind !== 'proposed') return made
  const problem = problemOfResult(await orderFor(run.sources, now, step), made.result, run.publishRoom.settings)
  return problem === undefined ? made : { ...made, result: failedBy(made, problem) }
}

/**
 * How often changes are verified again, because somebody pushed or skipped one of them. After that they are made anew.
 */
const TRIES = 5

/** Verifies changes together with what came before them. A skip of one ends this for all. */
function verifyOnTip(
  crew: Crew,
  tasks: readonly SubtaskTask[],
  { order, unverified }: { order: OrderOf<'verify'>; unverified: readonly UnverifiedChange[] },
) {
  const meant = unverified.flatMap((change) => taskOf(tasks, change)?.signal ?? [])
  // As many at the same time as subtasks would be. One of them is in the runner's checkout.
  const places = freePlaces(crew)
    .filter((place) => crew.places.has(place))
    .slice(1)
  return verifyThere(crew.loop.run.openRoom, { order, signal: AbortSignal.any(meant), places })
}

const taskOf = (tasks: readonly SubtaskTask[], { subtask }: UnverifiedChange): SubtaskTask | undefined =>
  tasks.find(({ order }) => order.subtask === subtask)

/**
 * Verifies changes together with what came before them, on the newest tip, until each is there or has to be made anew.
 */
async function verifyAgain(crew: Crew, ripe: readonly SubtaskTask[], given: Landed): Promise<Thread> {
  const { loop } = crew
  let left = given
  for (let tries = 0; tries < TRIES; tries++) {
    const [first] = left.unverified.flatMap((change) => taskOf(ripe, change) ?? [])
    const order = first && verifyOrder(loop.run, left.thread, left.unverified)
    if (!order) break
    const result = await verifyOnTip(crew, ripe, { order, unverified: left.unverified })
    const now = await upToDate(loop, left.thread, first)
    // The others are verified without one that was skipped.
    const wanted = left.unverified.filter((change) => isWanted(taskOf(ripe, change), now))
    left =
      result.kind === 'stopped' || wanted.length < left.unverified.length
        ? { thread: now.thread, unverified: wanted }
        : await integrateAccepted({ ...loop, isFresh: true }, now, [{ order, attempts: [], step: undefined, result }])
  }
  return left.thread
}

/** Whether a change is still to be made, on the plan that it was made for. */
const isWanted = (task: SubtaskTask | undefined, { state }: Snapshot): boolean =>
  task !== undefined && !task.signal.aborted && stillDue(task.step, task.before, state)
