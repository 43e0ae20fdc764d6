/** In milliseconds: at most 360 writes an hour, because GitHub allows an account 500. */
const INTERVAL = 10_000
const FIRST_INTERVAL = 3_000
const FIRST_WRITES = 5

/** Grace period in milliseconds for the pending update on shutdown; it may be waiting for a rate limit. */
const GRACE = 3_000

/** Throttles writes: at each interval only the newest update is written. `signal` aborts a last write that hangs. */
export function throttled<T>(
  write: (update: T, signal: AbortSignal) => Promise<void>,
): AsyncDisposable & { show: (news: T) => void } {
  const ending = new AbortController()
  let pending: T | undefined
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let writes = 0
  const flush = (): void => {
    const pause = writes++ < FIRST_WRITES ? FIRST_INTERVAL : INTERVAL
    timer = setTimeout(() => {
      timer = undefined
      if (pending !== undefined) flush()
    }, pause)
    const update = pending
    pending = undefined
    if (update !== undefined) writing = writing.then(() => write(update, ending.signal)).catch(() => undefined)
  }
  return {
    show: (update) => {
      pending = update
      if (!timer) flush()
    },
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer)
      pending = undefined
      const grace = setTimeout(() => ending.abort(), GRACE)
      await writing
      clearTimeout(grace)
    },
  }
}
