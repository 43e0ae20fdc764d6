import type { CountedApprovals } from './approvals.ts'
import type { ReviewRemark } from '../github/forge.ts'
import { notesOf, refusalOfReview } from './comment-markers.ts'
import { parsePlan } from '../plan/markdown.ts'
import { isPerson, type ReadComment } from './comments.ts'
import type { Command } from './command.ts'
import { isBareConsent } from './consent.ts'
import { repeatsDefaults } from './defaults.ts'
import { asksForFix, EVENT_REMARK, fixOf, fixOfEvent, type Fix, type FixFacts } from './fix.ts'
import { requestsChanges, reviewOf } from './reviews.ts'
import type { Status } from './status.ts'
import { isSettled, type Remark } from '../plan/plan.ts'
import { mayWrite } from './approvers.ts'
import { approversOf } from './approval.ts'
import { areEnough } from './owners.ts'
import { conflictText, knownConflict } from './merge.ts'
import type { Thread } from './thread.ts'
import type { OpenMerge } from '../plan/open-merge.ts'

type FeedbackFacts = FixFacts & { counted: CountedApprovals; statuses: Status[] }

/** What people want changed in the plan. `fresh` asks for a new start, without the conversation so far. */
export type Feedback = {
  kind: 'revise'
  comments: ReadComment[]
  remarks: Remark[]
  fresh: boolean
  /** The merge of the base that a new subtask is to resolve. */
  merge?: OpenMerge
  /** The checks that failed, when the version is to mend them. */
  fix?: Fix | undefined
}

/** All feedback that no version answers yet, as one revision. */
export function feedbackOf(facts: FeedbackFacts, newComments: readonly ReadComment[]): Feedback[] {
  const comments = newComments.filter((one) => isFeedback(one, facts) && mayWrite(facts.person(one.author.login)))
  const byEvent = comments.some((one) => one.command.kind === 'fix') ? undefined : fixOfEvent(facts)
  const notes = notesOf(facts.thread.pull?.comments ?? [], facts.thread.bot)
  const said = (facts.thread.pull?.remarks ?? []).filter((one) => isOpenRemark(one, facts) && !isRefused(one, notes))
  const remarks = [...said.map((one) => withSubtask(one, facts)), ...(byEvent ? [eventRemark(facts)] : [])]
  if (comments.length + remarks.length === 0) return []
  const fresh = comments.some((one) => one.command.kind === 'replan')
  const merge = comments.some((one) => one.command.kind === 'update') ? knownConflict(facts.thread) : undefined
  const fix = byEvent ?? (comments.some((one) => one.command.kind === 'fix') ? fixOf(facts) : undefined)
  return [
    {
      ...{ kind: 'revise', comments, fresh },
      remarks: [...comments.map((one) => asRemark(one, facts.thread)), ...remarks],
      ...(merge ? { merge: { base: merge.base, files: merge.files } } : {}),
      ...(fix ? { fix } : {}),
    },
  ]
}

function isFeedback(one: ReadComment, facts: FeedbackFacts): boolean {
  const { kind } = one.command
  if (kind === 'revise' || kind === 'replan') return !one.edited
  if (kind === 'update') return !one.edited && knownConflict(facts.thread) !== undefined
  if (kind === 'fix') return asksForFix(one, facts) && fixOf(facts) !== undefined
  return isReply(one, facts) && simplyIn(one, facts) === undefined
}

/** Whether it is plain text on a plan that awaited approval. */
const isReply = ({ id, command }: ReadComment, facts: FeedbackFacts): boolean =>
  command.kind === 'feedback' && !facts.history.finished && awaitedApproval(id, facts)

const confirmsDefaults = ({ command }: ReadComment, { reading }: FeedbackFacts): boolean =>
  command.kind === 'feedback' && reading?.kind === 'plan' && repeatsDefaults(command.text, reading.plan.questions)

/**
 * Whether a reply is consent in other words and nothing else, by somebody whose `approve` would be taken. It would make
 * a new version of the same plan.
 */
function isConsent({ command, author }: ReadComment, facts: FeedbackFacts): boolean {
  const { reading, current, halt, rules, person } = facts
  if (command.kind !== 'feedback' || reading?.kind !== 'plan' || !current) return false
  const isTaken = rules.allowSelfApproval && person(author.login).approver && (!halt || halt.reason === 'change')
  return isTaken && isBareConsent(command.text, reading.plan.questions.length > 0)
}

/** What a reply says that needs no model: that the defaults are right, or yes to the plan. */
export type SimpleReply = { comment: ReadComment; says: 'defaults' | 'consent' }

const simplyIn = (one: ReadComment, facts: FeedbackFacts): SimpleReply['says'] | undefined =>
  confirmsDefaults(one, facts) ? 'defaults' : isConsent(one, facts) ? 'consent' : undefined

/** The replies that are answered without the model. */
export const simpleReplies = (facts: FeedbackFacts, newComments: readonly ReadComment[]): SimpleReply[] =>
  newComments.flatMap((comment) => {
    const says = isReply(comment, facts) ? simplyIn(comment, facts) : undefined
    return says !== undefined && mayWrite(facts.person(comment.author.login)) ? [{ comment, says }] : []
  })

const asRemark = ({ id, author, body, command }: ReadComment, thread: Thread): Remark => ({
  id,
  author: author.login,
  text: wordsOf(command, thread) ?? body,
})

function wordsOf(command: Command, thread: Thread): string | undefined {
  switch (command.kind) {
    case 'replan':
      return command.request || 'Make a new plan.'
    case 'fix':
      return command.what ? `${MEND} ${command.what}` : MEND
    case 'update':
      return conflictText(thread)
    case 'revise':
    case 'feedback':
      return command.text
    default:
      return undefined
  }
}

const MEND = 'Mend the checks that failed.'

/** Whoever asked for the plan says it, as it were, when a check fails. */
const eventRemark = ({ history }: FeedbackFacts): Remark => ({
  id: EVENT_REMARK,
  author: history.requester?.login ?? '',
  text: MEND,
})

/**
 * Whether the plan awaited approval when the comment with that id was made. Only then is plain text feedback. A plan that
 * nobody can read, or that is not announced, awaits it always.
 */
function awaitedApproval(id: number, { counted, statuses, current, rules, thread }: FeedbackFacts): boolean {
  if (!current || statuses.length === 0 || id < current.comment) return true
  const before = counted.approvals.filter((approval) => approval.comment < id)
  return statuses.some(
    (status) =>
      !isSettled(status) &&
      !areEnough(
        thread.branch?.owners?.get(status.subtask.number),
        approversOf(before, status.subtask.number),
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

/** Whether the bot said that nothing came of a remark, or of the review that it came with. */
const isRefused = ({ id, review = id }: ReviewRemark, notes: ReadonlySet<string>): boolean =>
  notes.has(refusalOfReview(id)) || notes.has(refusalOfReview(review))

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
