import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModelRequest } from '../../../src/work/agent/model.ts'
import { connectModel, type ConnectOptions } from '../../../src/work/endpoint/endpoint.ts'
import { completion, failure, json, request, response, said, startPeer, type Answer } from './peer.ts'

const fine: Answer = json(completion({ content: 'ok' }))
const responded: Answer = json(response([said('ok')]))
const usage = (counts: Record<string, unknown>) => json(completion({ content: 'ok' }, 'stop', { usage: counts }))

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
  const replies = []
  for (const one of requests) replies.push(await model(one))
  return { asked: peer.requests.map(({ raw, ...rest }) => ({ ...rest, body: JSON.parse(raw) })), replies }
}

const CLASSIC = '/openai/deployments/gpt?api-version=2025-01-01-preview'
const azure: [string, string, boolean][] = [
  ['Azure OpenAI', 'https://wire.openai.azure.com/openai/v1', true],
  ['Azure Government', 'https://wire.openai.azure.us/openai/v1', true],
  ['AI services', 'https://wire.cognitiveservices.azure.com/openai/v1', true],
  // microsoft/semantic-kernel#10455, openai/openai-python#2070
  ['AI Foundry', 'https://wire.services.ai.azure.com/models?api-version=2024-05-01-preview', true],
  // openai/codex#3048, Azure-Samples/openai-apim-lb#31
  ['API Management', `https://gateway-x.azure-api.net${CLASSIC}`, true],
  ['another host', 'https://wire.openai.azure.com.example.org/v1', false],
]

test.each(azure)('At %s (%s) the key goes into a header of its own, too: %s.', async (_, baseUrl, own) => {
  const { asked } = await ask({ baseUrl }, [fine], [request()])
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer sk-wire' })
  expect(asked[0]?.headers['api-key']).toBe(own ? 'sk-wire' : undefined)
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
  '`auto` finds the Responses API of %s at %s, stays there, and says so once.',
  async (baseUrl, path, model) => {
    const notices: string[] = []
    const notice = (text: string): void => void notices.push(text)
    const { asked } = await ask({ baseUrl, effort: 'medium', notice }, [only, responded], [request(), request()])
    expect(asked.slice(1).map((one) => one.path)).toEqual([path, path])
    expect(asked[2]?.body).toMatchObject({ model, reasoning: { effort: 'medium' } })
    expect(notices).toEqual([expect.stringContaining('Responses API')])
  },
)

// langchain-ai/langchain-azure#228
test('Azure says in one more word that a model is offered through the Responses API only.', async () => {
  const refusal = failure(400, {
    code: 'OperationNotSupported',
    message: 'The chatCompletion operation does not work with the specified model, gpt-5.1-codex.',
  })
  const { asked } = await ask({ baseUrl: 'https://wire.openai.azure.com/openai/v1' }, [refusal, responded], [request()])
  expect(asked.map((one) => one.path)).toEqual(['/openai/v1/chat/completions', '/openai/v1/responses'])
})

test('Where `chat` is asked for, a model that is not offered there is told.', async () => {
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
  test('gets marks for its cache at the prompt and at the end, and is else asked with the same bytes.', async () => {
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
  test('has the mark of the request before with twelve parallel calls, too.', async () => {
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

test.each(caches)('The cache at %s for %s gets marks: %s.', async (baseUrl, model, marks) => {
  const { asked } = await ask({ baseUrl, model }, [fine], [request()])
  expect(JSON.stringify(asked).includes('cache_control')).toBe(marks)
})

test('Marks that a gateway refuses are left out from then on.', async () => {
  const refusal = failure(400, { message: "Unknown parameter: 'messages[0].content[0].cache_control'." })
  const options = { baseUrl: 'https://litellm.example.org/v1', model: 'claude-sonnet-5' }
  const { asked } = await ask(options, [refusal, fine], [request(), request()])
  expect(asked.map(({ body }) => JSON.stringify(body).includes('cache_control'))).toEqual([true, false, false])
})

// https://docs.x.ai/developers/advanced-api-usage/prompt-caching/maximizing-cache-hits
test.each([
  ['https://api.x.ai/v1', 'plan-12'],
  ['https://eu-west-1.api.x.ai/v1', 'plan-12'],
  ['https://max.ai/v1', undefined],
])('At %s the header of xAI’s cache is %s.', async (baseUrl, value) => {
  const { asked } = await ask({ baseUrl, model: 'grok-4.3' }, [fine], [request()])
  expect(asked[0]?.headers['x-grok-conv-id']).toBe(value)
})

test.each([
  ['https://api.openai.com/v1', '/v1/responses'],
  ['https://eu.api.openai.com/v1', '/v1/responses'],
  ['https://us.api.openai.com/v1', '/v1/responses'],
  ['https://api.openai.com.example.org/v1', '/v1/chat/completions'],
])('At %s `auto` speaks at %s.', async (baseUrl, path) => {
  const { asked } = await ask({ baseUrl }, [path.endsWith('responses') ? responded : fine], [request()])
  expect(asked.map((one) => one.path)).toEqual([path])
})

const counts: [string, Record<string, unknown>, Record<string, number>][] = [
  // charmbracelet/fantasy@f6d4d1e302, vercel/ai@ed857f50f1: reasoning that only the total holds
  [
    'xAI',
    {
      prompt_tokens: 10,
      completion_tokens: 2,
      total_tokens: 332,
      completion_tokens_details: { reasoning_tokens: 320 },
    },
    { input: 10, cached: 0, output: 322 },
  ],
  // pydantic/pydantic-ai@4fda38988f
  ['Gemini', { prompt_tokens: 35, completion_tokens: 12, total_tokens: 109 }, { input: 35, cached: 0, output: 74 }],
  // crmne/ruby_llm@fb5a49bf04: the total has the sound of the input
  [
    'Mistral',
    { prompt_tokens: 9, completion_tokens: 248, total_tokens: 632, prompt_audio_seconds: 3 },
    { input: 9, cached: 0, output: 248 },
  ],
  // vercel/ai@ed857f50f1
  [
    'Moonshot',
    { prompt_tokens: 20, completion_tokens: 30, total_tokens: 50, cached_tokens: 10 },
    { input: 20, cached: 10, output: 30 },
  ],
  [
    'DeepSeek',
    { prompt_tokens: 20, completion_tokens: 3, prompt_cache_hit_tokens: 15 },
    { input: 20, cached: 15, output: 3 },
  ],
  [
    'OpenRouter',
    { prompt_tokens: 20, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 12 } },
    { input: 20, cached: 5, output: 3, written: 12 },
  ],
  [
    'Vercel',
    { prompt_tokens: 20, completion_tokens: 3, cache_creation_input_tokens: 12 },
    { input: 20, cached: 0, output: 3, written: 12 },
  ],
  [
    'a gateway that counts the cache of Claude beside the prompt',
    { prompt_tokens: 20, completion_tokens: 3, cached_tokens: 15, cache_creation_input_tokens: 12 },
    { input: 47, cached: 15, output: 3, written: 12 },
  ],
  [
    'Portkey, of Claude',
    {
      prompt_tokens: 20,
      completion_tokens: 3,
      total_tokens: 5035,
      cache_read_input_tokens: 5000,
      cache_creation_input_tokens: 12,
    },
    { input: 5032, cached: 5000, output: 3, written: 12 },
  ],
  [
    'Portkey, of Claude with little in the cache',
    { prompt_tokens: 20, completion_tokens: 3, total_tokens: 38, cache_read_input_tokens: 15 },
    { input: 35, cached: 15, output: 3 },
  ],
  // crmne/ruby_llm@fb5a49bf04
  [
    'Azure, of Grok',
    { prompt_tokens: 10, completion_tokens: 213, total_tokens: 223, prompt_tokens_details: { cached_tokens: 161 } },
    { input: 10, cached: 10, output: 213 },
  ],
  [
    'LiteLLM',
    { prompt_tokens: 20, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5, cache_creation_tokens: 12 } },
    { input: 20, cached: 5, output: 3, written: 12 },
  ],
  // vercel/ai#14382
  [
    'Mistral, of its cache',
    { prompt_tokens: 801, completion_tokens: 2, num_cached_tokens: 768 },
    { input: 801, cached: 768, output: 2 },
  ],
  // pydantic/pydantic-ai@4fda38988f
  [
    'Mistral, of a short prompt',
    { prompt_tokens: 77, completion_tokens: 12, num_cached_tokens: 76 },
    { input: 77, cached: 0, output: 12 },
  ],
]

test.each(counts)('What %s counts is what is paid.', async (_, counted, expected) => {
  const { replies } = await ask({ baseUrl: 'https://gateway.example.org/v1' }, [usage(counted)], [request()])
  expect(replies[0]?.usage).toEqual(expected)
})

test('What the Responses API writes to its cache is counted.', async () => {
  const counted = {
    input_tokens: 20,
    output_tokens: 3,
    input_tokens_details: { cached_tokens: 5, cache_write_tokens: 12 },
  }
  const answer = json(response([said('ok')], { usage: counted }))
  const { replies } = await ask({ baseUrl: 'https://api.openai.com/v1' }, [answer], [request()])
  expect(replies[0]?.usage).toEqual({ input: 20, cached: 5, output: 3, written: 12 })
})
