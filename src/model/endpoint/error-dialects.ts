import { type Refused, retryAfter } from './failures.ts'

type ReplyError = 'malformed' | 'filtered' | 'context' | 'busy' | 'fault'
type AccountError = 'key' | 'model' | 'quota' | 'policy'
type ServerError = 'responses' | 'tools' | 'tool-parser' | 'jinja' | 'address' | 'refused'

/** Kinds of error, independent of an endpoint's wording. */
export type Kind = ReplyError | AccountError | ServerError

/** `says`: what an error's text may contain. `waits`: whether the error names a delay. */
type Dialect = { kind: Kind; status?: readonly (number | undefined)[]; says?: RegExp; waits?: boolean }

/** A row of the table. Any of these patterns may be in the text; without patterns, any text counts. */
const dialect = (status: Dialect['status'], kind: Kind, says?: readonly string[]): Dialect => ({
  kind,
  ...(status && { status }),
  ...(says && { says: new RegExp(says.join('|'), 'i') }),
})

const ANY = undefined

/**
 * How endpoints word their errors, with provider and source. The first matching row counts. `ANY` matches every
 * status; `undefined` in a list is an error inside a reply. docs/errors.md links this table.
 */
const DIALECTS: readonly Dialect[] = [
  // The model wrote a tool call that its server cannot parse.
  dialect(ANY, 'malformed', [
    'tool_use_failed|tool call validation failed', // Groq: pydantic/pydantic-ai@4fda38988f
    'MALFORMED_FUNCTION_CALL', // Gemini: OpenRouterTeam/openrouter-examples#67
    'failed to parse (?:input|tool|function|messages\\.tool_calls)', // llama.cpp: ggml-org/llama.cpp#24644
    'error parsing tool call', // Ollama: ollama/ollama#17638
    'XML syntax error on line', // Ollama with Qwen: ollama/ollama#14834
    'expected element type <', // Ollama with Qwen: continuedev/continue#10896
    'unexpected token \\d+ while expecting start token', // vLLM with gpt-oss: vllm-project/vllm#27243
    'unexpected tokens remaining in message header', // vLLM with gpt-oss: vllm-project/vllm#51977
  ]),
  dialect(ANY, 'filtered', [
    'content_filter|ResponsibleAIPolicyViolation', // Azure: traceloop/openllmetry@93429cfb97
    'data_inspection_failed', // DashScope: https://www.alibabacloud.com/help/en/model-studio/error-code
  ]),
  dialect([400, 403], 'filtered', [
    'input was flagged', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
    'content management policy', // Azure: traceloop/openllmetry@93429cfb97
  ]),
  dialect([400, 404, undefined], 'responses', [
    'v1/responses', // OpenAI, Azure: microsoft/foundry-dev-tools#779
    'OperationNotSupported', // Azure: langchain-ai/langchain-azure#228
  ]),
  dialect([400, 413, 422, 429, 500, 503, undefined], 'context', [
    'context_length_exceeded|string_above_max_length', // OpenAI: https://platform.openai.com/docs/guides/error-codes
    'exceed_context_size', // badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    'model_max_prompt_tokens_exceeded', // Copilot: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    'request_too_large', // Anthropic: https://platform.claude.com/docs/en/api/errors
    'too_many_prompt_tokens', // Perplexity: crmne/ruby_llm@fb5a49bf04
    '(?:maximum|max) (?:context|prompt|model) length', // OpenAI, vLLM, xAI: FoundationAgents/OpenManus#62
    '(?:context|input) (?:length|window|size)[^.]{0,40}(?:exceed|too (?:long|large))', // badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    'exceed(?:s|ed)?[^.]{0,60}(?:context (?:length|window|size)|maximum number of tokens|model token limit|maximum size)', // llama.cpp, Gemini, Kimi, Anthropic: google-gemini/gemini-cli#6678
    'longer than the model.s context|greater than the context length', // LM Studio: Gitlawb/openclaude#353
    'loaded with context length of only', // LM Studio: lmstudio-ai/lmstudio-bug-tracker#546
    '(?:prompt|input|request|conversation|messages) (?:is )?too (?:long|large)', // Anthropic, Z.ai: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    'reduce the length of the (?:messages|prompt|input)', // vLLM, Groq: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    'exceeds max length', // Z.ai 1261: NousResearch/hermes-agent#1877
    'tokens in request more than max tokens', // Z.ai 1210: NousResearch/hermes-agent#61728
    'configured context size', // ds4: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    'exceeded max_prompt_tokens', // SiliconFlow: leookun/cursor-byok#129
    'range of input length should be', // DashScope: https://www.alibabacloud.com/help/en/model-studio/error-code
    'prompt token count of \\d+ exceeds the limit', // Copilot: jjleng/copilot-more#35
    'max_new_tokens. must be <=|inputs. tokens', // text-generation-inference: its router’s validation
    'request too large for', // OpenAI, a limit for one request: continuedev/continue#10602
  ]),
  dialect([400], 'context', [
    'token limit exceeded', // badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    'too many tokens', // Bedrock and gateways: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
  ]),
  dialect([413], 'context'),
  dialect(ANY, 'tool-parser', ['--enable-auto-tool-choice|--tool-call-parser']), // vLLM: langchain4j/langchain4j#3475
  dialect(ANY, 'jinja', ['--jinja']), // llama.cpp: defilantech/LLMKube#126
  dialect(ANY, 'tools', [
    '(?:does not|doesn.t) support (?:tools|tool|function)', // Ollama: its server/routes.go
    'support tool use', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
    '(?:tools?|tool (?:use|calls?|calling)|function calling) (?:is|are) not (?:supported|available|enabled)', // gateways: https://docs.litellm.ai/docs/exception_mapping
  ]),
  // OpenRouter has no route to the model under this account's settings.
  dialect(ANY, 'policy', ['data policy|guardrail restrictions']), // OpenRouter: truefoundry/models#826
  // Before invalid keys and unknown models: some providers report an exhausted quota with their status.
  dialect([402], 'quota'),
  dialect([400, 401, 403, 429, 500, 503, undefined], 'quota', [
    'insufficient_quota|billing_not_active|billing_hard_limit', // OpenAI: https://platform.openai.com/docs/guides/error-codes
    'exceeded_current_quota_error|suspended', // Moonshot: https://platform.kimi.ai/docs/api/errors
    'arrearage', // DashScope: https://www.alibabacloud.com/help/en/model-studio/error-code
    'FreeTierOnly', // DashScope: 666ghj/BettaFish#609
    'free tier of the model has been exhausted', // DashScope: APIParkLab/APIPark#394
    'insufficient (?:credits?|balance|funds|account balance)|insufficient_balance', // DeepSeek, Z.ai 1113, MiniMax 1008: MiniMax-AI/MiniMax-M2#62, vercel/ai#9290
    'balance is insufficient', // SiliconFlow 30001: https://docs.siliconflow.cn/en/faqs/error-code
    '余额不足', // Zhipu 1113: continuedev/continue#11823
    'limit exhausted', // Z.ai 1310: openclaw/openclaw#33813
    'usage limit reached for|使用上限', // Zhipu: https://docs.bigmodel.cn/cn/api/api-code
    'reached your (?:\\w+ )?usage limit', // Ollama: continuedev/continue#10579, #11444
    'reached your specified API usage limits', // Anthropic: anthropics/claude-code#38035
    'credit balance is too low', // Anthropic: https://platform.claude.com/docs/en/api/errors
    'requires more credits|out of credits|run out of credits|no credits', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
    'key limit exceeded', // OpenRouter: MCPJam/inspector#1287
    'used all available credits|spending limit', // xAI: continuedev/continue#10373, warpdotdev/warp#14863
    'have any credits', // xAI: https://docs.x.ai/console/billing
    'credits are depleted', // Gemini: JeffOtano/roni#125
    'spending cap', // Gemini: https://ai.google.dev/gemini-api/docs/billing
    'budget has been exceeded|exceededbudget|budget_exceeded', // LiteLLM: BerriAI/litellm#14144
    'daily free allocation', // Cloudflare: diegosouzapw/OmniRoute#6980
    // Gemini names a delay of seconds for a daily quota, which does not help.
    'PerDay|\\blimit: 0\\b', // Gemini: google-gemini/gemini-cli#22486
    'free-models-per-day', // OpenRouter: Gitlawb/openclaude#936
  ]),
  {
    ...dialect([403, 429], 'quota', [
      'exceeded your current quota', // OpenAI: https://platform.openai.com/docs/guides/error-codes
      'tokens per day|requests per day', // Bedrock: Ivy-Interactive/Ivy-Tendril#1756; Cerebras, of a minute: continuedev/continue#9800
    ]),
    waits: false,
  },
  dialect([400, 401, 403, 404, 422, 500, undefined], 'model', [
    'model_not_found', // OpenAI, Groq: pydantic/pydantic-ai@4fda38988f
    'unknown model', // MiniMax 2013: https://platform.minimax.io/docs/api-reference/errorcode
    'not allowed to access model|invalid model name passed in', // LiteLLM: https://docs.litellm.ai/docs/proxy/virtual_keys
    'no healthy deployments', // LiteLLM: aristoteleo/PantheonOS#101
    '模型不存在', // Zhipu: https://docs.bigmodel.cn/cn/api/api-code
    'model `?\\S+`? does not exist', // OpenAI, vLLM, SiliconFlow: pydantic/pydantic-ai@4fda38988f
  ]),
  dialect([401], 'key'),
  dialect([400, 403, 404, undefined], 'key', [
    'invalid_api_key', // OpenAI: https://platform.openai.com/docs/guides/error-codes
    'API_KEY_INVALID|api key (?:is )?(?:not valid|invalid|expired)', // Gemini: continuedev/continue#10530
    '(?:incorrect|invalid) api key', // xAI: crmne/ruby_llm@fb5a49bf04
  ]),
  dialect([400, 403, 404, 422, undefined], 'model', [
    'DeploymentNotFound', // Azure: traceloop/openllmetry@93429cfb97
    'invalid_model', // Mistral: https://docs.mistral.ai/resources/error-codes
    'model_not_supported', // Copilot: https://docs.github.com/copilot/reference/ai-models/supported-models
    'not a valid model|no endpoints found for', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
    'not found the model', // Moonshot: https://platform.kimi.ai/docs/api/errors
    'model identifier is invalid|supported on this route', // Bedrock: https://docs.aws.amazon.com/bedrock
    'models?/\\S+ is not found', // Gemini: piersolenski/wtf.nvim#64
    'not_found_error.{0,20}model:', // Anthropic: https://platform.claude.com/docs/en/api/errors
    'unable to access model', // gateways: https://docs.litellm.ai/docs/exception_mapping
    'model\\b.{0,80}(?:not (?:found|exists?|supported)|does not exist|is not available)', // DeepSeek, Ollama and others: ollama/ollama#15319
  ]),
  dialect([429, 503, 529], 'busy'),
  dialect([undefined, 498, 500, 502], 'busy', [
    'overloaded', // Anthropic: https://platform.claude.com/docs/en/api/errors
    'rate.?limit|too many requests', // OpenAI: https://platform.openai.com/docs/guides/error-codes
    'RESOURCE_EXHAUSTED', // Gemini: google-gemini/gemini-cli#26633
    'capacity_exceeded', // Groq 498: https://console.groq.com/docs/errors
  ]),
  dialect([403], 'key'),
  dialect([404, 405, 410], 'address'),
  dialect([undefined, 408, 409, 425], 'fault'),
]

export function kindOf(refused: Refused): Kind {
  const { status, words } = refused
  const row = DIALECTS.find(
    (one) =>
      (!one.status || one.status.includes(status)) &&
      (!one.says || one.says.test(words)) &&
      (one.waits === undefined || one.waits === (retryAfter(refused) !== undefined)),
  )
  return row?.kind ?? ((status ?? 500) >= 500 ? 'fault' : 'refused')
}
