import { approvalsOf, unknownWriters } from '../approval/approvals.ts'
import { UNKNOWN_PERSON, type Facts, type Halt, type PlanReading, type Rules } from '../thread/facts.ts'
import { endedOf, missingCommits } from './ended.ts'
import { remainingAllowance, addUsage, largerUsage, noUsage, usageSince } from '../../plan/usage.ts'
import { announcementsIn, parseComments, type ReadComment, readsAsCommand, mayWrite } from '../thread/people.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { withWhatWasApproved } from '../approval/as-approved.ts'
import { problemsOfTests } from '../../plan/acceptance.ts'
import { type PlanBranch, type Thread, NOTHING_PAID, NO_REACTIONS, OPENING } from '../thread/thread.ts'
import type { History } from '../thread/history.ts'
import { historyOf } from '../thread/read-history.ts'
import { statusesOf, type Status, askedFor, unapproved } from '../approval/subtask-status.ts'
import { isPlanRequest, isApproval, isCancel, isKind } from '../words/command.ts'
import { pendingOf } from '../inbox/inbox.ts'
import { reviewWhileClosed } from '../inbox/refusals.ts'
import type { State, UnknownReaction } from './decision.ts'
import type { Comment, Reaction } from '../../github/forge.ts'

/** Derives the state from everything that was observed. Pure. */
export function stateOf(thread: Thread, rules: Rules): State {
  const { person, missingPeople } = peopleOf(thread)
  const history = historyIn(thread)
  const onPull = thread.pull?.comments ?? []
  const versions = announcementsIn(onPull, thread.bot)
  const reading = readPlan(thread, history, rules)
  const last = versions.at(-1)
  // A plan that was asked for anew is announced anew, also when it happens to be the same text.
  const isOfRequest = (last?.comment ?? 0) > (Number(history.request) || 0)
  const current = isOfRequest && last?.blob === reading?.blob ? last : undefined
  const comments = { issue: commentsOnIssue(thread), pull: parseComments('pull', onPull, thread.bot) }
  const ended = endedOf(thread, comments.pull)
  const facts = { thread, rules, history, versions, reading, current, comments, person, ended }
  const recordedHalt = recordedHaltOf(facts)
  // A `/retry` grants new attempts, and so does a new version of the plan.
  const failuresSince = Math.max(newestRetry(comments.pull, person), current?.comment ?? 0)
  const counted =
    current && reading?.plan
      ? approvalsOf(facts, { version: current, plan: reading.plan, halt: recordedHalt, since: failuresSince })
      : { approvals: [], refusals: [] }
  // A plan that was paused for a proposed change continues when the change is approved.
  const halt = recordedHalt?.reason === 'change' && counted.approvals.length > 0 ? undefined : recordedHalt
  const { approvals } = counted
  const owners = thread.branch?.owners
  const basis = { history, approvals, rules, countsSince: failuresSince, thisRun: thread.thisRun, owners }
  const statuses = reading?.plan ? statusesOf({ ...basis, plan: reading.plan }) : []
  const waiting = unapproved(statuses).map((one) => ({ number: one.subtask.number, approvals: one.approvals }))
  const usage = usageOf(thread, history)
  const allowance = allowanceOf(facts, usage, halt)
  const currentHalt = halt ?? failureHalt(statuses, history)
  const { pending, refusals, notices, unknownChecks } = pendingOf({ ...facts, halt: currentHalt, counted, statuses })
  // More is requested of a finished plan whose budget is spent.
  const waitsForBudget = history.finished && halt?.reason === 'budget' && pending.some(isKind('revise'))
  return {
    phase: waitsForBudget ? 'halted' : phaseOf(facts, currentHalt, statuses),
    ended,
    reading,
    versions,
    current,
    statuses,
    approvals,
    asked: askedFor(rules, owners, waiting),
    halt: currentHalt,
    history,
    pending,
    missing: missingCommits(facts),
    reviewWhileClosed: reviewWhileClosed(facts),
    refusals,
    notices,
    comments,
    usage,
    allowance,
    questions: { ...questionsAbout(facts), people: [...missingPeople], checks: unknownChecks },
  }
}

/** What comments and commits leave open. It asks who may write, so people are named after it. */
const questionsAbout = (facts: Facts): Omit<State['questions'], 'people' | 'checks'> => ({
  reactions: reactionsToFetch(facts),
  // Whether a person wrote them, or an app.
  approvalsToTrace: openApprovals(facts).filter(({ app }) => app === undefined),
  // A plan comment names who edited the plan by hand, and an approval may depend on it.
  commitsToAttribute: isWriterWanted(facts) ? unknownWriters(facts.thread) : [],
  editsToFetch: editsToFetch(facts),
})

const isWriterWanted = ({ rules, current, reading, thread }: Facts): boolean =>
  current ? !rules.allowSelfApproval : reading?.plan !== undefined && thread.pull !== undefined

/** The approvals of the current version that may count. */
const openApprovals = ({ comments, current, history }: Facts): ReadComment[] =>
  current === undefined || history.finished
    ? []
    : comments.pull.filter((one) => isApproval(one.command) && one.id > current.comment && !one.refused)

/** Comments whose edits GraphQL has to tell; of approvals always: an edit in the same second leaves no trace. */
function editsToFetch(facts: Facts): Comment[] {
  const { thread, comments, current } = facts
  const isUnknown = ({ wasEdited, updatedAt, createdAt }: Comment): boolean =>
    wasEdited === undefined && updatedAt !== createdAt
  const approvals = openApprovals(facts).filter(({ wasEdited }) => wasEdited === undefined)
  const commands = [...comments.issue, ...comments.pull].filter((one) => readsAsCommand(one) && !one.refused)
  const announced = (thread.pull?.comments ?? []).filter(({ id }) => id === current?.comment)
  return [...announced.filter(isUnknown), ...new Set([...commands.filter(isUnknown), ...approvals])]
}

/**
 * The reactions that, if they are ours, record that a comment was refused or a cancel was executed. GitHub is asked who
 * reacted, for commands with an effect alone: people without write permission can post any number.
 */
function reactionsToFetch({ thread, comments, history, current, person }: Facts): UnknownReaction[] {
  const isOpen = thread.pull?.pull.state === 'open'
  return [...comments.issue, ...(isOpen ? comments.pull : [])]
    .filter((one) => readsAsCommand(one) && !one.refused && !one.answered)
    .filter((one) => one.id > (isApproval(one.command) ? (current?.comment ?? history.seen) : history.seen))
    .filter((one) => reactionsOf(one).length > 0 && mayWrite(person(one.author.login)))
    .flatMap((one) => reactionsOf(one).map((reaction) => ({ comment: one.nodeId, reaction })))
}

function reactionsOf({ command, reactions, ownReactions }: ReadComment): Reaction[] {
  const relevant: Reaction[] = isCancel(command) ? ['confused', 'rocket'] : ['confused']
  return relevant.filter((reaction) => reactions[reaction] > 0 && ownReactions?.[reaction] === undefined)
}

/** Who was looked up, and the logins that were asked for and are not known yet. */
function peopleOf({ people }: Thread): { person: Facts['person']; missingPeople: Set<string> } {
  const missingPeople = new Set<string>()
  const person: Facts['person'] = (login) => {
    const known = people.get(login)
    if (!known) missingPeople.add(login)
    return known ?? UNKNOWN_PERSON
  }
  return { person, missingPeople }
}

/** On a pull request of a person only a plan can be asked for: other bots may listen to the rest. */
const commentsOnIssue = (thread: Thread): ReadComment[] =>
  parseComments('issue', [...openingComment(thread), ...thread.comments], thread.bot).map((one) =>
    thread.issue.isPull && !isPlanRequest(one.command) ? { ...one, command: { kind: 'nothing' } } : one,
  )

function historyIn(thread: Thread): History {
  const { commits = [], commitOfPlanBlob, planFile, isListed } = thread.branch ?? {}
  const ids = [...thread.comments, ...(thread.pull?.comments ?? [])].map(({ id }) => id)
  return historyOf(commits, isListed ? Infinity : Math.max(0, ...ids), commitOfPlanBlob?.get(planFile?.blob ?? ''))
}

function readPlan(thread: Thread, history: History, rules: Rules): PlanReading | undefined {
  const { branch } = thread
  if (!branch) return undefined
  const file = branch.planFile ?? lastText(branch, history)
  if (!file) return { kind: 'problem', blob: '', line: undefined, reason: 'the plan file is no longer on the branch' }
  if (file.kind === 'unreadable') return { kind: 'problem', blob: file.blob, line: undefined, reason: file.why }
  const parsed = parsePlan(file.text)
  if (parsed.kind === 'problem') return { kind: 'problem', blob: file.blob, line: parsed.line, reason: parsed.reason }
  const plan = withWhatWasApproved(parsed.plan, history, branch)
  // What was carried out was approved as it is.
  const [problem] =
    rules.tests && !history.finished
      ? problemsOfTests(plan, { ...rules.tests, takenPaths: branch.takenPaths ?? [] })
      : []
  return problem
    ? { kind: 'problem', blob: file.blob, line: parsed.tests.get(problem.path)?.start, reason: problem.reason }
    : { kind: 'parsed', plan, blob: file.blob }
}

/** A finished plan may have removed its file. Then the last text on the branch that reads as a plan is it. */
function lastText({ texts, commitOfPlanBlob, commits }: PlanBranch, history: History) {
  const positions = new Map(commits.map(({ sha }, i) => [sha, i]))
  const positionOf = (blob: string): number => positions.get(commitOfPlanBlob.get(blob) ?? '') ?? -1
  const newest = [...texts].toSorted(([a], [b]) => positionOf(b) - positionOf(a))
  const last = newest.find(([, text]) => parsePlan(text).plan)
  return history.finished && last ? { kind: 'text' as const, blob: last[0], text: last[1] } : undefined
}

/** The comment id of the newest `/retry` by a person with write permission; 0 when there is none. */
function newestRetry(comments: readonly ReadComment[], person: Facts['person']): number {
  const retries = comments.filter((one) => one.command.kind === 'retry' && !one.edited && !one.refused)
  return Math.max(0, ...retries.filter((one) => mayWrite(person(one.author.login))).map((one) => one.id))
}

const usageOf = ({ paid = NOTHING_PAID, thisRun }: Thread, history: History): State['usage'] =>
  addUsage(history.usage, paid.usage, ...[...thisRun.attempts.values()].flat().map(({ usage }) => usage))

/** What is left of the budget since the moment when a `/retry` granted it again. */
function allowanceOf(
  { rules, thread, history }: Facts,
  usage: State['usage'],
  halt: State['halt'],
): State['allowance'] {
  const { paid = NOTHING_PAID, thisRun } = thread
  const atGrant = halt?.reason === 'budget' ? noUsage : addUsage(history.spent ?? noUsage, paid.granted)
  return remainingAllowance(rules.allowance, usageSince(largerUsage(usage, thisRun.spent), atGrant))
}

function recordedHaltOf({ history, comments, person, current, versions }: Facts): Halt | undefined {
  const { halt } = history
  if (!halt || newestRetry(comments.pull, person) > halt.seen) return undefined
  // A later version may have other tests, and waits for an approval of its own.
  if (halt.reason === 'acceptance' && current && current.comment > halt.seen) return undefined
  const revised = halt.reason === 'change' && versions.filter(({ comment }) => comment > halt.seen).length > 1
  return { reason: halt.reason, since: halt.seen, ...(halt.text && { text: halt.text }), ...(revised && { revised }) }
}

/** A failed subtask pauses the plan once nothing else can be executed. */
function failureHalt(statuses: readonly Status[], history: History): Halt | undefined {
  const failed = statuses.filter((status) => status.state === 'failed')
  if (failed.length === 0 || statuses.some((status) => status.ready)) return undefined
  return {
    reason: 'failed',
    since: Math.max(...failed.map(({ subtask }) => history.failed.get(subtask.number)?.seen ?? 0)),
  }
}

function phaseOf(
  { thread, history, ended }: Facts,
  halt: Halt | undefined,
  statuses: readonly Status[],
): State['phase'] {
  if (!thread.branch && !thread.pull) return 'none'
  if (history.finished) return 'done'
  if (ended) return 'abandoned'
  if (halt) return 'halted'
  const begun = history.executed.size > 0 || history.interrupted.size > 0 || statuses.some((status) => status.ready)
  return begun ? 'in_progress' : 'todo'
}

/** The text of a new issue that reads as a command, as a comment of its author; edited if it was changed since. */
function openingComment({ issue, asked }: Pick<Thread, 'issue' | 'asked'>): Comment[] {
  if (asked?.kind !== 'opened' || asked.body === undefined || issue.state === 'gone') return []
  return [
    {
      id: OPENING,
      nodeId: '',
      author: asked.by,
      body: issue.body,
      createdAt: issue.createdAt,
      updatedAt: issue.createdAt,
      wasEdited: unixLines(issue.body) !== unixLines(asked.body),
      ownReactions: { confused: false, rocket: false, eyes: true, ...issue.ownReactions },
      reactions: issue.reactions ?? NO_REACTIONS,
    },
  ]
}

const unixLines = (text: string): string => text.replaceAll('\r\n', '\n')
