import { expect, test } from 'vitest'
import type { Message } from '../../../src/model/model.ts'
import { ask, bare, chunk, completion, expectGrowing, json, request, stream, type Answer } from './peer.ts'

const replyTo = async (answer: Answer) => (await ask([answer])).reply

const toolCall = (id: string | undefined, args: unknown, name = 'read_file') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

test('Text and parallel tool calls are assembled from the chunks of a stream.', async () => {
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

const read = (id: string, args = '{}') => ({ id, name: 'read_file', arguments: args })
const whole = (...calls: unknown[]) => json(completion({ content: null, tool_calls: calls }, 'tool_calls'))
const streamed = (finish: string, ...calls: object[]) =>
  stream([...calls.map((one) => chunk({ tool_calls: [one] })), chunk({}, finish)])

const oddCalls: [string, Answer, ReturnType<typeof read>[]][] = [
  ['arguments that are an object instead of text', whole(toolCall('a', { path: 'x' })), [read('a', '{"path":"x"}')]],
  ['arguments in a code fence', whole(toolCall('a', '```json\n{"path":"x"}\n```')), [read('a', '{"path":"x"}')]],
  ['a fence with CRLF', whole(toolCall('a', '``` json\r\n{"path":"x"}\r\n```')), [read('a', '{"path":"x"}')]],
  ['malformed arguments, which stay as they are', whole(toolCall('a', '{"path": "x')), [read('a', '{"path": "x')]],
  ['missing ids', whole(toolCall(undefined, '{}'), toolCall('', '{}')), [read('call_1_0'), read('call_1_1')]],
  ['the same id twice', whole(toolCall('a', '{}'), toolCall('a', '{}')), [read('a'), read('a_1')]],
  [
    'streamed calls without an index',
    stream([chunk({ tool_calls: [toolCall('a', '{}'), toolCall('b', '{"p":1}')] }), chunk({}, 'stop')]),
    [read('a'), read('b', '{"p":1}')],
  ],
  [
    'streamed calls that all have the index 0 and no id',
    streamed('stop', { index: 0, ...toolCall('', '{"p":1}') }, { index: 0, ...toolCall('', '{"p":2}') }),
    [read('call_1_0', '{"p":1}'), read('call_1_1', '{"p":2}')],
  ],
  [
    'a legacy function_call, which is none',
    json(completion({ content: 'x', function_call: { name: 'read_file', arguments: '{}' } })),
    [],
  ],
  [
    'a call that the length limit cut, which is dropped while the whole one before it stays',
    streamed('length', { index: 0, ...toolCall('a', '{"p":1}') }, { index: 1, ...toolCall('b', '{"p":') }),
    [read('a', '{"p":1}')],
  ],
]

test.each(oddCalls)('Nonstandard tool calls are understood: %s.', async (_, answer, calls) => {
  expect((await replyTo(answer)).message.calls).toEqual(calls)
})

const stops: [string, Answer, string, string][] = [
  ['empty content is an empty text', json(completion({ content: '' })), 'end', ''],
  ['null content is an empty text', json(completion({ content: null })), 'end', ''],
  [
    'content in parts is one text',
    json(completion({ content: [{ type: 'text', text: 'a' }, { text: null }, { text: 'b' }] })),
    'end',
    'ab',
  ],
  ['a length stop is told', stream([chunk({ content: 'So' }), chunk({}, 'length')]), 'length', 'So'],
  ['a refusal is told', stream([chunk({ refusal: 'I will not.' }), chunk({}, 'stop')]), 'refusal', 'I will not.'],
  ['a content filter counts as a refusal', json(completion({ content: '' }, 'content_filter')), 'refusal', ''],
]

test.each(stops)('The stop reason of a reply: %s.', async (_, answer, stop, text) => {
  const reply = await replyTo(answer)
  expect([reply.stop, reply.message.text]).toEqual([stop, text])
})

test.each([
  ['does not report', {}],
  ['reports as nothing', { usage: { prompt_tokens: 0, completion_tokens: 0 } }],
])('Token usage that the endpoint %s is estimated.', async (_, more) => {
  const { usage } = await replyTo(json(completion({ content: 'x'.repeat(40) }, 'stop', more)))
  expect(usage.output).toBe(10)
  expect(usage.input).toBeGreaterThan(10)
})

test('Token usage reported without cache counts is taken as all uncached.', async () => {
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

test('A conversation is sent in the Chat Completions format; malformed arguments become empty.', async () => {
  const { bodies } = await ask([json(completion({ content: 'ok' }))], {
    requests: [request({ messages: conversation })],
  })
  expect(bodies[0]).toEqual({
    model: 'm',
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

test('With Chat Completions, a longer conversation starts with the exact bytes of the shorter one.', async () => {
  const requests = conversation.map((_, at) => request({ messages: conversation.slice(0, at + 1) }))
  const { asked } = await ask([json(completion({ content: 'ok' }))], { requests })
  expectGrowing(asked.map(({ raw }) => raw))
})

test('After a 400 without an explanation all optional parameters are left out from then on.', async () => {
  const names = ['prompt_cache_key', 'stream_options', 'reasoning_effort']
  const answers = [bare(400), json(completion({ content: 'ok' }))]
  const { bodies } = await ask(answers, { effort: 'low', requests: [request(), request()] })
  expect(bodies.map((body) => names.filter((name) => name in body))).toEqual([names, [], []])
})

test('Lone surrogates are never sent, neither in text nor in the arguments of an earlier call.', async () => {
  const half = '\ud83d'
  const call = toolCall('a', JSON.stringify({ path: half, pair: '🙂', slash: String.raw`\ud83d` }))
  const { reply, asked } = await ask([whole(call)], {
    requests: [{ ...request(), system: `${half}🙂${String.raw`\ud83d`}` }],
  })
  expect(JSON.parse(asked[0]?.raw ?? '').messages[0].content).toBe(`\ufffd🙂${String.raw`\ud83d`}`)
  expect(JSON.parse(reply.message.calls[0]?.arguments ?? '')).toEqual({
    path: '\ufffd',
    pair: '🙂',
    slash: String.raw`\ud83d`,
  })
})
