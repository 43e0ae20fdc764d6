import { expect, test } from 'vitest'
import { contains, scriptsIn } from '../../../src/checks/proof/contained.ts'

const SCRIPTS = scriptsIn('{"scripts":{"test":"node --test","lint":"eslint .","both":"tsc && node --test","odd":1}}')

test.each<[string, string, boolean]>([
  ['npm test', 'npm test -- test/a.test.js', true],
  ['npm test', 'node --test test/a.test.js', true],
  ['npm run test', 'npm test -- --test-name-pattern x', true],
  ['python -m pytest', 'python -m pytest tests/test_a.py', true],
  ['pytest -q', 'pytest tests/test_a.py', false],
  ['npm test', 'npm test', false],
  ['npm test -- a', 'npm test', false],
  ['npm run both', 'node --test a.test.js', false],
  ['npm run lint', 'npm test -- a', false],
  ['npm test', 'npm test; rm -rf x', false],
  ['npm test', 'npm test -- $(cat which)', false],
  ['make', 'make test', true],
])('the command %s includes what %s runs: %s', (wide, narrow, does) => {
  expect(contains(wide, narrow, SCRIPTS)).toBe(does)
})

test('a package.json that is missing or malformed counts as without scripts', () => {
  expect([undefined, '', '[]', '{"scripts":null}', '{"scripts":"x"}'].map(scriptsIn)).toEqual([{}, {}, {}, {}, { 0: 'x' }]) // prettier-ignore
})
