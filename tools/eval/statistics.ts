// What tells a difference from luck. Each function is checked against reference values in statistics.test.ts.

/** The quantiles of the normal distribution for 95 % on two sides, and for a power of 80 %. */
const Z_95 = 1.959963984540054
const Z_POWER_80 = 0.8416212335729143
/** Fewer pairs that differ, all in one direction, cannot be told from luck at 5 %: 2 · 0.5⁵ is 6.25 %. */
const FEWEST_DIFFERENT = 6

export type Interval = { low: number; high: number }

/**
 * Wilson's interval of 95 % for a share of successes (E. B. Wilson 1927, without continuity correction): it stays within
 * 0 and 1, and says something of 0 of 5 as well. Undefined without trials.
 */
export function wilson(successes: number, trials: number): Interval | undefined {
  if (trials === 0) return undefined
  const share = successes / trials
  const z2 = Z_95 ** 2
  const middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
  const half = (Z_95 / (1 + z2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials ** 2))
  // At the ends it is exactly 0 or 1, where sums of fractions are not.
  return { low: successes === 0 ? 0 : middle - half, high: successes === trials ? 1 : middle + half }
}

/**
 * The exact test of McNemar, on two sides: how likely pairs that differ fall apart at least so unevenly by luck alone.
 * `first` and `second` are pairs in which only that one is solved; the others do not matter.
 */
export function mcnemar(first: number, second: number): number {
  const pairs = first + second
  const fewer = Math.min(first, second)
  // Each term in logarithms, since 0.5 to the number of pairs is soon smaller than any number.
  let logTerm = pairs * Math.log(0.5)
  let tail = 0
  for (let k = 0; k <= fewer; k++) {
    tail += Math.exp(logTerm)
    logTerm += Math.log((pairs - k) / (k + 1))
  }
  return Math.min(1, 2 * tail)
}

/**
 * How many pairs it takes to see a difference in four of five evaluations, at 5 % on two sides (R. J. Connor, Biometrics
 * 1987, “Sample size for testing differences in proportions for the paired-sample design”). `first` and `second` are the
 * shares of pairs in which only that one is solved. Undefined where they are the same.
 */
export function pairsNeeded(first: number, second: number): number | undefined {
  const difference = Math.abs(first - second)
  if (difference === 0) return undefined
  const unlike = first + second
  const root = Z_95 * Math.sqrt(unlike) + Z_POWER_80 * Math.sqrt(unlike - difference ** 2)
  return Math.max(Math.ceil(root ** 2 / difference ** 2), Math.ceil(FEWEST_DIFFERENT / unlike))
}
