import assert from 'node:assert'
import test from 'node:test'
import { addMonths } from '../src/dates.ts'

test('a month later', () => {
  assert.equal(addMonths(new Date('2026-05-10T08:00:00Z'), 1).toISOString(), '2026-06-10T08:00:00.000Z')
})
