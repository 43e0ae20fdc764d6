import { z } from 'zod'
import type { Usage } from '../../plan/usage.ts'

const count = z.number().nonnegative().nullish().catch(undefined)

/** LiteLLM calls cache writes `cache_creation_tokens`. */
const CacheCounts = z
  .object({ cached_tokens: count, cache_write_tokens: count, cache_creation_tokens: count })
  .nullish()
  .catch(undefined)

/** Token counts of both APIs, and the extra fields in which providers report cache use. */
const CountedTokens = z.object({
  prompt_tokens: count,
  input_tokens: count,
  completion_tokens: count,
  output_tokens: count,
  total_tokens: count,
  prompt_audio_seconds: z.unknown().optional(),
  // Moonshot; DeepSeek; Anthropic's field names behind a gateway.
  cached_tokens: count,
  prompt_cache_hit_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  // Mistral: vercel/ai#14382.
  num_cached_tokens: count,
  prompt_tokens_details: CacheCounts,
  input_tokens_details: CacheCounts,
})
type CountedTokens = z.infer<typeof CountedTokens>

/** The endpoint's token counts; undefined if it reports none. */
export function counted(usage: unknown): Usage | undefined {
  const { data } = CountedTokens.safeParse(usage)
  if (!data) return undefined
  const input = data.prompt_tokens ?? data.input_tokens
  const output = data.completion_tokens ?? data.output_tokens
  if (typeof input !== 'number' || typeof output !== 'number') return undefined
  const cached = cachedIn(data, input)
  const written = writtenIn(data)
  const whole = isBeside(data, { input, output, cache: cached + written }) ? input + cached + written : input
  return {
    input: whole,
    cached,
    output: Math.max(output, thoughtToo(data, whole)),
    ...(written > 0 ? { written } : {}),
  }
}

/**
 * Whether cache tokens come in addition to the prompt tokens, as at Anthropic and gateways in front of it (Portkey). With
 * a total of prompt and reply, a cache count above the prompt is wrong (Grok on Azure: crmne/ruby_llm@fb5a49bf04).
 */
function isBeside(
  { total_tokens, ...own }: CountedTokens,
  { input, output, cache }: { input: number; output: number; cache: number },
): boolean {
  if (cache === 0) return false
  const isAnthropic = Boolean(own.cache_read_input_tokens || own.cache_creation_input_tokens)
  return total_tokens === input + output + cache || (cache > input && (isAnthropic || total_tokens !== input + output))
}

/** xAI and Gemini include thinking only in the total, and bill it as output. Mistral's total also includes audio. */
const thoughtToo = ({ total_tokens, prompt_audio_seconds }: CountedTokens, input: number): number =>
  prompt_audio_seconds ? 0 : (total_tokens ?? 0) - input

function cachedIn({ prompt_tokens_details, input_tokens_details, ...own }: CountedTokens, input: number): number {
  return (
    prompt_tokens_details?.cached_tokens ||
    input_tokens_details?.cached_tokens ||
    own.cached_tokens ||
    soldByMistral(own.num_cached_tokens, input) ||
    own.prompt_cache_hit_tokens ||
    own.cache_read_input_tokens ||
    0
  )
}

/** All tokens but the last: Mistral's count for a prompt without a cache key, not discounted (symfony/ai#2343). */
const soldByMistral = (count: CountedTokens['num_cached_tokens'], input: number): number =>
  count && count !== input - 1 ? count : 0

const writtenIn = ({
  prompt_tokens_details,
  input_tokens_details,
  cache_creation_input_tokens,
}: CountedTokens): number =>
  prompt_tokens_details?.cache_write_tokens ||
  prompt_tokens_details?.cache_creation_tokens ||
  input_tokens_details?.cache_write_tokens ||
  input_tokens_details?.cache_creation_tokens ||
  cache_creation_input_tokens ||
  0
