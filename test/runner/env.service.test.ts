import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { errorsPage, maskSecrets, rawInput, readPayload } from '../../src/runner/env.ts'
import { temporaryDirectory } from '../places.ts'

afterEach(() => vi.restoreAllMocks())

test('inputs are read from the runner’s environment and trimmed', () => {
  const env = { 'INPUT_OPENAI-API-KEY': ' key\n', INPUT_TWO_WORDS: 'x' }
  const inputs = ['openai-api-key', 'two words', 'not-set'].map((name) => rawInput(env, name))
  expect(inputs).toEqual(['key', 'x', ''])
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['', undefined],
  ['{', undefined],
])('the event payload %j is read as %j', (text, value) => {
  const path = join(temporaryDirectory(), 'event.json')
  writeFileSync(path, text)
  expect(readPayload({ GITHUB_EVENT_PATH: path })).toEqual(value)
})

test('a missing event payload is read as undefined', () => {
  expect(readPayload({ GITHUB_EVENT_PATH: '/nowhere/event.json' })).toBeUndefined()
  expect(readPayload({ GITHUB_EVENT_PATH: temporaryDirectory() })).toBeUndefined()
  expect(readPayload({})).toBeUndefined()
})

test('both secret inputs are masked in the log, each line of them, unless empty', () => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  maskSecrets({ 'INPUT_GITHUB-TOKEN': 'ghs_100%', 'INPUT_OPENAI-API-KEY': 'first\r\nsecond' })
  maskSecrets({ 'INPUT_GITHUB-TOKEN': '' })
  expect(written.join('')).toBe('::add-mask::ghs_100%25\n::add-mask::first\n::add-mask::second\n')
})

const KNOWN = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_ACTION_REPOSITORY: 'acme/measure-twice',
  GITHUB_ACTION_REF: 'v1',
}

test.each([
  [{}, 'https://github.com/acme/measure-twice/blob/v1/docs/errors.md'],
  [{ GITHUB_ACTION_REF: 'release/2' }, 'https://github.com/acme/measure-twice/blob/release/2/docs/errors.md'],
  [{ GITHUB_ACTION_REPOSITORY: '', GITHUB_ACTION_REF: '' }, undefined],
  [{ GITHUB_ACTION_REF: 'v1) [x](https://evil.example' }, undefined],
  [{ GITHUB_ACTION_REF: '/v1' }, undefined],
  [{ GITHUB_ACTION_REF: 'v'.repeat(201) }, undefined],
  [{ GITHUB_ACTION_REPOSITORY: 'acme/measure-twice/../other' }, undefined],
  [{ GITHUB_SERVER_URL: 'https://github.example.com' }, undefined],
])('docs/errors.md is linked, with %j, as %j', (more, expected) => {
  expect(errorsPage({ ...KNOWN, ...more })).toBe(expected)
})
