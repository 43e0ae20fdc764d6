import { describe, expect, test } from 'vitest'
import { connectModel } from '../../../src/work/endpoint/endpoint.ts'
import type { Message } from '../../../src/work/agent/model.ts'
import { bare, chunk, completion, failure, json, request, startPeer, stream, type Answer } from './peer.ts'

const connect = (baseUrl: string) => connectModel({ baseUrl, api: 'chat', model: 'some-model', apiKey: 'k' })

async function replyTo(...answers: Answer[]) {
  await using peer = await startPeer(...answers)
  return await connect(peer.baseUrl)(request())
}

const toolCall = (id: string | undefined, args: unknown, name = 'read_file') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

test('Text and parallel calls are put together from the pieces of a stream.', async () => {
  const piece = (index: number, text: string) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })
  const reply = await replyTo(
    stream([
      chunk({ role: 'assistant', content: 'Let me' }),
      chunk({ content: ' see.', reasoning: 'ignored' }),
      chunk({ tool_calls: [{ index: 0, ...toolCall('a', '') }] }),
      piece(0, '{"path":'),
      chunk({ tool_calls: [{ index: 1, ...toolCall('b', '{}') }] }),
      piece(0, '"x"}'),
      chunk({}, 'tool_calls'),
      { choices: [], usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 5 } } },
    ]),
  )
  expect(reply).toEqual({
    message: {
      kind: 'assistant',
      text: 'Let me see.',
      calls: [
        { id: 'a', name: 'read_file', arguments: '{"path":"x"}' },
        { id: 'b', name: 'read_file', arguments: '{}' },
      ],
    },
    stop: 'end',
    usage: { input: 9, cached: 5, output: 4 },
  })
})

const oddCalls: [string, Answer, { id: string; name: string; arguments: string }[]][] = [
  [
    'arguments that are an object instead of text',
    json(completion({ content: null, tool_calls: [toolCall('a', { path: 'x' })] })),
    [{ id: 'a', name: 'read_file', arguments: '{"path":"x"}' }],
  ],
  [
    'arguments in a code fence',
    json(completion({ tool_calls: [toolCall('a', '```json\n{"path":"x"}\n```')] }, 'tool_calls')),
    [{ id: 'a', name: 'read_file', arguments: '{"path":"x"}' }],
  ],
  [
    'malformed arguments, which stay as they are',
    json(completion({ tool_calls: [toolCall('a', '{"path": "x')] }, 'tool_calls')),
    [{ id: 'a', name: 'read_file', arguments: '{"path": "x' }],
  ],
  [
    'missing ids',
    json(completion({ tool_calls: [toolCall(undefined, '{}'), toolCall('', '{}')] }, 'tool_calls')),
    [
      { id: 'call_1_0', name: 'read_file', arguments: '{}' },
      { id: 'call_1_1', name: 'read_file', arguments: '{}' },
    ],
  ],
  [
    'the same id twice',
    json(completion({ tool_calls: [toolCall('a', '{}'), toolCall('a', '{}')] }, 'tool_calls')),
    [
      { id: 'a', name: 'read_file', arguments: '{}' },
      { id: 'a_1', name: 'read_file', arguments: '{}' },
    ],
  ],
  [
    'streamed calls without an index',
    stream([chunk({ tool_calls: [toolCall('a', '{}'), toolCall('b', '{"p":1}')] }), chunk({}, 'stop')]),
    [
      { id: 'a', name: 'read_file', arguments: '{}' },
      { id: 'b', name: 'read_file', arguments: '{"p":1}' },
    ],
  ],
  [
    'streamed calls that all have the index 0 and no id',
    stream([
      chunk({ tool_calls: [{ index: 0, ...toolCall('', '{"p":1}') }] }),
      chunk({ tool_calls: [{ index: 0, ...toolCall('', '{"p":2}') }] }),
      chunk({}, 'stop'),
    ]),
    [
      { id: 'call_1_0', name: 'read_file', arguments: '{"p":1}' },
      { id: 'call_1_1', name: 'read_file', arguments: '{"p":2}' },
    ],
  ],
  [
    'a legacy function_call, which is none',
    json(completion({ content: 'x', function_call: { name: 'read_file', arguments: '{}' } })),
    [],
  ],
  [
    'a call that the length limit cut, which is dropped while the whole one before it stays',
    stream([
      chunk({ tool_calls: [{ index: 0, ...toolCall('a', '{"p":1}') }] }),
      chunk({ tool_calls: [{ index: 1, ...toolCall('b', '{"p":') }] }),
      chunk({}, 'length'),
    ]),
    [{ id: 'a', name: 'read_file', arguments: '{"p":1}' }],
  ],
]

test.each(oddCalls)('Calls are understood with %s.', async (_, answer, calls) => {
  expect((await replyTo(answer)).message.calls).toEqual(calls)
})

const stops: [string, Answer, string, string][] = [
  ['empty content is an empty text', json(completion({ content: '' })), 'end', ''],
  ['null content is an empty text', json(completion({ content: null })), 'end', ''],
  [
    'content in parts is one text',
    json(completion({ content: [{ type: 'text', text: 'a' }, { text: 'b' }] })),
    'end',
    'ab',
  ],
  [
    'a part without text is none',
    json(completion({ content: [{ type: 'text', text: null }, { text: 'b' }] })),
    'end',
    'b',
  ],
  ['a length stop is told', stream([chunk({ content: 'So' }), chunk({}, 'length')]), 'length', 'So'],
  ['a refusal is told', stream([chunk({ refusal: 'I will not.' }), chunk({}, 'stop')]), 'refusal', 'I will not.'],
  ['a content filter counts as a refusal', json(completion({ content: '' }, 'content_filter')), 'refusal', ''],
]

test.each(stops)('Of a reply, %s.', async (_, answer, stop, text) => {
  const reply = await replyTo(answer)
  expect([reply.stop, reply.message.text]).toEqual([stop, text])
})

test.each([
  ['does not report', {}],
  ['reports as nothing', { usage: { prompt_tokens: 0, completion_tokens: 0 } }],
])('Usage that the endpoint %s is estimated.', async (_, more) => {
  const { usage } = await replyTo(json(completion({ content: 'x'.repeat(40) }, 'stop', more)))
  expect(usage.output).toBe(10)
  expect(usage.input).toBeGreaterThan(10)
})

test('Usage without a word of the cache counts as not cached.', async () => {
  const counted = { usage: { prompt_tokens: 9, completion_tokens: 4 } }
  const { usage } = await replyTo(json(completion({ content: 'x' }, 'stop', counted)))
  expect(usage).toEqual({ input: 9, cached: 0, output: 4 })
})

const conversation: Message[] = [
  { kind: 'user', text: 'Look at this.', images: ['data:image/png;base64,AAAA'] },
  { kind: 'assistant', text: '', calls: [{ id: 'a', name: 'read_file', arguments: '{"p": 1}' }] },
  { kind: 'result', call: 'a', name: 'read_file', text: 'one' },
  { kind: 'assistant', text: 'Hm.', calls: [{ id: 'b', name: 'read_file', arguments: '{"p": ' }] },
  { kind: 'result', call: 'b', name: 'read_file', text: 'not valid JSON' },
  { kind: 'assistant', text: '', calls: [] },
  { kind: 'user', text: 'Go on.' },
]

test('A conversation is sent in the shape of Chat Completions, malformed arguments as none, an empty turn as a word.', async () => {
  await using peer = await startPeer(json(completion({ content: 'ok' })))
  await connect(peer.baseUrl)(request({ messages: conversation }))
  expect(peer.requests[0]?.path).toBe('/v1/chat/completions')
  expect(JSON.parse(peer.requests[0]?.raw ?? '')).toEqual({
    model: 'some-model',
    stream: true,
    stream_options: { include_usage: true },
    prompt_cache_key: 'plan-12',
    tools: [
      {
        type: 'function',
        function: { name: 'read_file', description: 'Reads a file.', parameters: { type: 'object', properties: {} } },
      },
    ],
    messages: [
      { role: 'system', content: 'You plan.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look at this.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [toolCall('a', '{"p": 1}')] },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'assistant', content: 'Hm.', tool_calls: [toolCall('b', '{}')] },
      { role: 'tool', tool_call_id: 'b', content: 'not valid JSON' },
      { role: 'assistant', content: '(nothing)' },
      { role: 'user', content: 'Go on.' },
    ],
  })
})

test('A longer conversation begins with the very bytes of the shorter one.', async () => {
  await using peer = await startPeer(json(completion({ content: 'ok' })))
  const model = connect(peer.baseUrl)
  for (let length = 1; length <= conversation.length; length++)
    await model(request({ messages: conversation.slice(0, length) }))
  const bodies = peer.requests.map(({ raw }) => raw)
  for (const [at, body] of bodies.slice(1).entries())
    expect(body.startsWith(bodies[at]?.slice(0, -2) ?? '?')).toBe(true)
})

describe('An optional parameter that the endpoint rejects is left out from then on', () => {
  const rejections: [string, Answer, string[]][] = [
    ['by its param', failure(400, { message: 'Unknown parameter', param: 'prompt_cache_key' }), ['prompt_cache_key']],
    ['by its message', failure(422, { message: "property 'stream_options' is unsupported" }), ['stream_options']],
    [
      'in a body of its own shape',
      json({ detail: [{ loc: ['body', 'prompt_cache_key'] }] }, 422),
      ['prompt_cache_key'],
    ],
    ['by nothing at all', bare(400), ['prompt_cache_key', 'stream_options', 'reasoning_effort']],
  ]
  test.each(rejections)('when it is named %s.', async (_, rejection, names) => {
    await using peer = await startPeer(rejection, json(completion({ content: 'ok' })))
    const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', effort: 'low' })
    await model(request())
    await model(request())
    const sent = peer.requests.map(({ raw }) => names.filter((name) => name in JSON.parse(raw)))
    expect(sent).toEqual([names, [], []])
  })
})
