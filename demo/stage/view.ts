import type { AgentCall, AgentSession, AgentTurn } from '../replay-page/agent-turns.ts'

// What the page shows, as data. A snapshot is whole: whoever missed some loses nothing.

export type Said = {
  id: number
  author: string
  body: string
  at: string
  edited: boolean
  /** When its text became what it is. */
  updatedAt?: string
  reactions: readonly string[]
  /** The file and the line that it remarks on, and the review that it is part of. */
  on?: { path: string; line: number; review: number } | undefined
  /** It is a review that requests changes. */
  requestsChanges?: boolean | undefined
}

export type Call = AgentCall
export type Turn = AgentTurn
/** `run` is the job that it is part of. */
export type Session = AgentSession & { run: number | undefined }

export type Commit = {
  sha: string
  subject: string
  body: string
  author: string
  at: string
  trailers: readonly (readonly string[])[]
  patch: string
}

/** A run. `number` is its issue or pull request, `runner` the folder of its machine, once it has begun. */
export type Job = {
  id: number
  number: number
  runner?: string
  title: string
  state: 'queued' | 'running' | 'passed' | 'failed' | 'killed'
  attempt: number
  seconds: number | undefined
  log: readonly string[]
}

export type Target = 'issue' | 'pull'

/** A button that fills the box, or a link to a place of this page. */
export type Chip = { text: string; as: string; place: Target; href?: string }

/** An entry of a menu, and what has to be waited for before it can be chosen. */
export type Choice = { id: string; title: string; does: string; ready: boolean; wait: string }

/** A check of CI on a commit. `after` is the newest comment at that time. */
export type CheckRun = {
  id: number
  name: string
  sha: string
  conclusion: 'running' | 'success' | 'failure'
  annotations: readonly { path: string; line: number; message: string }[]
  log: string
  at: string
  after: number
}

/** What became of an attempt to cheat. `held` is undefined while the runs are at it. */
export type Attempt = {
  id: number
  title: string
  did: string
  why: string
  held: boolean | undefined
  seen: string
  at: string
  /** The newest comment at that time. */
  after: number
}

export type Promised = { name: string; broken: readonly string[] }

export type Phase = 'ask' | 'plan' | 'approve' | 'work' | 'killed' | 'halted' | 'done' | 'merged' | 'closed'

export type Pull = {
  number: number
  title: string
  body: string
  state: string
  draft: boolean
  merged: boolean
  branch: string
  comments: readonly Said[]
}

export type View = {
  project: { owner: string; name: string; address: string; model: string; scripted: boolean; walls: string }
  people: readonly { login: string; role: string }[]
  /** Whether somebody has said yes to what the model costs. */
  maySpend: boolean
  phase: Phase
  /** The inputs that can be changed here, for a repository of one's own. */
  commands: Commands | undefined
  issue: { number: number; title: string; body: string; author: string; state: string; comments: readonly Said[] }
  pull: Pull | undefined
  plan: { text: string; blob: string } | undefined
  commits: readonly Commit[]
  /** What the branch changes, as a diff, but for the plan file. */
  changes: string
  checks: readonly CheckRun[]
  sessions: readonly Session[]
  jobs: readonly Job[]
  usage: { input: number; cached: number; output: number; cost: string; turns: number }
  chips: readonly Chip[]
  cheats: readonly Choice[]
  /** What may happen besides what people say. */
  happenings: readonly Choice[]
  attempts: readonly Attempt[]
  promises: readonly Promised[]
}

/** A point of the time line: the number of its snapshot, and what happened then. */
export type Moment = { n: number; at: string; what: string }

/** A view, its number (they rise by one), and the time line so far. */
export type Snapshot = { n: number; view: View; moments: readonly Moment[] }

/** `setup-command` and `verify-command`. */
export type Commands = { setup: string; verify: string }

/** What the page asks for. */
export type Act =
  | { kind: 'comment'; as: string; place: Target; body: string }
  | { kind: 'remark'; as: string; on: { path: string; line: number }; body: string }
  | { kind: 'edit'; as: string; text: string }
  | { kind: 'cheat'; id: string }
  | { kind: 'happen'; id: string }
  | { kind: 'again'; job: number }
  | ({ kind: 'commands' } & Commands)
  | { kind: 'spend' }
