import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { appendTo, maskSecrets, rawInput, readPayload } from '../../src/runner/env.ts'
import { temporaryDirectory } from '../work/place.ts'

afterEach(() => vi.restoreAllMocks())

test('an input is read as the runner hands it over, without outer white space', () => {
  const env = { 'INPUT_OPENAI-API-KEY': ' key\n', INPUT_TWO_WORDS: 'x' }
  const inputs = ['openai-api-key', 'two words', 'not-set'].map((name) => rawInput(env, name))
  expect(inputs).toEqual(['key', 'x', ''])
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['', undefined],
  ['{', undefined],
])('the payload %j is read as %j', (text, value) => {
  const path = join(temporaryDirectory(), 'event.json')
  writeFileSync(path, text)
  expect(readPayload({ GITHUB_EVENT_PATH: path })).toEqual(value)
})

test('a payload that is not there is none', () => {
  expect(readPayload({ GITHUB_EVENT_PATH: '/nowhere/event.json' })).toBeUndefined()
  expect(readPayload({ GITHUB_EVENT_PATH: temporaryDirectory() })).toBeUndefined()
  expect(readPayload({})).toBeUndefined()
})

test('the files of the runner are appended to, where there are any', () => {
  const path = join(temporaryDirectory(), 'output')
  appendTo(path, 'one\n')
  appendTo(path, 'two\n')
  appendTo('', 'three\n')
  appendTo(undefined, 'four\n')
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
})

test('both secrets of the inputs are masked, line by line, and what is empty is not', () => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  maskSecrets({ 'INPUT_GITHUB-TOKEN': 'ghs_100%', 'INPUT_OPENAI-API-KEY': 'first\r\nsecond' })
  maskSecrets({ 'INPUT_GITHUB-TOKEN': '' })
  expect(written.join('')).toBe('::add-mask::ghs_100%25\n::add-mask::first\n::add-mask::second\n')
})
