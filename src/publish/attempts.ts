import type { Thread } from '../decide/thread.ts'
import { type Usage, noUsage, addUsage, largerUsage } from '../plan/usage.ts'
import type { Attempt } from '../plan/evidence.ts'
import type { Snapshot } from '../decide/state.ts'

/** The usage of a subtask that no commit records yet. */
export const usageOf = ({ thisRun }: Thread, number: number, last: Usage = noUsage): Usage =>
  addUsage(last, ...(thisRun.attempts.get(number) ?? []).map((attempt) => attempt.usage))

/** Adds a failed attempt to what only this run knows, until a commit records it. */
export function addAttempt(thread: Thread, number: number, attempt: Attempt): Thread {
  const attempts = new Map(thread.thisRun.attempts).set(number, [
    ...(thread.thisRun.attempts.get(number) ?? []),
    attempt,
  ])
  return { ...thread, thisRun: { ...thread.thisRun, attempts } }
}

/** Counts usage for the plan that no commit of a subtask records. */
export const addUsageOf = (thread: Thread, usage: Usage): Thread =>
  usage.input + usage.output === 0 ? thread : addAttempt(thread, 0, { reason: '', checks: [], usage })

/** Drops attempts that the branch records now. */
export function forgetAttempts(thread: Thread, numbers: readonly number[]): Thread {
  const attempts = new Map([...thread.thisRun.attempts].filter(([number]) => !numbers.includes(number)))
  return { ...thread, thisRun: { ...thread.thisRun, attempts } }
}

/** Whether this run has committed something since. */
export const hasMoved = (before: Thread, { thisRun }: Thread): boolean =>
  thisRun.written.commits.length > before.thisRun.written.commits.length

/**
 * Counts what a step cost in this run, whatever the branch records of it. `before` is how the plan stood when it began.
 */
export const withSpent = (after: Thread, before: Snapshot, usage: Usage): Thread => ({
  ...after,
  thisRun: { ...after.thisRun, spent: addUsage(largerUsage(before.state.usage, before.thread.thisRun.spent), usage) },
})
