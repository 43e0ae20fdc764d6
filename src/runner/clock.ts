/** A run's time: what a step waits for, or gives up at, is told by this clock and by no other. */
export type Clock = {
  /** Milliseconds since the process began. */
  now: () => number
  /** The time of day, as ISO 8601. */
  timestamp: () => string
  /** No new step is begun any more. */
  isUp: () => boolean
  /** Milliseconds until `signal` aborts. */
  left: () => number
  /** Milliseconds until all of the budget is spent, also what is kept for writing down. */
  rest: () => number
  /** Aborts with the reason `time` when a step in hand has to stop. */
  signal: AbortSignal
}

/** Of the budget: the rest is for what was begun, and then for writing it down. */
const LAST_BEGIN = 0.9
const LAST_END = 0.95

/** Starts from when the process began; `minutes` may be a fraction. */
export function startClock(minutes: number): Clock & Disposable {
  const budget = minutes * 60_000
  const now = (): number => performance.now()
  const stop = new AbortController()
  const until = (share: number): number => Math.max(0, budget * share - now())
  const left = (): number => until(LAST_END)
  const timer = setTimeout(() => stop.abort('time'), Math.min(2 ** 31 - 1, left()))
  return {
    now,
    timestamp: () => new Date().toISOString(),
    isUp: () => now() >= budget * LAST_BEGIN,
    left,
    rest: () => until(1),
    signal: stop.signal,
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
