import type { ReviewRemark } from '../../github/forge.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { isSettled, type Remark } from '../../plan/plan.ts'
import { unapproved, type Status } from '../approval/subtask-status.ts'
import { mayWrite, isPerson, type ReadComment, refusedReviews, approversOf, areEnough } from '../thread/people.ts'
import { requestsChanges, type Thread } from '../thread/thread.ts'
import { consentOrThanks, mentionsAnotherAccount } from '../words/near-command.ts'
import { repeatsDefaults } from '../words/default-answers.ts'
import { effectOf } from './command-effects.ts'
import type { PendingFacts, WantedChange, PendingOf, Notice, Pending } from '../thread/facts.ts'
import { EVENT_REMARK, fixOfEvent, FIX_REQUEST } from './fix.ts'

/** What replies on an open plan ask for: one revision for all feedback, and answers that need no model. */
export const repliesOf = (facts: PendingFacts, newComments: readonly ReadComment[]): Pending[] => [
  ...feedbackOf(facts, newComments),
  ...(facts.history.finished ? [] : simpleReplies(facts, newComments)),
]

/** All feedback that no version answers yet, as one revision. */
function feedbackOf(facts: PendingFacts, newComments: readonly ReadComment[]): PendingOf<'revise'>[] {
  const wanted = newComments
    .flatMap((one) => changeOf(one, facts) ?? [])
    .filter(({ comment }) => mayWrite(facts.person(comment.author.login)))
  const requestedFix = wanted.find(({ fix }) => fix)?.fix
  const eventFix = requestedFix ? undefined : fixOfEvent(facts)
  const isRefused = refusedReviews(facts.thread)
  const reviewComments = (facts.thread.pull?.remarks ?? []).filter((one) => isOpenRemark(one, facts) && !isRefused(one))
  const remarks = [
    ...wanted.map(({ comment: { id, author }, text }) => ({ id, author: author.login, text })),
    ...reviewComments.map((one) => withSubtask(one, facts)),
    // For a failed check, the plan's requester counts as the author of the request.
    ...(eventFix ? [{ id: EVENT_REMARK, author: facts.history.requester?.login ?? '', text: FIX_REQUEST }] : []),
  ]
  if (remarks.length === 0) return []
  const comments = wanted.map(({ comment }) => comment)
  const merge = wanted.find((one) => one.merge)?.merge
  return [
    { kind: 'revise', comments, fresh: wanted.some((one) => one.fresh), remarks, merge, fix: requestedFix ?? eventFix },
  ]
}

/** What a comment wants changed: as a command, or in a reply that the model has to read. */
function changeOf(comment: ReadComment, facts: PendingFacts): (WantedChange & { comment: ReadComment }) | undefined {
  const { command } = comment
  const isToBeRead = isReply(comment, facts) && standardReplyTo(comment, facts) === undefined
  const change =
    command.kind === 'feedback'
      ? isToBeRead && { text: command.text }
      : effectOf(command)?.change?.(comment, command, facts)
  return change ? { ...change, comment } : undefined
}

const isReply = ({ id, command }: ReadComment, facts: PendingFacts): boolean =>
  command.kind === 'feedback' && !facts.history.finished && awaitedApproval(id, facts)

/** Replies without a model: to a repetition of the defaults, to mere consent, to a question while the plan is paused. */
const STANDARD_REPLIES = {
  defaults: () => 'The plan goes by these defaults already, so it stays as it is. To start, comment `approve`.',
  consent: (version: number) => `That does not approve the plan. To approve version ${version}, comment \`approve\`.`,
  question: () => 'The plan is paused. To ask something, comment `/ask <question>`; to go on, `/retry`.',
} as const

function standardReplyTo(one: ReadComment, facts: PendingFacts): keyof typeof STANDARD_REPLIES | 'nothing' | undefined {
  if (one.command.kind !== 'feedback') return undefined
  const { reading, current, thread } = facts
  const { text } = one.command
  if (mentionsAnotherAccount(text, thread.bot)) return 'nothing'
  if (reading?.plan && repeatsDefaults(text, reading.plan.questions)) return 'defaults'
  const idle = consentOrThanks(text, (reading?.plan?.questions.length ?? 0) > 0)
  return idle === 'thanks' ? 'nothing' : idle && (current ? idle : 'nothing')
}

/** Answers to replies that need no model. Consent and questions get one, once to a person for each version. */
function simpleReplies(facts: PendingFacts, newComments: readonly ReadComment[]): PendingOf<'tell'>[] {
  const { current, comments, person } = facts
  const answered = comments.pull.filter((one) => one.answered && one.id > (current?.comment ?? 0))
  const sentReplies = new Set(
    answered.map((one) => replyKey(one, isReply(one, facts) ? standardReplyTo(one, facts) : 'question')),
  )
  return newComments.flatMap((comment) => {
    const kind = isReply(comment, facts) ? standardReplyTo(comment, facts) : questionIn(comment, facts)
    if (kind === undefined || kind === 'nothing' || !mayWrite(person(comment.author.login))) return []
    const key = replyKey(comment, kind)
    if (kind !== 'defaults' && sentReplies.has(key)) return []
    sentReplies.add(key)
    return [{ kind: 'tell', comment, text: STANDARD_REPLIES[kind](current?.version ?? 1) }]
  })
}

/** Identifies a standard reply to a person, who gets each of them once for a version. */
const replyKey = ({ author }: ReadComment, kind: string | undefined): string => `${author.id} ${kind}`

function questionIn({ command }: ReadComment, { halt, history, thread }: PendingFacts): 'question' | undefined {
  if (!halt || history.finished || command.kind !== 'feedback') return undefined
  return command.text.endsWith('?') && !mentionsAnotherAccount(command.text, thread.bot) ? 'question' : undefined
}

/** Only a plan that awaits approval takes plain text as feedback; an unreadable or unannounced one always does. */
function awaitedApproval(id: number, { counted, statuses, current, rules, thread }: PendingFacts): boolean {
  if (!current || statuses.length === 0 || id < current.comment) return true
  const before = counted.approvals.filter((approval) => approval.comment < id)
  const owners = thread.branch?.owners
  const isApproved = ({ subtask: { number } }: Status): boolean =>
    areEnough(owners?.get(number), approversOf(before, number), rules.approvalsRequired)
  return statuses.some((status) => !isSettled(status) && !isApproved(status))
}

/** The ids of reviews are not comparable with those of comments, so times tell what came before them. */
function isOpenRemark(one: ReviewRemark, facts: PendingFacts): boolean {
  const { thread, history } = facts
  if (!isPerson(one.author, thread.bot) || !one.body.trim() || history.answered.has(one.id)) return false
  const review = reviewOf(one, thread)
  if (review?.verdict === 'dismissed') return false
  const isIdle = mentionsAnotherAccount(one.body, thread.bot) || consentOrThanks(one.body.trim(), true) === 'thanks'
  if (isIdle && !requestsChanges(review, thread)) return false
  const isWanted = history.finished ? requestsChanges(review, thread) : isOfThisRound(one, facts)
  return isWanted && mayWrite(facts.person(one.author.login))
}

/** A review itself, or the one that a review comment came with. */
const reviewOf = (one: ReviewRemark, { pull }: Thread): ReviewRemark | undefined =>
  one.kind === 'summary' ? one : pull?.remarks.find(({ kind, id }) => kind === 'summary' && id === one.review)

/** Where a review comment stands among the comments: half above the id of the last one before it. */
function positionOf({ createdAt }: ReviewRemark, { thread: { pull } }: PendingFacts): number {
  const earlier = (pull?.comments ?? []).filter((comment) => comment.createdAt <= createdAt)
  return Math.max(0, ...earlier.map((comment) => comment.id)) + 0.5
}

/** That GitHub's own Approve button, pressed without a word on the version that waits, approves nothing. */
export function approveButton(facts: PendingFacts): Notice | undefined {
  const { current, thread, statuses, history, person } = facts
  if (!current || history.finished || unapproved(statuses).length === 0) return undefined
  const isPressed = (thread.pull?.remarks ?? []).some(
    (one) =>
      one.verdict === 'approved' &&
      one.body.trim() === '' &&
      isPerson(one.author, thread.bot) &&
      positionOf(one, facts) > current.comment &&
      awaitedApproval(positionOf(one, facts), facts) &&
      mayWrite(person(one.author.login)),
  )
  const text = `GitHub’s Approve button does not approve the plan. To approve version ${current.version}, comment \`approve\`.`
  return isPressed ? { key: `approve-button-${current.version}`, text } : undefined
}

/** Whether a review comment came while the plan awaited approval, and not before the plan was last finished. */
function isOfThisRound(one: ReviewRemark, facts: PendingFacts): boolean {
  const { history, versions } = facts
  const at = positionOf(one, facts)
  const end = history.finishedSeen
  const begin = end === undefined ? 0 : (versions.find(({ comment }) => comment > end)?.comment ?? Infinity)
  return at > begin && awaitedApproval(at, facts)
}

/** The review comment with the subtask of its line in the plan file, or with its line of an approved test. */
function withSubtask(one: ReviewRemark, { thread }: PendingFacts): Remark {
  const remark = { id: one.id, author: one.author.login, text: one.body.trim() }
  if (!one.location) return remark
  const { path, line } = one.location
  const file = thread.branch?.planFile
  const parsed = file?.kind === 'text' && file.path === path ? parsePlan(file.text) : undefined
  if (line === undefined) return { ...remark, place: { path } }
  const isOn = ([, { start, end }]: readonly [unknown, { start: number; end: number }]): boolean =>
    line >= start && line <= end
  const [test, lines] = (parsed?.plan && [...parsed.tests].find(isOn)) || []
  const subtask = parsed?.plan ? [...parsed.lines].find(isOn)?.[0] : undefined
  if (test !== undefined && lines && line >= lines.first)
    return { ...remark, place: { path: test, line: line - lines.first + 1 } }
  return { ...remark, place: { path, line, ...(subtask === undefined ? {} : { subtask }) } }
}
