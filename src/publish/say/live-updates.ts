/**
 * Milliseconds between two writes of how the work goes into the body: few for the first of them, which people await.
 * GitHub lets one account write 500 times an hour (docs.github.com, "About secondary rate limits"): a run whose steps
 * change all the time takes 360 of these.
 */
const INTERVAL = 10_000
const FIRST_INTERVAL = 3_000
const FIRST_WRITES = 5

/** Grace period in milliseconds for the pending update on shutdown; it may be waiting for a rate limit. */
const GRACE = 3_000

/**
 * Writes an agent's steps as they change: the first at once, some more after three seconds, then at most every ten, only
 * the newest. The signal that `write` is given aborts when a write at the end takes too long.
 */
export function throttled<T>(
  write: (news: T, signal: AbortSignal) => Promise<void>,
): AsyncDisposable & { show: (news: T) => void } {
  const ending = new AbortController()
  let next: T | undefined
  let busy: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let writes = 0
  const flush = (): void => {
    const pause = writes++ < FIRST_WRITES ? FIRST_INTERVAL : INTERVAL
    timer = setTimeout(() => {
      timer = undefined
      if (next !== undefined) flush()
    }, pause)
    const news = next
    next = undefined
    if (news !== undefined) busy = busy.then(() => write(news, ending.signal)).catch(() => undefined)
  }
  return {
    show: (news) => {
      next = news
      if (!timer) flush()
    },
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer)
      next = undefined
      const grace = setTimeout(() => ending.abort(), GRACE)
      await busy
      clearTimeout(grace)
    },
  }
}
