import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for `work`, but no longer than `grace` milliseconds after the signal; then throws the signal's reason.
 * The grace lets work that heeds the signal clean up (end its processes) before anybody goes on without it.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, grace = 0): Promise<T> {
  const over = new AbortController()
  try {
    return await Promise.race([work, rejectAfter(signal, grace, over.signal)])
  } finally {
    over.abort()
  }
}

async function rejectAfter(signal: AbortSignal, grace: number, over: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort', { signal: over })
  await sleep(grace, undefined, { signal: over })
  throw signal.reason
}
