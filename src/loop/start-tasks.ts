import type { StepCounts } from '../decide/next/loop-guard.ts'
import { subtasksToBegin } from '../decide/next/parallel.ts'
import type { AgentStep } from '../plan/plan.ts'
import { describeStep, executeStep, isDraftStep, type ModelStep, type Snapshot } from '../decide/next/decision.ts'
import type { Status } from '../decide/approval/subtask-status.ts'
import { withPull, type PlanPull, type Thread } from '../decide/thread/thread.ts'
import { hiddenNote, inputFor } from '../tasks/gather/input-for.ts'
import { pushProblem } from '../observe/may-push.ts'
import { subtaskOf, watchCommands, type Watch } from '../observe/watch.ts'
import { addUsage, fractionSpent, largerUsage, noUsage, usageSince, type Usage } from '../plan/usage.ts'
import { show } from '../publish/say/show.ts'
import { throttled } from '../publish/say/live-updates.ts'
import { longWait } from '../publish/view/parts/status-line.ts'
import type { Live } from '../publish/view/text/view.ts'
import { showSetUp } from '../tasks/execute/check-progress.ts'
import { prepareCheckout } from '../tasks/run-task.ts'
import { isAttempt, type TaskInput } from '../tasks/tasks.ts'
import { assertProgress, type LoopContext } from './run-context.ts'
import { begin, type SubtaskSpec, type SubtaskTask, type Task, type TaskSpec } from './task.ts'

/** Background work while any task runs: the watch for commands, the renewal of the claim, and updates of the view. */
type PoolSession = AsyncDisposable & {
  watch: Watch
  ends: AbortSignal
  /** Shows what runs and, with these steps, what is about to begin. */
  tell: (next?: readonly SubtaskSpec[], steps?: AgentStep[]) => void
}

/** The model's tasks that run in one job, and their shared state. It is mutable. */
export type TaskPool = {
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

export function refreshPool(pool: TaskPool, { thread, state }: Snapshot): void {
  pool.thread = thread
  pool.recorded = largerUsage(state.usage, thread.thisRun.spent)
}

/** The subtasks that can start. Usage of running ones counts: with a spent budget nothing starts. */
export function toBegin({ loop, tasks }: TaskPool, state: Snapshot['state']): Status[] {
  const { inputs, githubContext } = loop.run
  if (tasks.some(comesLast) || fractionSpent(state.allowance, spentBy(tasks)) >= 1) return []
  const free = inputs.parallel - tasks.filter(isRunning).length
  return subtasksToBegin(state, githubContext, { free, inHand: new Set(tasks.map(({ input }) => input.subtask)) })
}

export const allTasks = ({ tasks, single }: TaskPool): Task[] => [...tasks, ...(single ? [single] : [])]
export const spentBy = (tasks: readonly Task[]): Usage => addUsage(noUsage, ...tasks.map(({ usage }) => usage))
export const isRunning = ({ outcome }: Task): boolean => outcome === undefined

/** A proposed change and an error end the run, so other finished tasks are merged before. */
export const comesLast = ({ outcome }: Task): boolean =>
  outcome?.kind === 'error' || (outcome?.kind === 'result' && ['proposed', 'halted'].includes(outcome.result.kind))

/** Starts a single step in the runner's checkout. Throws `UserError`. */
export async function startSingle(pool: TaskPool, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const { run, progress } = pool.loop
  // What can be known for nothing is asked while the order is made, before a plan costs anything.
  const asked = isDraftStep(step) ? pushProblem(run.sources, snapshot.thread, run.githubContext.settings) : undefined
  const [input, problem] = await Promise.all([orderOf(pool, snapshot, step), asked])
  if (problem) throw problem
  const since = run.sources.clock.timestamp()
  if (isAttempt(input)) {
    const { subtask: number, attempt } = input
    const live = { subtasks: [{ number, attempt, steps: [] }], since }
    pool.thread = progress.thread = await show(run.githubContext, pool.thread, live)
  }
  const session = (pool.session ??= openSession(pool, since))
  return (pool.single = beginOne(pool, session, { step, input, before: snapshot.state, place: 0 }))
}

/** Starts all subtasks that can start, each in its own worktree. Resolves when their worktrees are set up. */
export async function startConcurrent(pool: TaskPool, snapshot: Snapshot): Promise<void> {
  const due: Omit<SubtaskSpec, 'place'>[] = []
  for (const status of toBegin(pool, snapshot.state)) due.push(await subtaskSpec(pool, snapshot, status))
  const [first] = due
  if (!first) return
  const session = (pool.session ??= openSession(pool))
  const specs = freePlaces(pool).flatMap((place, i) => (due[i] ? [{ ...due[i], place }] : []))
  // People see at once that their approval counts: the set-up may take minutes.
  session.tell(specs)
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
  return showSetUp(run.inputs['setup-command'], { setUp, show: (steps) => tell(specs, steps) })
}

async function subtaskSpec(pool: TaskPool, snapshot: Snapshot, status: Status): Promise<Omit<SubtaskSpec, 'place'>> {
  const step = executeStep(status)
  takeStep(pool, snapshot, step)
  const input = await orderOf(pool, snapshot, step)
  if (!isAttempt(input)) throw new Error('An order for a subtask is an order to execute it.')
  return { step, input, before: snapshot.state }
}

/** Marks a step as started. Throws `UserError` if it was started before, and nothing has changed since. */
export function takeStep(pool: TaskPool, snapshot: Snapshot, step: ModelStep): void {
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
    signal: isAttempt(input) ? watch.of(subtaskOf(input)) : watch.signal,
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
    tell: (next = [], steps = []) => {
      const beginning = next.map((one) => ({ ...one, steps }))
      shown.show(liveOf(pool, since, beginning))
    },
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]()
      await shown[Symbol.asyncDispose]()
    },
  }
}

type Beginning = SubtaskSpec & Pick<SubtaskTask, 'steps'>

function liveOf(pool: TaskPool, since: string | undefined, beginning: readonly Beginning[]): Live {
  const all = allTasks(pool)
  const [waiting] = all.flatMap((task) => task.waiting ?? [])
  const subtasks = [...all, ...beginning].flatMap(({ input, steps }) =>
    isAttempt(input) ? [{ number: input.subtask, attempt: input.attempt, steps }] : [],
  )
  return { subtasks, ...(subtasks.length > 0 && since !== undefined ? { since } : {}), waiting }
}

/** Ends the background work with the last task. The last view marks a subtask that was stopped from outside. */
export async function endSession(pool: TaskPool, hadSubtask: boolean): Promise<void> {
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
