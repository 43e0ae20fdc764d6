import type { Facts } from '../thread/facts.ts'
import {
  mayWrite,
  notesOf,
  refusalOfReview,
  refused,
  type ReadComment,
  type Reason,
  type Refusal,
  type ReviewRefusal,
} from '../thread/people.ts'
import { isApproval } from '../words/command.ts'
import { lifeOf } from './command-life.ts'
import { requestsChanges, type Thread } from '../thread/thread.ts'
import type { ReviewRemark } from '../../github/forge.ts'

/** Commands on a merged or closed plan have no effect, also after a reopening: says where to go instead. */
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

function whileClosed(comment: ReadComment, facts: Facts): Refusal {
  const { whenClosed, whenMerged } = lifeOf(comment.command)?.closed ?? {}
  const own = facts.ended?.how === 'merged' ? whenMerged : whenClosed
  return { comment, ...(own ?? endOf(facts, 'comment')) }
}

function endOf({ thread: { issue }, ended }: Facts, by: 'comment' | 'review'): Reason {
  const { number } = issue
  const over = 'This pull request is merged, so its plan is over.'
  if (ended?.how === 'merged')
    return refused('plan-merged', over, `For more changes, comment \`/plan …\` on #${number}.`)
  const why = 'This pull request is closed, so nothing of it runs.'
  return by === 'comment'
    ? refused('plan-closed', why, `Reopen it, then say it again; or comment \`/plan …\` on #${number}.`)
    : refused('plan-closed', why, `Reopen it, then request changes again; or comment \`/plan …\` on #${number}.`)
}

/** Times are whole seconds: within the same one, what was picked up came before. */
const isAfter = ({ createdAt, reactions }: ReadComment, time: string): boolean =>
  createdAt > time || (createdAt === time && reactions.eyes === 0)

export const wasSaidWhileClosed = (one: ReadComment, { pull }: Thread): boolean =>
  (pull?.closings ?? []).some(({ closedAt, reopenedAt }) => isAfter(one, closedAt) && one.createdAt < reopenedAt)

/** The first unanswered review that asks for changes of a merged or closed plan. */
export function reviewWhileClosed(facts: Facts): ReviewRefusal | undefined {
  const { thread, ended } = facts
  const { pull } = thread
  if (!pull || !ended) return undefined
  const told = notesOf(pull.comments, thread.bot)
  const { closedAt = '' } = pull.pull
  const review = pull.remarks.find((one) => isRequest(one, facts, closedAt) && !told.has(refusalOfReview(one.id)))
  return review && { review: review.id, ...endOf(facts, 'review') }
}

const isRequest = (one: ReviewRemark, { thread, person }: Facts, closedAt: string): boolean =>
  one.kind === 'review' &&
  one.createdAt > closedAt &&
  requestsChanges(one, thread) &&
  mayWrite(person(one.author.login))
