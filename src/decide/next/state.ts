import { askedFor, askedText, quietly, waitingIn } from '../approval/required-approvers.ts'
import { countApprovals, askersOf, unknownWriters } from '../approval/approvals.ts'
import { baseMovedSince, isTakenUp } from '../approval/base-moved.ts'
import {
  type CountedApprovals,
  newestRetry,
  NOBODY,
  type Facts,
  type Halt,
  type PlanReading,
  type Rules,
} from '../thread/facts.ts'
import { endedOf, missingCommits } from './ended.ts'
import {
  remainingAllowance,
  type Allowance,
  addUsage,
  largerUsage,
  noUsage,
  usageSince,
  type Usage,
} from '../../plan/usage.ts'
import {
  announcementsIn,
  type Announcement,
  commentsAt,
  lastCancel,
  type Person,
  type Approvers,
  readComments,
  type ReadComment,
} from '../thread/people.ts'
import type { Plan } from '../../plan/plan.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { withWhatWasApproved } from '../approval/as-approved.ts'
import { problemsOfTests } from '../../plan/acceptance.ts'
import { NOTHING_PAID } from '../thread/paid.ts'
import { openingComment, type PlanBranch, type Thread } from '../thread/thread.ts'
import { isUsed, type History } from '../thread/history.ts'
import { historyOf } from '../thread/read-history.ts'
import { statusesOf, type Status } from '../approval/subtask-status.ts'
import { isPlanRequest } from '../words/command.ts'
import { isKind } from '../inbox/pending.ts'
import { pendingOf } from '../inbox/inbox.ts'
import { reviewWhileClosed, wasSaidWhileClosed } from '../inbox/refusals.ts'
import { appsToFetch, editsToFetch, reactionsToFetch } from '../inbox/missing-reactions.ts'
import type { Phase, Questions, State } from './decision.ts'

/** What was derived, for as long as the thread is there: threads are never changed, only replaced. */
const derived = new WeakMap<Thread, WeakMap<Rules, State>>()

/** Derives the state from everything that was observed. Pure, and cached by thread: each step asks several times. */
export function stateOf(thread: Thread, rules: Rules): State {
  const byRules = derived.get(thread) ?? new WeakMap<Rules, State>()
  derived.set(thread, byRules)
  const state = byRules.get(rules) ?? deriveState(thread, rules)
  byRules.set(rules, state)
  return state
}

export function deriveState(thread: Thread, rules: Rules): State {
  const { person, missingPeople } = peopleOf(thread)
  const history = historyIn(thread)
  const versions = announcementsIn(commentsAt(thread, 'pull'), thread.bot)
  const reading = readPlan(thread, history, rules)
  const last = versions.at(-1)
  // A plan that was asked for anew is announced anew, also when it happens to be the same text.
  const isOfRequest = (last?.comment ?? 0) > (Number(history.request) || 0)
  const current = isOfRequest && last?.blob === reading?.blob ? last : undefined
  const comments = {
    issue: commentsOnIssue(thread),
    pull: readComments('pull', commentsAt(thread, 'pull'), thread.bot),
  }
  const ended = endedOf(thread, comments.pull)
  const facts = { thread, rules, history, versions, reading, current, comments, person, ended }
  const recorded = recordedHaltOf(facts)
  const counted =
    current && reading?.plan
      ? approvalsOf(facts, { version: current, plan: reading.plan, halt: recorded })
      : { approvals: [], refusals: [] }
  // A plan that was paused for a proposed change continues when the change is approved.
  const halt = recorded?.reason === 'change' && counted.approvals.length > 0 ? undefined : recorded
  const { approvals } = counted
  const owners = thread.branch?.owners
  const basis = { history, approvals, rules, countsSince: countsSince(facts), thisRun: thread.thisRun, owners }
  const statuses = reading?.plan ? statusesOf({ ...basis, plan: reading.plan }) : []
  const usage = usageOf(thread, history)
  const allowance = allowanceOf(facts, usage, halt)
  const present = halt ?? failureHalt(statuses, history)
  const { pending, refusals, notices, unknownChecks } = pendingOf({ ...facts, halt: present, counted, statuses })
  return {
    phase: waitsForBudget(history, { halt, pending }) ? 'halted' : phaseOf(facts, present, statuses),
    ended,
    reading,
    versions,
    current,
    statuses,
    approvals,
    asked: askedFor(approversIn(rules), waitingIn(statuses, owners, rules.approvalsRequired)),
    halt: present,
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
const questionsAbout = (facts: Facts): Omit<Questions, 'people' | 'checks'> => ({
  reactions: reactionsToFetch(facts),
  apps: appsToFetch(facts),
  // A plan comment names who edited the plan by hand, and an approval may depend on it.
  writers: isWriterWanted(facts) ? unknownWriters(facts.thread) : [],
  edits: editsToFetch(facts.comments, {
    announcement: facts.thread.pull?.comments.find(({ id }) => id === facts.current?.comment),
    isOpen: facts.current !== undefined && !facts.history.finished,
  }),
})

const isWriterWanted = ({ rules, current, reading, thread }: Facts): boolean =>
  current ? !rules.allowSelfApproval : reading?.plan !== undefined && thread.pull !== undefined

/** Who was looked up, and the logins that were asked for and are not known yet. */
function peopleOf({ people }: Thread): { person: Facts['person']; missingPeople: Set<string> } {
  const missingPeople = new Set<string>()
  const person = (login: string): Person => {
    const known = people.get(login)
    if (!known) missingPeople.add(login)
    return known ?? NOBODY
  }
  return { person, missingPeople }
}

/** On a pull request of a person only a plan can be asked for: other bots may listen to the rest. */
const commentsOnIssue = (thread: Thread): ReadComment[] =>
  readComments('issue', [...openingComment(thread), ...thread.comments], thread.bot).map((one) =>
    thread.issue.isPull && !isPlanRequest(one.command) ? { ...one, command: { kind: 'nothing' } } : one,
  )

function historyIn(thread: Thread): History {
  const { commits = [], origins, planFile, isListed } = thread.branch ?? {}
  return historyOf(commits, isListed ? Infinity : newestId(thread), origins?.get(planFile?.blob ?? ''))
}

const newestId = (thread: Thread): number =>
  [...thread.comments, ...commentsAt(thread, 'pull')].reduce((most, { id }) => Math.max(most, id), 0)

const approversIn = ({ approvers = { kind: 'permission', least: 'write' } }: Rules): Approvers => approvers

function readPlan(thread: Thread, history: History, rules: Rules): PlanReading | undefined {
  const { branch } = thread
  if (!branch) return undefined
  const file = branch.planFile ?? lastText(branch, history)
  if (!file) return { kind: 'problem', blob: '', line: undefined, reason: 'the plan file is no longer on the branch' }
  if (file.kind === 'unreadable') return { kind: 'problem', blob: file.blob, line: undefined, reason: file.why }
  const parsed = parsePlan(file.text)
  if (parsed.kind === 'problem') return { kind: 'problem', blob: file.blob, line: parsed.line, reason: parsed.reason }
  const plan = withWhatWasApproved({ plan: parsed.plan, blob: file.blob }, history, branch)
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
function lastText({ texts, origins, commits }: PlanBranch, history: History) {
  const place = new Map(commits.map(({ sha }, i) => [sha, i]))
  const at = (blob: string): number => place.get(origins.get(blob) ?? '') ?? -1
  const newest = [...texts].toSorted(([a], [b]) => at(b) - at(a))
  const last = newest.find(([, text]) => parsePlan(text).plan)
  return history.finished && last ? { kind: 'text' as const, blob: last[0], text: last[1] } : undefined
}

type ApprovalBasis = { version: Announcement; plan: Plan; halt: Halt | undefined }

function approvalsOf(facts: Facts, { version, plan, halt }: ApprovalBasis): CountedApprovals {
  const { history, rules, comments, person, thread, versions } = facts
  // Whoever reopens the pull request after a cancel has to approve again.
  const since = Math.max(version.comment, lastCancel(comments.pull))
  const after = comments.pull.filter((one) => one.id > since)
  const failures = [...history.failed.values()]
    .map((failure) => failure.seen)
    .filter((seen) => seen >= countsSince(facts))
  const recorded = halt && halt.reason !== 'change' ? [halt.since] : []
  const haltedSince = [...failures, ...recorded].length > 0 ? Math.max(...failures, ...recorded) : undefined
  const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()])
  const owners = thread.branch?.owners
  const open = plan.subtasks.filter(({ number }) => !settled.has(number))
  const waiting = open.map(({ number }) => ({ number, files: owners?.get(number) ?? [] }))
  const asked = quietly(askedText(askedFor(approversIn(rules), waiting)))
  const askers = rules.allowSelfApproval ? undefined : askersOf(thread, history)
  const moved = baseMovedSince(facts, { version, plan, settled })
  const isWhileClosed = (one: ReadComment): boolean => wasSaidWhileClosed(one, thread) && !isUsed(one, history)
  const earlier = new Set([...versions.map(({ blob }) => blob), ...(thread.branch?.texts.keys() ?? [])])
  const gate = { plan, version, earlier, settled, haltedSince, owners, asked, askers, moved }
  return countApprovals({ ...gate, isTakenUp: (one) => isTakenUp(one, history), isWhileClosed }, after, person)
}

/** The comment id since which failures count: a `/retry` grants new attempts, and so does a new version of the plan. */
const countsSince = ({ comments, person, current }: Facts): number =>
  Math.max(newestRetry(comments.pull, person), current?.comment ?? 0)

const usageOf = ({ paid = NOTHING_PAID, thisRun }: Thread, history: History): Usage =>
  addUsage(history.usage, paid.usage, ...[...thisRun.attempts.values()].flat().map(({ usage }) => usage))

/** The usage up to the moment when a `/retry` granted the budget again. */
const usageAtGrant = ({ spent }: History, { paid = NOTHING_PAID }: Thread, present: Halt | undefined): Usage =>
  present?.reason === 'budget' ? noUsage : addUsage(spent?.usage ?? noUsage, paid.granted)

const allowanceOf = ({ rules, thread, history }: Facts, usage: Usage, halt: Halt | undefined): Allowance =>
  remainingAllowance(
    rules.allowance,
    usageSince(largerUsage(usage, thread.thisRun.spent), usageAtGrant(history, thread, halt)),
  )

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

/** Whether more is requested of a finished plan whose budget is spent. */
const waitsForBudget = ({ finished }: History, { halt, pending }: Pick<State, 'halt' | 'pending'>): boolean =>
  finished && halt?.reason === 'budget' && pending.some(isKind('revise'))

function phaseOf({ thread, history, ended }: Facts, halt: Halt | undefined, statuses: readonly Status[]): Phase {
  if (!thread.branch && !thread.pull) return 'none'
  if (history.finished) return 'done'
  if (ended) return 'abandoned'
  if (halt) return 'halted'
  const begun = history.executed.size > 0 || history.interrupted.size > 0 || statuses.some((status) => status.ready)
  return begun ? 'in_progress' : 'todo'
}
