import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import type { Model } from '../../fakes/model/model.ts'
import { startModel } from '../../fakes/model/model.ts'
import {
  attempts,
  broken,
  call,
  calls,
  contextExceeded,
  cut,
  faults,
  malformed,
  rateLimited,
  refuse,
  say,
  tooLong,
} from '../../fakes/model/script.ts'

const clientOf = (model: Model): OpenAI => new OpenAI({ baseURL: model.url, apiKey: 'sk-test', maxRetries: 0 })
const parameters = { type: 'object', properties: {}, additionalProperties: true }
const tool = (name: string) => ({ type: 'function' as const, name, parameters, strict: false })
const chatTool = (name: string) => ({ type: 'function' as const, function: { name, parameters } })

type Asked = { finish: string; task: string; api: 'chat' | 'responses'; stream: boolean }
type Told = {
  calls: { name: string; arguments: string }[]
  text: string | null
  cached: number
  input: number
  end: string | null
}

async function askChat(client: OpenAI, { finish, task, stream }: Asked): Promise<Told> {
  const body = {
    model: 'scripted',
    messages: [{ role: 'user' as const, content: task }],
    tools: [chatTool('read_file'), chatTool(finish)],
  }
  const answer = stream
    ? await client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalChatCompletion()
    : await client.chat.completions.create(body)
  const [choice] = answer.choices
  const made = choice?.message.tool_calls ?? []
  return {
    calls: made.flatMap((one) =>
      one.type === 'function' ? [{ name: one.function.name, arguments: one.function.arguments }] : [],
    ),
    text: choice?.message.content || choice?.message.refusal || null,
    cached: answer.usage?.prompt_tokens_details?.cached_tokens ?? -1,
    input: answer.usage?.prompt_tokens ?? -1,
    end: choice?.finish_reason ?? null,
  }
}

async function askResponses(client: OpenAI, { finish, task, stream }: Asked): Promise<Told> {
  const body = {
    model: 'scripted',
    input: [{ role: 'user' as const, content: task }],
    tools: [tool('read_file'), tool(finish)],
  }
  const answer = stream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body)
  const parts = answer.output.flatMap((item) => (item.type === 'message' ? item.content : []))
  return {
    calls: answer.output.flatMap((item) =>
      item.type === 'function_call' ? [{ name: item.name, arguments: item.arguments }] : [],
    ),
    text: parts.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join('') || null,
    cached: answer.usage?.input_tokens_details.cached_tokens ?? -1,
    input: answer.usage?.input_tokens ?? -1,
    end: answer.incomplete_details?.reason ?? answer.status ?? null,
  }
}

const ask = (client: OpenAI, asked: Asked): Promise<Told> =>
  asked.api === 'chat' ? askChat(client, asked) : askResponses(client, asked)
const outcome = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'fine',
    (error: { status?: number }) => error.status ?? 'failed',
  )

const WIRES = [
  { api: 'chat', stream: false },
  { api: 'chat', stream: true },
  { api: 'responses', stream: false },
  { api: 'responses', stream: true },
] as const

describe.each(WIRES)('over $api with stream $stream', (wire) => {
  test('tool calls, text and usage arrive as the official client reads them', async () => {
    await using model = await startModel({
      ask: calls(call('read_file', { path: 'a' }), call('answer', { text: 'b' })),
    })
    const told = await ask(clientOf(model), { ...wire, finish: 'answer', task: 'Where?' })
    expect(told.calls).toEqual([
      { name: 'read_file', arguments: '{"path":"a"}' },
      { name: 'answer', arguments: '{"text":"b"}' },
    ])
    expect(told).toMatchObject({ cached: 0, input: Math.ceil((model.requests[0]?.bytes ?? 0) / 4) })
    model.script = { ask: say('just words') }
    expect((await ask(clientOf(model), { ...wire, finish: 'answer', task: 'Else?' })).text).toBe('just words')
  })

  test('a refusal and a reply that is too long end as such', async () => {
    await using model = await startModel({ ask: refuse('I will not') })
    expect((await ask(clientOf(model), { ...wire, finish: 'answer', task: '1' })).text).toBe('I will not')
    model.script = { ask: tooLong(say('and so')) }
    const { end } = await ask(clientOf(model), { ...wire, finish: 'answer', task: '2' })
    expect(end).toBe(wire.api === 'chat' ? 'length' : 'max_output_tokens')
  })

  test('faults come one a request, and then the reply', async () => {
    await using model = await startModel({
      ask: faults(say('at last'), rateLimited(7), broken(503), contextExceeded, cut, malformed),
    })
    const request = () => ask(clientOf(model), { ...wire, finish: 'answer', task: 'x' })
    expect([await outcome(request()), await outcome(request()), await outcome(request())]).toEqual([429, 503, 400])
    expect([await outcome(request()), await outcome(request())]).toEqual(['failed', 'failed'])
    expect((await request()).text).toBe('at last')
    expect(model.requests.map(({ repeated, turn }) => [repeated, turn])).toEqual([0, 1, 2, 3, 4, 5].map((n) => [n, 0]))
  })
})

test('a rate limit says how long to wait', async () => {
  await using model = await startModel({ ask: faults(say('x'), rateLimited(7)) })
  const error: unknown = await ask(clientOf(model), { api: 'chat', stream: false, finish: 'answer', task: 'x' }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error instanceof OpenAI.APIError && error.headers?.get('retry-after')).toBe('7')
})

describe('who asks', () => {
  test.each([
    ['create_plan', 'Plan this', 'plan'],
    ['create_plan', 'x\nRevision of version 2\n3100000001: no', 'revise'],
    ['answer', 'What?', 'ask'],
    ['finish_subtask', 'x\nSubtask 3: Wire it', 'execute'],
    ['report', 'Look', 'report'],
  ])('with the finishing tool %s and the task %j it is %s', async (finish, task, phase) => {
    const seen: number[][] = []
    await using model = await startModel({
      plan: say('plan'),
      revise: ({ feedback }) => (seen.push([...feedback]), say('revise')),
      ask: say('ask'),
      report: say('report'),
      subtasks: { 3: say('execute') },
    })
    for (const wire of WIRES) expect((await ask(clientOf(model), { ...wire, finish, task })).text).toBe(phase)
    expect(model.requests.map((request) => request.phase)).toEqual(WIRES.map(() => phase))
    if (phase === 'revise') expect(seen[0]).toEqual([3100000001])
  })
})

test('turns follow the growing conversation, which is then read from the cache; another beginning is another attempt', async () => {
  await using model = await startModel({
    subtasks: { 1: attempts([call('read_file'), say('first')], [say('second')]) },
  })
  const client = clientOf(model)
  const task = { role: 'user' as const, content: 'Subtask 1: Do it' }
  const tools = [tool('read_file'), tool('finish_subtask')]
  const [made] = (await client.responses.create({ model: 'm', input: [task], tools })).output
  if (made?.type !== 'function_call') throw new Error('The script begins with a call')
  const result = { type: 'function_call_output' as const, call_id: made.call_id, output: 'the file' }
  const next = await client.responses.create({ model: 'm', input: [task, made, result], tools })
  expect(next.output_text).toBe('first')
  expect(next.usage?.input_tokens_details.cached_tokens).toBe(Math.ceil((model.requests[0]?.bytes ?? 0) / 4))
  expect(model.requests[1]).toMatchObject({
    turn: 1,
    attempt: 1,
    subtask: 1,
    extends: 1,
    results: [{ name: 'read_file', text: 'the file' }],
  })
  const again = await client.responses.create({
    model: 'm',
    input: [{ ...task, content: 'The last attempt failed.\nSubtask 1: Do it' }],
    tools,
  })
  expect(again.output_text).toBe('second')
  expect(model.requests[2]).toMatchObject({ turn: 0, attempt: 2, extends: undefined })
})

test('over Chat Completions too what was sent before counts as cached', async () => {
  await using model = await startModel({ ask: [say('one'), say('two')] })
  const client = clientOf(model)
  const first = { role: 'user' as const, content: 'Why?' }
  const tools = [chatTool('answer')]
  await client.chat.completions.create({ model: 'm', messages: [first], tools })
  const messages = [
    first,
    { role: 'assistant' as const, content: 'one' },
    { role: 'user' as const, content: 'Call the tool.' },
  ]
  const { usage } = await client.chat.completions.create({ model: 'm', messages, tools })
  expect(usage?.prompt_tokens_details?.cached_tokens).toBe(Math.ceil((model.requests[0]?.bytes ?? 0) / 4))
})
