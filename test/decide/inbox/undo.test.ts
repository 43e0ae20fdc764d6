import { describe, expect, test } from 'vitest'
import { isKind } from '../../../src/decide/words/command.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import type { Trailers } from '../../../src/decide/thread/trailers.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { committing, lastId, planned, reply, stateIn } from '../../thread.ts'

// 2 and 3 need 1, 4 needs 3, and 5 needs nothing.
const plan = planOf([
  subtask(1),
  subtask(2, { depends_on: [1] }),
  subtask(3, { depends_on: [1] }),
  subtask(4, { depends_on: [3] }),
  subtask(5),
])
const recorded = (thread: Thread, trailers: Partial<Trailers>, body = 'why'): Thread =>
  committing(thread, { entry: { subject: 'x', body, trailers: { seen: lastId(thread), ...trailers } } })
const approved = reply(planned(plan), 'bob', 'approve')
const executed = (...numbers: number[]): Thread =>
  numbers.reduce((thread, number) => recorded(thread, { subtask: number }, 'It works.'), approved)
const done = (thread: Thread): Thread =>
  committing(thread, {
    entry: { subject: 'x', body: '', trailers: { state: 'done', seen: lastId(thread) } },
    plan: null,
  })

const undone = (thread: Thread, body: string, login = 'bob') => stateIn(reply(thread, login, body))

describe('what an undo takes back', () => {
  test.each<[string, Thread, string, { executed: number[]; left: number[] }]>([
    ['a subtask that nothing needs', executed(1, 5), '/undo 5', { executed: [5], left: [] }],
    ['what needs it and is not executed', executed(1, 5), '/undo 1', { executed: [1], left: [2, 3, 4] }],
    ['what needs it, the last executed first', executed(1, 3, 2, 4), '/undo 1', { executed: [4, 2, 3, 1], left: [] }],
    ['both', executed(1, 2, 3), '/undo 3', { executed: [3], left: [4] }],
    ['of a plan that is done', done(executed(1, 2, 3, 4, 5)), '/undo 3', { executed: [4, 3], left: [] }],
    [
      'nothing that was skipped before',
      recorded(executed(1, 2, 3), { subtask: 4, state: 'abandoned' }),
      '/undo 1',
      { executed: [3, 2, 1], left: [] },
    ],
  ])('`/undo` takes back %s', (_, thread, body, expected) => {
    const { pending } = undone(thread, `${body} too slow`)
    expect(pending.filter(isKind('undo'))).toMatchObject([{ ...expected, reason: 'too slow' }])
  })
})

describe('an undo is refused', () => {
  const taken = recorded(executed(1, 2), { subtask: 2, state: 'abandoned', command: 1 })
  test.each<[string, Thread, string, string]>([
    [
      'of a subtask that is not there',
      executed(1, 2),
      '/undo 9',
      'There is no subtask 9 in this plan. Undo one of those that are done: 1 and 2.',
    ],
    [
      'of one that was never executed',
      executed(1),
      '/undo 5',
      'Subtask 5 has not run. Comment `/skip 5` to leave it out.',
    ],
    [
      'of one that was skipped',
      recorded(executed(1), { subtask: 5, state: 'abandoned' }),
      '/undo 5',
      'Subtask 5 was skipped. Undo one of those that are done: 1.',
    ],
    [
      'of one that failed',
      recorded(executed(1), { subtask: 5, state: 'failed', attempts: 3 }),
      '/undo 5',
      'Subtask 5 has not run. Comment `/skip 5` to leave it out.',
    ],
    ['the second time', taken, '/undo 2', 'Subtask 2 was taken back already. Undo one of those that are done: 1.'],
    [
      'where nothing is done',
      approved,
      '/undo 9',
      'There is no subtask 9 in this plan. There is nothing to take back.',
    ],
    [
      'without a number',
      executed(1),
      '/undo',
      '`/undo` does not say which subtask. Comment `/undo N`, or `/undo N <reason>`.',
    ],
  ])('an `/undo` %s is refused', (_, thread, body, expected) => {
    const { pending, refusals } = undone(thread, body)
    expect(pending.filter(isKind('undo'))).toEqual([])
    expect(refusals.map(({ why, remedy }) => `${why} ${remedy}`)).toEqual([expected])
  })
})

describe('after an undo', () => {
  const asked = reply(executed(1, 2, 5), 'bob', '/undo 1 too slow')
  const command = lastId(asked)
  const reverting = (thread: Thread, number: number) =>
    recorded(
      thread,
      { subtask: number, state: 'abandoned', command },
      number === 1 ? 'too slow\n\nThis reverts commit abc.' : 'needs 1: too slow',
    )

  test('after `/undo` its subtasks are skipped, and no approval is lost or refused', () => {
    const after = [3, 4, 2, 1].reduce(reverting, asked)
    const { statuses, approvals, refusals, pending, history } = stateIn(after)
    expect(statuses.map(({ subtask: { number }, state }) => `${number} ${state}`)).toEqual([
      ...['1 abandoned', '2 abandoned', '3 abandoned', '4 abandoned', '5 done'],
    ])
    expect([approvals.length, refusals, pending]).toEqual([1, [], []])
    expect([...history.undone.keys()]).toEqual([2, 1])
  })

  test('an `/undo` interrupted between its commits still takes back the remaining subtasks', () => {
    const half = [3, 4, 2].reduce(reverting, asked)
    expect(stateIn(half).pending).toMatchObject([{ kind: 'undo', executed: [1], left: [] }])
  })

  test('a finished plan stays done after `/undo`, and gets a second closing comment', () => {
    const before = done(executed(1, 2, 3, 4, 5))
    const told = reply(before, 'bob', '/undo 5')
    const after = recorded(told, { subtask: 5, state: 'abandoned', command: lastId(told) })
    const { phase, history } = stateIn(after)
    expect([phase, history.undoAfterEnd, stateIn(before).history.undoAfterEnd]).toEqual([
      'done',
      lastId(told),
      undefined,
    ])
  })

  test('skipping a subtask that was never executed does not count as an undo', () => {
    expect(stateIn(recorded(approved, { subtask: 5, state: 'abandoned' })).history.undone.size).toBe(0)
  })
})
