import { parseCommand, type Command } from './command.ts'
import type { Account, Comment } from '../github/forge.ts'
import { answerTo, baseWarningOf, notesOf, refusalOf } from './comment-markers.ts'
import { isEdited } from './edited-comments.ts'

/** A comment of a person, what it means, and what came of it so far. */
export type ReadComment = Comment & {
  command: Command
  /** Its author changed it after posting. It may be feedback, but never a command. */
  edited: boolean
  /** The bot posted an answer to it. */
  answered: boolean
  /** The bot refused it in words that are still there. */
  toldWhy: boolean
  /** The bot refused it, in words or by a reaction. It stays without effect, even when reason and words are gone. */
  refused: boolean
}

/** The comments of people at a place, by rising id. Those of bots, apps and our own account are left out. */
export function readComments(place: 'issue' | 'pull', comments: readonly Comment[], bot: Account): ReadComment[] {
  const notes = notesOf(comments, bot)
  return comments
    .filter((comment) => isPerson(comment.author, bot))
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => {
      const command = parseCommand(comment.body, place)
      const { id, ownSigns } = comment
      const toldWhy = notes.has(refusalOf(id)) || notes.has(baseWarningOf(id))
      return {
        ...comment,
        command,
        edited: isEdited(comment),
        // A plan that was cancelled may be reopened. Then the cancel has had its effect.
        answered: notes.has(answerTo(id)) || (command.kind === 'cancel' && ownSigns?.rocket === true),
        toldWhy,
        refused: toldWhy || ownSigns?.confused === true,
      }
    })
}

export const isPerson = (author: Account, bot: Account): boolean => author.type === 'User' && author.login !== bot.login

/** Whether it reads as a command. Whoever writes one that has no effect gets an answer; plain text gets none. */
export const readsAsCommand = ({ command }: ReadComment): boolean =>
  command.kind !== 'feedback' && command.kind !== 'note' && command.kind !== 'nothing'
