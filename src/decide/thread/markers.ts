import type { Comment, Account } from '../../github/forge.ts'

/** What was said on an issue and on the pull request of its plan. */
type Said = { comments: Comment[]; pull: { comments: Comment[] } | undefined; bot: Account }

/** The comments at a place: none on a pull request that is not there. */
export const commentsAt = ({ comments, pull }: Omit<Said, 'bot'>, place: 'issue' | 'pull' | 'planning'): Comment[] =>
  place === 'pull' ? (pull?.comments ?? []) : comments

/**
 * Invisible lines by which the bot finds its own comments again, so that it posts nothing twice. They count only in
 * comments of the bot's account. Version markers also order the versions, and are checked against the branch.
 */
export const versionMarker = (version: number, blob: string): string =>
  `<!-- measure-twice:version v=${version} blob=${blob} -->`

/** The marker of a note: a comment that must be there once, such as an answer or the closing report. */
export const noteMarker = (key: string): string => `<!-- measure-twice:note ${key} -->`

/** Whether a comment holds a marker of a note or of a version. */
export const hasMarker = (body: string): boolean => /<!-- measure-twice:(?:note|version) /.test(body)

/** Keys of notes: a comment is answered, or refused, once. */
export const answerTo = (comment: number): string => `answer-to-${comment}`
export const refusalOf = (comment: number): string => `refusal-of-${comment}`
export const refusalOfReview = (review: number): string => `refusal-of-review-${review}`

/** The key of the refusal of an approval because the base branch has moved. A version is refused once for that. */
export const baseWarningOf = (comment: number): string => `${refusalOf(comment)}-base`

/** The comment in which the bot first said so after the comment with this id. Undefined when it did not. */
export const firstBaseWarning = (thread: Said, after: number): number | undefined =>
  commentsOfBot(commentsAt(thread, 'pull'), thread.bot).find(
    ({ id, body }) => id > after && /<!-- measure-twice:note refusal-of-\d+-base -->/.test(body),
  )?.id

/** The key of the first comment on the issue: that a plan is being made. It gives way to what came of it. */
export const STUDYING = 'studying'

/** The comment on an issue that says that a plan is being made. */
export const studyingNote = ({ comments, bot }: Omit<Said, 'pull'>): Comment | undefined =>
  notesWith(comments, bot, STUDYING).at(-1)

/** The last comment on an issue, when it says why an earlier run came to no plan. */
export function lastProblem({ comments, bot }: Omit<Said, 'pull'>): Comment | undefined {
  const last = comments.at(-1)
  const isOurs = last?.author.login === bot.login && /<!-- measure-twice:note (?:problem|outage)-/.test(last.body)
  return isOurs ? last : undefined
}

/**
 * The key of the closing report. It names the last version, since a pull request may see several plans done, and the
 * comment that had something taken back since.
 */
export const closingKey = ({ versions, history: { undoneWhenDone } }: ClosingPlan): string =>
  `closing-${versions.at(-1)?.version ?? 0}${undoneWhenDone === undefined ? '' : `-undo-${undoneWhenDone}`}`
type ClosingPlan = { versions: readonly Announcement[]; history: { undoneWhenDone: number | undefined } }

/** The key of what is said of the checks after a merge of the base. */
export const mergedKey = (sha: string): string => `merged-${sha.slice(0, 10)}`

export const BODY_BEGIN = '<!-- measure-twice:begin -->'
export const BODY_END = '<!-- measure-twice:end -->'

/** A version of the plan as announced. `comment` is the id of the announcement; approvals have a higher one. */
export type Announcement = {
  version: number
  blob: string
  comment: number
  /** Somebody changed the comment since, which the bot never does, so it may not be what people approved. */
  edited: boolean
}

/** The announced versions, in order. When two runs announced the same version, the first comment counts. */
export function announcementsIn(comments: readonly Comment[], bot: Account): Announcement[] {
  const announced = commentsOfBot(comments, bot).flatMap((comment) => {
    const match = /<!-- measure-twice:version v=(\d{1,6}) blob=([0-9a-f]{40}) -->/.exec(comment.body)
    return match
      ? [{ version: Number(match[1]), blob: match[2] ?? '', comment: comment.id, edited: isEdited(comment) }]
      : []
  })
  return announced.filter(
    (one, i) => !announced.slice(0, i).some((other) => other.version === one.version && other.blob === one.blob),
  )
}

/**
 * How a version is named in sentences and in `approve`: so many digits of its blob id that no other text is made to
 * fit.
 */
export const shortBlob = (blob: string): string => blob.slice(0, 16)

/** The keys of all notes that the bot posted. */
export const notesOf = (comments: readonly Comment[], bot: Account): ReadonlySet<string> =>
  new Set(
    commentsOfBot(comments, bot).flatMap(({ body }) =>
      [...body.matchAll(/<!-- measure-twice:note ([^\s<>]{1,300}) -->/g)].map(([, key = '']) => key),
    ),
  )

/** The comments of the bot with the note of this key. */
export const notesWith = (comments: readonly Comment[], bot: Account, key: string): Comment[] =>
  commentsOfBot(comments, bot).filter(({ body }) => body.includes(noteMarker(key)))

/** Whether the bot posted the note with this key. */
export const hasNote = (comments: readonly Comment[], bot: Account, key: string): boolean =>
  notesWith(comments, bot, key).length > 0

/** Whether it stands at a place. */
export const isNoted = (thread: Said, place: 'issue' | 'pull', key: string): boolean =>
  hasNote(commentsAt(thread, place), thread.bot, key)

const commentsOfBot = (comments: readonly Comment[], bot: Account): Comment[] =>
  comments.filter((comment) => comment.author.login === bot.login)

/**
 * Whether a comment was edited: an editor may change what another person said, so it is no command then. REST does not
 * tell: a fresh comment may have an `updated_at` that is a second late, and hiding a comment moves it
 * (palantir/policy-bot#459). As long as GraphQL was not asked, different times count as an edit.
 */
export const isEdited = ({ createdAt, updatedAt, wasEdited }: Comment): boolean => wasEdited ?? updatedAt !== createdAt
