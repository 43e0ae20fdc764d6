import { describe, expect, test } from 'vitest'
import { decide, readySteps, subtasksToBegin } from '../../../src/decide/next/decide.ts'
import type { Context } from '../../../src/decide/next/decision.ts'
import { noteMarker } from '../../../src/decide/thread/people.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { noUsage } from '../../../src/plan/usage.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, RULES, newThread, person, planned, reply, saying, recording, CALM } from '../../thread.ts'

const HANDING: Context = { ...CALM, jobs: 'three' }
const dueIn = (thread: Thread, more: Partial<Context> = {}) =>
  readySteps(thread, stateOf(thread, RULES), { ...HANDING, ...more }).map((step) =>
    step.kind === 'execute' ? `execute ${step.status.subtask.number}` : step.kind,
  )

const plan = planOf([subtask(1), subtask(2), subtask(3, { depends_on: [1] })])
const settled = saying(planned(plan), { at: 'issue', by: BOT, body: noteMarker('plan-13') })
const approved = reply(settled, 'bob', 'approve')
const attempted = (attempts: ReadonlyMap<number, number>, thread = approved): Thread => ({
  ...thread,
  thisRun: {
    ...thread.thisRun,
    attempts: new Map(
      [...attempts].map(([number, times]) => [number, Array(times).fill({ reason: 'x', checks: [], usage: noUsage })]),
    ),
  },
})

/** The thread in which a subtask merges the base. */
const merging = (thread: Thread, number: number): Thread =>
  recording(thread, { merge: { subtask: number, base: 'b'.repeat(40) } })

describe('what other jobs can do now', () => {
  test.each<[string, Thread, string[]]>([
    ['nothing where nobody asked', newThread(), []],
    ['a draft', saying(newThread(), { at: 'issue', by: person('bob'), body: '/plan it' }), ['draft']],
    ['nothing while the plan waits', settled, []],
    ['a revision', reply(settled, 'bob', 'blue'), ['revise']],
    ['every subtask that is ready', approved, ['execute 1', 'execute 2']],
    ['a merge of the base alone', merging(approved, 1), ['execute 1']],
    ['nothing that merges before its turn', merging(approved, 2), ['execute 1']],
    ['what was approved alone', reply(settled, 'bob', 'approve 2'), ['execute 2']],
    ['what became ready', recording(approved, { subtask: 1 }), ['execute 2', 'execute 3']],
    [
      'questions besides',
      saying(approved, { at: 'issue', by: person('bob'), body: '/ask why?' }),
      ['ask', 'execute 1', 'execute 2'],
    ],
    ['a revision in the place of what it may change', reply(approved, 'bob', '/revise blue'), ['revise']],
    ['nothing after a cancel', reply(approved, 'bob', 'cancel'), []],
    ['nothing before a skip is written down', reply(approved, 'bob', '/skip 2'), []],
    ['nothing before a version is announced', recording(approved, {}, renderPlan(planOf([subtask(9)]))), []],
    ['nothing of what has failed too often', attempted(new Map([[1, 3]])), []],
  ])('the steps that other jobs can do now are %s', (_, thread, expected) => {
    expect(dueIn(thread)).toEqual(expected)
  })

  test('when a review of the remaining plan is due, it is the only step given to other jobs', () => {
    const executed = recording(approved, { subtask: 1 })
    expect(dueIn(executed, { settings: { ...CALM.settings, reviewEvery: 1 } })).toEqual(['review'])
  })
})

describe('what one job begins', () => {
  const four = planOf([1, 2, 3, 4].map((number) => subtask(number, number === 4 ? { depends_on: [1] } : {})))
  const start = reply(saying(planned(four), { at: 'issue', by: BOT, body: noteMarker('plan-13') }), 'bob', 'approve')
  const begins = (thread: Thread, free: number, inHand: number[], reviewEvery = 0) =>
    subtasksToBegin(
      stateOf(thread, RULES),
      { settings: { ...CALM.settings, reviewEvery } },
      { free, inHand: new Set(inHand) },
    ).map((status) => status.subtask.number)

  test.each<[string, number[], number[]]>([
    ['as many as there are places, in the order of the plan', begins(start, 2, []), [1, 2]],
    ['no more than are ready', begins(start, 9, []), [1, 2, 3]],
    ['none that is in hand', begins(start, 9, [1, 3]), [2]],
    ['nothing without a free place', begins(start, 0, [1]), []],
    ['what became ready', begins(recording(start, { subtask: 1 }), 9, [2]), [3, 4]],
    ['none that failed too often', begins(attempted(new Map([[2, 3]]), start), 9, []), [1, 3]],
    ['none that is not approved', begins(reply(settled, 'bob', 'approve 2'), 9, []), [2]],
    ['nothing beyond the next review', begins(start, 9, [], 2), [1, 2]],
    ['nothing beyond it with what is in hand', begins(start, 9, [1], 2), [2]],
    ['nothing when what is in hand reaches it', begins(start, 9, [1, 2], 2), []],
    ['the rest up to it', begins(recording(start, { subtask: 1 }), 9, [], 2), [2]],
    ['a merge alone, when it is its turn', begins(merging(start, 1), 9, []), [1]],
    ['no merge beside what is in hand', begins(merging(start, 1), 9, [2]), []],
    ['nothing beside a merge', begins(merging(start, 1), 9, [1]), []],
    ['what comes before a merge, and after it', begins(merging(start, 2), 9, []), [1, 3]],
    ['what comes before a merge, beside what is in hand', begins(merging(start, 3), 9, [1]), [2]],
  ])('a job starts %s', (_, numbers, expected) => {
    expect(numbers).toEqual(expected)
  })
})

describe('before the model’s work is handed over', () => {
  const seen = (thread: Thread): Thread => ({
    ...thread,
    pull: thread.pull && {
      ...thread.pull,
      comments: thread.pull.comments.map((one) => ({ ...one, reactions: { ...one.reactions, eyes: 1 } })),
    },
    comments: thread.comments.map((one) => ({ ...one, reactions: { ...one.reactions, eyes: 1, rocket: 1 } })),
  })
  const step = (thread: Thread) => decide(seen(thread), stateOf(seen(thread), RULES), HANDING)

  test('attempts that no commit records yet are committed as interrupted, one per subtask', () => {
    expect(step(attempted(new Map([[2, 1]])))).toMatchObject({ kind: 'interrupt', status: { subtask: { number: 2 } } })
    expect(step(attempted(new Map([[0, 1]])))).toEqual({ kind: 'interrupt', status: undefined })
    expect(step(attempted(new Map([[99, 1]]))).kind).toBe('execute')
    const both = new Map([1, 2].map((number) => [number, 1] as const))
    expect(step(attempted(both))).toMatchObject({ status: { subtask: { number: 1 } }, others: [{ attempts: 1 }] })
    expect(step(approved).kind).toBe('execute')
  })
})
