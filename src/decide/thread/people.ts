import { PERMISSIONS, type Permission, type Account, type Comment, type ReviewRemark } from '../../github/forge.ts'
import { isCancel, parseCommand, type Command } from '../words/command.ts'
import type { PlanChange } from '../../plan/plan.ts'

/** Who may approve, besides having write permission. Logins and teams are in lower case, teams as `org/team`. */
export type Approvers =
  | { kind: 'permission'; least: 'write' | 'maintain' | 'admin' }
  | { kind: 'codeowners' }
  | { kind: 'list'; users: string[]; teams: string[] }

/** A person who approves. `teams` are the person's, out of those that the input `approvers` or CODEOWNERS names. */
type Candidate = {
  login: string
  permission: Permission
  teams: readonly string[]
  /** The owners of the files that each subtask of the plan names. */
  subtasks: readonly (readonly OwnedFiles[])[]
}

/** The input `approvers`: `write`, `maintain`, `admin`, `codeowners`, or `@user, @org/team`. Undefined for others. */
export function parseApprovers(text: string): Approvers | undefined {
  const value = text.trim()
  if (value === 'write' || value === 'maintain' || value === 'admin') return { kind: 'permission', least: value }
  if (value === 'codeowners') return { kind: 'codeowners' }
  const names = value.split(',').map(ownerName)
  if (!names.every((name) => name !== undefined)) return undefined
  const isTeam = (name: string): boolean => name.includes('/')
  const unique = [...new Set(names)]
  return { kind: 'list', users: unique.filter((name) => !isTeam(name)), teams: unique.filter(isTeam) }
}

export const owningTeams = (files: readonly OwnedFiles[]): string[] => [
  ...new Set(
    files.flatMap(({ owners }) => owners.filter((owner) => owner.includes('/')).flatMap((o) => ownerName(o) ?? [])),
  ),
]

/** Write permission is needed in any case. Code owners approve what is theirs or nobody's; see `areEnough`. */
export function mayApprove(approvers: Approvers, candidate: Candidate): boolean {
  if (!mayWrite(candidate)) return false
  const names = [candidate.login, ...candidate.teams].map((name) => name.toLowerCase())
  switch (approvers.kind) {
    case 'permission':
      return isAtLeast(candidate.permission, approvers.least)
    case 'codeowners':
      return candidate.subtasks.length === 0 || candidate.subtasks.some((files) => mayApproveSome(files, candidate))
    case 'list':
      return names.some((name) => approvers.users.includes(name) || approvers.teams.includes(name))
  }
}

const isAtLeast = (permission: Permission, least: Permission): boolean =>
  PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(least)

/** Whether a person has write permission, as GitHub reports it now. Commands of others do not count. */
export const mayWrite = ({ permission }: Pick<Person, 'permission'>): boolean => isAtLeast(permission, 'write')

/** `approver` is by the input `approvers`; `teams` are the person's, out of those that own something in the plan. */
export type Person = { permission: Permission; approver: boolean; teams?: readonly string[] | undefined }

/** A comment of a person, what it means, and what came of it so far. */
export type ReadComment = Comment & {
  command: Command
  /** Its author changed it after posting. It may be feedback, but never a command. */
  edited: boolean
  /** The bot posted an answer to it. */
  answered: boolean
  /** The answer says that nothing came of it. */
  hadNoEffect: boolean
  /** The bot refused it in a reply that still exists. */
  hasRefusalNote: boolean
  /** The bot refused it, by a reply or a reaction that still exists. A refused comment never has an effect. */
  refused: boolean
}

/** More new comments than this share one reply, and only two of them get a reaction: GitHub limits writes per hour. */
export const MAX_REPLIES = 20

/** All comments of a list; of more than `MAX_REPLIES` only the first and the last. */
export const firstAndLast = <T>(list: readonly T[]): T[] =>
  list.length > MAX_REPLIES ? list.filter((_, i) => i === 0 || i === list.length - 1) : [...list]

/** The comments of people on an issue or pull request, by rising id. Those of bots, apps and our own account are left out. */
export function parseComments(target: 'issue' | 'pull', comments: readonly Comment[], bot: Account): ReadComment[] {
  const notes = notesOf(comments, bot)
  const read = comments
    .filter((comment) => isPerson(comment.author, bot))
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => ({ ...comment, command: parseCommand(comment.body, target) }))
  const cancelled = lastCancel(read)
  return read.map((comment) => {
    const { id, command, ownReactions } = comment
    const hasRefusalNote = notes.has(refusalOf(id)) || notes.has(baseWarningOf(id))
    return {
      ...comment,
      edited: isEdited(comment),
      hadNoEffect: notes.has(withoutEffectOf(id)),
      // A plan that was cancelled may be reopened. Then the cancel has had its effect, and so have those before it.
      answered: notes.has(answerTo(id)) || (isCancel(command) && id <= cancelled),
      hasRefusalNote,
      refused: hasRefusalNote || ownReactions?.confused === true,
    }
  })
}

/** The id of the newest cancel that was carried out, in comments by rising id; 0 when none was. */
export const lastCancel = (comments: readonly Pick<ReadComment, 'id' | 'command' | 'ownReactions'>[]): number =>
  comments.findLast(({ command, ownReactions }) => isCancel(command) && ownReactions?.rocket)?.id ?? 0

export const isPerson = (author: Account, bot: Account): boolean => author.type === 'User' && author.login !== bot.login

/** Whether it reads as a command. Whoever writes one that has no effect gets an answer; plain text gets none. */
export const readsAsCommand = ({ command: { kind } }: ReadComment): boolean => !NO_COMMANDS.includes(kind)

const NO_COMMANDS: readonly Command['kind'][] = ['feedback', 'note', 'nothing', 'misplaced', 'unknown']

/** Why a comment has no effect, what to do instead (one sentence each), and perhaps details as Markdown. */
export type Refusal = {
  comment: ReadComment
  /** The heading in `docs/errors.md`, a stable identifier. */
  code: string
  why: string
  remedy: string
  detail?: string
  /** Changes since the version that was approved. */
  changes?: readonly PlanChange[]
  /** The author lacks the permission, so repeating the comment is pointless. */
  isPersonal?: boolean
  /** The base branch has moved. Each version is refused for this once. */
  isBaseWarning?: boolean
  /** It gets a reaction and no words. */
  isQuiet?: boolean
}

/** Why something has no effect, and what to do instead, one sentence each. */
export type Reason = Pick<Refusal, 'code' | 'why' | 'remedy'>
export const refused = (code: string, why: string, remedy: string): Reason => ({ code, why, remedy })

export type ReviewRefusal = Reason & { review: number }

/** What was said on an issue and on the pull request of its plan. */
type IssueAndPull = { comments: Comment[]; pull: { comments: Comment[] } | undefined; bot: Account }

export const commentsAt = (
  { comments, pull }: Omit<IssueAndPull, 'bot'>,
  target: 'issue' | 'pull' | 'planning',
): Comment[] => (target === 'pull' ? (pull?.comments ?? []) : comments)

/** The invisible marker of a plan comment. It counts only in comments of the bot's account, and for its branch. */
export const versionMarker = (version: number, blob: string): string =>
  `<!-- measure-twice:version v=${version} blob=${blob} -->`

/** The marker of a note: a comment that must be there once, such as an answer or the closing report. */
export const noteMarker = (key: string): string => `<!-- measure-twice:note ${key} -->`

/** Whether a comment holds a marker of a note or of a version. */
export const hasMarker = (body: string): boolean => /<!-- measure-twice:(?:note|version) /.test(body)

/** Keys of notes: a comment is answered, or refused, once. */
export const answerTo = (comment: number): string => `answer-to-${comment}`
/** Added to the answer key when the answer says that the comment had no effect. */
export const withoutEffectOf = (comment: number): string => `without-effect-${comment}`
export const refusalOf = (comment: number): string => `refusal-of-${comment}`
export const refusalOfReview = (review: number): string => `refusal-of-review-${review}`

/** The key of the refusal of an approval because the base branch has moved. A version is refused once for that. */
export const baseWarningOf = (comment: number): string => `${refusalOf(comment)}-base`

/** The comment in which the bot first said so after the comment with this id. Undefined when it did not. */
export const firstBaseWarning = (thread: IssueAndPull, after: number): number | undefined =>
  commentsOfBot(commentsAt(thread, 'pull'), thread.bot).find(
    ({ id, body }) => id > after && /<!-- measure-twice:note refusal-of-\d+-base -->/.test(body),
  )?.id

/** The key of the first comment on the issue: that a plan is being made. It gives way to what came of it. */
export const STUDYING = 'studying'

export const studyingNote = ({ comments, bot }: Omit<IssueAndPull, 'pull'>): Comment | undefined =>
  notesWith(comments, bot, STUDYING).at(-1)

/** The comments that say why a run could not go on. */
export const problemComments = (comments: readonly Comment[], bot: Account): Comment[] =>
  commentsOfBot(comments, bot).filter(({ body }) => /<!-- measure-twice:note (?:problem|outage)-/.test(body))

/** The last comment on an issue, when it says why an earlier run came to no plan. */
export const lastProblem = ({ comments, bot }: Omit<IssueAndPull, 'pull'>): Comment | undefined =>
  problemComments(comments.slice(-1), bot)[0]

/** Names the last version, since a pull request may see several plans done, and the newest `/undo` since. */
export const closingKey = ({ versions, history: { undoAfterEnd } }: ClosingPlan): string =>
  `closing-${versions.at(-1)?.version ?? 0}${undoAfterEnd === undefined ? '' : `-undo-${undoAfterEnd}`}`
type ClosingPlan = { versions: readonly Announcement[]; history: { undoAfterEnd?: number | undefined } }

/** The addresses of records that closing comments name, in our own line: an answer may quote others. */
export const recordLinksIn = (comments: readonly Comment[], bot: Account): string[] =>
  commentsOfBot(comments, bot)
    .filter((one) => !isEdited(one) && one.body.includes('<!-- measure-twice:note closing-'))
    .flatMap(({ body }) => / · \[record\]\(([^\s()]+)\)<\/sub>/.exec(body)?.[1] ?? [])

/** The key of what is said of the checks after a merge of the base. */
export const mergedKey = (sha: string): string => `merged-${sha.slice(0, 10)}`

export const BODY_BEGIN = '<!-- measure-twice:begin -->'
export const BODY_END = '<!-- measure-twice:end -->'

/** A version of the plan as announced. `comment` is the id of the plan comment; approvals have a higher one. */
export type Announcement = {
  version: number
  blob: string
  comment: number
  /** The comment was edited, which the bot never does, so it may not be what people approved. */
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

/** How sentences and `approve` name a version: so many digits that no other text is made to fit. */
export const shortBlob = (blob: string): string => blob.slice(0, 16)

const notesOf = (comments: readonly Comment[], bot: Account): ReadonlySet<string> =>
  new Set(
    commentsOfBot(comments, bot).flatMap(({ body }) =>
      [...body.matchAll(/<!-- measure-twice:note ([^\s<>]{1,300}) -->/g)].map(([, key = '']) => key),
    ),
  )

export const notesWith = (comments: readonly Comment[], bot: Account, key: string): Comment[] =>
  commentsOfBot(comments, bot).filter(({ body }) => body.includes(noteMarker(key)))

export const isNoted = (thread: IssueAndPull, target: 'issue' | 'pull', key: string): boolean =>
  notesWith(commentsAt(thread, target), thread.bot, key).length > 0

/** Tells whether a review comment was refused, by itself or with the review that it came with. Reads the notes once. */
export function refusedReviews(thread: IssueAndPull): (one: ReviewRemark) => boolean {
  const notes = notesOf(commentsAt(thread, 'pull'), thread.bot)
  return ({ id, review = id }) => [id, review].some((one) => notes.has(refusalOfReview(one)))
}

const commentsOfBot = (comments: readonly Comment[], bot: Account): Comment[] =>
  comments.filter((comment) => comment.author.login === bot.login)

/**
 * Whether a comment was edited, as GraphQL tells; before that, by REST's times. These may differ without an edit: by a
 * second in a fresh comment, and after hiding one (palantir/policy-bot#459).
 */
export const isEdited = ({ createdAt, updatedAt, wasEdited }: Comment): boolean => wasEdited ?? updatedAt !== createdAt

/** Files that have the same owners, which are as CODEOWNERS writes them. */
export type OwnedFiles = { paths: readonly string[]; owners: readonly string[] }

/** What each subtask names, by its number. Known only where code owners approve. */
export type PlanOwners = ReadonlyMap<number, readonly OwnedFiles[]>

/** Somebody who approves. `teams` are the person's, as `org/team`, out of those that own something. */
type Voter = { login: string; teams?: readonly string[] | undefined }

/** `@user` or `@org/team` without the `@`, in lower case. Undefined for an e-mail address, whose account is unknown. */
export const ownerName = (entry: string): string | undefined =>
  /^@([a-z\d][\w-]{0,99}(?:\/[\w.-]{1,100})?)$/i.exec(entry.trim())?.[1]?.toLowerCase()

export function isOwner(owners: readonly string[], { login, teams = [] }: Voter): boolean {
  const names = [login, ...teams].map((name) => name.toLowerCase())
  return owners.map(ownerName).some((name) => name !== undefined && names.includes(name))
}

const countsFor = ({ owners }: OwnedFiles, voter: Voter): boolean => owners.length === 0 || isOwner(owners, voter)

/** Whether an approval of this person counts for something in a subtask. One that names no file is everybody's. */
export const mayApproveSome = (files: readonly OwnedFiles[], voter: Voter): boolean =>
  files.length === 0 || files.some((one) => countsFor(one, voter))

/** The files for which too few of these people approved. */
export const filesLackingApproval = (
  files: readonly OwnedFiles[],
  voters: readonly Voter[],
  required: number,
): OwnedFiles[] => files.filter((one) => voters.filter((voter) => countsFor(one, voter)).length < required)

/** GitHub's rule of branch protection: each owned file needs one of its owners, here as many as are required. */
export const areEnough = (
  files: readonly OwnedFiles[] | undefined,
  voters: readonly Voter[],
  required: number,
): boolean => voters.length >= required && filesLackingApproval(files ?? [], voters, required).length === 0

/** One person's approval of these subtasks, in the version that is counted. */
export type Approval = {
  login: string
  comment: number
  /** Those of them for which the approval counts: code owners approve what is theirs. */
  numbers: readonly number[]
  /** All that the person named: what counts for a change that turns out to be theirs. */
  named?: readonly number[] | undefined
  /** The person's teams that own something in the plan. */
  teams?: readonly string[] | undefined
}

/** Who approved a subtask, each person once. */
export const approversOf = (approvals: readonly Approval[], number: number): Approval[] => {
  const logins = new Set<string>()
  return approvals.filter(
    (approval) => approval.numbers.includes(number) && !logins.has(approval.login) && logins.add(approval.login),
  )
}
