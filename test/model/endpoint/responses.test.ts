import { expect, test } from 'vitest'
import type { Message } from '../../../src/model/model.ts'
import {
  ask,
  called,
  completed,
  expectGrowing,
  failure,
  json,
  request,
  response,
  said,
  stream,
  type Answer,
} from './peer.ts'

const OPTIONS = { api: 'responses', effort: 'high' } as const
const replyTo = async (...answers: Answer[]) => (await ask(answers, OPTIONS)).reply

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }

test('Text, parallel calls and reasoning items are read from the last event of a Responses stream.', async () => {
  const output = [reasoning, said('Let me see.'), called('read_file', '{"p":1}', 'a'), called('read_file', '{}', 'b')]
  const usage = { input_tokens: 9, output_tokens: 4, input_tokens_details: { cached_tokens: 5 } }
  const reply = await replyTo(stream([{ type: 'response.created' }, completed(response(output, { usage }))]))
  expect(reply).toEqual({
    message: {
      kind: 'assistant',
      text: 'Let me see.',
      calls: [
        { id: 'a', name: 'read_file', arguments: '{"p":1}' },
        { id: 'b', name: 'read_file', arguments: '{}' },
      ],
      items: output,
      from: expect.any(String),
    },
    stop: 'end',
    usage: { input: 9, cached: 5, output: 4 },
  })
})

test('If the last event of a Responses stream has no items, those of earlier events are used.', async () => {
  const reply = await replyTo(
    stream([{ type: 'response.output_item.done', item: said('Hello') }, completed(response([]))]),
  )
  expect(reply.message.text).toBe('Hello')
})

const oddCalls: [string, unknown[], unknown[]][] = [
  ['object arguments', [called('f', { p: 1 }, 'a')], [{ id: 'a', name: 'f', arguments: '{"p":1}' }]],
  ['fenced arguments', [called('f', '```json\n{"p":1}\n```', 'a')], [{ id: 'a', name: 'f', arguments: '{"p":1}' }]],
  ['malformed arguments', [called('f', '{"p":', 'a')], [{ id: 'a', name: 'f', arguments: '{"p":' }]],
  [
    'missing and doubled ids',
    [called('f', '{}'), called('f', '{}', 'a'), called('f', '{}', 'a')],
    ['call_1_0', 'a', 'a_2'].map((id) => ({ id, name: 'f', arguments: '{}' })),
  ],
]

test.each(oddCalls)(
  'Calls with %s are understood, and sent back with the ids that they got.',
  async (_, output, calls) => {
    const { message } = await replyTo(json({ ...response([]), output }))
    expect(message.calls).toEqual(calls)
    expect(message.items?.map((item) => item.call_id)).toEqual(message.calls.map((call) => call.id))
  },
)

const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
const refusal = { ...said(''), content: [{ type: 'refusal', refusal: 'I will not.' }] }
const filtered = { incomplete_details: { reason: 'content_filter' } }
const stops: [string, Record<string, unknown>, string, string][] = [
  ['a length stop is told', response([said('So')], cut), 'length', 'So'],
  ['a refusal is told', response([refusal]), 'refusal', 'I will not.'],
  ['a content filter counts as a refusal', response([], filtered), 'refusal', ''],
]

test.each(stops)('The Responses stop reason: %s.', async (_, body, stop, text) => {
  const reply = await replyTo(stream([completed(body, 'response.incomplete')]))
  expect([reply.stop, reply.message.text]).toEqual([stop, text])
})

test('A call truncated by the length limit is dropped together with the reasoning that led to it.', async () => {
  const output = [reasoning, called('f', '{}', 'a'), { ...reasoning, id: 'rs_2' }, called('f', '{"p":', 'b')]
  const reply = await replyTo(json(response(output, { incomplete_details: { reason: 'max_output_tokens' } })))
  expect(reply.message.items).toEqual(output.slice(0, 2))
  expect(reply.message.calls.map((call) => call.id)).toEqual(['a'])
})

test('Unencrypted reasoning is dropped, because an endpoint with `store: false` rejects it.', async () => {
  const reply = await replyTo(json(response([{ type: 'reasoning', id: 'rs_1', summary: [] }, said('Hi')])))
  expect(reply.message.items).toEqual([said('Hi')])
})

test('Token usage that the endpoint does not report is estimated.', async () => {
  expect((await replyTo(json(response([said('x')])))).usage.input).toBeGreaterThan(10)
})

const conversation: Message[] = [
  { kind: 'user', text: 'Look at this.', images: ['data:image/png;base64,AAAA'] },
  {
    kind: 'assistant',
    text: '',
    calls: [{ id: 'a', name: 'read_file', arguments: '{"p": 1}' }],
    items: [reasoning, called('read_file', '{"p": 1}', 'a')],
  },
  { kind: 'result', call: 'a', name: 'read_file', text: 'one' },
  { kind: 'assistant', text: 'Hm.', calls: [{ id: 'b', name: 'read_file', arguments: '{' }] },
  { kind: 'result', call: 'b', name: 'read_file', text: 'two' },
]

test('The whole conversation is sent with `store: false`, and earlier output items unchanged.', async () => {
  const { bodies } = await ask([json(response([said('ok')]))], {
    ...OPTIONS,
    requests: [request({ messages: conversation })],
  })
  expect(bodies[0]).toEqual({
    model: 'm',
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'high' },
    prompt_cache_key: 'plan-12',
    instructions: 'You plan.',
    tools: [
      {
        type: 'function',
        name: 'read_file',
        description: 'Reads a file.',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
    ],
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look at this.' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
        ],
      },
      reasoning,
      called('read_file', '{"p": 1}', 'a'),
      { type: 'function_call_output', call_id: 'a', output: 'one' },
      { role: 'assistant', content: 'Hm.' },
      { type: 'function_call', call_id: 'b', name: 'read_file', arguments: '{' },
      { type: 'function_call_output', call_id: 'b', output: 'two' },
    ],
  })
})

test('With the Responses API, a longer conversation starts with the exact bytes of the shorter one.', async () => {
  const requests = conversation.map((_, at) => request({ messages: conversation.slice(0, at + 1) }))
  const { asked } = await ask([json(response([said('ok')]))], { ...OPTIONS, requests })
  expectGrowing(asked.map(({ raw }) => raw))
})

test('After an endpoint refused encrypted reasoning, it is neither requested nor sent.', async () => {
  const refused = failure(400, { message: 'Encrypted content is not supported with this model.', param: 'include' })
  const answers = [refused, json(response([said('ok')]))]
  const { asked } = await ask(answers, { ...OPTIONS, requests: [request({ messages: conversation })] })
  expect(asked.map(({ raw }) => [raw.includes('"include"'), raw.includes('rs_1')])).toEqual([
    [true, true],
    [false, false],
  ])
})

// anomalyco/opencode#48880: Bedrock ends a request after 180 s, often with a call that came whole.
test('Complete calls before a failed response are used; without any, the request is retried.', async () => {
  const item = called('read_file', '{"p":1}', 'a')
  const failed = completed(response([], { status: 'failed', error: { code: 'server_error' } }), 'response.failed')
  const done = (one: object) => ({ type: 'response.output_item.done', item: one })
  const reply = await replyTo(stream([done(reasoning), done(item), failed]))
  expect(reply).toMatchObject({ stop: 'end', message: { calls: [{ id: 'a', arguments: '{"p":1}' }] } })
  const again = await replyTo(stream([done(said('So')), failed]), json(response([said('ok')])))
  expect(again.message.text).toBe('ok')
})

test('A message part whose text is null is tolerated.', async () => {
  const content = [
    { type: 'output_text', text: 'ok', refusal: null },
    { type: 'refusal', text: null, refusal: null },
  ]
  expect(await replyTo(json(response([{ ...said(''), content }])))).toMatchObject({
    stop: 'end',
    message: { text: 'ok' },
  })
})
