import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Memoizes an asynchronous function: concurrent and later callers share the promise of the first call. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const lazyLoads: (() => Promise<unknown>)[] = []

/** The one way to import later: at the first call, or by `loadAll`, after which nothing is read from the disk. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  const loaded = once(load)
  lazyLoads.push(loaded)
  return loaded
}

/** Loads all that is imported lazily, and what that imports lazily, one after the other. */
export async function loadAll(): Promise<void> {
  for (const load of lazyLoads) {
    await load()
    // Imports do not yield to the event loop, so pending I/O events are processed here.
    await nextTurn()
  }
}

/** Marks a rejection as handled, for a promise that is awaited later: Node ends the process on an unhandled one. */
export function inBackground<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** Milliseconds between two reports on something that people watch and that takes long. */
const REPORT_INTERVAL = 45_000

/** Calls `report` with the milliseconds so far, first after `first` and then repeatedly, until the returned function is called. */
export function reportWhileLong(report: (milliseconds: number) => void, first = REPORT_INTERVAL): () => void {
  const begun = performance.now()
  const again = (): void => {
    report(Math.round(performance.now() - begun))
    timer = setTimeout(again, REPORT_INTERVAL)
  }
  let timer = setTimeout(again, first)
  return () => clearTimeout(timer)
}

/** Waits for work that may take long, and reports the milliseconds so far until its end. */
export const reportingProgress = <T>(work: Promise<T>, ...reporting: Parameters<typeof reportWhileLong>): Promise<T> =>
  work.finally(reportWhileLong(...reporting))

/** Computes a value for each key, concurrently. */
export const asMap = async <K, V>(keys: Iterable<K>, valueOf: (key: K) => Promise<V>): Promise<Map<K, V>> =>
  new Map(await Promise.all([...keys].map(async (key) => [key, await valueOf(key)] as const)))

/** Returns a queue that runs asynchronous functions one at a time, in the order of the calls. */
export function serialQueue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act, act)
    last = next
    return next
  }
}

/** Limits how long a run waits for responses and between retries. */
export type Deadline = {
  /** The signal for a request or command that begins now, of so many milliseconds. It also aborts when the run ends. */
  within: (limit: number) => AbortSignal
  /** Waits so many milliseconds. It ends early when the run has to end, and is short after that. */
  wait: (milliseconds: number) => Promise<void>
  /** Milliseconds that the run may still wait for a rate limit. */
  left: () => number
  /** Whether the time for recording results is over, too: a request that fails then is not retried. */
  isOver: () => boolean
}

/** When the runner has asked the job to end, it kills it within ten seconds: each request gets this much of them. */
const LAST_REQUEST_LIMIT = 3_000
/** The longest pause between two tries when the run has to end. */
const MAX_LAST_PAUSE = 300

/** What tells a run's time, in milliseconds: until its steps have to stop, and until all of its budget is spent. */
type TimeLeft = { left?: () => number; rest?: () => number }

/**
 * The deadline of a run. Until `ending` aborts, requests have their own limits and `left` tells the time; the abort
 * ends them. Requests begun after it, to record how far the run came, get `LAST_REQUEST_LIMIT`, or the `rest` of the time
 * budget where the reason of the abort is `time`.
 */
export function deadlineOf(
  ending: AbortSignal,
  { left = () => Infinity, rest = () => Infinity }: TimeLeft = {},
): Deadline {
  const lastLimit = (): number => (ending.reason === 'time' ? Math.max(LAST_REQUEST_LIMIT, rest()) : LAST_REQUEST_LIMIT)
  return {
    within: (limit) =>
      ending.aborted
        ? AbortSignal.timeout(Math.min(limit, lastLimit()))
        : AbortSignal.any([AbortSignal.timeout(limit), ending]),
    wait: async (milliseconds) => {
      if (ending.aborted) return sleep(Math.min(milliseconds, MAX_LAST_PAUSE))
      await sleep(milliseconds, undefined, { signal: ending }).catch(() => undefined)
    },
    left: () => (ending.aborted ? 0 : left()),
    isOver: () => ending.reason === 'time' && rest() <= 0,
  }
}

/** A deadline without a limit. */
export const NO_DEADLINE = deadlineOf(new AbortController().signal)

/** The waits of so many retries that follow at once, as after a compare-and-swap that another run won. */
export const immediate = (retries: number): readonly number[] => Array<number>(retries).fill(0)

/** The waits before so many retries in milliseconds, and the deadline of the run, which ends waits and retries. */
type Retry<T> = {
  waits: readonly number[]
  deadline?: Pick<Deadline, 'wait' | 'isOver'> | undefined
  /** One try, after so many others. Undefined asks for another one, which does not come if `isLast`. */
  until: (tries: number, isLast: boolean) => Promise<T | undefined>
}

/** Calls `until` until it gives a value, and again after each of `waits`. An error ends it. */
export async function retry<T>({ waits, deadline = NO_DEADLINE, until }: Retry<T>): Promise<T | undefined> {
  for (let tries = 0; ; tries++) {
    const wait = deadline.isOver() ? undefined : waits[tries]
    const value = await until(tries, wait === undefined)
    if (value !== undefined || wait === undefined) return value
    if (wait > 0) await deadline.wait(wait)
  }
}
