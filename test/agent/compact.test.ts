import { expect, test } from 'vitest'
import { billOf } from '../../fakes/model/cache.ts'

test('Compacting a conversation rarely and in large steps costs less than never, or a bit every turn.', async () => {
  const [never, always, chosen] = [
    await billOf({ contextTokens: Infinity }),
    await billOf({ contextShare: 0.99 }),
    await billOf({}),
  ]
  expect(chosen.cost).toBeLessThan(never.cost)
  expect(chosen.cost).toBeLessThan(always.cost / 2)
  expect(chosen.cached).toBeGreaterThan(chosen.uncached * 10)
})
