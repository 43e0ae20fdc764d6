import { expect, test } from 'vitest'
import type { Wait } from '../../../src/work/agent/model.ts'
import { connectModel } from '../../../src/work/endpoint/endpoint.ts'
import { SILENCE } from '../../../src/work/endpoint/silence-limit.ts'
import { chunk, completion, failure, json, request, startPeer, stream, type Answer } from './peer.ts'

const fine = json(completion({ content: 'ok' }))
const limited = (error: unknown, headers: Record<string, string> = {}, status = 429): Answer =>
  json({ error }, status, headers)
const gemini = (message: string, ...details: unknown[]): Answer =>
  json([{ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details } }], 429)
const QUOTA = 'You exceeded your current quota, please check your plan and billing details.'
const delay = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }

/** How long the client would wait after these answers before it has its reply, in milliseconds, and what it tells of it. */
async function waitsAfter(...answers: Answer[]) {
  await using peer = await startPeer(...answers, fine)
  const waits: number[] = []
  const told: (Wait | undefined)[] = []
  const pause = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', apiKey: 'sk-secret', pause })
  const reply = await model(request({ onWait: (wait) => void told.push(wait) }))
  return { waits, told, reply }
}

const told: [string, Answer, number][] = [
  ['retry-after in seconds', limited({ message: 'Slow down' }, { 'retry-after': '23' }), 23_000],
  ['retry-after of more than an hour', limited({ message: 'Slow down' }, { 'retry-after': '7200' }), 7_200_000],
  ['retry-after-ms', limited({ message: 'Slow down' }, { 'retry-after-ms': '1500.5' }), 1_500.5],
  [
    'words (OpenAI)',
    limited({
      message:
        'Rate limit reached for gpt-6 on tokens per min. Please try again in 20s. Visit https://platform.openai.com/account/billing',
    }),
    20_000,
  ],
  [
    'words (Groq, of a day’s limit)',
    limited({ message: 'Limit 100000 tokens per day. Please try again in 7m12.5s.' }),
    432_500,
  ],
  ['words (OpenAI, below a second)', limited({ message: 'Please try again in 641ms.' }), 641],
  ['words (Azure)', limited({ message: 'Please retry after 26 seconds.' }), 26_000],
  // n4ze3m/page-assist#406, continuedev/continue#12643
  ['retryDelay (Gemini)', gemini(`${QUOTA} Please retry in 34.07s.`, delay), 34_070],
  [
    'no word (Mistral, raycast/extensions#31107)',
    json({ object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', code: '1300' }, 429),
    5_000,
  ],
  [
    'no word of its own (OpenRouter)',
    limited({
      message: 'Provider returned error',
      code: 429,
      metadata: { raw: 'x is temporarily rate-limited upstream.' },
    }),
    5_000,
  ],
  [
    '503 (google-gemini/gemini-cli#5191)',
    json([{ error: { code: 503, message: 'The model is overloaded.' } }], 503),
    5_000,
  ],
  ['529 (Anthropic)', json({ error: { type: 'overloaded_error', message: 'Overloaded' } }, 529), 5_000],
  ['an overload under another status', limited({ message: 'The server is overloaded' }, {}, 500), 5_000],
  [
    'a limit in the middle of a reply',
    stream([chunk({ content: 'Le' }), { error: { code: 429, message: 'rate-limited upstream' } }]),
    5_000,
  ],
]

test.each(told)('An endpoint that is at its limit is waited for as %s asks.', async (_, answer, milliseconds) => {
  const { waits, reply } = await waitsAfter(answer)
  expect(waits).toEqual([milliseconds])
  expect(reply.message.text).toBe('ok')
})

test('retry-after may be a date.', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  const { waits } = await waitsAfter(limited({ message: 'Slow down' }, { 'retry-after': date }))
  expect(waits[0]).toBeGreaterThan(3_500_000)
  expect(waits[0]).toBeLessThanOrEqual(3_600_000)
})

test('An endpoint that does not say how long is waited for longer and longer, however often.', async () => {
  const { waits } = await waitsAfter(...Array.from({ length: 40 }, () => limited({ message: 'Slow down' })))
  expect(waits.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(waits).toHaveLength(40)
})

test('One that asks for no wait again and again is not hammered.', async () => {
  const { waits } = await waitsAfter(...Array.from({ length: 7 }, () => limited({}, { 'retry-after': '0' })))
  expect(waits).toEqual([0, 0, 0, 0, 0, 60_000, 60_000])
})

test('Waits are counted and told, without the key, and so is that they are over.', async () => {
  const slow = limited({ message: 'Slow down, sk-secret' }, { 'retry-after': '40' })
  const { told } = await waitsAfter(slow, slow)
  const host = expect.stringMatching(/^127\.0\.0\.1:\d+$/)
  const why = '429 Slow down, [redacted]'
  expect(told).toEqual([
    { host, why, length: 40_000, count: 1, total: 40_000 },
    { host, why, length: 40_000, count: 2, total: 80_000 },
    undefined,
  ])
})

const spent: [string, Answer][] = [
  ['OpenAI', limited({ message: QUOTA, code: 'insufficient_quota' })],
  [
    'Gemini, for a day',
    gemini(QUOTA, { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] }, delay),
  ],
  [
    'Gemini, of a model without any',
    gemini(`${QUOTA} Quota exceeded for metric: x, limit: 0. Please retry in 21s.`, delay),
  ],
  ['OpenRouter, for a day', limited({ message: 'Rate limit exceeded: free-models-per-day' })],
  [
    'Moonshot',
    limited({ message: 'Your account is suspended, please check your plan', type: 'exceeded_current_quota_error' }),
  ],
]

test.each(spent)('A quota that is spent is not waited for: %s.', async (_, answer) => {
  await expect(waitsAfter(answer)).rejects.toMatchObject({ code: 'model-quota' })
})

test('A wait ends at once when the work is stopped.', async () => {
  const abort = new AbortController()
  await using peer = await startPeer(limited({ message: 'Slow down' }, { 'retry-after': '86400' }))
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })
  const asked = model(request({ signal: abort.signal, onWait: () => abort.abort('time') }))
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  expect(peer.requests).toHaveLength(1)
})

// Node's fetch cuts after five minutes (headersTimeout and bodyTimeout of undici), and the client after ten.
test('Half an hour of silence is no reason to cut a reply.', () => {
  expect(SILENCE).toBeGreaterThanOrEqual(15 * 60_000)
})

const mute: [string, Answer][] = [
  ['before a reply', () => undefined],
  ['in a reply', (out) => void out.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')],
]

test.each(mute)('Silence %s beyond the limit is told, and not paid a second time.', async (_, answer) => {
  await using peer = await startPeer(answer)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', silence: 60 })
  await expect(model(request())).rejects.toThrow(/was silent for too long/)
  expect(peer.requests).toHaveLength(1)
})

test('Faults that nobody explains are asked again four times, and then told.', async () => {
  const waits: number[] = []
  await using peer = await startPeer(failure(500, { message: 'Internal error' }))
  const pause = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause })
  await expect(model(request())).rejects.toThrow(/answered 500 Internal error\.$/)
  expect(waits).toEqual([500, 1_500, 4_500, 9_000])
})
