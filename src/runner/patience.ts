import { setTimeout as sleep } from 'node:timers/promises'

/** How long a run waits for others: for answers, and between two tries. */
export type Patience = {
  /** The signal for a request or command that begins now and may take so many milliseconds. It also aborts when the run has to end. */
  within: (limit: number) => AbortSignal
  /** Waits so many milliseconds. It ends early when the run has to end, and is short after that. */
  wait: (milliseconds: number) => Promise<void>
  /** How many milliseconds may still be waited for a limit to pass. */
  left: () => number
}

/** When the runner has asked the job to end, it kills it within ten seconds: each request gets this much of them. */
const LAST_WORDS = 3_000
/** The longest pause between two tries when the run has to end. */
const LAST_PAUSE = 300

/**
 * Until `ending` aborts there is the time that `left` tells. What runs then is ended; what is begun after that writes
 * down how far the run came. Its reason `time` leaves the usual limits, since the budget keeps some time for that.
 */
export function patienceUntil(ending: AbortSignal, left: () => number = () => Infinity): Patience {
  const limitNow = (limit: number): number => (ending.reason === 'time' ? limit : Math.min(limit, LAST_WORDS))
  return {
    within: (limit) =>
      ending.aborted ? AbortSignal.timeout(limitNow(limit)) : AbortSignal.any([AbortSignal.timeout(limit), ending]),
    wait: async (milliseconds) => {
      if (ending.aborted) return sleep(Math.min(milliseconds, LAST_PAUSE))
      await sleep(milliseconds, undefined, { signal: ending }).catch(() => undefined)
    },
    left: () => (ending.aborted ? 0 : left()),
  }
}
