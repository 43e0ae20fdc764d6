import type { State, ModelStep, StepOf } from '../decide/next/decision.ts'
import type { AgentStep } from '../plan/plan.ts'
import { addUsage, noUsage, type Usage } from '../plan/usage.ts'
import type { OpenContext } from '../tasks/open-context.ts'
import { isInput, type InputOf, type TaskInput, type TaskResult } from '../tasks/tasks.ts'
import { work } from '../tasks/run-task.ts'

export type TaskSpec = {
  step: ModelStep
  input: TaskInput
  startState: State
  /** 0 for the runner's own checkout; 1 and more for additional worktrees. */
  worktree: number
}

/** A running model step: it starts at once, and `ended` never rejects. It is mutable. */
export type Task<Spec extends TaskSpec = TaskSpec> = Spec & {
  steps: readonly AgentStep[]
  /** A wait for the model's rate limit that is long enough to show: its end and its total, in milliseconds. */
  waiting: { until: number; total: number } | undefined
  usage: Usage
  /** Whether its usage is recorded in the thread or on the branch. */
  usageRecorded: boolean
  /** Whether a request was sent to the model. */
  sentRequest: boolean
  signal: AbortSignal
  /** Stops the task, because its result is useless by now. */
  stop: () => void
  /** Resolves when its worktree is set up, or when it has ended. */
  ready: Promise<void>
  ended: Promise<void>
  outcome: PromiseSettledResult<TaskResult> | undefined
}

export type SubtaskSpec = TaskSpec & { step: StepOf<'execute'>; input: InputOf<'execute'> }

export type SubtaskTask = Task<SubtaskSpec>

type TaskHooks = Pick<Parameters<OpenContext>[0], 'spentByOthers' | 'onWait'> & {
  openContext: OpenContext
  signal: AbortSignal
  /** Called before each turn but the first, because everything was read right before that. */
  beforeTurn: () => Promise<void>
  updateView: () => void
}

export function startTask<Spec extends TaskSpec>(
  spec: Spec,
  { openContext, signal, beforeTurn, updateView, ...hooks }: TaskHooks,
) {
  const stop = new AbortController()
  const ready = Promise.withResolvers<void>()
  const task: Task<Spec> = {
    ...spec,
    steps: [],
    waiting: undefined,
    usage: noUsage,
    usageRecorded: false,
    sentRequest: false,
    signal: AbortSignal.any([signal, stop.signal]),
    stop: () => stop.abort(),
    ready: ready.promise,
    ended: Promise.resolve(),
    outcome: undefined,
  }
  const ctx = openContext({
    ...hooks,
    worktree: spec.worktree,
    signal: task.signal,
    onUsage: (usage) => (task.usage = usage),
    beforeTurn: async () => {
      if (task.sentRequest) return beforeTurn()
      task.sentRequest = true
      ready.resolve()
    },
    onSteps: (steps) => {
      if (!isInput(spec.input, 'execute')) return
      task.steps = steps
      updateView()
    },
  })
  task.ended = Promise.allSettled([work(spec.input, ctx)]).then(([outcome]) => {
    if (outcome.status === 'fulfilled') task.usage = outcome.value.usage
    task.outcome = outcome
    ready.resolve()
  })
  return task
}

/** The result of an ended task. Throws the error that ended it. */
export function resultOf({ outcome }: Task): TaskResult {
  if (!outcome) throw new Error('The task has not ended yet.')
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Whether a task counts as an attempt: not if the time was up before the model was asked for a subtask. */
export const wasAttempt = ({ input, outcome, sentRequest }: Task): boolean =>
  !isInput(input, 'execute') ||
  sentRequest ||
  outcome?.status !== 'fulfilled' ||
  outcome.value.kind !== 'stopped' ||
  outcome.value.why !== 'time'

export const usageOf = (tasks: readonly Task[]): Usage => addUsage(noUsage, ...tasks.map(({ usage }) => usage))

export const isRunning = ({ outcome }: Task): boolean => outcome === undefined

/** A proposed change and an error end the run, so other finished tasks are merged before. */
export const mergesLast = ({ outcome }: Task): boolean =>
  outcome?.status === 'rejected' || ['proposed', 'halted'].includes(outcome?.value.kind ?? '')

/** A running subtask, or one that is about to start, with steps that show what it waits for. */
export type ShownTask = Pick<Task, 'input' | 'steps'> & Partial<Pick<Task, 'waiting'>>

/** The subtasks as the description shows them. `since`: when the only one started, as ISO 8601. */
export function liveView(tasks: readonly ShownTask[], since: string | undefined) {
  const [waiting] = tasks.flatMap((task) => task.waiting ?? [])
  const subtasks = tasks.flatMap(({ input, steps }) =>
    isInput(input, 'execute') ? [{ number: input.subtask, attempt: input.attempt, steps }] : [],
  )
  return { subtasks, ...(subtasks.length > 0 && since !== undefined ? { since } : {}), waiting }
}
