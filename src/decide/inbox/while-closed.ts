import type { Facts } from '../thread/facts.ts'
import {
  mayWrite,
  notesOf,
  refusalOfReview,
  type ReadComment,
  type Refusal,
  type ReviewRefusal,
} from '../thread/people.ts'
import { isApproval } from '../words/command.ts'
import { lifeOf } from './command-life.ts'
import { requestsChanges, type Thread } from '../thread/thread.ts'
import type { ReviewRemark } from '../../github/forge.ts'

/**
 * Commands on a plan whose pull request is merged or closed have no effect, also after a reopening. Their authors are
 * told where to go instead.
 */
export const refusalsWhileClosed = (
  facts: Facts,
  comments: readonly ReadComment[],
  withoutRight: (one: ReadComment) => Refusal,
): Refusal[] =>
  comments
    .filter((one) => isAddressed(one, facts) && isAfter(one, facts.thread.pull?.pull.closedAt ?? ''))
    .map((one) => (mayWrite(facts.person(one.author.login)) ? whileClosed(one, facts) : withoutRight(one)))
    .map((one) => ({ ...one, ...(lifeOf(one.comment.command)?.closed?.isQuiet ? { isQuiet: true } : {}) }))

/** Whether a comment would have an effect if the pull request were open. */
const isAddressed = ({ command, edited }: ReadComment, { history }: Facts): boolean =>
  lifeOf(command)?.closed !== undefined && (isApproval(command) ? !history.finished : !edited)

function whileClosed(one: ReadComment, { thread, ended }: Facts): Refusal {
  const { number } = thread.issue
  const { refused, whenMerged } = lifeOf(one.command)?.closed ?? {}
  const own = ended?.how === 'merged' ? whenMerged : refused
  if (own) return { comment: one, ...own }
  if (ended?.how === 'merged')
    return {
      comment: one,
      code: 'plan-merged',
      why: 'This pull request is merged, so its plan is over.',
      remedy: `For more changes, comment \`/plan …\` on #${number}.`,
    }
  return {
    comment: one,
    code: 'plan-closed',
    why: 'This pull request is closed, so nothing of it runs.',
    remedy: `Reopen it, then say it again; or comment \`/plan …\` on #${number}.`,
  }
}

/** Times are whole seconds: within the same one, what was picked up came before. */
const isAfter = ({ createdAt, reactions }: ReadComment, time: string): boolean =>
  createdAt > time || (createdAt === time && reactions.eyes === 0)

/** Whether a comment was posted while the pull request was closed, before it was reopened. */
export const wasSaidWhileClosed = (one: ReadComment, { pull }: Thread): boolean =>
  (pull?.closings ?? []).some(({ closedAt, reopenedAt }) => isAfter(one, closedAt) && one.createdAt < reopenedAt)

/**
 * The first review that asks for changes of a plan whose pull request is merged or closed, and was not answered yet.
 */
export function reviewWhileClosed(facts: Facts): ReviewRefusal | undefined {
  const { thread, ended } = facts
  const { pull } = thread
  if (!pull || !ended) return undefined
  const told = notesOf(pull.comments, thread.bot)
  const { closedAt = '' } = pull.pull
  const review = pull.remarks.find((one) => isRequest(one, facts, closedAt) && !told.has(refusalOfReview(one.id)))
  if (!review) return undefined
  const { number } = thread.issue
  return ended.how === 'merged'
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
