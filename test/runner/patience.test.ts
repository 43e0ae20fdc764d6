import { expect, test } from 'vitest'
import { patienceUntil } from '../../src/runner/patience.ts'

const HOUR = 3_600_000

test('what runs when the run has to end is ended, and what waits goes on at once', async () => {
  const ending = new AbortController()
  const patience = patienceUntil(ending.signal, () => 7)
  const running = patience.within(HOUR)
  const waiting = patience.wait(HOUR)
  expect([running.aborted, patience.left()]).toEqual([false, 7])
  ending.abort()
  await waiting
  expect([running.aborted, patience.left()]).toEqual([true, 0])
})

test('what begins after that may still be done, and pauses are short', async () => {
  const patience = patienceUntil(AbortSignal.abort())
  const last = patience.within(HOUR)
  await patience.wait(HOUR)
  expect(last.aborted).toBe(false)
})

test('a request has its own limit while there is time', async () => {
  const patience = patienceUntil(new AbortController().signal)
  const own = patience.within(10)
  await new Promise((resolve) => own.addEventListener('abort', resolve, { once: true }))
  expect(own.reason).toMatchObject({ name: 'TimeoutError' })
})
