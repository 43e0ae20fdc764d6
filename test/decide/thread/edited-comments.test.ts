import { describe, expect, test } from 'vitest'
import { noteMarker } from '../../../src/decide/thread/people.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, changing, lastId, newThread, person, planned, reply, RULES, saying, timeOf } from '../../thread.ts'

const settled = saying(planned(planOf([subtask(1)])), { at: 'issue', by: BOT, body: noteMarker('plan-13') })
const announcement = settled.pull?.comments.at(-1)?.id ?? 0
const approved = reply(settled, 'bob', 'approve')
const late = (thread: Thread, id = lastId(thread)): Thread =>
  changing(thread, id, (one) => ({ ...one, updatedAt: timeOf(9999) }))
const told = (thread: Thread, wasEdited: boolean, id = lastId(thread)): Thread =>
  changing(thread, id, (one) => ({ ...one, wasEdited }))
const asked = (thread: Thread): number[] => stateOf(thread, RULES).questions.editsToFetch.map(({ id }) => id)

describe('GraphQL is asked whether it was edited:', () => {
  test.each<[string, Thread, number[]]>([
    ['an approval, since an edit within a second leaves no trace', approved, [lastId(approved)]],
    ['an approval whose times differ', late(approved), [lastId(approved)]],
    ['a command whose times differ', late(reply(settled, 'bob', '/skip 1')), [lastId(approved)]],
    ['an announcement whose times differ', late(settled, announcement), [announcement]],
    ['a request whose times differ', late(saying(newThread(), { at: 'issue', by: person('bob'), body: '/plan' })), [1]],
  ])('GraphQL is asked whether a comment was edited: %s', (_, thread, ids) => {
    expect(asked(thread)).toHaveLength(ids.length)
    expect(asked(thread).every((id) => [...ids, lastId(thread)].includes(id))).toBe(true)
  })

  test.each<[string, Thread]>([
    ['what it has told already', told(late(approved), false)],
    ['a command whose times are the same', reply(settled, 'bob', '/skip 1')],
    ['plain words', late(reply(settled, 'bob', 'make it blue'))],
    ['an approval from before the version', settled],
  ])('GraphQL is not asked whether %s was edited', (_, thread) => {
    expect(asked(thread)).toEqual([])
  })
})

test('REST is asked once per approval of the current version whether an app wrote it', () => {
  const asks = (thread: Thread) => stateOf(thread, RULES).questions.approvalsToTrace.map(({ id }) => id)
  const known = changing(approved, lastId(approved), (one) => ({ ...one, app: '' }))
  expect([approved, known, settled, reply(settled, 'bob', '/skip 1')].map(asks)).toEqual([
    [lastId(approved)],
    [],
    [],
    [],
  ])
})

test('GraphQL decides whether a comment was edited, whatever its update time says', () => {
  expect(stateOf(told(late(approved), false), RULES).approvals).toHaveLength(1)
  expect(stateOf(told(approved, true), RULES).approvals).toHaveLength(0)
  expect(stateOf(late(approved), RULES).approvals).toHaveLength(0)
})
