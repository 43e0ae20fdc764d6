import type { Facts, PendingFacts } from '../thread/facts.ts'
import { mayWrite, refusedReviews, refused, readsAsCommand } from '../thread/people.ts'
import type { ReadComment, Refusal, Announcement, Reason, ReviewRefusal } from '../thread/people.ts'
import { isApproval } from '../words/command.ts'
import type { PlanChange } from '../../plan/plan.ts'
import { changesOfFile } from '../../plan/plan-changes.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { isUsed } from '../thread/history.ts'
import { effectOf } from './command-effects.ts'
import { requestsChanges, type Thread, OPENING } from '../thread/thread.ts'

export const permissionRefusal = (one: ReadComment): Refusal => ({
  comment: one,
  code: 'no-write-access',
  why: `@${one.author.login}, commands need write access to this repository.`,
  remedy: 'Ask a maintainer to run it.',
})

/** The refusals of new commands, and those of approvals, of edited comments and of comments on a closed plan. */
export function refusalsOf(
  facts: PendingFacts,
  { commands, onIssue, newOnPull }: { commands: readonly Refusal[]; onIssue: ReadComment[]; newOnPull: ReadComment[] },
): Refusal[] {
  const { thread, ended, history, counted, comments } = facts
  const isRunning = thread.pull !== undefined && !ended && !history.finished
  return withRateLimit(facts, [
    ...commands,
    ...lateEditRefusals(facts, onIssue),
    ...(isRunning ? [...counted.refusals, ...staleApprovals(facts), ...lateEditRefusals(facts, comments.pull)] : []),
    ...(ended ? refusalsWhileClosed(facts, newOnPull) : []),
  ])
}

/** Rate limit for replies to people without permission: this many within this many milliseconds. */
const MAX_REPLIES_PER_HOUR = 10
const ONE_HOUR_MS = 60 * 60 * 1_000

/** People without permission get ten replies an hour, then reactions, by the times of their comments. */
function withRateLimit(facts: Facts, refusals: readonly Refusal[]): Refusal[] {
  const repliedTo = [...facts.comments.issue, ...facts.comments.pull].filter(({ hasRefusalNote }) => hasRefusalNote)
  // Refused for lack of write permission regardless of whose reaction it is, so GitHub is not asked.
  const open = refusals.filter((one) => one.comment.reactions.confused === 0 || !lacksWriteAccess(facts, one))
  return open
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map((one) => {
      const isOfKind = (before: ReadComment): boolean =>
        !one.isPersonal || lacksWriteAccess(facts, one) || before.command.kind === one.comment.command.kind
      const before = repliedTo.filter((comment) => isOfKind(comment) && isWithinHourAfter(one, comment)).length
      const isQuiet = before >= MAX_REPLIES_PER_HOUR && (one.isPersonal ?? lacksWriteAccess(facts, one))
      if (!isQuiet) repliedTo.push(one.comment)
      return isQuiet ? { ...one, isQuiet } : one
    })
}

const lacksWriteAccess = ({ person }: Facts, { comment }: Refusal): boolean => !mayWrite(person(comment.author.login))

const isWithinHourAfter = ({ comment }: Refusal, before: ReadComment): boolean =>
  before.author.id === comment.author.id &&
  before.id < comment.id &&
  Date.parse(comment.createdAt) - Date.parse(before.createdAt) < ONE_HOUR_MS

/** Refusals of approvals of an earlier version on which nothing was executed. */
function staleApprovals(facts: Facts): Refusal[] {
  const { comments, current, history, versions } = facts
  if (!current) return []
  return comments.pull
    .filter((one) => isApproval(one.command) && !one.edited && !one.refused && one.id < current.comment)
    .filter((one) => !isUsed(one, history) && !cameAfterEnd(one, facts))
    .map((one) => {
      if (!mayWrite(facts.person(one.author.login))) return permissionRefusal(one)
      const meantVersion = versions.findLast((version) => version.comment < one.id)
      const stale = {
        comment: one,
        code: 'stale-approval',
        why: `Your approval was for ${meantVersion ? `version ${meantVersion.version}` : 'an earlier version'}; the plan is now at version ${current.version}.`,
        remedy: 'Review it, then comment `approve` again.',
      }
      return meantVersion ? { ...stale, changes: changesSince(facts, meantVersion) } : stale
    })
}

/** Whether an approval was posted to a finished plan before more was requested. Then it is ignored. */
function cameAfterEnd({ id }: ReadComment, { history: { finishedSeen: end, answered }, versions }: Facts): boolean {
  if (end === undefined) return false
  return ![...answered, ...versions.map(({ comment }) => comment)].some((one) => one > end && one < id)
}

function changesSince({ thread, reading }: Facts, { blob }: Announcement): PlanChange[] {
  const text = thread.branch?.texts.get(blob) ?? ''
  const before = parsePlan(text)
  const now = thread.branch?.texts.get(reading?.blob ?? '')
  if (!before.plan || !reading?.plan || now === undefined) return []
  return changesOfFile({ plan: before.plan, text }, { plan: reading.plan, text: now })
}

/** Commands on a merged or closed plan have no effect, also after a reopening: says where to go instead. */
const refusalsWhileClosed = (facts: Facts, comments: readonly ReadComment[]): Refusal[] =>
  comments
    .filter((one) => isAddressed(one, facts) && isAfter(one, facts.thread.pull?.pull.closedAt ?? ''))
    .map((one) => ({
      ...(mayWrite(facts.person(one.author.login)) ? { comment: one, ...planEnded(facts) } : permissionRefusal(one)),
      ...(effectOf(one.command)?.whenClosed === 'reaction' ? { isQuiet: true } : {}),
    }))

/** Whether a comment would have an effect if the pull request were open. */
const isAddressed = ({ command, edited }: ReadComment, { history }: Facts): boolean =>
  effectOf(command)?.whenClosed !== undefined && (isApproval(command) ? !history.finished : !edited)

const planEnded = ({ thread: { issue }, ended }: Facts): Reason =>
  ended?.how === 'merged'
    ? refused(
        'plan-merged',
        'This pull request is merged, so its plan is over.',
        `For more changes, comment \`/plan …\` on #${issue.number}; to ask something, \`/ask …\`.`,
      )
    : refused(
        'plan-closed',
        'This pull request is closed, so nothing of it runs.',
        `Reopen it, then say it again; or comment \`/plan …\` on #${issue.number}.`,
      )

/** Times are whole seconds: within the same one, what was picked up came before. */
const isAfter = ({ createdAt, reactions }: ReadComment, time: string): boolean =>
  createdAt > time || (createdAt === time && reactions.eyes === 0)

export const wasPostedWhileClosed = (one: ReadComment, { pull }: Thread): boolean =>
  (pull?.closings ?? []).some(({ closedAt, reopenedAt }) => isAfter(one, closedAt) && one.createdAt < reopenedAt)

/** The first unanswered review that asks for changes of a merged or closed plan. */
export function reviewWhileClosed(facts: Facts): ReviewRefusal | undefined {
  const { thread, ended } = facts
  const { pull } = thread
  if (!pull || !ended) return undefined
  const { closedAt = '' } = pull.pull
  const isRefused = refusedReviews(thread)
  const review = pull.remarks.find(
    (one) =>
      one.kind === 'summary' &&
      one.createdAt > closedAt &&
      requestsChanges(one, thread) &&
      mayWrite(facts.person(one.author.login)) &&
      !isRefused(one),
  )
  return review && { review: review.id, ...planEnded(facts) }
}

/** An edited comment is no command: its editor may have changed another person's text. */
export const editedRefusal = (comment: ReadComment): Refusal => ({
  comment,
  code: 'edited-comment',
  why:
    comment.id === OPENING
      ? 'The text of this issue was edited, so it is not taken as a command.'
      : 'Edited comments are never commands, because what they said before cannot be known.',
  remedy: 'Post it as a new comment.',
})

/** Refusals of older comments that read as a command only since they were edited. */
const lateEditRefusals = (facts: Facts, comments: readonly ReadComment[]): Refusal[] =>
  comments
    .filter((one) => one.id !== OPENING && one.edited && !one.refused && readsAsCommand(one))
    .filter(({ id }) => id <= facts.history.seen || facts.history.answered.has(id))
    .filter((one) => !wasCarriedOut(one, facts))
    .map(editedRefusal)

function wasCarriedOut(one: ReadComment, facts: Facts): boolean {
  const { wasCarriedOut: wasExecuted } = effectOf(one.command) ?? {}
  return wasExecuted ? wasExecuted(one, facts) : one.answered || facts.history.answered.has(one.id)
}
