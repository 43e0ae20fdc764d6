import { renderMessage, type Trailers } from '../../src/decide/thread/trailers.ts'
import { noteMarker, versionMarker } from '../../src/decide/thread/people.ts'
import type { BranchCommit, PlanBranch, PlanPull, Thread } from '../../src/decide/thread/thread.ts'
import type { Account, Comment, Reaction, ReviewRemark } from '../../src/github/forge.ts'
import { BOT, blobOf, timeOf, withPlan } from '../thread.ts'

// GitHub as a value: what is there of one issue and its plan. A change makes another value that shares all the rest.
// Comments and commits carry their part of the fingerprint, since they are made once and compared often.

/** The id of a comment in a mark, with as many digits as all of them have. */
export const idMark = (id: number): string => `#${String(id).padStart(3, '0')}`

/** What a comment or commit is known by among those of other conversations. Ids of comments are written as `#101`. */
type Marked = { mark: string }

/** What GitHub has, with the highest id that was ever given. */
export type GitHub = Thread & { usedId: number }

/** Times follow from ids: a comment is of an even second, and a closing comes between two comments. */
const timeOfId = (id: number): string => timesOf(2 * id)
export const timeAfter = ({ usedId }: GitHub): string => timesOf(2 * usedId + 1)

const times: string[] = []
const timesOf = (second: number): string => (times[second] ??= timeOf(second))
/** A time as what it is known by: the comment before it. */
const timeMark = (time: string): string => idMark(Math.floor(times.indexOf(time) / 2))

export type Target = 'issue' | 'pull'

export const commentsAt = ({ comments, pull }: Thread, at: Target): Comment[] =>
  at === 'pull' ? (pull?.comments ?? []) : comments

export function withComments<T extends Thread>(thread: T, at: Target, comments: Comment[]): T {
  if (at === 'issue') return { ...thread, comments }
  return { ...thread, pull: thread.pull && { ...thread.pull, comments } }
}

/** Words of the bot, in which ids of comments are marked as such. */
export const markOfWords = (words: string): string =>
  words.replace(/(?<=-(?:of|to|failed|budget|continuation|environment|acceptance|undo|review)-)\d{3}(?!\d)/g, '#$&')

/** A comment with its part of the fingerprint. */
export function marked(comment: Comment): Comment & Marked {
  const { id, author, body, wasEdited, reactions, ownReactions, createdAt, updatedAt } = comment
  const words = author === BOT ? markOfWords(body.slice(19, -4)) : body
  const isEdited = wasEdited === true ? 'e' : updatedAt === createdAt ? '' : 'h'
  const signs = [reactions.eyes, reactions.rocket, reactions.confused].map((count) => (count > 0 ? 1 : 0)).join('')
  const own = [ownReactions?.eyes, ownReactions?.rocket, ownReactions?.confused].map((is) => (is ? 1 : 0)).join('')
  const isUnread = comment.isAfterList ? '?' : ''
  return {
    ...comment,
    mark: `${idMark(id)}${isUnread}${author.login[0]}${words}|${isEdited}${signs}${own === signs ? '' : own}`,
  }
}

const NO_REACTIONS = { eyes: 0, rocket: 0, confused: 0 }

/** A comment that GitHub gives the next id. */
export function newComment({ usedId }: GitHub, author: Account, body: string): Comment {
  const id = usedId + 1
  const at = timeOfId(id)
  const times = { createdAt: at, updatedAt: at, wasEdited: false }
  return marked({ id, nodeId: `C${id}`, author, body, ...times, reactions: NO_REACTIONS, ownReactions: {} })
}

/** GitHub after a comment was posted. */
export const posting = (github: GitHub, at: Target, comment: Comment): GitHub =>
  appending({ ...github, usedId: comment.id }, at, comment)

export const appending = <T extends Thread>(thread: T, at: Target, comment: Comment): T =>
  withComments(thread, at, [...commentsAt(thread, at), comment])

export const saying = (github: GitHub, at: Target, { by, body }: { by: Account; body: string }): GitHub =>
  posting(github, at, newComment(github, by, body))

/** The thread with one comment changed, wherever it stands. */
export function changing<T extends Thread>(thread: T, id: number, change: (comment: Comment) => Comment): T {
  const at = thread.comments.some((one) => one.id === id) ? 'issue' : 'pull'
  const comments = commentsAt(thread, at)
  return withComments(
    thread,
    at,
    comments.map((one) => (one.id === id ? marked(change(one)) : one)),
  )
}

export const deleting = <T extends Thread>(thread: T, at: Target, id: number): T =>
  withComments(
    thread,
    at,
    commentsAt(thread, at).filter((one) => one.id !== id),
  )

export const reacting = <T extends Thread>(thread: T, id: number, reaction: Reaction): T =>
  changing(thread, id, (one) => ({
    ...one,
    reactions: { ...one.reactions, [reaction]: one.reactions[reaction] + 1 },
    ownReactions: { ...one.ownReactions, [reaction]: true },
  }))

export const noteBody = noteMarker
export const versionBody = versionMarker

const ISSUE = 12

/** A commit that is still to be put onto a branch. `plan` is the new text of the plan file, null when it is removed. */
export type Draft = { by: Account; trailers: Partial<Trailers>; body?: string; plan?: string | null; merges?: string }

/** The journal reads the highest `Plan-Seen` alone, but for the states that remember theirs. */
const REMEMBERING: readonly (Trailers['state'] | undefined)[] = ['failed', 'halted', 'in_progress', 'done']

/** What a commit is known by, without its own `Plan-Seen` where only the highest counts. */
function markOf({ by, trailers, plan, merges }: Draft): string {
  const { seen, coAuthor: _, approvedBy, feedback, command, request, ...rest } = trailers
  const isRemembered = REMEMBERING.includes(trailers.state) || (feedback?.length ?? 0) > 0
  return [
    by.login[0],
    request === undefined ? '' : `r${/^\d+$/.test(request) ? idMark(Number(request)) : request}`,
    feedback?.map((id) => `f${idMark(id)}`).join('') ?? '',
    command === undefined ? '' : `c${idMark(command)}`,
    approvedBy?.map(({ login, comment }) => `a${login[0]}${idMark(comment)}`).join('') ?? '',
    isRemembered ? `s${idMark(seen ?? 0)}` : '',
    merges === undefined ? '' : 'm',
    Object.values(rest)
      .map((one) => (typeof one === 'string' ? one.slice(0, 8) : JSON.stringify(one)))
      .join(),
    plan === undefined ? '' : plan === null ? '-' : blobOf(plan).slice(0, 4),
  ].join('')
}

/** A position as the id of a commit: where it stands says all of it, since nobody rewrites a branch. */
const shaAt = (position: number): string => (shas[position] ??= position.toString(16).padStart(7, 'c').padEnd(40, '0'))
const shas: string[] = []

/** A branch after a commit. */
export function committing(branch: PlanBranch, draft: Draft): PlanBranch {
  const { by, trailers, body = '', plan, merges } = draft
  const entry = { subject: 'A commit', body, trailers: { issue: ISSUE, seen: 0, ...trailers } }
  const sha = shaAt(branch.commits.length + 1)
  const commit: BranchCommit & Marked = {
    sha,
    parents: [branch.head, ...(merges === undefined ? [] : [merges])],
    author: { name: by.login, email: `${by.id}+${by.login}@users.noreply.github.com` },
    date: timesOf(0),
    message: by === BOT ? '' : renderMessage(entry),
    entry: by === BOT ? entry : undefined,
    mark: markOf(draft),
  }
  const next = { ...branch, head: sha, commits: [...branch.commits, commit] }
  return plan === undefined ? next : withPlan(next, plan)
}

export const emptyBranch = (name: string, head: string): PlanBranch => ({
  name,
  head,
  commits: [],
  isListed: true,
  planFile: undefined,
  texts: new Map(),
  commitOfPlanBlob: new Map(),
})

export const openPull = (github: GitHub): PlanPull => ({
  pull: {
    number: 13 + github.earlierPlans.length,
    nodeId: 'PR_13',
    title: 'Plan',
    body: '',
    author: BOT,
    state: 'open',
    draft: true,
    head: { branch: github.branch?.name ?? '', sha: '', repository: 'octo/demo' },
    base: 'main',
    url: 'https://github.com/octo/demo/pull/13',
    createdAt: timeAfter(github),
    closedAt: undefined,
    lineComments: 0,
  },
  comments: [],
  remarks: [],
  closings: [],
})

/** What a thread is known by: equal for threads that differ in nothing that bears on what happens next. */
export function fingerprintOf(thread: Thread): string {
  const { issue, asked, comments, branch, pull, people, paid, merge, base, earlierPlans, writers, checks } = thread
  return [
    issue.state === 'open' ? '' : issue.state,
    asked ? `${asked.kind}${asked.by.login}` : '',
    earlierPlans.length,
    marksOf(comments),
    branch ? branchMark(branch) : '',
    pull ? pullMark(pull) : '',
    [...people.values()].map(({ permission, approver }) => `${permission[0]}${approver ? 1 : 0}`).join(''),
    [paid?.rechecked, merge && `${merge.head}${merge.base}${merge.files.length}`, base.sha.slice(0, 4)].join(),
    [...(writers ?? [])].map(([sha, [writer]]) => `${sha}${writer?.login}`).join(),
    checks ? `${checks.head}${checks.found.digest}` : '',
  ].join('/')
}

const marksOf = (all: readonly object[]): string => {
  let joined = ''
  for (const one of all) joined += `${(one as Marked).mark} `
  return joined
}

function branchMark({ name, commits, planFile, record, missing, baseChanges }: PlanBranch): string {
  const seen = commits.reduce((most, { entry }) => Math.max(most, entry?.trailers.seen ?? 0), 0)
  const blob = planFile?.blob.slice(0, 4) ?? '-'
  const beside = [record?.journal, missing?.length, baseChanges?.length].join()
  return `${name}(${marksOf(commits)}${idMark(seen)} ${blob} ${beside})`
}

const pullMark = ({ pull, comments, remarks, closings = [] }: PlanPull): string =>
  [
    `${pull.state}${pull.merged ? 'm' : ''}${pull.draft ? 'd' : ''}`,
    pull.closedAt === undefined ? '' : timeMark(pull.closedAt),
    closings.map(({ closedAt, reopenedAt }) => `${timeMark(closedAt)}-${timeMark(reopenedAt)}`).join(),
    remarks.map(remarkMark).join(' '),
    marksOf(comments),
  ].join(';')

const remarkMark = ({ kind, id, author, verdict, createdAt }: ReviewRemark): string =>
  `${kind}${id}${author.login}${verdict ?? ''}${timeMark(createdAt)}`
