import type { Facts } from './facts.ts'
import { mayWrite } from './approvers.ts'
import { notesOf, refusalOfReview } from './comment-markers.ts'
import type { ReadComment } from './comments.ts'
import { requestsChanges } from './reviews.ts'
import { refusal, type Refusal } from './refusal.ts'
import type { Thread } from './thread.ts'
import type { ReviewRemark } from '../github/forge.ts'

/**
 * What people say to a plan whose pull request is merged or closed has no effect, and gets none when somebody reopens
 * it. Whoever says it is told where to go instead.
 */
export const refusalsWhileClosed = (
  facts: Facts,
  comments: readonly ReadComment[],
  withoutRight: (one: ReadComment) => Refusal,
): Refusal[] =>
  comments
    .filter((one) => isAddressed(one, facts) && isAfter(one, facts.thread.pull?.pull.closedAt ?? ''))
    .map((one) => (mayWrite(facts.person(one.author.login)) ? whileClosed(one, facts) : withoutRight(one)))
    // Whoever cancels what is closed has what they want, and gets a reaction alone.
    .map((one) => (one.comment.command.kind === 'cancel' ? { ...one, isQuiet: true } : one))

/** What would be carried out when somebody reopens the pull request. */
const ADDRESSED = ['revise', 'replan', 'fix', 'update', 'undo', 'skip', 'retry', 'ask', 'doctor', 'cancel'] as const

/** Whether a comment would have an effect if the pull request were open. */
const isAddressed = ({ command: { kind }, edited }: ReadComment, { history }: Facts): boolean =>
  (kind === 'approve' && !history.finished) || (!edited && ADDRESSED.some((one) => one === kind))

function whileClosed(one: ReadComment, { thread }: Facts): Refusal {
  const { number } = thread.issue
  if (thread.pull?.pull.merged)
    return refusal(
      one,
      'plan-merged',
      'This pull request is merged, so its plan is over.',
      one.command.kind === 'ask'
        ? `Comment \`/ask …\` on an issue.`
        : `For more changes, comment \`/plan …\` on #${number}.`,
    )
  if (one.command.kind === 'approve')
    return refusal(
      one,
      'plan-closed',
      'This pull request is closed, so nothing of it runs.',
      'Reopen it, then comment `approve` again.',
    )
  return refusal(
    one,
    'plan-closed',
    'This pull request is closed, so nothing of it runs.',
    `Reopen it, then say it again; or comment \`/plan …\` on #${number}.`,
  )
}

/** Times are whole seconds: within the same one, what was picked up came before. */
const isAfter = ({ createdAt, reactions }: ReadComment, time: string): boolean =>
  createdAt > time || (createdAt === time && reactions.eyes === 0)

/** Whether a comment was written while the pull request was closed, before somebody reopened it. */
export const wasSaidWhileClosed = (one: ReadComment, { pull }: Thread): boolean =>
  (pull?.closings ?? []).some(({ closedAt, reopenedAt }) => isAfter(one, closedAt) && one.createdAt < reopenedAt)

/** Why a review has no effect, and what to do instead, one sentence each. */
export type ReviewRefusal = { review: number; code: string; why: string; remedy: string }

/** The first review that asks for changes of a plan whose pull request is merged or closed, and was not answered yet. */
export function reviewWhileClosed(facts: Facts): ReviewRefusal | undefined {
  const { thread } = facts
  const { state, closedAt = '' } = thread.pull?.pull ?? {}
  if (state !== 'closed') return undefined
  const told = notesOf(thread.pull?.comments ?? [], thread.bot)
  const review = (thread.pull?.remarks ?? []).find(
    (one) => isRequest(one, facts, closedAt) && !told.has(refusalOfReview(one.id)),
  )
  if (!review) return undefined
  const { number } = thread.issue
  return thread.pull?.pull.merged
    ? {
        review: review.id,
        code: 'plan-merged',
        why: 'This pull request is merged, so its plan is over.',
        remedy: `For more changes, comment \`/plan …\` on #${number}.`,
      }
    : {
        review: review.id,
        code: 'plan-closed',
        why: 'This pull request is closed, so nothing of it runs.',
        remedy: `Reopen it, then request changes again; or comment \`/plan …\` on #${number}.`,
      }
}

const isRequest = (one: ReviewRemark, { thread, person }: Facts, closedAt: string): boolean =>
  one.kind === 'review' &&
  one.createdAt > closedAt &&
  requestsChanges(one, thread) &&
  mayWrite(person(one.author.login))
