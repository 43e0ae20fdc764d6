/** A run's time budget. All deadlines of steps come from this clock. */
export type Clock = Omit<ReturnType<typeof startClock>, typeof Symbol.dispose>

/** Default minutes: a job may take six hours, and the token of a GitHub App expires after one. */
const BUDGET = { ownToken: 330, otherToken: 50 }

/** The share of the time budget after which no new step is begun. */
const BEGIN_SHARE_OF_BUDGET = 0.9
/** The share after which steps in progress are aborted. The rest is for recording what they did. */
const WORK_SHARE_OF_BUDGET = 0.95

/** Starts the budget, from when the process began. The minutes of the input may be a fraction. */
export function startClock(budgetMinutes: number | undefined) {
  let minutes = budgetMinutes ?? BUDGET.ownToken
  const now = (): number => performance.now()
  const stop = new AbortController()
  const until = (share: number): number => Math.max(0, minutes * 60_000 * share - now())
  const left = (): number => until(WORK_SHARE_OF_BUDGET)
  const startTimer = (): NodeJS.Timeout => setTimeout(() => stop.abort('time'), Math.min(2 ** 31 - 1, left()))
  let timer = startTimer()
  return {
    /** Milliseconds since the process began. */
    now,
    timestamp: () => new Date().toISOString(),
    /** Whether it is too late to begin a step. */
    isUp: () => until(BEGIN_SHARE_OF_BUDGET) <= 0,
    left,
    /** Milliseconds until all of the budget is spent, also the share that is reserved for recording results. */
    rest: () => until(1),
    /** Aborts with the reason `time` when the current step has to stop. */
    signal: stop.signal,
    minutes: () => minutes,
    /** Applies the default budget for a token that is not the workflow's own, unless the input sets one. */
    useOtherToken: () => {
      clearTimeout(timer)
      minutes = budgetMinutes ?? BUDGET.otherToken
      timer = startTimer()
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
