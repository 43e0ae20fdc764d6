import { expect, test } from 'vitest'
import { billOf } from '../../fakes/model/cache.ts'

test('Room is made in steps so large that, with a cache, it costs less than none at all, and far less than a little at every turn.', async () => {
  const [never, always, chosen] = [
    await billOf({ contextTokens: Infinity }),
    await billOf({ contextKept: 0.99 }),
    await billOf({}),
  ]
  expect(chosen.cost).toBeLessThan(never.cost)
  expect(chosen.cost).toBeLessThan(always.cost / 2)
  expect(chosen.cached).toBeGreaterThan(chosen.uncached * 10)
})
