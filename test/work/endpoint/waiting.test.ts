import { expect, test } from 'vitest'
import type { Wait } from '../../../src/work/agent/model.ts'
import { connectModel } from '../../../src/work/endpoint/endpoint.ts'
import { SILENCE } from '../../../src/work/endpoint/exchange.ts'
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
  return waitsWithin(undefined, ...answers)
}

/** The same with so many milliseconds left. */
async function waitsWithin(left: number | undefined, ...answers: Answer[]) {
  await using peer = await startPeer(...answers, fine)
  const waits: number[] = []
  const told: (Wait | undefined)[] = []
  const pause = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', apiKey: 'sk-secret', pause })
  const time = left === undefined ? {} : { left: () => left }
  const reply = await model(request({ onWait: (wait) => void told.push(wait), ...time }))
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

const slow = limited({ message: 'Slow down' })
const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer)

test('An endpoint that does not say how long is waited for longer and longer, for twenty minutes.', async () => {
  const { waits, told } = await waitsAfter(...times(22, slow))
  expect(waits.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(told.at(-2)?.total).toBeLessThanOrEqual(20 * 60_000)
})

const forGood: [string, Answer, RegExp][] = [
  ['429', slow, /is at its limit for longer than this run can wait; it says: 429 Slow down\.$/],
  ['503', limited({ message: 'No capacity' }, {}, 503), /; it says: 503 No capacity\.$/],
]

test.each(forGood)(
  'A %s for good ends the run after twenty minutes, in the provider’s words.',
  async (_, answer, said) => {
    const ended = waitsAfter(...times(23, answer))
    await expect(ended).rejects.toMatchObject({ code: 'model-busy', message: expect.stringMatching(said) })
  },
)

test('One that says how long is waited for beyond twenty minutes.', async () => {
  const { told } = await waitsAfter(...times(30, limited({ message: 'Slow down' }, { 'retry-after': '60' })))
  expect(told.at(-2)?.total).toBe(30 * 60_000)
})

test('A wait that does not fit into the time left is not begun, and is told.', async () => {
  const asks = limited({ message: 'Slow down' }, { 'retry-after': '7200' })
  await expect(waitsWithin(7_100_000, asks)).rejects.toMatchObject({
    code: 'model-busy',
    message: expect.stringMatching(/; it says: 429 Slow down \(it asks for a wait of 7200 s\)\.$/),
    remedy: expect.stringContaining('`/retry`'),
    until: undefined,
  })
  expect((await waitsWithin(7_300_000, asks)).waits).toEqual([7_200_000])
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
  // continuedev/continue#11823
  ['Zhipu 1113', limited({ code: '1113', message: '余额不足或无可用资源包,请充值。' })],
  // Yeachan-Heo/gajae-code#1821: its wait is a week
  [
    'Z.ai 1310',
    limited(
      { code: '1310', message: '[1310][Weekly/Monthly Limit Exhausted. Your limit will reset at 2026-07-14 07:49:08]' },
      { 'retry-after-ms': '504641000' },
    ),
  ],
  // https://docs.bigmodel.cn/cn/api/api-code
  ['Zhipu 1310', limited({ code: '1310', message: '已达到每周/每月使用上限，您的限额将在 2026-07-14 重置' })],
  ['Zhipu 1308', limited({ code: '1308', message: 'Usage limit reached for 5 hour. Your limit will reset at 12:00' })],
  // continuedev/continue#11444, #10579
  [
    'Ollama, for a session',
    json(
      {
        error: 'you (me) have reached your session usage limit, upgrade for higher limits: https://ollama.com/upgrade',
      },
      429,
    ),
  ],
  ['Ollama, for a week', json({ error: 'you (me) have reached your weekly usage limit, please wait or upgrade' }, 429)],
  // JeffOtano/roni#125
  ['Gemini, prepaid', gemini('Your prepayment credits are depleted. Please go to AI Studio to manage billing.', delay)],
  ['Gemini, capped', gemini('Your project has exceeded its spending cap.', delay)],
  // Ivy-Interactive/Ivy-Tendril#1756
  ['Bedrock, for a day', limited({ message: 'Too many tokens per day, please wait before trying again.' })],
  // continuedev/continue#9800 has that of a minute
  [
    'Cerebras, for a day',
    json({ message: 'Tokens per day limit exceeded - too many tokens processed.', code: 'token_quota_exceeded' }, 429),
  ],
  // diegosouzapw/OmniRoute#6980
  [
    'Cloudflare, for a day',
    json({ errors: [{ code: 4006, message: 'you have used up your daily free allocation of 10,000 neurons' }] }, 429),
  ],
  // continuedev/continue#10373, warpdotdev/warp#14863
  [
    'xAI',
    json(
      { code: 'x', error: 'Your team has either used all available credits or reached its monthly spending limit.' },
      403,
    ),
  ],
  [
    'xAI, never paid',
    json({ code: 'x', error: "Your newly created team doesn't have any credits or licenses yet." }, 403),
  ],
  // MCPJam/inspector#1287
  ['OpenRouter, of a key', limited({ message: 'Key limit exceeded (total limit).', code: 403 }, {}, 403)],
  // 666ghj/BettaFish#609
  [
    'DashScope, free',
    limited(
      { message: 'The free tier of the model has been exhausted.', code: 'AllocationQuota.FreeTierOnly' },
      {},
      403,
    ),
  ],
  // MiniMax-AI/MiniMax-M2#62, modelscope/modelscope#1691
  ['MiniMax under 500', limited({ type: 'api_error', message: 'insufficient balance (1008)' }, {}, 500)],
  ['MiniMax under 429', limited({ type: 'insufficient_balance_error', message: 'insufficient balance (1008)' })],
  // https://docs.siliconflow.cn/en/faqs/error-code
  ['SiliconFlow', json({ code: 30001, message: 'Sorry, your account balance is insufficient', data: null }, 403)],
  // anthropics/claude-code#38035
  [
    'Anthropic, of one’s own making',
    limited(
      { message: 'You have reached your specified API usage limits. You will regain access on 2026-04-01.' },
      {},
      400,
    ),
  ],
  // BerriAI/litellm#14144, #4208
  ['LiteLLM under 400', limited({ message: 'Budget has been exceeded! Current cost: 26, Max budget: 25' }, {}, 400)],
  ['LiteLLM under 401', limited({ message: 'ExceededBudget: End User=me over budget.' }, {}, 401)],
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

// Node's fetch cuts after five minutes (headersTimeout and bodyTimeout of undici).
test('Ten minutes of silence are what a reply may take.', () => {
  expect(SILENCE).toBe(10 * 60_000)
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
  ['with comments alone', 'chat', endless(': hello')],
  ['with pings alone', 'chat', endless('event: ping\ndata: {"type":"ping"}')],
  [
    'with chunks of nothing',
    'chat',
    endless(`data: ${JSON.stringify(chunk({ content: '' }))}`, 'data: {"choices":[]}'),
  ],
  [
    'with states alone',
    'responses',
    endless('data: {"type":"response.in_progress","response":{}}', 'data: {"type":"keepalive"}'),
  ],
  [
    'with blanks instead of a body',
    'chat',
    (out) => {
      out.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => void out.write(' '), 10)
      out.on('close', () => clearInterval(timer))
    },
  ],
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

test.each(mute)('Silence %s beyond the limit is asked about once more, and then told.', async (_, api, answer) => {
  const timer = handTimer()
  await using peer = await startPeer((out) => {
    answer(out)
    setTimeout(timer.ring, 60)
  })
  const model = connectModel({ baseUrl: peer.baseUrl, api, model: 'm', timer: timer.start })
  await expect(model(request())).rejects.toThrow(/was silent for too long/)
  expect(peer.requests).toHaveLength(2)
})

test('A model that fell silent once answers when it is asked again.', async () => {
  const timer = handTimer()
  await using peer = await startPeer(() => timer.ring(), fine)
  const reply = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', timer: timer.start })(request())
  expect(reply.message.text).toBe('ok')
})

test('What thinks aloud is not silent.', async () => {
  const timer = handTimer()
  await using peer = await startPeer(stream([chunk({ reasoning_content: 'Hm.' }), chunk({ content: 'ok' }, 'stop')]))
  const reply = await connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', timer: timer.start })(request())
  expect([reply.message.text, peer.requests.length, timer.heard]).toEqual(['ok', 1, 2])
})

test('Faults that nobody explains are asked again four times, and then told.', async () => {
  const waits: number[] = []
  await using peer = await startPeer(failure(500, { message: 'Internal error' }))
  const pause = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause })
  await expect(model(request())).rejects.toThrow(/answered 500 Internal error\.$/)
  expect(waits).toEqual([500, 1_500, 4_500, 9_000])
})

// anomalyco/opencode#48880: Bedrock ends each request after 180 s, and each is paid.
test('A page of a proxy with status 200 is asked again like a 502, and named when it stays.', async () => {
  const page: Answer = (out) => void out.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please wait</html>')
  const { waits, reply } = await waitsAfter(page, page)
  expect([waits, reply.message.text]).toEqual([[500, 1_500], 'ok'])
  await expect(waitsAfter(...Array.from({ length: 9 }, () => page))).rejects.toMatchObject({
    code: 'model-endpoint',
    message: expect.stringMatching(/answers with a web page\.$/),
  })
})

test('What fails the same way twice, after more than a minute each, is not sent five times.', async () => {
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
