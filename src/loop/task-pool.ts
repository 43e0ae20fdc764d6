import {
  isSubtaskStep,
  isDraftStep,
  describeStep,
  goesBesideWork,
  needsModel,
  type ModelStep,
  type Step,
  type Snapshot,
} from '../decide/next/decision.ts'
import { work } from '../tasks/run-task.ts'
import { isAttempt, stillDue, problemOfResult, outdated } from '../tasks/tasks.ts'
import type { Status } from '../decide/approval/subtask-status.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { inputFor } from '../tasks/gather/input-for.ts'
import { noUsage } from '../plan/usage.ts'
import { addUsageOf } from '../publish/write/journal.ts'
import { publish } from '../publish/publish.ts'
import { sayStopped, sayStudying } from '../publish/say/planning-comment.ts'
import type { UnverifiedChange } from '../tasks/check/input.ts'
import { failedBy, verifyOrder, type Accepted } from './accept.ts'
import {
  allTasks,
  startSingle,
  startConcurrent,
  comesLast,
  endSession,
  isRunning,
  refreshPool,
  spentBy,
  takeStep,
  toBegin,
  type TaskPool,
} from './start-tasks.ts'
import { mergeAccepted, publishWork, readAgain, type MergeOutcome } from './merge-results.ts'
import type { LoopContext, OpenPool } from './run-context.ts'
import { resultOf, wasAttempt, type SubtaskTask, type Task } from './task.ts'

export function openPool(loop: LoopContext, thread: Thread): OpenPool {
  const nothing = { tasks: [], single: undefined, session: undefined, shown: undefined, recorded: noUsage }
  const pool: TaskPool = { loop, thread, ...nothing, places: new Set(), taken: new Map() }
  return {
    delays: (step) => pool.tasks.length > 0 && !isSubtaskStep(step) && !goesBesideWork(step),
    carryOut: (snapshot, step) => carryOut(pool, snapshot, step),
    drain: (now) => drain(pool, now),
    [Symbol.asyncDispose]: () => leave(pool),
  }
}

async function carryOut(pool: TaskPool, snapshot: Snapshot, step: Step): Promise<Thread> {
  refreshPool(pool, snapshot)
  return needsModel(step) && isForOne(pool, snapshot, step)
    ? runSingle(pool, snapshot, step)
    : runConcurrent(pool, snapshot, step)
}

/** Whether a step runs alone: all but questions beside subtasks, and subtasks with which no other can start. */
function isForOne(pool: TaskPool, { state }: Snapshot, step: ModelStep): boolean {
  if (pool.tasks.length > 0) return goesBesideWork(step)
  return !isSubtaskStep(step) || isTooLate(pool) || toBegin(pool, state).length <= 1
}

const isTooLate = ({ loop }: TaskPool): boolean => loop.run.sources.clock.signal.aborted

/** Runs a single step, and publishes its result before anything else starts. */
async function runSingle(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Thread> {
  const { loop } = pool
  takeStep(pool, snapshot, step)
  if (isSubtaskStep(step) && isTooLate(pool)) return interrupted(pool, snapshot, [step.status])
  const task = await (isDraftStep(step) ? draft : perform)(pool, snapshot, step)
  const after =
    isSubtaskStep(step) && !wasAttempt(task)
      ? await interrupted(pool, { ...snapshot, thread: pool.thread }, [step.status])
      : await publishSingle(pool, snapshot, { step, task })
  pool.single = undefined
  refreshPool(pool, loop.run.sources.snapshotAt(after))
  return after
}

/** Publishes a result on the current state. If GitHub is unreachable, its usage is counted when the pool closes. */
async function publishSingle(
  { loop, thread }: TaskPool,
  snapshot: Snapshot,
  { step, task }: { step: ModelStep; task: Task },
): Promise<Thread> {
  const result = resultOf(task)
  const now = await readAgain(loop, thread, { step, result })
  task.counted = true
  return publishWork(loop, { ...snapshot, thread: now }, { step, result })
}

/** Drafts a plan, after a comment on the issue that one is being made. */
async function draft(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const { run, note, progress, stop } = pool.loop
  const told = sayStudying(run.githubContext, snapshot.thread, note)
  try {
    return await perform(pool, snapshot, step)
  } finally {
    pool.thread = progress.thread = await told
    if (stop.aborted) progress.thread = await sayStopped(run.githubContext, progress.thread, note)
  }
}

async function perform(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const task = await startSingle(pool, snapshot, step)
  await task.end
  if (pool.tasks.length === 0) await endSession(pool, isSubtaskStep(step))
  return task
}

/** Starts what can start, waits until a task has ended, and merges what can be merged. */
async function runConcurrent(pool: TaskPool, snapshot: Snapshot, step: Step): Promise<Thread> {
  pool.session?.watch.know(snapshot.thread)
  if (isSubtaskStep(step)) await startConcurrent(pool, snapshot)
  if (mergeable(pool).length === 0) await Promise.race(pool.tasks.filter(isRunning).map(({ end }) => end))
  return mergeFinished(pool)
}

async function drain(pool: TaskPool, thread: Thread): Promise<Thread> {
  pool.thread = thread
  while (pool.tasks.length > 0) {
    await Promise.all(pool.tasks.map(({ end }) => end))
    await mergeFinished(pool)
  }
  return pool.thread
}

/** Stops all tasks. Their results are useless, but their usage counts. */
async function leave(pool: TaskPool): Promise<void> {
  const { session, thread, loop } = pool
  const all = allTasks(pool)
  for (const { stop } of all) stop()
  await Promise.all(all.map(({ end }) => end))
  await session?.[Symbol.asyncDispose]()
  const { state, ...now } = loop.run.sources.snapshotAt(loop.progress.thread ?? thread)
  const isRecorded = ({ input }: Task): boolean => isAttempt(input) && state.history.executed.has(input.subtask)
  const lost = all.filter((task) => !task.counted && !isRecorded(task))
  loop.progress.thread = addUsageOf(now.thread, spentBy(lost))
}

/** The tasks that can be merged: in plan order, if all tasks before them have ended. */
function mergeable({ tasks, thread, loop }: TaskPool): SubtaskTask[] {
  const { statuses } = loop.run.sources.snapshotAt(thread).state
  const place = ({ input }: SubtaskTask): number =>
    statuses.findIndex(({ subtask }) => subtask.number === input.subtask)
  const sorted = tasks.toSorted((a, b) => place(a) - place(b))
  const results = sorted.filter((task) => !comesLast(task))
  const first = results.findIndex(isRunning)
  const finished = first < 0 ? results : results.slice(0, first)
  return finished.length > 0 || sorted.some(isRunning) ? finished : sorted.slice(0, 1)
}

/** Merges what can be merged. Stops tasks whose results are useless by now. */
async function mergeFinished(pool: TaskPool): Promise<Thread> {
  const { loop } = pool
  const finished = mergeable(pool)
  const [first] = finished
  if (first) pool.thread = await mergeAll(pool, first, finished)
  loop.progress.thread = pool.thread
  pool.tasks = pool.tasks.filter((task) => !finished.includes(task))
  const now = loop.run.sources.snapshotAt(pool.thread)
  refreshPool(pool, now)
  for (const task of pool.tasks) if (!stillDue(task.step, task.before, now.state)) task.stop()
  if (pool.tasks.length > 0) pool.session?.tell()
  else await endSession(pool, true)
  return pool.thread
}

/** A change made on another tip is verified again first, with tasks that ended since, which join `finished`. */
async function mergeAll(pool: TaskPool, first: SubtaskTask, finished: SubtaskTask[]): Promise<Thread> {
  const { run } = pool.loop
  let merged = await mergeTasks(pool, await upToDate(pool.loop, pool.thread, first), finished)
  if (merged.unverified.length > 0) {
    const { thread, unverified } = merged
    const late = mergeable({ ...pool, thread }).filter((task) => !finished.includes(task))
    finished.push(...late)
    merged = await mergeTasks(pool, run.sources.snapshotAt(thread), late)
    merged.unverified.unshift(...unverified)
  }
  const thread = await verifyAgain(pool, finished, merged)
  const notStarted = finished.filter((task) => !wasAttempt(task)).map(({ step }) => step.status)
  return notStarted.length === 0 ? thread : interrupted(pool, run.sources.snapshotAt(thread), notStarted)
}

/** Records that these subtasks could not start before the time was up. Counts as a run without a result. */
const interrupted = ({ loop }: TaskPool, snapshot: Snapshot, [status, ...others]: readonly Status[]): Promise<Thread> =>
  publish(loop.run.githubContext, snapshot, { kind: 'interrupt', status, others })

/** Merges tasks on a fresh snapshot. From then on the thread contains their usage. */
async function mergeTasks(pool: TaskPool, now: Snapshot, tasks: readonly SubtaskTask[]): Promise<MergeOutcome> {
  const { loop } = pool
  const accepted: Accepted[] = []
  for (const task of tasks.filter(wasAttempt)) accepted.push(await acceptedOf(loop, now, task))
  const outcome = await mergeAccepted(loop, now, accepted)
  loop.progress.thread = outcome.thread
  for (const task of tasks) task.counted = true
  return outcome
}

const upToDate = async (loop: LoopContext, thread: Thread, task: SubtaskTask): Promise<Snapshot> =>
  loop.run.sources.snapshotAt(await readAgain(loop, thread, { step: task.step, result: resultOf(task) }))

/** The acceptable result: outdated if it is no longer wanted; a proposal must be compatible with what is done now. */
async function acceptedOf({ run, note }: LoopContext, now: Snapshot, task: SubtaskTask): Promise<Accepted> {
  const { step, input, before } = task
  const made = { input, attempts: [], step, result: resultOf(task) }
  if (made.result.kind !== 'stopped' && !stillDue(step, before, now.state)) {
    note(`Left out, because something else was done meanwhile: ${describeStep(step)}`)
    return { ...made, result: outdated(made.result) }
  }
  if (made.result.kind !== 'proposed') return made
  const problem = problemOfResult(await inputFor(run.sources, now, step), made.result, run.githubContext.settings)
  return problem === undefined ? made : { ...made, result: failedBy(made, problem) }
}

/** How often changes are verified again after concurrent pushes or skips. After that they are made again. */
const TRIES = 5

const taskOf = (tasks: readonly SubtaskTask[], { subtask }: UnverifiedChange): SubtaskTask | undefined =>
  tasks.find(({ input }) => input.subtask === subtask)

/** Verifies changes on the newest tip, until each is committed or has to be made again. */
async function verifyAgain(pool: TaskPool, finished: readonly SubtaskTask[], given: MergeOutcome): Promise<Thread> {
  const { loop } = pool
  let left = given
  for (let tries = 0; tries < TRIES; tries++) {
    const [first] = left.unverified.flatMap((change) => taskOf(finished, change) ?? [])
    const input = first && (await verifyOrder(loop.run, left.thread, left.unverified))
    if (!input) break
    // A skip of one aborts the verification of all.
    const signals = input.changes.flatMap((change) => taskOf(finished, change)?.signal ?? [])
    const result = await work(input, loop.run.openRoom({ signal: AbortSignal.any(signals) }))
    const now = await upToDate(loop, left.thread, first)
    // The others are verified without the skipped one.
    const wanted = left.unverified.filter((change) => isWanted(taskOf(finished, change), now))
    left =
      result.kind === 'stopped' || wanted.length < left.unverified.length
        ? { thread: now.thread, unverified: wanted }
        : await mergeAccepted(loop, now, [{ input, attempts: [], step: undefined, result }])
  }
  return left.thread
}

const isWanted = (task: SubtaskTask | undefined, { state }: Snapshot): boolean =>
  task !== undefined && !task.signal.aborted && stillDue(task.step, task.before, state)
