import { parseCommand, type Command } from './command.ts'
import type { Account, Comment } from '../github/forge.ts'
import { answerTo, hasNote, refusalOf } from './markers.ts'

/** What a person said in a comment, and what came of it so far. */
export type ReadComment = Comment & {
  command: Command
  /** Changed after it was made: it may be feedback, but never a command. */
  edited: boolean
  /** The bot has answered it in words. */
  answered: boolean
  /** The bot has refused it: it stays without effect, also when the reason is gone. */
  refused: boolean
}

/** What people said at a place, in the order of the ids. Bots, apps and our own account are never heard. */
export function readComments(place: 'issue' | 'pull', comments: readonly Comment[], bot: Account): ReadComment[] {
  return comments
    .filter((comment) => isPerson(comment.author, bot))
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => ({
      ...comment,
      command: parseCommand(comment.body, place),
      edited: comment.updatedAt > comment.createdAt,
      answered: hasNote(comments, bot, answerTo(comment.id)),
      refused: hasNote(comments, bot, refusalOf(comment.id)),
    }))
}

export const isPerson = (author: Account, bot: Account): boolean => author.type === 'User' && author.login !== bot.login

/** Whether it reads as a command. Whoever writes one that has no effect gets an answer; plain text gets none. */
export const readsAsCommand = ({ command }: ReadComment): boolean =>
  command.kind !== 'feedback' && command.kind !== 'note' && command.kind !== 'nothing'
