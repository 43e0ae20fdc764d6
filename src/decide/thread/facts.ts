import type { Status } from '../approval/subtask-status.ts'
import type { Announcement, ReadComment, Refusal, Person, Approvers, Approval } from './people.ts'
import type { Settings, Plan, HaltReason, Remark, OpenMerge } from '../../plan/plan.ts'
import type { History } from './history.ts'
import type { Thread } from './thread.ts'
import type { Account, HeadChecks } from '../../github/forge.ts'
import { isKind, type Command, type CommandName } from '../words/command.ts'

/** The settings by which the state of a plan is derived from a thread. */
export type Rules = Pick<Settings, 'approvalsRequired' | 'allowSelfApproval' | 'allowance' | 'interactive'> & {
  /** What the tests of a plan have to be. They are not looked at where it is not given. */
  tests?: Pick<Settings, 'protectedPaths' | 'planFile' | 'testFiles'>
  /** Everybody with write permission where it is not given. */
  approvers?: Approvers
}

/** Why a plan waits for a person, and the comment id that `/retry` must be later than. */
export type Halt = {
  reason: 'failed' | HaltReason
  since: number
  /** What the commit that records it says. */
  text?: string
  /** Versions came after the one that was proposed. */
  revised?: true
}

/** The plan at the head of the branch, or why it cannot be read. */
export type PlanReading =
  | { kind: 'parsed'; plan: Plan; blob: string }
  | { kind: 'problem'; plan?: undefined; blob: string; line: number | undefined; reason: string }

/** How a plan ended whose pull request is not open any more, and the login of the person who cancelled it. */
export type Ended = { how: 'merged' | 'closed' } | { how: 'cancelled'; by: string }

export type Facts = {
  thread: Thread
  rules: Rules
  history: History
  /** All versions that were announced; the last is current when its blob is that of `reading`. */
  versions: Announcement[]
  reading: PlanReading | undefined
  /** The version that people can approve now: announced, and still what the branch holds. */
  current: Announcement | undefined
  comments: { issue: ReadComment[]; pull: ReadComment[] }
  /** How it ended; undefined while its pull request is open, and before there is one. */
  ended: Ended | undefined
  /** What GitHub says of a person. Someone who was not looked up has no permission. */
  person: (login: string) => Person
}

export const UNKNOWN_PERSON: Person = { permission: 'none', approver: false }

/** What follows from the thread before it is known what is pending. */
export type PendingFacts = Facts & {
  halt: Halt | undefined
  counted: { approvals: Approval[]; refusals: Refusal[] }
  statuses: Status[]
}

/** Checks that failed on `code`, the newest commit that changed more than the plan file; `digest` identifies them. */
export type Fix = { code: string; digest: string; checks: HeadChecks }

/** Something that a person with write permission asked for and that is not done. */
export type Pending =
  | PlainRequest
  /** `via` is what the journal calls the request: the id of a comment, a label, or the issue itself. */
  | { kind: 'draft'; comment: ReadComment | undefined; by: Account; via: string; request: string }
  /** There is a plan already, of which something is carried out. */
  | { kind: 'link'; comment: ReadComment; pull: number }
  | { kind: 'ask'; comment: ReadComment; question: string }
  /** An answer that needs no model, as Markdown of ours. */
  | { kind: 'tell'; comment: ReadComment; text: string }
  /** Subtasks to skip: that of the command, then those that depend on it. */
  | { kind: 'skip'; comment: ReadComment; numbers: number[]; reason: string }
  /** `executed` gets a revert commit each, the last executed first, that of the command last; `left` was not executed. */
  | { kind: 'undo'; comment: ReadComment; executed: number[]; left: number[]; reason: string }
  | ({ kind: 'revise'; comments: ReadComment[]; remarks: Remark[]; fresh: boolean } & ChangeBasis)

/** What people want changed in the plan may resolve a merge, or mend checks. */
type ChangeBasis = { merge?: OpenMerge | undefined; fix?: Fix | undefined }

export type PendingOf<K extends Pending['kind']> = Extract<Pending, { kind: K }>

/** A note that answers no comment, posted once: its key, and Markdown of ours. */
export type Notice = { key: string; text: string }

/** The commands that say all by their name, such as `/doctor`. A note asks for nothing. */
export type PlainCommand = Exclude<
  { [K in CommandName]: keyof Extract<Command, { kind: K }> extends 'kind' ? K : never }[CommandName],
  'note'
>

type PlainRequest = { [K in PlainCommand]: { kind: K; comment: ReadComment } }[PlainCommand]

/** What gets an answer and nothing else: it does not change the plan, and need not wait. */
export const isAnswer = isKind('ask', 'tell', 'link', 'doctor', 'help', 'verify')
export const changesPlan = isKind('skip', 'undo', 'update', 'revise')
export const isFeedback = isKind('revise')

/** What is to be carried out, so that a commit before that must not count it as seen. A `/retry` counts once posted. */
export type PendingStep = Exclude<Pending, { kind: 'retry' }>
export const isStep = (one: Pending): one is PendingStep => one.kind !== 'retry'

export const commentsOf = (one: Pending): ReadComment[] =>
  'comments' in one ? one.comments : one.comment ? [one.comment] : []

/** What a command asks for, or why it is refused. */
export type PendingOrReason = Pending | Omit<Refusal, 'comment'>

/** What another version is to bring, for the planner. `fresh` asks for a new start, without the conversation so far. */
export type WantedChange = { text: string; fresh?: boolean } & ChangeBasis
