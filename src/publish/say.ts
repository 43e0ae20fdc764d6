import { withoutCredentials } from '../guard/credentials.ts'
import type { Reaction } from '../github/forge.ts'
import { hasNote } from '../decide/markers.ts'
import type { Said } from '../decide/comments.ts'
import type { Comment } from '../github/forge.ts'
import type { Thread } from '../decide/thread.ts'
import type { Desk } from './room.ts'

export type Words = { place: 'issue' | 'pull'; text: string }

/** Says something on the issue or on the pull request, and remembers that it was said, or that it could not be. */
export async function say(desk: Desk, thread: Thread, { place, text }: Words): Promise<Thread> {
  const number = place === 'issue' ? thread.issue.number : thread.pull?.pull.number
  if (number === undefined) throw new Error('There is no pull request to comment on.')
  const comment = await desk.sources.forge.say(number, await withoutCredentials(desk.outward(text)))
  if (!comment) return withUnsaid(thread, { place, text }, number)
  if (place === 'issue') return { ...thread, comments: [...thread.comments, comment] }
  return { ...thread, pull: thread.pull && { ...thread.pull, comments: [...thread.pull.comments, comment] } }
}

/** A locked conversation stops no plan: what could not be said there is in the summary of the run. */
function withUnsaid(thread: Thread, words: Words, number: number): Thread {
  const problem = `Nothing can be said on #${number}, which is locked. Unlock it; what was to be said is in the summary of this run.`
  const { memory } = thread
  return {
    ...thread,
    memory: { ...memory, problems: [...memory.problems, problem], unsaid: [...memory.unsaid, words] },
  }
}

/** Says it unless it was said; `key` is the note that the text carries. */
export async function sayOnce(desk: Desk, thread: Thread, said: Words & { key: string }): Promise<Thread> {
  const now = await reread(desk, thread, said.place)
  const comments = said.place === 'issue' ? now.comments : (now.pull?.comments ?? [])
  return hasNote(comments, now.bot, said.key) ? now : say(desk, now, said)
}

/** Reads the comments of a place again when another run is at work there too; alone, what we know is what there is. */
export async function reread({ sources }: Desk, thread: Thread, place: 'issue' | 'pull'): Promise<Thread> {
  if (!thread.memory.crowded) return thread
  if (place === 'issue') return { ...thread, comments: await sources.forge.comments(thread.issue.number) }
  if (!thread.pull) return thread
  return { ...thread, pull: { ...thread.pull, comments: await sources.forge.comments(thread.pull.pull.number) } }
}

/** Puts a reaction on what somebody said; GitHub itself takes the same reaction only once. */
export async function react(
  desk: Desk,
  thread: Thread,
  { said, reaction }: { said: Said; reaction: Reaction },
): Promise<Thread> {
  await desk.sources.forge.react({ kind: 'comment', id: said.comment.id }, reaction)
  const mark = (comments: Comment[]): Comment[] =>
    comments.map((one) =>
      one.id === said.comment.id
        ? { ...one, reactions: { ...one.reactions, [reaction]: one.reactions[reaction] + 1 } }
        : one,
    )
  return {
    ...thread,
    comments: mark(thread.comments),
    pull: thread.pull && { ...thread.pull, comments: mark(thread.pull.comments) },
  }
}

/** Where somebody said it: the two places share one row of ids. */
export const placeOf = (thread: Thread, said: Said): 'issue' | 'pull' =>
  thread.comments.some((comment) => comment.id === said.comment.id) ? 'issue' : 'pull'
