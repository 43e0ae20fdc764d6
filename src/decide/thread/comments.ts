import { isCancel, parseCommand, type Command } from '../words/command.ts'
import type { Account, Comment } from '../../github/forge.ts'
import { answerTo, baseWarningOf, notesOf, refusalOf, isEdited } from './markers.ts'

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

/** Beyond so many comments in one look one answer names them all, and only the first and the last get a reaction. */
export const CROWD = 20

/** All of them, or of a crowd the first and the last. */
export const endsOf = <T>(list: readonly T[]): T[] =>
  list.length > CROWD ? list.filter((_, i) => i === 0 || i === list.length - 1) : [...list]

/** The comments of people at a place, by rising id. Those of bots, apps and our own account are left out. */
export function readComments(place: 'issue' | 'pull', comments: readonly Comment[], bot: Account): ReadComment[] {
  const notes = notesOf(comments, bot)
  const cancelled = lastCancel(place, comments)
  return comments
    .filter((comment) => isPerson(comment.author, bot))
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => {
      const command = parseCommand(comment.body, place)
      const { id, ownReactions: ownReactions } = comment
      const toldWhy = notes.has(refusalOf(id)) || notes.has(baseWarningOf(id))
      return {
        ...comment,
        command,
        edited: isEdited(comment),
        // A plan that was cancelled may be reopened. Then the cancel has had its effect.
        answered: notes.has(answerTo(id)) || (isCancel(command) && id <= cancelled),
        toldWhy,
        refused: toldWhy || ownReactions?.confused === true,
      }
    })
}

/** The id of the newest cancel that was carried out; 0 when none was. Those before it were, too. */
const lastCancel = (place: 'issue' | 'pull', comments: readonly Comment[]): number =>
  comments.reduce(
    (last, { id, body, ownReactions: ownSigns }) =>
      ownSigns?.rocket === true && id > last && isCancel(parseCommand(body, place)) ? id : last,
    0,
  )

export const isPerson = (author: Account, bot: Account): boolean => author.type === 'User' && author.login !== bot.login

/** Whether it reads as a command. Whoever writes one that has no effect gets an answer; plain text gets none. */
export const readsAsCommand = ({ command: { kind } }: ReadComment): boolean =>
  kind !== 'feedback' && kind !== 'note' && kind !== 'nothing' && kind !== 'misplaced'

/** Why a comment has no effect, what to do instead (one sentence each), and perhaps details as Markdown. */
export type Refusal = {
  comment: ReadComment
  /** Its heading in `docs/errors.md`, which stays. */
  code: string
  why: string
  remedy: string
  detail?: string
  /** It is about who somebody is, so that saying it again tells nothing new. */
  isPersonal?: boolean
  /** The base branch has moved, which a version is refused for once. */
  isBaseWarning?: boolean
  /** It gets a reaction and no words. */
  isQuiet?: boolean
}

/** Why a review has no effect, and what to do instead, one sentence each. */
export type ReviewRefusal = { review: number; code: string; why: string; remedy: string }
