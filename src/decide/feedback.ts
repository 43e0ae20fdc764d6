import { approversOf, type CountedApprovals } from './approvals.ts'
import type { Facts } from './facts.ts'
import type { ReviewRemark } from '../github/forge.ts'
import { parsePlan } from '../plan/markdown.ts'
import { isPerson, type ReadComment } from './comments.ts'
import { requestsChanges, reviewOf } from './reviews.ts'
import type { Status } from './status.ts'
import { mayWrite } from './approvers.ts'
import { areEnough } from './owners.ts'
import { conflictText, knownConflict } from './merge.ts'
import type { Thread } from './thread.ts'
import type { OpenMerge } from '../plan/open-merge.ts'
import type { Remark } from '../plan/plan.ts'

type FeedbackFacts = Facts & { counted: CountedApprovals; statuses: Status[] }

/** What people want changed in the plan. `fresh` asks for a new start, without the conversation so far. */
export type Feedback = {
  kind: 'revise'
  comments: ReadComment[]
  remarks: Remark[]
  fresh: boolean
  /** The merge of the base that a new subtask is to resolve. */
  merge?: OpenMerge
}

/** All feedback that no version answers yet, as one revision. */
export function feedbackOf(facts: FeedbackFacts, newComments: readonly ReadComment[]): Feedback[] {
  const comments = newComments.filter((one) => isFeedback(one, facts) && mayWrite(facts.person(one.author.login)))
  const remarks = (facts.thread.pull?.remarks ?? [])
    .filter((one) => isOpenRemark(one, facts))
    .map((one) => withSubtask(one, facts))
  if (comments.length + remarks.length === 0) return []
  const fresh = comments.some((one) => one.command.kind === 'replan')
  const conflict = comments.some((one) => one.command.kind === 'update') ? knownConflict(facts.thread) : undefined
  return [
    {
      ...{ kind: 'revise', comments, fresh },
      remarks: [...comments.map((one) => asRemark(one, facts.thread)), ...remarks],
      ...(conflict ? { merge: { base: conflict.base, files: conflict.files } } : {}),
    },
  ]
}

function isFeedback(one: ReadComment, facts: FeedbackFacts): boolean {
  const { kind } = one.command
  if (kind === 'revise' || kind === 'replan') return !one.edited
  if (kind === 'update') return !one.edited && knownConflict(facts.thread) !== undefined
  return kind === 'feedback' && !facts.history.finished && awaitedApproval(one.id, facts)
}

const asRemark = ({ id, author, body, command }: ReadComment, thread: Thread): Remark => ({
  id,
  author: author.login,
  text:
    command.kind === 'replan'
      ? command.request || 'Make a new plan.'
      : command.kind === 'revise' || command.kind === 'feedback'
        ? command.text
        : command.kind === 'update'
          ? conflictText(thread)
          : body,
})

/**
 * Whether the plan awaited approval when the comment with that id was made. Only then is plain text feedback. A plan that
 * nobody can read, or that is not announced, awaits it always.
 */
function awaitedApproval(id: number, { counted, statuses, current, rules, thread }: FeedbackFacts): boolean {
  if (!current || statuses.length === 0 || id < current.comment) return true
  const before = counted.approvals.filter((approval) => approval.comment < id)
  return statuses.some(
    ({ subtask, state }) =>
      state !== 'done' &&
      state !== 'abandoned' &&
      !areEnough(
        thread.branch?.owners?.get(subtask.number),
        approversOf(before, subtask.number),
        rules.approvalsRequired,
      ),
  )
}

/** The ids of reviews are not comparable with those of comments, so times tell what came before them. */
function isOpenRemark(one: ReviewRemark, facts: FeedbackFacts): boolean {
  const { thread, history } = facts
  if (!isPerson(one.author, thread.bot) || !one.body.trim() || history.answered.has(one.id)) return false
  const review = reviewOf(one, thread)
  if (review?.verdict === 'dismissed') return false
  const isWanted = history.finished ? requestsChanges(review, thread) : isOfThisRound(one, facts)
  return isWanted && mayWrite(facts.person(one.author.login))
}

/** Whether a remark came while the plan awaited approval, and not before the plan was last finished. */
function isOfThisRound(one: ReviewRemark, facts: FeedbackFacts): boolean {
  const { thread, history, versions } = facts
  const earlier = (thread.pull?.comments ?? []).filter((comment) => comment.createdAt <= one.createdAt)
  const at = Math.max(0, ...earlier.map((comment) => comment.id)) + 0.5
  const end = history.finishedSeen
  const begin = end === undefined ? 0 : (versions.find(({ comment }) => comment > end)?.comment ?? Infinity)
  return at > begin && awaitedApproval(at, facts)
}

/** The remark, with the subtask that its line of the plan file belongs to. */
function withSubtask(one: ReviewRemark, { thread }: FeedbackFacts): Remark {
  const remark = { id: one.id, author: one.author.login, text: one.body.trim() }
  if (!one.place) return remark
  const { path, line } = one.place
  const file = thread.branch?.planFile
  const parsed = file?.kind === 'text' && file.path === path ? parsePlan(file.text) : undefined
  const subtask =
    parsed?.kind === 'plan'
      ? [...parsed.lines].find(([, span]) => line !== undefined && line >= span.start && line <= span.end)?.[0]
      : undefined
  return {
    ...remark,
    place: { path, ...(line === undefined ? {} : { line }), ...(subtask === undefined ? {} : { subtask }) },
  }
}
