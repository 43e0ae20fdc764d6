import { expect, test } from 'vitest'
import { planSeen } from '../../../src/decide/next/plan-seen.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, changing, RULES, lastId, newThread, person, planned, reply, saying } from '../../thread.ts'

const thread = planned(planOf([subtask(1), subtask(2)]))
const look = (now: Thread) => ({ now, state: stateOf(now, RULES), last: lastId(now) })

test('the last handled comment id, `Plan-Seen`, is empty when nobody has commented', () => {
  expect(planSeen(newThread(), stateOf(newThread(), RULES))).toBe(0)
})

test('with nothing pending, `Plan-Seen` is the highest comment id of issue and pull request', () => {
  const { now, state, last } = look(
    saying(reply(thread, 'bob', 'approve'), { at: 'issue', by: person('bob'), body: 'hm' }),
  )
  expect(planSeen(now, state)).toBe(last)
})

test('`Plan-Seen` ignores the bot’s own issue comment: GitHub may list it before older ones of people', () => {
  const { now, state } = look(saying(thread, { at: 'issue', by: BOT, body: 'Studying' }))
  expect(planSeen(now, state)).toBe(lastId(thread))
})

test('`Plan-Seen`, the last handled comment id, stays below a request that is still pending', () => {
  const before = lastId(thread)
  const { now, state, last } = look(reply(reply(reply(thread, 'bob', '/note x'), 'bob', '/skip 1'), 'bob', 'approve'))
  expect(planSeen(now, state)).toBe(before + 1)
  expect(planSeen(now, state, state.pending)).toBe(last)
})

test('`Plan-Seen` stays below a command that is still to be refused, so that its author gets a reply', () => {
  const before = lastId(thread)
  const { now, state } = look(reply(reply(thread, 'bob', '/skip 9'), 'bob', '/note x'))
  expect(planSeen(now, state)).toBe(before)
})

test('`Plan-Seen` stays below the bot’s comment that no list shows yet: a cancel may precede it', () => {
  const told = saying(thread, { at: 'pull', by: BOT, body: 'Refused' })
  const unread = changing(told, lastId(told), (one) => ({ ...one, isAfterList: true }))
  expect(planSeen(unread, stateOf(unread, RULES))).toBe(lastId(thread))
})

test('`Plan-Seen` covers the comments that were acted on, but no comments made since', () => {
  const before = reply(thread, 'bob', 'make it blue')
  const { pending } = stateOf(before, RULES)
  const after = reply(before, 'mallory', 'and red')
  expect(planSeen(after, stateOf(after, RULES), pending)).toBe(lastId(after))
  const more = reply(after, 'carol', 'and round')
  expect(planSeen(more, stateOf(more, RULES), pending)).toBe(lastId(after))
})

test('`Plan-Seen` covers comments of people without permission, which have no effect', () => {
  const { now, state, last } = look(reply(thread, 'mallory', 'please make it blue'))
  expect(planSeen(now, state)).toBe(last)
})

test('the last handled comment id, `Plan-Seen`, never decreases', () => {
  const { now, state } = look(thread)
  expect(planSeen(now, { ...state, history: { ...state.history, seen: 99_999 } })).toBe(99_999)
})
