import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compact } from '../../../src/work/agent/compact.ts'
import type { Message } from '../../../src/work/agent/model.ts'
import { readConversation, renderConversation } from '../../../src/work/agents/planner.ts'
import { connectModel } from '../../../src/work/endpoint/endpoint.ts'
import { called, chunk, completion, failure, json, request, response, said, startPeer, stream } from './peer.ts'
import type { Answer } from './peer.ts'

const fine = json(completion({ content: 'ok' }))
const call = (more: Record<string, unknown> = {}) => ({
  index: 0,
  id: 'a',
  type: 'function',
  function: { name: 'read_file', arguments: '{"path":"x"}' },
  ...more,
})
const SIGNATURE = { google: { thought_signature: 'Eo4GCosGAVSoXO4AzAXs7GGvOY63fp8CwJK3yR8H' } }

const Sent = z.object({ messages: z.array(z.looseObject({ role: z.string() })) })
const assistantIn = (raw: string | undefined) =>
  Sent.parse(JSON.parse(raw ?? '{}')).messages.find(({ role }) => role === 'assistant')

/** A conversation in which the model's first turn has a call and its result. */
const after = (message: Message): Message[] => [
  { kind: 'user', text: 'Hello' },
  message,
  { kind: 'result', call: 'a', name: 'read_file', text: 'one' },
]

/** What stands in the second request of what the endpoint gave in its first reply. */
async function comesBack(first: Answer, ...more: Answer[]) {
  await using peer = await startPeer(first, ...more, fine)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })
  const { message } = await model(request())
  await model(request({ messages: after(message) }))
  return { message, sent: peer.requests.slice(1).map(({ raw }) => assistantIn(raw)), peer: peer.requests }
}

const given: [string, Answer, Record<string, unknown>][] = [
  [
    'DeepSeek (vercel/ai@ed857f50f1, qwersyk/Newelle#404)',
    stream([
      chunk({ role: 'assistant', content: null, reasoning_content: '' }),
      chunk({ reasoning_content: 'I must ' }),
      chunk({ reasoning_content: 'look.' }),
      chunk({ tool_calls: [call()] }),
      chunk({}, 'tool_calls'),
    ]),
    { reasoning_content: 'I must look.', tool_calls: [{ ...call(), index: undefined }] },
  ],
  [
    'Kimi (charmbracelet/fantasy@f6d4d1e302, continuedev/continue#11600)',
    stream([
      chunk({ reasoning_content: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: 'Hm', index: 0 }] }),
      chunk({ reasoning_content: '.', reasoning_details: [{ type: 'reasoning.text', text: '.', index: 0 }] }),
      chunk({ tool_calls: [call()] }, 'tool_calls'),
    ]),
    { reasoning_content: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', index: 0 }] },
  ],
  [
    'Claude at OpenRouter (crmne/ruby_llm@fb5a49bf04)',
    stream([
      chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'I ', format: 'anthropic-claude-v1', index: 0 }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'see', format: 'anthropic-claude-v1', index: 0 }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', signature: 'Eq0ECkg', index: 0 }] }),
      chunk({ tool_calls: [call()] }, 'tool_calls'),
    ]),
    {
      reasoning_details: [
        { type: 'reasoning.text', text: 'I see', format: 'anthropic-claude-v1', index: 0, signature: 'Eq0ECkg' },
      ],
    },
  ],
  [
    'Gemini at OpenRouter (charmbracelet/fantasy@f6d4d1e302, LibreChat-AI/agents#37)',
    json(
      completion({
        content: null,
        tool_calls: [call()],
        reasoning_details: [
          { type: 'reasoning.encrypted', data: 'EjQK', id: 'a', index: 0 },
          { type: 'reasoning.encrypted', data: 'EjQL', id: 'b', index: 0 },
        ],
      }),
    ),
    {
      reasoning_details: [
        { type: 'reasoning.encrypted', data: 'EjQK', id: 'a', index: 0 },
        { type: 'reasoning.encrypted', data: 'EjQL', id: 'b', index: 0 },
      ],
    },
  ],
  [
    'Gemini 3 (TokenRhythm/opensquilla#225)',
    stream([
      chunk({ tool_calls: [{ ...call({ extra_content: SIGNATURE }), index: undefined }] }),
      chunk({ role: 'assistant' }, 'stop'),
    ]),
    { tool_calls: [{ ...call({ extra_content: SIGNATURE }), index: undefined }] },
  ],
  [
    'Gemini 2.5 (pydantic/pydantic-ai@4fda38988f)',
    json(completion({ tool_calls: [call()], extra_content: SIGNATURE, thought_signature: 'AVSo' })),
    { extra_content: SIGNATURE, thought_signature: 'AVSo' },
  ],
]

test.each(given)('What the model of %s gives besides its words goes back as it came.', async (_, first, state) => {
  const { sent } = await comesBack(first)
  expect(sent[0]).toMatchObject(JSON.parse(JSON.stringify(state)))
})

const thought = stream([chunk({ reasoning_content: 'Hm.', content: 'So', tool_calls: [call()] }, 'tool_calls')])

test('What one endpoint or model gave goes to no other one.', async () => {
  const { message } = await comesBack(thought)
  await using other = await startPeer(fine)
  const messages = after(message)
  await connectModel({ baseUrl: other.baseUrl, api: 'chat', model: 'm' })(request({ messages }))
  expect(other.requests[0]?.raw).not.toContain('Hm.')
  await using peer = await startPeer(thought, fine)
  const first = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })(request())
  const another = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'other' })
  await another(request({ messages: after(first.message) }))
  expect(peer.requests[1]?.raw).not.toContain('Hm.')
})

test('The records of one Responses endpoint go to no other one, which gets their words and calls.', async () => {
  const output = [
    { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAA' },
    said('So'),
    called('read_file', '{}', 'a'),
  ]
  await using one = await startPeer(json(response(output)))
  await using other = await startPeer(json(response([said('ok')])))
  const connect = (baseUrl: string) => connectModel({ baseUrl, api: 'responses', model: 'm' })
  const { message } = await connect(one.baseUrl)(request())
  await connect(other.baseUrl)(request({ messages: after(message) }))
  const raw = other.requests[0]?.raw
  expect([raw?.includes('gAAA'), raw?.includes('"So"'), raw?.includes('"function_call"')]).toEqual([false, true, true])
})

// DeepSeek's R1 refused what V4 wants: api-docs.deepseek.com, "if the reasoning_content field is included … 400 error".
test.each([
  ['reasoning_content', failure(400, { message: 'reasoning_content is not allowed in input messages' })],
  ['reasoning_content', json({ detail: [{ loc: ['body', 'messages', 1, 'assistant', 'reasoning_content'] }] }, 422)],
])('Where an endpoint names %s in a refusal, it is left out from then on.', async (name, refusal) => {
  const { sent } = await comesBack(thought, refusal)
  expect(sent.map((one) => name in (one ?? {}))).toEqual([true, false])
})

const wanting: [string, Answer, Record<string, unknown>][] = [
  [
    'DeepSeek',
    failure(400, { message: 'The `reasoning_content` in the thinking mode must be passed back to the API.' }),
    { reasoning_content: ' ' },
  ],
  [
    'Kimi',
    failure(400, { message: 'thinking is enabled but reasoning_content is missing in assistant tool call message' }),
    { reasoning_content: ' ' },
  ],
  [
    'Gemini 3',
    json(
      [{ error: { code: 400, message: 'Function call is missing a thought_signature in functionCall parts.' } }],
      400,
    ),
    { tool_calls: [{ extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }] },
  ],
]

test.each(wanting)('A conversation that another model began goes on at %s.', async (_, refusal, state) => {
  await using peer = await startPeer(refusal, fine)
  const messages = after({
    kind: 'assistant',
    text: '',
    calls: [{ id: 'a', name: 'read_file', arguments: '{"path":"x"}', state: { extra_content: 'other' } }],
    state: { reasoning_content: 'other' },
    from: 'elsewhere',
  })
  await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })(request({ messages }))
  expect(assistantIn(peer.requests[1]?.raw)).toMatchObject(state)
  expect(peer.requests[1]?.raw).not.toContain('other')
})

// pydantic/pydantic-ai@4fda38988f, simonw/llm@f3f4f29c6e: arguments that are empty or missing.
test('Empty arguments go back as an empty object.', async () => {
  const { message, sent } = await comesBack(
    json(completion({ tool_calls: [{ id: 'a', function: { name: 'read_file' } }] })),
  )
  expect(message.calls[0]?.arguments).toBe('')
  expect(sent[0]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] })
})

describe('State', () => {
  const text = 'x'.repeat(4_000)
  const message: Message = {
    kind: 'assistant',
    text: '',
    calls: [{ id: 'a', name: 'create_plan', arguments: JSON.stringify({ text }), state: { extra_content: SIGNATURE } }],
    state: { reasoning_content: 'Hm.', reasoning_details: [{ type: 'reasoning.encrypted', data: 'EjQK' }] },
    from: 'abc',
  }

  test('survives when room is made.', () => {
    const [, stub] = compact(after(message), { size: 0, spare: 3 }) ?? []
    expect(stub).toMatchObject({ state: message.state, calls: [{ state: { extra_content: SIGNATURE } }], from: 'abc' })
    expect(JSON.stringify(stub)).not.toContain(text)
  })

  test('survives in the conversation that is kept.', () => {
    const kept = readConversation(renderConversation({ messages: after(message), call: 'a' }), [])
    expect(kept?.messages).toEqual(after(message))
  })

  test('leaves a longer conversation beginning with the very bytes of the shorter one.', async () => {
    await using peer = await startPeer(thought, fine)
    const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })
    const { message } = await model(request())
    const messages = [...after(message), { ...message, calls: [] }, { kind: 'user' as const, text: 'Go on.' }]
    for (let length = 1; length <= messages.length; length++)
      await model(request({ messages: messages.slice(0, length) }))
    const bodies = peer.requests.slice(1).map(({ raw }) => raw)
    for (const [at, body] of bodies.slice(1).entries())
      expect(body.startsWith(bodies[at]?.slice(0, -2) ?? '?')).toBe(true)
    expect(bodies.at(-1)).toContain('Hm.')
  })
})

// mistralai/mistral-vibe#578, NousResearch/hermes-agent#20154
test('A template that takes no user’s message after a result gets a word in between.', async () => {
  await using peer = await startPeer(failure(400, { message: "Unexpected role 'user' after role 'tool'" }), fine)
  const messages: Message[] = [
    ...after({ kind: 'assistant', text: '', calls: [{ id: 'a', name: 'read_file', arguments: '{}' }] }),
    { kind: 'user', text: 'The images in these comments:' },
  ]
  await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })(request({ messages }))
  const roles = Sent.parse(JSON.parse(peer.requests[1]?.raw ?? '')).messages.map(({ role }) => role)
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
})
