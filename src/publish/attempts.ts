import type { Thread } from '../decide/thread.ts'
import type { Usage } from '../plan/usage.ts'
import { noUsage, addUsage, largerUsage } from '../plan/usage.ts'
import type { Attempt } from '../plan/evidence.ts'

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

/** Drops attempts that the branch records now. */
export function forgetAttempts(thread: Thread, numbers: readonly number[]): Thread {
  const attempts = new Map([...thread.thisRun.attempts].filter(([number]) => !numbers.includes(number)))
  return { ...thread, thisRun: { ...thread.thisRun, attempts } }
}

/** Adds what this run spent on a plan that had cost `before`, whatever the branch records of it. */
export function withSpent(thread: Thread, before: Usage, usage: Usage): Thread {
  const spent = addUsage(largerUsage(before, thread.thisRun.spent), usage)
  return { ...thread, thisRun: { ...thread.thisRun, spent } }
}
