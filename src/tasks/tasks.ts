import { z } from 'zod'
import { isAnswer } from '../decide/thread/facts.ts'
import type { ModelStep, State, StepOf } from '../decide/next/decision.ts'
import { isCancel } from '../decide/words/command.ts'
import { type Attempt, Plan } from '../plan/plan.ts'
import { CheckInput, ChecksRun, Verified, isCheckDue, problemOfChecked } from './check/input.ts'
import { ExecuteInput, Executed, Halted, isExecuteDue, problemOfChecks } from './execute/input.ts'
import { Answered, Failed, Proposed, Stopped, Topic, common, type ResultLimits } from './fields.ts'
import { PlanInput, Planned, isPlanDue, problemsOfPlan } from './plan/input.ts'
import { ReviewInput, Reviewed, isReviewDue, problemOfReview } from './review/input.ts'

const AskInput = z.object({
  ...common,
  kind: z.literal('ask'),
  topic: Topic,
  question: z.string(),
  comment: z.number().int(),
  /** The plan on whose pull request the question was asked. */
  plan: Plan.optional(),
  /** The words after `/plan`, if the question is about a plan. */
  request: z.string().max(32_000).optional(),
})

/** Tries the sandbox and the models; the answer has a line for each. */
const DoctorInput = z.object({ ...common, kind: z.literal('doctor'), comment: z.number().int() })

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
export type InputOf<K extends TaskKind> = Extract<TaskInput, { kind: K }>

export const isAttempt = (input: TaskInput): input is ExecuteInput => input.kind === 'execute'

type Form = Extract<TaskInput, { of: string }>['of']

/** Makes a test for the inputs of one form. No two kinds of tasks have a form of the same name. */
const isForm =
  <F extends Form>(form: F) =>
  (input: TaskInput): input is Extract<TaskInput, { of: F }> =>
    'of' in input && input.of === form

export const isDraft = isForm('draft')
export const isRevision = isForm('revision')
export const isVerification = isForm('changes')
export const isTestRun = isForm('tests')

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
type ResultOf<K extends TaskResult['kind']> = Extract<TaskResult, { kind: K }>

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

/** What is not so is left out. */
type TaskRow<K extends TaskKind> = {
  /** The fields that may change without changing the task. */
  loose?: readonly FieldOf<InputOf<K>>[]
  problemOf?: (input: InputOf<K>, result: ResultFor<K>, limits: ResultLimits) => string | undefined
}

const problemOfPlan = (
  input: InputOf<'plan' | 'execute'>,
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
        ? problemOfChecks(input, input.subtask, { result, limits })
        : problemOfPlan(input, result, limits),
  },
  review: { loose: ['base'], problemOf: problemOfReview },
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
  const { kind: end } = result
  if (!isResultOf(kind, result)) return `an order to ${kind} cannot end with "${end}"`
  return TASKS[kind]?.problemOf?.(input, result, limits)
}

/** An input without its long parts that readers do not need: the stored conversation and the images. */
export function withoutBulk(input: TaskInput): TaskInput {
  if (!('topic' in input)) return input
  const topic = { ...input.topic, images: undefined, change: undefined }
  return 'conversation' in input ? { ...input, topic, conversation: undefined, images: undefined } : { ...input, topic }
}

/** The part of an input that identifies the task. The rest may change, and the result's copy of it is never used. */
export function taskOf(input: TaskInput): unknown {
  const loose: readonly string[] = [...LOOSE, ...(TASKS[input.kind]?.loose ?? [])]
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !loose.includes(name)))))
}

const LOOSE = ['head', 'allowance', 'instructions', 'folders', 'topic', 'images', 'conversation', 'checks']

/** A stopped result: its cost counts, and nothing else of it is used. */
export const outdated = ({ usage, turns }: TaskResult): ResultOf<'stopped'> => ({
  kind: 'stopped',
  why: 'outdated',
  usage,
  turns,
})

/** Whether the comment is still unanswered. */
const isAnswerDue = ({ kind, comment }: StepOf<'ask' | 'doctor'>, _: State, now: State): boolean =>
  now.pending.filter(isAnswer).some((one) => one.kind === kind && one.comment.id === comment.id)

const DUE: { readonly [K in ModelStep['kind']]: (step: StepOf<K>, before: State, now: State) => boolean } = {
  ...isPlanDue,
  ...isExecuteDue,
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
): boolean => DUE[kind](step, before, now)

/** The step with the current approvals: the subtask's approvers may have changed since its attempt began. */
export function asOfNow(step: ModelStep, { statuses }: State): ModelStep {
  if (!('status' in step)) return step
  const { number } = step.status.subtask
  return { ...step, status: statuses.find(({ subtask }) => subtask.number === number) ?? step.status }
}
