import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call } from '../fakes/model/script.ts'
import { startModel } from '../fakes/model/model.ts'
import { demo } from './demo-process.ts'

/** What comes after the plan is done, which the short story leaves out. */
const STATIONS = [
  ...[/✗ CI on [0-9a-f]{7}: clock, failure\n +checks\/clock\.ts:\d+ retry-after: 3660/],
  ...[/alice on pull request #2\n│ \/fix/, /Plan, version 3(?:.*\n){1,12}│ Checks failed on this branch/],
  ...[/│ ✅ Plan finished: 4 of 4 subtasks done/, /✔ CI on [0-9a-f]{7}: clock, success/],
  ...[/bob requests changes, on line \d+ of src\/limiter\.ts/, /│ Plan, version 4/],
  ...[/applied: clients whose window is\n?│? +over are forgotten, in subtask 5/, /model turns +27/],
  ...[/│ ✅ Plan finished: 5 of 5 subtasks done/, /✔ the project’s tests and its CI pass/],
]

describe('the demonstration', () => {
  test('goes on over a failed check and a review', async () => {
    const { code, output } = await demo(['--auto'])
    expect([code, STATIONS.filter((station) => !station.test(output))], output).toEqual([0, []])
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
