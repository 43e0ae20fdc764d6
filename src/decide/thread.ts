import type { Account, Comment, Issue, Permission, Pull, ReviewRemark } from '../github/forge.ts'
import type { Commit } from '../git/objects.ts'
import type { JournalEntry } from './journal.ts'
import type { Attempt } from '../plan/evidence.ts'

/**
 * Where an event says to look. `isPull` is what the payload tells of the number; without it GitHub is asked.
 * `asked` is a request that stands in no comment: a label that somebody set, or the opening of the issue itself.
 */
export type Place = { number: number; isPull?: boolean; asked?: UncommentedRequest }

/** A request for a plan without a comment. `at` is when, as ISO 8601; older plans than that are no answer to it. */
export type UncommentedRequest = { kind: 'label' | 'opened'; by: Account; at: string }

/** One commit on the branch of a plan. `entry` is what the bot wrote into it; nobody else's trailers are read. */
export type BranchCommit = Commit & { entry: JournalEntry | undefined }

/** The plan file at the head of the branch. What is not a text file of fair size is named, not read. */
export type PlanFile =
  { kind: 'text'; path: string; blob: string; text: string } | { kind: 'unreadable'; blob: string; why: string }

export type PlanBranch = {
  name: string
  head: string
  /** Not on the base, oldest first. */
  commits: BranchCommit[]
  planFile: PlanFile | undefined
  /** Every text that the plan file had on this branch, by blob id, oldest first. */
  texts: ReadonlyMap<string, string>
  /** The commit that last brought each of these texts. */
  origins: ReadonlyMap<string, string>
}

/** `readAt` is when the pull request itself was read, in milliseconds of the run's clock. */
export type PlanPull = { pull: Pull; readAt: number; comments: Comment[]; remarks: ReviewRemark[] }

/** Milliseconds for which what was read still holds, as far as one can know of what others do. */
export const FRESH_MS = 2_000

/** What the API said of a person when it was asked. `approver` is whether input `approvers` admits them. */
export type Person = { permission: Permission; approver: boolean }

/** What only this run knows: attempts that left nothing on the branch, and what could not be done. */
export type ThisRun = {
  attempts: ReadonlyMap<number, readonly Attempt[]>
  /** The repository does not let the token open pull requests; told once a run. */
  pullForbidden: boolean
  /** Whether the next run was asked for when this one's time was up, and refused. */
  continued: 'asked' | 'refused' | undefined
  /** How many subtasks were executed when the plan was last compared with what was done. */
  reviewed: number
  /** Somebody else pushed to the branch while this run was at work, perhaps another run. */
  contended: boolean
  /** What went wrong and somebody has to mend; the run is red. */
  problems: readonly string[]
  /** What the bot had to say in a conversation that is locked for it. Nothing more is tried there in this run. */
  undelivered: readonly { place: 'issue' | 'pull'; text: string }[]
}

/** Everything that was observed, as one value. The state is derived from it, and from nothing else. */
export type Thread = {
  issue: Issue
  asked: UncommentedRequest | undefined
  comments: Comment[]
  base: { branch: string; sha: string }
  bot: Account
  /** When earlier plans of this issue were opened, as ISO 8601. */
  earlierPlans: readonly string[]
  /** The name that the branch of a new plan gets: no branch and no pull request, open or closed, has had it. */
  freeBranch: string
  branch: PlanBranch | undefined
  pull: PlanPull | undefined
  people: ReadonlyMap<string, Person>
  thisRun: ThisRun
}

export const NEW_RUN: ThisRun = {
  attempts: new Map(),
  pullForbidden: false,
  continued: undefined,
  reviewed: 0,
  contended: false,
  problems: [],
  undelivered: [],
}
