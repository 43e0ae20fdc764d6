import type { CountedApprovals } from './approvals.ts'
import { needsPlan } from './needs-plan.ts'
import type { Facts, Halt } from './facts.ts'
import { confirmationsIn, feedbackOf, type Feedback } from './feedback.ts'
import type { Account, Issue } from '../github/forge.ts'
import type { UncommentedRequest } from './thread.ts'
import { permissionRefusal, quieted, approvalRefusals, unreadablePlan } from './refusals.ts'
import { refusal, type Refusal } from './refusal.ts'
import { skipOf, type Skip } from './skip.ts'
import { readsAsCommand, type ReadComment } from './comments.ts'
import { unapproved, type Status } from './status.ts'
import { mayWrite } from './approvers.ts'
import { knownConflict } from './merge.ts'
import { isHalfUndone, undoOf, type Undo } from './undo.ts'
import { answerToFix, fixLimit, unknownChecks } from './fix.ts'
import { lateEditRefusals, editedRefusal } from './late-edits.ts'
import { OPENING } from './opening.ts'
import { noPlanForPull } from './their-pull.ts'
import { refusalsWhileClosed } from './while-closed.ts'

/** Something that a person with write permission asked for and that is not done. */
export type Pending =
  | { kind: 'cancel'; comment: ReadComment }
  /** `via` is what the journal calls the request: the id of a comment, a label, or the issue itself. */
  | { kind: 'draft'; comment: ReadComment | undefined; by: Account; via: string; request: string }
  | { kind: 'link'; comment: ReadComment }
  | { kind: 'ask'; comment: ReadComment; question: string }
  | { kind: 'help'; comment: ReadComment; place: 'issue' | 'pull' }
  /** An answer that needs no model, as Markdown of ours. */
  | { kind: 'tell'; comment: ReadComment; text: string }
  | { kind: 'doctor'; comment: ReadComment }
  | Skip
  | Undo
  | { kind: 'update'; comment: ReadComment }
  | { kind: 'retry'; comment: ReadComment }
  | Feedback

/** Makes a test for pending things of these kinds. */
export const isKind =
  <K extends Pending['kind']>(...kinds: readonly K[]) =>
  (one: Pending): one is Extract<Pending, { kind: K }> =>
    kinds.some((kind) => kind === one.kind)

/** What gets an answer and nothing else: it does not change the plan, and need not wait. */
export const isAnsweredInWords = isKind('help', 'tell', 'link', 'ask', 'doctor')

export type PendingAndRefused = {
  pending: Pending[]
  refusals: Refusal[]
  /** The head whose checks GitHub has to be asked for. */
  unknownChecks: string | undefined
  /** The key of the note that no more versions are made for checks. */
  fixLimit: string | undefined
}

type PendingFacts = Facts & { halt: Halt | undefined; counted: CountedApprovals; statuses: Status[] }

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
    ...(running ? confirmationsIn(facts, newOnPull).map(confirmed) : []),
  ]
  const refusals = [
    ...supersededDrafts(asked),
    ...read.flatMap((one) => ('kind' in one ? [] : [one])),
    ...lateEditRefusals(
      facts,
      comments.issue.filter((one) => !isSettled(one, facts)),
    ),
    ...(running ? [...approvalRefusals(facts, counted.refusals), ...lateEditRefusals(facts, comments.pull)] : []),
    ...(thread.pull && !open ? refusalsWhileClosed(facts, newOnPull, permissionRefusal) : []),
  ]
  return {
    pending: pending.toSorted((a, b) => firstId(a) - firstId(b)),
    refusals: quieted(facts, refusals),
    unknownChecks: unknownChecks(facts, newOnPull),
    fixLimit: fixLimit(facts),
  }
}

/** The comments that ask for it; none for a label. */
export const commentsOf = (one: Pending): ReadComment[] =>
  'comments' in one ? one.comments : one.comment ? [one.comment] : []

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
const isSettled = ({ reactions, createdAt }: ReadComment, { thread }: PendingFacts): boolean =>
  reactions.eyes > 0 && reactions.rocket > 0 && thread.earlierPlans.some((opened) => opened >= createdAt)

type PendingOrRefusal = Pending | Refusal
type CommandReader = (one: ReadComment, facts: PendingFacts) => PendingOrRefusal[]

/** Takes only unedited comments of people with write permission as commands. Approvals are counted elsewhere. */
function interpret(one: ReadComment, facts: PendingFacts, read: CommandReader): PendingOrRefusal[] {
  const approves = one.command.kind === 'approve'
  if (!readsAsCommand(one) || (approves && facts.history.finished)) return []
  if (one.edited) {
    return [editedRefusal(one)]
  }
  if (approves && facts.current) return []
  if (!mayWrite(facts.person(one.author.login))) return [permissionRefusal(one)]
  if (facts.reading?.kind === 'problem' && !facts.history.finished && needsPlanText(one)) return [unreadablePlan(one)]
  if (one.command.kind !== 'malformed') return read(one, facts)
  const isTooLate = facts.history.finished && one.command.command === 'skip'
  return isTooLate ? read(one, facts) : [refusal(one, one.command.code, one.command.reason, one.command.remedy)]
}

/** Whether it names subtasks, or what they are, which only a plan that can be read has. */
const needsPlanText = ({ command }: ReadComment): boolean => {
  const name = command.kind === 'malformed' ? command.command : command.kind
  return name === 'approve' || name === 'skip'
}

/** Whether a question gets a plan in the place of an answer. An empty question is about the issue itself. */
const getsPlan = (question: string, { rules, thread }: PendingFacts): boolean =>
  rules.interactive && needsPlan(question || textOf(thread.issue)).kind === 'plan'

export const textOf = (issue: Issue): string => `${issue.title}\n\n${issue.body}`

function pendingFromIssue(comment: ReadComment, facts: PendingFacts): PendingOrRefusal[] {
  const { command } = comment
  if (command.kind === 'help') return [{ kind: 'help', comment, place: 'issue' }]
  if (command.kind === 'doctor') return [{ kind: 'doctor', comment }]
  if (command.kind === 'ask' && !getsPlan(command.question, facts))
    return [{ kind: 'ask', comment, question: command.question }]
  if (command.kind !== 'plan' && command.kind !== 'ask') return []
  const request = command.kind === 'plan' ? command.request : command.question
  const reason = facts.thread.issue.isPull ? noPlanForPull(facts.thread) : undefined
  if (reason) return [{ comment, ...reason }]
  if (facts.thread.issue.state === 'closed') {
    return [refusal(comment, 'issue-closed', 'This issue is closed.', 'Reopen it, then comment `/plan` again.')]
  }
  const begun = facts.thread.pull?.pull.state === 'open' && facts.history.executed.size > 0
  const draft = {
    kind: 'draft' as const,
    comment,
    by: comment.author,
    via: comment.id === OPENING ? 'issue' : String(comment.id),
    request,
  }
  return [begun ? { kind: 'link', comment } : draft]
}

/** An update that is known to conflict is feedback: a subtask has to resolve it. */
const updateOf = (comment: ReadComment, { thread }: PendingFacts): Pending[] =>
  knownConflict(thread) ? [] : [{ kind: 'update', comment }]

const confirmed = (comment: ReadComment): Pending => ({
  kind: 'tell',
  comment,
  text: 'These are the defaults, which the plan goes by already, so it stays as it is. To start, comment `approve`.',
})

function pendingWhenDone(comment: ReadComment, facts: PendingFacts): PendingOrRefusal[] {
  switch (comment.command.kind) {
    case 'help':
      return [{ kind: 'help', comment, place: 'pull' }]
    case 'doctor':
      return [{ kind: 'doctor', comment }]
    case 'ask':
      return [{ kind: 'ask', comment, question: comment.command.question }]
    case 'fix':
      return [answerToFix(comment, facts) ?? []].flat()
    case 'undo':
      return [undoOf(comment, comment.command, facts)]
    case 'update':
      return updateOf(comment, facts)
    case 'revise':
    case 'replan':
      return []
    case 'retry':
      if (facts.halt) return [{ kind: 'retry', comment }]
  }
  return [
    refusal(
      comment,
      'plan-finished',
      'This plan is finished.',
      `For more changes, comment \`/revise …\` here; or merge or close this pull request, then comment \`/plan\` on #${facts.thread.issue.number}.`,
    ),
  ]
}

function pendingFromPull(comment: ReadComment, facts: PendingFacts): PendingOrRefusal[] {
  const { command } = comment
  switch (command.kind) {
    case 'help':
      return [{ kind: 'help', comment, place: 'pull' }]
    case 'doctor':
      return [{ kind: 'doctor', comment }]
    case 'ask':
      return [{ kind: 'ask', comment, question: command.question }]
    case 'fix':
      return [answerToFix(comment, facts) ?? []].flat()
    case 'cancel':
      return [{ kind: 'cancel', comment }]
    case 'skip':
      return [skipOf(comment, command, facts)]
    case 'undo':
      return [undoOf(comment, command, facts)]
    case 'update':
      return updateOf(comment, facts)
    case 'retry':
      return [
        facts.halt || hasFailure(facts, comment)
          ? { kind: 'retry', comment }
          : refusal(
              comment,
              'nothing-to-retry',
              'The plan is not paused, so there is nothing to retry.',
              whatToDoInstead(facts),
            ),
      ]
    default:
      return []
  }
}

function whatToDoInstead({ statuses, reading }: PendingFacts): string {
  if (reading?.kind === 'problem') return 'Push a fix of the plan file to this branch.'
  if (unapproved(statuses).length > 0) return 'Comment `approve` to run the plan.'
  const next = statuses.find(({ ready }) => ready)
  return next ? `Subtask ${next.subtask.number} is next, or running.` : 'There is nothing left to run.'
}

const hasFailure = ({ history }: PendingFacts, comment: ReadComment): boolean =>
  [...history.failed.values(), ...(history.halt ? [history.halt] : [])].some(({ seen }) => seen < comment.id)

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
