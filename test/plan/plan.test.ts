import { describe, expect, test } from 'vitest'
import {
  AgentStep,
  Answer,
  answersOf,
  Attempt,
  Check,
  checksFor,
  joinWithAnd,
  MissingProgram,
  neededFor,
  openQuestion,
  PassedCheck,
  Plan,
  Remark,
  ResultFinding,
  SecondLook,
  Subtask,
  wordsOf,
} from '../../src/plan/plan.ts'
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
    schema: Plan.shape.questions.element,
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
    fits: {
      ...{ ...check, failedBefore: true, before: 'failed', without: 'not run', planned: 'passed' },
      ...{ digest: 'a'.repeat(64), counts: { ran: 1, skipped: 0 } },
    },
    wrong: [
      ...[{ command: 1 }, { passed: 'yes' }, { exit: 0 }, { tail: 1 }, { failedBefore: 1 }, { before: '' }],
      ...[{ digest: 'a'.repeat(65) }, { digest: 'g'.repeat(64) }, { counts: {} }, { counts: { ran: -1, skipped: 0 } }],
    ],
  },
  {
    name: 'a program that is missing',
    schema: MissingProgram,
    fits: { program: 'g++-12', subtask: 1 },
    wrong: [{ program: '' }, { program: '-v' }, { program: 'a b' }, { program: 'a'.repeat(62) }, { subtask: 1.5 }],
  },
  {
    name: 'a check that passed on a commit',
    schema: PassedCheck,
    fits: { command: '0f'.repeat(16), counts: { ran: 1, skipped: 0 } },
    wrong: [{ command: 'f' }, { command: '0f'.repeat(17) }, { command: 'g'.repeat(32) }, { counts: { ran: 1 } }],
  },
  {
    name: 'a second look',
    schema: SecondLook,
    fits: { objections: [{ text: 'x', applied: true, note: '' }], silent: 'x' },
    wrong: [{ objections: [{}] }, { silent: 'x'.repeat(4_001) }],
  },
  ...['missing', 'partial', 'wrong', 'not-asked-for'].map((kind) => ({
    name: `a finding: ${kind}`,
    schema: ResultFinding,
    fits: { kind, subtask: 1, path: 'a.ts', line: 1, text: 'x' },
    wrong: [{ kind: '' }, { path: 'x'.repeat(4_097) }, { text: 'x'.repeat(4_001) }],
  })),
  {
    name: 'an attempt',
    schema: Attempt,
    fits: { ...attempt, checks: [check] },
    wrong: [{ reason: 1 }, { checks: [{}] }, { checks: 'x' }, { usage: {} }],
  },
]

describe.each(shapes)('$name', ({ schema, fits, wrong }) => {
  test('each schema of plan data accepts a complete valid value unchanged', () => {
    expect(schema.parse(fits)).toEqual(fits)
  })

  test.each(wrong.map((one) => [JSON.stringify(one), one] as const))('the schema rejects %s', (_, one) => {
    expect(schema.safeParse({ ...fits, ...one }).success).toBe(false)
  })
})

test.each(['todo', 'in_progress', 'done', 'abandoned', 'failed'])('a step’s state can be %s', (state) => {
  expect(AgentStep.safeParse({ title: 'x', state }).success).toBe(true)
})

test('the schemas accept a review comment without a line, and a check without an earlier result', () => {
  expect(Remark.parse(remark)).toEqual(remark)
  expect(Remark.parse({ ...remark, place: { path: 'a' } })).toEqual({ ...remark, place: { path: 'a' } })
  expect(Check.parse(check)).toEqual(check)
})

test('the checks of a subtask are the subtask’s own commands, followed by verify-command', () => {
  expect(checksFor(subtask(1, { verify: ['a'] }), undefined)).toEqual(['a'])
  expect(checksFor(subtask(1, { verify: ['a'] }), 'b')).toEqual(['a', 'b'])
})

test.each([
  ['needed for 12', 12],
  ['Needed for 3.', 3],
  ['needed for 12345', undefined],
  ['not needed for 3', undefined],
  ['needed for 3 people', undefined],
])('`%s` names the subtask that needs it: %s', (words, number) => expect(neededFor(words)).toBe(number))

test('a check that did not run on a version of the code has the result "not run" for it', () => {
  const none = { before: 'not run', without: 'not run', planned: 'not run' }
  expect(answersOf(check)).toEqual(none)
  expect(answersOf({ ...check, before: 'failed', digest: 'x' })).toEqual({ ...none, before: 'failed', digest: 'x' })
})

test('a decision is rendered as one sentence, and a question with a blank default is open', () => {
  const decisions = [{ choice: 'Redis', instead_of: 'memory', because: 'it lasts' }]
  expect(Plan.parse({ ...planOf([]), decisions }).decisions).toEqual(['Redis, instead of memory: it lasts'])
  const open = { question: 'When?', default: ' ' }
  expect(openQuestion(planOf([], { questions: [{ question: 'x', default: 'y' }, open] }))).toBe(open)
  expect(wordsOf(subtask(1))).toBe('Part 1\nDo part 1.\nPart 1 works.')
  expect([[], [1], [1, 2, 5]].map(joinWithAnd)).toEqual(['', '1', '1, 2 and 5'])
})
