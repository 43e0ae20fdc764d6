import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export type Json = Record<string, unknown>
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read'
export type Level = 'write' | 'read' | 'none'

/** An account. Without a role it is a stranger to the repository. */
export type Person = { login: string; id: number; type: 'User' | 'Bot' | 'Organization'; role?: Role | undefined }

/** The settings of the repository, and the `permissions:` of the workflow. */
export type Settings = {
  actionsMayOpenPulls: boolean
  drafts: boolean
  /** What the pushes of the workflow's own token to a pull request start: runs that wait for "Approve and run". */
  ci: 'nothing' | 'waits' | 'begins'
  private: boolean
  protectedRefs: string[]
  /**
   * Rules for every branch, or for one, each of a ruleset of its own, and whether the workflow's account may bypass it;
   * `checks` are those that a rule of the type `required_status_checks` wants, `wants` what one about names compares with.
   */
  rules: { type: string; bypass?: 'always' | 'never'; branch?: string; checks?: string[]; wants?: Json }[]
  permissions: {
    contents: Level
    issues: Level
    pull_requests: Level
    actions: Level
    members: Level
    statuses: Level
    checks: Level
  }
  /** The members of the owner's teams, by the team's name in its address. `pending` are invited and have not joined. */
  /** GitHub's advisories, for all repositories. */
  advisories: Advisory[]
  teams: Record<string, { members: string[]; pending?: string[] }>
}

/** A workflow run that was requested over the API. */
export type Dispatch = {
  kind: 'workflow_dispatch' | 'repository_dispatch'
  login: string
  target: string
  ref: string
  inputs: Json
}

export type Reaction = { id: number; subject: string; login: string; content: string; created_at: string }

/** A commit status. Several may have the same context; the newest counts. */
export type CommitStatus = {
  id: number
  sha: string
  context: string
  state: string
  description: string | null
  target_url: string | null
  login: string
  created_at: string
}

/** A check run that has ended, of a job of GitHub Actions or of somebody's app. `log` is undefined where there is none. */
export type Check = {
  id: number
  sha: string
  name: string
  app: string
  conclusion: string
  summary: string
  annotations: { path: string; start_line: number; message: string }[]
  /** The suite that it belongs to; without it, one of its own. */
  suite?: number
  log?: string | undefined
  /** The workflow of the job. */
  workflow: string
}

/** What a global advisory says of one package. */
export type Advisory = {
  id: string
  ecosystem: 'npm' | 'pip'
  name: string
  severity: 'critical' | 'high' | 'medium' | 'low'
  fixedIn?: string
  malware: boolean
  withdrawn: boolean
}

/** The head and base of a pull request. `emulate` never updates them. `fork` is the owner of the head repository. */
export type PullSides = {
  branch: string
  base: string
  head: string
  fork?: string | undefined
  /** When it was merged, by `mergePull`. */
  mergedAt?: string
  /** Who was asked for a review: logins, and teams by their names in addresses. */
  asked?: { users: string[]; teams: string[] }
}

/** One update of a branch or tag, by push or API. `old` is undefined for a new ref, `now` for a deleted one. */
export type RefUpdate = {
  ref: string
  old?: string | undefined
  now?: string | undefined
  login: string
  forced: boolean
}

/**
 * The state that `emulate` cannot hold. It is plain data, so that a snapshot is a copy of it. `stamps` are the times of
 * issues, comments and reviews on this server's clock, in whole seconds.
 */
export type Memory = {
  people: Record<string, Person>
  settings: Settings
  stamps: Record<string, { created_at: string; updated_at: string }>
  /** When comments were edited last, by their ids: `lastEditedAt` of GraphQL. */
  edits: Record<number, string>
  /** The app that wrote a comment in a person's name, by the ids of comments. */
  apps: Record<number, string>
  /** When issues and pull requests were closed and reopened, in order, by their numbers. */
  ends: Record<number, { kind: 'closed' | 'reopened'; at: string }[]>
  pulls: Record<number, PullSides>
  reactions: Reaction[]
  dispatches: Dispatch[]
  refUpdates: RefUpdate[]
  verified: string[]
  statuses: CommitStatus[]
  checks: Check[]
  nextReaction: number
  offsetSeconds: number
}

export type EmulatedWrite = { login: string; method: string; path: string; body?: Json }

/**
 * The emulated GitHub that stores issues, pull requests, comments, reviews and labels. Paths are relative to the
 * repository (`/issues/1`). It can be emptied, but not restored. So every write is recorded, and `rewind` empties it
 * and repeats the writes up to a mark. Ids come out the same, because the emulator counts them from one.
 */
export type Emulator = {
  read(path: string): Promise<unknown>
  list(path: string): Promise<unknown[]>
  write(write: EmulatedWrite): Promise<unknown>
  mark(): readonly EmulatedWrite[]
  rewind(mark: readonly EmulatedWrite[]): Promise<void>
  close(): Promise<void>
}

/** The state that routes and people work on: `emulate` for issues and comments, git for commits. */
export type Site = {
  owner: string
  name: string
  url: string
  token: string
  root: string
  bare: string
  emulator: Emulator
  memory: Memory
  /** The workflow runs that were started, by their ids. They go on when a snapshot is restored. */
  workflowRuns: Map<number, WorkflowRun>
}

/**
 * A run of a workflow: its present attempt, and whether it has ended, or waits for a person. Without `workflow` it is one
 * of the action.
 */
export type WorkflowRun = { attempt: number; ended: boolean; waits?: boolean; workflow?: string }

export type Actor = { login: string; app: boolean }

/** A site, and the account that acts on it. */
export type By = { site: Site; login: string }

/** An incoming request. `actor` is `unknown` for an invalid token, and undefined without one. */
export type Exchange = { request: IncomingMessage; url: URL; body: Buffer; actor: Actor | 'unknown' | undefined }

/** A parsed request. `args` are the texts that the braces of its route matched. */
export type Call = {
  site: Site
  actor: Actor | undefined
  path: string
  query: URLSearchParams
  body: Json
  args: readonly string[]
  headers: IncomingHttpHeaders
}
export type Reply = { status: number; json?: unknown; raw?: Buffer; headers?: Record<string, string> }

/** One request in the journal. `status` is 0 until the answer, and stays 0 when the connection was cut. */
export type JournalEntry = {
  n: number
  kind: 'rest' | 'graphql' | 'git'
  method: string
  path: string
  query: string
  login: string | undefined
  write: boolean
  body: unknown
  /** The refs that a push is to move. */
  refs: string[]
  headers: IncomingHttpHeaders
  status: number
  bytesIn: number
  bytesOut: number
  ms: number
  fault?: Fault | undefined
}

/** A fault of one request. With `applied` and `after`, the request takes effect nevertheless. */
export type Fault =
  | { kind: 'kill'; when: 'before' | 'after' }
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string>; applied?: boolean }
  | { kind: 'drop'; applied?: boolean }
  /** It takes effect, and the half of the answer comes as if it were all. Git waits for ever for the rest (2.39). */
  | { kind: 'half' }
  | { kind: 'delay'; ms: number }

/** The delivery of a webhook. The runner writes its payload into the event file. */
export type WebhookEvent = { name: string; sender: string; payload: Json }

/** Files of a commit: text or bytes, also with a mode (`100755`, `120000`). `null` removes a file. */
export type Files = Record<string, string | Buffer | null | { mode: string; content: string | Buffer }>

/** An error answer with github.com's own message. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: readonly Json[]

  constructor(status: number, message: string, errors: readonly Json[] = []) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export const notFound = (): Refusal => new Refusal(404, 'Not Found')
export const invalid = (...errors: Json[]): Refusal => new Refusal(422, 'Validation Failed', errors)
export const inaccessible = (): Refusal => new Refusal(403, 'Resource not accessible by integration')
