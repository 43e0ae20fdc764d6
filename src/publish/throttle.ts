/** Milliseconds between two writes of how the work goes into the body. */
const INTERVAL = 5_000

/** Writes an agent's steps as they change: the first at once, then at most every five seconds, only the newest. */
export function throttled<T>(write: (news: T) => Promise<void>): AsyncDisposable & { show: (news: T) => void } {
  let next: T | undefined
  let busy: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (next !== undefined) flush()
    }, INTERVAL)
    const news = next
    next = undefined
    if (news !== undefined) busy = busy.then(() => write(news)).catch(() => undefined)
  }
  return {
    show: (news) => {
      next = news
      if (!timer) flush()
    },
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer)
      next = undefined
      await busy
    },
  }
}
