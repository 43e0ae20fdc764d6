import { expect, test } from 'vitest'
import { UserError } from '../../../src/lib/errors.ts'
import { ContextTooLong } from '../../../src/model/model.ts'
import { kindOf, type Kind } from '../../../src/model/endpoint/error-dialects.ts'
import { Refused, refusedInReply } from '../../../src/model/endpoint/failures.ts'
import { unsupportedFieldsIn } from '../../../src/model/endpoint/optional-fields.ts'
import { explainFailure } from '../../../src/model/endpoint/remedies.ts'
import { ask, chunk, completion, failing, json, request, stream, type Answer } from './peer.ts'

const fine = json(completion({ content: 'ok' }))
const said = (message: string, more: Record<string, unknown> = {}) => ({ error: { message, ...more } })

/** What each means, by the status and the words in which it was seen; the table in the source names where. */
const SAID: Partial<Record<Kind, readonly [status: number | undefined, words: string][]>> = {
  context: [
    [400, 'context_length_exceeded'],
    [400, 'Your input exceeds the context window of this model.'],
    [400, "This model's maximum context length is 4096 tokens. However, you requested 5000."],
    [400, 'The prompt (length 9) is longer than the maximum model length of 8.'],
    [400, 'the input length exceeds the context length'],
    [400, 'the request exceeds the available context size exceed_context_size_error'],
    [400, 'prompt is too long: 200001 tokens > 200000 maximum'],
    [400, 'The input token count (9) exceeds the maximum number of tokens allowed (8).'],
    [413, 'Please reduce the length of the messages or completion.'],
    [400, "The input (516368 tokens) is longer than the model's context length (262144 tokens)."],
    [400, 'The number of tokens to keep is greater than the context length (n_keep: 13055>= n_ctx: 4096).'],
    [undefined, 'However, the model is loaded with context length of only 32768 tokens'],
    [400, '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]'],
    [400, 'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)'],
    [400, 'prompt token count of 200000 exceeds the limit of 128000'],
    [400, 'too_many_prompt_tokens'],
    [422, 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096.'],
    [429, 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 61337.'],
    [400, 'invalid params, context window exceeds limit (2013)'],
    [400, 'Prompt exceeds max length 1261'],
    [400, '1210 API 调用参数有误 Request 182387 input tokens exceeds the model maximum context length 202750'],
    [400, 'tokens in request more than max tokens allowed'],
    [400, 'Prompt has 70,000 tokens, but the configured context size is 65,536 tokens'],
    [400, 'Token limit exceeded'],
    [400, 'Too many tokens'],
    [413, ''],
  ],
  malformed: [
    [500, 'XML syntax error on line 110: unexpected EOF'],
    [undefined, 'expected element type <function> but have <parameter>'],
    [500, 'Unexpected token 200012 while expecting start token 200006'],
    [500, 'unexpected tokens remaining in message header: Some("to=functions.web-browsing")'],
    [400, 'Tool call validation failed tool_use_failed'],
    [500, "Failed to parse input at pos 395: <|tool_call_start|>[f(path='a')]"],
    [500, 'error parsing tool call: raw=\'{"a": \', err=unexpected end of JSON input'],
  ],
  filtered: [
    [400, 'The response was filtered due to the prompt triggering Azure Content management policy.'],
    [undefined, 'content_filter'],
    [400, 'data_inspection_failed'],
    [403, 'Your input was flagged'],
  ],
  responses: [
    [404, 'This model is only supported in v1/responses.'],
    [400, 'OperationNotSupported The chatCompletion operation does not work with the specified model'],
  ],
  key: [
    [401, 'Invalid API Key'],
    [403, 'Forbidden'],
    [400, 'API key not valid. Please pass a valid API key. API_KEY_INVALID'],
    [400, 'Incorrect API key provided.'],
  ],
  model: [
    [404, 'model_not_found'],
    [403, 'model_not_found'],
    [404, 'model "x" not found, try pulling it first'],
    [400, 'x/y is not a valid model ID'],
    [404, 'models/gemini-1.5-flash is not found for API version v1main'],
    [400, 'Model Not Exist'],
    [404, 'Not found the model kimi or Permission denied'],
    [404, 'No endpoints found for x/y.'],
    [401, "key not allowed to access model. This key can only access models=['a']. Tried to access m"],
    [400, 'You passed in model=m. There are no healthy deployments for this model.'],
    [500, 'unknown model: m'],
    [400, '1211 模型不存在，请检查模型代码。'],
  ],
  tools: [
    [400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
    [404, 'No endpoints found that support tool use.'],
  ],
  'tool-parser': [[400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set']],
  jinja: [[500, 'tools param requires --jinja flag']],
  policy: [[404, 'No endpoints found matching your data policy.']],
  quota: [
    [402, 'Insufficient credits'],
    [429, 'insufficient_quota'],
    [400, 'Your credit balance is too low to access the Anthropic API.'],
    [429, '1113 Insufficient balance or no resource package.'],
    [429, '1113 余额不足或无可用资源包,请充值。'],
    [429, '[1310][Weekly/Monthly Limit Exhausted. Your limit will reset at 2026-07-14 07:49:08]'],
    [429, '1310 已达到每周/每月使用上限，您的限额将在 2026-07-14 重置'],
    [429, 'Usage limit reached for 5 hour. Your limit will reset at 12:00'],
    [429, 'you (me) have reached your session usage limit, upgrade for higher limits'],
    [429, 'Your prepayment credits are depleted. Please retry in 34s.'],
    [429, 'Your project has exceeded its spending cap.'],
    [429, 'Too many tokens per day, please wait before trying again.'],
    [429, 'Tokens per day limit exceeded - too many tokens processed.'],
    [429, '4006 you have used up your daily free allocation of 10,000 neurons'],
    [403, 'Your team has either used all available credits or reached its monthly spending limit.'],
    [403, "Your newly created team doesn't have any credits or licenses yet."],
    [403, 'Key limit exceeded (total limit).'],
    [403, 'The free tier of the model has been exhausted.'],
    [403, 'AllocationQuota.FreeTierOnly'],
    [500, 'insufficient balance (1008)'],
    [403, '30001 Sorry, your account balance is insufficient'],
    [400, 'You have reached your specified API usage limits. You will regain access on 2026-04-01.'],
    [400, 'Budget has been exceeded! Current cost: 26, Max budget: 25'],
    [401, 'ExceededBudget: End User=me over budget.'],
    [429, 'You exceeded your current quota, please check your plan and billing details.'],
    [429, 'You exceeded your current quota GenerateRequestsPerDayPerProjectPerModel-FreeTier retry in 34s'],
    [429, 'You exceeded your current quota, Quota exceeded for metric: x, limit: 0. Please retry in 21s.'],
    [429, 'Rate limit exceeded: free-models-per-day'],
    [429, 'Your account is suspended, please check your plan'],
  ],
  busy: [
    [429, 'Slow down'],
    [503, 'The model is overloaded.'],
    [529, 'overloaded_error Overloaded'],
    [500, 'The server is overloaded'],
    [undefined, 'rate-limited upstream'],
    // What asks for a wait is a limit of a minute, or of a day that ends soon.
    [429, 'You exceeded your current quota, please check your plan. Please retry in 34.07s.'],
    [429, 'Limit 100000 tokens per day. Please try again in 7m12.5s.'],
    [429, 'Too many tokens, please wait before trying again.'],
  ],
  address: [[404, '']],
  refused: [
    [400, 'User location is not supported for the API use.'],
    ...[400, 406, 411, 415, 422, 451].map((status): [number, string] => [status, 'Something is wrong with it.']),
  ],
  fault: [
    [500, 'Internal error'],
    [502, 'Bad gateway'],
    [undefined, 'Oh'],
  ],
}

const rows = Object.entries(SAID).flatMap(([kind, said]) => said.map((one) => [kind, ...one] as const))
test.each(rows)('An error of the kind %s is recognized by an endpoint’s answer %s %s', (kind, status, body) => {
  expect(kindOf(new Refused({ status, body }))).toBe(kind)
})

const raw = JSON.stringify(said('Region not allowed', { code: 'context_length_exceeded' }))
test.each<[string, unknown, string, RegExp]>([
  ['an error in a list', [said('Not valid.', { details: [{ reason: 'A' }] })], 'Not valid.', /\bA\b/],
  [
    'an error that is a text',
    { code: 'invalid-argument', error: 'Incorrect key' },
    'Incorrect key',
    /invalid-argument/,
  ],
  ['a detail', { detail: 'Invalid key' }, 'Invalid key', /Invalid key/],
  ['a message alone', { object: 'error', message: 'Needs --x' }, 'Needs --x', /Needs --x/],
  [
    'what a provider behind a gateway said (cline/cline#13194)',
    said('Provider returned error', { metadata: { raw, provider_name: 'Nvidia' } }),
    'Provider returned error: Region not allowed',
    /context_length_exceeded/,
  ],
  ['words with tags in JSON (continuedev/continue#10896)', said('No <b> here'), 'No <b> here', /<b>/],
  [
    'the words of a page',
    '<!DOCTYPE html>\n<html><head><title>Bad gateway</title><style>b { x }</style></head><body>502</body></html>',
    'Bad gateway',
    /502/,
  ],
])('The message read from a refusal: %s', (_, body, message, words) => {
  const refused = new Refused({ status: 400, body })
  expect([refused.message, refused.words]).toEqual([message, expect.stringMatching(words)])
})

test('A numeric error code in the body of a reply is taken as its HTTP status.', () => {
  const statuses = [{ code: 502 }, { status_code: 429 }, { code: 'x' }].map((body) => refusedInReply(body).status)
  expect(statuses).toEqual([502, 429, undefined])
})

test.each<[Kind, string, RegExp]>([
  ['key', 'model-key', /`openai-api-key`/],
  ['model', 'model-unknown', /`model`/],
  ['quota', 'model-quota', /Add credit/],
  ['responses', 'model-api', /`openai-api`/],
  ['tools', 'model-tools', /supports tools/],
  ['tool-parser', 'model-tools', /--enable-auto-tool-choice/],
  ['jinja', 'model-tools', /--jinja/],
  ['policy', 'model-policy', /privacy/],
  ['address', 'model-endpoint', /`openai-base-url`/],
  ['refused', 'model-request', /`model`/],
])('The error for a refusal of the kind %s has a remedy and the endpoint’s text', (kind, code, remedy) => {
  const [status, body] = SAID[kind]?.[0] ?? []
  const error = explainFailure(new Refused({ status, body }), { host: 'h', apiKey: undefined, api: 'chat' })
  expect(error).toMatchObject({ code, remedy: expect.stringMatching(remedy) })
  if (body) expect(error).toMatchObject({ message: expect.stringContaining(`; it says: ${body.replace(/\.$/, '')}`) })
})

const OPTIONAL = ['prompt_cache_key', 'stream_options', 'reasoning_effort', 'include']
test.each<[number, unknown, string[]]>([
  [400, { message: 'Invalid content type. image_url is only supported by certain models.' }, ['images']],
  [404, { message: 'No endpoints found that support image input' }, ['images']],
  [400, { message: 'At most 0 image(s) may be provided in one prompt.' }, ['images']],
  [500, { message: 'image input is not supported, provide the mmproj' }, ['images']],
  [422, { message: 'messages[1]: unknown variant `image_url`, expected `text`' }, ['images']],
  [400, { message: "Unsupported value: 'reasoning_effort' does not support 'max'" }, ['reasoning_effort']],
  [400, { message: '"gemma3" does not support thinking' }, ['reasoning_effort']],
  [400, { code: 'x', error: 'Argument not supported on this model: reasoningEffort' }, ['reasoning_effort']],
  // zed-industries/zed#36215 (Cerebras), editor-code-assistant/eca#231 (Mistral)
  [422, { message: "the parameter 'prompt_cache_key' is not supported." }, ['prompt_cache_key']],
  [422, { message: "body.prompt_cache_key: property 'body.prompt_cache_key' is unsupported" }, ['prompt_cache_key']],
  [422, { message: { detail: [{ loc: ['body', 'stream_options'] }] } }, ['stream_options']],
  [400, { message: 'Unknown parameter', param: 'prompt_cache_key' }, ['prompt_cache_key']],
  [400, { message: 'reasoning_content is not allowed in input messages' }, ['reasoning_content']],
  [422, { detail: [{ loc: ['body', 'messages', 1, 'reasoning_content'] }] }, ['reasoning_content']],
  [400, { message: 'The content could not be verified.', code: 'invalid_encrypted_content' }, ['include']],
  [400, '', ['prompt_cache_key', 'stream_options', 'reasoning_effort', 'include']],
  [403, { message: 'Unknown parameter', param: 'prompt_cache_key' }, []],
])('In a refusal %i %j the unsupported fields are %j', (status, body, names) => {
  expect(unsupportedFieldsIn(new Refused({ status, body }), OPTIONAL)).toEqual(names)
})

// badlogic/pi-mono (overflow.ts), of Cerebras: "400 status code (no body)"
test('A 400 without an explanation means a too long conversation only if the request was long.', async () => {
  const bare: Answer = (out) => void out.writeHead(400).end()
  const long = { requests: [request({ system: 'x'.repeat(100_000) })] }
  expect(await failing(ask([bare], long))).toBeInstanceOf(ContextTooLong)
  expect(await failing(ask([bare]))).toMatchObject({ code: 'model-request' })
})

// mozilla-ai/any-llm#1200
test('A reply cut off by a full context counts as a too long conversation, unless a call is complete.', async () => {
  const end = 'model_context_window_exceeded'
  expect(await failing(ask([stream([chunk({ content: 'So' }), chunk({}, end)])]))).toBeInstanceOf(ContextTooLong)
  const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }
  const { reply } = await ask([stream([chunk({ tool_calls: [call] }), chunk({}, end)])])
  expect(reply).toMatchObject({ stop: 'length', message: { calls: [{ id: 'a' }] } })
})

test('The error for a refused request redacts the API key.', async () => {
  const asking = ask([json(said('Region of sk-this-is-secret not allowed'), 400)], { apiKey: 'sk-this-is-secret' })
  const error = await failing(asking)
  expect(error).toBeInstanceOf(UserError)
  expect(error.message).toContain('Region of [redacted] not allowed')
})

const failed = { code: 'tool_use_failed', failed_generation: '{"name": "f", "arguments": {' }
const unread = { finish_reason: 'error', native_finish_reason: 'MALFORMED_FUNCTION_CALL', message: { content: null } }
test.each<[string, Answer, string]>([
  ['Groq (pydantic/pydantic-ai@4fda38988f)', json(said('Failed', failed), 400), failed.failed_generation],
  ['Groq in a stream', stream([chunk({ content: '' }), said('Failed', failed)]), failed.failed_generation],
  ['Gemini (OpenRouterTeam/openrouter-examples#67)', json({ choices: [unread] }), ''],
])('A tool call that the server of %s could not parse is a malformed reply.', async (_, answer, text) => {
  const { reply, asked } = await ask([answer, fine])
  expect(reply).toMatchObject({ stop: 'malformed', message: { text, calls: [] } })
  expect(reply.usage.input).toBeGreaterThan(0)
  expect(asked).toHaveLength(1)
})

// traceloop/openllmetry@93429cfb97 (Azure): a 200 with the error in it
test.each([200, 400])('A prompt blocked by a content filter with %i is a refusal with the reason.', async (status) => {
  const words = 'The prompt triggered the content management policy.'
  const { reply } = await ask([json(said(words, { code: 'content_filter', status: 400 }), status)])
  expect(reply).toMatchObject({ stop: 'refusal', message: { text: words } })
})

test('A persistent error inside a 200 answer is reported with its message.', async () => {
  // SWE-agent/mini-swe-agent#902
  const error = await failing(
    ask([json(said('This content was flagged for possible cybersecurity risk', { code: 502 }))]),
  )
  expect(error.message).toMatch(/answered 502 This content was flagged/)
})

test('A reasoning effort that the model rejects is left out from then on, with one notice.', async () => {
  const notices: string[] = []
  const options = { effort: 'max', notice: (text: string) => void notices.push(text) } as const
  const refusal = json({ error: '"gemma3" does not support thinking' }, 400)
  const { bodies } = await ask([refusal, fine], { ...options, requests: [request(), request()] })
  expect(bodies.map((body) => body.reasoning_effort)).toEqual(['max', undefined, undefined])
  expect(notices).toEqual([expect.stringContaining('`reasoning-effort` (max)')])
})

test('A server that silently truncates long conversations is detected by its token count, once.', async () => {
  const notices: string[] = []
  const counted = (prompt_tokens: number) =>
    json(completion({ content: 'ok' }, 'stop', { usage: { prompt_tokens, completion_tokens: 1 } }))
  const requests = Array.from({ length: 3 }, () => request({ system: 'x'.repeat(48_000) }))
  await ask([counted(10_000), counted(4_096)], { requests, notice: (text) => void notices.push(text) })
  expect(notices).toEqual([
    expect.stringMatching(/read 4096 tokens of a request of about 12,000: .*OLLAMA_CONTEXT_LENGTH/),
  ])
})
