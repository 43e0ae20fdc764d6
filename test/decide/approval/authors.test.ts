import { expect, test } from 'vitest'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, RULES, announcing, committing, person, planned, reply } from '../../thread.ts'

const plan = planOf([subtask(1)])
const edited = renderPlan(planOf([subtask(1), subtask(2)]))
const asked = planned(plan)
const byHand = announcing(
  committing(asked, { by: person('bob'), entry: { subject: 'Edit', body: '', trailers: {} }, plan: edited }),
  2,
)
const head = byHand.branch?.head ?? ''
const writtenBy = (...logins: string[]): Thread => ({ ...byHand, writers: new Map([[head, logins.map(person)]]) })
const revised = announcing(
  committing(writtenBy('bob'), {
    by: BOT,
    entry: { subject: 'Revise', body: '', trailers: {} },
    plan: renderPlan(plan),
  }),
  3,
)

const OWN = { ...RULES, allowSelfApproval: false }

test.each<[string, string[], Thread]>([
  ['alice asked for it', ['bob', 'carol'], asked],
  ['bob wrote it by hand', ['carol'], writtenBy('bob')],
  ['bob and carol wrote it by hand', [], writtenBy('bob', 'carol')],
  ['somebody wrote it by hand whom nobody knows', [], writtenBy()],
  ['the bot wrote it anew after bob had edited it', ['bob', 'carol'], revised],
])('with self-approval off, when %s, these people may approve: %j', (_, expected, thread) => {
  const people = ['alice', 'bob', 'carol']
  const counted = (rules: typeof OWN) =>
    people.filter((login) => stateOf(reply(thread, login, 'approve'), rules).approvals.length > 0)
  expect(counted(OWN)).toEqual(expected)
  expect(counted(RULES)).toEqual(people)
})

test('GitHub is asked once who edited a plan by hand, and only if self-approval is off', () => {
  expect(stateOf(byHand, OWN).questions.commitsToAttribute).toEqual([head])
  expect(stateOf(byHand, RULES).questions.commitsToAttribute).toEqual([])
  expect(stateOf(writtenBy('bob'), OWN).questions.commitsToAttribute).toEqual([])
  expect(stateOf(asked, OWN).questions.commitsToAttribute).toEqual([])
})
