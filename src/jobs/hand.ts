import type { StepOf } from '../decide/step.ts'
import type { State } from '../decide/state.ts'
import { noUsage, type Usage } from '../plan/usage.ts'
import type { AgentStep } from '../plan/plan.ts'
import { prepareTemplate } from '../work/checked-place.ts'
import type { OpenRoom, StepHooks } from '../work/open.ts'
import type { OrderOf, WorkResult } from '../work/order.ts'
import { work } from '../work/work.ts'

/** What came of an attempt; an error is one that ends the run. */
type Outcome = { kind: 'result'; result: WorkResult } | { kind: 'error'; error: unknown }

/** A subtask in hand, beside others: it begins at once, and `end` never rejects. */
export type Hand = {
  step: StepOf<'execute'>
  order: OrderOf<'execute'>
  /** How the plan stood when it began. */
  before: State
  place: number
  live: { number: number; attempt: number; steps: readonly AgentStep[] }
  /** What it has spent so far. */
  usage: Usage
  /** The thread knows what it has spent, or the branch does. */
  counted: boolean
  /** Whether the model was asked at all. */
  asked: boolean
  /** Aborts with it. */
  signal: AbortSignal
  /** Ends it, because what comes of it is of no use any more. */
  stop: () => void
  /** Its place is set up, or it has ended. */
  begun: Promise<void>
  end: Promise<void>
  outcome: Outcome | undefined
}

type HandSpec = Pick<Hand, 'step' | 'order' | 'before' | 'place' | 'signal'> & {
  openRoom: OpenRoom
  hooks: Pick<StepHooks, 'spentBeside' | 'onWait'> & {
    /** Before each turn but the first. */
    beforeTurn: () => Promise<void>
    /** Its steps have changed. */
    tell: () => void
  }
}

/** Begins an attempt at a subtask in a place of its own. */
export function begin({ openRoom, hooks, ...spec }: HandSpec): Hand {
  const stop = new AbortController()
  const signal = AbortSignal.any([spec.signal, stop.signal])
  const begun = Promise.withResolvers<void>()
  const { subtask: number, attempt } = spec.order
  const hand: Hand = {
    ...spec,
    live: { number, attempt, steps: [] },
    usage: noUsage,
    counted: false,
    asked: false,
    signal,
    stop: () => stop.abort(),
    begun: begun.promise,
    end: Promise.resolve(),
    outcome: undefined,
  }
  const room = openRoom({
    place: spec.place,
    signal,
    spentBeside: hooks.spentBeside,
    onWait: hooks.onWait,
    onUsage: (usage) => (hand.usage = usage),
    beforeTurn: async () => {
      if (hand.asked) return hooks.beforeTurn()
      hand.asked = true
      begun.resolve()
    },
    onSteps: (steps) => {
      hand.live = { ...hand.live, steps }
      hooks.tell()
    },
  })
  hand.end = work(spec.order, room)
    .then(
      (result): Outcome => ({ kind: 'result', result }),
      (error: unknown): Outcome => ({ kind: 'error', error }),
    )
    .then((outcome) => {
      hand.outcome = outcome
      if (outcome.kind === 'result') hand.usage = outcome.result.usage
      begun.resolve()
    })
  return hand
}

/** A place where nobody works: the runner's own checkout, or one beside it whose subtask has ended. */
const roomAt = (openRoom: OpenRoom, signal: AbortSignal, place = 0): ReturnType<OpenRoom> =>
  openRoom({ place, signal, beforeTurn: async () => undefined, onSteps: () => undefined })

/** Sets up the runner's checkout at a commit. The places beside it are made after it. Throws `UserError`. */
export const prepareAt = (openRoom: OpenRoom, { head, signal }: { head: string; signal: AbortSignal }): Promise<void> =>
  prepareTemplate(roomAt(openRoom, signal), head)

type Verification = { order: OrderOf<'verify'>; signal: AbortSignal; places: readonly number[] }

/** Verifies changes again, in the runner's checkout and in places beside it, all at the same time. */
export const verifyThere = (openRoom: OpenRoom, { order, signal, places }: Verification): Promise<WorkResult> =>
  work(
    order,
    roomAt(openRoom, signal),
    places.map((place) => roomAt(openRoom, signal, place)),
  )
