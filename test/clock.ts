import type { Clock } from '../src/runner/clock.ts'

/** A run's clock that goes on only when it is told to, and a budget that is never used up, unless it is. */
export type HandClock = Clock & Disposable & { forward: (milliseconds: number) => void; end: () => void }

const MIDNIGHT = Date.parse('2026-01-01T00:00:00Z')

export function clockByHand(): HandClock {
  const stop = new AbortController()
  let now = 0
  return {
    now: () => now,
    timestamp: () => new Date(MIDNIGHT + now).toISOString(),
    isUp: () => stop.signal.aborted,
    left: () => (stop.signal.aborted ? 0 : Infinity),
    rest: () => Infinity,
    signal: stop.signal,
    minutes: () => 330,
    useOtherToken: () => undefined,
    forward: (milliseconds) => {
      now += milliseconds
    },
    end: () => stop.abort('time'),
    [Symbol.dispose]: () => undefined,
  }
}
