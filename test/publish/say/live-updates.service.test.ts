import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from '../../../src/publish/say/live-updates.ts'
import type { AgentStep } from '../../../src/plan/plan.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const steps = (title: string): AgentStep[] => [{ title, state: 'todo' }]

function recorder() {
  const written: string[] = []
  const write = async ([first]: readonly AgentStep[]): Promise<void> => void written.push(first?.title ?? '')
  return { written, write }
}

test('the first live update is written at once, and later ones after a delay with the newest steps only', async () => {
  const { written, write } = recorder()
  await using live = throttled(write)
  live.show(steps('one'))
  await vi.advanceTimersByTimeAsync(0)
  expect(written).toEqual(['one'])
  live.show(steps('two'))
  live.show(steps('three'))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(written).toEqual(['one'])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual(['one', 'three'])
})

test('live updates are written every three seconds at first, and later every ten seconds', async () => {
  const { written, write } = recorder()
  await using live = throttled(write)
  const shownAfter = async (seconds: number): Promise<number> => {
    for (let at = 0; at < seconds * 10; at++) {
      live.show(steps('again'))
      await vi.advanceTimersByTimeAsync(100)
    }
    return written.length
  }
  expect([await shownAfter(16), await shownAfter(40)]).toEqual([6, 10])
})

test('after a quiet period the next live update is written at once', async () => {
  const { written, write } = recorder()
  await using live = throttled(write)
  live.show(steps('one'))
  await vi.advanceTimersByTimeAsync(20_000)
  live.show(steps('two'))
  await vi.advanceTimersByTimeAsync(0)
  expect(written).toEqual(['one', 'two'])
})

test('a failed write does not stop live updates', async () => {
  const written: string[] = []
  await using live = throttled(async ([first]: AgentStep[]) => {
    written.push(first?.title ?? '')
    throw new Error('502')
  })
  live.show(steps('one'))
  await vi.advanceTimersByTimeAsync(10_000)
  live.show(steps('two'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(written).toEqual(['one', 'two'])
})

test('ending live updates waits for the pending write, and drops queued ones', async () => {
  const written: string[] = []
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const live = throttled(async ([first]: AgentStep[]) => {
    await promise
    written.push(first?.title ?? '')
  })
  live.show(steps('one'))
  live.show(steps('two'))
  const ended = live[Symbol.asyncDispose]()
  resolve(undefined)
  await ended
  await vi.advanceTimersByTimeAsync(20_000)
  expect(written).toEqual(['one'])
})

test('ending live updates aborts a pending write after three seconds', async () => {
  const waiting = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
  const live = throttled((_: AgentStep[], signal) => waiting(signal))
  live.show(steps('one'))
  await vi.advanceTimersByTimeAsync(0)
  const ended = live[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(3_000)
  await ended
})
