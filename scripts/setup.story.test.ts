import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { QUESTIONS, workflowFor, type Answers } from './setup-workflow.ts'
import { lint, OURS, read, validate } from '../test/house/workflows.ts'
import { temporaryDirectory } from '../test/places.ts'

const ROOT = resolve(import.meta.dirname, '..')
const NODE = join(ROOT, 'node_modules/.bin/node')
const FILE = '.github/workflows/measure-twice.yml'

function cloneOf(address: string): string {
  const folder = temporaryDirectory()
  execFileSync('git', ['init', '-q', folder])
  execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', address])
  return folder
}

function setUp(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(NODE, ['scripts/setup.ts', ...args], {
    ...{ cwd: ROOT, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, stdout, stderr }
}

/** The output in a terminal, where these lines are typed, and the programs of a folder come first. */
function typed({ programs = '/nowhere', input }: { programs?: string; input: string }, ...args: string[]): string {
  const command = `PATH='${programs}':"$PATH" ` + [NODE, 'scripts/setup.ts', ...args].map((one) => `'${one}'`).join(' ')
  return spawnSync('script', ['-qec', command, '/dev/null'], { cwd: ROOT, encoding: 'utf8', input }).stdout
}

/** The action in a fork; nothing is published under the placeholder. */
const FORK = 'acme/measure-twice@main'

const workflowIn = (folder: string): string => readFileSync(join(folder, FILE), 'utf8')

test('with the defaults it is the example, and what is left to do is said', () => {
  const folder = cloneOf('git@github.com:acme/shop.git')
  const { status, stdout } = setUp('--repo', folder, '--yes', '--action', FORK)
  expect([status, workflowIn(folder)]).toEqual([0, read('examples/one-job.yml').replace(OURS, FORK)])
  expect(stdout).toContain('gh secret set OPENAI_API_KEY --repo acme/shop')
  expect(stdout).toContain('https://github.com/acme/shop/settings/actions')
  expect(stdout).toContain('gh workflow run measure-twice.yml --repo acme/shop')
  expect(setUp('--repo', folder, '--yes', '--action', FORK).stdout).toContain('is there already as it would be written')
})

const ANSWERS: Answers = {
  ...{
    action: OURS,
    secret: 'ROUTER_KEY',
    endpoint: 'https://openrouter.ai/api/v1',
    model: 'anthropic/claude-sonnet-5',
  },
  ...{ approvers: '@acme/core, @ann', maxTokens: '500000', isEnterpriseServer: true },
}

test('what was answered is in a workflow that actionlint and GitHub take', async () => {
  const text = workflowFor(ANSWERS)
  expect([await lint(FILE, text), await validate('.github/workflows/set-up.yml', text)]).toEqual([[], []])
  for (const line of [
    'openai-api-key: ${{ secrets.ROUTER_KEY }}',
    'openai-base-url: https://openrouter.ai/api/v1',
    'model: "anthropic/claude-sonnet-5"',
    'approvers: "@acme/core, @ann"',
    'max-tokens: 500000 #',
  ])
    expect(text).toContain(`          ${line}`)
  expect(text).not.toContain('queue:')
})

test.each([
  ['action', 'measure-twice'],
  ['action', ''],
  ['action', OURS],
  ['action', 'a/b@v1\n        run: evil'],
  ['secret', 'GITHUB_KEY'],
  ['secret', 'A KEY'],
  ['endpoint', 'ftp://example.com'],
  ['endpoint', 'https://me:word@example.com'],
  ['model', 'a b'],
  ['approvers', 'everybody'],
  ['maxTokens', '12'],
])('%s is not taken as %j', (name, answer) => {
  expect(QUESTIONS.find((one) => one.name === name)?.problem(answer)).toEqual(expect.any(String))
})

describe('nothing is written', () => {
  const nothingIn = (folder: string): void => expect(existsSync(join(folder, FILE))).toBe(false)

  test('without a terminal and without --yes, and it does not wait', () => {
    const folder = cloneOf('https://github.com/acme/shop')
    const { status, stderr } = setUp('--repo', folder)
    expect([status, stderr]).toEqual([1, expect.stringContaining('--yes')])
    nothingIn(folder)
  })

  test('when the input ends in the middle', () => {
    const folder = cloneOf('https://github.com/acme/shop')
    expect(typed({ input: `${FORK}\n\n\u0004` }, '--repo', folder)).toContain(
      'The input ended, so nothing was written.',
    )
    nothingIn(folder)
  })

  test('over another workflow, unless somebody says so', () => {
    const folder = cloneOf('https://github.com/acme/shop')
    mkdirSync(join(folder, '.github/workflows'), { recursive: true })
    writeFileSync(join(folder, FILE), 'mine\n')
    expect(setUp('--repo', folder, '--yes', '--action', FORK).stderr).toContain('Take --force to overwrite it.')
    expect(typed({ input: `${FORK}\n${'\n'.repeat(6)}` }, '--repo', folder)).toContain('Nothing was written.')
    expect(workflowIn(folder)).toBe('mine\n')
    expect(typed({ input: `${FORK}\n${'\n'.repeat(5)}y\n` }, '--repo', folder)).toContain('Written:')
    expect(workflowIn(folder)).not.toBe('mine\n')
  })
})

test('in a terminal it asks, and asks again after an answer that it cannot take', () => {
  const folder = cloneOf('https://github.example.com/acme/shop')
  const output = typed({ input: `${OURS}\n${FORK}\n\nMY KEY\nMY_KEY\n\ncodeowners\n\n` }, '--repo', folder)
  expect(output).toContain('Nothing is published yet: name your fork')
  expect(output).toContain('The name of a secret has letters')
  expect(output).toContain('gh secret set MY_KEY --repo github.example.com/acme/shop')
  expect(workflowIn(folder)).toMatch(/secrets\.MY_KEY[^]*approvers: "codeowners"/)
  expect(workflowIn(folder)).not.toContain('queue:')
})

test.each(['.github', '.github/workflows', FILE])(
  'writes nothing through %s where it is a link, also a dangling one',
  (place) => {
    for (const isThere of [true, false]) {
      const [folder, elsewhere] = [cloneOf('git@github.com:acme/shop.git'), temporaryDirectory()]
      const target = join(elsewhere, isThere ? '.' : 'nothing-yet')
      mkdirSync(join(folder, place, '..'), { recursive: true })
      symlinkSync(target, join(folder, place))
      const { status, stderr } = setUp('--repo', folder, '--yes', '--force', '--action', FORK)
      expect([status, stderr]).toEqual([1, `${place} is a link. Take it away first.\n`])
      expect(readdirSync(elsewhere)).toEqual([])
    }
  },
)

/** A program that writes down how it is called. `gh auth status` is the only call that is not a deed. */
function fakeGh(): { path: string; calls: () => string[] } {
  const folder = temporaryDirectory()
  const log = join(folder, 'calls')
  writeFileSync(join(folder, 'gh'), `#!/bin/sh\n[ "$1" = auth ] || echo "gh $*" >> ${log}\n`, { mode: 0o755 })
  return { path: folder, calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) }
}

/** A clone whose pushes go to a folder. */
function pushable(): { folder: string; bare: string } {
  const [folder, bare] = [cloneOf('git@github.com:acme/shop.git'), temporaryDirectory()]
  execFileSync('git', ['init', '-q', '--bare', bare])
  const set = (name: string, value: string): unknown => execFileSync('git', ['-C', folder, 'config', name, value])
  for (const [name, value] of [
    [`url.${bare}.pushInsteadOf`, 'git@github.com:acme/shop.git'],
    ['user.name', 'ann'],
    ['user.email', 'ann@example.com'],
  ] as const)
    set(name, value)
  execFileSync('git', ['-C', folder, 'commit', '-q', '--allow-empty', '-m', 'First'])
  return { folder, bare }
}

test('where gh is there, it does what people agree to, and says what is left', () => {
  const { folder, bare } = pushable()
  const gh = fakeGh()
  const options = QUESTIONS.flatMap(({ name, preset }) =>
    preset === '' ? [] : [`--${name === 'maxTokens' ? 'max-tokens' : name}`, preset],
  )
  const answered = (input: string): string =>
    typed({ programs: gh.path, input }, '--repo', folder, '--action', FORK, ...options)
  const refs = () =>
    execFileSync('git', ['-C', bare, 'for-each-ref', '--format=%(refname)'], { encoding: 'utf8' }).trim()
  expect(answered('\nn\nn\nn\n')).toMatch(/secrets\/actions[^]*settings\/actions[^]*gh workflow run/)
  expect([gh.calls(), refs()]).toEqual([[], ''])
  expect(answered('\ny\ny\ny\ny\ny\n')).toMatch(/summary of the run that was started[^]*\d\. Comment \/plan/)
  const deeds = ['gh secret set', 'gh api', 'gh pr create', 'gh workflow run']
  expect(gh.calls().map((call) => deeds.find((deed) => call.startsWith(deed)))).toEqual(deeds)
  expect([gh.calls().every((call) => call.includes('acme/shop')), refs()]).toEqual([true, 'refs/heads/measure-twice'])
})

test('npx runs it, from below node_modules, where Node itself strips no types', () => {
  const home = join(temporaryDirectory(), 'node_modules/measure-twice')
  mkdirSync(home, { recursive: true })
  for (const part of ['scripts', 'src', 'examples', 'package.json'])
    cpSync(join(ROOT, part), join(home, part), { recursive: true })
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const { status, stdout, stderr } = spawnSync(NODE, [join(home, bin), 'setup', '--help'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('npm run setup -- --repo PATH')
})
