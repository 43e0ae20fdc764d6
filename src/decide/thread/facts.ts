import type { Status } from '../approval/subtask-status.ts'
import {
  type Announcement,
  type ReadComment,
  type Refusal,
  type Person,
  type Approvers,
  type Approval,
} from './people.ts'
import type { AcceptanceRules, Settings, Plan, HaltReason } from '../../plan/plan.ts'
import type { History } from './history.ts'
import type { Thread } from './thread.ts'

/** The settings that bear on what a thread means. */
export type Rules = Pick<Settings, 'approvalsRequired' | 'allowSelfApproval' | 'allowance' | 'interactive'> & {
  /** What the tests of a plan have to be. They are not looked at where it is not given. */
  tests?: Omit<AcceptanceRules, 'takenPaths'>
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
  versions: Announcement[]
  reading: PlanReading | undefined
  /** The version that people can approve now: announced, and still what the branch holds. */
  current: Announcement | undefined
  comments: { issue: ReadComment[]; pull: ReadComment[] }
  ended: Ended | undefined
  /** What GitHub says of a person. Someone who was not looked up has no permission. */
  person: (login: string) => Person
}

export const NOBODY: Person = { permission: 'none', approver: false }

export type CountedApprovals = { approvals: Approval[]; refusals: Refusal[] }

/** What follows from the thread before it is known what is pending. */
export type PendingFacts = Facts & { halt: Halt | undefined; counted: CountedApprovals; statuses: Status[] }
