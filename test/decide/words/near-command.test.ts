import { describe, expect, test } from 'vitest'
import { consentOrThanks, mentionsAnotherAccount } from '../../../src/decide/words/near-command.ts'
import { parseCommand } from '../../../src/decide/words/command.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { answerTo, noteMarker } from '../../../src/decide/thread/people.ts'
import { BOT, committing, lastId, person, planned, reply, RULES, saying } from '../../thread.ts'

const CLEAR = [
  ...['looks good', 'Looks good to me!', 'looks good, go ahead', 'Sounds good. Go for it!', 'Please go ahead, thanks.'],
  ...[
    'LGTM',
    'LGTM, thanks @alice',
    'sgtm',
    'ship it',
    'Do it!',
    '👍',
    '👍👍',
    '+1',
    ':+1:',
    '👍 ship it',
    'Looks good to me\n\nThanks!',
    'go ahead please',
    'Accept',
    'Confirmed, merge it',
  ],
]
const YES = ['yes', 'Yes.', 'ok', 'OK!', 'sure, thanks', 'Perfect!', 'Okay, yes.']
const MORE = [
  ...['looks good, but use redis', 'go ahead with Redis', 'do it in Go', 'yes, redis', 'start with the tests'],
  ...['looks good?', 'not ok', 'please', '', '.', 'approve please', 'I approve', '> looks good', '`go ahead`'],
  ...['is it good to go', 'do not start', 'go ahead and drop subtask 2', `ok${'!'.repeat(60)}`, 'l\u200books good'],
]

const THANKS = [
  ...['thanks', 'Thanks!', 'Thank you very much.', 'thx', 'Many thanks', 'Thanks for the plan!', 'Nice work, thanks'],
  ...['thanks @alice', '\u{1F64F}', 'Thanks a lot, please'],
]

describe('words that ask for nothing', () => {
  test.each(CLEAR)('%j counts as a near-approval', (text) => expect(consentOrThanks(text, true)).toBe('consent'))
  test.each(YES)('%j counts as a near-approval if no question is open', (text) =>
    expect([consentOrThanks(text, false), consentOrThanks(text, true)]).toEqual(['consent', undefined]),
  )
  test.each(THANKS)('%j counts as thanks', (text) => expect(consentOrThanks(text, true)).toBe('thanks'))
  test.each(MORE)('%j is kept as feedback', (text) => expect(consentOrThanks(text, false)).toBeUndefined())
  test.each<[string, string, boolean]>([
    ['@bob what do you think?', 'plans[bot]', true],
    ['@acme/core please look', 'plans[bot]', true],
    ['@Plans use redis', 'plans[bot]', false],
    ['@planner use redis', 'Planner', false],
    ['use redis, @bob', 'plans[bot]', false],
    ['@ bob', 'plans[bot]', false],
  ])('a comment that is addressed to somebody else: %j, with the bot %s: %j', (text, login, expected) =>
    expect(mentionsAnotherAccount(text, { login })).toBe(expected),
  )
  test.each([...CLEAR, ...YES])('%j is no command', (text) => expect(parseCommand(text, 'pull').kind).toBe('feedback'))
})

describe('a reply that is consent in other words', () => {
  const open = planned(planOf([subtask(1)], { questions: [] }))
  const entry = { subject: 'x', body: '', trailers: { seen: lastId(open) } }
  const BROKEN = committing(open, { by: person('bob'), entry, plan: 'hello' })
  const after = (thread = open, login = 'bob', rules = {}) => {
    const said = reply(thread, login, 'Looks good, go ahead!')
    const { pending, approvals, refusals, statuses } = stateOf(said, { ...RULES, ...rules })
    return { pending, count: [approvals.length, refusals.length, statuses.filter(({ ready }) => ready).length] }
  }

  test('a near-approval such as "LGTM" starts no revision; the reply says to write `approve`', () => {
    expect(after()).toMatchObject({ pending: [{ kind: 'tell', text: expect.stringContaining('`approve`') }] })
    expect(after().count).toEqual([0, 0, 0])
    expect(after().pending).toHaveLength(1)
  })

  test('a near-approval by a person without permission gets no reply', () =>
    expect(after(open, 'mallory').pending).toEqual([]))

  test('a near-approval of an approved plan gets no reply', () =>
    expect(after(reply(open, 'alice', 'approve')).pending).toEqual([]))

  test.each([
    ['may not approve what they asked for', open, { allowSelfApproval: false }, ['tell']],
    ['come upon a plan that cannot be read', BROKEN, {}, []],
  ])('a near-approval starts no revision by people who %s', (_, thread, rules, expected) => {
    expect(after(thread, 'bob', rules).pending.map(({ kind }) => kind)).toEqual(expected)
  })

  test('near-approvals get one reply per person and version', () => {
    const twice = reply(reply(reply(open, 'bob', 'LGTM'), 'bob', 'ship it'), 'carol', 'ship it')
    const told = stateOf(twice, RULES).pending.map((one) => ('comment' in one ? one.comment?.author.login : ''))
    expect(told).toEqual(['bob', 'carol'])
    const said = reply(open, 'bob', 'LGTM')
    const answered = saying(said, { at: 'pull', by: BOT, body: noteMarker(answerTo(lastId(said))) })
    expect(stateOf(reply(answered, 'bob', 'ship it'), RULES).pending).toEqual([])
  })

  test.each(['Thanks!', '@alice what do you think?'])('the comment %j gets no reply', (text) => {
    expect(stateOf(reply(open, 'bob', text), RULES).pending).toEqual([])
  })

  test('a near-approval such as "LGTM" does not delay the answer to other feedback', () => {
    const both = reply(reply(open, 'alice', 'Use Redis.'), 'bob', 'ship it')
    const { pending } = stateOf(both, RULES)
    expect(pending.map((one) => [one.kind, 'comments' in one ? one.comments.length : lastId(both)])).toEqual([
      ['revise', 1],
      ['tell', lastId(both)],
    ])
  })
})
