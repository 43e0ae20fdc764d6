import { mayWrite, MAX_REPLIES, firstAndLast, readsAsCommand, refused } from '../thread/people.ts'
import type { ReadComment, Refusal } from '../thread/people.ts'
import { OPENING, type Thread, type UncommentedRequest } from '../thread/thread.ts'
import { COMMANDS, isApproval, isCancel, isKind, type Command } from '../words/command.ts'
import { effectOf, planFinished } from './command-effects.ts'
import { changesPlan, commentsOf, isAnswer, isFeedback } from '../thread/facts.ts'
import type { PendingFacts, Pending, PendingOf, PendingOrReason } from '../thread/facts.ts'
import { needsPlan } from '../words/needs-plan.ts'
import { approveButton, repliesOf } from './feedback.ts'
import { fixLimit, unknownChecks } from './fix.ts'
import { permissionRefusal, editedRefusal, refusalsOf } from './refusals.ts'

/** What people asked for and is not done, what is refused, and notes that answer no comment. */
export function pendingOf(facts: PendingFacts) {
  const { thread, history, comments, ended } = facts
  const newOnPull = comments.pull.filter((one) => isNew(one, facts))
  const newOnIssue = comments.issue.filter((one) => isNew(one, facts) && !isSettled(one, facts))
  const open = thread.pull !== undefined && !ended
  const onPull = !open ? 'ended' : history.finished ? 'done' : 'open'
  const read = [
    ...newOnIssue.flatMap((one) => interpret(one, facts, 'onIssue')),
    ...newOnPull.flatMap((one) => interpret(one, facts, onPull)),
  ]
  const asked = read.filter((one) => 'kind' in one)
  const { pending, repeated } = withoutRepeats([
    ...(ended && !history.finished ? unfinishedCancel(facts) : []),
    ...newestDraft([...draftWithoutComment(facts), ...asked]),
    ...(open ? repliesOf(facts, newOnPull) : []),
    ...[...newOnIssue, ...(open ? newOnPull : [])].flatMap((one) => misplacedReplies(one, facts)),
  ])
  const commands = [...repeated, ...supersededDrafts(asked), ...read.filter((one) => 'code' in one)]
  const onIssue = comments.issue.filter((one) => !isSettled(one, facts))
  return {
    pending,
    refusals: refusalsOf(facts, { commands, onIssue, newOnPull }),
    unknownChecks: unknownChecks(facts, newOnPull),
    notices: [fixLimit(facts), approveButton(facts)].filter((one) => one !== undefined),
  }
}

type OneComment = Extract<Pending, { comment: ReadComment }>
const isOneOfMany = (one: Pending): one is OneComment => isAnswer(one) || (changesPlan(one) && !isFeedback(one))

/** Of more commands than get separate replies, takes up the first that differ, and refuses the others. */
function withoutRepeats(found: readonly Pending[]): { pending: Pending[]; repeated: Refusal[] } {
  const pending = found.toSorted((a, b) => firstId(a) - firstId(b))
  const many = pending.filter(isOneOfMany)
  if (many.length <= MAX_REPLIES) return { pending, repeated: [] }
  const different = [...Map.groupBy(many, ({ comment: _, ...what }) => JSON.stringify(what)).values()]
  const taken = new Set(different.slice(0, MAX_REPLIES).map(([first]) => first?.comment))
  const isRepeat = (one: Pending): one is OneComment => isOneOfMany(one) && !taken.has(one.comment)
  return {
    pending: pending.filter((one) => !isRepeat(one)),
    repeated: pending.filter(isRepeat).map(({ comment }) => ({
      comment,
      code: 'too-many-at-once',
      why: `More than ${MAX_REPLIES} comments ask for something at once, so only the first ${MAX_REPLIES} that differ are taken up.`,
      remedy: 'Comment again what is still missing.',
    })),
  }
}

type PlanStage = 'onIssue' | 'open' | 'done' | 'ended'

/** What a comment asks for as a command, or why that has no effect. */
function interpret(one: ReadComment, facts: PendingFacts, stage: PlanStage): (Pending | Refusal)[] {
  const result = readsAsCommand(one) ? pendingFor(one, facts, stage) : undefined
  if (!result) return []
  return ['kind' in result ? result : { comment: one, ...result }]
}

/** Takes only unedited comments of people with write permission as commands. Approvals are counted elsewhere. */
function pendingFor(one: ReadComment, facts: PendingFacts, stage: PlanStage): PendingOrReason | undefined {
  const { command } = one
  const effect = effectOf(command.kind === 'malformed' ? { kind: command.command } : command)
  if ((stage === 'ended' && !effect?.ended) || (isApproval(command) && facts.history.finished)) return undefined
  if (one.edited) return editedRefusal(one)
  if (isApproval(command) && facts.current) return undefined
  if (!mayWrite(facts.person(one.author.login))) return permissionRefusal(one)
  if (facts.reading?.kind === 'problem' && !facts.history.finished && effect?.namesSubtasks) return UNREADABLE_PLAN
  // How it has to be written matters only where it can be carried out.
  const isTooLate = stage === 'done' && effect?.open !== undefined && effect.done === undefined
  if (isTooLate) return planFinished(facts)
  if (command.kind === 'malformed') return refused(command.code, command.reason, command.remedy)
  return effect?.[stage]?.(one, command, facts)
}

/** Tells people with write permission where a command belongs, or how it is written, in one line. */
function misplacedReplies(comment: ReadComment, { thread, person }: PendingFacts): Pending[] {
  const text = mayWrite(person(comment.author.login)) ? hintFor(comment.command, thread) : undefined
  return text === undefined ? [] : [{ kind: 'tell', comment, text }]
}

/** A hint for an unknown or misplaced command. Other words on an issue are between people. */
function hintFor(command: Command, { issue, pull }: Thread): string | undefined {
  if (command.kind === 'unknown') {
    const usage = COMMANDS.find(({ name }) => name === command.near)?.usage
    return usage === undefined
      ? 'There is no such command: `/help` lists them all. To change the plan, begin with another word.'
      : `There is no such command. Did you mean \`${usage}\`?`
  }
  if (command.kind !== 'misplaced') return undefined
  if (command.command === 'plan')
    return `Comment that on the issue, #${issue.number}: here it has no effect. To change this plan, reply, or comment \`/revise …\`.`
  return pull?.pull.state === 'open'
    ? `Comment that on the plan, #${pull.pull.number}: here it has no effect.`
    : undefined
}

/** The lowest id of its comments. Without a comment, a label comes first and a review last. */
const firstId = (one: Pending): number => {
  const ids = commentsOf(one).map((comment) => comment.id)
  return ids.length > 0 ? Math.min(...ids) : isFeedback(one) ? Infinity : 0
}

/** The draft that a label or a new issue asks for. Without permission nothing happens, silently. */
function draftWithoutComment(facts: PendingFacts): PendingOf<'draft'>[] {
  const { asked, issue, earlierPlans } = facts.thread
  if (!asked || issue.state === 'closed' || earlierPlans.some((opened) => opened >= asked.at)) return []
  if (!isNewRequest(asked, facts)) return []
  // The bot chooses a plan for a new issue by itself. One that begins with a command says what it wants.
  if (asked.kind === 'opened' && (asked.body !== undefined || !needsPlan('', issue).isComplex)) return []
  if (!mayWrite(facts.person(asked.by.login))) return []
  const via = asked.kind === 'label' ? `label:${asked.by.login}` : 'issue'
  return [{ kind: 'draft', comment: undefined, by: asked.by, via, request: '' }]
}

/** Before anything is executed, a label set after the last version asks for another draft. Times are GitHub's own. */
function isNewRequest(
  asked: UncommentedRequest,
  { thread: { branch, pull }, history, versions }: PendingFacts,
): boolean {
  if (!branch && !pull) return true
  if (asked.kind !== 'label' || pull?.pull.state !== 'open') return false
  if (history.executed.size > 0 || history.finished) return false
  const announced = pull.comments.filter(({ id }) => versions.some(({ comment }) => comment === id))
  return [pull.pull, ...announced].every(({ createdAt }) => createdAt < asked.at)
}

/** Of several requests for a draft only the newest counts. The others would cost money and be thrown away. */
const newestDraft = (pending: Pending[]): Pending[] => {
  const newest = pending.findLast(isKind('draft'))
  return pending.filter((one) => one.kind !== 'draft' || one === newest)
}

const supersededDrafts = (asked: readonly Pending[]): Refusal[] => {
  const reason = refused(
    'newer-request',
    'A newer request for a plan came after this one, so only that one is planned.',
    'To have both, write one `/plan` that asks for both.',
  )
  const earlier = asked.filter(isKind('draft')).slice(0, -1)
  return earlier.flatMap(({ comment }) => (comment ? { comment, ...reason } : []))
}

function isNew(one: ReadComment, { history, thread }: PendingFacts): boolean {
  if (history.answered.has(one.id))
    return !one.refused && effectOf(one.command)?.isCutOff?.(one.command, history) === true
  const isUnseen = one.id === OPENING ? !thread.branch && !thread.pull : one.id > history.seen
  return isUnseen && !one.answered && !one.refused
}

/** An earlier plan's branch and journal may be gone: then both reactions prove it. Alone they prove nothing. */
const isSettled = ({ id, reactions, createdAt }: ReadComment, { thread }: PendingFacts): boolean =>
  (id === OPENING || (reactions.eyes > 0 && reactions.rocket > 0)) &&
  thread.earlierPlans.some((opened) => opened >= createdAt)

/** A cancel that closed the pull request and was cut off before its last reaction. */
function unfinishedCancel(facts: PendingFacts): Pending[] {
  const closedAt = facts.thread.pull?.pull.closedAt ?? ''
  const cancels = facts.comments.pull.filter(
    ({ command, createdAt, edited, refused }) => isCancel(command) && !edited && !refused && createdAt <= closedAt,
  )
  const isOpen = ({ reactions }: ReadComment): boolean => reactions.rocket === 0
  if (!cancels.some(isOpen)) return []
  return firstAndLast(cancels.filter((one) => mayWrite(facts.person(one.author.login))))
    .filter(isOpen)
    .map((comment) => ({ kind: 'cancel', comment }))
}

const UNREADABLE_PLAN = refused(
  'unreadable-plan',
  'The plan file on this branch cannot be read, so there is nothing to approve or to skip.',
  'Push a fix of it to this branch: it becomes a new version, which can be approved.',
)
