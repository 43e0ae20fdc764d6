import type { CountedApprovals } from './approvals.ts'
import type { Facts, Halt } from './facts.ts'
import type { Feedback } from './feedback.ts'
import type { Account } from '../github/forge.ts'
import { needsPlan, textOf } from './needs-plan.ts'
import { refusal, type Refusal } from './refusal.ts'
import { permissionRefusal, unreadablePlan } from './refusals.ts'
import { skipOf, type Skip } from './skip.ts'
import { readsAsCommand, type ReadComment } from './comments.ts'
import { unapproved, type Status } from './status.ts'
import { mayWrite } from './approvers.ts'
import { knownConflict } from './merge.ts'
import { undoOf, type Undo } from './undo.ts'
import { answerToFix } from './fix.ts'
import { editedRefusal } from './late-edits.ts'
import { OPENING } from './opening.ts'
import { noPlanForPull } from './their-pull.ts'

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

/** The comments that ask for it; none for a label. */
export const commentsOf = (one: Pending): ReadComment[] =>
  'comments' in one ? one.comments : one.comment ? [one.comment] : []

/** What follows from the thread before it is known what is pending. */
export type PendingFacts = Facts & { halt: Halt | undefined; counted: CountedApprovals; statuses: Status[] }

type PendingOrRefusal = Pending | Refusal
type CommandReader = (one: ReadComment, facts: PendingFacts) => PendingOrRefusal[]

/** Takes only unedited comments of people with write permission as commands. Approvals are counted elsewhere. */
export function interpret(one: ReadComment, facts: PendingFacts, read: CommandReader): PendingOrRefusal[] {
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

export function pendingFromIssue(comment: ReadComment, facts: PendingFacts): PendingOrRefusal[] {
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

export function pendingWhenDone(comment: ReadComment, facts: PendingFacts): PendingOrRefusal[] {
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

export function pendingFromPull(comment: ReadComment, facts: PendingFacts): PendingOrRefusal[] {
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
