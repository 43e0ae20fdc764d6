import { errorText } from '../errors.ts'
import { hasNote, lastProblem, noteMarker, studyingNote } from '../decide/comment-markers.ts'
import { withWritten, type Thread } from '../decide/thread.ts'
import type { Comment } from '../github/forge.ts'
import { noPlan, studying } from './view/comments.ts'
import type { PublishRoom } from './room.ts'
import { outgoingComment, reread, say } from './say.ts'

/**
 * Says on the issue that a plan is being made, with the link to the run. A run that comes after one that was cut off, or
 * that went wrong, says so in the comment that is there. A plan is made all the same where this fails, so nothing is
 * thrown.
 */
export const sayStudying = (room: PublishRoom, thread: Thread, note: Note): Promise<Thread> =>
  unlessFailing(postStudying(room, thread), { thread, note })

type Note = (what: string) => void

const unlessFailing = (said: Promise<Thread>, { thread, note }: { thread: Thread; note: Note }): Promise<Thread> =>
  said.catch((error: unknown) => {
    note(`The issue could not be told how the plan comes along: ${errorText(error)}`)
    return thread
  })

async function postStudying(room: PublishRoom, thread: Thread): Promise<Thread> {
  if (thread.issue.locked || thread.branch || thread.pull) return thread
  const { comments, bot } = thread
  const text = studying(room.links.run)
  const there = studyingNote(comments, bot) ?? lastProblem(comments, bot)
  return (there && (await amend(room, thread, { there, text }))) ?? say(room, thread, { place: 'issue', text })
}

/** Says that a run was ended from outside before there was a plan. The next run that makes one goes on here. */
export async function sayStopped(room: PublishRoom, thread: Thread, note: Note): Promise<Thread> {
  const there = studyingNote(thread.comments, thread.bot)
  if (!there) return thread
  const text = studying(room.links.run, true)
  return await unlessFailing(
    amend(room, thread, { there, text }).then((said) => said ?? thread),
    { thread, note },
  )
}

/** Says on the issue what came of a request for a plan, in the place of the comment that one is being made. */
export async function sayOutcome(room: PublishRoom, thread: Thread, text: string): Promise<Thread> {
  const there = studyingNote(thread.comments, thread.bot)
  return (there && (await amend(room, thread, { there, text }))) ?? say(room, thread, { place: 'issue', text })
}

/** The same, unless the note with this key is there. */
export async function sayOutcomeOnce(
  room: PublishRoom,
  thread: Thread,
  { key, text }: { key: string; text: string },
): Promise<Thread> {
  if (!text.endsWith(noteMarker(key))) throw new Error(`The note ${key} has another marker, so it was not posted.`)
  const now = await reread(room, thread, 'issue')
  return hasNote(now.comments, now.bot, key) ? now : sayOutcome(room, now, text)
}

/** Takes back that a plan is being made, when nobody asks for one any more. */
export const tellNoPlan = (room: PublishRoom, thread: Thread): Promise<Thread> => sayOutcome(room, thread, noPlan())

type Amendment = { there: Comment; text: string }

/** Undefined when the comment is gone, or is not ours to change. */
async function amend(room: PublishRoom, thread: Thread, { there, text }: Amendment): Promise<Thread | undefined> {
  const posted = await outgoingComment(room, text)
  if (there.body === posted) return thread
  const changed = await room.sources.forge.amend(there.id, posted)
  if (!changed) return undefined
  const comments = thread.comments.map((one) =>
    one.id === there.id ? { ...one, body: posted, updatedAt: changed.updatedAt } : one,
  )
  return withWritten({ ...thread, comments }, { comments: [there.id] })
}
