import { expect, test } from 'vitest'
import { mcnemar, pairsNeeded, wilson } from './statistics.ts'

// Reference values: statsmodels 0.13.5 and scipy 1.10.1 (Debian 12, Python 3.11).

test.each([
  // statsmodels.stats.proportion.proportion_confint(k, n, method='wilson')
  [0, 1, 0, 0.793450685623],
  [1, 1, 0.206549314377, 1],
  [0, 5, 0, 0.434482464783],
  [5, 5, 0.565517535217, 1],
  [1, 2, 0.094531205734, 0.905468794266],
  [9, 25, 0.202478807745, 0.554815022518],
  [13, 25, 0.334985169504, 0.699687140459],
  [120, 225, 0.468134017353, 0.597413545913],
  [199, 200, 0.972226295602, 0.999116831284],
])('of %i of %i, the interval of Wilson is %f to %f', (successes, trials, low, high) => {
  const interval = wilson(successes, trials)
  expect(interval?.low).toBeCloseTo(low, 11)
  expect(interval?.high).toBeCloseTo(high, 11)
})

test('without a trial there is no interval', () => {
  expect(wilson(0, 0)).toBeUndefined()
})

test.each([
  // statsmodels.stats.contingency_tables.mcnemar([[10, b], [c, 10]], exact=True).pvalue
  [0, 0, 1],
  [0, 1, 1],
  [3, 1, 0.625],
  [5, 0, 0.0625],
  [0, 6, 0.03125],
  [10, 2, 0.03857421875],
  [7, 7, 1],
  [59, 6, 4.96465032713e-12],
  [121, 86, 0.0179056149737],
  [150, 86, 3.71593613957e-5],
  [1200, 1100, 0.0389668526838],
])('where only one is solved in %i pairs and only the other in %i, luck has %f', (first, second, p) => {
  expect(mcnemar(first, second) / p).toBeCloseTo(1, 9)
})

test.each([
  // Connor's formula with scipy.stats.norm.ppf(0.975) and ppf(0.8), rounded up. 234 is also what R's MESS 0.5.7 has for
  // power_mcnemar_test(paid = 0.1, psi = 2, power = 0.8).
  [0.2, 0.1, 234],
  [0.1, 0.05, 469],
  [0.05, 0.3, 42],
  [0.25, 0.15, 312],
  [0.08, 0.02, 216],
  [0.5, 0, 14],
  // The formula says 4, of which the exact test could not tell anything.
  [1, 0, 6],
])(
  'where only one is solved in %f of the pairs and only the other in %f, it takes %i pairs',
  (first, second, pairs) => {
    expect(pairsNeeded(first, second)).toBe(pairs)
  },
)

test('no number of pairs shows a difference that is none', () => {
  expect(pairsNeeded(0.1, 0.1)).toBeUndefined()
})
