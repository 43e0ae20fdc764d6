import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { UserError } from '../../src/lib/errors.ts'
import { PROTECTED_PATHS } from '../../src/guard/protected.ts'
import { readInputs, settingsOf, type Inputs } from '../../src/runner/inputs.ts'
import { eventSettingsOf } from '../../src/observe/event.ts'
import { outputsOf } from '../../src/runner/outputs.ts'

type InputName = keyof Inputs

const readWith = (given: Partial<Record<InputName, string>>): Inputs => {
  const texts: Record<string, string | undefined> = { 'github-token': 'ghs_1', ...given }
  return readInputs((name) => texts[name] ?? '')
}

const errorOf = (given: Partial<Record<InputName, string>>): UserError => {
  try {
    readWith(given)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error(`${JSON.stringify(given)} was taken`)
}

test.each<[InputName, string, unknown]>([
  ['openai-base-url', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['openai-api', 'chat', 'chat'],
  ['model', 'llama', 'llama'],
  ['planner-model', 'llama-2', 'llama-2'],
  ['reasoning-effort', 'xhigh', 'xhigh'],
  ['plan-label', 'measure', 'measure'],
  ['interactive-planning', 'true', true],
  ['allow-self-approval', 'false', false],
  ['approvals-required', '2', 2],
  ['plan-file', 'docs/PLAN.md', 'docs/PLAN.md'],
  ['keep-plan-file', 'true', true],
  ['base-branch', 'next', 'next'],
  ...['release/2026.1+rc#1', '機能/追加', 'feat(example),v=1@x', 'a%20b', 'emoji-🙂', "a'b", '{x}', '_x'].map(
    (name): [InputName, string, unknown] => ['base-branch', name, name],
  ),
  ['branch-prefix', 'bot/plan-', 'bot/plan-'],
  ['verify-command', 'npm test', 'npm test'],
  ['proof', 'require', 'require'],
  ['test-files', 'qa/**/*.{ts,js}\n  !qa/tools/**\n', ['qa/**/*.{ts,js}', '!qa/tools/**']],
  ['setup-command', 'npm ci', 'npm ci'],
  ['max-subtasks', '100', 100],
  ['max-attempts', '1', 1],
  ['max-turns', '1000', 1000],
  ['review-every', '0', 0],
  ['max-tokens', '2000000', 2_000_000],
  ['max-tokens', '0', undefined],
  ['max-tokens', '', 3_000_000],
  ['time-budget', '', undefined],
  ['prices', 'input=1.25,cached=0.13,output=10', { input: 1.25, cached: 0.13, output: 10 }],
  ['prices', 'input=1, cached=0, output=10', { input: 1, cached: 0, output: 10 }],
  ['prices', 'input=2,cached=0.1,cache-write=2.5,output=10', { input: 2, cached: 0.1, 'cache-write': 2.5, output: 10 }],
  ['prices', 'output=10,input=1', { input: 1, output: 10 }],
  ['reasoning-effort', 'max', 'max'],
  ['time-budget', '0.5', 0.5],
  ['parallel', '4', 4],
  ['protected-paths', 'a/**\n b.md ,\n\nc', ['a/**', 'b.md', 'c']],
  ['sandbox', 'none', 'none'],
  ['network', 'false', false],
  ['commit-with', 'api', 'api'],
])('the input %s accepts %j', (name, text, value) => {
  expect(readWith({ [name]: text })[name]).toEqual(value)
})

test.each<[InputName, string]>([
  ['openai-base-url', 'localhost'],
  ['openai-base-url', 'ftp://127.0.0.1'],
  ['openai-api', 'completions'],
  ['proof', 'always'],
  ['test-files', '**/*.test.ts\n/test/**'],
  ['test-files', 'test/[ab].ts'],
  ['reasoning-effort', 'very'],
  ['mode', 'everything'],
  ['interactive-planning', 'yes'],
  ['allow-self-approval', 'TRUE!'],
  ['approvals-required', '0'],
  ['approvals-required', '-1'],
  ['approvals-required', '1.5'],
  ['approvals-required', '21'],
  ['approvals-required', '１'],
  ['plan-file', '/etc/plan.md'],
  ['plan-file', '../PLAN.md'],
  ['plan-file', 'a//b.md'],
  ['plan-file', '.git/PLAN.md'],
  ['plan-file', '.GIT/PLAN.md'],
  ['plan-file', 'docs/'],
  ['base-branch', 'main:refs/heads/x'],
  ['base-branch', '*'],
  ...[
    'a..b',
    'HEAD',
    '@',
    'a@{b',
    'x.lock/y',
    '/x',
    'x//y',
    'x/.y',
    'x.',
    'a b',
    'a~b',
    'a[b',
    'a\\b',
    '-x',
    'a\u0007b',
  ].map((name): [InputName, string] => ['base-branch', name]),
  ['branch-prefix', '-x'],
  ['branch-prefix', 'a..b/'],
  ['branch-prefix', 'a b/'],
  ['branch-prefix', 'plan/.hidden-'],
  ['branch-prefix', 'plan*'],
  ['max-subtasks', '0'],
  ['max-subtasks', 'many'],
  ['max-attempts', '0'],
  ['max-turns', '1001'],
  ['review-every', '-1'],
  ['max-tokens', '1e6'],
  ['max-cost', '-1'],
  ['max-cost', '0'],
  ['max-cost', 'a dollar'],
  ['prices', 'input=1'],
  ['prices', 'output=1'],
  ['prices', 'input=1,output=2,output=3'],
  ['prices', 'input=1,output=2=3'],
  ['prices', 'input=1,output=2,'],
  ['prices', 'input=1,cached=-1,output=10'],
  ['prices', '1,2,3'],
  ['time-budget', '0'],
  ['time-budget', '-5'],
  ['time-budget', '1h'],
  ['parallel', '17'],
  ['sandbox', 'docker'],
  ['network', '1'],
  ['commit-with', 'svn'],
])('the input %s rejects %j with an error that names it', (name, text) => {
  const prices = name === 'max-cost' ? { prices: 'input=1,cached=1,output=1' } : {}
  const error = errorOf({ ...prices, [name]: text })
  expect(error).toMatchObject({ code: 'input', message: expect.stringContaining(`\`${name}\``) })
  expect(error.message).toContain(text)
  expect(error.remedy).toContain(`\`${name}\``)
})

test('a missing github-token is an error, and no input error contains a secret', () => {
  expect(errorOf({ 'github-token': '' }).message).toContain('`github-token`')
  const { message, remedy } = errorOf({ 'openai-api-key': 'sk-secret', 'github-token': '' })
  expect(message + remedy).not.toContain('sk-secret')
})

test('an unknown price name is an error that lists the known ones', () => {
  const { message } = errorOf({ prices: 'input=1,cache-read=0.1,output=10' })
  expect(message).toContain('there is no price "cache-read", only input, cached, cache-write, output')
})

test('the input `max-cost` needs prices', () => {
  expect(errorOf({ 'max-cost': '5', model: 'ours' }).message).toContain('`max-cost` needs `prices`')
  expect(errorOf({ 'max-cost': '5', 'reader-model': 'gpt-5.5' }).message).toContain('no one price is known')
  expect(readWith({ 'max-cost': '5' }).prices).toEqual({ input: 2, cached: 0.1, 'cache-write': 2.5, output: 10 })
  expect(readWith({ 'max-cost': '5', prices: 'input=1,output=2' }).prices).toEqual({ input: 1, output: 2 })
  expect(readWith({ 'max-cost': '5', prices: 'input=1,cached=0,output=2' })['max-cost']).toBe(5)
})

test.each(['http://api.openai.com/v1', 'https://api.openai.com:8443/v1'])(
  'a token exchange is rejected with the base URL %s',
  (url) => {
    const exchange = 'provider: openai\nidentity-provider-id: i\nservice-account-id: s'
    expect(errorOf({ 'token-exchange': exchange, 'openai-base-url': url }).message).toContain('to its provider alone')
  },
)

test('a long invalid input value is truncated in the error', () => {
  expect(errorOf({ sandbox: 'x'.repeat(10_000) }).message.length).toBeLessThan(300)
})

test.each([
  ['lessons', 'false', '`AGENTS.md`'],
  ['ready-when-done', 'hunter2', 'require a review'],
  ['max-cost-per-day', '0', '`max-cost`'],
  ['max-tokens-per-day', 'many', '`max-tokens`'],
])('the removed input %s, as %j, gives a warning with the replacement', (name, value, instead) => {
  const said: string[] = []
  const log = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  try {
    expect(readWith({ [name]: value })).toEqual(readWith({}))
  } finally {
    log.mockRestore()
  }
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(new RegExp(`^::warning::The input \`${name}\` was removed.*\\n$`))
  expect(said[0]).toContain(instead)
  expect(said[0]).not.toContain('hunter2')
})

// ---- action.yml says the same

const Action = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string().min(10), default: z.string().optional() })),
  outputs: z.record(z.string(), z.object({ description: z.string().min(10) })),
})
const action = Action.parse(parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')))

test('reading empty inputs gives the defaults of action.yml', () => {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''] as const)
  const declared = Object.fromEntries(defaults)
  expect(readInputs((name) => declared[name] ?? '')).toEqual(readWith({ 'github-token': '${{ github.token }}' }))
})

test('action.yml declares exactly the outputs that are set', () => {
  expect(Object.keys(action.outputs)).toEqual([...Object.keys(outputsOf(undefined, undefined)), 'work'])
})

test('only the job with `mode: work` needs no github-token', () => {
  for (const mode of ['all', 'decide', 'publish'])
    expect(errorOf({ mode, 'github-token': '' }).message).toContain('`github-token`')
  expect(readWith({ mode: 'work', 'github-token': '' })).toMatchObject({ mode: 'work', 'github-token': '' })
})

test.each<[InputName, string, string]>([
  ['openai-base-url', 'htp://me:hunter2@host/v1', '"htp://…@host/v1"'],
  ['openai-base-url', 'https://me:hun/ter2@host/v1', '"https://…@host/v1"'],
  ['openai-base-url', 'https://me:hun?ter2@host/v1', '"https://…@host/v1"'],
  ['openai-base-url', 'me:hunter2@host', '"…@host"'],
  ['openai-base-url', 'hunter2@host/a://b', '"…@host/a://b"'],
  ['openai-base-url', 'ftp://host/v1?api-key=hunter2', '"ftp://host/v1?…"'],
  ['plan-file', '/x://me:hunter2@host', '"/x://…@host"'],
  ['max-turns', `ghp_${'a1B2'.repeat(9)}`, '"[redacted]"'],
  ['approvers', '@alice!', '"@alice!"'],
])('the error for input %s with %j hides passwords', (name, text, expected) => {
  expect(errorOf({ [name]: text }).message).toContain(`; it is ${expected}.`)
})

test('in `protected-paths`, `!` patterns extend the default, and other globs replace it', () => {
  const given = (text: string) => settingsOf(readWith({ 'protected-paths': text }), {}).protectedPaths
  expect(given('')).toEqual(PROTECTED_PATHS)
  expect(given('!.vscode/**')).toEqual([...PROTECTED_PATHS, '!.vscode/**'])
  expect(given('docs/**\n!docs/a.md')).toEqual(['docs/**', '!docs/a.md'])
})

test.each([
  ['true', true],
  ['TRUE', true],
  [' 1 ', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['', false],
  [undefined, false],
])('ENABLE_INTERACTIVE_PLANNING=%s enables interactive mode: %s', (value, interactive) => {
  const env = value === undefined ? {} : { ENABLE_INTERACTIVE_PLANNING: value }
  expect(settingsOf(readWith({}), env).interactive).toBe(interactive)
  expect(eventSettingsOf(env).interactive).toBe(interactive)
})
