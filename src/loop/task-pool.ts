import type { Status } from '../decide/approval/subtask-status.ts'
import { executeStep, isDraftStep, isSubtaskStep, needsModel, traitsOf } from '../decide/next/decision.ts'
import type { ModelStep, Snapshot, Step } from '../decide/next/decision.ts'
import { subtasksToBegin } from '../decide/next/decide.ts'
import type { AgentStep } from '../plan/plan.ts'
import { withPull, type PlanPull, type Thread } from '../decide/thread/thread.ts'
import { pushProblem } from '../observe/may-push.ts'
import { watchCommands } from '../observe/watch.ts'
import { addUsage, fractionSpent, largerUsage, noUsage, usageSince, type Usage } from '../plan/usage.ts'
import { publish } from '../publish/publish.ts'
import { throttled } from '../publish/say/live-updates.ts'
import { sayStudying } from '../publish/say/say.ts'
import { show } from '../publish/say/pull-request.ts'
import { longWait } from '../publish/view/parts/status-line.ts'
import type { Live } from '../publish/view/text/view.ts'
import { addUsageOf } from '../publish/write/journal.ts'
import { hiddenNote, inputFor } from '../tasks/gather/input-for.ts'
import { showSetUp } from '../tasks/execute/check-progress.ts'
import { prepareCheckout } from '../tasks/run-task.ts'
import { isInput, stillDue, type TaskInput } from '../tasks/tasks.ts'
import { mergeTasks, publishWork, readAgain } from './merge-results.ts'
import { beginStep, type LoopContext, type OpenPool } from './run-context.ts'
import { isRunning, liveView, mergesLast, startTask, resultOf, usageOf, wasAttempt } from './task.ts'
import type { ShownTask, SubtaskSpec, SubtaskTask, Task, TaskSpec } from './task.ts'

/** Background work while any task runs: the watch for commands, the renewal of the claim, and updates of the view. */
type PoolSession = ReturnType<typeof openSession>

/** The model's tasks that run in one job, and their shared state. It is mutable. */
type TaskPool = {
  loop: LoopContext
  tasks: SubtaskTask[]
  /** The step that runs alone: nothing else starts before its end. */
  single: Task | undefined
  session: PoolSession | undefined
  thread: Thread
  /** The pull request as last shown while a task was running. */
  shownPull: PlanPull['pull'] | undefined
  /** The plan's usage without the running tasks. */
  recordedUsage: Usage
  preparedWorktrees: Set<number>
}

export function openPool(loop: LoopContext, thread: Thread): OpenPool {
  const nothing = { tasks: [], single: undefined, session: undefined, shownPull: undefined, recordedUsage: noUsage }
  const pool: TaskPool = { loop, thread, ...nothing, preparedWorktrees: new Set() }
  return {
    delays: (step) => pool.tasks.length > 0 && !isSubtaskStep(step) && !traitsOf(step).runsDuringTasks,
    carryOut: (snapshot, step) => carryOut(pool, snapshot, step),
    drain: (now) => drain(pool, now),
    [Symbol.asyncDispose]: () => stopAll(pool),
  }
}

async function carryOut(pool: TaskPool, snapshot: Snapshot, step: Step): Promise<Thread> {
  refreshPool(pool, snapshot)
  return needsModel(step) && runsAlone(pool, snapshot, step)
    ? runSingle(pool, snapshot, step)
    : runConcurrent(pool, snapshot, step)
}

/** Whether a step runs alone: all but questions beside subtasks, and subtasks with which no other can start. */
function runsAlone(pool: TaskPool, { state }: Snapshot, step: ModelStep): boolean {
  if (pool.tasks.length > 0) return traitsOf(step).runsDuringTasks === true
  return !isSubtaskStep(step) || isTimeUp(pool) || readySubtasks(pool, state).length <= 1
}

const isTimeUp = ({ loop }: TaskPool): boolean => loop.run.sources.clock.signal.aborted

/** Runs a single step, and publishes its result before anything else starts. */
async function runSingle(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Thread> {
  beginStep(pool.loop, snapshot, step)
  if (isSubtaskStep(step) && isTimeUp(pool)) return interrupted(pool, snapshot, [step.status])
  const finished = await (isDraftStep(step) ? draft : perform)(pool, snapshot, step)
  const after =
    isSubtaskStep(step) && !wasAttempt(finished)
      ? await interrupted(pool, { ...snapshot, thread: pool.thread }, [step.status])
      : await publishSingle(pool, snapshot, finished)
  pool.single = undefined
  refreshPool(pool, pool.loop.run.sources.snapshotAt(after))
  return after
}

/** Publishes a result on the current state. If GitHub is unreachable, its usage is counted when the pool closes. */
async function publishSingle({ loop, thread }: TaskPool, snapshot: Snapshot, task: Task): Promise<Thread> {
  const ended = { step: task.step, result: resultOf(task) }
  const now = await readAgain(loop, thread)
  task.usageRecorded = true
  return publishWork(loop, { ...snapshot, thread: now }, ended)
}

/** Drafts a plan, after a comment on the issue that one is being made. */
async function draft(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const { run, note, progress, stop } = pool.loop
  const studyingComment = sayStudying(run.githubContext, snapshot.thread, { log: note })
  try {
    return await perform(pool, snapshot, step)
  } finally {
    pool.thread = progress.thread = await studyingComment
    if (stop.aborted)
      progress.thread = await sayStudying(run.githubContext, progress.thread, { log: note, stopped: true })
  }
}

/** Performs a single step in the runner's checkout. Throws `UserError`. */
async function perform(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const { run, progress } = pool.loop
  // Whether the branch can be pushed is checked before a draft costs tokens, while its input is gathered.
  const { sources, githubContext } = run
  const pushCheck = isDraftStep(step) ? pushProblem(sources, snapshot.thread, githubContext.settings) : undefined
  const [input, problem] = await Promise.all([taskInputFor(pool, snapshot, step), pushCheck])
  if (problem) throw problem
  const since = run.sources.clock.timestamp()
  if (isInput(input, 'execute')) {
    const { subtask: number, attempt } = input
    const live = { subtasks: [{ number, attempt, steps: [] }], since }
    pool.thread = progress.thread = await show(run.githubContext, pool.thread, live)
  }
  const session = (pool.session ??= openSession(pool, since))
  const task = (pool.single = start(pool, session, { step, input, startState: snapshot.state, worktree: 0 }))
  await task.ended
  if (pool.tasks.length === 0) await endSession(pool, isSubtaskStep(step))
  return task
}

/** Starts what can start, waits until a task has ended, and merges what can be merged. */
async function runConcurrent(pool: TaskPool, snapshot: Snapshot, step: Step): Promise<Thread> {
  pool.session?.watch.know(snapshot.thread)
  if (isSubtaskStep(step)) await startConcurrent(pool, snapshot)
  if (mergeable(pool).length === 0) await Promise.race(pool.tasks.filter(isRunning).map(({ ended }) => ended))
  return mergeFinished(pool)
}

async function drain(pool: TaskPool, thread: Thread): Promise<Thread> {
  pool.thread = thread
  while (pool.tasks.length > 0) {
    await Promise.all(pool.tasks.map(({ ended }) => ended))
    await mergeFinished(pool)
  }
  return pool.thread
}

/** Stops all tasks, whose results are discarded. Their usage is counted. */
async function stopAll(pool: TaskPool): Promise<void> {
  const { session, thread, loop } = pool
  const all = allTasks(pool)
  for (const { stop } of all) stop()
  await Promise.all(all.map(({ ended }) => ended))
  await session?.[Symbol.asyncDispose]()
  const { state, ...now } = loop.run.sources.snapshotAt(loop.progress.thread ?? thread)
  const isRecorded = ({ input }: Task): boolean =>
    isInput(input, 'execute') && state.history.executed.has(input.subtask)
  const lost = all.filter((task) => !task.usageRecorded && !isRecorded(task))
  loop.progress.thread = addUsageOf(now.thread, usageOf(lost))
}

/** The tasks that can be merged: in plan order, if all tasks before them have ended. */
function mergeable({ tasks, thread, loop }: TaskPool): SubtaskTask[] {
  const { statuses } = loop.run.sources.snapshotAt(thread).state
  const orderOf = ({ input }: SubtaskTask): number =>
    statuses.findIndex(({ subtask }) => subtask.number === input.subtask)
  const sorted = tasks.toSorted((a, b) => orderOf(a) - orderOf(b))
  const results = sorted.filter((task) => !mergesLast(task))
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
    // An error that ended the task ends the run here, before GitHub is asked.
    resultOf(first)
    pool.thread = await mergeTasks(loop, await readAgain(loop, pool.thread), { finished, endedSince })
    const notStarted = finished.filter((task) => !wasAttempt(task)).map(({ step }) => step.status)
    if (notStarted.length > 0) pool.thread = await interrupted(pool, snapshotAt(pool.thread), notStarted)
  }
  loop.progress.thread = pool.thread
  pool.tasks = pool.tasks.filter((task) => !finished.includes(task))
  const now = snapshotAt(pool.thread)
  refreshPool(pool, now)
  for (const task of pool.tasks) if (!stillDue(task.step, task.startState, now.state)) task.stop()
  if (pool.tasks.length > 0) pool.session?.updateView()
  else await endSession(pool, true)
  return pool.thread
}

/** Records that these subtasks could not start before the time was up. Counts as a run without a result. */
const interrupted = ({ loop }: TaskPool, snapshot: Snapshot, [status, ...others]: readonly Status[]): Promise<Thread> =>
  publish(loop.run.githubContext, snapshot, { kind: 'interrupt', status, others })

function refreshPool(pool: TaskPool, { thread, state }: Snapshot): void {
  pool.thread = thread
  pool.recordedUsage = largerUsage(state.usage, thread.thisRun.spent)
}

/** The subtasks that can start. Usage of running ones counts: with a spent budget nothing starts. */
function readySubtasks({ loop, tasks }: TaskPool, state: Snapshot['state']): Status[] {
  const { inputs, githubContext } = loop.run
  if (tasks.some(mergesLast) || fractionSpent(state.allowance, usageOf(tasks)) >= 1) return []
  const free = inputs.parallel - tasks.filter(isRunning).length
  return subtasksToBegin(state, githubContext, { free, inHand: new Set(tasks.map(({ input }) => input.subtask)) })
}

const allTasks = ({ tasks, single }: TaskPool): Task[] => [...tasks, ...(single ? [single] : [])]

/** Starts all subtasks that can start, each in its own worktree. Resolves when their worktrees are set up. */
async function startConcurrent(pool: TaskPool, snapshot: Snapshot): Promise<void> {
  const { run } = pool.loop
  const used = new Set(pool.tasks.filter(isRunning).map(({ worktree }) => worktree))
  const worktrees = Array.from({ length: run.inputs.parallel }, (_, i) => i + 1).filter((number) => !used.has(number))
  const specs: SubtaskSpec[] = []
  for (const status of readySubtasks(pool, snapshot.state)) {
    const step = executeStep(status)
    beginStep(pool.loop, snapshot, step)
    const input = await taskInputFor(pool, snapshot, step)
    const worktree = worktrees.shift()
    if (!isInput(input, 'execute') || worktree === undefined)
      throw new Error('A subtask needs its input and a worktree.')
    specs.push({ step, input, startState: snapshot.state, worktree })
  }
  const [first] = specs
  if (!first) return
  const session = (pool.session ??= openSession(pool))
  // People see at once that their approval counts: the set-up may take minutes.
  const showStarting = (steps: AgentStep[]) => session.updateView(specs.map((spec) => ({ ...spec, steps })))
  showStarting([])
  // `setup-command` runs once for all that start together: the template must not change while it is being copied.
  const isReady =
    specs.every(({ worktree }) => pool.preparedWorktrees.has(worktree)) ||
    (await showSetUp(run.inputs['setup-command'], {
      setUp: prepareCheckout(run.openContext({ signal: session.ends }), first.input.head),
      show: showStarting,
    }))
  const tasks = (isReady ? specs : [{ ...first, worktree: 0 }]).map((spec) => start(pool, session, spec))
  pool.tasks.push(...tasks)
  session.updateView()
  // The worktrees are copied from the first one, which must not change meanwhile.
  await Promise.all(tasks.map(({ ready }) => ready))
  for (const { worktree, sentRequest } of tasks) if (sentRequest) pool.preparedWorktrees.add(worktree)
}

async function taskInputFor({ loop }: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<TaskInput> {
  const input = await inputFor(loop.run.sources, snapshot, step)
  const hidden = hiddenNote(input)
  if (hidden !== undefined) loop.note(hidden)
  return input
}

function start<Spec extends TaskSpec>(pool: TaskPool, { watch, updateView }: PoolSession, spec: Spec): Task<Spec> {
  const { input } = spec
  const { recordedUsage } = pool
  const { run } = pool.loop
  const task: Task<Spec> = startTask(spec, {
    openContext: run.openContext,
    signal: isInput(input, 'execute') ? watch.of(input) : watch.signal,
    beforeTurn: watch.check,
    updateView,
    onWait: (wait) => {
      const waiting = wait && longWait(wait, Date.parse(run.sources.clock.timestamp()))
      if (!waiting && !task.waiting) return
      task.waiting = waiting
      updateView()
    },
    // The allowance is without the usage recorded when the task started; later records and the other tasks count here.
    spentByOthers: () =>
      addUsage(usageSince(pool.recordedUsage, recordedUsage), usageOf(allTasks(pool).filter((one) => one !== task))),
  })
  return task
}

/** `since` is when the only task started, as ISO 8601. */
function openSession(pool: TaskPool, since?: string) {
  const { run, claim } = pool.loop
  const ends = AbortSignal.any([run.ends, claim.lost()])
  const watch = watchCommands(run.sources.forge, pool.thread, { stop: ends })
  const view = throttled(async (live: Live, signal) => {
    pool.shownPull = (await show(run.githubContext, pool.thread, { ...live, signal })).pull?.pull
  })
  return {
    watch,
    ends,
    /** Shows the running tasks, and those about to start. */
    updateView: (starting: readonly ShownTask[] = []) => view.show(liveView([...allTasks(pool), ...starting], since)),
    [Symbol.asyncDispose]: async () => {
      watch[Symbol.dispose]()
      await view[Symbol.asyncDispose]()
    },
  }
}

/** Ends the background work with the last task. The last view marks a subtask that was stopped from outside. */
async function endSession(pool: TaskPool, hadSubtask: boolean): Promise<void> {
  const { session, loop } = pool
  if (!session) return
  await session[Symbol.asyncDispose]()
  if (pool.shownPull) pool.thread = withPull(pool.thread, { body: pool.shownPull.body })
  // No task runs, and there is little time left to show that.
  if (hadSubtask && loop.stop.aborted)
    pool.thread = await show(loop.run.githubContext, pool.thread, { subtasks: [], stopped: 'outside' })
  pool.session = undefined
  pool.shownPull = undefined
}
