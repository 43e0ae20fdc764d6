import { field } from '../../guard/json.ts'
import type { Usage } from '../../plan/usage.ts'

/** The token counts of both APIs, with the fields in which providers report cache use; undefined if there are none. */
export function tokenCountsIn(usage: unknown): Usage | undefined {
  const own = (...names: string[]): number | undefined => tokensIn([usage], names)
  const input = own('prompt_tokens', 'input_tokens')
  const output = own('completion_tokens', 'output_tokens')
  if (input === undefined || output === undefined) return undefined
  const total = own('total_tokens')
  const details = [field(usage, 'prompt_tokens_details'), field(usage, 'input_tokens_details')]
  const mistralCached = own('num_cached_tokens') // vercel/ai#14382
  const reads =
    tokensIn([...details, usage], CACHE_READS) ||
    // All tokens but the last: Mistral's count for a prompt without a cache key, not discounted (symfony/ai#2343).
    (mistralCached === undefined || mistralCached === input - 1 ? 0 : mistralCached)
  const writes = tokensIn([...details, usage], CACHE_WRITES) ?? 0
  const isClaude = Boolean(own('cache_read_input_tokens', 'cache_creation_input_tokens'))
  const cache = reads + writes
  // Anthropic and gateways in front of it (Portkey) count cache tokens in addition to the prompt tokens. With a total of
  // prompt and reply, a cache count above the prompt is wrong (Grok on Azure: crmne/ruby_llm@fb5a49bf04).
  const isApart = total === input + output + cache || (cache > input && (isClaude || total !== input + output))
  const totalInput = isApart ? input + cache : input
  // xAI and Gemini include thinking only in the total, and bill it as output. Mistral's total also includes audio.
  const thinking = total === undefined || field(usage, 'prompt_audio_seconds') ? 0 : total - totalInput
  // Cache reads and writes are at most the input, whatever an endpoint reports.
  const cached = Math.min(reads, totalInput)
  const written = writes > 0 ? Math.min(writes, totalInput - cached) : undefined
  return { input: totalInput, cached, output: Math.max(output, thinking), written }
}

/** OpenAI and Moonshot; DeepSeek; Anthropic behind a gateway. */
const CACHE_READS = ['cached_tokens', 'prompt_cache_hit_tokens', 'cache_read_input_tokens']
/** OpenRouter; LiteLLM; Anthropic behind a gateway. */
const CACHE_WRITES = ['cache_write_tokens', 'cache_creation_tokens', 'cache_creation_input_tokens']

/** The first count above zero among these fields; zero if all are, and undefined if no field is a count. */
function tokensIn(objects: readonly unknown[], names: readonly string[]): number | undefined {
  const values = objects.flatMap((object) => names.map((name) => field(object, name)))
  const counts = values.flatMap((value) => (typeof value === 'number' && value >= 0 ? value : []))
  return counts.find((count) => count > 0) ?? counts[0]
}
