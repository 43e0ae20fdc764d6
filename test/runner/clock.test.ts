import { expect, test } from 'vitest'
import { startClock } from '../../src/runner/clock.ts'

test.each<[string, number | undefined, number, number]>([
  ['its usual time where nobody says how long', undefined, 330, 50],
  ['as long as somebody says, whatever the token', 20, 20, 20],
])('the time budget of a run is %s', (_, given, own, other) => {
  using clock = startClock(given)
  expect(clock.minutes()).toBe(own)
  clock.useOtherToken()
  expect(clock.minutes()).toBe(other)
  expect(clock.left()).toBeLessThanOrEqual(other * 0.95 * 60_000)
  expect(clock.rest()).toBeGreaterThan(clock.left())
  expect([clock.signal.aborted, clock.isUp()]).toEqual([false, false])
})
