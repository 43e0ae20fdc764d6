import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paced } from '../../../src/github/transport/client.ts'

/** What runs at the same time at most, and when each began. */
function crowd() {
  let running = 0
  const seen = { most: 0, began: [] as number[] }
  const act = (n: number) => async (): Promise<number> => {
    seen.began.push(n)
    seen.most = Math.max(seen.most, ++running)
    await sleep(5)
    running--
    if (n === 3) throw new Error('the third')
    return n
  }
  return { seen, act }
}
const many = Array.from({ length: 25 }, (_, n) => n)
const settled = many.map((n) => (n === 3 ? 'rejected' : 'fulfilled'))

test('at most ten questions are asked at once, and one that fails holds up no other', async () => {
  const { seen, act } = crowd()
  const pace = paced(
    async () => undefined,
    () => performance.now(),
  )
  const ended = await Promise.allSettled(many.map((n) => pace.read(act(n))))
  expect(ended.map(({ status }) => status)).toEqual(settled)
  expect([seen.most, seen.began]).toEqual([10, many])
})

test('writes come one after another, in their order and a second apart, and one that fails holds up no other', async () => {
  const { seen, act } = crowd()
  const waits: number[] = []
  const pace = paced(
    async (milliseconds) => void waits.push(milliseconds),
    () => 0,
  )
  const ended = await Promise.allSettled(many.map((n) => pace.write(act(n))))
  expect(ended.map(({ status }) => status)).toEqual(settled)
  expect([seen.most, seen.began]).toEqual([1, many])
  expect(waits).toEqual(many.slice(1).map(() => 1_000))
})
