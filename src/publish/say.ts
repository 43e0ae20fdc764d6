import { withoutCredentials } from '../guard/credentials.ts'
import type { Reaction } from '../github/forge.ts'
import { hasNote, noteMarker, splitMarker } from '../decide/comment-markers.ts'
import { NO_REACTIONS, OPENING } from '../decide/opening.ts'
import type { ReadComment } from '../decide/comments.ts'
import type { Comment, Issue } from '../github/forge.ts'
import { withWritten, type Thread } from '../decide/thread.ts'
import { readComments, withNewNotes } from '../observe/own-comments.ts'
import type { PublishRoom } from './room.ts'

export type NewComment = { place: 'issue' | 'pull'; text: string }

/** Comments on the issue or the pull request, and adds to the thread that it did, or could not. */
export async function say(room: PublishRoom, thread: Thread, { place, text }: NewComment): Promise<Thread> {
  const number = place === 'issue' ? thread.issue.number : thread.pull?.pull.number
  if (number === undefined) throw new Error('There is no pull request to comment on.')
  const posted = await room.sources.forge.say(number, await outgoingComment(room, text))
  if (!posted) return withUndelivered(thread, { place, text }, number)
  // The token may be of another account than the one that opened the plan.
  const comment = { ...posted, author: thread.bot, wasEdited: false }
  const said = withWritten(thread, { comments: [comment.id] })
  if (place === 'issue') return { ...said, comments: [...said.comments, comment] }
  return { ...said, pull: said.pull && { ...said.pull, comments: [...said.pull.comments, comment] } }
}

/**
 * The text of a comment as it is posted: redacted, but for its marker. Throws when it has no marker, since nobody could
 * find it again.
 */
export async function outgoingComment({ outward }: Pick<PublishRoom, 'outward'>, text: string): Promise<string> {
  const { words, marker } = splitMarker(text)
  const posted = (await withoutCredentials(outward(words))) + marker
  if (marker === '' || splitMarker(posted).marker !== marker)
    throw new Error('A comment without its marker was not posted, because it would be posted again without end.')
  return posted
}

/** A locked conversation does not stop a plan. The job summary shows what it did not take. */
function withUndelivered(thread: Thread, comment: NewComment, number: number): Thread {
  const problem = `#${number} is locked, so the bot cannot comment. Unlock it; the unposted text is in this run’s summary.`
  const { thisRun } = thread
  return {
    ...thread,
    thisRun: { ...thisRun, problems: [...thisRun.problems, problem], undelivered: [...thisRun.undelivered, comment] },
  }
}

/** Posts a note unless it is there; `key` is the one in its marker. */
export async function sayOnce(
  room: PublishRoom,
  thread: Thread,
  message: NewComment & { key: string },
): Promise<Thread> {
  if (splitMarker(message.text).marker.trim() !== noteMarker(message.key))
    throw new Error(`The note ${message.key} has another marker, so it was not posted.`)
  const now = await reread(room, thread, message.place)
  const comments = message.place === 'issue' ? now.comments : (now.pull?.comments ?? [])
  return hasNote(comments, now.bot, message.key) ? now : say(room, now, message)
}

/**
 * Whether another run may have said something since the comments were read: it was met, or wrote the branch last. The
 * branch is read after the comments, so what it tells may have been answered in between.
 */
const maySpeakToo = ({ branch, thisRun }: Thread): boolean =>
  thisRun.contended || (branch !== undefined && !thisRun.written.commits.includes(branch.head))

/** Adds what another run may have said at a place meanwhile. */
export async function reread({ sources }: PublishRoom, thread: Thread, place: 'issue' | 'pull'): Promise<Thread> {
  if (!maySpeakToo(thread)) return thread
  const { forge } = sources
  const read = async (number: number, known: readonly Comment[]) =>
    withNewNotes(known, await readComments(forge, thread.bot, number), thread.bot)
  if (place === 'issue') return { ...thread, comments: await read(thread.issue.number, thread.comments) }
  if (!thread.pull) return thread
  const { pull, comments } = thread.pull
  return { ...thread, pull: { ...thread.pull, comments: await read(pull.number, comments) } }
}

/** Reacts to comments, and to the text of an issue that counts as one. GitHub keeps the same reaction of an account only once. */
export async function react(
  room: PublishRoom,
  thread: Thread,
  { comment, reaction, others = [] }: { comment: ReadComment; reaction: Reaction; others?: readonly ReadComment[] },
): Promise<Thread> {
  const ids = new Set([comment, ...others].map(({ id }) => id))
  const { forge } = room.sources
  for (const id of ids)
    await (id === OPENING ? forge.reactToIssue(thread.issue.number, reaction) : forge.react(id, reaction))
  const marks = ({ reactions = NO_REACTIONS, ownSigns }: Pick<Issue, 'reactions' | 'ownSigns'>) => ({
    reactions: { ...reactions, [reaction]: reactions[reaction] + 1 },
    ownSigns: { ...ownSigns, [reaction]: true },
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

/** Where a comment stands. Ids are unique across both places. */
export const placeOf = (thread: Thread, comment: ReadComment): 'issue' | 'pull' =>
  comment.id === OPENING || thread.comments.some(({ id }) => id === comment.id) ? 'issue' : 'pull'
