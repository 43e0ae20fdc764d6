import { splitMarker } from '../decide/comment-markers.ts'
import type { Thread } from '../decide/thread.ts'
import type { Comment } from '../github/forge.ts'
import { readComments, withNewNotes } from '../observe/own-comments.ts'
import type { PublishRoom } from './room.ts'
import { say, type NewComment } from './say.ts'

/**
 * Posts what every run may say, with or without the claim. Two runs may do so at the same moment, and GitHub has no
 * compare-and-swap for comments: so each looks whether another was before it, and takes its own back.
 */
export async function sayAsOne(room: PublishRoom, thread: Thread, message: NewComment): Promise<Thread> {
  const { forge } = room.sources
  const said = await say(room, thread, message)
  const ours = said.thisRun.written.comments.at(-1) ?? 0
  const number = message.place === 'issue' ? thread.issue.number : thread.pull?.pull.number
  if (number === undefined || ours === thread.thisRun.written.comments.at(-1)) return said
  const marker = splitMarker(message.text).marker.trim()
  const comments = await readComments(forge, thread.bot, number)
  const isThere = comments.some(
    ({ id, author, body }) => id < ours && author.login === thread.bot.login && body.includes(marker),
  )
  if (!isThere) return said
  await forge.unsay(ours)
  const others = (known: readonly Comment[]): Comment[] =>
    withNewNotes(known, comments, thread.bot).filter(({ id }) => id !== ours)
  return message.place === 'issue'
    ? { ...said, comments: others(said.comments) }
    : { ...said, pull: said.pull && { ...said.pull, comments: others(said.pull.comments) } }
}
