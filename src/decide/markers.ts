import type { Account, Comment } from '../github/forge.ts'

/**
 * Invisible lines by which the bot finds its own comments again, so that nothing is said twice. They are believed
 * only in comments of the bot's account; only the version markers carry meaning, and what they order is checked
 * against the branch.
 */
export const versionMarker = (version: number, blob: string): string =>
  `<!-- measure-twice:version v=${version} blob=${blob} -->`

/** The marker of a comment that must be there once: a reply to a comment, a complaint, the closing report. */
export const noteMarker = (key: string): string => `<!-- measure-twice:note ${key} -->`

/** Keys of notes: what somebody said is answered, or refused, once. */
export const answerTo = (comment: number): string => `answer-to-${comment}`
export const refusalOf = (comment: number): string => `refusal-of-${comment}`

/** The closing report of a plan, by its last version: another plan may be made and done on the same pull request. */
export const closingKey = (versions: readonly Announcement[]): string => `closing-${versions.at(-1)?.version ?? 0}`

export const BODY_BEGIN = '<!-- measure-twice:begin -->'
export const BODY_END = '<!-- measure-twice:end -->'

/** A version of the plan as announced; `comment` is the id that an approval must be later than. */
export type Announcement = {
  version: number
  blob: string
  comment: number
  /** Somebody changed the comment since, so what it announces is not what people were shown. We never do. */
  edited: boolean
}

/** The versions that were announced, in order. Of the same version announced twice, by runs at the same time, the first counts. */
export function announcementsIn(comments: readonly Comment[], bot: Account): Announcement[] {
  const announced = commentsOfBot(comments, bot).flatMap((comment) => {
    const match = /<!-- measure-twice:version v=(\d{1,6}) blob=([0-9a-f]{40}) -->/.exec(comment.body)
    const edited = comment.updatedAt > comment.createdAt
    return match ? [{ version: Number(match[1]), blob: match[2] ?? '', comment: comment.id, edited }] : []
  })
  return announced.filter(
    (one, i) => !announced.slice(0, i).some((other) => other.version === one.version && other.blob === one.blob),
  )
}

/** Whether the bot has said this already. */
export const hasNote = (comments: readonly Comment[], bot: Account, key: string): boolean =>
  commentsOfBot(comments, bot).some((comment) => comment.body.includes(noteMarker(key)))

const commentsOfBot = (comments: readonly Comment[], bot: Account): Comment[] =>
  comments.filter((comment) => comment.author.login === bot.login)
