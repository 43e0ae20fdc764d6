import type { Halt } from './facts.ts'
import type { Reaction } from '../github/forge.ts'
import type { ReadComment } from './comments.ts'
import type { Status } from './status.ts'
import type { OfferedLesson } from '../plan/lesson.ts'
import type { Settings } from '../plan/settings.ts'
import type { Pending } from './pending.ts'
import type { Refusal } from './refusal.ts'
import type { ReviewRefusal } from './while-closed.ts'

/** The one thing to do next. Steps are idempotent: repeating one, also after it was cut off, changes nothing more. */
export type Step =
  | { kind: 'nothing' }
  | Exclude<Pending, { kind: 'retry' }>
  | { kind: 'refuse'; refusal: Refusal }
  | ({ kind: 'refuse-review' } & ReviewRefusal)
  /** `others` are comments that get the same reaction: each by itself would take a look at everything. */
  | { kind: 'react'; comment: ReadComment; reaction: Reaction; others?: readonly ReadComment[] }
  | { kind: 'delete-branch' }
  | { kind: 'open' }
  | { kind: 'tell-problem'; line: number | undefined; reason: string; blob: string }
  | { kind: 'announce'; version: number; blob: string }
  | { kind: 'redraft' }
  | { kind: 'tell-fix-limit'; key: string }
  | { kind: 'tell-issue'; pull: number }
  | { kind: 'tell-no-plan' }
  | { kind: 'execute'; status: Status }
  | { kind: 'review'; after: number }
  /** Looks whether people asked for the same in several plans. */
  | { kind: 'lessons' }
  /** Adds the line of a lesson that people approved. It asks no model. */
  | { kind: 'learn'; status: Status; lesson: OfferedLesson }
  /** Runs the checks of these subtasks once more, on the tree after this merge of the base. It asks no model. */
  | { kind: 'recheck'; merge: string; numbers: number[] }
  | { kind: 'fail'; status: Status }
  /** `others` are subtasks that were in hand at the same time. */
  | { kind: 'interrupt'; status: Status | undefined; others?: readonly Status[] }
  | { kind: 'continue' }
  | { kind: 'halt'; reason: 'budget' | 'continuation' }
  | { kind: 'finish' }
  | { kind: 'ready' }
  | { kind: 'report' }
  | { kind: 'tell-halt'; key: string; halt: Halt }
  | { kind: 'show' }

/** What the decision needs besides the state. */
export type Context = {
  settings: Pick<Settings, 'maxAttempts' | 'readyWhenDone' | 'reviewEvery'> & Partial<Pick<Settings, 'verifyCommand'>>
  /** Whether the pull request shows what the state renders to. */
  shown: boolean
  /** This run begins no new step. Each run makes at least one attempt, or it would get nowhere. */
  timeIsUp: boolean
  /** Another job takes the model's steps. What only this run knows has to be on the branch before they begin. */
  isSplit: boolean
}

/** The steps of the model's room. Most cost money, so the thread is read once more before them. */
export const needsModel = (step: Step): step is ModelStep =>
  step.kind === 'draft' ||
  step.kind === 'revise' ||
  step.kind === 'execute' ||
  step.kind === 'review' ||
  step.kind === 'lessons' ||
  step.kind === 'recheck' ||
  step.kind === 'ask' ||
  step.kind === 'doctor'
export type ModelStep = Extract<
  Step,
  { kind: 'draft' | 'revise' | 'execute' | 'review' | 'lessons' | 'recheck' | 'ask' | 'doctor' }
>

export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>
