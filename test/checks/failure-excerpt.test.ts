import { expect, test } from 'vitest'
import { failingLines, failureExcerpt } from '../../src/checks/failure-excerpt.ts'

const LIMIT = { lines: 40, bytes: 4_000 }
const lines = (count: number, text: (n: number) => string): string[] => Array.from({ length: count }, (_, i) => text(i))
const passing = lines(600, (n) => `    ✓ keeps the error: of ${n}`)
/** What tests that pass print. */
const noise = (count: number) => lines(count, (n) => `Error: expected by test ${n}`)
const table = lines(60, (n) => `  file-${n}.ts |  100 |  100 |  100 |`)

test.each<[string, string[], string[]]>([
  ['mocha below c8', [...passing, '  600 passing (2m)', '  1 failing', '', '  1) integration', '       "before all" hook:', '     Error: Timeout of 10000ms exceeded.', ...table], ['1) integration', 'Error: Timeout', '600 passing', 'file-59']], // prettier-ignore
  ['pytest', [...passing, 'E   AssertionError: 1 != 2', ...passing, 'FAILED tests/test_a.py::test_b - assert 1 == 2', '1 failed, 3 passed in 2.10s'], ['AssertionError: 1 != 2', 'FAILED tests/test_a.py', '1 failed, 3 passed']], // prettier-ignore
  ['jest', [...passing, '  ● a › is red', '', '    expect(received).toBe(expected)', ...table, 'Tests:       1 failed, 2 total'], ['● a › is red', 'expect(received)', 'Tests:       1 failed']], // prettier-ignore
  ['tsc and cargo', [...passing, "src/a.ts(1,2): error TS2322: Type 'a'", ...passing, 'error[E0382]: borrow of moved value', ...passing], ['error TS2322', 'E0382']], // prettier-ignore
  ['node', [...passing, '✖ failing tests:', '', 'test at test/errors.test.js:186:1', '✖ is red (1.2ms)', '  AssertionError [ERR_ASSERTION]: no', ...noise(80)], ['test at test/errors.test.js:186:1', '✖ is red', 'ERR_ASSERTION']], // prettier-ignore
  ['TAP', [...passing, 'not ok 3 - is red', '  ---', '  stack: here', ...passing, '# fail 1'], ['not ok 3', 'stack: here', '# fail 1']], // prettier-ignore
  ['vitest with noisy tests', [...noise(80), ' FAIL  a.test.ts > is red', 'AssertionError: expected 1 to be 2', ' ❯ a.test.ts:3:4', ...noise(80), '   × is red 2ms', ' FAIL  b.test.ts > is blue', 'TypeError: b is not a function', ...noise(80)], ['a.test.ts > is red', 'expected 1 to be 2', 'a.test.ts:3:4', '× is red', 'b.test.ts > is blue', 'b is not']], // prettier-ignore
])('an excerpt of %s keeps the failures and the summary', (_, output, kept) => {
  const excerpt = failureExcerpt(output.join('\n'), LIMIT)
  expect(kept.filter((text) => !excerpt.includes(text))).toEqual([])
  expect(excerpt).toMatch(/\[… \d+ lines left out …\]/)
  expect(excerpt.split('\n').length).toBeLessThan(60)
})

test('without failures an excerpt keeps the beginning and the end; a short output is kept whole', () => {
  const excerpt = failureExcerpt(table.join('\n'), LIMIT)
  expect([excerpt.startsWith('  file-0'), excerpt.includes('file-30.'), excerpt.endsWith(table.at(-1) ?? '')]).toEqual([true, false, true]) // prettier-ignore
  expect(failureExcerpt('1 failing\nError', LIMIT)).toBe('1 failing\nError')
})

test('an excerpt truncates the long lines of minified code', () => {
  const excerpt = failureExcerpt([...passing, `Error: ${'x'.repeat(50_000)}`, ...passing].join('\n'), LIMIT)
  expect(excerpt).toMatch(/Error: x+ \[… 49\d{3} more characters\]/)
  expect(excerpt.length).toBeLessThan(3_000)
})

test('an excerpt with long lines of multi-byte characters keeps its limit of bytes', () => {
  const excerpt = failureExcerpt(lines(60, (n) => `not ok ${n} ${'試'.repeat(500)}`).join('\n'), LIMIT)
  expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(LIMIT.bytes)
})

test('in a failure’s excerpt, a line with the location of the failed test counts as a failure line', () => {
  expect(failingLines('ok 1\ntest at test/a.test.js:1:1\ntested at noon')).toEqual(['test at test/a.test.js:1:1'])
})
