import { z } from 'zod'
import type { ModelStep } from '../decide/next/decision.ts'
import { type Attempt, Plan } from '../plan/plan.ts'
import { CheckInput, ChecksRun, Verified } from './check/input.ts'
import { ExecuteInput, Executed, Halted } from './execute/input.ts'
import { Answered, Failed, Proposed, Stopped, Topic, commonFields } from './fields.ts'
import { PlanInput, Planned } from './plan/input.ts'
import { ReviewInput, Reviewed } from './review/input.ts'

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

/** An input without its long parts that readers do not need: the stored conversation and the images. */
export function withoutBulk(input: TaskInput): TaskInput {
  if (!('topic' in input)) return input
  const topic = { ...input.topic, images: undefined, change: undefined }
  return 'conversation' in input ? { ...input, topic, conversation: undefined, images: undefined } : { ...input, topic }
}

/** The fields that identify a task. The others may change while it runs; their copy in a result is never used. */
export function taskOf(input: TaskInput): unknown {
  const loose = new Set<string>([...LOOSE, ...(LOOSE_OF[input.kind] ?? [])])
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !loose.has(name)))))
}

const LOOSE = ['head', 'allowance', 'instructions', 'folders', 'topic', 'images', 'conversation', 'checks']

type FieldOf<I> = I extends unknown ? keyof I : never

/** Fields of one kind that may change without changing the task. */
const LOOSE_OF: { readonly [K in TaskKind]?: readonly FieldOf<InputOf<K>>[] } = {
  // Changes to other subtasks, such as a skip, do not affect a pending one.
  execute: ['frozen', 'used', 'finished', 'tryFirst', 'passed', 'compared'],
  review: ['base'],
  check: ['compared'],
  // A question is the same task when the plan that it is about changes.
  ask: ['plan'],
}

/** Replaces a result that came too late, so that its usage still counts and nothing else of it is published. */
export const outdated = ({ usage, turns }: TaskResult): Stopped => ({
  kind: 'stopped',
  why: 'outdated',
  usage,
  turns,
})
