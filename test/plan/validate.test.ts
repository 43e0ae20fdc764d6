import { describe, expect, test } from 'vitest'
import { validatePlan } from '../../src/plan/validate.ts'
import { normalizePlan } from '../../src/plan/normalize.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { planOf, subtask } from './samples.ts'

const rules: Parameters<typeof validatePlan>[1] = {
  maxSubtasks: 3,
  protectedPaths: ['.github/**', '**/AGENTS.md'],
  planFile: 'PLAN.md',
}
const question = { question: 'Which?', default: 'this' }

describe('what a plan is sent back for', () => {
  const cases: [string, Plan, string][] = [
    ['no title', planOf([subtask(1)], { title: ' ' }), 'The plan has no title that people can see; give it one.'],
    [
      'no expected outcome',
      planOf([subtask(1)], { expected_outcome: '\u2800\u3164' }),
      'The plan has no expected outcome that people can see; say what will be different and how to measure it.',
    ],
    ...(['name', 'description', 'expected_outcome'] as const).flatMap((field) =>
      ['', '\n', '\u200b', '…', '<!-- x -->', '<!-- x', '&nbsp;', '<br>', '\u2800', '\u3164', '\u{e0041}'].map(
        (text): [string, Plan, string] => [
          `${JSON.stringify(text)} as ${field}`,
          planOf([subtask(1, { [field]: text })]),
          `Subtask 1 has no ${field} that people can see; write one.`,
        ],
      ),
    ),
    ['no subtasks', planOf([]), 'The plan has no subtasks; it needs at least one, or a question without a default.'],
    [
      'too many subtasks',
      planOf([1, 2, 3, 4].map((n) => subtask(n))),
      'The plan has 4 subtasks; at most 3 are allowed.',
    ],
    [
      'too many decisions',
      planOf([subtask(1)], { decisions: Array<string>(4).fill('Redis, instead of a file: it is there') }),
      'The plan names 4 decisions; name at most 3, those that matter most.',
    ],
    [
      'too many questions',
      planOf([subtask(1)], { questions: Array(4).fill(question) }),
      'The plan asks 4 questions; at most 3 are allowed, the rest you decide.',
    ],
    [
      'a number twice',
      planOf([subtask(1), subtask(1)]),
      'Number 1 is given to more than one subtask; numbers must be unique.',
    ],
    [
      'an unknown dependency',
      planOf([subtask(1, { depends_on: [7] })]),
      'Subtask 1 depends on 7, which is not in the plan.',
    ],
    [
      'a circle',
      planOf([subtask(1, { depends_on: [2] }), subtask(2, { depends_on: [1] })]),
      'The dependencies run in a circle: 1 → 2 → 1 (each depends on the next).',
    ],
    [
      'a dependency on itself',
      planOf([subtask(1, { depends_on: [1] })]),
      'The dependencies run in a circle: 1 → 1 (each depends on the next).',
    ],
    [
      'a command of two lines',
      planOf([subtask(1, { verify: ['a\nb'] })]),
      'The verify command "a\\nb" of subtask 1 has more than one line; give one command per entry.',
    ],
    [
      'a command that no shell takes',
      planOf([subtask(1, { verify: ['x'.repeat(130_000)] })]),
      'A verify command of subtask 1 has more than 120000 bytes; put it into a script, and run that.',
    ],
    [
      'a command with hidden characters',
      planOf([subtask(1, { verify: ['npm\u202e test'] })]),
      'The verify command "npm\u202e test" of subtask 1 has hidden characters.',
    ],
    [
      'a path with hidden characters',
      planOf([subtask(1, { files: ['a\u200bb'] })]),
      'The path "a\u200bb" of subtask 1 has hidden characters.',
    ],
    ...['../x', '/etc/passwd', 'a/../../x', '.git/config', 'C:\\x', ''].map((path): [string, Plan, string] => [
      `the path ${JSON.stringify(path)}`,
      planOf([subtask(1, { files: [path] })]),
      `The path ${JSON.stringify(path)} of subtask 1 must be relative and stay inside the repository, outside of .git.`,
    ]),
    ...['.github/workflows/ci.yml', './.github/x', 'docs/agents.md'].map((path): [string, Plan, string] => [
      `the path ${JSON.stringify(path)}`,
      planOf([subtask(1, { files: [path] })]),
      `The path ${JSON.stringify(path)} of subtask 1 is protected; no subtask may change it. Leave it out; when the plan needs it, say in risks that people change it themselves or allow it with \`!${path}\` in the input protected-paths.`,
    ]),
    [
      'a path that no system takes',
      planOf([subtask(1, { files: ['a/'.repeat(2048) + 'b'] })]),
      'A path of subtask 1 has more than 4,096 bytes; no system takes that.',
    ],
    ...['PLAN.md', './plan.md'].map((path): [string, Plan, string] => [
      `the path ${JSON.stringify(path)}`,
      planOf([subtask(1, { files: [path] })]),
      `The path ${JSON.stringify(path)} of subtask 1 is the plan itself, which subtasks do not change.`,
    ]),
  ]
  test.each(cases)('the problem of a plan is reported: %s', (_, plan, reason) => {
    expect(validatePlan(plan, rules)).toEqual([reason])
  })

  test('a valid plan has no validation problems', () => {
    const plan = planOf([subtask(2, { files: ['docs/plan.md', 'new/'] }), subtask(1, { depends_on: [2] })])
    expect(validatePlan(plan, rules)).toEqual([])
    expect(validatePlan(normalizePlan(plan), rules)).toEqual([])
  })

  test('a plan exactly at the limits has no validation problems', () => {
    const [one, two, last] = [
      subtask(1, { verify: [' npm test\n'] }),
      subtask(2),
      subtask(9999, { files: [' docs/a '] }),
    ]
    expect(validatePlan(planOf([one, two, last], { questions: Array(3).fill(question) }), rules)).toEqual([])
  })

  test.each([
    [
      subtask(1, { files: [' PLAN.md '] }),
      'The path "PLAN.md" of subtask 1 is the plan itself, which subtasks do not change.',
    ],
  ])('a plan just beyond a limit is rejected: case %#', (beyond, reason) => {
    expect(validatePlan(planOf([beyond]), rules)).toEqual([reason])
  })

  test('all problems of a plan are reported at once, so that one reply can fix them', () => {
    const plan = planOf([subtask(1, { files: ['../x'], depends_on: [8] })], { questions: Array(5).fill(question) })
    expect(validatePlan(plan, rules)).toHaveLength(3)
  })
})

test('a plan without subtasks is valid if it asks a question without a default', () => {
  const asking = planOf([], { questions: [{ question: 'Which store?', default: '' }] })
  expect(validatePlan(asking, rules)).toEqual([])
})

describe('numbers of earlier versions', () => {
  const revising = {
    ...rules,
    usedNumbers: new Map([
      [1, 'Old one'],
      [2, 'Dropped'],
    ]),
    currentPlan: planOf([subtask(1)]),
  }

  test('a new version may keep the subtask numbers of the current version', () => {
    expect(validatePlan(planOf([subtask(1, { name: 'Renamed' })]), revising)).toEqual([])
  })

  test('the number of a subtask dropped in an earlier version is never reused', () => {
    expect(validatePlan(planOf([subtask(1), subtask(2)]), revising)).toEqual([
      'Number 2 belonged to the subtask “Dropped” of an earlier version and is never used again; ' +
        'new subtasks are numbered from 3 on.',
    ])
  })

  test('without a current version, no subtask number ever used may be reused', () => {
    expect(validatePlan(planOf([subtask(1)]), { ...rules, usedNumbers: new Map([[1, 'Old one']]) })).toHaveLength(1)
  })
})

describe('frozen subtasks', () => {
  const frozen = [subtask(1, { description: 'Done so.  ' })]

  test('done or skipped subtasks must stay unchanged, apart from white space', () => {
    expect(validatePlan(planOf([subtask(1, { description: 'Done so.' }), subtask(2)]), { ...rules, frozen })).toEqual(
      [],
    )
  })

  test('done or skipped subtasks may keep empty texts', () => {
    const empty = subtask(1, { description: '', expected_outcome: '' })
    expect(validatePlan(planOf([empty, subtask(2)]), { ...rules, frozen: [empty] })).toEqual([])
  })

  test('done or skipped subtasks must not be dropped', () => {
    expect(validatePlan(planOf([subtask(2)]), { ...rules, frozen })).toEqual([
      'Subtask 1 (“Part 1”) is done or skipped already and must stay in the plan.',
    ])
  })

  test('done or skipped subtasks must not change, and the problem quotes their earlier text', () => {
    const [reason] = validatePlan(planOf([subtask(1, { verify: [] })]), { ...rules, frozen })
    expect(reason).toContain('Subtask 1 (“Part 1”) is done or skipped already and must stay exactly as it is: {')
    expect(reason).toContain('"description":"Done so."')
  })
})
