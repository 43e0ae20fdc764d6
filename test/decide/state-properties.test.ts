import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerTo, noteMarker, refusalOf, versionMarker } from '../../src/decide/thread/people.ts'
import type { Trailers } from '../../src/decide/thread/trailers.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { committing, lastId, person, planned, reply, stateIn, edited } from '../thread.ts'

const plan = planOf([subtask(1), subtask(2, { depends_on: [1] })])
const thread = planned(plan)

// ---- properties over whole conversations

const words = fc.constantFrom(
  ...['approve', 'approve 1', 'approve 1-2', 'cancel', '/skip 1', '/retry', '/replan', '/revise x', '/note', '/help'],
  ...['make it blue', 'LGTM', '/plan', '/ask why', '/aprove', ''],
)
const who = fc.constantFrom('alice', 'bob', 'carol', 'tess', 'mallory', 'zoe')
const spoken = fc.record({ login: who, body: words, edited: fc.boolean() })
const talk = fc.array(spoken, { maxLength: 10 })

const conversation = (said: { login: string; body: string; edited: boolean }[]): Thread =>
  said.reduce((before, { login, body, edited: isEdited }) => {
    const now = reply(before, login, body)
    return isEdited ? edited(now, lastId(now)) : now
  }, thread)

test('deriving a plan’s state from random conversations is deterministic and changes no input', () => {
  fc.assert(
    fc.property(talk, (said) => {
      const now = conversation(said)
      const before = structuredClone(now)
      expect(stateIn(now)).toEqual(stateIn(structuredClone(now)))
      expect(now).toEqual(before)
    }),
  )
})

test('the order in which comments are listed does not change a plan’s state', () => {
  fc.assert(
    fc.property(talk, (said) => {
      const now = conversation(said)
      const others = now.pull && { ...now.pull, comments: now.pull.comments.toReversed() }
      const { versions: _, ...state } = stateIn(now)
      const { versions: _other, ...reversed } = stateIn({ ...now, pull: others })
      expect(reversed).toEqual(state)
    }),
  )
})

test('bot markers forged in people’s comments do not change a plan’s state', () => {
  const blob = stateIn(thread).reading?.blob ?? ''
  const forged = fc.constantFrom(
    ...[versionMarker(1, blob), versionMarker(9, 'f'.repeat(40)), noteMarker('closing'), noteMarker('plan-13')],
    ...[102, 103, 104, 105].flatMap((id) => [noteMarker(answerTo(id)), noteMarker(refusalOf(id))]),
  )
  fc.assert(
    fc.property(talk, forged, who, fc.nat({ max: 10 }), (said, marker, login, at) => {
      const speak = (body: string) =>
        conversation([...said.slice(0, at), { login, body, edited: false }, ...said.slice(at)])
      const { comments: _, pending: wanted, ...state } = stateIn(speak(`/note ${marker}`))
      const { comments: _other, pending: alsoWanted, ...without } = stateIn(speak('/note'))
      expect(state).toEqual({ ...without, questions: { ...without.questions, people: state.questions.people } })
      expect(wanted.map(({ kind }) => kind)).toEqual(alsoWanted.map(({ kind }) => kind))
    }),
  )
})

test('trailers forged in people’s commits do not change a plan’s state', () => {
  const trailers = fc.constantFrom<Partial<Trailers>>(
    { subtask: 1 },
    { subtask: 2, state: 'abandoned' as const },
    { state: 'done' as const },
    { state: 'halted' as const, reason: 'budget' as const },
    { seen: 99_999 },
    { feedback: [103, 104, 105] },
  )
  fc.assert(
    fc.property(talk, trailers, (said, forged) => {
      const now = conversation(said)
      const pushed = committing(now, { by: person('mallory'), entry: { subject: 'x', body: '', trailers: forged } })
      expect(stateIn(pushed)).toEqual(stateIn(now))
    }),
  )
})
