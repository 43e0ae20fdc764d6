import { describe, expect, test } from 'vitest'
import { parsePlan } from '../../src/plan/markdown.ts'
import type { Plan, Subtask } from '../../src/plan/plan.ts'

/** What people write into `PLAN.md` by hand, in the smallest plan that holds it. */
const planOf = (text: string): Plan | string => {
  const parsed = parsePlan(text)
  return parsed.kind === 'parsed' ? parsed.plan : parsed.reason
}
const first = (body: string): Partial<Subtask> | string => {
  const plan = planOf(`# Plan: T\n\n## Subtasks\n\n### 1. A\n${body}\n\n### 2. B\n\n### 3. C\n`)
  return typeof plan === 'string' ? plan : (plan.subtasks[0] ?? 'no subtask')
}
const NO_LIST = 'What a subtask depends on must be a list of numbers, as in `1, 2`.'

describe('dependencies', () => {
  test.each([
    ['2, 3', [2, 3]],
    ['#2. and Subtasks 3.', [2, 3]],
    ['`2`;3', [2, 3]],
    ['2 & 3', [2, 3]],
    ['\n  - 2\n  * [x]  3', [2, 3]],
    ['\n  - 2\n\n  - 3', [2, 3]],
    ['n/a', []],
    ['None.', []],
    ['–', []],
  ])('the hand-written dependencies %j are read as %j', (text, numbers) => {
    expect(first(`- **Depends on:** ${text}`)).toMatchObject({ depends_on: numbers })
  })

  test.each(['understand 2', 'android 2', 'x2', '2x', '#2..', '12345', 'none of them'])('no numbers: %j', (text) => {
    expect(first(`- **Depends on:** ${text}`)).toBe(NO_LIST)
  })
})

describe('files and commands', () => {
  test.each([
    ['- **Files:** none', { files: [] }],
    ['- **Files:** a, b', { files: ['a', 'b'] }],
    ['- **Files:**\n  - a\n  - [x]  b\n  +   c', { files: ['a', 'b', 'c'] }],
    ['- **Files:**\n  - [y] a', { files: ['[y] a'] }],
    ['- **Verify:** none', { verify: [] }],
    ['- **Verify:** a, b', { verify: ['a, b'] }],
    ['- **Verify:**\n  - a\n  - nothing', { verify: ['a'] }],
    ['Do.\n- **Files:** a\n\nMore.', { description: 'Do.\n\nMore.', files: ['a'] }],
  ])('the hand-written files or commands %j are read', (body, wanted) => {
    expect(first(body)).toMatchObject(wanted)
  })
})

describe('questions', () => {
  const asked = (text: string): unknown => {
    const plan = planOf(`# Plan: T\n\n## Subtasks\n\n### 1. A\n\n## Questions\n\n${text}\n`)
    return typeof plan === 'string' ? plan : plan.questions
  }
  test.each([
    ['1. Which? (default: a)', [{ question: 'Which?', default: 'a' }]],
    ['1. Which? (Default:  a)  ', [{ question: 'Which?', default: 'a' }]],
    ['1. Which\n   one?', [{ question: 'Which one?', default: '' }]],
    ['1. Which (default: a) one?', [{ question: 'Which (default: a) one?', default: '' }]],
    [
      '- [ ] A?\n- B?\n\nProse.\n',
      [
        { question: 'A?', default: '' },
        { question: 'B?', default: '' },
      ],
    ],
  ])('the hand-written questions %j are read', (text, questions) => {
    expect(asked(text)).toEqual(questions)
  })
})

describe('a title', () => {
  const NO_TITLE = 'A plan begins with its title, as in `# Plan: Title`.'
  test.each([
    ['# Plan: T', 'T'],
    ['# plan :  T ', 'T'],
    ['# My plan: T', NO_TITLE],
    ['# Plan of mine: T', NO_TITLE],
    ['## Plan: T', NO_TITLE],
    ['### Plan: T', NO_TITLE],
  ])('the title in the line %j is %j', (line, wanted) => {
    const plan = planOf(`${line}\n\n## Subtasks\n\n### 1. A\n`)
    expect(typeof plan === 'string' ? plan : plan.title).toBe(wanted)
  })
})

test('a plan file of 1 MiB is read, and one character more is rejected', () => {
  const text = '# Plan: T\n## Subtasks\n### 1. A\n'
  expect(planOf(text.padEnd(1024 * 1024))).toMatchObject({ title: 'T' })
  const reason = 'The plan is larger than 1 MiB.'
  expect(parsePlan(text.padEnd(1024 * 1024 + 1))).toEqual({ kind: 'problem', line: 1, reason })
})

test('a plan file with CR line ends is read', () => {
  expect(planOf('# Plan: T\r## Subtasks\r### 1. A\r')).toMatchObject({ title: 'T', subtasks: [{ name: 'A' }] })
})
