import type { Halt } from '../thread/facts.ts'
import type { Reaction } from '../../github/forge.ts'
import type { ReadComment, Refusal, ReviewRefusal } from '../thread/comments.ts'
import type { Status } from '../approval/subtask-status.ts'
import type { Settings } from '../../plan/settings.ts'
import type { PendingStep } from '../inbox/pending.ts'

/** The one thing to do next. Steps are idempotent: repeating one, also after it was cut off, changes nothing more. */
export type Step =
  | { kind: 'nothing' }
  | PendingStep
  | { kind: 'refuse'; refusal: Refusal }
  /** One answer to a crowd of comments at one place. */
  | { kind: 'refuse-all'; refusals: readonly Refusal[] }
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
  /** Compares what was done with what was asked for, before the plan is finished. */
  | { kind: 'look' }
  /** Runs the checks of these subtasks once more, on the tree after this merge of the base. It asks no model. */
  | { kind: 'recheck'; merge: string; numbers: number[] }
  /** Runs the approved tests of these subtasks on this commit, the last of the plan. It asks no model. */
  | { kind: 'accept'; head: string; numbers: number[] }
  | { kind: 'fail'; status: Status }
  /** `others` are subtasks that were in hand at the same time. */
  | { kind: 'interrupt'; status: Status | undefined; others?: readonly Status[] }
  | { kind: 'continue' }
  | { kind: 'halt'; reason: 'budget' | 'continuation' }
  | { kind: 'finish' }
  | { kind: 'record' }
  | { kind: 'ready' }
  | { kind: 'report' }
  | { kind: 'tell-halt'; key: string; halt: Halt }
  | { kind: 'show' }

/** What the decision needs besides the state. */
export type Context = {
  settings: Pick<Settings, 'maxAttempts' | 'reviewEvery'> & Partial<Pick<Settings, 'verifyCommand' | 'secondLook'>>
  /** Whether the pull request shows what the state renders to. */
  shown: boolean
  /** This run begins no new step. Each run makes at least one attempt, or it would get nowhere. */
  timeIsUp: boolean
  /** Another job takes the model's steps. What only this run knows has to be on the branch before they begin. */
  isSplit: boolean
}

export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>

/** What has to be known of a step besides how it is carried out. What is left out is not so. */
type StepRow<K extends Step['kind']> = {
  /** What it does, for the log and the summary's timeline. Without it, its kind says so. */
  words?: string | ((step: StepOf<K>) => string)
  /** What it is about, without numbers that each repetition raises. Without it: its comment, where it has one. */
  target?: (step: StepOf<K>) => string | number
  /** How often it may come again although nothing has changed; once where it is left out. */
  times?: number
  /** Every run may do it, also while another one is at work: signs, answers in words, and the end of a plan. */
  withoutClaim?: true
  /** It comes before anything new is begun, although subtasks are in hand. The rest waits for these. */
  runsDuringTasks?: true
  /** It is for the model's room. Most cost money, so the thread is read once more before them. */
  needsModel?: true
  /** It goes on where nothing can be pushed. */
  worksReadOnly?: true
  /** A dry run does it. */
  isDryRun?: true
}

const subtaskOf = ({ status }: { status: Status | undefined }): number => status?.subtask.number ?? 0

/** A step that does what every other does, such as `undo`, needs no row. */
const STEPS = {
  nothing: { withoutClaim: true },
  cancel: { times: 5, withoutClaim: true },
  draft: {
    words: 'draft the plan',
    target: ({ via }) => via,
    needsModel: true,
    isDryRun: true,
  },
  link: { withoutClaim: true, runsDuringTasks: true },
  ask: {
    words: 'answer a question',
    runsDuringTasks: true,
    needsModel: true,
    worksReadOnly: true,
    isDryRun: true,
  },
  help: { withoutClaim: true, runsDuringTasks: true },
  tell: { withoutClaim: true },
  doctor: { runsDuringTasks: true, needsModel: true },
  verify: { words: 'verify the plan', withoutClaim: true, runsDuringTasks: true },
  skip: { words: 'skip subtasks', runsDuringTasks: true },
  revise: {
    words: 'revise the plan',
    target: ({ remarks }) => remarks.map(({ id }) => id).join(' '),
    needsModel: true,
    isDryRun: true,
  },
  refuse: {
    words: ({ refusal }) => `refuse comment ${refusal.comment.id}: ${refusal.why}`,
    target: ({ refusal }) => refusal.comment.id,
    withoutClaim: true,
    runsDuringTasks: true,
  },
  'refuse-all': {
    words: ({ refusals }) => `refuse ${refusals.length} comments in one answer`,
    target: ({ refusals }) => refusals[0]?.comment.id ?? 0,
    withoutClaim: true,
    runsDuringTasks: true,
  },
  'refuse-review': { withoutClaim: true },
  react: {
    words: ({ reaction, comment, others = [] }) =>
      `react with ${reaction} to comment ${comment.id}${others.length > 0 ? ` and ${others.length} more` : ''}`,
    target: ({ reaction, comment }) => `${comment.id} ${reaction}`,
    times: 5,
    withoutClaim: true,
    runsDuringTasks: true,
  },
  'delete-branch': { withoutClaim: true },
  open: { words: 'open the pull request' },
  announce: { words: ({ version }) => `announce version ${version}`, target: ({ blob }) => blob, times: 2 },
  'tell-issue': { words: 'link the plan on the issue' },
  'tell-no-plan': { words: 'say on the issue that there is no plan' },
  'tell-problem': { words: 'say why the plan file cannot be read', target: ({ blob }) => blob },
  'tell-halt': { words: 'say why the plan is paused' },
  execute: {
    words: ({ status: { subtask, attempts } }) =>
      `execute subtask ${subtask.number} (${subtask.name}), attempt ${attempts + 1}`,
    target: subtaskOf,
    needsModel: true,
  },
  review: { needsModel: true },
  look: { words: 'take a second look at the result', needsModel: true },
  recheck: { words: 'run the checks of what is done once more, after the merge', needsModel: true },
  accept: { words: 'run the acceptance tests', target: ({ head }) => head, needsModel: true },
  fail: {
    words: ({ status }) => `give up subtask ${status.subtask.number} after ${status.attempts} attempts`,
    target: subtaskOf,
    runsDuringTasks: true,
  },
  interrupt: { words: 'record what was begun', target: subtaskOf },
  continue: { words: 'start the next run' },
  halt: { words: 'pause the plan', target: ({ reason }) => reason },
  finish: { words: 'finish the plan' },
  record: { words: 'write the record of the plan', times: 5, withoutClaim: true },
  ready: { words: 'mark the pull request as ready for review' },
  report: { words: 'post the closing comment' },
  show: { words: 'update the description', times: 5 },
} as const satisfies { readonly [K in Step['kind']]?: StepRow<K> }

const rowOf = ({ kind }: Step): StepRow<Step['kind']> => (STEPS as Partial<Record<Step['kind'], object>>)[kind] ?? {}

type Flag = 'withoutClaim' | 'runsDuringTasks' | 'needsModel' | 'worksReadOnly' | 'isDryRun'
type StepWith<F extends Flag> = {
  [K in keyof typeof STEPS]: (typeof STEPS)[K] extends { readonly [Column in F]: true } ? StepOf<K> : never
}[keyof typeof STEPS]
const has =
  <F extends Flag>(flag: F) =>
  <S extends Step>(step: S): step is Extract<S, StepWith<F>> =>
    rowOf(step)[flag] === true

export const needsModel = has('needsModel')
export const goesBesideWork = has('runsDuringTasks')
export const goesWithoutPush = has('worksReadOnly')
export const isDryRun = has('isDryRun')
export type ModelStep = StepWith<'needsModel'>
export type DryStep = StepWith<'isDryRun'>

/** Whether a step is for the one run that is at work on the plan: it asks the model, or writes what all rests on. */
export const needsClaim = (step: Step): boolean => !rowOf(step).withoutClaim

/** A step in words, for the log and the summary's timeline. */
export function describeStep(step: Step): string {
  const { words = step.kind } = rowOf(step)
  return typeof words === 'string' ? words : words(step)
}

/** What a step does to what: one that comes again on the same state goes round in a circle. */
export function targetOf(step: Step): string {
  const { target } = rowOf(step)
  const what = target ? target(step) : 'comment' in step ? step.comment?.id : undefined
  return what === undefined ? step.kind : `${step.kind} ${what}`
}

/**
 * GitHub’s answers lag behind its writes, and nobody sees twice what the same reaction or body writes again. While the
 * run goes on, somebody may reopen what it closed, or edit an announcement, and then it is done again.
 */
export const timesAllowed = (step: Step): number => rowOf(step).times ?? 1
