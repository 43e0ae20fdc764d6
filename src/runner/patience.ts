import { setTimeout as sleep } from 'node:timers/promises'

/** When the runner has asked the job to end, it kills it within ten seconds: each request gets this much of them. */
const LAST_WORDS = 3_000
/** The longest pause between two tries when the run has to end. */
const LAST_PAUSE = 300

/**
 * The patience of a run. Until `ending` aborts there is the time that `left` tells. What runs then is ended; what is begun after that writes
 * down how far the run came. Its reason `time` leaves the usual limits, since the budget keeps some time for that.
 */
export function patienceUntil(ending: AbortSignal, left: () => number = () => Infinity) {
  const limitNow = (limit: number): number => (ending.reason === 'time' ? limit : Math.min(limit, LAST_WORDS))
  return {
    within: (limit: number): AbortSignal =>
      ending.aborted ? AbortSignal.timeout(limitNow(limit)) : AbortSignal.any([AbortSignal.timeout(limit), ending]),
    wait: async (milliseconds: number): Promise<void> => {
      if (ending.aborted) return sleep(Math.min(milliseconds, LAST_PAUSE))
      await sleep(milliseconds, undefined, { signal: ending }).catch(() => undefined)
    },
    left: (): number => (ending.aborted ? 0 : left()),
  }
}
