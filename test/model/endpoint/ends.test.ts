import { expect, test } from 'vitest'
import { ask, chunk, completion, json, stream, type Answer } from './peer.ts'

async function replyTo(...answers: Answer[]) {
  const { reply, asked } = await ask(answers)
  return { ...reply, requests: asked.length }
}

const usage = { prompt_tokens: 9, completion_tokens: 4 }
const text =
  (type: string, ...parts: string[]): Answer =>
  (out) => {
    out.writeHead(200, { 'content-type': type })
    for (const part of parts) out.write(part)
    out.end()
  }
const event = (value: unknown): string => `data: ${JSON.stringify(value)}`

const ends: [string, Answer][] = [
  // pydantic/pydantic-ai@4fda38988f (Snowflake): `finish_reason` is empty
  ['a whole body', json(completion({ content: 'So' }, ''))],
  ['its usage', stream([chunk({ content: 'So' }), chunk({ content: '' }, null, { usage })], { done: false })],
  ['the usage without a choice', stream([chunk({ content: 'So' }), { choices: [], usage }], { done: false })],
  // simonw/llm@f3f4f29c6e (variants a and b)
  ['the mark [DONE]', stream([chunk({ content: 'So' })])],
  [
    'a reason, after which something fails',
    stream([chunk({ content: 'So' }, 'stop'), { error: { code: 400, message: 'x' } }]),
  ],
  ['a reason, after which the line is cut', stream([chunk({ content: 'So' }, 'stop')], { cut: true })],
  ['a last event without an empty line', text('text/event-stream', `${event(chunk({ content: 'So' }, 'stop'))}`)],
  [
    'lines that end as on Windows',
    text('text/event-stream', `: hi\r\n${event(chunk({ content: 'So' }))}\r`, '\n\r\ndata:[DONE]\r\n\r\n'),
  ],
]

test.each(ends)('A reply that ends with %s is complete, and not retried.', async (_, answer) => {
  expect(await replyTo(answer)).toMatchObject({ message: { text: 'So' }, stop: 'end', requests: 1 })
})

const broken: [string, Answer][] = [
  ['has neither', stream([chunk({ content: 'So' })], { done: false })],
  [
    'counts as it goes, and is cut',
    stream([chunk({ content: 'So' }, null, { usage }), chunk({ content: ' I' })], { cut: true }),
  ],
  ['counts as it goes, and stops', stream([chunk({}, null, { usage }), chunk({ content: ' I' })], { done: false })],
  ['is done before it began', stream([chunk({ role: 'assistant' })])],
]

test.each(broken)('A reply that %s is retried.', async (_, answer) => {
  expect(await replyTo(answer, json(completion({ content: 'ok' })))).toMatchObject({
    message: { text: 'ok' },
    requests: 2,
  })
})

// traceloop/openllmetry@93429cfb97 (Azure)
test('A completion without a message because of a content filter is a refusal whose tokens count.', async () => {
  const reply = await replyTo(json({ choices: [{ finish_reason: 'content_filter', index: 0 }], usage }))
  expect(reply).toMatchObject({ stop: 'refusal', requests: 1, usage: { input: 9, output: 4 } })
})

const BIG = 'x'.repeat(1024 * 1024)
const streamed: Answer = (out) => {
  out.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let n = 0; n < 50; n++) out.write(`${event(chunk({ content: BIG }))}\n\n`)
  out.end()
}
const huge: [string, Answer][] = [
  ['a stream', streamed],
  ['a single event', text('text/event-stream', 'data: "', ...Array.from({ length: 50 }, () => BIG), '"\n\n')],
  ['a body', text('application/json', '{"x": "', ...Array.from({ length: 50 }, () => BIG), '"}')],
]

test.each(huge)('A reply of 50 MB as %s is rejected with advice.', async (_, answer) => {
  await expect(replyTo(answer)).rejects.toMatchObject({
    code: 'model-reply',
    message: expect.stringMatching(/^The model's endpoint at \S+ sent a reply of more than 16 MiB\.$/),
  })
})

test('A long stream with much padding around short text is accepted.', async () => {
  const padding = 'p'.repeat(100_000)
  const many = Array.from({ length: 200 }, () => chunk({ content: '.' }, null, { padding }))
  expect((await replyTo(stream([...many, chunk({}, 'stop')]))).message.text).toHaveLength(200)
})
