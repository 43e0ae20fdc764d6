import { expect, test } from 'vitest'
import type { Wait } from '../../../src/model/model.ts'
import { connectModel, type ConnectOptions } from '../../../src/model/endpoint/endpoint.ts'
import { Refused, waitAfter } from '../../../src/model/endpoint/failures.ts'
import { ask, chunk, completion, failure, json, request, startPeer, stream, type Answer } from './peer.ts'

const fine = json(completion({ content: 'ok' }))
const limited = (error: unknown, headers: Record<string, string> = {}, status = 429): Answer =>
  json({ error }, status, headers)

/** How long the client would wait after these answers before it has its reply, in milliseconds, and what it tells of it. */
async function waitsAfter(answers: readonly Answer[], left?: number) {
  const waits: number[] = []
  const told: (Wait | undefined)[] = []
  const pause = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const time = left === undefined ? {} : { left: () => left }
  const requests = [request({ onWait: (wait) => void told.push(wait), ...time })]
  const { reply } = await ask([...answers, fine], { apiKey: 'sk-secret', pause, requests })
  return { waits, told, reply }
}

test.each<[string, unknown, Record<string, string>, number]>([
  ['retry-after in seconds', 'Slow down', { 'retry-after': '23' }, 23_000],
  ['retry-after of more than an hour', 'Slow down', { 'retry-after': '7200' }, 7_200_000],
  ['retry-after-ms', 'Slow down', { 'retry-after-ms': '1500.5' }, 1_500.5],
  ['words (OpenAI)', 'Rate limit reached for gpt-6. Please try again in 20s. Visit https://a.b', {}, 20_000],
  ['words (Groq)', 'Limit 100000 tokens per day. Please try again in 7m12.5s.', {}, 432_500],
  ['words (OpenAI, below a second)', 'Please try again in 641ms.', {}, 641],
  ['words (Azure)', 'Please retry after 26 seconds.', {}, 26_000],
  // n4ze3m/page-assist#406, continuedev/continue#12643
  ['the longest of several (Gemini)', [{ details: [{ retryDelay: '34s' }] }, 'Please retry in 34.07s.'], {}, 34_070],
  ['no word (Mistral)', { object: 'error', message: 'Rate limit exceeded', code: '1300' }, {}, 5_000],
])('The wait for a busy endpoint follows %s.', (_, body, headers, milliseconds) => {
  expect(waitAfter(new Refused({ status: 429, body, headers: new Headers(headers) }), 1)).toBe(milliseconds)
})

test('The header retry-after of a busy endpoint may be a date.', () => {
  const date = new Date(Date.now() + 400 * 3_600_000).toUTCString()
  const refused = new Refused({ status: 429, body: '', headers: new Headers({ 'retry-after': date }) })
  expect(waitAfter(refused, 1) / 3_600_000).toBeCloseTo(400, 0)
})

test('After a rate limit in the middle of a reply the request is retried.', async () => {
  const cut = stream([chunk({ content: 'Le' }), { error: { code: 429, message: 'rate-limited upstream' } }])
  const { waits, reply } = await waitsAfter([cut])
  expect([waits, reply.message.text]).toEqual([[5_000], 'ok'])
})

const slow = limited({ message: 'Slow down' })
const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer)

test('A rate limit without a stated delay is retried with longer waits, for up to twenty minutes.', async () => {
  const { waits, told } = await waitsAfter(times(22, slow))
  expect(waits.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(told.at(-2)?.total).toBeLessThanOrEqual(20 * 60_000)
})

const forGood: [string, Answer, RegExp][] = [
  ['429', slow, /is at its limit for longer than this run can wait; it says: 429 Slow down\.$/],
  ['503', limited({ message: 'No capacity' }, {}, 503), /; it says: 503 No capacity\.$/],
]

test.each(forGood)('A lasting %s ends the run after twenty minutes, quoting the provider.', async (_, answer, said) => {
  const ended = waitsAfter(times(23, answer))
  await expect(ended).rejects.toMatchObject({ code: 'model-busy', message: expect.stringMatching(said) })
})

test('A rate limit with a stated delay is waited for beyond twenty minutes.', async () => {
  const { told } = await waitsAfter(times(30, limited({ message: 'Slow down' }, { 'retry-after': '60' })))
  expect(told.at(-2)?.total).toBe(30 * 60_000)
})

test('A retry delay longer than the time left ends the request at once, with an error that states it.', async () => {
  const asks = limited({ message: 'Slow down' }, { 'retry-after': '7200' })
  await expect(waitsAfter([asks], 7_100_000)).rejects.toMatchObject({
    code: 'model-busy',
    message: expect.stringMatching(/; it says: 429 Slow down \(it asks for a wait of 7200 s\)\.$/),
    remedy: expect.stringContaining('`/retry`'),
  })
  expect((await waitsAfter([asks], 7_300_000)).waits).toEqual([7_200_000])
})

test('After five stated delays of 0 seconds an endpoint is retried only once a minute.', async () => {
  const { waits } = await waitsAfter(times(7, limited({}, { 'retry-after': '0' })))
  expect(waits).toEqual([0, 0, 0, 0, 0, 60_000, 60_000])
})

test('Each wait for the endpoint is reported with its total and without the key, and so is its end.', async () => {
  const slow = limited({ message: 'Slow down, sk-secret' }, { 'retry-after': '40' })
  const { told } = await waitsAfter([slow, slow])
  const host = expect.stringMatching(/^127\.0\.0\.1:\d+$/)
  const why = '429 Slow down, [redacted]'
  expect(told).toEqual([
    { host, why, length: 40_000, count: 1, total: 40_000 },
    { host, why, length: 40_000, count: 2, total: 80_000 },
    undefined,
  ])
})

test('A used-up quota fails at once instead of being waited for.', async () => {
  const spent = limited({ message: 'x', code: 'insufficient_quota' })
  await expect(waitsAfter([spent])).rejects.toMatchObject({ code: 'model-quota' })
})

test('A wait for the endpoint ends at once when the run is stopped.', async () => {
  const abort = new AbortController()
  await using peer = await startPeer(limited({ message: 'Slow down' }, { 'retry-after': '86400' }))
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm' })
  const asked = model(request({ signal: abort.signal, onWait: () => abort.abort('time') }))
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  expect(peer.requests).toHaveLength(1)
})

// Node's fetch cuts after five minutes (headersTimeout and bodyTimeout of undici).
test('The idle timeout of a model’s reply is ten minutes.', async () => {
  const limits: number[] = []
  const timer: ConnectOptions['timer'] = (call, milliseconds) => (limits.push(milliseconds), setTimeout(call, 60_000))
  await ask([fine], { timer })
  expect(limits).toEqual([10 * 60_000])
})

/** A stream that goes on and on with these lines. */
const endless =
  (...lines: string[]): Answer =>
  (out) => {
    out.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => void out.write(lines.map((line) => `${line}\n\n`).join('')), 10)
    out.on('close', () => clearInterval(timer))
  }

const mute: [string, 'chat' | 'responses', Answer][] = [
  ['before a reply', 'chat', () => undefined],
  ['in a reply', 'chat', endless(`data: ${JSON.stringify(chunk({ role: 'assistant' }))}`, ': OPENROUTER PROCESSING')],
  ['with pings alone', 'chat', endless('event: ping\ndata: {"type":"ping"}')],
  [
    'with chunks of nothing',
    'chat',
    endless(`data: ${JSON.stringify(chunk({ content: '' }))}`, 'data: {"choices":[]}'),
  ],
  ['with states alone', 'responses', endless('data: {"type":"response.in_progress","response":{}}')],
  ['with blanks instead of a body', 'chat', endless(' ')],
]

/** A timer that rings when it is told to, unless something was heard since it was started, and counts what was heard. */
function handTimer() {
  let ring = (): void => undefined
  const timer = {
    heard: 0,
    ring: () => ring(),
    start: (call: () => void) => {
      const before = timer.heard
      ring = () => void (timer.heard === before && call())
      return { refresh: () => (timer.heard++, node), close: () => node }
    },
  }
  return timer
}
/** What Node's own timers return. */
const node = setTimeout(() => undefined, 0)

test.each(mute)('Silence %s beyond the idle timeout is retried once, then an error.', async (_, api, answer) => {
  const timer = handTimer()
  let asked = 0
  const silent: Answer = (out) => {
    asked++
    answer(out)
    setTimeout(timer.ring, 60)
  }
  await expect(ask([silent], { api, timer: timer.start, now: () => asked * 600_000 })).rejects.toThrow(
    /was silent for too long/,
  )
  expect(asked).toBe(2)
})

test('A model that went silent once answers on the retry.', async () => {
  const timer = handTimer()
  expect((await ask([() => timer.ring(), fine], { timer: timer.start })).reply.message.text).toBe('ok')
})

test('Streamed reasoning text resets the idle timeout.', async () => {
  const timer = handTimer()
  const thinks = stream([chunk({ reasoning_content: 'Hm.' }), chunk({ content: 'ok' }, 'stop')])
  const { reply, asked } = await ask([thinks], { timer: timer.start })
  expect([reply.message.text, asked.length, timer.heard]).toEqual(['ok', 1, 2])
})

test('An unexplained server error is retried four times, then reported.', async () => {
  const waits: number[] = []
  const pause = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  await expect(ask([failure(500, { message: 'Internal error' })], { pause })).rejects.toThrow(
    /answered 500 Internal error\.$/,
  )
  expect(waits).toEqual([500, 1_500, 4_500, 9_000])
})

test('A JSON body without a message or a finish reason is retried.', async () => {
  const empty = json({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 0 } })
  expect((await waitsAfter([empty])).reply.message.text).toBe('ok')
})

// anomalyco/opencode#48880: Bedrock ends each request after 180 s, and each is paid.
test('A proxy’s HTML page with status 200 is retried like a 502, and named if it persists.', async () => {
  const page: Answer = (out) => void out.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please wait</html>')
  const { waits, reply } = await waitsAfter([page, page])
  expect([waits, reply.message.text]).toEqual([[500, 1_500], 'ok'])
  await expect(waitsAfter(times(9, page))).rejects.toMatchObject({
    code: 'model-endpoint',
    message: expect.stringMatching(/answers with a web page\.$/),
  })
})

test('A request that fails the same way twice, each after over a minute, is not retried again.', async () => {
  const asked = async (seconds: number, ...answers: Answer[]): Promise<number> => {
    await using peer = await startPeer(...answers)
    let time = 0
    const now = (): number => (time += seconds * 1_000)
    const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause: async () => undefined, now })
    await expect(model(request())).rejects.toThrow()
    return peer.requests.length
  }
  const ended = failure(500, { message: 'The server had an error' })
  const other = failure(502, { message: 'Bad gateway' })
  expect(await asked(180, ended)).toBe(2)
  expect(await asked(180, stream([chunk({ content: 'So' })], { cut: true }))).toBe(2)
  expect(await asked(180, ended, other, ended, other, ended)).toBe(5)
  expect(await asked(30, ended)).toBe(5)
})
