import type { HaltReason, PassedThere, ProofAnswers, ProofCounts, Answer, ResultLook } from '../../plan/plan.ts'
import { type Usage, noUsage, addUsage } from '../../plan/usage.ts'
import { parseResultLook } from './planning-notes.ts'
import { type BranchCommit, OPENING } from './thread.ts'
import { type Trailers, parseAnswers } from './trailers.ts'

/** How the last line of a subtask's commit begins that lists new files which its plan does not name. */
export const NOT_PLANNED = 'Not in the plan: '

/** The commit of a subtask, and the run of the workflow that made it. */
export type ExecutedSubtask = {
  sha: string
  outcome: string
  /** New files that the plan does not name, as its commit lists them. */
  unplanned?: string | undefined
  /** The blob of the text that was approved. */
  version?: string | undefined
  approvedBy: { login: string; comment: number }[]
  run?: number | undefined
  /** What its checks prove; undefined where that was not asked. */
  proof?: ProofCounts | undefined
  checks?: readonly ProofAnswers[] | undefined
  /** The checks that passed on the tree of its commit. */
  passed?: readonly PassedThere[] | undefined
  /** Test files whose earlier versions fail on its code, each or only together. */
  brokenTests?: readonly string[] | undefined
  brokenSet?: readonly string[] | undefined
}
type Failure = { attempts: number; evidence: string; seen: number }
type RecordedHalt = { reason: HaltReason; seen: number; text?: string }

/** What the branch says: the journal, read from its oldest commit to its newest. */
export type History = {
  /** `Plan-Request` of the newest draft, and who asked. */
  request: string | undefined
  requester: { login: string; id: number } | undefined
  executed: ReadonlyMap<number, ExecutedSubtask>
  abandoned: ReadonlyMap<number, { reason: string; command: number; sha: string }>
  /** What was executed and taken back. It is among the abandoned ones, too. */
  undone: ReadonlyMap<number, ExecutedSubtask & { command: number }>
  failed: ReadonlyMap<number, Failure>
  /** Attempts that a run had to stop in the middle of. */
  interrupted: ReadonlyMap<number, { attempts: number; seen: number }>
  halt: RecordedHalt | undefined
  /** The usage up to the moment when the budget was last spent. */
  spent: { seen: number; usage: Usage } | undefined
  /** The newest answers to feedback, and the `Plan-Seen` of their commit. */
  revision: { seen: number; answers: Answer[] } | undefined
  finished: boolean
  /** Subtasks that resolve a merge, with the commit of the base that they merge. */
  merges: ReadonlyMap<number, string>
  /** The newest commit of ours that merged the base. */
  merged: string | undefined
  /** It was finished once, and continues with a later version. */
  reopened: boolean
  /** The `Plan-Seen` of the newest end; undefined when the plan was never finished. */
  finishedSeen: number | undefined
  /** The newest `/undo` since the plan was done. */
  undoneWhenDone: number | undefined
  /** The versions that were made for checks that failed, since the plan was asked for. */
  fixes: { code: string; digest: string }[]
  /** The findings of the result review, since a subtask was last executed or reverted. */
  look: ResultLook | undefined
  /** The highest `Plan-Seen`: comments up to this id have had their effect, or have none. */
  seen: number
  /** Comments that a commit answers: feedback and commands. */
  answered: ReadonlySet<number>
  /** Digests of the changes that were handed to another job to be verified. */
  handedOut: ReadonlySet<string>
  usage: Usage
  /** Continuations of a run since a subtask was last executed. */
  continuations: number
}

/** Whether a subtask was executed because of this approval. */
export const isUsed = ({ id }: { id: number }, { executed, undone }: History): boolean =>
  [...executed.values(), ...undone.values()].some(({ approvedBy }) => approvedBy.some((by) => by.comment === id))

type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends ReadonlyMap<infer A, infer B>
    ? Map<A, B>
    : T[K] extends ReadonlySet<infer C>
      ? Set<C>
      : T[K]
}

/**
 * Reads the journal. Commits of people are no part of it, whatever their messages say. `newest` is the highest id of a
 * comment that is there: what a commit claims to have seen beyond it, it cannot have seen. `planCommit` last brought
 * the plan file that is there: after the end of a plan it opens the plan again, whoever made it.
 */
export function historyOf(commits: readonly BranchCommit[], newest = Infinity, planCommit?: string): History {
  const history: Mutable<History> = {
    request: undefined,
    requester: undefined,
    executed: new Map(),
    abandoned: new Map(),
    undone: new Map(),
    failed: new Map(),
    interrupted: new Map(),
    spent: undefined,
    revision: undefined,
    finished: false,
    reopened: false,
    finishedSeen: undefined,
    undoneWhenDone: undefined,
    merged: undefined,
    merges: new Map(),
    ...ofNewDraft(),
    seen: 0,
    answered: new Set(),
    handedOut: new Set(),
    usage: noUsage,
  }
  const stopped = new Set<number>()
  for (const { entry, ...commit } of commits) {
    if (commit.sha === planCommit) reopen(history)
    if (!entry) continue
    if (isContinuation(entry.trailers, stopped)) history.continuations += 1
    const { seen } = entry.trailers
    // A claim to have seen more is void: capped at the highest id, it would cover the next comments.
    if (seen <= newest) history.seen = Math.max(history.seen, seen)
    const trailers = { ...entry.trailers, seen: Math.min(seen, newest) }
    readCommit(history, { ...commit, entry: { ...entry, trailers } }, trailers)
  }
  return history
}

/** Whether a commit begins the record of a run that stopped. It may have stopped in several subtasks, one a commit. */
function isContinuation({ state, subtask }: Trailers, stopped: Set<number>): boolean {
  const isStop = state === 'in_progress' && subtask !== undefined
  if (!isStop || stopped.has(subtask)) stopped.clear()
  if (isStop) stopped.add(subtask)
  return isStop && stopped.size === 1
}
function readCommit(history: Mutable<History>, commit: BranchCommit, trailers: Trailers): void {
  history.usage = addUsage(history.usage, trailers.usage ?? noUsage)
  for (const id of [...(trailers.feedback ?? []), trailers.command ?? []].flat()) history.answered.add(id)
  for (const digest of trailers.verify ?? []) history.handedOut.add(digest)
  if (trailers.fix) history.fixes = [...history.fixes, trailers.fix]
  if (trailers.feedback?.length || trailers.fix) {
    history.revision = { seen: trailers.seen, answers: parseAnswers(commit.entry?.body ?? '') }
    reopen(history)
  }
  if (trailers.request !== undefined) {
    forgetEarlierPlan(history)
    history.request = trailers.request
    history.requester = trailers.coAuthor ?? history.requester
    const id = trailers.request === 'issue' ? OPENING : Number(trailers.request)
    if (Number.isInteger(id)) history.answered.add(id)
  }
  if (trailers.state === 'halted') {
    const text = commit.entry?.body
    history.halt = { reason: trailers.reason ?? 'budget', seen: trailers.seen, ...(text && { text }) }
    if (history.halt.reason === 'budget') history.spent = { seen: trailers.seen, usage: history.usage }
  }
  if (trailers.state === 'done') {
    Object.assign(history, { finished: true, reopened: false, finishedSeen: trailers.seen, undoneWhenDone: undefined })
  }
  if (trailers.look) history.look = parseResultLook(commit.entry?.body ?? '')
  if (trailers.merge) history.merges.set(trailers.merge.subtask, trailers.merge.base)
  const isMerge = commit.parents.length > 1 && (trailers.state ?? 'updated') === 'updated'
  if (isMerge) history.merged = commit.sha
  if (trailers.subtask !== undefined) readSubtask(history, trailers.subtask, commit)
}

/** What a plan begins with, and a new draft of it again. */
const ofNewDraft = () => ({
  halt: undefined,
  continuations: 0,
  fixes: [],
  look: undefined,
})

/** A new draft replaces the plan before it. Subtasks that commits name keep their numbers. */
const forgetEarlierPlan = (history: Mutable<History>): void => {
  reopen(history)
  Object.assign(history, ofNewDraft())
}

/** A later version reopens a finished plan. */
const reopen = (history: Mutable<History>): void => {
  if (!history.finished) return
  const isSpent = history.halt?.reason === 'budget'
  Object.assign(history, { finished: false, reopened: true, continuations: 0, ...(isSpent ? {} : { halt: undefined }) })
}

const unplannedIn = (body: string): string | undefined => {
  const last = body.trimEnd().split('\n').at(-1) ?? ''
  return last.startsWith(NOT_PLANNED) ? last.slice(NOT_PLANNED.length) : undefined
}

function readSubtask(history: Mutable<History>, number: number, commit: BranchCommit): void {
  const { trailers, body } = commit.entry ?? { trailers: { issue: 0, seen: 0 }, body: '' }
  const { seen, attempts = 1 } = trailers
  switch (trailers.state) {
    case undefined:
      history.look = undefined
      history.executed.set(number, {
        sha: commit.sha,
        outcome: body.split('\n\n')[0] ?? '',
        unplanned: unplannedIn(body),
        version: trailers.version,
        approvedBy: trailers.approvedBy ?? [],
        run: trailers.run,
        proof: trailers.proof,
        checks: trailers.checks,
        passed: trailers.passed,
        brokenTests: trailers.brokenTests,
        brokenSet: trailers.brokenSet,
      })
      history.failed.delete(number)
      history.interrupted.delete(number)
      history.continuations = 0
      return
    case 'abandoned': {
      const { command = 0 } = trailers
      const executed = history.executed.get(number)
      if (executed && !history.finished) history.look = undefined
      if (executed) history.undone.set(number, { ...executed, command })
      if (executed && history.finished) history.undoneWhenDone = command
      history.executed.delete(number)
      history.failed.delete(number)
      history.abandoned.set(number, { reason: body, command, sha: commit.sha })
      return
    }
    case 'failed':
      history.failed.set(number, { attempts, evidence: body, seen })
      history.interrupted.delete(number)
      return
    case 'in_progress':
      history.interrupted.set(number, { attempts, seen })
      return
    default:
      return
  }
}
