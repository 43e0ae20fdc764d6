import type { State, ModelStep, StepOf } from '../decide/next/decision.ts'
import type { AgentStep } from '../plan/plan.ts'
import { noUsage, type Usage } from '../plan/usage.ts'
import type { OpenContext } from '../tasks/open-context.ts'
import { isInput, type InputOf, type TaskInput, type TaskResult } from '../tasks/tasks.ts'
import { work } from '../tasks/run-task.ts'

type Outcome = { kind: 'result'; result: TaskResult } | { kind: 'error'; error: unknown }

export type TaskSpec = {
  step: ModelStep
  input: TaskInput
  before: State
  /** 0 for the runner's own checkout; 1 and more for additional worktrees. */
  place: number
}

/** A running model step: it starts at once, and `end` never rejects. It is mutable. */
export type Task<Spec extends TaskSpec = TaskSpec> = Spec & {
  steps: readonly AgentStep[]
  /** A wait for the model's rate limit that is long enough to show: its end and its total, in milliseconds. */
  waiting: { until: number; total: number } | undefined
  usage: Usage
  /** Whether the thread or the branch contains its usage. */
  counted: boolean
  /** Whether a request was sent to the model. */
  asked: boolean
  signal: AbortSignal
  /** Stops the task, because its result is useless by now. */
  stop: () => void
  /** Resolves when its worktree is set up, or when it has ended. */
  begun: Promise<void>
  end: Promise<void>
  outcome: Outcome | undefined
}

export type SubtaskSpec = TaskSpec & { step: StepOf<'execute'>; input: InputOf<'execute'> }

export type SubtaskTask = Task<SubtaskSpec>

type TaskHooks = Pick<Parameters<OpenContext>[0], 'spentBeside' | 'onWait'> & {
  openRoom: OpenContext
  signal: AbortSignal
  /** Called before each turn but the first, because everything was read right before that. */
  beforeTurn: () => Promise<void>
  tell: () => void
}

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
      if (!isInput(spec.input, 'execute')) return
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

/** The result of an ended task. Throws the error that ended it. */
export function resultOf({ outcome }: Task): TaskResult {
  if (outcome?.kind === 'error') throw outcome.error
  if (!outcome) throw new Error('The task has not ended yet.')
  return outcome.result
}

/** Whether a task counts as an attempt: not if the time was up before the model was asked for a subtask. */
export const wasAttempt = ({ input, outcome, asked }: Task): boolean => {
  const result = outcome?.kind === 'result' ? outcome.result : undefined
  return !isInput(input, 'execute') || asked || result?.kind !== 'stopped' || result.why !== 'time'
}
