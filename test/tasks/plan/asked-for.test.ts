import { expect, test } from 'vitest'
import { problemsOfPlan } from '../../../src/tasks/plan/input.ts'
import type { InputOf } from '../../../src/tasks/tasks.ts'
import { draftOrder, executeOrder, reviseOrder } from '../../agent-context.ts'
import { planOf, subtask } from '../../plan/samples.ts'

const topic = {
  number: 1,
  title: 'Requests flood us',
  body: 'A script asks 40 times a second.',
  comments: [{ id: 3, author: 'bob', text: 'Count each client by itself.' }],
}
const head = 'a'.repeat(40)
const draft = draftOrder(head, { topic, request: 'Limit the requests\nof each client' })
const earlier = planOf([subtask(1, { asked_for: 'an earlier remark' })])
const feedback = [{ id: 8, author: 'bob', text: 'And write it down.' }]
const revise = reviseOrder(head, earlier, { topic, request: 'Limit the requests', feedback })
const execute = executeOrder(head, earlier)
const LIMITS = { maxSubtasks: 12, protectedPaths: [], planFile: 'PLAN.md', testFiles: [] }
const plan = (asked_for: string | undefined) => planOf([subtask(1, { asked_for }), subtask(2)])

test.each<[string | undefined, InputOf<'plan' | 'execute'>, boolean]>([
  [undefined, draft, true],
  ['', draft, true],
  ['limit the REQUESTS of each client', draft, true],
  ['“Limit the requests”', draft, true],
  ['requests flood us', draft, true],
  ['40 times a second', draft, true],
  ['each client by itself', draft, true],
  ['needed for 2', draft, true],
  ['Needed for 2.', draft, true],
  ['needed for 1', draft, false],
  ['needed for 7', draft, false],
  ['a dashboard for limits', draft, false],
  ['write it down', draft, false],
  ['write it down', revise, true],
  ['an earlier remark', revise, true],
  ['an earlier remark', execute, true],
  ['what the agent thinks', execute, false],
])('the words that asked for a subtask, %j, of a task input to %o', (words, input, isTrue) => {
  expect(problemsOfPlan(plan(words), input, LIMITS)).toEqual(
    isTrue ? [] : [expect.stringMatching(/^asked_for of subtask 1 is no quote .* leave it out\.$/)],
  )
})
