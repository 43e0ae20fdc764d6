import type { Taken } from '../decide/next/loop-guard.ts'
import { subtasksToBegin } from '../decide/next/parallel.ts'
import type { Snapshot } from '../decide/next/snapshot.ts'
import type { Status } from '../decide/approval/subtask-status.ts'
import { describeStep, type ModelStep } from '../decide/next/step.ts'
import type { PlanPull, Thread } from '../decide/thread/thread.ts'
import { orderFor } from '../observe/brief/brief.ts'
import { pushProblem } from '../observe/may-push.ts'
import { subtaskOf, watchCommands, type Watch } from '../observe/watch.ts'
import { fractionSpent, addUsage, largerUsage, noUsage, usageSince, type Usage } from '../plan/usage.ts'
import { guarded } from '../publish/claim/guarded.ts'
import { show } from '../publish/say/show.ts'
import { throttled } from '../publish/say/live-updates.ts'
import { longWait } from '../publish/view/parts/status-line.ts'
import type { Live } from '../publish/view/text/view.ts'
import type { WorkOrder } from '../plan/order/order.ts'
import { hiddenNote } from '../work/room/untrusted.ts'
import type { LoopContext } from './run-context.ts'
import { begin, prepareAt, type SubtaskSpec, type SubtaskTask, type Task, type TaskSpec } from './task.ts'

/** What goes on as long as any task runs: the watch for commands, the claim that is kept, and what people see. */
type Shift = AsyncDisposable & { watch: Watch; ends: AbortSignal; tell: () => void }

/** The tasks of the model that run in one job, one or many, and what they share. It is kept up to date. */
export type Crew = {
  loop: LoopContext
  /** Subtasks that run at the same time, in the order in which they began. */
  tasks: SubtaskTask[]
  /** The step that was begun alone: nothing else is begun before its end. */
  single: Task | undefined
  shift: Shift | undefined
  /** The newest thread, for what people see. */
  thread: Thread
  /** The pull request as it was last shown while a task was running. */
  shown: PlanPull['pull'] | undefined
  /** What the plan has cost, without the running tasks. */
  recorded: Usage
  /** Places that were set up. */
  places: Set<number>
  taken: Taken
}

/** Takes up how things are: what was written since, and what it cost. */
export function know(crew: Crew, { thread, state }: Snapshot): void {
  crew.thread = thread
  crew.recorded = largerUsage(state.usage, thread.thisRun.spent)
}

/** The subtasks that can begin. What running ones have spent counts: with a spent budget nothing is begun. */
export function toBegin({ loop, tasks }: Crew, state: Snapshot['state']): Status[] {
  const { inputs, publishRoom } = loop.run
  if (tasks.some(comesLast) || fractionSpent(state.allowance, spentBy(tasks)) >= 1) return []
  const free = inputs.parallel - tasks.filter(isRunning).length
  return subtasksToBegin(state, publishRoom, { free, inHand: new Set(tasks.map(({ order }) => order.subtask)) })
}

export const allTasks = ({ tasks, single }: Crew): Task[] => [...tasks, ...(single ? [single] : [])]
export const spentBy = (tasks: readonly Task[]): Usage => addUsage(noUsage, ...tasks.map(({ usage }) => usage))
export const isRunning = ({ outcome }: Task): boolean => outcome === undefined

/** A proposed change and an error end the run. What was paid for meanwhile is integrated before. */
export const comesLast = ({ outcome }: Task): boolean =>
  outcome?.kind === 'error' || (outcome?.kind === 'result' && ['proposed', 'halted'].includes(outcome.result.kind))

/** Begins one step alone, in the runner's checkout. Throws `UserError`. */
export async function beginAlone(crew: Crew, snapshot: Snapshot, step: ModelStep): Promise<Task> {
  const { run, progress } = crew.loop
  // What can be known for nothing is asked while the order is made, before a plan costs anything.
  const asked = step.kind === 'draft' ? pushProblem(run.sources, snapshot.thread, run.publishRoom.settings) : undefined
  const [order, problem] = await Promise.all([orderOf(crew, snapshot, step), asked])
  if (problem) throw problem
  const since = run.sources.clock.timestamp()
  if (order.kind === 'execute') {
    const { subtask: number, attempt } = order
    crew.thread = progress.thread = await show(run.publishRoom, crew.thread, { number, attempt, since, steps: [] })
  }
  const shift = (crew.shift ??= openShift(crew, since))
  return (crew.single = beginOne(crew, shift, { step, order, before: snapshot.state, place: 0 }))
}

/** Begins all subtasks that can begin, each in a place of its own, and comes back when their places are set up. */
export async function beginTogether(crew: Crew, snapshot: Snapshot): Promise<void> {
  const due: Omit<SubtaskSpec, 'place'>[] = []
  for (const status of toBegin(crew, snapshot.state)) due.push(await subtaskSpec(crew, snapshot, status))
  const [first] = due
  if (!first) return
  const shift = (crew.shift ??= openShift(crew))
  const specs = freePlaces(crew).flatMap((place, i) => (due[i] ? [{ ...due[i], place }] : []))
  // Once for all that begin together: what one of them copies must not be touched for the next one.
  if (specs.some(({ place }) => !crew.places.has(place)))
    await prepareAt(crew.loop.run.openRoom, { head: first.order.head, signal: shift.ends })
  const begun = specs.map((spec) => beginOne(crew, shift, spec))
  crew.tasks.push(...begun)
  shift.tell()
  // The places are made after the first one, which nothing may change meanwhile.
  await Promise.all(begun.map((task) => task.begun))
  for (const { place, asked } of begun) if (asked) crew.places.add(place)
}

async function subtaskSpec(crew: Crew, snapshot: Snapshot, status: Status): Promise<Omit<SubtaskSpec, 'place'>> {
  const step = { kind: 'execute' as const, status }
  takeStep(crew, snapshot, step)
  const order = await orderOf(crew, snapshot, step)
  if (order.kind !== 'execute') throw new Error('An order for a subtask is an order to execute it.')
  return { step, order, before: snapshot.state }
}

/** Says that a step is begun. Throws `UserError` when it was begun before, and nothing has changed since. */
export function takeStep(crew: Crew, snapshot: Snapshot, step: ModelStep): void {
  crew.taken = guarded(crew.taken, snapshot, step)
  crew.loop.note(describeStep(step))
}

async function orderOf({ loop }: Crew, snapshot: Snapshot, step: ModelStep): Promise<WorkOrder> {
  const order = await orderFor(loop.run.sources, snapshot, step)
  const hidden = hiddenNote(order)
  if (hidden !== undefined) loop.note(hidden)
  return order
}

/** The numbers of the places in which nothing runs. */
export function freePlaces({ tasks, loop }: Crew): number[] {
  const taken = new Set(tasks.filter(isRunning).map(({ place }) => place))
  return Array.from({ length: loop.run.inputs.parallel }, (_, i) => i + 1).filter((place) => !taken.has(place))
}

function beginOne<Spec extends TaskSpec>(crew: Crew, { watch, tell }: Shift, spec: Spec): Task<Spec> {
  const { order } = spec
  const { recorded, loop } = crew
  const { run } = loop
  const task: Task<Spec> = begin(spec, {
    openRoom: run.openRoom,
    signal: order.kind === 'execute' ? watch.of(subtaskOf(order)) : watch.signal,
    beforeTurn: watch.check,
    tell,
    onWait: (wait) => {
      const waiting = wait && longWait(wait, Date.parse(run.sources.clock.timestamp()))
      if (!waiting && !task.waiting) return
      task.waiting = waiting
      tell()
    },
    // What was recorded before is no longer in the allowance.
    spentBeside: () =>
      addUsage(usageSince(crew.recorded, recorded), spentBy(allTasks(crew).filter((one) => one !== task))),
  })
  return task
}

/** `since` is when the only task began, as ISO 8601. */
function openShift(crew: Crew, since?: string): Shift {
  const { run, claim, stop } = crew.loop
  const kept = claim.keep()
  const ends = AbortSignal.any([stop, run.sources.clock.signal, kept.lost])
  const watch = watchCommands(run.sources.forge, crew.thread, { stop: ends })
  const shown = throttled(async (live: Live, signal) => {
    crew.shown = (await show(run.publishRoom, crew.thread, { ...live, signal })).pull?.pull
  })
  return {
    watch,
    ends,
    tell: () => shown.show(liveOf(crew, since)),
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]()
      await shown[Symbol.asyncDispose]()
      kept[Symbol.dispose]()
    },
  }
}

function liveOf(crew: Crew, since: string | undefined): Live {
  const all = allTasks(crew)
  const [waiting] = all.flatMap((task) => task.waiting ?? [])
  const [first, ...beside] = all.flatMap(({ order, steps }) =>
    order.kind === 'execute' ? [{ number: order.subtask, attempt: order.attempt, steps }] : [],
  )
  return { steps: [], ...first, ...(first && since !== undefined ? { since } : {}), beside, waiting }
}

/**
 * Ends what goes on beside the tasks, when none runs any more. What was shown last is what people see, and a subtask
 * that was stopped from outside shows so.
 */
export async function endShift(crew: Crew, hadSubtask: boolean): Promise<void> {
  const { shift, loop } = crew
  if (!shift) return
  await shift[Symbol.asyncDispose]()
  const { pull } = crew.thread
  if (pull && crew.shown)
    crew.thread = { ...crew.thread, pull: { ...pull, pull: { ...pull.pull, body: crew.shown.body } } }
  // Nothing runs any more, and there is little time left to say so.
  if (hadSubtask && loop.stop.aborted)
    crew.thread = await show(loop.run.publishRoom, crew.thread, { steps: [], stopped: true })
  crew.shift = undefined
  crew.shown = undefined
}
