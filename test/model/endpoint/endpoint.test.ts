import { describe, expect, test } from 'vitest'
import { UserError } from '../../../src/lib/errors.ts'
import { connectModel } from '../../../src/model/endpoint/endpoint.ts'
import { ContextTooLong } from '../../../src/model/model.ts'
import {
  ask,
  bare,
  chunk,
  completed,
  completion,
  failing,
  failure,
  json,
  request,
  response,
  said,
  startPeer,
  stream,
  type Answer,
} from './peer.ts'

const KEY = 'sk-this-is-secret'
const APIS = ['chat', 'responses'] as const

/** What each protocol answers: well, cut in the middle, stopped without an end, and with an error in the stream. */
const ANSWERS = {
  chat: {
    fine: json(completion({ content: 'ok' })),
    cut: stream([chunk({ content: 'Let' })], { cut: true }),
    endless: stream([chunk({ content: 'Let' })], { done: false }),
    reported: stream([chunk({ content: 'Let' }), { error: { message: 'Overloaded', code: 502 } }]),
  },
  responses: {
    fine: json(response([said('ok')])),
    cut: stream([{ type: 'response.created' }], { cut: true }),
    endless: stream([{ type: 'response.created' }]),
    reported: stream([completed(response([], { status: 'failed', error: { code: 'server_error', message: 'Oh' } }))]),
  },
}

type Api = (typeof APIS)[number]
const pause = async (): Promise<void> => undefined
const connect = (api: Api, baseUrl: string) => connectModel({ baseUrl, api, model: 'some-model', apiKey: KEY, pause })

const failWith = (api: Api, answer: Answer): Promise<Error> => failing(ask([answer], { api, apiKey: KEY }))

describe.concurrent.each(APIS)('The %s adapter', (api) => {
  const { fine, cut, endless, reported } = ANSWERS[api]

  const passing: [string, Answer][] = [
    ['a connection that is cut in the middle of a reply', cut],
    ['a stream that ends without an end', endless],
    ['an error in the middle of a stream', reported],
    ['a body that is no JSON', (out) => void out.writeHead(200, { 'content-type': 'application/json' }).end('{"id": ')],
    ['a body that is no reply', json({ hello: 'world' })],
    ['a bad gateway', failure(502, { message: 'Bad gateway' })],
    ['a connection that is closed at once', (out) => void out.destroy()],
  ]
  test.each(passing)('The adapter retries after %s.', async (_, answer) => {
    const { reply, asked } = await ask([answer, fine], { api })
    expect([reply.message.text, asked.length]).toEqual(['ok', 2])
    expect(asked[1]?.raw).toBe(asked[0]?.raw)
  })

  test('The adapter follows no redirect, because custom headers would send the key along.', async () => {
    await using other = await startPeer(fine)
    const location = `${other.baseUrl}/elsewhere`
    const error = await failWith(api, (out) => void out.writeHead(307, { location }).end())
    expect([error instanceof UserError, error.message, other.requests.length]).toEqual([
      true,
      expect.stringContaining(`redirects to ${new URL(location).host}`),
      0,
    ])
  })

  test('After a model rejected an image, the adapter sends it no more images.', async () => {
    const message = { kind: 'user' as const, text: 'Look at (image 1).', images: ['data:image/png;base64,AAAA'] }
    const requests = Array.from({ length: 2 }, () => request({ messages: [message] }))
    const { asked } = await ask([failure(400, { message: 'No image_url here.' }), fine], { api, requests })
    expect(asked.map(({ raw }) => raw.includes('image/png'))).toEqual([true, false, false])
    expect(asked.at(-1)?.raw).toContain('Look at (image 1).')
  })

  test.each<[string, Answer]>([
    ['500 every time', failure(500, { message: `Internal error, said ${KEY}` })],
    ['a cut every time', cut],
  ])('The adapter reports an outage after %s.', async (_, answer) => {
    let tries = 0
    const error = await failWith(api, (out) => (tries++, answer(out)))
    expect(error).not.toBeInstanceOf(UserError)
    expect(String(error)).not.toContain(KEY)
    expect(tries).toBe(5)
  })

  test.each<[string, Answer]>([
    ['a refusal', failure(400, { message: 'x', code: 'context_length_exceeded' })],
    ['an error in a stream', stream([{ error: { message: 'x', code: 'context_length_exceeded' } }])],
    ['a 413 without a word', bare(413)],
  ])('A conversation that is too long is recognized by %s.', async (_, answer) => {
    expect(await failWith(api, answer)).toBeInstanceOf(ContextTooLong)
  })

  const page: Answer = (out) => void out.writeHead(200, { 'content-type': 'text/html' }).end('<h1>')
  const there = api === 'chat' ? 'model-api' : 'model-endpoint'
  test.each<[string, Answer, string, string]>([
    ['a wrong key', failure(401, { message: `Incorrect API key: ${KEY}` }), 'model-key', '`openai-api-key`'],
    ['an address without the API', bare(404), 'model-endpoint', '`openai-base-url`'],
    ['a web page', page, 'model-endpoint', '`openai-base-url`'],
    ['a spent quota', failure(429, { message: 'x', code: 'insufficient_quota' }), 'model-quota', '`openai-api-key`'],
    ['a model of the other API', failure(404, { message: 'Only in v1/responses.' }), there, '`openai-api`'],
    ['any other refusal', failure(400, { message: 'Invalid schema' }), 'model-request', '`model`'],
  ])('The adapter’s error for %s says what to do.', async (_, answer, code, input) => {
    const error = await failWith(api, answer)
    expect(error).toBeInstanceOf(UserError)
    expect(error).toMatchObject({ code, remedy: expect.stringContaining(input) })
    expect(error.message).not.toContain(KEY)
  })

  test('The adapter’s error for an unreachable endpoint says what to do.', async () => {
    const { baseUrl, ...peer } = await startPeer(fine)
    await peer[Symbol.asyncDispose]()
    const error = await failing(connect(api, baseUrl.replace('://', '://user:pass@'))(request()))
    expect(error).toMatchObject({ code: 'model-endpoint', remedy: expect.stringContaining('`openai-base-url`') })
    expect(String(error)).not.toContain('pass')
  })

  const silent: [string, Answer][] = [
    ['a request', () => {}],
    ['a reply', (out) => void out.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')],
    ['a wait', json({ error: { message: 'Slow down' } }, 429, { 'retry-after': '30' })],
  ]
  test.each(silent)('An abort stops the adapter in the middle of %s.', async (_, answer) => {
    const abort = new AbortController()
    await using peer = await startPeer((out) => (answer(out), setTimeout(() => abort.abort(), 50)))
    const model = connectModel({ baseUrl: peer.baseUrl, api, model: 'm' })
    await expect(model(request({ signal: abort.signal }))).rejects.toThrow()
    expect(abort.signal.aborted).toBe(true)
  })
})

test.each<[Api | 'auto', string, string]>([
  ['auto', 'v1', '/v1/chat/completions'],
  ['chat', 'v1/', '/v1/chat/completions'],
  ['responses', 'v1', '/v1/responses'],
  ['auto', 'openai/deployments/d?api-version=2025', '/openai/deployments/d/chat/completions?api-version=2025'],
  ['auto', 'v1?a=1&b=2', '/v1/chat/completions?a=1&b=2'],
])('With API %s at %s requests go to %s.', async (api, url, path) => {
  await using peer = await startPeer(api === 'responses' ? ANSWERS.responses.fine : ANSWERS.chat.fine)
  await connectModel({ baseUrl: new URL(`/${url}`, peer.baseUrl).href, api, model: 'm' })(request())
  expect(peer.requests[0]?.path).toBe(path)
})

const headers: [string, { apiKey?: string; user?: string }, string | undefined][] = [
  ['the key', { apiKey: 'k' }, 'Bearer k'],
  ['nothing without a key', {}, undefined],
  ['the credentials of the URL', { user: 'me:p%40ss@' }, `Basic ${Buffer.from('me:p@ss').toString('base64')}`],
]

test.each(headers)('The authorization header is %s.', async (_, { apiKey, user = '' }, authorization) => {
  await using peer = await startPeer(ANSWERS.chat.fine)
  await connectModel({ baseUrl: peer.baseUrl.replace('://', `://${user}`), api: 'auto', model: 'm', apiKey })(request())
  expect(peer.requests[0]?.headers.authorization).toBe(authorization)
})

test('A request names its client and format, and nothing about the machine.', async () => {
  await using peer = await startPeer(ANSWERS.chat.fine)
  await connect('chat', peer.baseUrl)(request())
  const { host, connection, 'content-length': length, ...own } = peer.requests[0]?.headers ?? {}
  expect(own).toEqual({
    authorization: `Bearer ${KEY}`,
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'measure-twice',
    // What every `fetch` of Node says.
    'accept-encoding': expect.any(String),
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
  })
  expect([host, connection, Number(length)]).toEqual([
    new URL(peer.baseUrl).host,
    'keep-alive',
    peer.requests[0]?.raw.length,
  ])
})

const refusals: [string, Answer][] = [
  ['breaks off', (sent) => void sent.writeHead(401).write('No such key', () => sent.destroy())],
  [
    'has no end',
    (sent) => {
      sent.writeHead(401)
      const write = (): void => {
        while (!sent.destroyed && sent.write('No such key '.repeat(1 << 14)));
      }
      sent.on('drain', write)
      write()
    },
  ],
]

test.each(refusals)('A refusal that %s is reported by its status.', async (_, refusal) => {
  expect(await failWith('chat', refusal)).toMatchObject({ code: 'model-key' })
})

test('A missing key is an error if the endpoint needs one, and a malformed base URL always is.', () => {
  const make = (baseUrl: string) => () => connectModel({ baseUrl, api: 'auto', model: 'm' })
  expect(make('https://api.openai.com/v1')).toThrow(expect.objectContaining({ code: 'model-key' }))
  expect(make('https://x.openai.azure.com/openai/v1')).toThrow(expect.objectContaining({ code: 'model-key' }))
  expect(make('api.openai.com')).toThrow(expect.objectContaining({ code: 'model-endpoint' }))
  expect(make('file:///etc/passwd')).toThrow(expect.objectContaining({ code: 'model-endpoint' }))
})

test.each([
  ['localhost', true],
  ['ollama', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['[fd00::1]', true],
  ['192.168.1.5', true],
  ['172.31.0.1', true],
  ['host.docker.internal', true],
  ['172.32.0.1', false],
  ['8.8.8.8', false],
  ['[2001:db8::1]', false],
  ['api.openai.com', false],
  ['localhost.example.com', false],
])('A model at %s needs no key: %s.', (host, expected) => {
  const connecting = expect(() => connectModel({ baseUrl: `http://${host}/v1`, api: 'auto', model: 'm' }))
  return expected ? connecting.not.toThrow() : connecting.toThrow('needs a key')
})
