import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Message } from '../../../src/model/model.ts'
import { planOf } from '../../plan/samples.ts'
import { readConversation, renderConversation } from '../../../src/tasks/plan/conversation.ts'
import { connectModel } from '../../../src/model/endpoint/endpoint.ts'
import {
  ask,
  called,
  chunk,
  completion,
  expectGrowing,
  failure,
  json,
  request,
  response,
  said,
  startPeer,
  stream,
  type Answer,
} from './peer.ts'

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
  return { message, sent: peer.requests.slice(1).map(({ raw }) => assistantIn(raw)) }
}

const calling = chunk({ tool_calls: [call()] }, 'tool_calls')
const details = (...list: object[]) => ({
  reasoning_details: list.map((one) => ({ type: 'reasoning.text', ...one, index: 0 })),
})
const encrypted = ['a', 'b'].map((id) => ({ type: 'reasoning.encrypted', data: `EjQ${id}`, id, index: 0 }))
const signed = { ...call({ extra_content: SIGNATURE }), index: undefined }

const given: [string, Answer, Record<string, unknown>][] = [
  [
    'DeepSeek (vercel/ai@ed857f50f1, qwersyk/Newelle#404)',
    stream([
      chunk({ role: 'assistant', content: null, reasoning_content: '' }),
      chunk({ reasoning_content: 'I must ' }),
      chunk({ reasoning_content: 'look.' }),
      calling,
    ]),
    { reasoning_content: 'I must look.', tool_calls: [{ ...call(), index: undefined }] },
  ],
  [
    'Kimi (charmbracelet/fantasy@f6d4d1e302, continuedev/continue#11600)',
    stream([
      chunk({ reasoning_content: 'Hm', ...details({ text: 'Hm' }) }),
      chunk({ reasoning_content: '.', ...details({ text: '.' }) }),
      calling,
    ]),
    { reasoning_content: 'Hm.', ...details({ text: 'Hm.' }) },
  ],
  [
    'Claude at OpenRouter (crmne/ruby_llm@fb5a49bf04)',
    stream([
      chunk(details({ text: 'I ', format: 'anthropic-claude-v1' })),
      chunk(details({ text: 'see', format: 'anthropic-claude-v1' })),
      chunk(details({ signature: 'Eq0ECkg' })),
      calling,
    ]),
    details({ text: 'I see', format: 'anthropic-claude-v1', signature: 'Eq0ECkg' }),
  ],
  [
    'Gemini at OpenRouter (charmbracelet/fantasy@f6d4d1e302, LibreChat-AI/agents#37)',
    json(completion({ content: null, tool_calls: [call()], reasoning_details: encrypted })),
    { reasoning_details: encrypted },
  ],
  [
    'Gemini 3 (TokenRhythm/opensquilla#225)',
    stream([chunk({ tool_calls: [signed] }), chunk({ role: 'assistant' }, 'stop')]),
    { tool_calls: [signed] },
  ],
  [
    'Gemini 2.5 (pydantic/pydantic-ai@4fda38988f)',
    json(completion({ tool_calls: [call()], extra_content: SIGNATURE, thought_signature: 'AVSo' })),
    { extra_content: SIGNATURE, thought_signature: 'AVSo' },
  ],
]

test.each(given)('Reasoning state of the model of %s is sent back unchanged.', async (_, first, state) => {
  const { sent } = await comesBack(first)
  expect(sent[0]).toMatchObject(JSON.parse(JSON.stringify(state)))
})

const thought = stream([chunk({ reasoning_content: 'Hm.', content: 'So', tool_calls: [call()] }, 'tool_calls')])

test('Reasoning state of one endpoint or model is not sent to another.', async () => {
  await using peer = await startPeer(thought, fine)
  const { message } = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })(request())
  const requests = [request({ messages: after(message) })]
  await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'other' })(requests[0] ?? request())
  const elsewhere = await ask([fine], { requests })
  for (const raw of [peer.requests[1]?.raw, elsewhere.asked[0]?.raw]) expect(raw).not.toContain('Hm.')
})

test('A different Responses endpoint gets the conversation’s text and calls, but no reasoning items.', async () => {
  const thoughts = { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAA' }
  const api = 'responses'
  const first = await ask([json(response([thoughts, said('So'), called('read_file', '{}', 'a')]))], { api })
  const requests = [request({ messages: after(first.reply.message) })]
  const [other] = (await ask([json(response([said('ok')]))], { api, requests })).asked
  expect(['gAAA', '"So"', '"function_call"'].map((text) => other?.raw.includes(text))).toEqual([false, true, true])
})

// DeepSeek's R1 refused what V4 wants: api-docs.deepseek.com, "if the reasoning_content field is included … 400 error".
test('After an endpoint rejected reasoning content, it is left out from then on.', async () => {
  const refusal = failure(400, { message: 'reasoning_content is not allowed in input messages' })
  const { sent } = await comesBack(thought, refusal)
  expect(sent.map((one) => 'reasoning_content' in (one ?? {}))).toEqual([true, false])
})

const skipped = { google: { thought_signature: 'skip_thought_signature_validator' } }
test.each<[string, string, Record<string, unknown>]>([
  ['DeepSeek', 'The `reasoning_content` in the thinking mode must be passed back.', { reasoning_content: ' ' }],
  ['Kimi', 'thinking is enabled but reasoning_content is missing', { reasoning_content: ' ' }],
  ['Gemini 3', 'Function call is missing a thought_signature in parts.', { tool_calls: [{ extra_content: skipped }] }],
])('A conversation of another model continues at %s.', async (_, message, state) => {
  const begun = after({
    kind: 'assistant',
    text: '',
    calls: [{ id: 'a', name: 'read_file', arguments: '{"path":"x"}', state: { extra_content: 'other' } }],
    state: { reasoning_content: 'other' },
    from: 'elsewhere',
  })
  const { asked } = await ask([failure(400, { message }), fine], { requests: [request({ messages: begun })] })
  expect(assistantIn(asked[1]?.raw)).toMatchObject(state)
  expect(asked[1]?.raw).not.toContain('other')
})

// pydantic/pydantic-ai@4fda38988f, simonw/llm@f3f4f29c6e: arguments that are empty or missing.
test('Empty tool arguments are sent back as an empty JSON object.', async () => {
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

  test('Reasoning state survives when a conversation is stored for a later run.', () => {
    const kept = readConversation(renderConversation({ messages: after(message), call: 'a', plan: planOf([]) }))
    expect(kept?.messages).toEqual(after(message))
  })

  test('With reasoning state a longer conversation still starts with the exact bytes of the shorter one.', async () => {
    await using peer = await startPeer(thought, fine)
    const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })
    const { message } = await model(request())
    const messages = [...after(message), { ...message, calls: [] }, { kind: 'user' as const, text: 'Go on.' }]
    for (const at of messages.keys()) await model(request({ messages: messages.slice(0, at + 1) }))
    const bodies = peer.requests.slice(1).map(({ raw }) => raw)
    expectGrowing(bodies)
    expect(bodies.at(-1)).toContain('Hm.')
  })
})

// mistralai/mistral-vibe#578, NousResearch/hermes-agent#20154
test('If a chat template rejects a user message after a tool result, a message is put in between.', async () => {
  const messages: Message[] = [
    ...after({ kind: 'assistant', text: '', calls: [{ id: 'a', name: 'read_file', arguments: '{}' }] }),
    { kind: 'user', text: 'The images in these comments:' },
  ]
  const refusal = failure(400, { message: "Unexpected role 'user' after role 'tool'" })
  const { bodies } = await ask([refusal, fine], { requests: [request({ messages })] })
  const roles = Sent.parse(bodies[1]).messages.map(({ role }) => role)
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
})
