import { expect, test } from 'vitest'
import { deadlineOf, lazily, loadAll } from '../src/lib/async.ts'

const HOUR = 3_600_000

test('when a run must end, running work is aborted and pending waits return at once', async () => {
  const ending = new AbortController()
  const deadline = deadlineOf(ending.signal, { left: () => 7 })
  const running = deadline.within(HOUR)
  const waiting = deadline.wait(HOUR)
  expect([running.aborted, deadline.left()]).toEqual([false, 7])
  ending.abort()
  await waiting
  expect([running.aborted, deadline.left()]).toEqual([true, 0])
})

test('work started after a run was told to end is not aborted, and its waits return at once', async () => {
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
])('failing requests are retried or given up by the time left: given up %s', (_, ending, rest, isOver) => {
  expect(deadlineOf(ending, { rest: () => rest }).isOver()).toBe(isOver)
})

test('a request is aborted by its own timeout while the run has time left', async () => {
  const deadline = deadlineOf(new AbortController().signal)
  const own = deadline.within(10)
  await new Promise((resolve) => own.addEventListener('abort', resolve, { once: true }))
  expect(own.reason).toMatchObject({ name: 'TimeoutError' })
})

test('lazy imports, nested ones too, load once: on first use or all together by `loadAll`', async () => {
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
