import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, mkdtempDisposable, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../demo/options.ts'
import { call } from '../../fakes/model/script.ts'
import { startModel } from '../../fakes/model/model.ts'
import { renderMarkdown } from '../../demo/show.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Runs the demonstration in a temporary folder of its own, and interrupts it once a text was printed. */
async function demo(
  args: readonly string[],
  { env = {}, until, answer }: { env?: Record<string, string>; until?: string; answer?: string } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'demo-test-'))
  const command = [join(ROOT, 'node_modules/.bin/node'), 'demo/main.ts', ...args]
  // With an answer, somebody sits at a terminal.
  const [program = '', ...rest] = answer === undefined ? command : ['script', '-qec', command.join(' '), '/dev/null']
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (answer === undefined) child.stdin.end()
  let output = ''
  let stopped = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (text.includes('Go on?')) child.stdin.write(`${answer}\n`)
      // Once: a second one would end it by force.
      if (until && output.includes(until) && !stopped) stopped = child.kill('SIGINT')
    })
  const code = await new Promise((settle) => child.on('close', settle))
  const [left, running] = [await readdir(folder), await runningIn(folder)]
  await rm(folder, { recursive: true })
  return { code, output, left, running }
}

/** The processes whose command line or environment names a folder; none where there is no /proc. */
async function runningIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const texts = pids.map(async (pid) => {
    const read = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    return (await read('cmdline')) + (await read('environ'))
  })
  return (await Promise.all(texts)).filter((text) => text.includes(folder))
}

const STATIONS = [
  /Model: a script/,
  /the project’s tests fail/,
  /alice opens issue #1/,
  /alice on issue #1\n│ \/plan /,
  /☐ 3\. Document the limit/,
  /│ Plan, version 1/,
  /PLAN\.md on branch plan\/issue-1/,
  /bob on pull request #2/,
  /│ Plan, version 2/,
  /applied: the limit is an option/,
  /alice on pull request #2\n│ approve/,
  /✗ finish_subtask: Not done/,
  /✔ 2\. Return 429/,
  /│ .*Plan finished/,
  /100 % · 3 of 3/,
  /Plan-Approved-By: alice/,
  /✗ CI on [0-9a-f]{7}: clock, failure\n +checks\/clock\.ts:\d+ retry-after: 3660/,
  /alice on pull request #2\n│ \/fix/,
  /Plan, version 3(?:.*\n){1,8}│ Checks failed on this branch/,
  /│ ✅ Plan finished: 4 of 4 subtasks done/,
  /✔ CI on [0-9a-f]{7}: clock, success/,
  /bob requests changes, on line \d+ of src\/limiter\.ts/,
  /│ Plan, version 4/,
  /applied: clients whose window is\n?│? +over are forgotten, in subtask 5/,
  /│ ✅ Plan finished: 5 of 5 subtasks done/,
  /model turns +27/,
  /✔ every box is ticked/,
  /✔ the project’s tests and its CI pass/,
]

describe('the demonstration', () => {
  test('goes from the issue over a failed check and a review to a pull request that is ready, and leaves nothing behind', async () => {
    const { code, output, left, running } = await demo(['--auto'])
    const places = STATIONS.map((station) => output.search(station))
    expect(STATIONS.filter((_, i) => places[i] === -1)).toEqual([])
    expect({ code, left, running }, output).toEqual({ code: 0, left: [], running: [] })
    expect(output).not.toContain('\u001B')
  })

  test('where nobody sits at a terminal says so and tells the story, and ends with code 130 when it is interrupted', async () => {
    const { code, output, left, running } = await demo([], { until: 'alice opens issue' })
    expect({ code, left, running }, output).toEqual({ code: 130, left: [], running: [] })
    expect(output).toMatch(/^No terminal: playing --auto.*--serve[\s\S]*Stopped\./)
  })

  test('that is interrupted in the middle of the work ends its processes, and removes its files', async () => {
    const { code, output, left, running } = await demo(['--auto'], { until: 'run_command node --test' })
    expect({ code, left, running }, output).toEqual({ code: 130, left: [], running: [] })
  })

  test('spends nothing where nobody can be asked', async () => {
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
    const { code, output } = await demo(['--auto', '--no-sandbox'], { env })
    expect(code, output).toBe(2)
    expect(output).toMatch(/would spend money, and there is no one here to ask\. Say --yes/)
  })

  test('with wrong options says what is wrong, with code 2', async () => {
    const { code, output } = await demo(['--repo', '/nowhere', '--request', 'x'])
    expect(code).toBe(2)
    expect(output).toMatch(/The script only fits the sample project\. Set OPENAI_API_KEY/)
  })
})

describe('the demonstration with a repository and an endpoint of one’s own', () => {
  const subtask = { number: 1, name: 'Greet', description: 'A file.', expected_outcome: 'It is there.', depends_on: [] }
  const plan = {
    ...{ title: 'Greet', description: 'Add a file.', expected_outcome: 'It is there.', questions: [], risks: [] },
    ...{ subtasks: [{ ...subtask, files: ['hello.txt'], verify: ['test -s hello.txt'] }], answers: [] },
  }
  const work = [
    call('write_file', { path: 'hello.txt', content: 'hello\n' }),
    call('finish_subtask', { outcome: 'It is there', commit_subject: 'Greet' }),
  ]

  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=me', '-c', 'user.email=me@x.y', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()

  test('asks before it spends; after a yes the plan is kept where its path says, and the repository stays as it was', async () => {
    await using model = await startModel({ plan: [call('create_plan', plan)], subtasks: { 1: work } })
    await using place = await mkdtempDisposable(join(tmpdir(), 'demo-own-'))
    const [own, kept] = [join(place.path, 'mine'), join(place.path, 'kept')]
    git(place.path, 'init', '-q', '-b', 'trunk', own)
    git(own, 'commit', '-q', '--allow-empty', '-m', 'Begin')
    const before = git(own, 'for-each-ref')
    const args = ['--auto', '--repo', own, '--request', 'Greet', '--keep', kept]
    const env = { OPENAI_BASE_URL: model.url, MODEL: 'mine' }

    const no = await demo(args, { env, answer: 'n' })
    expect({ code: no.code, left: no.left, asked: model.requests.length }, no.output).toEqual({
      ...{ code: 2, left: [], asked: 0 },
    })
    expect(no.output).toMatch(/Model: mine at .*No API key is sent\. This may cost money\. Go on\?.*Nothing was spent/s)
    expect(existsSync(kept)).toBe(false)

    const yes = await demo(args, { env, answer: 'y' })
    expect({ code: yes.code, left: yes.left }, yes.output).toEqual({ code: 0, left: [] })
    expect(yes.output).toContain('✔ every box is ticked')
    const [, fetch = ''] = /To take the branch into your repository: (git fetch .*)/.exec(yes.output) ?? []
    expect(git(own, 'for-each-ref')).toBe(before)
    git(own, ...fetch.trim().split(' ').slice(1))
    expect(git(own, 'show', 'plan/issue-1:hello.txt')).toBe('hello')
  })

  test('says what is no repository before it asks for money', async () => {
    const args = ['--auto', '--repo', '/nowhere', '--request', 'Greet']
    const { code, output } = await demo(args, { env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, answer: 'y' })
    expect(code, output).toBe(2)
    expect(output).toContain('There is no commit to be read from /nowhere.')
    expect(output).not.toContain('Go on?')
  })
})

test('where there is no sandbox, the first line says so, and how to have one', async () => {
  await using tools = await mkdtempDisposable(join(tmpdir(), 'tools-'))
  for (const name of ['git', 'sh', 'bash'])
    await symlink(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(tools.path, name))
  const env = { PATH: tools.path }
  const { code, output } = await demo(['--auto'], { env, until: 'alice opens issue' })
  expect(code, output).toBe(130)
  expect(output).toMatch(/^There is no sandbox here.*apt-get install bubblewrap/)
  const real = await demo(['--auto', '--yes'], { env: { ...env, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } })
  expect(real.output).toMatch(/^This machine has no sandbox.*apt-get install bubblewrap.*--no-sandbox/)
})

describe('options', () => {
  test.each([
    ['nothing', [], {}, { auto: false, brain: { kind: 'script' }, subject: { kind: 'sample' } }],
    ['a key', [], { OPENAI_API_KEY: 'k' }, { brain: { kind: 'endpoint', inputs: { 'openai-api-key': 'k' } } }],
    [
      'an endpoint without a key, and a model',
      [],
      { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', MODEL: 'm' },
      {
        brain: {
          kind: 'endpoint',
          inputs: { 'openai-api-key': '', 'openai-base-url': 'http://127.0.0.1:1/v1', model: 'm' },
        },
      },
    ],
    [
      'a key that is not to be used',
      ['--script', '--auto'],
      { OPENAI_API_KEY: 'k' },
      { auto: true, brain: { kind: 'script' } },
    ],
    ['the short story', ['--auto', '--short'], {}, { auto: true, short: true }],
    ['a container', ['--container'], {}, { container: true, browser: false, port: 4321 }],
    ['a place for what is made', ['--keep', '/k', '--pace', '0'], {}, { keep: '/k', pace: 0 }],
    [
      'a repository of one’s own',
      ['--repo', '/r', '--request', 'do it', '--setup', 'npm ci'],
      { OPENAI_API_KEY: 'k' },
      { subject: { kind: 'own', path: '/r', request: 'do it' }, setup: 'npm ci' },
    ],
  ])('with %s are understood', (_, args, env, expected) => {
    expect(parseOptions(args, env)).toMatchObject(expected)
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
