import { countApprovals, type Approval, type Ballot } from './approvals.ts'
import { leftOf, type Allowance } from '../plan/budget.ts'
import { lastRetry, type Facts, type Halt, type Reading, type Rules } from './facts.ts'
import { announcementsIn, type Announcement } from './markers.ts'
import type { Plan } from '../plan/plan.ts'
import { parsePlan } from '../plan/markdown.ts'
import { progressOf, type Progress } from './history.ts'
import { saidAt, type Said } from './comments.ts'
import { statusesOf, type Status } from './status.ts'
import type { Person, PlanBranch, Thread } from './thread.ts'
import { wishesOf, type Wish } from './pending.ts'
import { addUsage, noUsage, usageSince, type Usage } from '../plan/usage.ts'
import type { Refusal } from './refusals.ts'

export type Phase = 'none' | 'todo' | 'in_progress' | 'halted' | 'done' | 'abandoned'

/** Everything that follows from a thread. It is derived anew at every look, and never stored. */
export type State = {
  phase: Phase
  reading: Reading | undefined
  /** All versions that were announced; the last is current when its blob is that of `reading`. */
  versions: Announcement[]
  /** The version that people can approve now. */
  current: Announcement | undefined
  statuses: Status[]
  approvals: Approval[]
  halt: Halt | undefined
  progress: Progress
  /** What people want and has not been done, in the order in which it is taken. */
  wishes: Wish[]
  refusals: Refusal[]
  /** What people said on the issue and on the pull request. */
  said: { issue: Said[]; pull: Said[] }
  /** Tokens of this plan, those of attempts that left nothing on the branch among them. */
  usage: Usage
  /** What is left of the budget; a `/retry` after it was spent grants the same again. */
  allowance: Allowance
  /** Accounts whose permission must be asked before this state can be trusted. */
  unasked: string[]
}

/** What a permission that was not asked counts as. */
const NOBODY: Person = { permission: 'none', approver: false }

/** Derives the state of a plan from everything that was observed. Pure: the same thread gives the same state. */
export function stateOf(thread: Thread, rules: Rules): State {
  const unasked = new Set<string>()
  const person = (login: string): Person => {
    const known = thread.people.get(login)
    if (!known) unasked.add(login)
    return known ?? NOBODY
  }
  const progress = progressOf(thread.branch?.commits ?? [])
  const versions = announcementsIn(thread.pull?.comments ?? [], thread.bot)
  const reading = readPlan(thread, progress)
  const last = versions.at(-1)
  const current = last && !last.edited && last.blob === reading?.blob ? last : undefined
  const said = {
    issue: saidAt('issue', thread.comments, thread.bot),
    pull: saidAt('pull', thread.pull?.comments ?? [], thread.bot),
  }
  const facts = { thread, rules, progress, versions, reading, current, said, person }
  const recorded = haltOf(facts)
  const ballot =
    current && reading?.kind === 'plan'
      ? ballotOf(facts, { version: current, plan: reading.plan, halt: recorded })
      : NO_BALLOT
  // The approval of a proposed change is what it waited for.
  const halt = recorded?.reason === 'change' && ballot.approvals.length > 0 ? undefined : recorded
  const { approvals } = ballot
  const statuses =
    reading?.kind === 'plan'
      ? statusesOf({
          plan: reading.plan,
          progress,
          approvals,
          rules,
          begunAnew: begunAnew(facts),
          memory: thread.memory,
        })
      : []
  const failed = failureHalt(statuses, progress)
  const usage = addUsage(progress.usage, ...[...thread.memory.attempts.values()].flat().map((attempt) => attempt.usage))
  const { wishes, refusals } = wishesOf({ ...facts, halt: halt ?? failed, ballot, statuses })
  return {
    phase: phaseOf(facts, halt ?? failed, statuses),
    reading,
    versions,
    current,
    statuses,
    approvals,
    halt: halt ?? failed,
    progress,
    wishes,
    refusals,
    said,
    usage,
    allowance: leftOf(rules.allowance, usageSince(usage, grantedAfter(progress, halt))),
    unasked: [...unasked],
  }
}

const NO_BALLOT: Ballot = { approvals: [], refusals: [] }

function readPlan(thread: Thread, progress: Progress): Reading | undefined {
  const { branch } = thread
  if (!branch) return undefined
  const file = branch.planFile ?? lastText(branch, progress)
  if (!file) return { kind: 'problem', blob: '', line: undefined, reason: 'the plan file is no longer on the branch' }
  if (file.kind === 'unreadable') return { kind: 'problem', blob: file.blob, line: undefined, reason: file.why }
  const parsed = parsePlan(file.text)
  return parsed.kind === 'plan'
    ? { kind: 'plan', plan: parsed.plan, blob: file.blob, lines: parsed.lines }
    : { kind: 'problem', blob: file.blob, line: parsed.line, reason: parsed.reason }
}

/** A finished plan has removed its file; what it was is the last text that the branch had. */
function lastText({ texts, origins, commits }: PlanBranch, progress: Progress) {
  const place = new Map(commits.map(({ sha }, i) => [sha, i]))
  const at = (blob: string): number => place.get(origins.get(blob) ?? '') ?? -1
  const [last] = [...texts].toSorted(([a], [b]) => at(b) - at(a))
  return progress.finished && last ? { kind: 'text' as const, blob: last[0], text: last[1] } : undefined
}

type Vote = { version: Announcement; plan: Plan; halt: Halt | undefined }

function ballotOf(facts: Facts, { version, plan, halt }: Vote): Ballot {
  const { progress, rules, said, person } = facts
  const after = said.pull.filter((one) => one.comment.id > version.comment)
  const failures = [...progress.failed.values()]
    .map((failure) => failure.seen)
    .filter((seen) => seen >= begunAnew(facts))
  const recorded = halt && halt.reason !== 'change' ? [halt.since] : []
  const haltedSince = [...failures, ...recorded].length > 0 ? Math.max(...failures, ...recorded) : undefined
  const settled = new Set([...progress.executed.keys(), ...progress.abandoned.keys()])
  const requester = progress.requester?.login
  return countApprovals({ plan, version, settled, requester, haltedSince, rules }, after, person)
}

/** The comment id since which failures count: a `/retry` grants new attempts, and so does a new version of the plan. */
const begunAnew = ({ said, person, current }: Facts): number =>
  Math.max(lastRetry(said.pull, person), current?.comment ?? 0)

/** What had been spent when the budget was granted anew; nothing, if it never was. */
const grantedAfter = ({ spent }: Progress, present: Halt | undefined): Usage =>
  spent && present?.reason !== 'budget' ? spent.usage : noUsage

/** A halt that is recorded on the branch, until a `/retry` ends it. */
function haltOf({ progress, said, person }: Facts): Halt | undefined {
  const { halt } = progress
  if (!halt || lastRetry(said.pull, person) > halt.seen) return undefined
  return { reason: halt.reason, since: halt.seen }
}

/** A failed subtask halts the plan once nothing else can be executed. */
function failureHalt(statuses: readonly Status[], progress: Progress): Halt | undefined {
  const failed = statuses.filter((status) => status.state === 'failed')
  if (failed.length === 0 || statuses.some((status) => status.ready)) return undefined
  return {
    reason: 'failed',
    since: Math.max(...failed.map(({ subtask }) => progress.failed.get(subtask.number)?.seen ?? 0)),
  }
}

function phaseOf(facts: Facts, halt: Halt | undefined, statuses: readonly Status[]): Phase {
  const { thread, progress } = facts
  if (!thread.branch && !thread.pull) return 'none'
  if (progress.finished) return 'done'
  if (thread.pull?.pull.state === 'closed') return 'abandoned'
  if (halt) return 'halted'
  const begun = progress.executed.size > 0 || progress.interrupted.size > 0 || statuses.some((status) => status.ready)
  return begun ? 'in_progress' : 'todo'
}
