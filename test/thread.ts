import { stateOf } from '../src/decide/next/state.ts'
import type { Snapshot, State, Context } from '../src/decide/next/decision.ts'
import { hash } from 'node:crypto'
import type { Rules } from '../src/decide/thread/facts.ts'
import type { Account, Comment, Permission, Pull } from '../src/github/forge.ts'
import { parseMessage, renderMessage, type JournalEntry, type Trailers } from '../src/decide/thread/trailers.ts'
import { noteMarker, versionMarker, type Person } from '../src/decide/thread/people.ts'
import { renderPlan } from '../src/plan/markdown.ts'
import type { Plan } from '../src/plan/plan.ts'
import { NEW_RUN, type BranchCommit, type PlanBranch, type PlanPull, type Thread } from '../src/decide/thread/thread.ts'

// Threads as values, made step by step. Ids and times rise by one with every comment, as on GitHub.

export const BOT: Account = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }
export const BLOB_A = 'a'.repeat(40)
export const BLOB_B = 'b'.repeat(40)
const ISSUE = 12

export const RULES: Rules = { approvalsRequired: 1, allowSelfApproval: true, allowance: {}, interactive: false }

/** What follows from a thread by these rules, but for some. */
export const stateIn = (thread: Thread, more?: Partial<Rules>): State =>
  stateOf(thread, more ? { ...RULES, ...more } : RULES)
export const snapshotIn = (thread: Thread, more?: Partial<Rules>): Snapshot => ({
  thread,
  state: stateIn(thread, more),
})

/** Nothing presses: there is time, and the body shows what is. */
export const CALM: Context = {
  settings: { maxAttempts: 3, reviewEvery: 0 },
  shown: true,
  timeIsUp: false,
  jobs: 'one',
}
const START = Date.parse('2026-01-01T00:00:00Z')

export const timeOf = (seconds: number): string => new Date(START + seconds * 1000).toISOString().replace('.000Z', 'Z')

export const person = (login: string): Account => ({ login, id: idOf(login), type: 'User' })

const idOf = (login: string): number => [...login].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1_000_003, 7)

/** A comment; its time follows from its id. */
export const comment = (id: number, author: Account, body: string): Comment => ({
  id,
  nodeId: `IC_${id}`,
  author,
  body,
  createdAt: timeOf(id),
  updatedAt: timeOf(id),
  reactions: { eyes: 0, rocket: 0, confused: 0 },
})

const blobs = new Map<string, string>()
/** The id that git gives to a file of this text. */
export const blobOf = (text: string): string => {
  const blob = blobs.get(text) ?? hash('sha1', `blob ${Buffer.byteLength(text)}\0${text}`)
  blobs.set(text, blob)
  return blob
}

const PEOPLE: Record<string, Permission> = {
  alice: 'admin',
  bob: 'write',
  carol: 'maintain',
  tess: 'triage',
  reader: 'read',
  mallory: 'none',
}

export const peopleWith = (permissions: Record<string, Permission> = PEOPLE): Map<string, Person> =>
  new Map(
    Object.entries(permissions).map(([login, permission]) => [
      login,
      { permission, approver: ['write', 'maintain', 'admin'].includes(permission) },
    ]),
  )

/** An issue without a plan, on which nobody has said anything. */
export const newThread = (more: Partial<Thread> = {}): Thread => ({
  issue: {
    number: ISSUE,
    title: 'Limit the rate',
    body: '',
    author: person('alice'),
    state: 'open',
    createdAt: timeOf(0),
    locked: false,
    isPull: false,
  },
  asked: undefined,
  comments: [],
  base: { branch: 'main', sha: '0'.repeat(40) },
  bot: BOT,
  earlierPlans: [],
  freeBranch: `plan/issue-${ISSUE}`,
  branch: undefined,
  pull: undefined,
  people: peopleWith(),
  thisRun: NEW_RUN,
  ...more,
})

export const lastId = (thread: Thread): number =>
  Math.max(100, ...[...thread.comments, ...(thread.pull?.comments ?? [])].map(({ id }) => id))

export type Target = 'issue' | 'pull'
type Spoken = { at: Target; by: Account; body: string }

/** The thread after somebody said something. */
export function saying(thread: Thread, { at, by, body }: Spoken): Thread {
  const added = comment(lastId(thread) + 1, by, body)
  if (at === 'issue') return { ...thread, comments: [...thread.comments, added] }
  return { ...thread, pull: thread.pull && { ...thread.pull, comments: [...thread.pull.comments, added] } }
}

/** The thread with one comment changed, wherever it stands. */
export function changing(thread: Thread, id: number, change: (comment: Comment) => Comment): Thread {
  const changed = (comments: Comment[]) => comments.map((one) => (one.id === id ? change(one) : one))
  return {
    ...thread,
    comments: changed(thread.comments),
    pull: thread.pull && { ...thread.pull, comments: changed(thread.pull.comments) },
  }
}

const emptyBranch = (name: string): PlanBranch => ({
  name,
  head: '0'.repeat(40),
  commits: [],
  planFile: undefined,
  texts: new Map(),
  commitOfPlanBlob: new Map(),
})

type NewCommit = {
  by?: Account
  entry: Omit<JournalEntry, 'trailers'> & { trailers: Partial<Trailers> }
  plan?: string | null | undefined
}

/** The thread after a commit on its branch; `plan` is the new text of the plan file, null when it is removed. */
export function committing(thread: Thread, { by = BOT, entry, plan }: NewCommit): Thread {
  const branch = thread.branch ?? emptyBranch(thread.freeBranch)
  const message = renderMessage({ ...entry, trailers: { issue: ISSUE, seen: 0, ...entry.trailers } })
  const sha = hash('sha1', `${branch.head}\n${message}\n${plan}`)
  const commit: BranchCommit = {
    sha,
    parents: [branch.head],
    author: { name: by.login, email: `${by.id}+${by.login}@users.noreply.github.com` },
    date: timeOf(0),
    message,
    entry: by.login === BOT.login ? parseMessage(message) : undefined,
  }
  const next: PlanBranch = { ...branch, head: sha, commits: [...branch.commits, commit] }
  return { ...thread, branch: plan === undefined ? next : withPlan(next, plan) }
}

export function withPlan(branch: PlanBranch, text: string | null): PlanBranch {
  if (text === null) return { ...branch, planFile: undefined }
  const blob = blobOf(text)
  return {
    ...branch,
    planFile: { kind: 'text', path: 'PLAN.md', blob, text },
    texts: new Map([...branch.texts, [blob, text]]),
    commitOfPlanBlob: new Map([...branch.commitOfPlanBlob, [blob, branch.head]]),
  }
}

export const openPull = (thread: Thread): Thread & { pull: PlanPull } => {
  const pull: Pull = {
    number: 13 + thread.earlierPlans.length,
    nodeId: 'PR_13',
    title: 'Plan',
    body: '',
    author: BOT,
    state: 'open',
    draft: true,
    head: { branch: thread.branch?.name ?? '', sha: thread.branch?.head ?? '', repository: 'octo/demo' },
    base: 'main',
    url: 'https://github.com/octo/demo/pull/13',
    createdAt: timeOf(lastId(thread)),
    closedAt: undefined,
    lineComments: 0,
  }
  return { ...thread, pull: { pull, comments: [], remarks: [] } }
}

/** The plan file's present text as a version that people can approve. */
export const announcing = (thread: Thread, version: number, blob = thread.branch?.planFile?.blob ?? ''): Thread =>
  saying(thread, { at: 'pull', by: BOT, body: versionMarker(version, blob) })

/** A plan that waits for its first approval: asked for by alice, drafted, opened, announced. */
export function planned(plan: Plan, more: Partial<Thread> = {}): Thread {
  const asked = saying(newThread(more), { at: 'issue', by: person('alice'), body: '/plan limit it' })
  const id = lastId(asked)
  const trailers = { request: String(id), seen: id, coAuthor: person('alice') }
  const drafted = committing(asked, { entry: { subject: 'Plan', body: '', trailers }, plan: renderPlan(plan) })
  return announcing(openPull(drafted), 1)
}

/** The thread after somebody said something on the pull request, who is named by login. */
export const reply = (thread: Thread, login: string, body: string): Thread =>
  saying(thread, { at: 'pull', by: person(login), body })

/** The thread after the record of its plan was written. */
export function withRecord(thread: Thread): Thread {
  const { branch, pull } = thread
  const journal = branch?.commits.findLast(({ entry }) => entry)?.sha
  if (!branch || !pull || journal === undefined) throw new Error('There is nothing to keep a record of.')
  return { ...thread, branch: { ...branch, record: { commit: journal, journal, pull: pull.pull.number } } }
}

/** The thread after the bot recorded something on its branch. */
export const recording = (before: Thread, trailers: object, plan?: string | null): Thread =>
  committing(before, { entry: { subject: 'x', body: '', trailers: { seen: lastId(before), ...trailers } }, plan })

/** The thread after a note of the bot. */
export const noting = (thread: Thread, key: string, at: Target = 'pull'): Thread =>
  saying(thread, { at, by: BOT, body: noteMarker(key) })

/** The thread after somebody said something on the issue, who is named by login. */
export const onIssue = (thread: Thread, login: string, body: string): Thread =>
  saying(thread, { at: 'issue', by: person(login), body })

export const closed = (thread: Thread, at = 9999): Thread => ({
  ...thread,
  pull: thread.pull && { ...thread.pull, pull: { ...thread.pull.pull, state: 'closed', closedAt: timeOf(at) } },
})

/** The thread after somebody edited a comment. */
export const edited = (thread: Thread, id: number): Thread =>
  changing(thread, id, (one) => ({ ...one, updatedAt: timeOf(lastId(thread) + 100) }))

export const reacted = (thread: Thread, id: number, reactions: Partial<Comment['reactions']>): Thread =>
  changing(thread, id, (one) => ({ ...one, reactions: { ...one.reactions, ...reactions } }))

/** The thread after the bot put its signs on all that was said: eyes, if nothing else is given. */
export const seenBy = (thread: Thread, signs: Partial<Comment['reactions']> = { eyes: 1 }): Thread =>
  [...thread.comments, ...(thread.pull?.comments ?? [])].reduce((now, { id }) => reacted(now, id, signs), thread)

/** A plan whose request was answered, and whose issue knows of it: nothing is left to do but to wait. */
export const settled = (plan: Plan): Thread =>
  reacted(noting(seenBy(planned(plan)), 'plan-13', 'issue'), 101, { rocket: 1 })
