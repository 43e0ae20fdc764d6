import type { Refused } from './refused.ts'
import { toldWait } from './retry-delay.ts'

/** What a refusal means, whatever words an endpoint has for it. */
export type Kind =
  | 'malformed'
  | 'filtered'
  | 'responses'
  | 'context'
  | 'tool-parser'
  | 'jinja'
  | 'tools'
  | 'policy'
  | 'key'
  | 'model'
  | 'quota'
  | 'busy'
  | 'fault'
  | 'address'
  | 'refused'

/**
 * How the endpoints say it: the first line that fits counts, and a new dialect is a new line, or a word in one. A
 * status that is left out may be any; `undefined` is an error inside a reply.
 */
const DIALECTS: readonly { kind: Kind; status?: readonly (number | undefined)[]; words?: RegExp; waits?: boolean }[] = [
  // Groq, llama.cpp, Ollama, Gemini (also behind OpenRouter): the model wrote a call that its server cannot read.
  {
    kind: 'malformed',
    words: words(
      'tool_use_failed',
      'MALFORMED_FUNCTION_CALL',
      'failed to parse (?:input|tool|function|messages\\.tool_calls)',
      'error parsing tool call',
      'tool call validation failed',
    ),
  },
  // Azure, DashScope, OpenRouter.
  { kind: 'filtered', words: words('content_filter', 'ResponsibleAIPolicyViolation', 'data_inspection_failed') },
  { kind: 'filtered', status: [400, 403], words: words('input was flagged', 'content management policy') },
  { kind: 'responses', status: [400, 404, undefined], words: words('v1/responses') },
  {
    kind: 'context',
    status: [400, 413, 422, 429, 500, 503, undefined],
    words: words(
      'context_length_exceeded|exceed_context_size|string_above_max_length|model_max_prompt_tokens_exceeded',
      'request_too_large|too_many_prompt_tokens',
      '(?:maximum|max) (?:context|prompt|model) length',
      '(?:context|input) (?:length|window|size)[^.]{0,40}(?:exceed|too (?:long|large))',
      'exceed(?:s|ed)?[^.]{0,60}(?:context (?:length|window|size)|maximum number of tokens|model token limit|maximum size)',
      'longer than the model.s context|greater than the context length|loaded with context length of only',
      '(?:prompt|input|request|conversation|messages) (?:is )?too (?:long|large)',
      'reduce the length of the (?:messages|prompt|input)',
      // DashScope, Copilot, text-generation-inference, OpenAI's limit for one request.
      'range of input length should be',
      'prompt token count of \\d+ exceeds the limit',
      'max_new_tokens. must be <=|inputs. tokens',
      'request too large for',
    ),
  },
  { kind: 'context', status: [413] },
  { kind: 'tool-parser', words: words('--enable-auto-tool-choice', '--tool-call-parser') },
  { kind: 'jinja', words: words('--jinja') },
  {
    kind: 'tools',
    words: words(
      '(?:does not|doesn.t) support (?:tools|tool|function)',
      'support tool use',
      '(?:tools?|tool (?:use|calls?|calling)|function calling) (?:is|are) not (?:supported|available|enabled)',
    ),
  },
  // OpenRouter, which has no route to the model for this account's settings.
  { kind: 'policy', words: words('data policy', 'guardrail restrictions') },
  { kind: 'key', status: [401] },
  {
    kind: 'key',
    status: [400, 403, 404, undefined],
    words: words(
      'invalid_api_key',
      'API_KEY_INVALID',
      'api key (?:is )?(?:not valid|invalid|expired)',
      '(?:incorrect|invalid) api key',
    ),
  },
  {
    kind: 'model',
    status: [400, 403, 404, 422, undefined],
    words: words(
      'model_not_found|DeploymentNotFound|invalid_model|model_not_supported',
      'not a valid model|unknown model|not found the model|model identifier is invalid|no endpoints found for',
      'models?/\\S+ is not found|not_found_error.{0,20}model:|unable to access model',
      'model\\b.{0,80}(?:not (?:found|exists?|supported)|does not exist|is not available)',
    ),
  },
  { kind: 'quota', status: [402] },
  {
    kind: 'quota',
    status: [400, 403, 429, undefined],
    words: words(
      'insufficient_quota|exceeded_current_quota_error|billing_not_active|billing_hard_limit|arrearage',
      'insufficient (?:credits?|balance|funds|account balance)|credit balance is too low|requires more credits',
      '(?:out of|used all available|run out of|no) credits|spending limit|suspended',
      // A day's limit: Gemini's comes with a wait of seconds that does not help.
      'PerDay|free-models-per-day|\\blimit: 0\\b',
    ),
  },
  { kind: 'quota', status: [403, 429], words: words('exceeded your current quota'), waits: false },
  { kind: 'busy', status: [429, 503, 529] },
  {
    kind: 'busy',
    status: [undefined, 498, 500, 502],
    words: words('overloaded', 'rate.?limit', 'too many requests', 'RESOURCE_EXHAUSTED', 'capacity_exceeded'),
  },
  { kind: 'key', status: [403] },
  { kind: 'address', status: [404, 405] },
  { kind: 'fault', status: [undefined, 408, 409, 425] },
]

function words(...any: string[]): RegExp {
  return new RegExp(any.join('|'), 'i')
}

export function kindOf(refused: Refused): Kind {
  const { status, words: said } = refused
  const line = DIALECTS.find(
    (one) =>
      (!one.status || one.status.includes(status)) &&
      (!one.words || one.words.test(said)) &&
      (one.waits === undefined || one.waits === (toldWait(refused) !== undefined)),
  )
  return line?.kind ?? ((status ?? 500) >= 500 ? 'fault' : 'refused')
}
