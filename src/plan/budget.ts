import { z } from 'zod'
import { costOf, Prices, type Usage } from './usage.ts'

/** What may be spent: tokens (input plus output), US dollars at these prices, or both. An absent field is no limit. */
export const Allowance = z.object({
  tokens: z.number().nonnegative().optional(),
  cost: z.number().nonnegative().optional(),
  prices: Prices.optional(),
})
export type Allowance = z.infer<typeof Allowance>

/** The share of an allowance that a usage has spent, from 0 up. At 1 or more nothing is left. */
export function fractionSpent({ tokens, cost, prices }: Allowance, usage: Usage): number {
  const byTokens = tokens === undefined ? 0 : ratio(usage.input + usage.output, tokens)
  const byCost = cost === undefined || !prices ? 0 : ratio(costOf(usage, prices), cost)
  return Math.max(byTokens, byCost)
}

const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 1)

/** The allowance that is left after a usage, never below 0. A cost without prices cannot be counted and is dropped. */
export const remainingAllowance = ({ tokens, cost, prices }: Allowance, usage: Usage): Allowance => ({
  ...(tokens === undefined ? {} : { tokens: Math.max(0, tokens - usage.input - usage.output) }),
  ...(cost === undefined || !prices ? {} : { cost: Math.max(0, cost - costOf(usage, prices)), prices }),
})
