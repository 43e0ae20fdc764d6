import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/next/decide.ts'
import { noteMarker, refusalOf } from '../../src/decide/thread/people.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import type { Reaction } from '../../src/github/forge.ts'
import { byRules } from '../../src/observe/observe.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { expectLinear } from '../linear.ts'
import {
  BOT,
  CALM,
  changing,
  comment,
  committing,
  lastId,
  newThread,
  person,
  planned,
  reply,
  RULES,
  saying,
  stateIn,
  timeOf,
  withRecord,
} from '../thread.ts'

// What was said once and must not have an effect later, and how little is said about it.

const step = (thread: Thread) => decide(thread, stateIn(thread), CALM)
const words = (thread: Thread) => stateIn(thread).refusals.map(({ why, remedy }) => `${why} ${remedy}`)
const thread = planned(planOf([subtask(1)]))
const told = (now: Thread, id: number): Thread => saying(now, { at: 'pull', by: BOT, body: noteMarker(refusalOf(id)) })
const reacted = (now: Thread, reaction: Reaction, isOurs?: boolean): Thread =>
  changing(now, lastId(now), (one) => ({
    ...one,
    reactions: { ...one.reactions, [reaction]: 1 },
    ...(isOurs === undefined ? {} : { ownReactions: { [reaction]: isOurs } }),
  }))
const standing = (now: Thread, state: 'open' | 'closed', at = lastId(now)): Thread => ({
  ...now,
  pull: now.pull && {
    ...now.pull,
    pull: { ...now.pull.pull, state, closedAt: state === 'closed' ? timeOf(at) : undefined },
  },
})

describe('a refused command whose refusal somebody deleted', () => {
  const approved = reply(thread, 'bob', 'approve')

  test.each<[string, Thread, number, boolean]>([
    ['was never refused', approved, 0, true],
    ['has our reaction', reacted(approved, 'confused', true), 0, false],
    ['has a reaction of which GitHub is to be asked', reacted(approved, 'confused'), 1, true],
  ])('a refused command stays without effect after its refusal was deleted, if it %s', (_, now, unknown, counts) => {
    const { questions, approvals } = stateIn(now)
    expect([questions.reactions.length, approvals.length > 0]).toEqual([unknown, counts])
  })
})

describe('an approval of a pull request that was closed and reopened', () => {
  const approved = reply(thread, 'bob', 'approve')
  const said = lastId(approved)
  const between = (now: Thread, closed: number, reopened: number): Thread => ({
    ...now,
    pull: now.pull && { ...now.pull, closings: [{ closedAt: timeOf(closed), reopenedAt: timeOf(reopened) }] },
  })

  test.each<[string, Thread, boolean]>([
    ['before it was closed counts', between(approved, said + 1, said + 9), true],
    ['after it was reopened counts', between(approved, said - 9, said - 1), true],
    ['in between has no effect', between(approved, said - 1, said + 1), false],
    ['in the second of the close has no effect', between(approved, said, said + 1), false],
    ['in that second, and picked up, counts', between(reacted(approved, 'eyes'), said, said + 1), true],
  ])('on a pull request that was closed and reopened, an approval %s', (_, now, counts) => {
    expect(stateIn(now).approvals.length > 0).toBe(counts)
    expect(words(now)).toEqual(
      counts ? [] : ['This pull request was closed when you approved, so that has no effect. Comment `approve` again.'],
    )
  })
})

describe('a plan that was cancelled and reopened', () => {
  const cancelled = reply(reply(thread, 'bob', 'approve'), 'bob', 'cancel')

  test.each<[string, Thread, string[], boolean]>([
    ['is closed again as long as the cancel was not carried out', cancelled, ['cancel'], true],
    ['is not closed again after that', reacted(cancelled, 'rocket', true), [], false],
    ['is closed again when only somebody else reacted so', reacted(cancelled, 'rocket', false), ['cancel'], true],
  ])('a cancelled plan that was reopened %s', (_, now, kinds, counts) => {
    const { pending, approvals } = stateIn(now)
    expect([pending.map(({ kind }) => kind), approvals.length > 0]).toEqual([kinds, counts])
  })
})

describe('while its pull request is closed', () => {
  const closed = standing(thread, 'closed')

  test('an approval of a closed plan is refused, so it has no effect after the plan is reopened', () => {
    const now = reply(closed, 'bob', 'approve')
    expect(words(now)).toEqual([
      'This pull request is closed, so nothing of it runs. Reopen it, then say it again; or comment `/plan …` on #12.',
    ])
    expect(step(now).kind).toBe('refuse')
    const refused = told(now, lastId(now))
    expect(step(refused)).toMatchObject({ kind: 'react', reaction: 'confused' })
    expect(stateIn(standing(refused, 'open')).approvals).toEqual([])
  })

  test.each(['LGTM', '/help', '/note approve'])('on a closed plan %j gets no reply', (body) => {
    expect(step(reply(closed, 'bob', body)).kind).toBe('nothing')
  })

  test('an approval from before a plan was closed gets no reply', () => {
    const before = reply(thread, 'bob', 'approve')
    expect(step(standing(before, 'closed', lastId(before) + 1)).kind).toBe('nothing')
    expect(step(standing(reacted(before, 'eyes'), 'closed')).kind).toBe('nothing')
    expect(step(standing(before, 'closed')).kind).toBe('refuse')
  })

  test('an approval of a plan that was closed after it was done gets no reply', () => {
    const done = committing(thread, { entry: { subject: 'x', body: '', trailers: { state: 'done', seen: 1 } } })
    expect(step(reply(standing(withRecord(done), 'closed'), 'bob', 'approve')).kind).toBe('nothing')
  })
})

describe('somebody without the right', () => {
  const kinds = (now: Thread) => stateIn(now).refusals.map((one) => `${one.comment.author.login} ${!one.isQuiet}`)
  const first = reply(thread, 'reader', 'approve')
  const repeated = (times: number, one: (now: Thread) => Thread): Thread =>
    Array.from({ length: times }).reduce<Thread>((now) => one(now), thread)
  const twelve = repeated(12, (now) => reply(now, 'reader', 'approve'))
  const tenTold = repeated(10, (now) => {
    const said = reply(now, 'reader', 'approve')
    return told(said, lastId(said))
  })
  const later = (now: Thread, seconds: number): Thread =>
    changing(reply(now, 'reader', 'cancel'), lastId(now) + 1, (one) => {
      const at = timeOf(lastId(first) + seconds)
      return { ...one, createdAt: at, updatedAt: at }
    })

  test.each<[string, Thread, string[]]>([
    ['is told so', first, ['reader true']],
    ['is told so of each of several', reply(first, 'reader', '/skip 1'), ['reader true', 'reader true']],
    [
      'is told so ten times, of more at once',
      twelve,
      [...Array<string>(10).fill('reader true'), 'reader false', 'reader false'],
    ],
    ['is not told so for others', reply(first, 'tess', 'approve'), ['reader true', 'tess true']],
    ['is not told so an eleventh time within the hour', later(tenTold, 3599), ['reader false']],
    ['is told so again after an hour', later(tenTold, 3600 + 10), ['reader true']],
  ])('a person without permission %s', (_, now, expected) => {
    expect(kinds(now)).toEqual(expected)
  })

  test('after ten replies, people without permission get a reaction instead of a reply', () => {
    expect(step(later(tenTold, 60))).toMatchObject({ kind: 'react', reaction: 'confused' })
    expect(stateIn(reacted(later(tenTold, 60), 'confused', true)).refusals).toEqual([])
  })

  test('beyond the limit of ten replies GitHub is not asked who reacted to a comment', () => {
    const { questions, refusals } = stateIn(reacted(later(tenTold, 60), 'confused'))
    expect([questions.reactions, refusals]).toEqual([[], []])
    const known = reacted(reply(thread, 'bob', 'cancel'), 'confused')
    expect(stateIn(known).questions.reactions).toHaveLength(1)
  })

  test('the limit of ten replies to people without permission counts all commands together', () => {
    const tenOthers = repeated(10, (now) => {
      const said = reply(now, 'reader', '/retry')
      return told(said, lastId(said))
    })
    expect(kinds(reply(tenOthers, 'reader', 'approve'))).toEqual(['reader false'])
  })
})

test('the limit of ten replies to people who may write but not approve counts each command by itself', () => {
  const tenTimes = (body: string): Thread =>
    Array.from({ length: 10 }).reduce<Thread>((now) => {
      const said = reply(now, 'alice', body)
      return told(said, lastId(said))
    }, thread)
  const quiet = (now: Thread) =>
    stateIn(reply(now, 'alice', 'approve'), { allowSelfApproval: false }).refusals.map(({ isQuiet }) => isQuiet)
  expect([quiet(tenTimes('/skip 99')), quiet(tenTimes('approve'))]).toEqual([[undefined], [true]])
})

test('people with permission get a reason for every refusal', () => {
  const now = reply(reply(thread, 'bob', 'approve 7'), 'bob', 'approve 8')
  expect(stateIn(now).refusals.map(({ isQuiet }) => isQuiet)).toEqual([undefined, undefined])
})

test('of several `/plan` requests the newest is planned, and the others are refused', () => {
  const ask = (now: Thread, body: string): Thread => saying(now, { at: 'issue', by: person('bob'), body })
  const now = ask(ask(ask(newThread(), '/plan one'), '/plan two'), '/plan three')
  const { pending, refusals } = stateIn(now)
  expect(pending).toMatchObject([{ kind: 'draft', request: 'three' }])
  expect(refusals.map((one) => one.comment.body)).toEqual(['/plan one', '/plan two'])
  expect(words(now)[0]).toMatch(/^A newer request for a plan came after this one/)
})

test('the plan’s state is computed only once for each version of a conversation', () => {
  const { snapshotAt } = byRules(RULES)
  expect(snapshotAt(thread)).toBe(snapshotAt(thread))
  expect(snapshotAt({ ...thread })).not.toBe(snapshotAt(thread))
})

test('computing a plan’s state takes linear time in the number of comments', () => {
  expectLinear((size) => {
    const comments = Array.from({ length: size }, (_, i) =>
      comment(1_000 + i, i % 2 === 0 ? BOT : person('bob'), 'It works for me. '.repeat(20)),
    )
    return stateIn({ ...thread, comments })
  }, 1_000)
})
