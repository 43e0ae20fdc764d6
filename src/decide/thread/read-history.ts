import { noUsage, addUsage } from '../../plan/usage.ts'
import { NOT_PLANNED, type History } from './history.ts'
import { parseResultLook, parseAnswers } from './planning-notes.ts'
import { type BranchCommit, OPENING } from './thread.ts'
import type { JournalEntry, Trailers } from './trailers.ts'
import type { Commit } from '../../git/git-commit.ts'

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
    executed: new Map(),
    abandoned: new Map(),
    undone: new Map(),
    failed: new Map(),
    interrupted: new Map(),
    finished: false,
    reopened: false,
    merges: new Map(),
    ...newDraftState(),
    seen: 0,
    answered: new Set(),
    sentForVerification: new Set(),
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
    readCommit(history, commit, { ...entry, trailers: { ...entry.trailers, seen: Math.min(seen, newest) } })
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

function readCommit(history: Mutable<History>, { sha, parents }: Commit, entry: JournalEntry): void {
  const { trailers, body } = entry
  history.usage = addUsage(history.usage, trailers.usage ?? noUsage)
  for (const id of [...(trailers.feedback ?? []), trailers.command ?? []].flat()) history.answered.add(id)
  for (const digest of trailers.verify ?? []) history.sentForVerification.add(digest)
  if (trailers.fix) history.fixes = [...history.fixes, trailers.fix]
  if (trailers.feedback?.length || trailers.fix) {
    history.revision = { seen: trailers.seen, answers: parseAnswers(body) }
    reopen(history)
  }
  if (trailers.request !== undefined) {
    // A new draft replaces the plan before it. Subtasks that commits name keep their numbers.
    reopen(history)
    Object.assign(history, newDraftState())
    history.request = trailers.request
    history.requester = trailers.coAuthor ?? history.requester
    const id = trailers.request === 'issue' ? OPENING : Number(trailers.request)
    if (Number.isInteger(id)) history.answered.add(id)
  }
  if (trailers.state === 'halted') {
    history.halt = { reason: trailers.reason ?? 'budget', seen: trailers.seen, ...(body && { text: body }) }
    if (history.halt.reason === 'budget') history.spent = history.usage
  }
  if (trailers.state === 'done')
    Object.assign(history, { finished: true, reopened: false, finishedSeen: trailers.seen, undoAfterEnd: undefined })
  if (trailers.look) history.look = parseResultLook(body)
  if (trailers.merge) history.merges.set(trailers.merge.subtask, trailers.merge.base)
  const isMerge = parents.length > 1 && (trailers.state ?? 'updated') === 'updated'
  if (isMerge) history.merged = sha
  readSubtask(history, sha, entry)
}

/** The fields of the history that a new draft of the plan resets. */
const newDraftState = () => ({ halt: undefined, continuations: 0, fixes: [], look: undefined })

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

function readSubtask(history: Mutable<History>, sha: string, { trailers, body }: JournalEntry): void {
  const { subtask: number, seen, attempts = 1, version, run, proof, checks, passed, brokenTests, brokenSet } = trailers
  if (number === undefined) return
  switch (trailers.state) {
    case undefined:
      history.look = undefined
      history.executed.set(number, {
        sha,
        outcome: body.split('\n\n')[0] ?? '',
        unplanned: unplannedIn(body),
        approvedBy: trailers.approvedBy ?? [],
        ...{ version, run, proof, checks, passed, brokenTests, brokenSet },
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
      if (executed && history.finished) history.undoAfterEnd = command
      history.executed.delete(number)
      history.failed.delete(number)
      history.abandoned.set(number, { reason: body, command, sha })
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
