import { z } from 'zod'

const optionalWritten = (written: number): { written?: number } => (written > 0 ? { written } : {})

/** Far more than a model reads in all turns of an attempt. A trailer holds numbers of 15 digits. */
const MAX_TOKENS = 1_000_000_000

const count = z.number().int().nonnegative().max(MAX_TOKENS)

/** Tokens; of `input`, `cached` was read from the endpoint's cache and `written` to it, which do not overlap. */
export const Usage = z
  .object({ input: count, cached: count, output: count, written: count.optional() })
  // More cached than input tokens would make the cost negative, and enlarge the remaining budget.
  .transform(({ input, cached, output, written = 0 }): Usage => ({
    input,
    cached: Math.min(cached, input),
    output,
    ...optionalWritten(Math.min(written, Math.max(0, input - cached))),
  }))
export type Usage = { input: number; cached: number; output: number; written?: number | undefined }

/** US dollars per million tokens. Token kinds without a price cost as much as other input. */
export const Prices = z.object({
  input: z.number(),
  cached: z.number().optional(),
  'cache-write': z.number().optional(),
  output: z.number(),
})
export type Prices = z.infer<typeof Prices>

export const noUsage: Usage = { input: 0, cached: 0, output: 0 }

const combineUsage = (one: Usage, other: Usage, combine: (a: number, b: number) => number): Usage => ({
  input: combine(one.input, other.input),
  cached: combine(one.cached, other.cached),
  output: combine(one.output, other.output),
  ...optionalWritten(combine(one.written ?? 0, other.written ?? 0)),
})

/** The sum of usages. */
export const addUsage = (...parts: readonly Usage[]): Usage =>
  parts.reduce((sum, part) => combineUsage(sum, part, (a, b) => a + b), noUsage)

/** The maximum of two usages in each kind of tokens. */
export const largerUsage = (one: Usage, other: Usage): Usage => combineUsage(one, other, Math.max)

/** Changes the count of each kind of tokens. */
export const mapUsage = (usage: Usage, change: (tokens: number) => number): Usage =>
  combineUsage(usage, noUsage, change)

/** US dollars: input read from a cache, written to it or neither, and output, each at its own price. */
export function costOf(usage: Usage, prices: Prices): number {
  const { input, cached, output, written = 0 } = usage
  const { cached: read = prices.input, 'cache-write': write = prices.input } = prices
  return ((input - cached - written) * prices.input + cached * read + written * write + output * prices.output) / 1e6
}

/** The usage since `before`. `total` includes `before`. */
export const usageSince = (total: Usage, before: Usage): Usage => combineUsage(total, before, (a, b) => a - b)

/** The value of the trailer `Plan-Usage`. */
export const renderUsage = ({ input, cached, output, written }: Usage): string =>
  `input=${input} cached=${cached} output=${output}${written ? ` cache-write=${written}` : ''}`

/** Parses the value of the trailer `Plan-Usage`. A malformed value counts as no usage. */
export function parseUsage(text: string): Usage {
  const match = /^input=(\d{1,15}) cached=(\d{1,15}) output=(\d{1,15})(?: cache-write=(\d{1,15}))?$/.exec(text.trim())
  const [, input = 0, cached = 0, output = 0, written = 0] = (match ?? []).map(Number)
  return { input, cached, output, ...optionalWritten(written) }
}

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

/** Prices by model name, as in docs/models.md; above each group the month in which they were read, and the source. */
const KNOWN_PRICES: Readonly<Record<string, Prices>> = {
  // 2026-11, https://openai.com/api/pricing
  'gpt-6.1-sol': { input: 2, cached: 0.1, 'cache-write': 2.5, output: 10 },
  // 2026-07, https://openai.com/api/pricing
  'gpt-5.5': { input: 5, cached: 0.5, output: 30 },
  'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5 },
  // 2026-07, https://openrouter.ai/models
  'anthropic/claude-sonnet-4.6': { input: 3, cached: 0.3, 'cache-write': 3.75, output: 15 },
  'anthropic/claude-opus-4.8': { input: 5, cached: 0.5, 'cache-write': 6.25, output: 25 },
  // 2026-07, https://api-docs.deepseek.com/quick_start/pricing
  'deepseek-v4-pro': { input: 0.435, cached: 0.003625, output: 0.87 },
  'deepseek-v4-flash': { input: 0.14, cached: 0.0028, output: 0.28 },
  // 2026-07, https://platform.kimi.ai/docs/pricing/chat
  'kimi-k2.6': { input: 0.95, cached: 0.16, output: 4 },
  'kimi-k2.7-code': { input: 0.95, cached: 0.19, output: 4 },
  // 2026-07, https://ai.google.dev/gemini-api/docs/pricing
  'gemini-3.1-pro-preview': { input: 2, cached: 0.2, output: 12 },
  'gemini-3.5-flash': { input: 1.5, cached: 0.15, output: 9 },
  // 2026-07, https://mistral.ai/pricing
  'mistral-medium-2604': { input: 1.5, output: 7.5 },
  'devstral-2512': { input: 0.4, output: 2 },
  // 2026-07, https://groq.com/pricing
  'openai/gpt-oss-120b': { input: 0.15, cached: 0.075, output: 0.6 },
  // 2026-07, https://docs.x.ai/developers/models
  'grok-4.3': { input: 1.25, cached: 0.2, output: 2.5 },
  'grok-build-0.1': { input: 1, cached: 0.2, output: 2 },
}

/** The known price of models; undefined where they are different models, since their tokens are counted together. */
export function knownPrices([first = '', ...others]: readonly string[]): Prices | undefined {
  const prices = Object.hasOwn(KNOWN_PRICES, first) ? KNOWN_PRICES[first] : undefined
  return others.every((name) => name === first) ? prices : undefined
}
