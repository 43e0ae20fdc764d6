import { describe, expect, test } from 'vitest'
import { repeatsDefaults } from '../../../src/decide/words/default-answers.ts'
import { decide } from '../../../src/decide/next/decide.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { CALM, planned, reply, RULES } from '../../thread.ts'

const TWO = [
  { question: 'Which store?', default: 'Redis, as today.' },
  { question: 'Log what is refused?', default: 'No' },
]
const ONE = TWO.slice(0, 1)

test.each([
  [ONE, 'Redis, as today', true],
  [ONE, '`redis, as  today`!', true],
  [ONE, '1. Redis, as today', true],
  [ONE, '> Which store? (default: Redis, as today.)\n\nRedis, as today.', true],
  [ONE, 'Which store? Redis, as today.', true],
  [ONE, '(default: Redis, as today.)', true],
  [ONE, 'Use the defaults.', true],
  [ONE, 'The defaults are fine', true],
  [ONE, '2. Redis, as today', false],
  [ONE, 'Redis, as today, but with a limit', false],
  [ONE, 'Not Redis, as today', false],
  [ONE, 'Redis', false],
  [ONE, 'The defaults are fine, but rename part 2', false],
  [ONE, '> Redis, as today.', false],
  [ONE, '', false],
  [TWO, '1. Redis, as today.\n2. no', true],
  [TWO, '1. Redis, as today; 2. no', true],
  [TWO, '1) Redis, as today, (2) no', true],
  [TWO, 'Q2: no', true],
  [TWO, 'Redis, as today\nNo', true],
  [TWO, 'Redis, as today', true],
  [TWO, 'no', false],
  [TWO, 'No\nRedis, as today', false],
  [TWO, '1. no', false],
  [TWO, '1. Redis, as today\n2. yes', false],
  [TWO, 'Log what is refused? No.', true],
  [[], 'Use the defaults.', false],
  [[{ question: 'Which?', default: '' }], 'defaults', false],
])('a reply that repeats default answers, case %#: %j', (questions, text, expected) => {
  expect(repeatsDefaults(text, questions)).toBe(expected)
})

describe('a reply that only repeats the defaults', () => {
  const thread = planned(planOf([subtask(1)], { questions: ONE }))
  const pending = (login: string, body: string) =>
    stateOf(reply(thread, login, body), RULES).pending.map(({ kind }) => kind)

  test.each([
    ['bob', 'Redis, as today', ['tell']],
    ['bob', '/revise Redis, as today', ['revise']],
    ['bob', 'Memcached', ['revise']],
    ['reader', 'Redis, as today', []],
  ])('a reply repeating the default answers, by %s, %j: %j', (login, body, expected) => {
    expect(pending(login, body)).toEqual(expected)
  })

  test('a reply that only repeats the default answers voids no approval and starts no revision', () => {
    const both = reply(reply(thread, 'bob', 'Redis, as today'), 'alice', 'approve')
    expect(stateOf(both, RULES)).toMatchObject({ pending: [{ kind: 'tell' }], statuses: [{ approved: true }] })
    expect(decide(both, stateOf(both, RULES), CALM)).toMatchObject({ kind: 'react', reaction: 'eyes' })
    const late = reply(reply(thread, 'alice', 'approve'), 'bob', 'Redis, as today')
    expect(stateOf(late, RULES).pending).toEqual([])
  })
})
