import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/next/decide.ts'
import type { Context, Step } from '../../src/decide/next/decision.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../plan/samples.ts'
import {
  BOT,
  RULES,
  announcing,
  changing,
  lastId,
  person,
  reply,
  saying,
  recording,
  noting,
  seenBy,
  settled,
  CALM,
} from '../thread.ts'

const step = (thread: Thread, more: Partial<Context> = {}): Step =>
  decide(thread, stateOf(thread, RULES), { ...CALM, ...more })
const kind = (thread: Thread, more: Partial<Context> = {}) => step(thread, more).kind

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const waiting = settled(plan)
const approved = seenBy(reply(waiting, 'bob', 'approve'))

describe('words and signs', () => {
  const spent = { input: 900, cached: 0, output: 100 }
  const budgeted = (now: Thread, more: Partial<Context> = {}): Step =>
    decide(now, stateOf(now, { ...RULES, allowance: { tokens: 1000 } }), { ...CALM, ...more })
  const feedback = seenBy(reply(waiting, 'bob', 'make it blue'))
  const edited = recording(waiting, {}, renderPlan(planOf([subtask(1)])))
  const answered = recording(feedback, { feedback: [lastId(feedback)] })
  const poor = recording(feedback, { subtask: 9, state: 'in_progress', usage: spent, seen: 0 })

  test.each<[string, Thread, Partial<Context>, string]>([
    ['a version is announced before feedback on it is answered', seenBy(reply(edited, 'bob', 'blue')), {}, 'announce'],
    ['an answer that leaves the plan as it is is no version', answered, {}, 'react'],
    ['feedback waits for the next run when time is up', feedback, { timeIsUp: true }, 'continue'],
    [
      'feedback is answered before what was approved is begun',
      seenBy(reply(feedback, 'alice', 'approve')),
      {},
      'revise',
    ],
    ['a locked issue is told nothing', { ...openedOn(true) }, {}, 'nothing'],
    ['an open one is told of its plan', { ...openedOn(false) }, {}, 'tell-issue'],
  ])('order of comments and reactions: %s', (_, now, more, expected) => {
    expect(kind(now, more)).toBe(expected)
  })

  test('feedback that exceeds the budget pauses the plan and stays pending', () => {
    expect(budgeted(poor)).toEqual({ kind: 'halt', reason: 'budget' })
    const halted = recording(poor, { state: 'halted', reason: 'budget', seen: 0 })
    const told = budgeted(halted)
    expect(told.kind).toBe('tell-halt')
    const key = told.kind === 'tell-halt' ? told.key : ''
    expect(budgeted(noting(halted, key)).kind).toBe('nothing')
  })

  test('a pause for a proposed change gets no comment besides the plan comment', () => {
    const text = renderPlan(planOf([subtask(1)]))
    const proposed = recording(recording(waiting, { state: 'halted', reason: 'change' }), {}, text)
    expect(kind(announcing(proposed, 2))).toBe('nothing')
  })

  test('an approval of a finished plan gets no reaction', () => {
    const both = recording(recording(approved, { subtask: 1 }), { subtask: 2 })
    const done = recording(both, { state: 'done' }, null)
    const noted = noting(done, 'closing-1')
    const told = { ...noted, pull: noted.pull && { ...noted.pull, pull: { ...noted.pull.pull, draft: false } } }
    const signed = [...waiting.comments, ...(told.pull?.comments ?? [])].reduce(
      (now, { id }) => changing(now, id, (one) => ({ ...one, reactions: { eyes: 1, rocket: 1, confused: 0 } })),
      told,
    )
    expect(kind(signed)).toBe('nothing')
    expect(kind(reply(signed, 'carol', 'approve'))).toBe('nothing')
    expect(kind(recording(reply(signed, 'carol', 'approve'), {}))).toBe('react')
  })

  test('a request gets a `rocket` reaction once its plan is announced', () => {
    const fresh = changing(waiting, 101, (one) => ({ ...one, reactions: { ...one.reactions, rocket: 0 } }))
    expect(step(fresh)).toMatchObject({ kind: 'react', reaction: 'rocket', comment: { id: 101 } })
  })

  describe('a retry', () => {
    const part = seenBy(reply(waiting, 'bob', 'approve 1'))
    const failed = recording(part, { subtask: 1, state: 'failed', attempts: 3 })
    const tell = (now: Thread): Thread => {
      const next = step(now)
      return next.kind === 'tell-halt' ? noting(now, next.key) : now
    }
    const retried = (login = 'bob'): Thread => seenBy(reply(tell(failed), login, '/retry'))
    const signs = (now: Thread): Step => step(rocketedAt(now, lastId(part)))
    const rocketedAt = (now: Thread, id: number): Thread =>
      changing(now, id, (one) => ({ ...one, reactions: { ...one.reactions, rocket: 1 } }))

    test('a `/retry` gets a `rocket` reaction once the subtask succeeded', () => {
      const now = retried()
      const sign = { kind: 'react', reaction: 'rocket', comment: { id: lastId(now) } }
      expect(signs(now).kind).toBe('execute')
      expect(signs(recording(now, { subtask: 1 }))).toMatchObject(sign)
    })

    test('a `/retry` gets no `rocket` reaction if the subtask fails again or its author may not', () => {
      const again = tell(recording(retried(), { subtask: 1, state: 'failed', attempts: 3 }))
      expect(signs(again).kind).toBe('nothing')
      const stranger = recording(retried('mallory'), { subtask: 1 })
      expect(signs(stranger).kind).toBe('nothing')
    })
  })

  test('an approval gets a `rocket` reaction once each subtask it covers is done or skipped', () => {
    const part = seenBy(reply(waiting, 'bob', 'approve 1'))
    const sign = { kind: 'react', reaction: 'rocket', comment: { id: lastId(part) } }
    expect(kind(part)).toBe('execute')
    expect(step(recording(part, { subtask: 1 }))).toMatchObject(sign)
    expect(step(recording(part, { subtask: 1, state: 'abandoned', command: 1 }))).toMatchObject(sign)
  })

  test('where the bot may not comment, it does not try again there, and continues elsewhere', () => {
    const mute = (now: Thread, ...places: ('issue' | 'pull')[]): Thread => ({
      ...now,
      thisRun: { ...now.thisRun, undelivered: places.map((target) => ({ target, text: 'Hello.' })) },
    })
    const asks = seenBy(saying(waiting, { at: 'issue', by: person('bob'), body: '/ask why?' }))
    expect([kind(asks), kind(mute(asks, 'pull')), kind(mute(asks, 'issue'))]).toEqual(['ask', 'ask', 'nothing'])
    const helped = seenBy(reply(waiting, 'bob', '/help'))
    expect([kind(helped), kind(mute(helped, 'issue')), kind(mute(helped, 'pull'))]).toEqual(['help', 'help', 'nothing'])
    const refused = reply(waiting, 'mallory', 'approve')
    expect([kind(mute(refused, 'issue')), kind(mute(refused, 'pull'))]).toEqual(['refuse', 'nothing'])
    const onIssue = saying(waiting, { at: 'issue', by: person('mallory'), body: '/plan' })
    expect([kind(mute(onIssue, 'pull')), kind(mute(onIssue, 'issue'))]).toEqual(['refuse', 'nothing'])
    expect([kind(mute(edited, 'pull')), kind(mute(openedOn(false), 'issue'))]).toEqual(['nothing', 'nothing'])
    const failed = recording(approved, { subtask: 1, state: 'failed', attempts: 3 })
    expect([kind(mute(failed, 'issue')), kind(mute(failed, 'pull'))]).toEqual(['tell-halt', 'nothing'])
    expect(kind(mute(approved, 'issue', 'pull'))).toBe('execute')
  })

  /** A plan on an issue that has not been told of it. */
  function openedOn(locked: boolean): Thread {
    const now = waiting
    const comments = now.comments.filter(({ author }) => author.login !== BOT.login)
    return { ...now, issue: { ...now.issue, locked }, comments }
  }
})
