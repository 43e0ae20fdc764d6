import { z } from 'zod'

/** Tokens as the model's endpoint counted them. `cached` is the part of `input` that it read from its cache. */
export const Usage = z.object({
  input: z.number().int().nonnegative(),
  cached: z.number().int().nonnegative(),
  output: z.number().int().nonnegative(),
})
export type Usage = z.infer<typeof Usage>

/** US dollars per million tokens. */
export const Prices = z.object({ input: z.number(), cached: z.number(), output: z.number() })
export type Prices = z.infer<typeof Prices>

export const noUsage: Usage = { input: 0, cached: 0, output: 0 }

/** The sum of any number of usages. */
export const addUsage = (...parts: readonly Usage[]): Usage =>
  parts.reduce(
    (sum, part) => ({
      input: sum.input + part.input,
      cached: sum.cached + part.cached,
      output: sum.output + part.output,
    }),
    noUsage,
  )

/** The cost of `usage` in US dollars: uncached input, cached input and output, each at its own price. */
export const costOf = (usage: Usage, prices: Prices): number =>
  ((usage.input - usage.cached) * prices.input + usage.cached * prices.cached + usage.output * prices.output) / 1e6

/** The usage since `before`. `total` includes `before`. */
export const usageSince = (total: Usage, before: Usage): Usage => ({
  input: total.input - before.input,
  cached: total.cached - before.cached,
  output: total.output - before.output,
})

/** Renders the value of the trailer `Plan-Usage`. */
export const renderUsage = (usage: Usage): string =>
  `input=${usage.input} cached=${usage.cached} output=${usage.output}`

/** Parses the value of the trailer `Plan-Usage`. A malformed value counts as no usage. */
export function parseUsage(text: string): Usage {
  const match = /^input=(\d{1,15}) cached=(\d{1,15}) output=(\d{1,15})$/.exec(text.trim())
  return match ? { input: Number(match[1]), cached: Number(match[2]), output: Number(match[3]) } : noUsage
}
