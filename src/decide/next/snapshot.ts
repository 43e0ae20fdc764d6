import type { Comment, Reaction } from '../../github/forge.ts'
import type { Approval } from '../thread/owners.ts'
import type { Announcement } from '../thread/markers.ts'
import type { History } from '../thread/history.ts'
import type { Ended, PlanReading, Halt } from '../thread/facts.ts'
import type { Refusal, ReviewRefusal, ReadComment } from '../thread/comments.ts'
import type { Pending } from '../inbox/pending.ts'
import type { Status } from '../approval/subtask-status.ts'
import type { Asked } from '../approval/required-approvers.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Usage, Allowance } from '../../plan/usage.ts'
import { hasParts, type Thread, type ThreadWith } from '../thread/thread.ts'

/** A comment by its node id, and a reaction to it of which GitHub has to say whether it is ours. */
export type UnknownSign = { comment: string; reaction: Reaction }
export type Phase = 'none' | 'todo' | 'in_progress' | 'halted' | 'done' | 'abandoned'

/** What has to be asked for before a state can be trusted. */
export type Questions = {
  /** Logins whose permission has to be looked up. */
  people: string[]
  /** Comments of which GraphQL has to say whether they were edited. */
  edits: Comment[]
  /** Commits of which GitHub has to say who wrote them. */
  writers: string[]
  /** Reactions of which GitHub has to say whether they are ours. */
  signs: UnknownSign[]
  /** The head whose checks have to be asked for. */
  checks: string | undefined
}

/** Everything that follows from a thread. It is derived anew each time, and never stored. */
export type State = {
  phase: Phase
  /** How it ended; undefined while its pull request is open, and before there is one. */
  ended: Ended | undefined
  reading: PlanReading | undefined
  /** All versions that were announced; the last is current when its blob is that of `reading`. */
  versions: Announcement[]
  /** The version that people can approve now. */
  current: Announcement | undefined
  statuses: Status[]
  approvals: Approval[]
  /** Who has to approve what is not approved yet, so far as it is not anybody with write permission. */
  asked: Asked[]
  halt: Halt | undefined
  history: History
  /** What people asked for and is not done, in the order of their comments. */
  pending: Pending[]
  refusals: Refusal[]
  /** Commits of ours that somebody took off the branch, as long as nobody wants to go on without them. */
  missing: readonly string[]
  /** What is said to whoever asks in a review for changes of a plan that is merged or closed. */
  reviewWhileClosed: ReviewRefusal | undefined
  /** The comments of people on the issue and on the pull request. */
  comments: { issue: ReadComment[]; pull: ReadComment[] }
  /** Tokens of this plan, with those of failed attempts that only this run knows. */
  usage: Usage
  /**
   * What is left of the budget; a `/retry` after it was spent grants the same again. What this run spent counts even
   * when the branch does not record it.
   */
  allowance: Allowance
  /** The key of the note that no more versions are made for checks that fail; undefined when there is no need. */
  fixLimit: string | undefined
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

export const isOpenPlan = (snapshot: Snapshot): snapshot is OpenPlan =>
  hasParts(snapshot.thread, 'branch', 'pull') && snapshot.state.reading !== undefined

/** For steps that are taken on such a plan only. */
export function openPlan(snapshot: Snapshot): OpenPlan {
  if (isOpenPlan(snapshot)) return snapshot
  throw new Error('There is no open plan to take this step on.')
}
