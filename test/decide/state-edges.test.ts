import { describe, expect, test } from 'vitest'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { announcing, lastId, planned, reply, stateIn, recording } from '../thread.ts'

const whys = (now: Thread): string[] => stateIn(now).refusals.map(({ why }) => why)
const ready = (now: Thread): number[] =>
  stateIn(now)
    .statuses.filter((status) => status.ready)
    .map((status) => status.subtask.number)

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const second = renderPlan({ ...plan, title: 'Another' })
const thread = planned(plan)
const apart = planned(planOf([subtask(1), subtask(2)]))
const approved = reply(thread, 'bob', 'approve')
const failure = (number: number) => ({ subtask: number, state: 'failed', attempts: 3 })
const branchOf = (now: Thread, more: object): Thread => ({ ...now, branch: now.branch && { ...now.branch, ...more } })

describe('the plan that a branch holds', () => {
  test('is a problem when its file is gone before the plan is done', () => {
    const reason = 'the plan file is no longer on the branch'
    expect(stateIn(recording(thread, {}, null)).reading).toEqual({ kind: 'problem', blob: '', line: undefined, reason })
  })

  test('is a problem when its file is no text', () => {
    const planFile = { kind: 'unreadable', path: 'PLAN.md', blob: 'abc', why: 'it is a link' }
    const reading = { kind: 'problem', blob: 'abc', line: undefined, reason: 'it is a link' }
    expect(stateIn(branchOf(thread, { planFile })).reading).toEqual(reading)
  })

  test('is the last text that was committed when the plan is done, however the texts are listed', () => {
    const done = recording(recording(thread, {}, second), { state: 'done' }, null)
    const texts = new Map([...(done.branch?.texts ?? [])].toReversed())
    for (const now of [done, branchOf(done, { texts })])
      expect(stateIn(now).reading).toMatchObject({ kind: 'plan', plan: { title: 'Another' } })
  })
})

describe('an approval', () => {
  const failed = recording(approved, failure(1))

  test('counts again after a retry, until something fails again', () => {
    const retried = reply(failed, 'bob', '/retry')
    expect(whys(reply(retried, 'carol', 'approve'))).toEqual([])
    expect(whys(reply(recording(retried, failure(1)), 'carol', 'approve'))).toEqual([expect.stringContaining('paused')])
  })

  test('counts in a new version, whatever failed in the one before', () => {
    const offered = announcing(recording(failed, {}, second), 2)
    const again = reply(offered, 'carol', 'approve')
    expect([whys(again), ready(again)]).toEqual([[expect.stringContaining('version 1')], [1]])
  })

  test('between a failure and the halt of the whole plan still counts', () => {
    const between = reply(recording(reply(apart, 'bob', 'approve'), failure(1)), 'carol', 'approve')
    expect(whys(recording(between, { state: 'halted', reason: 'budget' }))).toEqual([])
  })
})

describe('what is counted', () => {
  const usage = { input: 900, cached: 10, output: 100 }

  test('is what attempts of this run used, too', () => {
    const attempts = new Map([[1, [{ reason: 'x', checks: [], usage }]]])
    expect(stateIn({ ...thread, thisRun: { ...thread.thisRun, attempts } }).usage).toEqual(usage)
  })
})

describe('a plan', () => {
  test('halts at the last of its failures', () => {
    const first = recording(reply(apart, 'bob', 'approve'), failure(1))
    const both = recording(reply(first, 'bob', '/note x'), failure(2))
    expect(stateIn(both).halt).toEqual({ reason: 'failed', since: lastId(both) })
    const other = recording(reply(recording(reply(apart, 'bob', 'approve'), failure(2)), 'bob', '/note x'), failure(1))
    expect(stateIn(other).halt).toEqual({ reason: 'failed', since: lastId(other) })
  })

  test('is there as soon as its branch is', () => {
    expect(stateIn({ ...thread, pull: undefined }).phase).toBe('todo')
    expect(stateIn({ ...thread, branch: undefined }).phase).toBe('todo')
  })

  test('is in progress when an attempt was cut off', () => {
    expect(stateIn(recording(thread, { subtask: 1, state: 'in_progress', attempts: 1 })).phase).toBe('in_progress')
  })
})
