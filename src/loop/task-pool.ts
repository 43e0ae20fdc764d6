import type { Status } from '../decide/approval/subtask-status.ts'
import {
  describeStep,
  executeStep,
  goesBesideWork,
  isDraftStep,
  isSubtaskStep,
  needsModel,
  type ModelStep,
  type Snapshot,
  type Step,
} from '../decide/next/decision.ts'
import type { StepCounts } from '../decide/next/loop-guard.ts'
import { subtasksToBegin } from '../decide/next/parallel.ts'
import { withPull, type PlanPull, type Thread } from '../decide/thread/thread.ts'
import { pushProblem } from '../observe/may-push.ts'
import { subtaskOf, watchCommands, type Watch } from '../observe/watch.ts'
import { addUsage, fractionSpent, largerUsage, noUsage, usageSince, type Usage } from '../plan/usage.ts'
import { publish } from '../publish/publish.ts'
import { throttled } from '../publish/say/live-updates.ts'
import { sayStopped, sayStudying } from '../publish/say/say.ts'
import { show } from '../publish/say/pull-request.ts'
import { longWait } from '../publish/view/parts/status-line.ts'
import type { Live } from '../publish/view/text/view.ts'
import { addUsageOf } from '../publish/write/journal.ts'
import { hiddenNote, inputFor } from '../tasks/gather/input-for.ts'
import { showSetUp } from '../tasks/execute/check-progress.ts'
import type { AgentStep } from '../plan/plan.ts'
import { prepareCheckout } from '../tasks/run-task.ts'
import { isInput, type TaskInput } from '../tasks/tasks.ts'
import { mergeTasks, publishWork, readAgain } from './merge-results.ts'
import { assertProgress, type LoopContext, type OpenPool } from './run-context.ts'
import { begin, resultOf, wasAttempt, type SubtaskSpec, type SubtaskTask, type Task, type TaskSpec } from './task.ts'
import { stillDue } from '../tasks/still-due.ts'

/** Background work while any task runs: the watch for commands, the renewal of the claim, and updates of the view. */
type PoolSession = AsyncDisposable & {
  watch: Watch
  ends: AbortSignal
  /** Shows what runs, and what is about to begin. */
  tell: (beginning?: Beginning) => void
}
type Beginning = { next: readonly SubtaskSpec[]; steps: AgentStep[] }
const NOTHING: Beginning = { next: [], steps: [] }

/** The model's tasks that run in one job, and their shared state. It is mutable. */
type TaskPool = {
  loop: LoopContext
  tasks: SubtaskTask[]
  /** The step that runs alone: nothing else starts before its end. */
  single: Task | undefined
  session: PoolSession | undefined
  thread: Thread
  /** The pull request as last shown while a task was running. */
  shown: PlanPull['pull'] | undefined
  /** The plan's usage without the running tasks. */
  recorded: Usage
  places: Set<number>
  taken: StepCounts
}

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
      : await publishSingle(pool, snapshot, task)
  pool.single = undefined
  refreshPool(pool, loop.run.sources.snapshotAt(after))
  return after
}

/** Publishes a result on the current state. If GitHub is unreachable, its usage is counted when the pool closes. */
async function publishSingle({ loop, thread }: TaskPool, snapshot: Snapshot, task: Task): Promise<Thread> {
  const ended = { step: task.step, result: resultOf(task) }
  const now = await readAgain(loop, thread, ended)
  task.counted = true
  return publishWork(loop, { ...snapshot, thread: now }, ended)
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
  const isRecorded = ({ input }: Task): boolean =>
    isInput(input, 'execute') && state.history.executed.has(input.subtask)
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
  const { snapshotAt } = loop.run.sources
  const finished = mergeable(pool)
  const [first] = finished
  if (first) {
    const endedSince = (thread: Thread): SubtaskTask[] =>
      mergeable({ ...pool, thread }).filter((task) => !finished.includes(task))
    const now = await readAgain(loop, pool.thread, { step: first.step, result: resultOf(first) })
    pool.thread = await mergeTasks(loop, now, { finished, endedSince })
    const notStarted = finished.filter((task) => !wasAttempt(task)).map(({ step }) => step.status)
    if (notStarted.length > 0) pool.thread = await interrupted(pool, snapshotAt(pool.thread), notStarted)
  }
  loop.progress.thread = pool.thread
  pool.tasks = pool.tasks.filter((task) => !finished.includes(task))
  const now = snapshotAt(pool.thread)
  refreshPool(pool, now)
  for (const task of pool.tasks) if (!stillDue(task.step, task.before, now.state)) task.stop()
  if (pool.tasks.length > 0) pool.session?.tell()
  else await endSession(pool, true)
  return pool.thread
}

/** Records that these subtasks could not start before the time was up. Counts as a run without a result. */
const interrupted = ({ loop }: TaskPool, snapshot: Snapshot, [status, ...others]: readonly Status[]): Promise<Thread> =>
  publish(loop.run.githubContext, snapshot, { kind: 'interrupt', status, others })

function refreshPool(pool: TaskPool, { thread, state }: Snapshot): void {
  pool.thread = thread
  pool.recorded = largerUsage(state.usage, thread.thisRun.spent)
}

/** The subtasks that can start. Usage of running ones counts: with a spent budget nothing starts. */
function toBegin({ loop, tasks }: TaskPool, state: Snapshot['state']): Status[] {
  const { inputs, githubContext } = loop.run
  if (tasks.some(comesLast) || fractionSpent(state.allowance, spentBy(tasks)) >= 1) return []
  const free = inputs.parallel - tasks.filter(isRunning).length
  return subtasksToBegin(state, githubContext, { free, inHand: new Set(tasks.map(({ input }) => input.subtask)) })
}

const allTasks = ({ tasks, single }: TaskPool): Task[] => [...tasks, ...(single ? [single] : [])]
const spentBy = (tasks: readonly Task[]): Usage => addUsage(noUsage, ...tasks.map(({ usage }) => usage))
const isRunning = ({ outcome }: Task): boolean => outcome === undefined

/** A proposed change and an error end the run, so other finished tasks are merged before. */
const comesLast = ({ outcome }: Task): boolean =>
  outcome?.kind === 'error' || (outcome?.kind === 'result' && ['proposed', 'halted'].includes(outcome.result.kind))

/** Starts a single step in the runner's checkout. Throws `UserError`. */
async function startSingle(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const { run, progress } = pool.loop
  // What can be known for nothing is asked while the order is made, before a plan costs anything.
  const asked = isDraftStep(step) ? pushProblem(run.sources, snapshot.thread, run.githubContext.settings) : undefined
  const [input, problem] = await Promise.all([orderOf(pool, snapshot, step), asked])
  if (problem) throw problem
  const since = run.sources.clock.timestamp()
  if (isInput(input, 'execute')) {
    const { subtask: number, attempt } = input
    const live = { subtasks: [{ number, attempt, steps: [] }], since }
    pool.thread = progress.thread = await show(run.githubContext, pool.thread, live)
  }
  const session = (pool.session ??= openSession(pool, since))
  return (pool.single = beginOne(pool, session, { step, input, before: snapshot.state, place: 0 }))
}

/** Starts all subtasks that can start, each in its own worktree. Resolves when their worktrees are set up. */
async function startConcurrent(pool: TaskPool, snapshot: Snapshot): Promise<void> {
  const due: Omit<SubtaskSpec, 'place'>[] = []
  for (const status of toBegin(pool, snapshot.state)) due.push(await subtaskSpec(pool, snapshot, status))
  const [first] = due
  if (!first) return
  const session = (pool.session ??= openSession(pool))
  const specs = freePlaces(pool).flatMap((place, i) => (due[i] ? [{ ...due[i], place }] : []))
  // People see at once that their approval counts: the set-up may take minutes.
  session.tell({ next: specs, steps: [] })
  // Once for all that start together: the template must not change while it is being copied.
  const isReady =
    specs.every(({ place }) => pool.places.has(place)) ||
    (await setUpForAll(pool, session, { specs, head: first.input.head }))
  const begun = (isReady ? specs : [{ ...first, place: 0 }]).map((spec) => beginOne(pool, session, spec))
  pool.tasks.push(...begun)
  session.tell()
  // The worktrees are copied from the first one, which must not change meanwhile.
  await Promise.all(begun.map((task) => task.begun))
  for (const { place, asked } of begun) if (asked) pool.places.add(place)
}

/** Sets up the template at a commit; each subtask says so while it takes long. False if `setup-command` fails. */
function setUpForAll(
  { loop: { run } }: TaskPool,
  { ends, tell }: PoolSession,
  { specs, head }: { specs: readonly SubtaskSpec[]; head: string },
): Promise<boolean> {
  const setUp = prepareCheckout(run.openRoom({ signal: ends }), head)
  return showSetUp(run.inputs['setup-command'], { setUp, show: (steps) => tell({ next: specs, steps }) })
}

async function subtaskSpec(pool: TaskPool, snapshot: Snapshot, status: Status): Promise<Omit<SubtaskSpec, 'place'>> {
  const step = executeStep(status)
  takeStep(pool, snapshot, step)
  const input = await orderOf(pool, snapshot, step)
  if (!isInput(input, 'execute')) throw new Error('An order for a subtask is an order to execute it.')
  return { step, input, before: snapshot.state }
}

/** Marks a step as started. Throws `UserError` if it was started before, and nothing has changed since. */
function takeStep(pool: TaskPool, snapshot: Snapshot, step: ModelStep): void {
  pool.taken = assertProgress(pool.taken, snapshot, step)
  pool.loop.note(describeStep(step))
}

async function orderOf({ loop }: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<TaskInput> {
  const input = await inputFor(loop.run.sources, snapshot, step)
  const hidden = hiddenNote(input)
  if (hidden !== undefined) loop.note(hidden)
  return input
}

function freePlaces({ tasks, loop }: TaskPool): number[] {
  const taken = new Set(tasks.filter(isRunning).map(({ place }) => place))
  return Array.from({ length: loop.run.inputs.parallel }, (_, i) => i + 1).filter((place) => !taken.has(place))
}

function beginOne<Spec extends TaskSpec>(pool: TaskPool, { watch, tell }: PoolSession, spec: Spec): Task<Spec> {
  const { input } = spec
  const { recorded, loop } = pool
  const { run } = loop
  const task: Task<Spec> = begin(spec, {
    openRoom: run.openRoom,
    signal: isInput(input, 'execute') ? watch.of(subtaskOf(input)) : watch.signal,
    beforeTurn: watch.check,
    tell,
    onWait: (wait) => {
      const waiting = wait && longWait(wait, Date.parse(run.sources.clock.timestamp()))
      if (!waiting && !task.waiting) return
      task.waiting = waiting
      tell()
    },
    // Recorded usage is already subtracted from the allowance.
    spentBeside: () =>
      addUsage(usageSince(pool.recorded, recorded), spentBy(allTasks(pool).filter((one) => one !== task))),
  })
  return task
}

/** `since` is when the only task started, as ISO 8601. */
function openSession(pool: TaskPool, since?: string): PoolSession {
  const { run, claim, stop } = pool.loop
  const ends = AbortSignal.any([stop, run.sources.clock.signal, claim.lost()])
  const watch = watchCommands(run.sources.forge, pool.thread, { stop: ends })
  const shown = throttled(async (live: Live, signal) => {
    pool.shown = (await show(run.githubContext, pool.thread, { ...live, signal })).pull?.pull
  })
  return {
    watch,
    ends,
    tell: (beginning = NOTHING) => shown.show(liveOf(pool, since, beginning)),
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]()
      await shown[Symbol.asyncDispose]()
    },
  }
}

function liveOf(pool: TaskPool, since: string | undefined, { next, steps }: Beginning): Live {
  const all = allTasks(pool)
  const [waiting] = all.flatMap((task) => task.waiting ?? [])
  const subtasks = [...all, ...next.map((one) => ({ ...one, steps }))].flatMap(({ input, steps }) =>
    isInput(input, 'execute') ? [{ number: input.subtask, attempt: input.attempt, steps }] : [],
  )
  return { subtasks, ...(subtasks.length > 0 && since !== undefined ? { since } : {}), waiting }
}

/** Ends the background work with the last task. The last view marks a subtask that was stopped from outside. */
async function endSession(pool: TaskPool, hadSubtask: boolean): Promise<void> {
  const { session, loop } = pool
  if (!session) return
  await session[Symbol.asyncDispose]()
  if (pool.shown) pool.thread = withPull(pool.thread, { body: pool.shown.body })
  // No task runs, and there is little time left to show that.
  if (hadSubtask && loop.stop.aborted)
    pool.thread = await show(loop.run.githubContext, pool.thread, { subtasks: [], stopped: 'outside' })
  pool.session = undefined
  pool.shown = undefined
}
