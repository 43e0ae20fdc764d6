import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Makes something at the first call, and gives the same to every other. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Asks once for each key, and gives the same answer to every other. */
export function oncePer<K, V>(ask: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const asked = new Map<K, Promise<V>>()
  return (key) => {
    const answer = asked.get(key) ?? ask(key)
    asked.set(key, answer)
    return answer
  }
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
    // An import takes no turn of the event loop of its own: what a process or GitHub answers meanwhile is heard here.
    await nextTurn()
  }
}

/** A promise that is awaited later: when something else fails before, its own failure is nobody's surprise. */
export function inBackground<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** Milliseconds between two reports of what takes long, and before the first unless a caller gives another time. */
const REPORT_EVERY = 45_000

/** Calls `report` with the milliseconds so far, first after `first` and then repeatedly, until what it returns is called. */
export function reportWhileLong(report: (milliseconds: number) => void, first = REPORT_EVERY): () => void {
  const begun = performance.now()
  const reportAgain = (): void => {
    report(Math.round(performance.now() - begun))
    timer = setTimeout(reportAgain, REPORT_EVERY)
  }
  let timer = setTimeout(reportAgain, first)
  return () => clearTimeout(timer)
}

/** Waits for work that may take long, and reports the milliseconds so far until its end. */
export const tellingWhileLong = <T>(
  work: Promise<T>,
  ...reporting: Parameters<typeof reportWhileLong>
): Promise<T> => work.finally(reportWhileLong(...reporting))

/** What each of these comes to. All are asked at the same time. */
export const asMap = async <K, V>(keys: Iterable<K>, valueOf: (key: K) => Promise<V>): Promise<Map<K, V>> =>
  new Map(await Promise.all([...keys].map(async (key) => [key, await valueOf(key)] as const)))

/** Makes that what is asked for at the same time is done one after the other. */
export function oneAfterTheOther(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act, act)
    last = next
    return next
  }
}

/** How long a run may wait for others: for answers, and between two tries. */
export type Deadline = {
  /** The signal for a request or command that begins now, of so many milliseconds. It also aborts when the run ends. */
  within: (limit: number) => AbortSignal
  /** Waits so many milliseconds. It ends early when the run has to end, and is short after that. */
  wait: (milliseconds: number) => Promise<void>
  /** How many milliseconds may still be waited for a limit to pass. */
  left: () => number
  /** Whether the time for writing down is over, too: what is begun then, and fails, is not tried again. */
  isOver: () => boolean
}

/** For what may wait as long as it takes. */
export const NO_DEADLINE: Deadline = {
  within: (limit) => AbortSignal.timeout(limit),
  wait: (milliseconds) => sleep(milliseconds),
  left: () => Infinity,
  isOver: () => false,
}

/** When the runner has asked the job to end, it kills it within ten seconds: each request gets this much of them. */
const LAST_REQUEST = 3_000
/** The longest pause between two tries when the run has to end. */
const LAST_PAUSE = 300

/** What tells a run's time, in milliseconds: until its steps have to stop, and until all of its budget is spent. */
export type TimeLeft = { left?: () => number; rest?: () => number }

/**
 * The deadline of a run. Until `ending` aborts, requests have their own limits and `left` tells the time; the abort
 * ends them. Requests begun after it, to record how far the run came, get `LAST_REQUEST`, or the `rest` of the time
 * budget where the reason of the abort is `time`.
 */
export function deadlineOf(
  ending: AbortSignal,
  { left = () => Infinity, rest = () => Infinity }: TimeLeft = {},
): Deadline {
  const lasts = (): number => (ending.reason === 'time' ? Math.max(LAST_REQUEST, rest()) : LAST_REQUEST)
  return {
    within: (limit) =>
      ending.aborted
        ? AbortSignal.timeout(Math.min(limit, lasts()))
        : AbortSignal.any([AbortSignal.timeout(limit), ending]),
    wait: async (milliseconds) => {
      if (ending.aborted) return sleep(Math.min(milliseconds, LAST_PAUSE))
      await sleep(milliseconds, undefined, { signal: ending }).catch(() => undefined)
    },
    left: () => (ending.aborted ? 0 : left()),
    isOver: () => ending.reason === 'time' && rest() <= 0,
  }
}

/** The waits of so many retries that follow at once, as after a compare-and-swap that another run won. */
export const immediate = (retries: number): readonly number[] => Array<number>(retries).fill(0)

/** Calls `until` until it gives a value, and again after each of `waits`, in milliseconds. An error ends it. */
export async function retry<T>({
  waits,
  until,
}: {
  waits: readonly number[]
  until: (tries: number) => Promise<T | undefined>
}): Promise<T | undefined> {
  for (let tries = 0; ; tries++) {
    const value = await until(tries)
    const wait = waits[tries]
    if (value !== undefined || wait === undefined) return value
    if (wait > 0) await sleep(wait)
  }
}
