import { describe, expect, test } from 'vitest'
import { Check, Attempt, AgentStep, Answer, checksFor, Plan, Question, Remark, Subtask } from '../../src/plan/plan.ts'
import { planOf, subtask } from './samples.ts'

const attempt = { reason: 'x', checks: [], usage: { input: 1, cached: 0, output: 1 } }
const check = { command: 'npm test', passed: true, exit: '0', tail: '' }
const remark = { id: 1, author: 'bob', text: 'x' }

/** Each shape with one example that fits, and what must not be put into it, field by field. */
const shapes = [
  {
    name: 'a subtask',
    schema: Subtask,
    fits: subtask(1),
    wrong: [
      ...[{ number: 0 }, { number: 10_000 }, { number: 1.5 }, { number: '1' }, { name: '' }, { name: 1 }],
      ...[{ description: 1 }, { expected_outcome: 1 }, { files: [1] }, { verify: [1] }, { depends_on: [1.5] }],
      ...[{ depends_on: ['1'] }, { files: 'a' }],
    ],
  },
  {
    name: 'a plan',
    schema: Plan,
    fits: planOf([subtask(1)]),
    wrong: [
      ...[{ title: '' }, { title: 1 }, { description: 1 }, { expected_outcome: 1 }, { subtasks: [{}] }],
      ...[{ questions: [{}] }, { risks: [1] }],
    ],
  },
  {
    name: 'a question',
    schema: Question,
    fits: { question: 'x', default: '' },
    wrong: [{ question: '' }, { default: 1 }],
  },
  {
    name: 'an answer',
    schema: Answer,
    fits: { comment: 1, applied: true, note: '' },
    wrong: [{ comment: 1.5 }, { comment: '1' }, { applied: 1 }, { note: 1 }],
  },
  {
    name: 'a step of the agent',
    schema: AgentStep,
    fits: { title: 'x', state: 'todo' },
    wrong: [{ title: '' }, { title: 1 }, { state: 'waiting' }],
  },
  {
    name: 'a remark',
    schema: Remark,
    fits: { ...remark, place: { path: 'a', line: 1, subtask: 2 } },
    wrong: [
      ...[{ id: 1.5 }, { id: '1' }, { author: 1 }, { text: 1 }, { place: 'a' }, { place: { line: 1 } }],
      ...[{ place: { path: 'a', line: 1.5 } }, { place: { path: 'a', subtask: 1.5 } }],
    ],
  },
  {
    name: 'a check',
    schema: Check,
    fits: { ...check, failedBefore: true },
    wrong: [{ command: 1 }, { passed: 'yes' }, { exit: 0 }, { tail: 1 }, { failedBefore: 1 }],
  },
  {
    name: 'an attempt',
    schema: Attempt,
    fits: { ...attempt, checks: [check] },
    wrong: [{ reason: 1 }, { checks: [{}] }, { checks: 'x' }, { usage: {} }],
  },
]

describe.each(shapes)('$name', ({ schema, fits, wrong }) => {
  test('keeps all that fits', () => {
    expect(schema.parse(fits)).toEqual(fits)
  })

  test.each(wrong.map((one) => [JSON.stringify(one), one] as const))('is none with %s', (_, one) => {
    expect(schema.safeParse({ ...fits, ...one }).success).toBe(false)
  })
})

test.each(['todo', 'in_progress', 'done', 'abandoned', 'failed'])('a step can be %s', (state) => {
  expect(AgentStep.safeParse({ title: 'x', state }).success).toBe(true)
})

test('a remark may be about no line, a check may not know how it was before', () => {
  expect(Remark.parse(remark)).toEqual(remark)
  expect(Remark.parse({ ...remark, place: { path: 'a' } })).toEqual({ ...remark, place: { path: 'a' } })
  expect(Check.parse(check)).toEqual(check)
})

test('what is verified is what the subtask names, then what the project wants of all', () => {
  expect(checksFor(subtask(1, { verify: ['a'] }), undefined)).toEqual(['a'])
  expect(checksFor(subtask(1, { verify: ['a'] }), 'b')).toEqual(['a', 'b'])
})
