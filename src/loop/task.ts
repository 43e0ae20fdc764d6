import type { State, ModelStep, StepOf } from '../decide/next/decision.ts'
import type { AgentStep } from '../plan/plan.ts'
import { noUsage, type Usage } from '../plan/usage.ts'
import type { OpenRoom, StepHooks } from '../tasks/open-context.ts'
import { isAttempt, type InputOf, type TaskInput, type TaskResult } from '../tasks/tasks.ts'
import { prepareCheckout, work } from '../tasks/run-task.ts'

/** How a task ended; an error is one that ends the run. */
type Outcome = { kind: 'result'; result: TaskResult } | { kind: 'error'; error: unknown }

/** What a task is for. */
export type TaskSpec = {
  step: ModelStep
  input: TaskInput
  /** How the plan stood when it began. */
  before: State
  /** 0 for the runner's own checkout; 1 and more for the places beside it. */
  place: number
}

/** A step that was given to the model: it begins at once, and `end` never rejects. It is kept up to date. */
export type Task<Spec extends TaskSpec = TaskSpec> = Spec & {
  /** The agent's own steps for a subtask. */
  steps: readonly AgentStep[]
  /** A wait for the model's endpoint that is worth a word: when it ends, and how long it takes, in milliseconds. */
  waiting: { until: number; total: number } | undefined
  /** What it has spent so far. */
  usage: Usage
  /** The thread knows what it has spent, or the branch does. */
  counted: boolean
  /** Whether the model was asked at all. */
  asked: boolean
  /** Aborts with it. */
  signal: AbortSignal
  /** Ends it, because its result is useless by now. */
  stop: () => void
  /** Its place is set up, or it has ended. */
  begun: Promise<void>
  end: Promise<void>
  outcome: Outcome | undefined
}

export type SubtaskSpec = TaskSpec & { step: StepOf<'execute'>; input: InputOf<'execute'> }

/** An attempt at a subtask. */
export type SubtaskTask = Task<SubtaskSpec>

type TaskHooks = Pick<StepHooks, 'spentBeside' | 'onWait'> & {
  openRoom: OpenRoom
  signal: AbortSignal
  /** Before each turn but the first: everything was read right before that. */
  beforeTurn: () => Promise<void>
  /** What people are shown of it has changed. */
  tell: () => void
}

/** Gives a step to the model, in the place of its own that the spec names. */
export function begin<Spec extends TaskSpec>(spec: Spec, { openRoom, signal, beforeTurn, tell, ...hooks }: TaskHooks) {
  const stop = new AbortController()
  const begun = Promise.withResolvers<void>()
  const task: Task<Spec> = {
    ...spec,
    steps: [],
    waiting: undefined,
    usage: noUsage,
    counted: false,
    asked: false,
    signal: AbortSignal.any([signal, stop.signal]),
    stop: () => stop.abort(),
    begun: begun.promise,
    end: Promise.resolve(),
    outcome: undefined,
  }
  const ctx = openRoom({
    ...hooks,
    place: spec.place,
    signal: task.signal,
    onUsage: (usage) => (task.usage = usage),
    beforeTurn: async () => {
      if (task.asked) return beforeTurn()
      task.asked = true
      begun.resolve()
    },
    onSteps: (steps) => {
      if (!isAttempt(spec.input)) return
      task.steps = steps
      tell()
    },
  })
  task.end = work(spec.input, ctx)
    .then(
      (result): Outcome => ({ kind: 'result', result }),
      (error: unknown): Outcome => ({ kind: 'error', error }),
    )
    .then((outcome) => {
      if (outcome.kind === 'result') task.usage = outcome.result.usage
      task.outcome = outcome
      begun.resolve()
    })
  return task
}

/** The result of a task that has ended. Throws the error that ended it. */
export function resultOf({ outcome }: Task): TaskResult {
  if (outcome?.kind === 'error') throw outcome.error
  if (!outcome) throw new Error('The task has not ended yet.')
  return outcome.result
}

/** When the time was up before the model was asked for a subtask, that was no attempt. */
export const wasAttempt = ({ input, outcome, asked }: Task): boolean =>
  !isAttempt(input) ||
  asked ||
  outcome?.kind !== 'result' ||
  outcome.result.kind !== 'stopped' ||
  outcome.result.why !== 'time'

/** A place where nothing runs: the runner's own checkout, or one beside it whose subtask has ended. */
const roomAt = (openRoom: OpenRoom, signal: AbortSignal, place = 0): ReturnType<OpenRoom> =>
  openRoom({ place, signal, beforeTurn: async () => undefined, onSteps: () => undefined })

/** Sets up the runner's checkout at a commit. The places beside it are made after it. Throws `UserError`. */
export const prepareAt = (openRoom: OpenRoom, { head, signal }: { head: string; signal: AbortSignal }): Promise<void> =>
  prepareCheckout(roomAt(openRoom, signal), head)

type Verification = { input: InputOf<'verify'>; signal: AbortSignal; places: readonly number[] }

/** Verifies changes again, in the runner's checkout and in places beside it, all at the same time. */
export const verifyThere = (openRoom: OpenRoom, { input, signal, places }: Verification): Promise<TaskResult> =>
  work(
    input,
    roomAt(openRoom, signal),
    places.map((place) => roomAt(openRoom, signal, place)),
  )
