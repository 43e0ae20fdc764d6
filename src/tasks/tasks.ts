import { z } from 'zod'
import type { ModelStep, State, StepOf } from '../decide/next/decision.ts'
import { isAnswer } from '../decide/thread/facts.ts'
import { isCancel } from '../decide/words/command.ts'
import { type Attempt, Plan } from '../plan/plan.ts'
import { CheckInput, ChecksRun, isCheckDue, problemOfChecked, Verified } from './check/input.ts'
import { ExecuteInput, Halted, isExecuteDue } from './execute/input.ts'
import { Answered, Executed, Failed, problemOfChecks, Proposed, Stopped, Topic, commonFields } from './fields.ts'
import type { ResultLimits } from './fields.ts'
import { isPlanDue, PlanInput, Planned, problemsOfPlan } from './plan/input.ts'
import { isReviewDue, problemOfReview, ReviewInput, Reviewed } from './review/input.ts'

const AskInput = z.object({
  ...commonFields,
  kind: z.literal('ask'),
  topic: Topic,
  question: z.string(),
  comment: z.number().int(),
  /** The plan on whose pull request the question was asked. */
  plan: Plan.optional(),
  /** The words after `/plan`, if the question is about a plan. */
  request: z.string().max(32_000).optional(),
})

/** The input of `/doctor`, which tries the sandbox and each model, and answers with a line for each. */
const DoctorInput = z.object({ ...commonFields, kind: z.literal('doctor'), comment: z.number().int() })

/** The input of a task. It has a schema because it passes from one machine to another when three jobs are used. */
export const TaskInput = z.discriminatedUnion('kind', [
  PlanInput,
  ExecuteInput,
  ReviewInput,
  CheckInput,
  AskInput,
  DoctorInput,
])
export type TaskInput = z.infer<typeof TaskInput>

type TaskKind = TaskInput['kind']
type TaskForm = Extract<TaskInput, { of: string }>['of']

/** The input of a kind of task, or of a form of it: a draft is a form of a plan. No two kinds and forms share a name. */
export type InputOf<N extends TaskKind | TaskForm> = Extract<TaskInput, { kind: N } | { of: N }>

/** Whether an input is of this kind or form. */
export const isInput = <N extends TaskKind | TaskForm>(input: TaskInput, name: N): input is InputOf<N> =>
  input.kind === name || ('of' in input && input.of === name)

export const TaskResult = z.discriminatedUnion('kind', [
  Planned,
  Executed,
  Answered,
  Proposed,
  Reviewed,
  Failed,
  Halted,
  ChecksRun,
  Verified,
  Stopped,
])
export type TaskResult = z.infer<typeof TaskResult>

/** The result of another job: its input, the failed attempts before it, and how it ended. */
export type Result = { input: TaskInput; attempts: Attempt[]; result: TaskResult }

/** A task, or the step that it carries out: a draft and a revision are both a task to plan. */
type TaskOrStepKind = TaskKind | ModelStep['kind']

const PLANNED = ['planned', 'failed', 'stopped'] as const

const ENDS = {
  plan: PLANNED,
  draft: PLANNED,
  revise: PLANNED,
  execute: ['executed', 'proposed', 'halted', 'failed', 'stopped'],
  review: ['reviewed', 'proposed', 'failed', 'stopped'],
  check: ['checked', 'verified', 'stopped'],
  ask: ['answered', 'failed', 'stopped'],
  doctor: ['answered', 'failed', 'stopped'],
} as const satisfies { readonly [K in TaskOrStepKind]: readonly TaskResult['kind'][] }

export type ResultFor<K extends TaskOrStepKind> = Extract<TaskResult, { kind: (typeof ENDS)[K][number] }>

export const isResultOf = <K extends TaskOrStepKind>(kind: K, result: TaskResult): result is ResultFor<K> =>
  (ENDS[kind] as readonly string[]).includes(result.kind)

type FieldOf<I> = I extends unknown ? keyof I : never

/** What a kind of task says of its inputs and results. A column is left out where it says nothing. */
type TaskRow<K extends TaskKind> = {
  /** The fields that may change without changing the task. */
  loose?: readonly FieldOf<InputOf<K>>[]
  /** Why the result of an untrusted job does not fit the input. */
  problemOf?: (input: InputOf<K>, result: ResultFor<K>, limits: ResultLimits) => string | undefined
}

const problemOfPlan = (
  input: InputOf<'plan' | 'execute' | 'rest'>,
  result: TaskResult,
  limits: ResultLimits,
): string | undefined => ('plan' in result ? problemsOfPlan(result.plan, input, limits)[0] : undefined)

const TASKS: { readonly [K in TaskKind]?: TaskRow<K> } = {
  plan: { problemOf: problemOfPlan },
  execute: {
    // Changes to other subtasks, such as a skip, do not affect a pending one.
    loose: ['frozen', 'used', 'finished', 'tryFirst', 'passed', 'compared'],
    problemOf: (input, result, limits) =>
      result.kind === 'executed'
        ? problemOfChecks(input.plan, input.subtask, { result, limits })
        : problemOfPlan(input, result, limits),
  },
  review: {
    loose: ['base'],
    problemOf: (input, result, limits) =>
      problemOfReview(input, result) ?? (input.of === 'rest' ? problemOfPlan(input, result, limits) : undefined),
  },
  check: { loose: ['compared'], problemOf: problemOfChecked },
  // A question is the same task when the plan that it is about changes.
  ask: { loose: ['plan'] },
}

/** Why a result of an untrusted job cannot be accepted for a task. Undefined when it can. */
export const problemOfResult = (input: TaskInput, result: TaskResult, limits: ResultLimits): string | undefined =>
  problemIn(input.kind, { input, result, limits })

function problemIn<K extends TaskKind>(
  kind: K,
  { input, result, limits }: { input: InputOf<K>; result: TaskResult; limits: ResultLimits },
): string | undefined {
  if (!isResultOf(kind, result)) return `an order to ${kind} cannot end with "${result.kind}"`
  return TASKS[kind]?.problemOf?.(input, result, limits)
}

/** An input without its long parts that readers do not need: the stored conversation and the images. */
export function withoutBulk(input: TaskInput): TaskInput {
  if (!('topic' in input)) return input
  const topic = { ...input.topic, images: undefined, change: undefined }
  return 'feedback' in input ? { ...input, topic, conversation: undefined, images: undefined } : { ...input, topic }
}

/** The fields that identify a task. The others may change while it runs; their copy in a result is never used. */
export function taskOf(input: TaskInput): unknown {
  const loose = new Set<string>([...LOOSE, ...(TASKS[input.kind]?.loose ?? [])])
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !loose.has(name)))))
}

const LOOSE = ['head', 'allowance', 'instructions', 'folders', 'topic', 'images', 'conversation', 'checks']

/** Replaces a result that came too late, so that its usage still counts and nothing else of it is published. */
export const outdated = ({ usage, turns }: TaskResult): Stopped => ({
  kind: 'stopped',
  why: 'outdated',
  usage,
  turns,
})

/** Whether the comment is still unanswered. */
const isAnswerDue = ({ kind, comment }: StepOf<'ask' | 'doctor'>, _: State, now: State): boolean =>
  now.pending.filter(isAnswer).some((one) => one.kind === kind && one.comment.id === comment.id)

const IS_DUE: { readonly [K in ModelStep['kind']]: (step: StepOf<K>, before: State, now: State) => boolean } = {
  ...isPlanDue,
  execute: isExecuteDue,
  review: isReviewDue,
  check: isCheckDue,
  ask: isAnswerDue,
  doctor: isAnswerDue,
}

/** Whether the result of a step may still be published: it would be decided again now, on the same plan. Pure. */
export const stillDue = (step: ModelStep, before: State, now: State): boolean =>
  !now.ended && !now.pending.some(isCancel) && isDue(step.kind, { step, before, now })

const isDue = <K extends ModelStep['kind']>(
  kind: K,
  { step, before, now }: { step: StepOf<K>; before: State; now: State },
): boolean => IS_DUE[kind](step, before, now)

/** The step with the current approvals: the subtask's approvers may have changed since its attempt began. */
export function asOfNow(step: ModelStep, { statuses }: State): ModelStep {
  if (!('status' in step)) return step
  const { number } = step.status.subtask
  return { ...step, status: statuses.find(({ subtask }) => subtask.number === number) ?? step.status }
}
