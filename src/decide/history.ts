import { parseAnswers, type HaltReason, type Trailers } from './journal.ts'
import type { Answer } from '../plan/plan.ts'
import type { BranchCommit } from './thread.ts'
import { addUsage, noUsage, type Usage } from '../plan/usage.ts'

/** A subtask's commit, or what was recorded instead of one. */
export type Executed = { sha: string; outcome: string; approvedBy: { login: string; comment: number }[] }
export type Failure = { attempts: number; evidence: string; seen: number }
export type Halt = { reason: HaltReason; seen: number }

/** What the branch says: the journal, read from its oldest commit to its newest. */
export type Progress = {
  /** `Plan-Request` of the newest draft, and who asked. */
  request: string | undefined
  requester: { login: string; id: number } | undefined
  executed: ReadonlyMap<number, Executed>
  abandoned: ReadonlyMap<number, { reason: string; command: number }>
  failed: ReadonlyMap<number, Failure>
  /** Attempts that a run had to stop in the middle of. */
  interrupted: ReadonlyMap<number, { attempts: number; seen: number }>
  halt: Halt | undefined
  /** What had been spent when the budget was last used up. */
  spent: { seen: number; usage: Usage } | undefined
  /** The newest answers to feedback, and what had been seen when they were given. */
  revision: { seen: number; answers: Answer[] } | undefined
  finished: boolean
  /** The highest comment id that was considered: what came before has had its effect, or has none. */
  seen: number
  /** Comments that a commit answers: feedback and commands. */
  answered: ReadonlySet<number>
  usage: Usage
  /** Continuations of a run since a subtask was last executed. */
  continuations: number
}

type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends ReadonlyMap<infer A, infer B>
    ? Map<A, B>
    : T[K] extends ReadonlySet<infer C>
      ? Set<C>
      : T[K]
}

/** Reads the journal. Commits of people count for nothing here, whatever their messages say. */
export function progressOf(commits: readonly BranchCommit[]): Progress {
  const progress: Mutable<Progress> = {
    request: undefined,
    requester: undefined,
    executed: new Map(),
    abandoned: new Map(),
    failed: new Map(),
    interrupted: new Map(),
    halt: undefined,
    spent: undefined,
    revision: undefined,
    finished: false,
    seen: 0,
    answered: new Set(),
    usage: noUsage,
    continuations: 0,
  }
  for (const commit of commits) if (commit.entry) record(progress, commit, commit.entry.trailers)
  return progress
}

function record(progress: Mutable<Progress>, commit: BranchCommit, trailers: Trailers): void {
  progress.seen = Math.max(progress.seen, trailers.seen)
  progress.usage = addUsage(progress.usage, trailers.usage ?? noUsage)
  for (const id of [...(trailers.feedback ?? []), trailers.command ?? []].flat()) progress.answered.add(id)
  if (trailers.feedback?.length) {
    progress.revision = { seen: trailers.seen, answers: parseAnswers(commit.entry?.body ?? '') }
  }
  if (trailers.request !== undefined) {
    beginAnew(progress)
    progress.request = trailers.request
    progress.requester = trailers.coAuthor ?? progress.requester
    const id = Number(trailers.request)
    if (Number.isInteger(id)) progress.answered.add(id)
  }
  if (trailers.state === 'halted') {
    progress.halt = { reason: trailers.reason ?? 'budget', seen: trailers.seen }
    if (progress.halt.reason === 'budget') progress.spent = { seen: trailers.seen, usage: progress.usage }
  }
  if (trailers.state === 'done') progress.finished = true
  if (trailers.subtask !== undefined) recordSubtask(progress, trailers.subtask, commit)
}

/** A new draft throws away the plan before it. What its commits name stays named: those numbers are never given again. */
const beginAnew = (progress: Mutable<Progress>): void => {
  Object.assign(progress, { finished: false, halt: undefined, continuations: 0 })
}

function recordSubtask(progress: Mutable<Progress>, number: number, commit: BranchCommit): void {
  const { trailers, body } = commit.entry ?? { trailers: { issue: 0, seen: 0 }, body: '' }
  const { seen, attempts = 1 } = trailers
  switch (trailers.state) {
    case undefined:
      progress.executed.set(number, {
        sha: commit.sha,
        outcome: body.split('\n\n')[0] ?? '',
        approvedBy: trailers.approvedBy ?? [],
      })
      progress.failed.delete(number)
      progress.interrupted.delete(number)
      progress.continuations = 0
      return
    case 'abandoned':
      progress.abandoned.set(number, { reason: body, command: trailers.command ?? 0 })
      return
    case 'failed':
      progress.failed.set(number, { attempts, evidence: body, seen })
      progress.interrupted.delete(number)
      return
    case 'in_progress':
      progress.interrupted.set(number, { attempts, seen })
      progress.continuations += 1
      return
    default:
      return
  }
}
