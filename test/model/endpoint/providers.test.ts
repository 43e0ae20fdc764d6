import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ModelRequest, usageOf } from '../../../src/model/model.ts'
import { connectModel, type ConnectOptions } from '../../../src/model/endpoint/endpoint.ts'
import { quirksAt } from '../../../src/model/endpoint/providers.ts'
import { tokenCountsIn } from '../../../src/model/endpoint/token-counts.ts'
import { completion, failure, json, request, response, said, startPeer, type Answer } from './peer.ts'

const fine: Answer = json(completion({ content: 'ok' }))
const responded: Answer = json(response([said('ok')]))

const { fetch } = globalThis
let origin = ''
beforeEach(() => {
  // Every address leads to the peer, so that what depends on the host's name is seen.
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address)
    return fetch(new URL(pathname + search, origin), init)
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** What the endpoint at this address was asked, and what came of it. */
async function ask(
  options: Partial<ConnectOptions> & { baseUrl: string },
  answers: Answer[],
  requests: ModelRequest[],
) {
  await using peer = await startPeer(...answers)
  origin = peer.baseUrl
  const model = connectModel({ api: 'auto', model: 'gpt-6-astra', apiKey: 'sk-wire', ...options })
  for (const one of requests) await model(one)
  return { asked: peer.requests.map(({ raw, ...rest }) => ({ ...rest, body: JSON.parse(raw) })) }
}

const CLASSIC = '/openai/deployments/gpt?api-version=2025-01-01-preview'
test('At Azure the key is also sent in the header `api-key`.', async () => {
  const { asked } = await ask({ baseUrl: 'https://wire.openai.azure.com/openai/v1' }, [fine], [request()])
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer sk-wire', 'api-key': 'sk-wire' })
})

test.each<[string, string, boolean]>([
  ['Azure Government', 'https://wire.openai.azure.us/openai/v1', true],
  ['AI services', 'https://wire.cognitiveservices.azure.com/openai/v1', true],
  // microsoft/semantic-kernel#10455, openai/openai-python#2070
  ['AI Foundry', 'https://wire.services.ai.azure.com/models?api-version=2024-05-01-preview', true],
  // openai/codex#3048, Azure-Samples/openai-apim-lb#31
  ['API Management', `https://gateway-x.azure-api.net${CLASSIC}`, true],
  ['another host', 'https://wire.openai.azure.com.example.org/v1', false],
])('At %s (%s) the key is sent in `api-key`: %s.', (_, url, own) => {
  expect(quirksAt(new URL(url), 'm').keyHeader).toBe(own ? 'api-key' : undefined)
})

// microsoft/foundry-dev-tools#779, danny-avila/LibreChat#15844, BerriAI/litellm#34569
const only = failure(400, {
  message:
    "Function tools with reasoning_effort are not supported for gpt-6-astra in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
  param: 'reasoning_effort',
})
const found: [string, string, string][] = [
  ['https://wire.openai.azure.com/openai/v1', '/openai/v1/responses', 'gpt-6-astra'],
  [`https://wire.openai.azure.com${CLASSIC}`, '/openai/v1/responses', 'gpt'],
  [`https://gateway-x.azure-api.net/team${CLASSIC}`, '/team/openai/responses?api-version=2025-01-01-preview', 'gpt'],
  ['https://gateway.example.org/v1', '/v1/responses', 'gpt-6-astra'],
]

test.each(found)(
  '`auto` switches to the Responses API of %s at %s, and says so once.',
  async (baseUrl, path, model) => {
    const notices: string[] = []
    const notice = (text: string): void => void notices.push(text)
    const { asked } = await ask({ baseUrl, effort: 'medium', notice }, [only, responded], [request(), request()])
    expect(asked.slice(1).map((one) => one.path)).toEqual([path, path])
    expect(asked[2]?.body).toMatchObject({ model, reasoning: { effort: 'medium' } })
    expect(notices).toEqual([expect.stringContaining('Responses API')])
  },
)

test('With `openai-api: chat` a model without that API gives an error with the remedy.', async () => {
  const asking = ask({ baseUrl: 'https://wire.openai.azure.com/openai/v1', api: 'chat' }, [only], [request()])
  await expect(asking).rejects.toMatchObject({ code: 'model-api', remedy: expect.stringContaining('`openai-api`') })
})

describe('Claude at OpenRouter', () => {
  const baseUrl = 'https://openrouter.ai/api/v1'
  const short = request()
  const long = request({
    messages: [
      ...short.messages,
      { kind: 'assistant', text: '', calls: [{ id: 'a', name: 'read_file', arguments: '{}' }] },
      { kind: 'result', call: 'a', name: 'read_file', text: 'one' },
    ],
  })
  const mark = { type: 'ephemeral' }

  // https://openrouter.ai/docs/features/prompt-caching
  test('Claude at OpenRouter gets cache breakpoints at the prompt and the end, without other changes.', async () => {
    const { asked } = await ask({ baseUrl, model: 'anthropic/claude-sonnet-5' }, [fine], [short, long])
    const [first, second] = asked.map(({ body }) => body.messages)
    expect(first).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'You plan.', cache_control: mark }] },
      { role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: mark }] },
    ])
    expect(second.at(-1).content).toEqual([{ type: 'text', text: 'one', cache_control: mark }])
    const bare = (messages: unknown): string => JSON.stringify(messages).replaceAll(/,"cache_control":\{[^}]*\}/g, '')
    expect(bare(second).startsWith(bare(first).slice(0, -1))).toBe(true)
    // The first, the one with which the request before ended, and the last.
    expect(second.map((one: object) => JSON.stringify(one).includes('cache_control'))).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching: 20 blocks back from a mark are looked at.
  test('Claude at OpenRouter keeps the last request’s cache breakpoint despite twelve parallel calls.', async () => {
    const calls = Array.from({ length: 12 }, (_, at) => ({ id: `c${at}`, name: 'read_file', arguments: '{}' }))
    const results = calls.map(({ id, name }) => ({ kind: 'result' as const, call: id, name, text: id }))
    const wide = request({ messages: [...short.messages, { kind: 'assistant', text: '', calls }, ...results] })
    const { asked } = await ask({ baseUrl, model: 'anthropic/claude-sonnet-5' }, [fine], [wide])
    const marks = asked[0]?.body.messages.map((one: object) => JSON.stringify(one).includes('cache_control'))
    expect(marks).toEqual([true, true, false, ...results.slice(1).map(() => false), true])
  })
})

const caches: [string, string, boolean][] = [
  ['https://openrouter.ai/api/v1', 'google/gemini-3-pro', false],
  ['https://openrouter.ai/api/v1', 'qwen/qwen4-coder', true],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen4-plus', true],
  ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'deepseek-v4', false],
  ['https://litellm.example.org/v1', 'claude-sonnet-5', true],
  ['https://dbc-1.cloud.databricks.com/serving-endpoints', 'databricks-claude-sonnet-5', true],
  ['https://ai-gateway.vercel.sh/v1', 'anthropic/claude-sonnet-5', true],
  ['https://api.portkey.ai/v1', '@bedrock/us.anthropic.claude-sonnet-5', true],
  ['https://gateway.example.org/v1', 'gpt-6-astra', false],
  // https://platform.claude.com/docs/en/api/openai-sdk: no cache there
  ['https://api.anthropic.com/v1', 'claude-sonnet-5', false],
]

test.each(caches)('At %s for %s cache breakpoints are sent: %s.', (url, model, marks) => {
  expect(quirksAt(new URL(url), model).marksCache).toBe(marks)
})

test('Cache breakpoints that a gateway refuses are left out from then on.', async () => {
  const refusal = failure(400, { message: "Unknown parameter: 'messages[0].content[0].cache_control'." })
  const options = { baseUrl: 'https://litellm.example.org/v1', model: 'claude-sonnet-5' }
  const { asked } = await ask(options, [refusal, fine], [request(), request()])
  expect(asked.map(({ body }) => JSON.stringify(body).includes('cache_control'))).toEqual([true, false, false])
})

// https://docs.x.ai/developers/advanced-api-usage/prompt-caching/maximizing-cache-hits
test('At xAI the conversation’s id is sent in a header, so that its cache is used.', async () => {
  const { asked } = await ask({ baseUrl: 'https://eu-west-1.api.x.ai/v1', model: 'grok-4.3' }, [fine], [request()])
  expect(asked[0]?.headers['x-grok-conv-id']).toBe('plan-12')
  expect(quirksAt(new URL('https://max.ai/v1'), 'm').conversationHeader).toBeUndefined()
})

test.each([
  ['https://api.openai.com/v1', true],
  ['https://eu.api.openai.com/v1', true],
  ['https://us.api.openai.com/v1', true],
  ['https://api.openai.com.example.org/v1', false],
])('At %s `auto` uses the Responses API: %s.', (url, expected) => {
  expect(quirksAt(new URL(url), 'm').speaksResponses).toBe(expected)
})

/** Counts of input and output, and what else the provider tells. */
const of = (prompt_tokens: number, completion_tokens: number, more: Record<string, unknown> = {}) => ({
  prompt_tokens,
  completion_tokens,
  ...more,
})
const paid = (input: number, cached: number, output: number, written?: number) => ({
  ...{ input, cached, output },
  ...(written === undefined ? {} : { written }),
})

test.each<[string, Record<string, unknown>, ReturnType<typeof paid>]>([
  // charmbracelet/fantasy@f6d4d1e302, vercel/ai@ed857f50f1: reasoning that only the total holds
  ['xAI', of(10, 2, { total_tokens: 332, completion_tokens_details: { reasoning_tokens: 320 } }), paid(10, 0, 322)],
  // pydantic/pydantic-ai@4fda38988f
  ['Gemini', of(35, 12, { total_tokens: 109 }), paid(35, 0, 74)],
  // crmne/ruby_llm@fb5a49bf04: the total has the sound of the input
  ['Mistral', of(9, 248, { total_tokens: 632, prompt_audio_seconds: 3 }), paid(9, 0, 248)],
  // vercel/ai@ed857f50f1
  ['Moonshot', of(20, 30, { total_tokens: 50, cached_tokens: 10 }), paid(20, 10, 30)],
  ['DeepSeek', of(20, 3, { prompt_cache_hit_tokens: 15 }), paid(20, 15, 3)],
  [
    'OpenRouter',
    of(20, 3, { prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 12 } }),
    paid(20, 5, 3, 12),
  ],
  ['Vercel', of(20, 3, { cache_creation_input_tokens: 12 }), paid(20, 0, 3, 12)],
  ['Claude beside the prompt', of(20, 3, { cached_tokens: 15, cache_creation_input_tokens: 12 }), paid(47, 15, 3, 12)],
  [
    'Portkey, of Claude',
    of(20, 3, { total_tokens: 5035, cache_read_input_tokens: 5000, cache_creation_input_tokens: 12 }),
    paid(5032, 5000, 3, 12),
  ],
  ['Portkey, with little in the cache', of(20, 3, { total_tokens: 38, cache_read_input_tokens: 15 }), paid(35, 15, 3)],
  // crmne/ruby_llm@fb5a49bf04
  [
    'Azure, of Grok',
    of(10, 213, { total_tokens: 223, prompt_tokens_details: { cached_tokens: 161 } }),
    paid(10, 10, 213),
  ],
  [
    'LiteLLM',
    of(20, 3, { prompt_tokens_details: { cached_tokens: 5, cache_creation_tokens: 12 } }),
    paid(20, 5, 3, 12),
  ],
  // vercel/ai#14382
  ['Mistral, of its cache', of(801, 2, { num_cached_tokens: 768 }), paid(801, 768, 2)],
  // pydantic/pydantic-ai@4fda38988f
  ['Mistral, of a short prompt', of(77, 12, { num_cached_tokens: 76 }), paid(77, 0, 12)],
  [
    'the Responses API',
    { input_tokens: 20, output_tokens: 3, input_tokens_details: { cached_tokens: 5, cache_write_tokens: 12 } },
    paid(20, 5, 3, 12),
  ],
])('Token usage as %s reports it matches what is billed.', (_, told, expected) => {
  expect(usageOf(tokenCountsIn(told), request(), { kind: 'assistant', text: '', calls: [] })).toEqual(expected)
})
