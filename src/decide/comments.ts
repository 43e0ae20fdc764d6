import { parseCommand, type Command } from './command.ts'
import type { Account, Comment } from '../github/forge.ts'
import { answerTo, hasNote, refusalOf } from './comment-markers.ts'
import { isEdited } from './edited-comments.ts'

/** A comment of a person, what it means, and what came of it so far. */
export type ReadComment = Comment & {
  command: Command
  /** Its author changed it after posting. It may be feedback, but never a command. */
  edited: boolean
  /** The bot posted an answer to it. */
  answered: boolean
  /** The bot refused it. It stays without effect, even when the reason is gone. */
  refused: boolean
}

/** The comments of people at a place, by rising id. Those of bots, apps and our own account are left out. */
export function readComments(place: 'issue' | 'pull', comments: readonly Comment[], bot: Account): ReadComment[] {
  return comments
    .filter((comment) => isPerson(comment.author, bot))
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => ({
      ...comment,
      command: parseCommand(comment.body, place),
      edited: isEdited(comment),
      answered: hasNote(comments, bot, answerTo(comment.id)),
      refused: hasNote(comments, bot, refusalOf(comment.id)),
    }))
}

export const isPerson = (author: Account, bot: Account): boolean => author.type === 'User' && author.login !== bot.login

/** Whether it reads as a command. Whoever writes one that has no effect gets an answer; plain text gets none. */
export const readsAsCommand = ({ command }: ReadComment): boolean =>
  command.kind !== 'feedback' && command.kind !== 'note' && command.kind !== 'nothing'
