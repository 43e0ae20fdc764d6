import { describeStep } from '../decide/describe.ts'
import type { Taken } from '../decide/loop-guard.ts'
import { subtasksToBegin } from '../decide/parallel.ts'
import type { Snapshot } from '../decide/state.ts'
import type { Status } from '../decide/status.ts'
import type { PlanPull, Thread } from '../decide/thread.ts'
import type { LoopContext } from '../loop.ts'
import { orderFor } from '../observe/brief.ts'
import { subtaskOf, watchTogether, type JointWatch } from '../observe/watch.ts'
import { fractionSpent } from '../plan/budget.ts'
import { addUsage, largerUsage, noUsage, usageSince, type Usage } from '../plan/usage.ts'
import { guarded } from '../publish/guarded.ts'
import { show } from '../publish/show.ts'
import { throttled } from '../publish/throttle.ts'
import { longWait } from '../publish/view/status-line.ts'
import type { Live } from '../publish/view/view.ts'
import type { OrderOf, WorkResult } from '../work/order.ts'
import { begin, prepareAt, type Hand } from './hand.ts'

/** What goes on as long as anything is in hand: the watch for commands, the claim that is kept, and what people see. */
type Shift = AsyncDisposable & { watch: JointWatch; ends: AbortSignal; tell: (more?: Pick<Live, 'waiting'>) => void }

/** A verification that is under way. It ends when its result is there, or by `stop`. */
type Verifying = { order: OrderOf<'verify'>; result: Promise<WorkResult>; stop: () => void }

/** Everything that is in hand in one job, and what goes on beside it. It is kept up to date. */
export type Crew = {
  loop: LoopContext
  /** In the order in which they began. */
  hands: Hand[]
  shift: Shift | undefined
  /** The newest thread, for what people see. */
  thread: Thread
  /** The pull request as it was last shown while something was in hand. */
  shown: PlanPull['pull'] | undefined
  /** What the plan has cost, without what is in hand. */
  recorded: Usage
  /** What a step beside them has spent, until it is recorded. */
  beside: Usage
  /** Places that were set up. */
  places: Set<number>
  /** Changes that are verified while the commits below them are pushed. */
  ahead: Verifying | undefined
  taken: Taken
}

/** Takes up how things are: what others and the steps beside this wrote, and what they spent. */
export function know(crew: Crew, { thread, state }: Snapshot): void {
  crew.thread = thread
  crew.recorded = largerUsage(state.usage, thread.thisRun.spent)
  crew.beside = noUsage
}

/** The subtasks that can begin. What those in hand have spent counts: with a spent budget nothing is begun. */
export function toBegin({ loop, hands }: Crew, state: Snapshot['state']): Status[] {
  const { inputs, publishRoom } = loop.run
  if (hands.some(comesLast) || fractionSpent(state.allowance, spentBy(hands)) >= 1) return []
  const free = inputs.parallel - hands.filter(isAtWork).length
  return subtasksToBegin(state, publishRoom, { free, inHand: new Set(hands.map(({ order }) => order.subtask)) })
}

export const spentBy = (hands: readonly Hand[]): Usage => addUsage(noUsage, ...hands.map(({ usage }) => usage))
export const isAtWork = ({ outcome }: Hand): boolean => outcome === undefined

/** A proposed change and an error end what is in hand. What was paid for meanwhile is integrated before. */
export const comesLast = ({ outcome }: Hand): boolean =>
  outcome?.kind === 'error' || (outcome?.kind === 'result' && outcome.result.kind === 'proposed')

/** Begins all that can begin, and comes back when their places are set up. */
export async function beginAll(crew: Crew, snapshot: Snapshot): Promise<void> {
  const due: Task[] = []
  for (const status of toBegin(crew, snapshot.state)) due.push(await taskOf(crew, snapshot, status))
  const [first] = due
  if (!first) return
  const shift = (crew.shift ??= openShift(crew))
  const tasks = freePlaces(crew).flatMap((place, i) => (due[i] ? [{ ...due[i], place }] : []))
  // Once for all that begin together: what one of them copies must not be touched for the next one.
  if (tasks.some(({ place }) => !crew.places.has(place)))
    await prepareAt(crew.loop.run.openRoom, { head: first.order.head, signal: shift.ends })
  const begun = tasks.map((task) => beginOne(crew, shift, task))
  crew.hands.push(...begun)
  shift.tell()
  // The places are made after the first one, which nothing may change meanwhile.
  await Promise.all(begun.map((hand) => hand.begun))
  for (const { place, asked } of begun) if (asked) crew.places.add(place)
}

type Task = Pick<Hand, 'step' | 'order' | 'before'>

async function taskOf(crew: Crew, snapshot: Snapshot, status: Status): Promise<Task> {
  const step = { kind: 'execute' as const, status }
  crew.taken = guarded(crew.taken, snapshot, step)
  crew.loop.note(describeStep(step))
  const order = await orderFor(crew.loop.run.sources, snapshot, step)
  if (order.kind !== 'execute') throw new Error('An order for a subtask is an order to execute it.')
  return { step, order, before: snapshot.state }
}

/** The numbers of the places that nobody works in. */
export function freePlaces({ hands, loop }: Crew): number[] {
  const taken = new Set(hands.filter(isAtWork).map(({ place }) => place))
  return Array.from({ length: loop.run.inputs.parallel }, (_, i) => i + 1).filter((place) => !taken.has(place))
}

function beginOne(crew: Crew, { watch, tell }: Shift, task: Task & Pick<Hand, 'place'>): Hand {
  const { run } = crew.loop
  const { recorded } = crew
  const hand: Hand = begin({
    ...task,
    signal: watch.of(subtaskOf(task.order)),
    openRoom: run.openRoom,
    hooks: {
      beforeTurn: watch.check,
      tell: () => tell(),
      onWait: (wait) => tell(wait && { waiting: longWait(wait, Date.parse(run.sources.clock.timestamp())) }),
      // What was recorded before is no longer in the allowance.
      spentBeside: () =>
        addUsage(usageSince(crew.recorded, recorded), crew.beside, spentBy(crew.hands.filter((one) => one !== hand))),
    },
  })
  return hand
}

function openShift(crew: Crew): Shift {
  const { run, claim, stop } = crew.loop
  const kept = claim.keep()
  const ends = AbortSignal.any([stop, run.sources.clock.signal, kept.lost])
  const watch = watchTogether(run.sources.forge, crew.thread, { stop: ends })
  const shown = throttled(async (live: Live, signal) => {
    crew.shown = (await show(run.publishRoom, crew.thread, { ...live, signal })).pull?.pull
  })
  return {
    watch,
    ends,
    tell: (more = {}) => shown.show({ ...liveOf(crew), ...more }),
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]()
      await shown[Symbol.asyncDispose]()
      kept[Symbol.dispose]()
    },
  }
}

function liveOf({ hands }: Crew): Live {
  const [first = { steps: [] }, ...beside] = hands.map(({ live }) => live)
  return { ...first, beside }
}
