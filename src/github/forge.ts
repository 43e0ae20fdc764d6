/** An account as GitHub names it. `type` is the only test of being a person: a login may end in anything. */
export type Account = { login: string; id: number; type: string }

/** What the API says a person may do, asked at the moment it matters. */
export type Permission = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin'

/** How many reactions of the kinds that we use a comment carries, from whomever. */
export type Reactions = { eyes: number; rocket: number; confused: number }
export type Reaction = keyof Reactions

/** Times are ISO 8601 in whole seconds, as GitHub gives them. */
export type Comment = {
  id: number
  author: Account
  body: string
  createdAt: string
  updatedAt: string
  reactions: Reactions
}

/** A review, or a comment on a line in one. Their ids are of other rows than those of comments, and not comparable with them. */
export type ReviewRemark = {
  kind: 'review' | 'line'
  id: number
  author: Account
  body: string
  createdAt: string
  place?: { path: string; line: number | undefined; commit: string }
}

export type Issue = {
  number: number
  title: string
  body: string
  author: Account
  /** `gone` is one that was deleted or transferred, of which only the number is left. */
  state: 'open' | 'closed' | 'gone'
  createdAt: string
  locked: boolean
  isPull: boolean
}

export type Pull = {
  number: number
  /** The id that GraphQL knows it by. */
  nodeId: string
  title: string
  body: string
  author: Account
  state: 'open' | 'closed'
  draft: boolean
  /** `repository` is `owner/name` of where the branch lies; undefined when that fork is gone. */
  head: { branch: string; sha: string; repository: string | undefined }
  base: string
  url: string
  createdAt: string
  closedAt: string | undefined
  /** How many comments on lines there are; undefined where the API does not say. */
  lineComments: number | undefined
}

/** One file of a commit made through the API. */
export type FileChange = { path: string; kind: 'write'; content: Uint8Array } | { path: string; kind: 'delete' }

/** What a write that may be refused comes to. `refused` is for what a person has to permit or change. */
export type Opened = { kind: 'opened'; pull: Pull } | { kind: 'forbidden' } | { kind: 'exists' } | { kind: 'no-drafts' }

/** What we ask GitHub, in our own verbs. Every call throws when GitHub does not answer, or answers an error that its result does not name. */
export type ForgeReads = {
  /** Undefined when there is none of that number in this repository, or no more. */
  issue: (number: number) => Promise<Issue | undefined>
  comments: (number: number) => Promise<Comment[]>
  pull: (number: number) => Promise<Pull | undefined>
  /** All pull requests, open or not, whose head is this branch of this repository, newest first. */
  pullsFrom: (branch: string) => Promise<Pull[]>
  openPulls: () => Promise<Pull[]>
  reviews: (pull: number) => Promise<ReviewRemark[]>
  lineComments: (pull: number) => Promise<ReviewRemark[]>
  permission: (login: string) => Promise<Permission>
  /** Undefined when the token may not see who is in the team. */
  inTeam: (team: string, login: string) => Promise<boolean | undefined>
  /** The account that the token acts as, where the API tells. */
  me: () => Promise<Account | undefined>
  /** Whether the token acts as this account; unlike `me` it can be told of every app. */
  isMe: (login: string) => Promise<boolean>
}

/** What we write to GitHub. Nothing is repeated here, since a repeated write may be a second one. */
export type ForgeWrites = {
  openPull: (spec: { branch: string; base: string; title: string; body: string; draft: boolean }) => Promise<Opened>
  /** Gives the pull request as it is then. */
  editPull: (number: number, changes: { title?: string; body?: string; state?: 'closed' }) => Promise<Pull>
  markReady: (nodeId: string) => Promise<void>
  /** Undefined when the conversation is locked for this account. */
  say: (number: number, body: string) => Promise<Comment | undefined>
  /** Reacts to a comment on an issue or pull request; nothing happens when it was deleted meanwhile. */
  react: (comment: number, reaction: Reaction) => Promise<void>
  /** A commit on the branch's tip, by compare-and-swap; `moved` when the tip is no longer `expected`. */
  commit: (spec: {
    branch: string
    expected: string
    message: string
    changes: readonly FileChange[]
  }) => Promise<{ kind: 'made'; sha: string } | { kind: 'moved' }>
  /** Asks for a new run of a workflow; false when the token may not. */
  dispatch: (spec: { workflow: string; ref: string; inputs: Record<string, string> }) => Promise<boolean>
}

/** What we need of GitHub. */
export type Forge = ForgeReads & ForgeWrites

const refuse = (): Promise<never> => Promise.reject(new Error('A dry run writes nothing to GitHub.'))
const NO_WRITES: ForgeWrites = {
  openPull: refuse,
  editPull: refuse,
  markReady: refuse,
  say: refuse,
  react: refuse,
  commit: refuse,
  dispatch: refuse,
}

/** GitHub for a dry run: every question is asked, and every write is refused before it leaves. */
export const readOnly = (forge: Forge): Forge => ({ ...forge, ...NO_WRITES })
