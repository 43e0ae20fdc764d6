import type { Cost } from './costs.ts'
import type { Limits } from './organisation.ts'

/** Gives the time (minutes) from which a token allows what is asked of it. */
export type Limiter = {
  take: (repository: number, at: number, cost: Cost) => number
  /** The most that one token was asked within one hour. */
  most: () => Cost
}

/**
 * The limits of GitHub as windows that begin with each hour and each minute. What does not fit into the rest of a window
 * waits for the next one, and takes what it needs of it.
 */
export function limiterOf({ token, requestsAnHour, writesAMinute, writesAnHour }: Limits): Limiter {
  const used = new Map<string, number>()
  const most: Cost = { requests: 0, writes: 0 }
  const windows = [
    { kind: 'requests', minutes: 60, limit: requestsAnHour },
    { kind: 'writes', minutes: 60, limit: writesAnHour },
    { kind: 'writes', minutes: 1, limit: writesAMinute },
  ] as const
  return {
    most: () => most,
    take: (repository, at, cost) => {
      const owner = token === 'of all' ? 0 : repository
      const keyOf = ({ kind, minutes }: (typeof windows)[number], time: number): string =>
        `${owner} ${kind} ${minutes} ${Math.floor(time / minutes)}`
      let time = at
      for (;;) {
        const full = windows.find((one) => (used.get(keyOf(one, time)) ?? 0) + cost[one.kind] > one.limit)
        if (!full) break
        time = (Math.floor(time / full.minutes) + 1) * full.minutes
      }
      for (const one of windows) {
        const now = (used.get(keyOf(one, time)) ?? 0) + cost[one.kind]
        used.set(keyOf(one, time), now)
        if (one.minutes === 60) most[one.kind] = Math.max(most[one.kind], now)
      }
      return time
    },
  }
}
