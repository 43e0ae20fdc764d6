import { describe, expect, test } from 'vitest'
import { problemsOfTests, whyUnfit, whyUnmet, findSubtask } from '../../src/plan/acceptance.ts'
import { type Check, checksFor, type AcceptanceTest, type Plan } from '../../src/plan/plan.ts'
import { validatePlan } from '../../src/plan/validate.ts'
import { parsePlan, renderPlan } from '../../src/plan/markdown.ts'
import { changesBetween } from '../../src/plan/plan-changes.ts'
import { planOf, subtask } from './samples.ts'

const T = 'test/flood.test.ts'
const flood = { path: T, run: `node --test ${T}`, content: "test('ten pass', () => {})\n" }
const rules: Parameters<typeof problemsOfTests>[1] = {
  protectedPaths: ['.github/**'],
  planFile: 'PLAN.md',
  testFiles: ['**/*.test.ts', 'PLAN.md'],
  takenPaths: ['test/there.test.ts'],
}

/** A plan with these tests, whose first subtask names them all. */
const withTests = (acceptance: AcceptanceTest[], files = acceptance.map(({ path }) => path)): Plan =>
  planOf([subtask(1, { files }), subtask(2)], { acceptance })

describe('the section of a plan', () => {
  const rendered = renderPlan(withTests([{ ...flood, content: 'a\n```\n  b \n' }]))

  test('approved tests are the last section of a plan file, each in a fence longer than any inside it', () => {
    expect(rendered.slice(rendered.indexOf('## Acceptance'))).toBe(
      `## Acceptance\n\n### \`${T}\`\n\nRun: \`node --test ${T}\`\n\n\`\`\`\`ts\na\n\`\`\`\n  b \n\`\`\`\`\n`,
    )
  })

  test('parsing a plan gives the line range of each approved test and its first content line', () => {
    const parsed = parsePlan(rendered)
    const lines = rendered.split('\n')
    const [start, end] = [lines.indexOf(`### \`${T}\``) + 1, lines.lastIndexOf('````') + 1]
    expect(parsed.kind === 'parsed' && [...parsed.tests]).toEqual([[T, { start, end, first: start + 5 }]])
  })

  const head = '# Plan: T\n\n## Subtasks\n\n### 1. A\n\n- **Files:** `a.test.ts`\n\n## Acceptance\n\n'
  test.each([
    ['### `a.test.ts`\nRun: `x`\n```ts\na\n```', { path: 'a.test.ts', run: 'x', content: 'a\n' }],
    [
      'Prose.\n\n### `a.test.ts`\n\nMore.\n- **Run:** x y\n~~~\na\n\n\n~~~\nMore.',
      { path: 'a.test.ts', run: 'x y', content: 'a\n\n\n' },
    ],
    [
      '### `a.test.ts`\n```\n### `b`\nRun: `c`\n```\nRun: `x`',
      { path: 'a.test.ts', run: 'x', content: '### `b`\nRun: `c`\n' },
    ],
    ['### `a.test.ts`', { path: 'a.test.ts', run: '', content: '' }],
  ])('the approved test %j is parsed', (text, wanted) => {
    const parsed = parsePlan(head + text)
    expect(parsed.kind === 'parsed' ? parsed.plan.acceptance : parsed.reason).toEqual([wanted])
  })

  test.each([
    ['### a.test.ts', 11, /is its path in backticks/],
    ['### `a`\nRun: `x`\nRun: `y`', 13, /`?a`? has two commands/],
    ['### `a`\n```\nx\n```\n```\ny\n```', 15, /has two files/],
    ['### `a`\n```\nx', 12, /never closed/],
  ])('the approved test %j is invalid', (text, line, reason) => {
    expect(parsePlan(head + text)).toMatchObject({ kind: 'problem', line, reason: expect.stringMatching(reason) })
  })

  test('a subtask heading in the section of approved tests is parsed as a subtask', () => {
    const parsed = parsePlan(`${head}### \`a.test.ts\`\n\n### 2. B\n\nDo b.\n`)
    expect(parsed.kind === 'parsed' && parsed.plan.subtasks.map(({ number, description }) => [number, description])).toEqual([[1, ''], [2, 'Do b.']]) // prettier-ignore
  })

  test('a changed approved test is reported as a change, and secrets in its text are redacted', () => {
    const plan = withTests([flood])
    const other = withTests([{ ...flood, content: 'other\n' }])
    expect(changesBetween(plan, other)).toMatchObject([{ kind: 'text', field: `acceptance test \`${T}\`` }])
  })
})

describe('the rules for tests', () => {
  const lines = (count: number): string => 'x\n'.repeat(count)
  const said = (more: Partial<AcceptanceTest>, files?: string[]): string[] =>
    problemsOfTests(withTests([{ ...flood, ...more }], files), rules).map(({ reason }) => reason)

  test('an approved test in a new file that exactly one subtask names, by path or folder, is valid', () => {
    expect([said({}), said({}, ['test/']), said({}, ['test/**']), said({ content: lines(400) })]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  const both = planOf([subtask(1, { files: [T] }), subtask(3, { files: ['test'] })], { acceptance: [flood] })
  const twice = problemsOfTests(both, rules).map(({ reason }) => reason)
  test.each([
    ['a file that exists', said({ path: 'test/there.test.ts' }), /`test\/there\.test\.ts` exists already/],
    ['no test file', said({ path: 'src/flood.ts' }), /is no test file by the input `test-files`/],
    ['named by none', said({}, ['src/a.ts']), /is named by no subtask/],
    ['named by two', twice, /is named by subtasks 1 and 3/],
    ['401 lines', said({ content: lines(401) }), /have 401 lines; at most 400/],
    ['no command', said({ run: '' }), /has no command/],
    ['no file', said({ content: '\n' }), /has no content/],
    ['a hidden character', said({ content: 'a\u202eb\n' }), /has hidden characters/],
    ['a protected path', said({ path: '.github/a.test.ts' }), /has a protected path/],
    ['the plan itself', said({ path: 'PLAN.md' }), /has a protected path/],
    ...['../a.test.ts', './a.test.ts', '/a.test.ts', 'a//b.test.ts', '*.test.ts', '.git/a.test.ts'].map((path): [string, string[], RegExp] => [path, said({ path }), /needs a plain path/]), // prettier-ignore
  ])('the problem of an approved test is reported in one sentence: %s', (_, problems, reason) => {
    expect(problems).toEqual([expect.stringMatching(reason)])
  })

  test('the limit of lines counts all approved tests together, and no path may have two tests', () => {
    const two = [
      { ...flood, content: lines(250) },
      { ...flood, path: 'b.test.ts', content: lines(151) },
    ]
    expect(problemsOfTests(withTests(two), rules)).toEqual([{ path: 'b.test.ts', reason: expect.stringMatching(/401 lines/) }]) // prettier-ignore
    expect(problemsOfTests(withTests([flood, flood]), rules)).toHaveLength(2)
  })

  test('the approved tests of a done or skipped subtask must not change', () => {
    const before = withTests([flood])
    const limits = { ...rules, maxSubtasks: 3, currentPlan: before, frozen: before.subtasks.slice(0, 1) }
    const settled = 'The acceptance tests of subtask 1 must stay as they are, because it is settled.'
    expect(validatePlan(before, limits)).toEqual([])
    expect(validatePlan(withTests([{ ...flood, content: 'other\n' }]), limits)).toEqual([settled])
    expect(validatePlan({ ...before, acceptance: [] }, limits)).toEqual([settled])
  })
})

test('an approved test’s command is added once to the checks of the subtask that names it', () => {
  const plan = withTests([flood], [T, 'src/a.ts'])
  const checks = (number: number): string[] => checksFor(findSubtask(plan, number) ?? subtask(9), 'npm test')
  expect([checks(1), checks(2)]).toEqual([
    ['npm test -- part-1', flood.run, 'npm test'],
    ['npm test -- part-2', 'npm test'],
  ])
  const same = planOf([subtask(1, { files: [T], verify: [flood.run] })], { acceptance: [flood] })
  expect(findSubtask(same, 1)?.verify).toEqual([flood.run])
})

describe('what the run of a test means', () => {
  const check = (exit: string, ran?: number): Check => ({
    ...{ command: flood.run, passed: exit === 'exit code 0', exit, tail: '' },
    ...(ran === undefined ? {} : { counts: { ran, skipped: 0 } }),
  })

  test.each<[string, Check | undefined, RegExp | undefined, RegExp | undefined]>([
    ['a failure', check('exit code 1'), undefined, /`test\/flood\.test\.ts` fails on .* \(exit code 1\)/],
    ['a failure of no test', check('exit code 1', 0), undefined, /fails on/],
    ['a pass', check('exit code 0', 2), /proves nothing: it passes before/, undefined],
    ['a pass without counts', check('exit code 0'), /proves nothing: it passes before/, undefined],
    ['no test that ran', check('exit code 0', 0), /proves nothing: .* runs no test/, /ran no test on what/],
    ['no program', check('exit code 127'), /cannot be run: .* \(exit code 127\)/, /fails on/],
    ['no leave to run it', check('exit code 126'), /cannot be run/, /fails on/],
    ['exit code 12', check('exit code 12'), undefined, /fails on/],
    ['a signal', check('ended by SIGKILL'), /cannot be run: .* \(ended by SIGKILL\)/, /fails on/],
    ['no end', check('stopped after 15 minutes'), /cannot be run: .* \(stopped after 15 minutes\)/, /fails on/],
    ['no run', undefined, /cannot be run: .* did not run/, /fails on .* \(not run\)/],
  ])('an approved test’s run before and after the plan means: %s', (_, ran, unfit, unmet) => {
    const is = (why: RegExp | undefined) => (why ? expect.stringMatching(why) : undefined)
    expect([whyUnfit(flood, ran), whyUnmet(flood, ran)]).toEqual([is(unfit), is(unmet)])
  })
})
