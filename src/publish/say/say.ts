import { withoutCredentials } from '../../guard/credentials.ts'
import { errorText } from '../../lib/errors.ts'
import { commentsAt, lastProblem, studyingNote, type ReadComment, type Refusal } from '../../decide/thread/people.ts'
import { inThisRun, NO_REACTIONS, OPENING, targetOf, withWritten, type Thread } from '../../decide/thread/thread.ts'
import type { Comment, Issue, Reaction } from '../../github/forge.ts'
import { fetchComments, withNewNotes } from '../../observe/missing-facts.ts'
import { refusal, studying } from '../view/comments/replies.ts'
import { joinSections, type Note, type NoteText } from '../view/text/text.ts'
import type { GitHubContext } from '../write/github-context.ts'

/** Posts a comment on the issue or the pull request, and records in the thread that it did, or could not. */
export async function say(ctx: GitHubContext, thread: Thread, note: Note): Promise<Thread> {
  const existing = note.target === 'planning' ? studyingNote(thread) : undefined
  return (existing && (await editComment(ctx, thread, { existing, note }))) ?? post(ctx, thread, note)
}

/** Posts nothing when a comment of the bot with this marker is there. */
export async function sayOnce(ctx: GitHubContext, thread: Thread, note: Note): Promise<Thread> {
  const latest = await refreshComments(ctx, thread, note.target)
  return commentsAt(latest, note.target).some((one) => hasMarkerOf(latest, note, one)) ? latest : say(ctx, latest, note)
}

async function post(ctx: GitHubContext, thread: Thread, note: Note): Promise<Thread> {
  const { target } = note
  const number = numberOf(thread, target)
  if (number === undefined) throw new Error('There is no pull request to comment on.')
  const posted = await ctx.sources.forge.createComment(number, await outgoingComment(ctx, note))
  if (!posted) return withUndelivered(thread, note, number)
  // Counted as the plan's bot, although the token may belong to another account than the one that opened the plan.
  const comment = { ...posted, author: thread.bot, wasEdited: false, isAfterList: true as const }
  const recorded = withWritten(thread, { comments: [comment.id] })
  return withComments(recorded, target, [...commentsAt(recorded, target), comment])
}

/**
 * Posts or edits the comment that a plan is being made; where the run was `stopped`, it says how the next one continues.
 * Never throws, since a plan does not depend on it.
 */
export async function sayStudying(ctx: GitHubContext, thread: Thread, { log, stopped = false }: StudyingOptions) {
  try {
    if (!stopped && (thread.issue.locked || thread.branch || thread.pull)) return thread
    const note = studying(ctx.links.run, stopped)
    const existing = studyingNote(thread) ?? (stopped ? undefined : lastProblem(thread))
    const amended = existing && (await editComment(ctx, thread, { existing, note }))
    return amended ?? (stopped ? thread : await post(ctx, thread, { target: 'issue', ...note }))
  } catch (error) {
    log(`The issue could not be told how the plan comes along: ${errorText(error)}`)
    return thread
  }
}
type StudyingOptions = { log: (what: string) => void; stopped?: boolean }

/** Edits a comment of the bot. Undefined when it was deleted or the token may not edit it. */
async function editComment(
  ctx: GitHubContext,
  thread: Thread,
  { existing, note }: { existing: Comment; note: NoteText },
) {
  const posted = await outgoingComment(ctx, note)
  if (existing.body === posted) return thread
  const changed = await ctx.sources.forge.updateComment(existing.id, posted)
  if (!changed) return undefined
  const withChange = (comments: readonly Comment[]): Comment[] =>
    comments.map((one) => (one.id === existing.id ? { ...one, body: posted, updatedAt: changed.updatedAt } : one))
  const pull = thread.pull && { ...thread.pull, comments: withChange(thread.pull.comments) }
  return withWritten({ ...thread, pull, comments: withChange(thread.comments) }, { comments: [existing.id] })
}

/**
 * Posts a comment without holding the claim. GitHub has no compare-and-swap for comments, so each run looks afterwards
 * whether another run has posted the same one earlier, and deletes its own.
 */
export async function reply(ctx: GitHubContext, thread: Thread, note: Note): Promise<Thread> {
  const posted = await post(ctx, thread, note)
  const { forge } = ctx.sources
  const ownId = posted.thisRun.written.comments.at(-1) ?? 0
  const { target } = note
  const number = numberOf(posted, target)
  if (number === undefined || ownId === thread.thisRun.written.comments.at(-1)) return posted
  const comments = await fetchComments(forge, posted.bot, number)
  if (!comments.some((one) => one.id < ownId && hasMarkerOf(posted, note, one))) return posted
  await forge.deleteComment(ownId)
  const remaining = withNewNotes(commentsAt(posted, target), comments, posted.bot).filter(({ id }) => id !== ownId)
  return withComments(posted, target, remaining)
}

/** Says in reply to a command why it has no effect. */
export const refuse = (ctx: GitHubContext, thread: Thread, { comment, ...refusalText }: Refusal): Promise<Thread> =>
  reply(ctx, thread, {
    target: targetOf(thread, comment),
    ...refusal({ ...refusalText, id: comment.id }, ctx.links.errors),
  })

const hasMarkerOf = ({ bot }: Thread, { marker }: Note, { author, body }: Comment): boolean =>
  author.login === bot.login && body.includes(marker)

const numberOf = ({ issue, pull }: Thread, target: Note['target']): number | undefined =>
  target === 'pull' ? pull?.pull.number : issue.number

const withComments = <T extends Thread>(thread: T, target: Note['target'], comments: Comment[]): T =>
  target === 'pull' ? { ...thread, pull: thread.pull && { ...thread.pull, comments } } : { ...thread, comments }

/** Redacts all but the marker: without it the comment would not be found again, and would be posted twice. */
export const outgoingComment = async ({ outward }: Pick<GitHubContext, 'outward'>, note: NoteText): Promise<string> =>
  `${await withoutCredentials(outward(joinSections(note)))}\n\n${note.marker}`

/** Keeps a comment that a locked conversation refused for the job summary, so that the plan can go on. */
function withUndelivered(thread: Thread, note: Note, number: number): Thread {
  const comment = { target: note.target === 'pull' ? note.target : 'issue', text: joinSections(note) } as const
  const problem = `#${number} is locked, so the bot cannot comment. Unlock it; the unposted text is in this run’s summary.`
  const { problems, undelivered } = thread.thisRun
  return inThisRun(thread, { problems: [...problems, problem], undelivered: [...undelivered, comment] })
}

/** Whether another run may have commented since: it was met, or wrote the branch, which is read after the comments. */
const othersMayHaveCommented = ({ branch, thisRun }: Thread): boolean =>
  thisRun.contended || (branch !== undefined && !thisRun.written.commits.includes(branch.head))

/** Fetches the comments of an issue or pull request again if another run may have commented since. */
export async function refreshComments<T extends Thread>(
  ctx: GitHubContext,
  thread: T,
  target: Note['target'],
): Promise<T> {
  const number = numberOf(thread, target)
  if (number === undefined || !othersMayHaveCommented(thread)) return thread
  const comments = await fetchComments(ctx.sources.forge, thread.bot, number)
  return withComments(thread, target, withNewNotes(commentsAt(thread, target), comments, thread.bot))
}

/** Reacts to comments, and to the text of an issue that counts as one. */
export async function react(
  ctx: GitHubContext,
  thread: Thread,
  { comment, reaction, others = [] }: { comment: ReadComment; reaction: Reaction; others?: readonly ReadComment[] },
): Promise<Thread> {
  const ids = new Set([comment, ...others].map(({ id }) => id))
  const { forge } = ctx.sources
  for (const id of ids)
    await (id === OPENING ? forge.reactToIssue(thread.issue.number, reaction) : forge.react(id, reaction))
  const marks = ({ reactions = NO_REACTIONS, ownReactions }: Pick<Issue, 'reactions' | 'ownReactions'>) => ({
    reactions: { ...reactions, [reaction]: reactions[reaction] + 1 },
    ownReactions: { ...ownReactions, [reaction]: true },
  })
  const mark = (comments: Comment[]): Comment[] =>
    comments.map((one) => (ids.has(one.id) ? { ...one, ...marks(one) } : one))
  return {
    ...thread,
    issue: ids.has(OPENING) ? { ...thread.issue, ...marks(thread.issue) } : thread.issue,
    comments: mark(thread.comments),
    pull: thread.pull && { ...thread.pull, comments: mark(thread.pull.comments) },
  }
}
