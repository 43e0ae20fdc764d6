import { describe, expect, test } from 'vitest'
import type { Rules } from '../../../src/decide/thread/facts.ts'
import type { Trailers } from '../../../src/decide/thread/trailers.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import { unapproved, type Status } from '../../../src/decide/approval/subtask-status.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { noUsage } from '../../../src/plan/usage.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { RULES, committing, lastId, planned, reply } from '../../thread.ts'

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] }), subtask(3)])
const recording = (thread: Thread, trailers: Partial<Trailers>, body = ''): Thread =>
  committing(thread, { entry: { subject: 'x', body, trailers: { seen: lastId(thread), ...trailers } } })

const table = (thread: Thread, more: Partial<Rules> = {}): Record<number, Status> =>
  Object.fromEntries(stateOf(thread, { ...RULES, ...more }).statuses.map((status) => [status.subtask.number, status]))
const states = (thread: Thread) => Object.values(table(thread)).map(({ state }) => state)
const readiness = (thread: Thread, more: Partial<Rules> = {}) =>
  Object.values(table(thread, more)).map(({ approved, ready }) => (ready ? 'ready' : approved ? 'approved' : 'waiting'))

describe('what may begin', () => {
  test('an approved subtask without dependencies is ready to start', () => {
    expect(readiness(reply(planned(plan), 'bob', 'approve'))).toEqual(['ready', 'approved', 'ready'])
    expect(readiness(reply(planned(plan), 'bob', 'approve 3'))).toEqual(['waiting', 'waiting', 'ready'])
  })

  test.each<[string, Partial<Trailers>]>([
    ['done', { subtask: 1 }],
    ['abandoned', { subtask: 1, state: 'abandoned', command: 1 }],
  ])('an approved subtask is ready to start when its dependency is %s', (_, trailers) => {
    const thread = recording(reply(planned(plan), 'bob', 'approve'), trailers)
    expect(readiness(thread)[1]).toBe('ready')
  })

  test('a subtask that depends on a failed one is not ready to start', () => {
    const thread = recording(reply(planned(plan), 'bob', 'approve'), { subtask: 1, state: 'failed', attempts: 3 })
    expect(states(thread)).toEqual(['failed', 'todo', 'todo'])
    expect(readiness(thread)).toEqual(['approved', 'approved', 'ready'])
  })

  test('a subtask waits until as many different people have approved it as the input requires', () => {
    const two = { approvalsRequired: 2 }
    const once = reply(reply(planned(plan), 'bob', 'approve'), 'bob', 'approve')
    expect(readiness(once, two)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(readiness(reply(once, 'carol', 'approve 1'), two)).toEqual(['ready', 'waiting', 'waiting'])
  })
})

test('a subtask’s status shows its outcome, the reason of a skip, or the evidence of its failure', () => {
  const approved = reply(planned(plan), 'bob', 'approve')
  const done = recording(approved, { subtask: 1 }, 'The limiter is there.')
  const skipped = recording(done, { subtask: 2, state: 'abandoned' }, 'too dear')
  const failed = recording(skipped, { subtask: 3, state: 'failed', attempts: 3 }, 'npm test failed')
  expect(Object.values(table(failed)).map(({ text }) => text)).toEqual([
    'The limiter is there.',
    'too dear',
    'npm test failed',
  ])
  expect(table(failed)[1]?.sha).toMatch(/^[0-9a-f]{40}$/)
})

test('attempts of this run and of earlier runs are counted together until a retry', () => {
  const approved = reply(planned(plan), 'bob', 'approve')
  const stopped = recording(approved, { subtask: 1, state: 'in_progress', attempts: 2 })
  const attempt = { reason: 'x', checks: [], usage: noUsage }
  const running = { ...stopped, thisRun: { ...stopped.thisRun, attempts: new Map([[1, [attempt]]]) } }
  expect(table(running)[1]?.attempts).toBe(3)
  const failed = recording(stopped, { subtask: 1, state: 'failed', attempts: 3 })
  expect(table(reply(failed, 'bob', '/retry'))[1]).toMatchObject({ state: 'todo', attempts: 0 })
  expect(table(reply(failed, 'mallory', '/retry'))[1]).toMatchObject({ state: 'failed', attempts: 3 })
})

test('the list of subtasks that wait for an approval omits those done or approved', () => {
  const thread = recording(reply(planned(plan), 'bob', 'approve 1'), { subtask: 1 })
  expect(unapproved(Object.values(table(thread))).map(({ subtask }) => subtask.number)).toEqual([2, 3])
})
