import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for `work`, but at most `grace` milliseconds after the signal; then throws the signal's reason. The grace
 * gives work that reacts to the signal time to clean up, for example to end its processes.
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
