import type { ReviewRemark, Comment, Reactions, Account, Closing, HeadChecks, Issue, Pull } from '../../github/forge.ts'
import type { Commit } from '../../git/git-commit.ts'
import type { JournalEntry } from './trailers.ts'
import type { Attempt } from '../../plan/plan.ts'
import { noUsage, Usage } from '../../plan/usage.ts'
import type { Person, PlanOwners } from './people.ts'
import { z } from 'zod'

/** What an event is about: an issue or pull request, and the comment, label or check that triggered the run. */
export type Target = {
  number: number
  /** As the payload tells; without it GitHub is asked what the number is. */
  isPull?: boolean
  asked?: UncommentedRequest
  /** A check or workflow run of a plan's branch has ended. */
  checked?: boolean
  /** The comment or review that the event is about, with its author's login. */
  comment?: { id: number; by: string }
  /** The comment asks for a plan on a pull request, which may be one of a person. */
  plansPull?: boolean
}

/** A request for a plan by a label or a new issue. `at` is its time as ISO 8601; only a plan opened later answers it. */
export type UncommentedRequest = {
  kind: 'label' | 'opened'
  by: Account
  at: string
  /** The text of a new issue that reads as a command, as it was when the issue was opened. */
  body?: string
}

/** One commit on a plan's branch. `entry` has the trailers of the bot's own commits; others' trailers are ignored. */
export type BranchCommit = Commit & { entry: JournalEntry | undefined }

/** A file that the base branch changed, and the commits that did, the newest first. */
export type BaseChange = { path: string; commits: { sha: string; subject: string }[] }

/** The plan file at the head of the branch. `why` says what keeps it from being read, such as its size. */
type PlanFile =
  | { kind: 'text'; path: string; blob: string; text: string }
  | { kind: 'unreadable'; blob: string; why: string }

export type PlanBranch = {
  name: string
  head: string
  /** Commits that are not on the base, oldest first. */
  commits: BranchCommit[]
  /** The newest record of a plan of this issue: its commit, and what it says of where it was written. */
  record?: { commit: string; journal: string; pull: number } | undefined
  /** Whether a list of ours says which commits are ours. Without it the mail address alone tells. */
  isListed?: boolean
  /** Commits that we pushed and that are on the branch no more, by that list. */
  missing?: readonly string[]
  planFile: PlanFile | undefined
  /** Every text that the plan file had on this branch, by blob id, oldest first. */
  texts: ReadonlyMap<string, string>
  /** By blob id, the commit that last wrote this text to the plan file. */
  commitOfPlanBlob: ReadonlyMap<string, string>
  /** The owners of what the plan file names, where code owners approve. */
  owners?: PlanOwners | undefined
  /** What the base branch changed of the files that the plan names, since its present text was written. */
  baseChanges?: readonly BaseChange[] | undefined
  /** Paths of the plan's approved tests that are files already in the commit that the branch starts from. */
  takenPaths?: readonly string[]
}

export type PlanPull = {
  pull: Pull
  comments: Comment[]
  remarks: ReviewRemark[]
  /** When it was closed and reopened, where that was asked, with the approvals that it bears on. */
  closings?: readonly Closing[]
}

/** What only this run knows, since it is neither on the branch nor on GitHub. */
export type ThisRun = {
  attempts: ReadonlyMap<number, readonly Attempt[]>
  /** The repository does not let the token open pull requests. */
  pullForbidden: boolean
  /** Whether this run asked for the next one when its time was up, and whether GitHub refused. */
  continued: 'asked' | 'refused' | undefined
  /** How many subtasks were executed when the plan was last reviewed. */
  reviewed: number
  /** Another run or a person pushed to the branch during this run. */
  contended: boolean
  /** Problems that a person has to fix. Any of them fails the run. */
  problems: readonly string[]
  /** Comments that a locked conversation did not take. This run posts nothing more there. */
  undelivered: readonly { target: 'issue' | 'pull'; text: string }[]
  /** What this run wrote: the ids of comments, the commits, and how often it asked for the next run. */
  written: { comments: readonly number[]; commits: readonly string[]; dispatches: number }
  /** What this plan has cost at least: what the branch recorded before, and what this run spent, recorded or not. */
  spent: Usage
}

/** Files in which the base and the branch conflict, at these two commits. */
export type MergeConflict = { head: string; base: string; files: string[] }

/** Everything that was observed, as one value. The state is derived from it, and from nothing else. */
export type Thread = {
  issue: Issue
  asked: UncommentedRequest | undefined
  /** Set if this is a person's own pull request on which a plan was requested. */
  theirs?: { isFork: boolean } | undefined
  comments: Comment[]
  base: { branch: string; sha: string }
  bot: Account
  /** When earlier plans of this issue were opened, as ISO 8601. */
  earlierPlans: readonly string[]
  /** The name for the branch of a new plan. No branch and no pull request, open or closed, has it. */
  freeBranch: string
  branch: PlanBranch | undefined
  pull: PlanPull | undefined
  people: ReadonlyMap<string, Person>
  /** What was paid for the plan and the branch does not record. Nothing, where it is not there. */
  paid?: UnjournaledUsage
  checked?: boolean | undefined
  checks?: { head: string; found: HeadChecks } | undefined
  /** Who wrote a commit of a person, by its id, where that was asked. */
  writers?: ReadonlyMap<string, readonly Account[]> | undefined
  /** What merging the base would come to, where that was tried in this run. */
  merge?: MergeConflict | undefined
  thisRun: ThisRun
}

export type ThreadWith<Part extends 'branch' | 'pull'> = Thread & { [P in Part]: NonNullable<Thread[P]> }

export const hasParts = <Part extends 'branch' | 'pull'>(
  thread: Thread,
  ...parts: readonly Part[]
): thread is ThreadWith<Part> => parts.every((part) => thread[part] !== undefined)

export const NEW_RUN: ThisRun = {
  attempts: new Map(),
  pullForbidden: false,
  continued: undefined,
  reviewed: 0,
  contended: false,
  problems: [],
  undelivered: [],
  written: { comments: [], commits: [], dispatches: 0 },
  spent: noUsage,
}

export const inThisRun = <T extends Thread>(thread: T, more: Partial<ThisRun>): T => ({
  ...thread,
  thisRun: { ...thread.thisRun, ...more },
})

/** The thread with these changes of its pull request, where it has one. */
export const withPull = <T extends Thread>(thread: T, more: Partial<Pull>): T => ({
  ...thread,
  pull: thread.pull && { ...thread.pull, pull: { ...thread.pull.pull, ...more } },
})

export function withWritten(thread: Thread, more: Partial<ThisRun['written']>): Thread {
  const { comments, commits, dispatches } = thread.thisRun.written
  const written = {
    comments: [...comments, ...(more.comments ?? [])],
    commits: [...commits, ...(more.commits ?? [])],
    dispatches: dispatches + (more.dispatches ?? 0),
  }
  return inThisRun(thread, { written })
}

/** The id of what stands for the text of an issue among its comments. No comment has it. */
export const OPENING = 0

export const NO_REACTIONS: Reactions = { eyes: 0, rocket: 0, confused: 0 }

/** Where a comment stands. Ids are unique across both places. */
export const targetOf = ({ comments }: Thread, { id }: Pick<Comment, 'id'>): 'issue' | 'pull' =>
  id === OPENING || comments.some((one) => one.id === id) ? 'issue' : 'pull'

/** A review requests changes until it is dismissed, or its author approves in a later one. */
export const requestsChanges = (review: ReviewRemark | undefined, { pull }: Thread): boolean =>
  review?.verdict === 'changes_requested' &&
  !(pull?.remarks ?? []).some(
    ({ kind, verdict, author, id }) =>
      kind === 'summary' && verdict === 'approved' && author.id === review.author.id && id > review.id,
  )

/** The result of merging the base at the current commits, if it was tried. Without files there is no conflict. */
export const triedMerge = ({ merge, branch, base }: MergeFacts): MergeConflict | undefined =>
  merge && merge.head === branch?.head && merge.base === base.sha ? merge : undefined
type MergeFacts = Pick<Thread, 'merge' | 'branch' | 'base'>

export function knownConflict(thread: MergeFacts): MergeConflict | undefined {
  const merge = triedMerge(thread)
  return merge && merge.files.length > 0 ? merge : undefined
}

export const isAnyExecuted = ({ branch }: ThreadWith<'branch'>, numbers: readonly number[]): boolean =>
  branch.commits.some(({ entry }) => !entry?.trailers.state && numbers.includes(entry?.trailers.subtask ?? 0))

/**
 * Usage that no commit on the plan's branch records. `granted` came before the budget was last granted again, `grants`
 * counts how often a request on the issue did that. `fixes` are failed checks that an event asked the model about without
 * a version. `rechecked` is the newest merge of the base after which all checks passed.
 */
export const UnjournaledUsage = z.object({
  usage: Usage,
  granted: Usage,
  grants: z.number().int().nonnegative().max(1_000_000),
  fixes: z.array(z.object({ code: z.string().max(64), digest: z.string().max(64) })).max(1_000),
  rechecked: z.string().max(64).optional(),
})
export type UnjournaledUsage = z.infer<typeof UnjournaledUsage>

export const NOTHING_PAID: UnjournaledUsage = { usage: noUsage, granted: noUsage, grants: 0, fixes: [] }
