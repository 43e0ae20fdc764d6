import assert from 'node:assert'
import test from 'node:test'
import { addMonths } from '../src/dates.ts'

const cases: [string, number, string][] = [
  ['2026-01-31T23:59:00Z', 1, '2026-02-28T23:59:00.000Z'],
  ['2028-01-31T00:00:00Z', 1, '2028-02-29T00:00:00.000Z'],
  ['2026-03-31T12:00:00Z', -1, '2026-02-28T12:00:00.000Z'],
  ['2026-10-31T12:00:00Z', 4, '2027-02-28T12:00:00.000Z'],
  ['2026-05-10T08:00:00Z', 1, '2026-06-10T08:00:00.000Z'],
]
for (const [from, months, to] of cases)
  test(`${from} and ${months} months`, () => assert.equal(addMonths(new Date(from), months).toISOString(), to))

test('the date that was given stays', () => {
  const date = new Date('2026-01-31T00:00:00Z')
  addMonths(date, 1)
  assert.equal(date.toISOString(), '2026-01-31T00:00:00.000Z')
})
