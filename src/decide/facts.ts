import type { Announcement } from './comment-markers.ts'
import type { Plan } from '../plan/plan.ts'
import type { Settings } from '../plan/settings.ts'
import type { History } from './history.ts'
import type { ReadComment } from './comments.ts'
import type { Person, Thread } from './thread.ts'
import { mayWrite, type Approvers } from './approvers.ts'

/** The settings that bear on what a thread means. */
export type Rules = Pick<Settings, 'approvalsRequired' | 'allowSelfApproval' | 'allowance' | 'interactive'> & {
  /** Not wanted where it is not given. */
  lessons?: boolean
  /** Everybody with write permission where it is not given. */
  approvers?: Approvers
}

/** Why a plan waits for a person, and the comment id that `/retry` must be later than. */
export type Halt = { reason: 'failed' | 'budget' | 'change' | 'continuation'; since: number }

/** The plan at the head of the branch, or why it cannot be read. */
export type PlanReading =
  | { kind: 'plan'; plan: Plan; blob: string; lines: ReadonlyMap<number, { start: number; end: number }> }
  | { kind: 'problem'; blob: string; line: number | undefined; reason: string }

/** What the parts of the state are derived from. */
export type Facts = {
  thread: Thread
  rules: Rules
  history: History
  /** All versions that were announced. */
  versions: Announcement[]
  reading: PlanReading | undefined
  /** The version that people can approve now: announced, and still what the branch holds. */
  current: Announcement | undefined
  comments: { issue: ReadComment[]; pull: ReadComment[] }
  /** What GitHub says of a person. Someone who was not looked up has no permission. */
  person: (login: string) => Person
}

/** The comment id of the newest `/retry` by a person with write permission; 0 when there is none. */
export function newestRetry(comments: readonly ReadComment[], person: (login: string) => Person): number {
  const retries = comments.filter((one) => one.command.kind === 'retry' && !one.edited && !one.refused)
  return Math.max(0, ...retries.filter((one) => mayWrite(person(one.author.login))).map((one) => one.id))
}
