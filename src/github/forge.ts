/** An account. Only `type` tells whether it is a person, because a login may end in anything. */
export type Account = { login: string; id: number; type: string }

/** A person's role in the repository, as the API gives it, from the least to the most. */
export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** How many reactions a comment has, from all accounts, of the kinds that we use. */
export type Reactions = { eyes: number; rocket: number; confused: number }
export type Reaction = keyof Reactions

/** A comment on an issue or pull request. Times are ISO 8601 in whole seconds. */
export type Comment = {
  id: number
  /** The id in GraphQL. */
  nodeId: string
  author: Account
  body: string
  createdAt: string
  updatedAt: string
  /** From GraphQL: `updatedAt` changes for other reasons, too, and not for an edit within a second. */
  wasEdited?: boolean | undefined
  /** The slug of the app that wrote the comment in its author's name; empty for none. Only REST has it. */
  app?: string | undefined
  /** Whether our own account added these reactions, as far as that was looked up. */
  ownReactions?: Partial<Record<Reaction, boolean>> | undefined
  /** A comment of our own after the last list: comments that people wrote right before it may be missing. */
  isAfterList?: true
  reactions: Reactions
}

/** A review with its summary, or a review comment on a line. Both, and comments, each have their own sequence of ids. */
export type ReviewRemark = {
  kind: 'summary' | 'line'
  id: number
  author: Account
  body: string
  createdAt: string
  location?: { path: string; line: number | undefined; commit: string }
  /** What a review says of the change, when it is not a comment only. */
  verdict?: 'approved' | 'changes_requested' | 'dismissed' | undefined
  /** The id of the review that a review comment came with. */
  review?: number | undefined
}

export type Issue = {
  number: number
  title: string
  body: string
  author: Account
  /** `gone` is an issue that was deleted or transferred. Only its number is known. */
  state: 'open' | 'closed' | 'gone'
  createdAt: string
  locked: boolean
  isPull: boolean
  reactions?: Reactions
  /** Whether our own account reacted to the issue, whose text may be a command. */
  ownReactions?: Comment['ownReactions']
  counted?: CommentCount | undefined
}

/** How many comments GitHub counts in a conversation, and when that was changed last. Lists of them lag behind. */
export type CommentCount = { comments: number; at: string }

export type Pull = {
  number: number
  nodeId: string
  title: string
  body: string
  author: Account
  state: 'open' | 'closed'
  merged?: boolean
  draft: boolean
  /** `repository` is the `owner/name` that holds the branch. Undefined when that fork was deleted. */
  head: { branch: string; sha: string; repository: string | undefined }
  base: string
  url: string
  createdAt: string
  closedAt: string | undefined
  /** The number of review comments on lines. Undefined where the API does not give it, as in lists. */
  lineComments: number | undefined
  updatedAt?: string | undefined
  /** Undefined where the API does not give it, as in lists. */
  counted?: CommentCount | undefined
}

/** Reactions by the node ids of comments: whether this account reacted, and the logins of the first hundred. */
type Reactors = ReadonlyMap<string, Partial<Record<Reaction, { byUs: boolean; logins: readonly string[] }>>>

/** A time in which a pull request was closed, as ISO 8601. */
export type Closing = { closedAt: string; reopenedAt: string }

/** The node ids of the edited comments, and the times in which the pull request was closed, the oldest first. */
type EditsAndClosings = { edited: ReadonlySet<string>; closings: readonly Closing[] }

/** An open pull request with the first hundred files that it changes. Its texts are untrusted. */
export type OpenWork = {
  number: number
  title: string
  /** As REST has it. */
  author: string
  byBot: boolean
  branch: string
  isFork: boolean
  files: string[]
}

/** Package ecosystems that GitHub has advisories for. */
type AdvisedEcosystem = 'npm' | 'rust' | 'pip' | 'go' | 'rubygems' | 'composer'

/** An advisory of GitHub for one package. `fixedIn` is the first version without the vulnerability. */
export type Advisory = {
  name: string
  id: string
  severity: string
  isMalware: boolean
  fixedIn: string | undefined
}

/** The workflow runs of a commit: how many wait until a person approves them, and how many do not. */
export type HeadRuns = { waiting: number; begun: number }

/** What a commit status says, in at most 140 characters (GitHub's limit), and where it leads. */
export type CommitStatus = {
  state: 'error' | 'failure' | 'pending' | 'success'
  description: string
  url: string
}

/** A failed check run or status, with untrusted texts. `log` has the job's last lines, `noLog` why there are none. */
type FailedCheck = {
  name: string
  conclusion: string
  summary: string
  annotations: string[]
  log?: string
  noLog?: string
}

/** The checks of a commit. `digest` identifies the failures; `hidden` are the permissions that the token lacks. */
export type HeadChecks = { failed: FailedCheck[]; running: number; digest: string; hidden: ('checks' | 'statuses')[] }

/** What to leave out of checks: this run, runs of its workflow file, and the context of our own commit status. */
export type OwnRun = { run: string; workflow: string; context: string }

/** One file of a commit made through the API. The mode is git's: `100755` is an executable, `120000` a link. */
export type FileChange =
  | { path: string; kind: 'write'; content: Uint8Array; mode?: string }
  | { path: string; kind: 'delete' }

/** The result of opening a pull request. `forbidden`: a setting keeps Actions from opening any. */
type OpenPullResult = { kind: 'opened'; pull: Pull } | { kind: 'forbidden' | 'exists' | 'no-drafts' }

/** A rule of a ruleset, by GitHub's type. Rules about names and messages have a pattern and an operator. */
export type BranchRule = { type: string; operator?: string; pattern?: string; negate?: boolean }

/** The reply to one batch request. `plans` are the pull requests from a branch of this repository, newest first. */
export type IssueBatch = {
  issue: Issue
  comments: Comment[]
  pull?: { comments: Comment[]; closings: readonly Closing[] }
  plans?: Pull[]
}

export type PullChanges = { title?: string; body?: string; state?: 'closed' }

/**
 * What we need from GitHub: reads, then writes. Each throws on an outage and on errors that its result does not name.
 * Each write is retried after a limit or an outage, as long as the run can wait.
 */
export type Forge = {
  /** An issue, its comments, and more in one request. Undefined where GitHub cannot give all of it at once. */
  readIssueBatch: (wanted: { issue: number; pull?: number; branch?: string }) => Promise<IssueBatch | undefined>
  /** Undefined when this repository has no such issue, or no longer has it. */
  issue: (number: number) => Promise<Issue | undefined>
  /** With `since` (ISO 8601), those that were written or changed since then. */
  comments: (number: number, since?: string) => Promise<Comment[]>
  /** The comments on all issues and pull requests that were written or changed since then (ISO 8601). */
  commentsSince: (since: string) => Promise<(Comment & { number: number; isPull: boolean })[]>
  /** The numbers of all issues and pull requests that changed since then (ISO 8601), the newest change first. */
  updatedSince: (since: string) => Promise<number[]>
  /** An issue or pull request and all its comments in GitHub's HTML, where private images have signed addresses. */
  rendered: (number: number, isPull?: boolean) => Promise<string[]>
  pull: (number: number) => Promise<Pull | undefined>
  /** All pull requests, open or not, whose head is this branch of this repository, newest first. */
  pullsFrom: (branch: string) => Promise<Pull[]>
  openPulls: () => Promise<Pull[]>
  reviews: (pull: number) => Promise<ReviewRemark[]>
  lineComments: (pull: number) => Promise<ReviewRemark[]>
  permission: (login: string) => Promise<Permission>
  /** Undefined when the token cannot see the team, or may not read its members. */
  inTeam: (team: string, login: string) => Promise<boolean | undefined>
  /** The rules for this branch that the token's account cannot bypass, as they were when first asked for. */
  rulesOn: (branch: string) => Promise<BranchRule[]>
  /** The names of the checks and statuses that rules want of what is merged into this branch. */
  requiredChecks: (branch: string) => Promise<string[]>
  /** The workflow runs that GitHub shows for a commit. Undefined when the token may not see them. */
  runsOf: (sha: string) => Promise<HeadRuns | undefined>
  /** The newest status of a commit in a context. Undefined when there is none, or the token may not see it. */
  commitStatus: (sha: string, context: string) => Promise<Omit<CommitStatus, 'url'> | undefined>
  /** The checks of a commit without our own, as far as the token may see them. */
  checksOf: (sha: string, own: OwnRun) => Promise<HeadChecks>
  /** GitHub's advisories on these packages, and on malware, a hundred of each at most. Undefined without an answer. */
  advisories: (ecosystem: AdvisedEcosystem, names: readonly string[]) => Promise<Advisory[] | undefined>
  /** The newest open pull requests, up to fifty, in one request. */
  openWork: () => Promise<OpenWork[]>
  /** The newest pull requests, open or not, up to a hundred. */
  newestPulls: () => Promise<Pull[]>
  /** Which of these comments were edited, and when the pull request was closed, by node ids, from GraphQL. */
  editsAndClosings: (comments: readonly string[], pull?: string) => Promise<EditsAndClosings>
  /** Who reacted to these comments, by node ids, in one request for up to a hundred. */
  reactors: (comments: readonly string[]) => Promise<Reactors>
  /** A workflow run, with the name of the workflow's file. Undefined when the token may not ask. */
  runState: (id: number) => Promise<{ attempt: number; ended: boolean; waits: boolean; workflow: string } | undefined>
  /** The accounts of author and committer of a commit. None when their mail addresses belong to no account. */
  peopleOf: (commit: string) => Promise<Account[]>
  /** The account that the token acts as. Undefined for tokens of an app, which may not ask. */
  me: () => Promise<Account | undefined>
  /** Whether the token acts as this account. Unlike `me` it works for apps too. */
  isMe: (login: string) => Promise<boolean>
  openPull: (spec: Pick<Pull, 'base' | 'title' | 'body' | 'draft'> & { branch: string }) => Promise<OpenPullResult>
  /** Returns the changed pull request. `changes` is given it as it is right before each try. `signal` ends retries. */
  editPull: (number: number, changes: (now: Pull) => PullChanges, signal?: AbortSignal) => Promise<Pull>
  /** Marks a pull request as ready for review, then edits it. `changes` gets the pull request of GitHub's reply. */
  markReady: (pull: Pull, changes: (now: Pull) => PullChanges) => Promise<Pull>
  /** Makes a pull request a draft again. Does nothing where there are no drafts. */
  markDraft: (nodeId: string) => Promise<void>
  /** Sets a commit status. False when the token lacks the permission. */
  setCommitStatus: (sha: string, status: CommitStatus & { context: string }) => Promise<boolean>
  /** Requests reviews. Teams are `org/team`. Leaves out accounts that GitHub refuses as reviewers, such as the author. */
  askForReview: (pull: number, wanted: { users: readonly string[]; teams: readonly string[] }) => Promise<void>
  /** Writes a comment. Undefined when the conversation is locked for this account. */
  createComment: (number: number, body: string) => Promise<Comment | undefined>
  /** Changes the text of a comment of our own. Undefined when it is gone, or when this account may not. */
  updateComment: (comment: number, body: string) => Promise<Comment | undefined>
  /** Deletes a comment of our own. Does nothing when it is gone. */
  deleteComment: (comment: number) => Promise<void>
  /** Adds a reaction to a comment. Does nothing when the comment is gone or locked. */
  react: (comment: number, reaction: Reaction) => Promise<void>
  reactToIssue: (issue: number, reaction: Reaction) => Promise<void>
  reactToRemark: (remark: number, reaction: Reaction) => Promise<void>
  /**
   * Commits on top of the branch. `moved`: its tip is no longer `expected`. `unsigned`: GitHub does not sign modes or
   * merges for this account, and nothing is changed. `refused` has the words of the rule that GitHub names.
   */
  commit: (spec: {
    branch: string
    expected: string
    message: string
    changes: readonly FileChange[]
    setsModes?: boolean
    merges?: string
  }) => Promise<{ kind: 'made'; sha: string } | { kind: 'moved' | 'unsigned' } | { kind: 'refused'; reason: string }>
  /** Starts a new run of a workflow. False when the token may not, or the workflow does not take it. */
  dispatch: (spec: { workflow: string; ref: string; inputs: Record<string, string> }) => Promise<boolean>
}
