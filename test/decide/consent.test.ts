import { describe, expect, test } from 'vitest'
import { isBareConsent } from '../../src/decide/consent.ts'
import { parseCommand } from '../../src/decide/command.ts'
import { stateOf } from '../../src/decide/state.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { committing, lastId, person, planned, reply, RULES } from '../thread.ts'

const CLEAR = [
  ...['looks good', 'Looks good to me!', 'looks good, go ahead', 'Sounds good. Go for it!', 'Please go ahead, thanks.'],
  ...['ship it', 'Do it!', '👍', '👍👍', '+1', ':+1:', '👍 ship it', 'Looks good to me\n\nThanks!', 'go ahead please'],
]
const YES = ['yes', 'Yes.', 'ok', 'OK!', 'sure, thanks', 'Perfect!', 'Okay, yes.']
const MORE = [
  ...['LGTM', 'looks good, but use redis', 'go ahead with Redis', 'do it in Go', 'yes, redis', 'start with the tests'],
  ...[
    'looks good?',
    'not ok',
    'thanks',
    'please',
    '',
    '.',
    'approve please',
    'I approve',
    '> looks good',
    '`go ahead`',
  ],
  ...['is it good to go', 'do not start', 'go ahead and drop subtask 2', `ok${'!'.repeat(60)}`, 'l\u200books good'],
]

describe('consent in other words', () => {
  test.each(CLEAR)('%j is nothing else', (text) => expect(isBareConsent(text, true)).toBe(true))
  test.each(YES)('%j is, unless it may answer a question', (text) =>
    expect([isBareConsent(text, false), isBareConsent(text, true)]).toEqual([true, false]),
  )
  test.each(MORE)('%j may say more', (text) => expect(isBareConsent(text, false)).toBe(false))
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

  test('approves nothing, asks for no version, and is told the word', () => {
    expect(after()).toMatchObject({ pending: [{ kind: 'tell', text: expect.stringContaining('`approve`') }] })
    expect(after().count).toEqual([0, 0, 0])
    expect(after().pending).toHaveLength(1)
  })

  test('by somebody without the right is nothing', () => expect(after(open, 'mallory').pending).toEqual([]))

  test('is nothing once the plan is approved', () => expect(after(reply(open, 'alice', 'approve')).pending).toEqual([]))

  test.each([
    ['may not approve what they asked for', open, { allowSelfApproval: false }],
    ['come upon a plan that cannot be read', BROKEN, {}],
  ])('is feedback as before where they %s, since `approve` would be refused', (_, thread, rules) => {
    expect(after(thread, 'bob', rules).pending).toMatchObject([{ kind: 'revise' }])
  })

  test('stands beside feedback of others, which is answered', () => {
    const both = reply(reply(open, 'alice', 'Use Redis.'), 'bob', 'ship it')
    const { pending } = stateOf(both, RULES)
    expect(pending.map((one) => [one.kind, 'comments' in one ? one.comments.length : lastId(both)])).toEqual([
      ['revise', 1],
      ['tell', lastId(both)],
    ])
  })
})
