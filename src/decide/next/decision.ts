import type { Comment, Reaction } from '../../github/forge.ts'
import type { Refusal, ReviewRefusal, ReadComment, Approval } from '../thread/people.ts'
import type { PendingFacts, PlanReading, Halt, Notice, Pending, PendingStep } from '../thread/facts.ts'
import type { askedFor, Status } from '../approval/subtask-status.ts'
import type { Plan, Settings } from '../../plan/plan.ts'
import type { Usage, Allowance } from '../../plan/usage.ts'
import { isKind } from '../words/command.ts'
import { hasParts, type Thread, type ThreadWith } from '../thread/thread.ts'

/** A comment by its node id, and a reaction to it of which GitHub has to say whether it is ours. */
export type UnknownReaction = { comment: string; reaction: Reaction }

/** What has to be asked for before a state can be trusted. */
type Questions = {
  /** Logins whose permission has to be looked up. */
  people: string[]
  /** Comments of which GraphQL has to say whether they were edited. */
  editsToFetch: Comment[]
  /** Approvals of which REST has to say whether an app wrote them. */
  approvalsToTrace: Comment[]
  /** Commits of which GitHub has to say who wrote them. */
  commitsToAttribute: string[]
  /** Reactions of which GitHub has to say whether they are ours. */
  reactions: UnknownReaction[]
  /** The head whose checks have to be asked for. */
  checks: string | undefined
}

type KnownFact = 'ended' | 'reading' | 'versions' | 'current' | 'statuses' | 'halt' | 'history' | 'comments'

/** Everything that follows from a thread. It is derived anew each time, and never stored. */
export type State = Pick<PendingFacts, KnownFact> & {
  phase: 'none' | 'todo' | 'in_progress' | 'halted' | 'done' | 'abandoned'
  approvals: Approval[]
  /** Who has to approve what is not approved yet, so far as it is not anybody with write permission. */
  asked: ReturnType<typeof askedFor>
  /** What people asked for and is not done, in the order of their comments. */
  pending: Pending[]
  refusals: Refusal[]
  /** Our commits that were removed from the branch, unless a person chose to continue without them. */
  missing: readonly string[]
  /** The reply to a review that requests changes of a merged or closed plan. */
  reviewWhileClosed: ReviewRefusal | undefined
  /** Tokens of this plan, with those of failed attempts that only this run knows. */
  usage: Usage
  /** What is left of the budget, which a `/retry` grants again, after what this run spent, recorded or not. */
  allowance: Allowance
  notices: Notice[]
  questions: Questions
}

/** The plan as the branch has it, for what is done only where it can be read. */
export function planOf({ reading }: State): Plan {
  if (!reading?.plan) throw new Error('There is no plan to work on.')
  return reading.plan
}

export type Snapshot = { thread: Thread; state: State }

/** A plan that was opened: a branch that holds something as its plan, and a pull request. */
export type OpenPlan = { thread: ThreadWith<'branch' | 'pull'>; state: State & { reading: PlanReading } }

const isOpenPlan = (snapshot: Snapshot): snapshot is OpenPlan =>
  hasParts(snapshot.thread, 'branch', 'pull') && snapshot.state.reading !== undefined

export function openPlan(snapshot: Snapshot): OpenPlan {
  if (isOpenPlan(snapshot)) return snapshot
  throw new Error('There is no open plan to take this step on.')
}

/** The one thing to do next. Steps are idempotent: repeating one, also after it was cut off, changes nothing more. */
export type Step =
  | { kind: 'nothing' }
  | PendingStep
  | { kind: 'refuse'; refusal: Refusal }
  /** One answer to many comments on one issue or pull request. */
  | { kind: 'refuse-all'; refusals: readonly Refusal[] }
  | ({ kind: 'refuse-review' } & ReviewRefusal)
  /** `others` are comments that get the same reaction: one by one, each would cost another observation. */
  | { kind: 'react'; comment: ReadComment; reaction: Reaction; others?: readonly ReadComment[] }
  | { kind: 'delete-branch' }
  | { kind: 'open' }
  | { kind: 'tell-problem'; line: number | undefined; reason: string; blob: string }
  | { kind: 'announce'; version: number; blob: string }
  | { kind: 'redraft' }
  | ({ kind: 'tell-once' } & Notice)
  | { kind: 'tell-issue'; pull: number }
  | { kind: 'tell-no-plan' }
  | { kind: 'execute'; status: Status }
  /** Compares the rest of the plan with what was done. */
  | { kind: 'review'; of: 'rest'; executedCount: number }
  /** Compares what was done with what was asked for, before the plan is finished. */
  | { kind: 'review'; of: 'result' }
  /** Runs the checks of these subtasks once more, on the tree after this merge of the base. It asks no model. */
  | { kind: 'check'; of: 'merge'; merge: string; numbers: number[] }
  /** Runs the approved tests of these subtasks on this commit, the last of the plan. It asks no model. */
  | { kind: 'check'; of: 'tests'; head: string; numbers: number[] }
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

export type Context = {
  settings: Pick<Settings, 'maxAttempts' | 'reviewEvery'> & Partial<Pick<Settings, 'verifyCommand' | 'secondLook'>>
  /** Whether the pull request shows what the state renders to. */
  shown: boolean
  /** This run begins no new step. Each run makes at least one attempt, or it would get nowhere. */
  timeIsUp: boolean
  /** Of three jobs, another takes the model's steps, so what only this run knows has to be on the branch before. */
  jobs: 'one' | 'three'
}

export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>

/** Properties of a step besides how it is carried out. Flags that are left out are false. */
type StepTraits<K extends Step['kind']> = {
  /** What it does, for the log and the summary's timeline. By default, its kind. */
  words?: string | ((step: StepOf<K>) => string)
  /** Its identity for the loop guard, without counters. By default, the id of its comment, if it has one. */
  target?: (step: StepOf<K>) => string | number
  /**
   * How often the loop guard allows it while the state is unchanged, once by default: GitHub's reads lag behind its writes,
   * and a person may reopen what was closed.
   */
  times?: number
  /**
   * Any run may do it, also while another one holds the claim: reactions, replies, and the end of a plan. All others call
   * the model, or write what everything else is based on.
   */
  withoutClaim?: true
  /** It comes before anything new is begun, although subtasks are in hand. The rest waits for these. */
  runsDuringTasks?: true
  /** It needs the model. The thread is read again before it, because most such steps cost money. */
  needsModel?: true
  /** It needs no permission to push. */
  worksReadOnly?: true
  isDryRun?: true
}

const subtaskOf = ({ status }: { status: Status | undefined }): number => status?.subtask.number ?? 0

/** A step that does what every other does, such as `undo`, needs no row. */
const STEPS = {
  nothing: { withoutClaim: true },
  cancel: { times: 5, withoutClaim: true },
  draft: { words: 'draft the plan', target: ({ via }) => via, needsModel: true, isDryRun: true },
  link: { withoutClaim: true, runsDuringTasks: true },
  ask: { words: 'answer a question', runsDuringTasks: true, needsModel: true, worksReadOnly: true, isDryRun: true },
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
  'tell-once': { words: ({ text }) => `say once: ${text}`, target: ({ key }) => key },
  'tell-halt': { words: 'say why the plan is paused' },
  execute: {
    words: ({ status: { subtask, attempts } }) =>
      `execute subtask ${subtask.number} (${subtask.name}), attempt ${attempts + 1}`,
    target: subtaskOf,
    needsModel: true,
  },
  review: {
    words: ({ of }) => (of === 'rest' ? 'review' : 'take a second look at the result'),
    target: ({ of }) => of,
    needsModel: true,
  },
  check: {
    words: ({ of }) =>
      of === 'merge' ? 'run the checks of what is done once more, after the merge' : 'run the acceptance tests',
    target: (step) => (step.of === 'merge' ? step.merge : step.head),
    needsModel: true,
  },
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
} as const satisfies { readonly [K in Step['kind']]?: StepTraits<K> }

/** Properties of a step, by its kind. */
export const traitsOf = ({ kind }: Step): StepTraits<Step['kind']> =>
  (STEPS as Partial<Record<Step['kind'], object>>)[kind] ?? {}

type Flag = 'needsModel' | 'isDryRun'
type StepWith<F extends Flag> = {
  [K in keyof typeof STEPS]: (typeof STEPS)[K] extends { readonly [Column in F]: true } ? StepOf<K> : never
}[keyof typeof STEPS]
const has =
  <F extends Flag>(flag: F) =>
  <S extends Step>(step: S): step is Extract<S, StepWith<F>> =>
    traitsOf(step)[flag] === true

export const executeStep = (status: Status): StepOf<'execute'> => ({ kind: 'execute', status })
export const isSubtaskStep = isKind('execute')
export const isDraftStep = isKind('draft')
export const needsModel = has('needsModel')
export const isDryRun = has('isDryRun')
export type ModelStep = StepWith<'needsModel'>
export type DryStep = StepWith<'isDryRun'>

export function describeStep(step: Step): string {
  const { words = step.kind } = traitsOf(step)
  return typeof words === 'string' ? words : words(step)
}

/** What a step does to what: one that comes again on the same state goes round in a circle. */
export function targetOf(step: Step): string {
  const { target } = traitsOf(step)
  const what = target ? target(step) : 'comment' in step ? step.comment?.id : undefined
  return what === undefined ? step.kind : `${step.kind} ${what}`
}
