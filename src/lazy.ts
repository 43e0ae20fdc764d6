import { setTimeout as sleep } from 'node:timers/promises'

/** Makes something at the first call, and gives the same to every other. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A promise that is awaited later: when something else fails before, its own failure is nobody's surprise. */
export function inBackground<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** How long a run waits for others: for answers, and between two tries. */
export type Patience = {
  /** The signal for a request or command that begins now and may take so many milliseconds. It also aborts when the run has to end. */
  within: (limit: number) => AbortSignal
  /** Waits so many milliseconds. It ends early when the run has to end, and is short after that. */
  wait: (milliseconds: number) => Promise<void>
  /** How many milliseconds may still be waited for a limit to pass. */
  left: () => number
}

/** The patience of whoever has no end in sight. */
export const ENDLESS: Patience = {
  within: (limit) => AbortSignal.timeout(limit),
  wait: (milliseconds) => sleep(milliseconds),
  left: () => Infinity,
}
