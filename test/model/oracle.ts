import type { Trailers } from '../../src/decide/thread/trailers.ts'
import { noteMarker } from '../../src/decide/thread/people.ts'
import type { Comment } from '../../src/github/forge.ts'
import { BOT } from '../thread.ts'
import type { Configuration } from './configuration.ts'
import type { GitHub } from './github.ts'
import { approves, meaningOf, UNREADABLE, type Meaning, type PlanText } from './vocabulary.ts'

// What is true of a conversation, worked out from what stands there without the code that is checked: from the table of
// meanings, from the plans as they were written down, and from the commits.

type Entry = Partial<Trailers> & { isOurs: boolean; text: PlanText | undefined; at: number }

export type Truth = {
  thread: GitHub
  configuration: Configuration
  /** Every commit, with the text that the plan file has after it. */
  entries: readonly Entry[]
  /** The text on the branch. Undefined where the file is not there. */
  text: PlanText | undefined
  executed: ReadonlyMap<number, Entry>
  abandoned: ReadonlyMap<number, Entry>
  isDone: boolean
  /** The announcement of the very text that stands on the branch, if it is the last one. */
  version: { id: number; blob: string; isEdited: boolean } | undefined
}

const textsOf = new WeakMap<Configuration, ReadonlyMap<string, PlanText>>()

function textOf(configuration: Configuration, blob: string): PlanText | undefined {
  const { texts, byHand = [] } = configuration
  const known = textsOf.get(configuration) ?? new Map([...texts, ...byHand, UNREADABLE].map((one) => [one.blob, one]))
  textsOf.set(configuration, known)
  return known.get(blob)
}

export function truthOf(thread: GitHub, configuration: Configuration): Truth {
  const { branch, pull } = thread
  const brought = new Map([...(branch?.commitOfPlanBlob ?? [])].map(([blob, sha]) => [sha, blob]))
  const executed = new Map<number, Entry>()
  const abandoned = new Map<number, Entry>()
  let text: PlanText | undefined
  let isDone = false
  const entries = (branch?.commits ?? []).map(({ sha, entry }, at) => {
    const blob = brought.get(sha)
    if (blob !== undefined) text = textOf(configuration, blob)
    if (!entry) {
      if (blob !== undefined) isDone = false
      return { isOurs: false, text, at }
    }
    const { subtask, state, request, feedback } = entry.trailers
    const one: Entry = { ...entry.trailers, isOurs: true, text, at }
    if (request !== undefined || feedback?.length) isDone = false
    if (state === 'done') isDone = true
    if (subtask !== undefined && state === undefined) executed.set(subtask, one)
    if (subtask !== undefined && state === 'abandoned') {
      abandoned.set(subtask, one)
    }
    return one
  })
  const blob = branch?.planFile?.blob
  const last = pull?.comments.findLast(({ author, body }) => author === BOT && body.includes('measure-twice:version'))
  const version =
    last && blob !== undefined && last.body.includes(`blob=${blob} `)
      ? { id: last.id, blob, isEdited: last.wasEdited === true }
      : undefined
  const present = blob === undefined ? undefined : textOf(configuration, blob)
  return { thread, configuration, entries, text: present, executed, abandoned, isDone, version }
}

export const commentsOf = ({ thread }: Truth): readonly Comment[] => thread.pull?.comments ?? []

export const isOfPerson = ({ author }: Comment): boolean => author !== BOT

export const meaning = ({ body }: Comment): Meaning => meaningOf(body)

export const mayWrite = ({ thread }: Truth, { author }: Comment): boolean =>
  thread.people.get(author.login)?.permission === 'write'

export const mayApprove = ({ thread }: Truth, { author }: Comment): boolean =>
  thread.people.get(author.login)?.approver === true

/** Whether the bot said that a comment has no effect, in words or by its sign. */
export const isRefused = ({ thread }: Truth, { id, ownReactions }: Comment): boolean =>
  ownReactions?.confused === true || hasNote(thread, `refusal-of-${id}`) || hasNote(thread, `refusal-of-${id}-base`)

export const hasNote = ({ comments, pull }: GitHub, key: string): boolean =>
  [...comments, ...(pull?.comments ?? [])].some(({ author, body }) => author === BOT && body.includes(noteMarker(key)))

/** Whether a comment was written while the pull request was closed. */
export const isOfClosedTime = ({ thread }: Truth, { createdAt }: Comment): boolean =>
  (thread.pull?.closings ?? []).some(({ closedAt, reopenedAt }) => createdAt > closedAt && createdAt < reopenedAt)

/** The newest cancel that was carried out. */
export const lastCancel = (truth: Truth): number =>
  commentsOf(truth).findLast((one) => meaning(one).kind === 'cancel' && one.ownReactions?.rocket)?.id ?? 0

/** Whether an approval made a commit. */
export const isUsed = ({ entries }: Truth, { id }: { id: number }): boolean =>
  entries.some(({ approvedBy }) => approvedBy?.some(({ comment }) => comment === id))

/** Who brought the present text: whoever asked for the plan, and whoever pushed it by hand. */
function askers({ thread, configuration }: Truth): string[] {
  const { branch } = thread
  const origin = branch?.commits.find(({ sha }) => sha === branch.commitOfPlanBlob.get(branch.planFile?.blob ?? ''))
  return [configuration.requester.login, ...(origin && !origin.entry ? [origin.author.name] : [])]
}

/** Whether a comment is an approval that the code has to judge now: it is of the version on the branch, and not edited. */
export const isToBeJudged = (truth: Truth, one: Comment): boolean =>
  truth.version !== undefined &&
  isOfPerson(one) &&
  one.id > Math.max(truth.version.id, lastCancel(truth)) &&
  one.wasEdited !== true &&
  ['approve', 'approve-version'].includes(meaning(one).kind)

/** Why an approval of the present version is to be refused; undefined where nothing speaks against it. */
export function reasonAgainst(truth: Truth, one: Comment): string | undefined {
  const { version, configuration, thread, text } = truth
  if (!version || !text?.subtasks) return 'there is no version'
  if (!mayApprove(truth, one)) return 'no right'
  if (!configuration.rules.allowSelfApproval && askers(truth).includes(one.author.login)) return 'own request'
  if (pausedSince(truth) < one.id) return 'paused'
  if (isOfClosedTime(truth, one) && !isUsed(truth, one)) return 'said while closed'
  const said = meaning(one)
  if (version.isEdited && said.kind !== 'approve-version') return 'the announcement was edited'
  if (said.kind === 'approve-version') return version.blob.startsWith(said.blob) ? undefined : 'another version'
  const numbers =
    said.kind === 'approve' && said.covers !== 'all' ? said.covers : text.subtasks.map(({ number }) => number)
  const owners = numbers.map((number) => thread.branch?.owners?.get(number) ?? [])
  const isOwner = (files: (typeof owners)[number]): boolean =>
    files.length === 0 || files.some((file) => file.owners.length === 0 || file.owners.includes(`@${one.author.login}`))
  if (thread.branch?.owners && !owners.some(isOwner)) return 'no owner'
  if (said.kind === 'approve' && said.covers !== 'all') {
    const before = commentsOf(truth).filter(
      (other) =>
        other.id < one.id && isToBeJudged(truth, other) && !isRefused(truth, other) && !reasonAgainst(truth, other),
    )
    const isCovered = (number: number): boolean =>
      numbers.includes(number) ||
      isSettled(truth, number) ||
      before.some(({ body }) => approves(body, number, version.blob))
    const missing = numbers.some((number) => !text.subtasks?.some((subtask) => subtask.number === number))
    const needs = text.subtasks.filter(({ number }) => numbers.includes(number)).flatMap((subtask) => subtask.needs)
    if (missing || !needs.every(isCovered)) return 'needs others'
  }
  return isWarned(truth, one) ? 'the base moved' : undefined
}

/** Whether the base changed files of what is still to be done, and nobody was told so since the version was announced. */
function isWarned(truth: Truth, one: Comment): boolean {
  const { thread, version, text } = truth
  const open = (text?.subtasks ?? []).filter(({ number }) => !isSettled(truth, number))
  const changes = (thread.branch?.baseChanges ?? []).filter(({ path }) =>
    open.some(({ number }) => path === `src/part-${number}.ts`),
  )
  const told = commentsOf(truth).find(
    ({ id, author, body }) => author === BOT && id > (version?.id ?? 0) && /refusal-of-\d+-base/.test(body),
  )
  const isTakenUp = one.reactions.eyes > 0 || isUsed(truth, one)
  return changes.length > 0 && !isTakenUp && (told === undefined || one.id < told.id)
}

/** The comment since which the plan is paused, by a commit; Infinity when it is not. A new version ends a pause. */
export function pausedSince(truth: Truth): number {
  const { entries, version } = truth
  const retry = newestRetry(truth)
  const failures = [
    ...Map.groupBy(
      entries.filter(({ subtask }) => subtask !== undefined),
      ({ subtask }) => subtask,
    ).values(),
  ]
    .flatMap((list) => list.filter(({ state }) => state !== 'in_progress').at(-1) ?? [])
    .filter(({ state, seen = 0 }) => state === 'failed' && seen >= Math.max(retry, version?.id ?? 0))
  const halt = entries.findLast(({ state, request }) => state === 'halted' || request !== undefined)
  const isHalted = halt?.state === 'halted' && halt.reason !== 'change' && retry <= (halt.seen ?? 0)
  const isOver = isHalted && halt.reason === 'acceptance' && (version?.id ?? 0) > (halt.seen ?? 0)
  const ids = [...failures, ...(isHalted && !isOver ? [halt] : [])].map(({ seen = 0 }) => seen)
  return ids.length === 0 ? Infinity : Math.max(...ids)
}

export const newestRetry = (truth: Truth): number =>
  commentsOf(truth).findLast(
    (one) =>
      isOfPerson(one) &&
      meaning(one).kind === 'retry' &&
      one.wasEdited !== true &&
      mayWrite(truth, one) &&
      !isRefused(truth, one),
  )?.id ?? 0

/** The comments that approve a subtask of the version on the branch, and count at this moment. */
export function approvalsOf(truth: Truth, number: number): Comment[] {
  const { version, configuration, thread } = truth
  if (!version) return []
  const since = Math.max(version.id, lastCancel(truth))
  const without = configuration.rules.allowSelfApproval ? [] : askers(truth)
  const files = thread.branch?.owners?.get(number) ?? []
  return commentsOf(truth).filter(
    (one) =>
      isOfPerson(one) &&
      one.id > since &&
      one.wasEdited !== true &&
      approves(one.body, number, version.blob) &&
      (!version.isEdited || meaning(one).kind === 'approve-version') &&
      mayApprove(truth, one) &&
      !without.includes(one.author.login) &&
      !isRefused(truth, one) &&
      (files.length === 0 ||
        files.some(({ owners }) => owners.length === 0 || owners.includes(`@${one.author.login}`))) &&
      (!isOfClosedTime(truth, one) || isUsed(truth, one)),
  )
}

export const voicesFor = (truth: Truth, number: number): number =>
  new Set(approvalsOf(truth, number).map(({ author }) => author.login)).size

export const isSettled = ({ executed, abandoned }: Truth, number: number): boolean =>
  executed.has(number) || abandoned.has(number)

/** Up to where comments have had their effect, or have none. */
export const seenUpTo = ({ entries }: Truth): number =>
  Math.max(0, ...entries.map(({ isOurs, seen = 0 }) => (isOurs ? seen : 0)))

/** Feedback that nobody has answered, and that still counts. */
export function openFeedback(truth: Truth): Comment[] {
  const answered = new Set(truth.entries.flatMap(({ feedback = [] }) => feedback))
  return commentsOf(truth).filter((one) => {
    const said = meaning(one)
    return (
      isOfPerson(one) &&
      said.kind === 'feedback' &&
      said.always &&
      one.id > seenUpTo(truth) &&
      one.wasEdited !== true &&
      mayWrite(truth, one) &&
      !answered.has(one.id) &&
      !isRefused(truth, one) &&
      !hasNote(truth.thread, `answer-to-${one.id}`)
    )
  })
}
