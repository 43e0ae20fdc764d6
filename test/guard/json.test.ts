import { expect, test } from 'vitest'
import { jsonIn, parseShallow } from '../../src/guard/json.ts'

test.each([
  ['brackets', '['.repeat(1_000_000)],
  ['objects', '{"a":'.repeat(1_000_000)],
  ['what is whole', `${'['.repeat(501)}${']'.repeat(501)}`],
  ['brackets after a string with a quote', `["\\"", ${'['.repeat(600)}`],
])('JSON that is nested too deeply is rejected: %s.', (_, text) => {
  const before = process.memoryUsage().heapUsed
  expect(() => parseShallow(text)).toThrow(/nested more than 500 levels/)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
})

test.each([
  ['a wide text', JSON.stringify(Array.from({ length: 2_000 }, () => [{}]))],
  ['brackets in a string', JSON.stringify(['['.repeat(5_000), '\\', '"['.repeat(600)])],
  ['a text as deep as it may be', `${'['.repeat(500)}${']'.repeat(500)}`],
])('JSON within the depth limit is parsed as usual: %s.', (_, text) => {
  expect(parseShallow(text)).toEqual(JSON.parse(text))
})

test.each<[string, string, unknown]>([
  ['what is none', '{"a": 1', undefined],
  ['what nests too deep', `${'['.repeat(501)}${']'.repeat(501)}`, undefined],
  ['what is some', '{"a": [1]}', { a: [1] }],
])('Invalid or too deep JSON gives undefined: %s.', (_, text, value) => {
  expect(jsonIn(text)).toEqual(value)
})
