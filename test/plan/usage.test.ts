import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUsage, costOf, noUsage, parseUsage, renderUsage, Usage } from '../../src/plan/usage.ts'

const count = fc.nat({ max: 1e9 })
const anyUsage: fc.Arbitrary<Usage> = fc.record({ input: count, cached: count, output: count })

test('the trailer reads back as the usage it was written from', () => {
  fc.assert(
    fc.property(anyUsage, (usage) => {
      expect(parseUsage(renderUsage(usage))).toEqual(usage)
    }),
  )
})

test.each([
  [''],
  ['input=1 cached=2'],
  ['x input=1 cached=0 output=1'],
  ['input=-1 cached=0 output=0'],
  ['input=1e3 cached=0 output=0'],
  ['input=1 cached=0 output=0 input=9'],
  ['output=1 cached=0 input=0'],
  ['input=9999999999999999 cached=0 output=0'],
])('the malformed trailer %j counts as nothing', (text) => {
  expect(parseUsage(text)).toEqual(noUsage)
})

test('white space around the trailer is no part of it', () => {
  expect(parseUsage(' input=3 cached=2 output=1\n')).toEqual({ input: 3, cached: 2, output: 1 })
})

test('usages add up in any order, and nothing changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyUsage), (parts) => {
      expect(addUsage(...parts)).toEqual(addUsage(...parts.toReversed(), noUsage))
    }),
  )
  expect(addUsage()).toEqual(noUsage)
})

test('cached input has a price of its own', () => {
  const usage = { input: 3_000_000, cached: 1_000_000, output: 500_000 }
  expect(costOf(usage, { input: 1.25, cached: 0.13, output: 10 })).toBeCloseTo(2.5 + 0.13 + 5, 10)
  expect(costOf(noUsage, { input: 1, cached: 1, output: 1 })).toBe(0)
})

test.each([[{ input: -1, cached: 0, output: 0 }], [{ input: 0.5, cached: 0, output: 0 }], [{ input: 1, output: 0 }]])(
  'the counts %j are no usage',
  (value) => {
    expect(Usage.safeParse(value).success).toBe(false)
  },
)
