import { describe, expect, test } from 'vitest'
import { linesOf } from './lines.ts'
import { parseOptions } from './options.ts'
import { renderMarkdown } from './show.ts'
import { demo } from './demo-process.ts'

const STATIONS = [
  ...[/Model: a script/, /the project’s tests fail/, /alice opens issue #1/, /alice on issue #1\n│ \/plan /],
  ...[/☐ 3\. Document the limit/, /│ Plan, version 1/, /PLAN\.md on branch plan\/issue-1/, /bob on pull request #2/],
  ...[/│ Plan, version 2/, /applied: the limit is an option/, /alice on pull request #2\n│ approve/],
  ...[/✗ finish_subtask: Not done/, /✔ 2\. Return 429/, /│ .*Plan finished/, /3 of 3 done/],
  ...[/Plan-Approved-By: alice/, /✔ every box is ticked/, /✔ the project’s tests pass/],
]

describe('the demonstration', () => {
  test('goes from the issue to a pull request that is ready, and leaves nothing behind', async () => {
    const { code, output, left, running } = await demo(['--auto', '--short'])
    expect(STATIONS.filter((station) => !station.test(output))).toEqual([])
    expect({ code, left, running }, output).toEqual({ code: 0, left: [], running: [] })
    expect(output).not.toContain('\u001B')
  })

  test('with wrong options says what is wrong, with code 2', async () => {
    const { code, output } = await demo(['--repo', '/nowhere', '--request', 'x'])
    expect(code).toBe(2)
    expect(output).toMatch(/The script only fits the sample project\. Set OPENAI_API_KEY/)
  })
})

describe('options', () => {
  const own = { 'openai-api-key': '', 'openai-base-url': 'http://127.0.0.1:1/v1', model: 'm' }
  test.each([
    ['nothing', [], {}, { auto: false, brain: { kind: 'script' }, subject: { kind: 'sample' } }],
    ['a key', [], { OPENAI_API_KEY: 'k' }, { brain: { kind: 'endpoint', inputs: { 'openai-api-key': 'k' } } }],
    [
      'an endpoint without a key, and a model',
      [],
      { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', MODEL: 'm' },
      { brain: { kind: 'endpoint', inputs: own } },
    ],
    ['a key that is not to be used', ['--script'], { OPENAI_API_KEY: 'k' }, { brain: { kind: 'script' } }],
    ['a container', ['--container', '--pace', '0'], {}, { container: true, browser: false, port: 4321, pace: 0 }],
    [
      'a repository of one’s own',
      ['--repo', '/r', '--request', 'do it', '--setup', 'npm ci', '--verify', 'npm test'],
      { OPENAI_API_KEY: 'k' },
      { subject: { kind: 'own', path: '/r', request: 'do it' }, setup: 'npm ci', verify: 'npm test' },
    ],
  ])('with %s are understood', (_, args, env, expected) => {
    expect(parseOptions(args, env)).toMatchObject(expected)
  })

  test('a request of several lines has the rest in the body of the issue', () => {
    const subject = { kind: 'own', path: '/r', request: 'Greet\n\nIn French.\n' } as const
    expect(linesOf({ subject })).toMatchObject({ title: 'Greet', body: 'In French.', request: subject.request })
  })

  test.each([
    [['--repo', '/r', '--auto'], { OPENAI_API_KEY: 'k' }, /needs to know what to plan/],
    [['--request', 'x'], { OPENAI_API_KEY: 'k' }, /--request needs --repo/],
    [['--port', 'x'], {}, /--port x is no whole number/],
    [['--repo', '/r', '--request', 'x'], {}, /only fits the sample/],
    [['--fast'], {}, /--fast/],
  ])('%j are refused', (args, env, message) => {
    expect(() => parseOptions(args, env)).toThrow(message)
  })
})

test.each([
  ['<!-- a\nmarker -->\n# Title\n\nText', ['Title', '', 'Text']],
  ['- [ ] **1. `a*b`** · x\n  - [x] ~~step~~', ['☐ 1. a*b · x', '  ✔ step']],
  ['[words](https://host/a_b) &lt;b> \\*not bold\\*', ['words <b> *not bold*']],
  ['a\n<details><summary>x</summary>\n\ny\n\n</details>\n\n<sub>z</sub>', ['a', '', 'z']],
  ['```text\n# no title **\n```', ['  # no title **']],
  ['- one two three four five', ['• one two', '  three four', '  five']],
])('for a terminal %j is %j', (markdown, lines) => {
  const limit = markdown.startsWith('- one') ? 12 : 60
  expect(renderMarkdown(markdown, limit).map((line) => line.trimEnd())).toEqual(lines)
})
