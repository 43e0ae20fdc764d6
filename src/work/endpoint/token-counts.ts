import { z } from 'zod'
import type { Usage } from '../../plan/usage.ts'

const count = z.number().nonnegative().nullish().catch(undefined)

/** Both APIs' counts, and the places where providers put what those have no field for. */
const CountedTokens = z.object({
  prompt_tokens: count,
  input_tokens: count,
  completion_tokens: count,
  output_tokens: count,
  total_tokens: count,
  prompt_audio_seconds: z.unknown().optional(),
  // Moonshot; DeepSeek; Anthropic's words behind a gateway.
  cached_tokens: count,
  prompt_cache_hit_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(undefined),
  input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(undefined),
})
type CountedTokens = z.infer<typeof CountedTokens>

/** What the endpoint counted; undefined where it did not. */
export function counted(usage: unknown): Usage | undefined {
  const { data } = CountedTokens.safeParse(usage)
  if (!data) return undefined
  const input = data.prompt_tokens ?? data.input_tokens
  const output = data.completion_tokens ?? data.output_tokens
  if (typeof input !== 'number' || typeof output !== 'number') return undefined
  const written = writtenIn(data)
  return {
    input,
    cached: cachedIn(data),
    output: Math.max(output, thoughtToo(data, input)),
    ...(written > 0 ? { written } : {}),
  }
}

/**
 * xAI and Gemini count what the model thought in the total alone, and bill it as output. Mistral's total has sounds as
 * well.
 */
const thoughtToo = ({ total_tokens, prompt_audio_seconds }: CountedTokens, input: number): number =>
  prompt_audio_seconds ? 0 : (total_tokens ?? 0) - input

function cachedIn({ prompt_tokens_details, input_tokens_details, ...own }: CountedTokens): number {
  return (
    prompt_tokens_details?.cached_tokens ||
    input_tokens_details?.cached_tokens ||
    own.cached_tokens ||
    own.prompt_cache_hit_tokens ||
    own.cache_read_input_tokens ||
    0
  )
}

const writtenIn = ({
  prompt_tokens_details,
  input_tokens_details,
  cache_creation_input_tokens,
}: CountedTokens): number =>
  prompt_tokens_details?.cache_write_tokens ||
  input_tokens_details?.cache_write_tokens ||
  cache_creation_input_tokens ||
  0
