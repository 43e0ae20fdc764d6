import { describe, expect, test } from 'vitest'
import { Allowance, fractionSpent, leftOf } from '../../src/plan/budget.ts'
import { usageSince, type Usage } from '../../src/plan/usage.ts'

const usage: Usage = { input: 300, cached: 100, output: 100 }
/** By these, the usage above costs (200 × 1 + 100 × 0.5 + 100 × 2) / 1e6 = 450 millionths of a dollar. */
const prices = { input: 1, cached: 0.5, output: 2 }

describe('the part of an allowance that is spent', () => {
  test.each<[string, Allowance, number]>([
    ['nothing of no limit', {}, 0],
    ['input and output, of tokens', { tokens: 1000 }, 0.4],
    ['more than all', { tokens: 200 }, 2],
    ['all of nothing', { tokens: 0 }, 1],
    ['what it cost, of dollars', { cost: 0.0009, prices }, 0.5],
    ['all of no dollars', { cost: 0, prices }, 1],
    ['nothing of dollars without prices', { cost: 0.0009 }, 0],
    ['nothing of prices without dollars', { prices }, 0],
    ['the larger part: tokens', { tokens: 500, cost: 0.0009, prices }, 0.8],
    ['the larger part: dollars', { tokens: 4000, cost: 0.0009, prices }, 0.5],
  ])('is %s', (_, allowance, part) => {
    expect(fractionSpent(allowance, usage)).toBeCloseTo(part, 10)
  })
})

describe('what is left of an allowance', () => {
  test.each<[string, Allowance, Allowance]>([
    ['no limit, of none', {}, {}],
    ['tokens', { tokens: 1000 }, { tokens: 600 }],
    ['no tokens, where more was used', { tokens: 200 }, { tokens: 0 }],
    ['dollars, with their prices', { cost: 0.00145, prices }, { cost: expect.closeTo(0.001, 10), prices }],
    ['no dollars, where more was used', { cost: 0.0001, prices }, { cost: 0, prices }],
    ['nothing to say of dollars without prices', { cost: 1 }, {}],
    ['nothing to say of prices without dollars', { prices }, {}],
  ])('is %s', (_, allowance, left) => {
    expect(leftOf(allowance, usage)).toStrictEqual(left)
  })
})

test.each([
  [{}, true],
  [{ tokens: 0, cost: 0, prices }, true],
  [{ tokens: -1 }, false],
  [{ cost: -0.5 }, false],
  [{ tokens: '1' }, false],
  [{ cost: '1' }, false],
  [{ prices: { input: 1, cached: 1 } }, false],
  [{ prices: { input: 1, output: 1 } }, false],
  [{ prices: { cached: 1, output: 1 } }, false],
])('%j is an allowance: %s', (value, wanted) => {
  expect(Allowance.safeParse(value).success).toBe(wanted)
})

test('a usage after another is what came in between', () => {
  const total = { input: 10, cached: 5, output: 7 }
  expect(usageSince(total, { input: 4, cached: 2, output: 1 })).toEqual({ input: 6, cached: 3, output: 6 })
})
