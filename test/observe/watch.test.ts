import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Comment, Forge, Permission } from '../../src/github/forge.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { watchCommands } from '../../src/observe/watch.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { BOT, changing, comment, lastId, planned, reply, timeOf } from '../thread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const thread = planned(planOf([subtask(1)]))
const work = (number: number, depends_on: number[] = []) => ({
  plan: planOf([...depends_on.map((needed) => subtask(needed)), subtask(number, { depends_on })]),
  subtask: number,
})

/** The part of GitHub that is asked: comments of the pull request, and permissions. */
function forgeAt(now: () => Thread, permission: Permission | Error = 'write') {
  let asked = 0
  const wanted: string[] = []
  const forge: Pick<Forge, 'comments' | 'permission'> = {
    comments: async (_number, since = ''): Promise<Comment[]> => {
      asked += 1
      wanted.push(since)
      return (now().pull?.comments ?? []).filter(({ updatedAt }) => Date.parse(updatedAt) >= (Date.parse(since) || 0))
    },
    permission: async () => {
      if (permission instanceof Error) throw permission
      return permission
    },
  }
  // SAFETY: a watch asks these two questions and no other.
  return { forge: forge as Forge, asked: () => asked, wanted }
}

const isStopped = async (now: Thread, permission?: Permission | Error): Promise<boolean> => {
  using watch = watchCommands(forgeAt(() => now, permission).forge, thread, {
    stop: new AbortController().signal,
  })
  const signal = watch.of(work(2, [1, 3]))
  await watch.check()
  return signal.aborted
}

describe('a watch', () => {
  test.each([
    ['cancel', true],
    ['/stop.', true],
    ['cancel it please', false],
    ['approve', false],
    ['> cancel', false],
    ['/skip 2 not needed', true],
    ['/skip 1', false],
    ['/skip 22', false],
    ['/undo 1', true],
    ['/undo 3 no longer wanted', true],
    ['/undo 2', false],
    ['/undo 4', false],
  ])('while a subtask runs, %j stops it: %j', async (body, stopped) => {
    expect(await isStopped(reply(thread, 'bob', body))).toBe(stopped)
  })

  test.each([
    [49, []],
    [50, [60_000]],
  ])('with %i comments, polling reads a shared page or only new comments: %j', async (count, expected) => {
    let long = thread
    while ((long.pull?.comments.length ?? 0) < count) long = reply(long, 'bob', '/note More.')
    const { forge, wanted } = forgeAt(() => long)
    using watch = watchCommands(forge, long, { stop: new AbortController().signal })
    await watch.check()
    const newest = Math.max(...(long.pull?.comments ?? []).map(({ updatedAt }) => Date.parse(updatedAt)))
    expect(wanted.flatMap((since) => (since === '' ? [] : [newest - Date.parse(since)]))).toEqual(expected)
  })

  test('polling for commands ignores people whose permission is missing or cannot be read', async () => {
    const cancelled = reply(thread, 'mallory', 'cancel')
    expect(await isStopped(cancelled, 'read')).toBe(false)
    expect(await isStopped(cancelled, new Error('502'))).toBe(false)
  })

  test('polling for commands ignores an edited `cancel`', async () => {
    const cancelled = reply(thread, 'bob', 'cancel')
    const edited = changing(cancelled, lastId(cancelled), (one) => ({ ...one, updatedAt: timeOf(9999) }))
    expect(await isStopped(edited)).toBe(false)
  })

  test('polling for commands ignores comments that the run has already observed', async () => {
    const before = reply(thread, 'bob', 'cancel')
    using watch = watchCommands(forgeAt(() => before).forge, before, { stop: new AbortController().signal })
    await watch.check()
    expect(watch.signal.aborted).toBe(false)
  })

  test('polling for commands finds a `cancel` that precedes the bot’s own last comment', async () => {
    const unseen = reply(thread, 'bob', 'cancel')
    const ours = comment(lastId(unseen) + 1, BOT, '**Commands** …')
    const known = { ...thread, pull: thread.pull && { ...thread.pull, comments: [...thread.pull.comments, ours] } }
    using watch = watchCommands(forgeAt(() => unseen).forge, known, { stop: new AbortController().signal })
    await watch.check()
    expect(watch.signal.aborted).toBe(true)
  })

  test('a running subtask’s comments are polled at least every ten seconds, until the watch is disposed', async () => {
    let now = thread
    const { forge, asked } = forgeAt(() => now)
    const watch = watchCommands(forge, thread, { stop: new AbortController().signal })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked()).toBeGreaterThan(0)
    now = reply(thread, 'bob', 'cancel')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(watch.signal.aborted).toBe(true)
    watch[Symbol.dispose]()
    const before = asked()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(before)
  })

  test('polling for commands aborts the subtask’s signal when the run is aborted', async () => {
    const stop = new AbortController()
    using watch = watchCommands(forgeAt(() => thread).forge, thread, { stop: stop.signal })
    stop.abort('time')
    expect([watch.signal.aborted, watch.signal.reason]).toEqual([true, 'time'])
  })

  test('before a pull request exists, no comments are polled for commands', async () => {
    const { forge, asked } = forgeAt(() => thread)
    using watch = watchCommands(forge, { ...thread, pull: undefined }, { stop: new AbortController().signal })
    await watch.check()
    expect(asked()).toBe(0)
  })
})

describe('a watch for several subtasks', () => {
  const stops = async (body: string, permission?: Permission | Error): Promise<boolean[]> => {
    const now = reply(thread, 'bob', body)
    const stop = new AbortController().signal
    using watch = watchCommands(forgeAt(() => now, permission).forge, thread, { stop })
    const signals = [watch.of(work(1)), watch.of(work(2, [4, 5]))]
    await watch.check()
    return [...signals, watch.signal].map(({ aborted }) => aborted)
  }

  test.each<[string, boolean[]]>([
    ['cancel', [true, true, true]],
    ['/skip 2', [false, true, false]],
    ['/skip 1 no', [true, false, false]],
    ['/skip 3', [false, false, false]],
    ['/undo 4', [false, true, false]],
    ['/undo 3', [false, false, false]],
    ['go on', [false, false, false]],
  ])('which of three concurrent subtasks %j stops: %j', async (body, expected) => {
    expect(await stops(body)).toEqual(expected)
    expect(await stops(body, 'read')).toEqual([false, false, false])
  })

  test('while a single subtask runs, comments are polled at every turn of its agent', async () => {
    const { forge, asked } = forgeAt(() => thread)
    using watch = watchCommands(forge, thread, { stop: new AbortController().signal })
    watch.of(work(1))
    for (let turn = 0; turn < 4; turn++) await watch.check()
    expect(asked()).toBe(4)
  })

  test('a watch for several subtasks combines polls within a second', async () => {
    let now = thread
    const { forge, asked } = forgeAt(() => now)
    using watch = watchCommands(forge, thread, { stop: new AbortController().signal })
    for (const number of [1, 2]) watch.of(work(number))
    for (let turn = 0; turn < 4; turn++) await Promise.all([watch.check(), watch.check()])
    expect(asked()).toBe(1)
    now = reply(thread, 'bob', 'cancel')
    await vi.advanceTimersByTimeAsync(1_000)
    await watch.check()
    expect([asked(), watch.signal.aborted]).toEqual([2, true])
  })

  test('an earlier `/skip` that was already handled does not stop a later attempt at the subtask', async () => {
    const now = reply(thread, 'bob', '/skip 2')
    const stop = new AbortController().signal
    using watch = watchCommands(forgeAt(() => now).forge, thread, { stop })
    watch.know(now)
    const signal = watch.of(work(2))
    await watch.check()
    expect(signal.aborted).toBe(false)
  })
})
