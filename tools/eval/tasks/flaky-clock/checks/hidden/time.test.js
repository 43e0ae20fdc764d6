import assert from 'node:assert'
import test from 'node:test'
import { inWords, seconds } from '../src/time.js'

const cases = [[0, '0 ms'], [900, '900 ms'], [1000, '1 s'], [1500, '1.5 s'], [59_900, '59.9 s'], [60_000, '1 min'], [90_000, '1.5 min'], [600_000, '10 min']]
for (const [given, wanted] of cases) test(`${given}`, () => assert.equal(inWords(given), wanted))
test('seconds', () => assert.equal(seconds(1500), 1.5))
