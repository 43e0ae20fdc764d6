import { expect, test } from 'vitest'
import { deadlineOf, lazily, loadAll } from '../src/lib/async.ts'

const HOUR = 3_600_000

test('what runs when the run has to end is ended, and what waits goes on at once', async () => {
  const ending = new AbortController()
  const deadline = deadlineOf(ending.signal, { left: () => 7 })
  const running = deadline.within(HOUR)
  const waiting = deadline.wait(HOUR)
  expect([running.aborted, deadline.left()]).toEqual([false, 7])
  ending.abort()
  await waiting
  expect([running.aborted, deadline.left()]).toEqual([true, 0])
})

test('what begins after that may still be done, and pauses are short', async () => {
  const deadline = deadlineOf(AbortSignal.abort())
  const last = deadline.within(HOUR)
  await deadline.wait(HOUR)
  expect(last.aborted).toBe(false)
})

test.each<[string, AbortSignal, number, boolean]>([
  ['while a run is at work', new AbortController().signal, 0, false],
  ['as long as there is time to write down', AbortSignal.abort('time'), 1, false],
  ['when that is over as well', AbortSignal.abort('time'), 0, true],
  ['when the runner ends the job, which has its own few seconds', AbortSignal.abort(), 0, false],
])('what fails is given up %s', (_, ending, rest, isOver) => {
  expect(deadlineOf(ending, { rest: () => rest }).isOver()).toBe(isOver)
})

test('a request has its own limit while there is time', async () => {
  const deadline = deadlineOf(new AbortController().signal)
  const own = deadline.within(10)
  await new Promise((resolve) => own.addEventListener('abort', resolve, { once: true }))
  expect(own.reason).toMatchObject({ name: 'TimeoutError' })
})

test('what is imported lazily is loaded once, by its first use or with all the rest, and what it imports in turn', async () => {
  const loads: string[] = []
  const first = lazily(async () => {
    loads.push('first')
    lazily(async () => void loads.push('in turn'))
    return 1
  })
  lazily(async () => void loads.push('second'))
  expect(loads).toEqual([])
  expect(await first()).toBe(1)
  await loadAll()
  await loadAll()
  expect([await first(), loads]).toEqual([1, ['first', 'second', 'in turn']])
})
