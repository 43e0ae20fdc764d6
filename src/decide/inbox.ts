import { needsPlan, textOf } from './needs-plan.ts'
import { feedbackOf, simpleReplies, type SimpleReply } from './feedback.ts'
import type { UncommentedRequest } from './thread.ts'
import { refusal, type Refusal } from './refusal.ts'
import { permissionRefusal, quieted } from './refusals.ts'
import { staleApprovals } from './stale-approvals.ts'
import type { ReadComment } from './comments.ts'
import { mayWrite } from './approvers.ts'
import { isHalfUndone } from './undo.ts'
import { fixLimit, unknownChecks } from './fix.ts'
import { lateEditRefusals } from './late-edits.ts'
import { OPENING } from './opening.ts'
import { refusalsWhileClosed } from './while-closed.ts'
import {
  commentsOf,
  interpret,
  isKind,
  pendingFromIssue,
  pendingFromPull,
  pendingWhenDone,
  type Pending,
  type PendingFacts,
} from './pending.ts'

export type PendingAndRefused = {
  pending: Pending[]
  refusals: Refusal[]
  /** The head whose checks GitHub has to be asked for. */
  unknownChecks: string | undefined
  /** The key of the note that no more versions are made for checks. */
  fixLimit: string | undefined
}

/** What is pending, in the order of the comments, and what is refused. */
export function pendingOf(facts: PendingFacts): PendingAndRefused {
  const { thread, history, comments, counted } = facts
  const newOnPull = comments.pull.filter((one) => isNew(one, facts))
  const newOnIssue = comments.issue.filter((one) => isNew(one, facts) && !isSettled(one, facts))
  const open = thread.pull?.pull.state === 'open'
  const running = open && !history.finished
  const read = [
    ...newOnIssue.flatMap((one) => interpret(one, facts, pendingFromIssue)),
    ...(open
      ? newOnPull.flatMap((one) => interpret(one, facts, history.finished ? pendingWhenDone : pendingFromPull))
      : []),
  ]
  const asked = read.flatMap((one) => ('kind' in one ? [one] : []))
  const pending = [
    ...(thread.pull && !open && !history.finished ? unfinishedCancel(facts) : []),
    ...newestDraft([...draftWithoutComment(facts), ...asked]),
    ...(open ? feedbackOf(facts, newOnPull) : []),
    ...(running ? simpleReplies(facts, newOnPull).map((one) => answered(one, facts)) : []),
  ]
  const refusals = [
    ...supersededDrafts(asked),
    ...read.flatMap((one) => ('kind' in one ? [] : [one])),
    ...lateEditRefusals(
      facts,
      comments.issue.filter((one) => !isSettled(one, facts)),
    ),
    ...(running ? [...counted.refusals, ...staleApprovals(facts), ...lateEditRefusals(facts, comments.pull)] : []),
    ...(thread.pull && !open ? refusalsWhileClosed(facts, newOnPull, permissionRefusal) : []),
  ]
  return {
    pending: pending.toSorted((a, b) => firstId(a) - firstId(b)),
    refusals: quieted(facts, refusals),
    unknownChecks: unknownChecks(facts, newOnPull),
    fixLimit: fixLimit(facts),
  }
}

/** What somebody is told whose reply needs no model. */
const answered = ({ comment, says }: SimpleReply, { current }: PendingFacts): Pending => ({
  kind: 'tell',
  comment,
  text:
    says === 'defaults'
      ? 'These are the defaults, which the plan goes by already, so it stays as it is. To start, comment `approve`.'
      : `That is not an approval yet. To approve version ${current?.version ?? 1} of the plan, reply with exactly: \`approve\``,
})

/** The lowest id of its comments. Without a comment, a label comes first and a review last. */
const firstId = (one: Pending): number => {
  const ids = commentsOf(one).map((comment) => comment.id)
  return ids.length > 0 ? Math.min(...ids) : one.kind === 'revise' ? Infinity : 0
}

/**
 * The draft that a label or a new issue asks for, if there is no plan yet. Without permission nothing happens,
 * silently.
 */
function draftWithoutComment(facts: PendingFacts): Pending[] {
  const { asked, issue, earlierPlans } = facts.thread
  if (!asked || issue.state === 'closed' || earlierPlans.some((opened) => opened >= asked.at)) return []
  if (!isNewRequest(asked, facts)) return []
  if (asked.kind === 'opened' && !isChosen(facts)) return []
  if (!mayWrite(facts.person(asked.by.login))) return []
  return [
    {
      kind: 'draft',
      comment: undefined,
      by: asked.by,
      via: asked.kind === 'label' ? `label:${asked.by.login}` : 'issue',
      request: '',
    },
  ]
}

/** Whether the bot chooses a plan for a new issue by itself. One that begins with a command says what it wants. */
const isChosen = ({ thread: { issue, asked } }: PendingFacts): boolean =>
  asked?.body === undefined && needsPlan(textOf(issue)).kind === 'plan'

/**
 * With an open plan of which nothing is executed, a label that was set after its last version means another draft. Times
 * are GitHub's own, since the clock of a runner may be behind.
 */
function isNewRequest(
  asked: UncommentedRequest,
  { thread: { branch, pull }, history, versions }: PendingFacts,
): boolean {
  if (!branch && !pull) return true
  if (asked.kind !== 'label' || pull?.pull.state !== 'open') return false
  if (history.executed.size > 0 || history.finished) return false
  const said = pull.comments.filter(({ id }) => versions.some(({ comment }) => comment === id))
  return [pull.pull, ...said].every(({ createdAt }) => createdAt < asked.at)
}

/** Of several requests for a draft only the newest counts. The others would cost money and be thrown away. */
const newestDraft = (pending: Pending[]): Pending[] => {
  const newest = pending.findLast(isKind('draft'))
  return pending.filter((one) => one.kind !== 'draft' || one === newest)
}

/** Whoever wrote a request that a newer one replaces is told so. */
function supersededDrafts(pending: readonly Pending[]): Refusal[] {
  const drafts = pending.filter(isKind('draft'))
  return drafts
    .slice(0, -1)
    .flatMap(({ comment }) => comment ?? [])
    .map((comment) =>
      refusal(
        comment,
        'newer-request',
        'A newer request for a plan came after this one, so only that one is planned.',
        'To have both, write one `/plan` that asks for both.',
      ),
    )
}

/** Whether no commit has considered the comment and no note has answered it. */
const isNew = (one: ReadComment, { history, thread }: PendingFacts): boolean =>
  ((one.id === OPENING ? !thread.branch && !thread.pull : one.id > history.seen) &&
    !history.answered.has(one.id) &&
    !one.answered &&
    !one.refused) ||
  isHalfUndone(one, history)

/**
 * The branch of an earlier plan may be gone, and its journal with it. A request that is older than that plan was
 * carried out when it has both reactions. Anybody can react, so reactions prove nothing without such a plan.
 */
const isSettled = ({ id, reactions, createdAt }: ReadComment, { thread }: PendingFacts): boolean =>
  (id === OPENING || (reactions.eyes > 0 && reactions.rocket > 0)) &&
  thread.earlierPlans.some((opened) => opened >= createdAt)

/** A cancel that closed the pull request and was cut off before its last reaction. */
function unfinishedCancel(facts: PendingFacts): Pending[] {
  const closedAt = facts.thread.pull?.pull.closedAt ?? ''
  const cancels = facts.comments.pull.filter(
    ({ command, createdAt, reactions, edited, refused }) =>
      command.kind === 'cancel' && !edited && !refused && createdAt <= closedAt && reactions.rocket === 0,
  )
  return cancels
    .filter((one) => mayWrite(facts.person(one.author.login)))
    .map((comment) => ({ kind: 'cancel', comment }))
}
