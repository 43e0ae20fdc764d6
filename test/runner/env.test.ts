import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { appendTo, rawInput, readPayload } from '../../src/runner/env.ts'
import { temporaryDirectory } from '../work/place.ts'

afterEach(() => vi.unstubAllEnvs())

test('an input is read as the runner hands it over, without outer white space', () => {
  vi.stubEnv('INPUT_OPENAI-API-KEY', ' key\n')
  vi.stubEnv('INPUT_TWO_WORDS', 'x')
  expect([rawInput('openai-api-key'), rawInput('two words'), rawInput('not-set')]).toEqual(['key', 'x', ''])
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['', undefined],
  ['{', undefined],
])('the payload %j is read as %j', (text, value) => {
  const path = join(temporaryDirectory(), 'event.json')
  writeFileSync(path, text)
  expect(readPayload(path)).toEqual(value)
})

test('a payload that is not there is none', () => {
  expect(readPayload('/nowhere/event.json')).toBeUndefined()
  expect(readPayload(temporaryDirectory())).toBeUndefined()
})

test('the files of the runner are appended to, where there are any', () => {
  const path = join(temporaryDirectory(), 'summary.md')
  vi.stubEnv('GITHUB_STEP_SUMMARY', path)
  appendTo('GITHUB_STEP_SUMMARY', 'one\n')
  appendTo('GITHUB_STEP_SUMMARY', 'two\n')
  vi.stubEnv('GITHUB_STEP_SUMMARY', '')
  appendTo('GITHUB_STEP_SUMMARY', 'three\n')
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
})
