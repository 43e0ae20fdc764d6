import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_DEADLINE } from '../../../src/lib/async.ts'
import { connect } from '../../../src/github/transport/client.ts'

afterEach(() => vi.restoreAllMocks())

/** A client of github.com, what runs at the same time at most, when each began, and the waits between writes. */
function crowd() {
  let running = 0
  const seen = { most: 0, began: [] as number[], waits: [] as number[] }
  const act = async (n: number): Promise<Response> => {
    seen.began.push(n)
    seen.most = Math.max(seen.most, ++running)
    await sleep(5)
    running--
    return Response.json({ id: n }, { status: n === 3 ? 404 : 200 })
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation((url) => act(Number(String(url).split('/').at(-1))))
  const deadline = { ...NO_DEADLINE, wait: async (milliseconds: number) => void seen.waits.push(milliseconds) }
  return { seen, client: connect({ token: 'ghs_x', deadline }) }
}
const name = { owner: 'octo', repo: 'demo' }
const many = Array.from({ length: 25 }, (_, n) => n)
const settled = many.map((n) => (n === 3 ? 'rejected' : 'fulfilled'))

test('at most ten reads run at once, and a failed one does not delay the others', async () => {
  const { seen, client } = crowd()
  const ended = await Promise.allSettled(many.map((n) => client.rest.issues.get({ ...name, issue_number: n })))
  expect(ended.map(({ status }) => status)).toEqual(settled)
  expect([seen.most, seen.began]).toEqual([10, many])
})

test('writes run in order and one second apart, and a failed one does not delay the others', async () => {
  const { seen, client } = crowd()
  const write = (n: number) => client.rest.issues.update({ ...name, issue_number: n })
  const ended = await Promise.allSettled(many.map(write))
  expect(ended.map(({ status }) => status)).toEqual(settled)
  expect([seen.most, seen.began]).toEqual([1, many])
  expect(seen.waits.map((wait) => Math.ceil(wait / 1_000))).toEqual(many.slice(1).map(() => 1))
})
