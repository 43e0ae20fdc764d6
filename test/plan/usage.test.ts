import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addUsage,
  Allowance,
  costOf,
  fractionSpent,
  noUsage,
  parseUsage,
  remainingAllowance,
  renderUsage,
  Usage,
  usageSince,
} from '../../src/plan/usage.ts'

const count = fc.nat({ max: 1e9 })
const anyUsage: fc.Arbitrary<Usage> = fc
  .record({ input: count, cached: count, output: count, written: count })
  .map(({ written, ...rest }) => (written > 0 ? { ...rest, written } : rest))

test('the token usage trailer of a commit is read back as written', () => {
  fc.assert(
    fc.property(anyUsage, (usage) => {
      expect(parseUsage(renderUsage(usage))).toEqual(usage)
    }),
  )
})

test('a token usage trailer without a count of cache writes is read', () => {
  expect(parseUsage('input=1 cached=2 output=3')).toEqual({ input: 1, cached: 2, output: 3 })
})

test.each([
  [''],
  ['input=1 cached=0 output=0 cache-write='],
  ['input=1 cached=2'],
  ['x input=1 cached=0 output=1'],
  ['input=-1 cached=0 output=0'],
  ['input=1e3 cached=0 output=0'],
  ['input=1 cached=0 output=0 input=9'],
  ['output=1 cached=0 input=0'],
  ['input=9999999999999999 cached=0 output=0'],
])('a malformed usage trailer %j counts as no usage', (text) => {
  expect(parseUsage(text)).toEqual(noUsage)
})

test('a token usage trailer is read regardless of surrounding white space', () => {
  expect(parseUsage(' input=3 cached=2 output=1\n')).toEqual({ input: 3, cached: 2, output: 1 })
})

test('token usages are added up in any order', () => {
  fc.assert(
    fc.property(fc.array(anyUsage), (parts) => {
      expect(addUsage(...parts)).toEqual(addUsage(...parts.toReversed(), noUsage))
    }),
  )
  expect(addUsage()).toEqual(noUsage)
})

test('cached input tokens are charged at a separate price', () => {
  const usage = { input: 3_000_000, cached: 1_000_000, output: 500_000 }
  expect(costOf(usage, { input: 1.25, cached: 0.13, output: 10 })).toBeCloseTo(2.5 + 0.13 + 5, 10)
  expect(costOf(noUsage, { input: 1, cached: 1, output: 1 })).toBe(0)
})

test('tokens written to a cache are charged at a separate price, or at the input price if none is given', () => {
  const usage = { input: 3_000_000, cached: 1_000_000, written: 1_000_000, output: 0 }
  expect(costOf(usage, { input: 2, cached: 0.1, 'cache-write': 2.5, output: 10 })).toBeCloseTo(2 + 0.1 + 2.5, 10)
  expect(costOf(usage, { input: 2, output: 10 })).toBeCloseTo(6, 10)
})

test.each([[{ input: -1, cached: 0, output: 0 }], [{ input: 0.5, cached: 0, output: 0 }], [{ input: 1, output: 0 }]])(
  'the token counts %j are invalid',
  (value) => {
    expect(Usage.safeParse(value).success).toBe(false)
  },
)

describe('usage that another job claims', () => {
  test.each([
    ['has no parts larger than the whole', { input: 9, cached: 99, output: 2 }, { input: 9, cached: 9, output: 2 }],
    [
      'has no parts that are larger together',
      { input: 9, cached: 4, output: 2, written: 99 },
      { input: 9, cached: 4, output: 2, written: 5 },
    ],
  ])('usage claimed by another job %s', (_, claimed, taken) => {
    expect(Usage.parse(claimed)).toEqual(taken)
    expect(costOf(Usage.parse(claimed), { input: 2, cached: 0.1, output: 10 })).toBeGreaterThan(0)
  })

  test.each([
    ['more than any model reads', { input: 1e9 + 1, cached: 0, output: 0 }],
    ['less than nothing', { input: -1, cached: 0, output: 0 }],
    ['parts of a token', { input: 0.5, cached: 0, output: 0 }],
  ])('usage claimed by another job is rejected when it is %s', (_, claimed) => {
    expect(Usage.safeParse(claimed).success).toBe(false)
  })
})

const usage: Usage = { input: 300, cached: 100, output: 100 }

/** By these, the usage above costs (200 × 1 + 100 × 0.5 + 100 × 2) / 1e6 = 450 millionths of a dollar. */
const prices = { input: 1, cached: 0.5, output: 2 }

describe('the part of an allowance that is spent', () => {
  test.each<[string, Allowance, number]>([
    ['all of no dollars', { cost: 0, prices }, 1],
    ['nothing of prices without dollars', { prices }, 0],
    ['the larger part: tokens', { tokens: 500, cost: 0.0009, prices }, 0.8],
  ])('the spent part of a budget is %s', (_, allowance, part) => {
    expect(fractionSpent(allowance, usage)).toBeCloseTo(part, 10)
  })
})

describe('what is left of an allowance', () => {
  test.each<[string, Allowance, Allowance]>([
    ['tokens', { tokens: 1000 }, { tokens: 600 }],
    ['no tokens, where more was used', { tokens: 200 }, { tokens: 0 }],
    ['dollars, with their prices', { cost: 0.00145, prices }, { cost: expect.closeTo(0.001, 10), prices }],
    ['nothing to say of prices without dollars', { prices }, {}],
  ])('the remaining budget is %s', (_, allowance, left) => {
    expect(remainingAllowance(allowance, usage)).toStrictEqual(left)
  })
})

test.each([
  [{}, true],
  [{ tokens: 0, cost: 0, prices }, true],
  [{ tokens: -1 }, false],
  [{ prices: { input: 1, output: 1 } }, true],
  [{ prices: { cached: 1, output: 1 } }, false],
])('%j is a valid budget: %s', (value, wanted) => {
  expect(Allowance.safeParse(value).success).toBe(wanted)
})

test('the token usage between two totals is their difference', () => {
  const total = { input: 10, cached: 5, output: 7 }
  expect(usageSince(total, { input: 4, cached: 2, output: 1 })).toEqual({ input: 6, cached: 3, output: 6 })
})
