import type { Ballot } from './approvals.ts'
import type { Command } from './command.ts'
import { needsPlan } from './needs-plan.ts'
import type { Facts, Halt } from './facts.ts'
import { feedbackOf, type Feedback } from './feedback.ts'
import type { Account, Issue } from '../github/forge.ts'
import { dependants } from '../plan/graph.ts'
import { lateEdits, notEdited, notPermitted, refusal, refusedApprovals, type Refusal } from './refusals.ts'
import { readsAsCommand, type Said } from './comments.ts'
import type { Status } from './status.ts'
import { listed } from '../plan/plan.ts'
import { mayAct } from './permissions.ts'

/** Something that a permitted person asked for and that has not been done. */
export type Wish =
  | { kind: 'cancel'; said: Said }
  /** `via` is what the journal calls the request: the id of a comment, a label, or the issue itself. */
  | { kind: 'draft'; said: Said | undefined; by: Account; via: string; request: string }
  | { kind: 'link'; said: Said }
  | { kind: 'ask'; said: Said; question: string }
  | { kind: 'help'; said: Said; place: 'issue' | 'pull' }
  | { kind: 'skip'; said: Said; numbers: number[]; reason: string }
  | { kind: 'retry'; said: Said }
  | Feedback

export type Wishes = { wishes: Wish[]; refusals: Refusal[] }

type Basis = Facts & { halt: Halt | undefined; ballot: Ballot; statuses: Status[] }

/** What people want of us now, in the order of their comments, and what is refused to them. */
export function wishesOf(basis: Basis): Wishes {
  const { thread, progress, said, ballot } = basis
  const news = said.pull.filter((one) => isNews(one, basis))
  const issueNews = said.issue.filter((one) => isNews(one, basis) && !isSettled(one, basis))
  const open = thread.pull?.pull.state === 'open'
  const running = open && !progress.finished
  const heard = [
    ...issueNews.flatMap((one) => hear(one, basis, wishOnIssue)),
    ...(open ? news.flatMap((one) => hear(one, basis, progress.finished ? wishWhenDone : wishOnPull)) : []),
  ]
  const spoken = heard.flatMap((one) => ('kind' in one ? [one] : []))
  const wishes = [
    ...(thread.pull && !open && !progress.finished ? cancelInHand(basis) : []),
    ...newestDraft([...askedFor(basis), ...spoken]),
    ...(running ? feedbackOf(basis, news) : []),
  ]
  return {
    wishes: wishes.toSorted((a, b) => firstId(a) - firstId(b)),
    refusals: [
      ...heard.flatMap((one) => ('kind' in one ? [] : [one])),
      ...lateEdits(
        basis,
        said.issue.filter((one) => !isSettled(one, basis)),
      ),
      ...(running ? [...refusedApprovals(basis, ballot.refusals), ...lateEdits(basis, said.pull)] : []),
    ],
  }
}

/** The comments that a wish stands in; none for a label. */
export const saidIn = (wish: Wish): Said[] => [wish.said].flat().flatMap((said) => said ?? [])

/** Where a wish comes in the order of the comments; what stands in none comes first. */
const firstId = (wish: Wish): number => {
  const ids = saidIn(wish).map((said) => said.comment.id)
  return ids.length > 0 ? Math.min(...ids) : wish.kind === 'revise' ? Infinity : 0
}

/** A label, or a new issue, that asks for a plan where there is none yet. Without the right it is passed over in silence. */
function askedFor(basis: Basis): Wish[] {
  const { asked, issue, branch, pull, past } = basis.thread
  if (!asked || branch || pull || issue.state === 'closed' || past.some((opened) => opened >= asked.at)) return []
  if (asked.kind === 'opened' && needsPlan(textOf(issue)).kind === 'simple') return []
  if (!mayAct(basis.person(asked.by.login))) return []
  return [
    {
      kind: 'draft',
      said: undefined,
      by: asked.by,
      via: asked.kind === 'label' ? `label:${asked.by.login}` : 'issue',
      request: '',
    },
  ]
}

/** Of several requests for a draft the newest is meant; drafting the others would be paid for and thrown away. */
const newestDraft = (wishes: Wish[]): Wish[] => {
  const newest = wishes.findLast((wish) => wish.kind === 'draft')
  return wishes.filter((wish) => wish.kind !== 'draft' || wish === newest)
}

/** Said after the last look that a commit records, and not answered in words. */
const isNews = (one: Said, { progress }: Basis): boolean =>
  one.comment.id > progress.seen && !progress.answered.has(one.comment.id) && !one.answered && !one.refused

/**
 * The branch of an earlier plan may be gone, and its journal with it. A request from before it was opened was carried out
 * when it bears both reactions; anybody can put them there, so without such a plan they say nothing.
 */
const isSettled = ({ comment }: Said, { thread }: Basis): boolean =>
  comment.reactions.eyes > 0 &&
  comment.reactions.rocket > 0 &&
  thread.past.some((opened) => opened >= comment.createdAt)

type Heard = Wish | Refusal
type Listen = (one: Said, basis: Basis) => Heard[]

/** Sees to it that only unedited words of permitted people are taken as commands. Approvals are counted elsewhere. */
function hear(one: Said, basis: Basis, listen: Listen): Heard[] {
  const approves = one.command.kind === 'approve'
  if (!readsAsCommand(one) || (approves && basis.progress.finished)) return []
  if (one.edited) {
    return [notEdited(one)]
  }
  if (approves && basis.current) return []
  if (!mayAct(basis.person(one.comment.author.login))) return [notPermitted(one)]
  if (one.command.kind === 'malformed') return [refusal(one, one.command.reason, one.command.remedy)]
  return listen(one, basis)
}

/** Whether the bot chooses a plan for what was only asked: an empty question is about the issue itself. */
const isForPlan = (question: string, { rules, thread }: Basis): boolean =>
  rules.interactive && needsPlan(question || textOf(thread.issue)).kind === 'plan'

export const textOf = (issue: Issue): string => `${issue.title}\n\n${issue.body}`

function wishOnIssue(said: Said, basis: Basis): Heard[] {
  const { command } = said
  if (command.kind === 'help') return [{ kind: 'help', said, place: 'issue' }]
  if (command.kind === 'ask' && !isForPlan(command.question, basis))
    return [{ kind: 'ask', said, question: command.question }]
  if (command.kind !== 'plan' && command.kind !== 'ask') return []
  const request = command.kind === 'plan' ? command.request : command.question
  if (basis.thread.issue.state === 'closed') {
    return [
      refusal(
        said,
        'This issue is closed, and plans are made for open ones.',
        'Reopen the issue, then comment `/plan` again.',
      ),
    ]
  }
  const begun = basis.thread.pull?.pull.state === 'open' && basis.progress.executed.size > 0
  const draft = {
    kind: 'draft' as const,
    said,
    by: said.comment.author,
    via: String(said.comment.id),
    request,
  }
  return [begun ? { kind: 'link', said } : draft]
}

function wishWhenDone(said: Said): Heard[] {
  if (said.command.kind === 'help') return [{ kind: 'help', said, place: 'pull' }]
  return [
    refusal(
      said,
      'This plan is done, so there is nothing left to change.',
      'Comment `/plan` on the issue to make a new one.',
    ),
  ]
}

function wishOnPull(said: Said, basis: Basis): Heard[] {
  const { command } = said
  switch (command.kind) {
    case 'help':
      return [{ kind: 'help', said, place: 'pull' }]
    case 'cancel':
      return [{ kind: 'cancel', said }]
    case 'skip':
      return [skip(said, command, basis)]
    case 'retry':
      return [
        basis.halt || hasFailure(basis, said)
          ? { kind: 'retry', said }
          : refusal(said, 'The plan is not halted, so there is nothing to retry.', nextStep(basis)),
      ]
    default:
      return []
  }
}

const nextStep = ({ statuses }: Basis): string =>
  statuses.some(({ approved }) => !approved)
    ? 'Comment `approve` to have the plan carried out.'
    : 'Nothing has to be done.'

const hasFailure = ({ progress }: Basis, said: Said): boolean =>
  [...progress.failed.values(), ...(progress.halt ? [progress.halt] : [])].some(({ seen }) => seen < said.comment.id)

function skip(said: Said, command: Extract<Command, { kind: 'skip' }>, { reading, statuses }: Basis): Heard {
  const status = statuses.find(({ subtask }) => subtask.number === command.number)
  if (!status || reading?.kind !== 'plan') {
    return refusal(
      said,
      `There is no subtask ${command.number} in this plan.`,
      `Skip one of ${listed(statuses.map(({ subtask }) => subtask.number)) || 'a plan that can be read'}.`,
    )
  }
  if (status.state === 'done' || status.state === 'abandoned') {
    return refusal(said, `Subtask ${command.number} is ${status.state} already.`, 'Skip one that is still to be done.')
  }
  const along = dependants(reading.plan, command.number)
  const left = statuses
    .filter(({ state }) => state !== 'done' && state !== 'abandoned')
    .map(({ subtask }) => subtask.number)
  return {
    kind: 'skip',
    said,
    numbers: left.filter((number) => number === command.number || along.includes(number)),
    reason: command.reason,
  }
}

/** A cancel that closed the pull request, and has not been brought to its end. */
function cancelInHand(basis: Basis): Wish[] {
  const closedAt = basis.thread.pull?.pull.closedAt ?? ''
  const cancels = basis.said.pull.filter(
    ({ command, comment, edited, refused }) =>
      command.kind === 'cancel' &&
      !edited &&
      !refused &&
      comment.createdAt <= closedAt &&
      comment.reactions.rocket === 0,
  )
  return cancels
    .filter((one) => mayAct(basis.person(one.comment.author.login)))
    .map((said) => ({ kind: 'cancel', said }))
}
