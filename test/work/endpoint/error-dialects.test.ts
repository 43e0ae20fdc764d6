import { expect, test } from 'vitest'
import { UserError } from '../../../src/errors.ts'
import { ContextTooLong } from '../../../src/work/agent/model.ts'
import { connectModel } from '../../../src/work/endpoint/endpoint.ts'
import { DIALECTS } from '../../../src/work/endpoint/error-dialects.ts'
import { chunk, completion, json, request, startPeer, stream, type Answer } from './peer.ts'

const KEY = 'sk-this-is-secret'
const fine = json(completion({ content: 'ok' }))
const pause = async (): Promise<void> => undefined

async function failWith(answer: Answer, size = 0): Promise<Error> {
  await using peer = await startPeer(answer)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', apiKey: KEY, pause })
  return await model(request({ system: 'x'.repeat(size) })).then(
    () => expect.fail('The model answered.'),
    (error: Error) => error,
  )
}

const said = (message: string, more: Record<string, unknown> = {}) => ({ error: { message, ...more } })
const raw = JSON.stringify(
  said("This model's maximum context length is 262144 tokens. However, your messages resulted in 262897 tokens."),
)

const tooLong: [string, number, unknown][] = [
  [
    'Together and SGLang (badlogic/pi)',
    400,
    said("The input (516368 tokens) is longer than the model's context length (262144 tokens)."),
  ],
  [
    'LM Studio (Gitlawb/openclaude#353)',
    400,
    {
      error:
        'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096).',
    },
  ],
  [
    'DashScope',
    400,
    said('<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]', {
      code: 'invalid_parameter_error',
    }),
  ],
  ['Kimi', 400, said('Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)')],
  [
    'Copilot (badlogic/pi-mono)',
    400,
    said('prompt token count of 200000 exceeds the limit of 128000', { code: 'model_max_prompt_tokens_exceeded' }),
  ],
  ['Anthropic', 413, said('Request exceeds the maximum size', { type: 'request_too_large' })],
  [
    'Perplexity (crmne/ruby_llm@fb5a49bf04)',
    400,
    said('The total length of all messages is too long.', { type: 'too_many_prompt_tokens', code: 400 }),
  ],
  [
    'text-generation-inference',
    422,
    {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 6000 `inputs` tokens and 100',
      error_type: 'validation',
    },
  ],
  [
    'a gateway’s upstream (cline/cline#13194)',
    400,
    said('Provider returned error', { code: 400, metadata: { raw, provider_name: 'Nvidia' } }),
  ],
  [
    'OpenAI’s limit for one request (continuedev/continue#10602)',
    429,
    said('Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 61337.', {
      code: 'rate_limit_exceeded',
    }),
  ],
  ['MiniMax (badlogic/pi-mono)', 400, said('invalid params, context window exceeds limit (2013)')],
  // NousResearch/hermes-agent#1877, earendil-works/pi#9805
  ['Z.ai 1261', 400, said('Prompt exceeds max length', { code: '1261' })],
  ['Z.ai 1261 of late', 400, said('Prompt too long', { code: '1261' })],
  // foreveryh/claude-code-switch#12, NousResearch/hermes-agent#61728
  [
    'Z.ai 1210',
    400,
    said(
      "API 调用参数有误，请检查文档。Request 182387 input tokens exceeds the model's maximum context length 202750",
      {
        code: '1210',
      },
    ),
  ],
  ['Z.ai 1210 of late', 400, said('tokens in request more than max tokens allowed', { code: '1210' })],
  // badlogic/pi-mono (overflow.ts), of ds4
  ['ds4', 400, said('Prompt has 70,000 tokens, but the configured context size is 65,536 tokens')],
  ['gateways', 400, said('Token limit exceeded')],
  ['Bedrock', 400, said('Too many tokens')],
  ['a proxy that says no word', 413, undefined],
]

test.each(tooLong)('A conversation that is too long is known in the words of %s.', async (_, status, body) => {
  expect(
    await failWith(body === undefined ? (out) => void out.writeHead(status).end() : json(body, status)),
  ).toBeInstanceOf(ContextTooLong)
})

// lmstudio-ai/lmstudio-bug-tracker#546
test('A conversation that is too long is known in the middle of a reply.', async () => {
  const words =
    'Trying to keep the first 111490 tokens. However, the model is loaded with context length of only 32768 tokens'
  expect(await failWith(stream([said(words)]))).toBeInstanceOf(ContextTooLong)
})

// badlogic/pi-mono (overflow.ts), of Cerebras: "400 status code (no body)"
test('A 400 without a word to a long request means that it is too long, to a short one it does not.', async () => {
  const bare: Answer = (out) => void out.writeHead(400).end()
  expect(await failWith(bare, 100_000)).toBeInstanceOf(ContextTooLong)
  expect(await failWith(bare)).toMatchObject({ code: 'model-request' })
})

// badlogic/pi-mono (overflow.ts) tells the same words of a limit from those of a context by the status.
test('Too many tokens of a minute are waited for, and do not make a conversation too long.', async () => {
  await using peer = await startPeer(json(said('Too many tokens, please wait before trying again.'), 429), fine)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause })
  expect((await model(request())).message.text).toBe('ok')
})

// mozilla-ai/any-llm#1200
test('A reply that the context had no room for is one of a conversation that is too long, unless a call is whole.', async () => {
  const end = 'model_context_window_exceeded'
  expect(await failWith(stream([chunk({ content: 'So' }), chunk({}, end)]))).toBeInstanceOf(ContextTooLong)
  const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }
  await using peer = await startPeer(stream([chunk({ tool_calls: [call] }), chunk({}, end)]))
  const reply = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause })(request())
  expect(reply).toMatchObject({ stop: 'length', message: { calls: [{ id: 'a' }] } })
})

const fixable: [string, number, unknown, string, RegExp][] = [
  [
    'a wrong key at Gemini (continuedev/continue#10530)',
    400,
    [said('API key not valid. Please pass a valid API key.', { details: [{ reason: 'API_KEY_INVALID' }] })],
    'model-key',
    /`openai-api-key`/,
  ],
  [
    'a wrong key at xAI (crmne/ruby_llm@fb5a49bf04)',
    400,
    { code: 'invalid-argument', error: 'Incorrect API key provided.' },
    'model-key',
    /`openai-api-key`/,
  ],
  ['a wrong key at Mistral', 401, { detail: 'Invalid API Key' }, 'model-key', /`openai-api-key`/],
  [
    'an unknown model at Gemini (piersolenski/wtf.nvim#64)',
    404,
    [said('models/gemini-1.5-flash is not found for API version v1main')],
    'model-unknown',
    /`model`/,
  ],
  ['an unknown model at DeepSeek', 400, said('Model Not Exist'), 'model-unknown', /`model`/],
  [
    'an unknown model at Moonshot',
    404,
    said('Not found the model kimi or Permission denied', { type: 'resource_not_found_error' }),
    'model-unknown',
    /`model`/,
  ],
  ['an unknown model at OpenRouter', 404, said('No endpoints found for x/y.'), 'model-unknown', /`model`/],
  // https://docs.litellm.ai/docs/proxy/virtual_keys
  [
    'a model that a key of LiteLLM may not use',
    401,
    said("key not allowed to access model. This key can only access models=['a']. Tried to access m"),
    'model-unknown',
    /`model`/,
  ],
  // aristoteleo/PantheonOS#101
  [
    'an unknown model at LiteLLM',
    400,
    said('You passed in model=m. There are no healthy deployments for this model.'),
    'model-unknown',
    /`model`/,
  ],
  ['an unknown model under 500', 500, said('unknown model: m'), 'model-unknown', /`model`/],
  [
    'an unknown model at Zhipu',
    400,
    said('模型不存在，请检查模型代码。', { code: '1211' }),
    'model-unknown',
    /`model`/,
  ],
  [
    'no credit at Anthropic',
    400,
    said('Your credit balance is too low to access the Anthropic API.'),
    'model-quota',
    /Add credit/,
  ],
  [
    'no credit at Z.ai',
    429,
    said('Insufficient balance or no resource package.', { code: '1113' }),
    'model-quota',
    /Add credit/,
  ],
  [
    'a model without tools at Ollama',
    400,
    said('registry.ollama.ai/library/gemma3:4b does not support tools'),
    'model-tools',
    /supports tools/,
  ],
  [
    'a model without tools at OpenRouter',
    404,
    said('No endpoints found that support tool use.'),
    'model-tools',
    /supports tools/,
  ],
  [
    'vLLM without its options (langchain4j/langchain4j#3475)',
    400,
    {
      object: 'error',
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    },
    'model-tools',
    /--enable-auto-tool-choice/,
  ],
  [
    'llama.cpp without its option',
    500,
    said('tools param requires --jinja flag', { type: 'server_error' }),
    'model-tools',
    /--jinja/,
  ],
  [
    'a privacy setting of OpenRouter',
    404,
    said('No endpoints found matching your data policy.'),
    'model-policy',
    /privacy/,
  ],
  [
    'a refusal that nobody knows',
    400,
    said('User location is not supported for the API use.'),
    'model-request',
    /`model`/,
  ],
]

test.each(fixable)(
  'It is said what to do about %s, and what the endpoint said.',
  async (_, status, body, code, remedy) => {
    const error = await failWith(json(body, status))
    expect(error).toMatchObject({ code, remedy: expect.stringMatching(remedy) })
    expect(error.message).toContain('; it says: ')
  },
)

test('Of a gateway’s refusal people read what the provider behind it said, and never the key.', async () => {
  const metadata = { raw: JSON.stringify(said(`Region of ${KEY} not allowed`)), provider_name: 'X' }
  const error = await failWith(json(said('Provider returned error', { code: 403, metadata }), 400))
  expect(error).toBeInstanceOf(UserError)
  expect(error.message).toContain('Provider returned error: Region of [redacted] not allowed')
})

test.each([400, 403, 404, 406, 411, 415, 422, 451])(
  'A refusal with the status %i is never told as an outage.',
  async (status) => {
    expect(await failWith(json(said('Something is wrong with it.'), status))).toBeInstanceOf(UserError)
  },
)

const failed = { code: 'tool_use_failed', failed_generation: '{"name": "f", "arguments": {' }
const malformed: [string, Answer, string][] = [
  ['Ollama with Qwen (ollama/ollama#14834)', json(said('XML syntax error on line 110: unexpected EOF'), 500), ''],
  [
    'Ollama with Qwen in a stream (continuedev/continue#10896)',
    stream([chunk({ content: '' }), { error: 'expected element type <function> but have <parameter>' }]),
    '',
  ],
  [
    'vLLM with gpt-oss (vllm-project/vllm#27243)',
    json(said('Unexpected token 200012 while expecting start token 200006', { code: 500 }), 500),
    '',
  ],
  [
    'vLLM with gpt-oss of late (vllm-project/vllm#51977)',
    json(said('unexpected tokens remaining in message header: Some("to=functions.web-browsing")'), 500),
    '',
  ],
  [
    'Groq (pydantic/pydantic-ai@4fda38988f)',
    json(said('Tool call validation failed', failed), 400),
    failed.failed_generation,
  ],
  [
    'Groq in a stream',
    stream([chunk({ content: '' }), said('Tool call validation failed', failed)]),
    failed.failed_generation,
  ],
  [
    'llama.cpp (ggml-org/llama.cpp#24644)',
    json(said("Failed to parse input at pos 395: <|tool_call_start|>[f(path='a')]"), 500),
    '',
  ],
  ['Ollama', json(said('error parsing tool call: raw=\'{"a": \', err=unexpected end of JSON input'), 500), ''],
  [
    'Gemini (OpenRouterTeam/openrouter-examples#67)',
    json({
      choices: [
        { finish_reason: 'error', native_finish_reason: 'MALFORMED_FUNCTION_CALL', message: { content: null } },
      ],
    }),
    '',
  ],
]

test.each(malformed)('A call that the server of %s could not read is the model’s mistake.', async (_, answer, text) => {
  await using peer = await startPeer(answer, fine)
  const reply = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause })(request())
  expect(reply).toMatchObject({ stop: 'malformed', message: { text, calls: [] } })
  expect(reply.usage.input).toBeGreaterThan(0)
  expect(peer.requests).toHaveLength(1)
})

// traceloop/openllmetry@93429cfb97 (Azure): a 200 with the error in it
test.each([200, 400])('A prompt that a filter refuses with %i is a refusal, and says why.', async (status) => {
  const words = 'The response was filtered due to the prompt triggering Azure Content management policy.'
  await using peer = await startPeer(json(said(words, { code: 'content_filter', status: 400 }), status))
  const reply = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause })(request())
  expect(reply).toMatchObject({ stop: 'refusal', message: { text: words } })
})

// continuedev/continue#10896: tags in the words of an endpoint are words.
test('Of a JSON body, every word is told.', async () => {
  await using peer = await startPeer(json(said('expected element type <function> but have <parameter>'), 500))
  const reply = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause })(request())
  expect(reply.said).toBe('expected element type <function> but have <parameter>')
  expect((await failWith(json(said('No <b> here'), 400))).message).toContain('it says: No <b> here.')
})

test('Every word has its source.', () => {
  for (const [word, source] of DIALECTS.flatMap(({ says = {} }) => Object.entries(says))) {
    expect(() => new RegExp(word)).not.toThrow()
    expect(source).toMatch(/https:\/\/|[\w-]+\/[\w.-]+[#@:]|: its /)
  }
})

test('Of a page that a proxy made for people, the words are told.', async () => {
  const page =
    '<!DOCTYPE html>\n<html><head><title>Bad gateway</title><style>b { x }</style></head><body>502</body></html>'
  const error = await failWith((out) => void out.writeHead(502, { 'content-type': 'text/html' }).end(page))
  expect(error.message).toMatch(/answered 502 Bad gateway 502\.$/)
})

test('A 200 with an error in it that lasts is told with its words.', async () => {
  // SWE-agent/mini-swe-agent#902
  const error = await failWith(json(said('This content was flagged for possible cybersecurity risk', { code: 502 })))
  expect(error.message).toMatch(/answered 502 This content was flagged/)
})

const efforts: [string, number, unknown][] = [
  [
    'OpenAI',
    400,
    said("Unsupported value: 'reasoning_effort' does not support 'max' with this model.", {
      param: 'reasoning_effort',
    }),
  ],
  ['Ollama', 400, said('"gemma3" does not support thinking')],
  ['xAI', 400, { code: 'invalid-argument', error: 'Argument not supported on this model: reasoningEffort' }],
]

test.each(efforts)(
  'An effort that the model refuses in the words of %s is left out, and that is said once.',
  async (_, status, body) => {
    const notices: string[] = []
    await using peer = await startPeer(json(body, status), fine)
    const model = connectModel({
      baseUrl: peer.baseUrl,
      api: 'chat',
      model: 'm',
      effort: 'max',
      notice: (text) => void notices.push(text),
    })
    await model(request())
    await model(request())
    expect(peer.requests.map(({ raw }) => raw.includes('"reasoning_effort":"max"'))).toEqual([true, false, false])
    expect(notices).toEqual([expect.stringContaining('`reasoning-effort` (max)')])
  },
)

// zed-industries/zed#36215 (Cerebras), editor-code-assistant/eca#231 (Mistral)
test.each([
  ['prompt_cache_key', { message: "For the model x the parameter 'prompt_cache_key' is not supported." }],
  [
    'prompt_cache_key',
    { message: "body.prompt_cache_key: property 'body.prompt_cache_key' is unsupported", code: 'wrong_api_format' },
  ],
  [
    'stream_options',
    {
      object: 'error',
      message: {
        detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], input: { include_usage: true } }],
      },
    },
  ],
])('The refused parameter %s is left out alone.', async (name, body) => {
  await using peer = await startPeer(json(body, 422), fine)
  await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', effort: 'low' })(request())
  const sent = Object.keys(JSON.parse(peer.requests[1]?.raw ?? ''))
  expect(['prompt_cache_key', 'stream_options', 'reasoning_effort'].filter((one) => !sent.includes(one))).toEqual([
    name,
  ])
})

test('A server that cuts the conversation off without a word is found out by its own count, once.', async () => {
  const notices: string[] = []
  const counted = (prompt_tokens: number) =>
    json(completion({ content: 'ok' }, 'stop', { usage: { prompt_tokens, completion_tokens: 1 } }))
  await using peer = await startPeer(counted(10_000), counted(4_096), counted(4_096))
  const model = connectModel({
    baseUrl: peer.baseUrl,
    api: 'chat',
    model: 'm',
    notice: (text) => void notices.push(text),
  })
  for (let n = 0; n < 3; n++) await model(request({ system: 'x'.repeat(48_000) }))
  expect(notices).toEqual([
    expect.stringMatching(/read 4096 tokens of a request of about 12,000: .*OLLAMA_CONTEXT_LENGTH/),
  ])
})
