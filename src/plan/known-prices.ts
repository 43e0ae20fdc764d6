import type { Prices } from './usage.ts'

/** Prices by the name of a model, as docs/models.md has them, below the month in which they were read and the provider's page. */
const KNOWN: Readonly<Record<string, Prices>> = {
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

/** Undefined where the prices of these models differ: tokens are counted for all of them together. */
export function knownPrices([first = '', ...others]: readonly string[]): Prices | undefined {
  const prices = Object.hasOwn(KNOWN, first) ? KNOWN[first] : undefined
  return others.every((name) => name === first) ? prices : undefined
}
