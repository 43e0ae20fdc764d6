import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { start } from '../../fakes/github/clients.ts'
import type { Forge } from '../../src/github/forge.ts'
import type { Access } from './repository.ts'
import { NO_DEADLINE } from '../../src/lib/async.ts'
import { connectGitHub } from '../../src/github/github.ts'
import { connect } from '../../src/github/transport/client.ts'
import { configureProcess } from '../../src/runner/process.ts'
import { listening } from '../listening.ts'
import { newThread, openPull } from '../thread.ts'

// What lies between us and GitHub: the token, the time that an answer takes, a proxy.

const github = await start()
const { number: issue } = await github.openIssue('alice')
afterEach(() => {
  github.fault = undefined
})
afterAll(() => github.close())

const connectTo = (address: string, more: Partial<Access> = {}): Forge =>
  connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address, ...more })
/** A pull request that GitHub does not know. */
const ANY_PULL = openPull(newThread()).pull.pull
/** Nobody waits between two tries. */
const deadline: NonNullable<Access['deadline']> = {
  ...NO_DEADLINE,
  wait: async () => undefined,
}
const fresh = (more?: Partial<Access>): Forge => connectTo(github.url, more)

test('every request, REST and GraphQL, read and write, sends the API version', async () => {
  const before = github.journal.length
  const forge = fresh()
  const said = await forge.createComment(issue, 'Hello.')
  await forge.comments(issue)
  await forge.isMe(said?.author.login ?? '')
  await forge.markReady(ANY_PULL, () => ({})).catch(() => undefined)
  const asked = github.journal.slice(before)
  expect(new Set(asked.map(({ kind, method }) => `${kind} ${method}`))).toEqual(
    new Set(['rest POST', 'rest GET', 'graphql POST']),
  )
  expect(asked.map(({ headers }) => headers['x-github-api-version'])).toEqual(asked.map(() => '2022-11-28'))
})

test.each([
  ['https://api.github.com', true],
  ['https://api.github.com/', true],
  ['https://api.acme.ghe.com', true],
  ['https://api.acme.ghe.com/', true],
  ['https://github.acme.com/api/v3', false],
  ['https://api.github.com.acme.com', false],
  ['https://acme-ghe.com/api/v3', false],
  ['https://acme.com/.ghe.com', false],
  ['http://127.0.0.1:1', false],
])('the API %s is hosted by GitHub and throttled: %s', async (address, expected) => {
  const waits: number[] = []
  const { inTurn } = connect({
    token: 'ghs_x',
    address,
    deadline: { ...deadline, wait: async (ms) => void waits.push(ms) },
  })
  for (const write of [1, 2]) await inTurn(async () => write)
  expect(waits.length > 0).toBe(expected)
})

test('for a dry run, reads are sent, and every write fails without being sent', async () => {
  const forge = fresh({ readOnly: true })
  const before = github.journal.length
  const writes = [() => forge.createComment(issue, 'Hello.'), () => forge.react(1, 'eyes'), () => forge.markDraft('x')]
  for (const write of writes) await expect(write()).rejects.toThrow('A dry run writes nothing to GitHub.')
  await forge.comments(issue)
  expect(github.journal.slice(before).map(({ method }) => method)).toEqual(['GET'])
})

describe('a token', () => {
  test('a token that GitHub never accepted is an error that names the input `github-token`', async () => {
    await expect(fresh({ token: 'ghp_wrong' }).issue(issue)).rejects.toMatchObject({
      code: 'token-refused',
      message: expect.stringMatching(/`github-token` \(Bad credentials\)\.$/),
    })
  })

  test.each<[string, (forge: Forge) => Promise<unknown>]>([
    ['a question', (forge) => forge.comments(issue)],
    ['a write', (forge) => forge.createComment(issue, 'Hello.')],
    ['a write by GraphQL', (forge) => forge.markReady(ANY_PULL, () => ({}))],
  ])('a token that expires during a run is an error at %s that suggests a shorter time budget', async (_, ask) => {
    const forge = fresh()
    await forge.comments(issue)
    github.fault = () => ({ kind: 'status', status: 401, body: { message: 'Bad credentials' } })
    await expect(ask(forge)).rejects.toMatchObject({
      code: 'token-expired',
      message: expect.stringContaining('no longer accepts'),
      remedy: expect.stringContaining('`time-budget` at 50'),
    })
  })
})

describe('an answer that does not come', () => {
  /** Serves what `answers` say in turn, and then a repository without anything in it. */
  const serving = (...answers: RequestListener[]) =>
    listening(
      createServer((request, response) => {
        const next = answers.shift()
        if (next) next(request, response)
        else {
          const isThere = request.url === '/repos/octo/demo'
          response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' })
          response.end(isThere ? '{"full_name":"octo/demo"}' : '{"message":"Not Found"}')
        }
      }),
    )
  const silent: RequestListener = () => undefined
  const half: RequestListener = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('[{"id":1},')
  const cut: RequestListener = (request, response) => {
    half(request, response)
    setTimeout(() => request.socket.destroy(), 20)
  }

  const disturbances: [string, RequestListener][] = [
    ['is silent', silent],
    ['stops in the middle', half],
    ['breaks off', cut],
  ]

  test.each(disturbances)('a read is retried when GitHub %s', async (_, disturbance) => {
    await using place = await serving(disturbance)
    expect(await connectTo(`http://127.0.0.1:${place.port}`, { timeLimit: 200 }).issue(1)).toBeUndefined()
  })

  test.each(disturbances)('a read is never an empty list when GitHub %s', async (_, disturbance) => {
    await using place = await serving(...Array<RequestListener>(4).fill(disturbance))
    const asked = connectTo(`http://127.0.0.1:${place.port}`, { timeLimit: 100 }).comments(1)
    await expect(asked).rejects.toThrow()
  })

  test('a write without a response is sent again only after checking that it did not arrive', async () => {
    const sent: string[] = []
    const note: RequestListener = ({ method }) => void sent.push(method ?? '')
    await using place = await serving(...Array<RequestListener>(6).fill(note))
    await expect(
      connectTo(`http://127.0.0.1:${place.port}`, { timeLimit: 100, deadline }).createComment(1, 'x'),
    ).rejects.toThrow()
    expect(sent.slice(0, 2)).toEqual(['POST', 'GET'])
    expect(sent.filter((method) => method === 'POST')).toHaveLength(1)
  })
})

describe('a proxy', () => {
  /** What a forge says whose requests go through a proxy that does this with each connection. */
  async function through(act: (socket: Socket) => void): Promise<unknown> {
    await using place = await listening(createTcpServer((socket) => void socket.once('data', () => act(socket))))
    const before = getGlobalDispatcher()
    configureProcess({ HTTPS_PROXY: `http://me:hunter2@127.0.0.1:${place.port}` })
    try {
      const forge = connectTo('https://github.acme.test/api/v3', { proxy: 'HTTPS_PROXY', timeLimit: 300, deadline })
      return await forge.issue(1).catch((error: unknown) => error)
    } finally {
      setGlobalDispatcher(before)
    }
  }

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['wants a password', (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'), /\(407\)\.$/],
    ['forbids the host', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'), /through the proxy \(403\)/],
    ['drops the connection', (socket) => socket.destroy(), /through the proxy/],
    ['is silent', () => undefined, /through the proxy/],
  ])('an error names a proxy that %s, without its address', async (_, act, message) => {
    const failed = await through(act)
    expect(failed).toMatchObject({
      code: 'proxy',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(/`HTTPS_PROXY`.*`NO_PROXY`/),
    })
    expect(String(failed)).toContain('proxy')
    expect(String(failed)).not.toMatch(/hunter2|127\.0\.0\.1/)
  })

  test('a proxy that answers with a web page is retried, and named in the error if that persists', async () => {
    const page = '<!DOCTYPE html><title>Please log in</title>'
    let left = 4
    github.fault = () => (left-- > 0 ? { kind: 'status', status: 200, body: page } : undefined)
    expect(await fresh().issue(issue)).toMatchObject({ number: issue })
    github.fault = () => ({ kind: 'status', status: 200, body: page })
    await expect(fresh().comments(issue)).rejects.toMatchObject({
      code: 'proxy',
      message: expect.stringMatching(/^Requests to 127\.0\.0\.1:\d+ are answered with a web page, which is not/),
    })
  })

  test('an error names no proxy if GitHub itself answered, or if no proxy is configured', async () => {
    github.fault = () => ({ kind: 'status', status: 500 })
    await expect(fresh({ proxy: 'HTTPS_PROXY' }).issue(issue)).rejects.not.toHaveProperty('code', 'proxy')
    github.fault = () => ({ kind: 'drop' })
    await expect(fresh().issue(issue)).rejects.not.toHaveProperty('code', 'proxy')
    await expect(fresh({ proxy: 'HTTPS_PROXY' }).issue(issue)).rejects.toHaveProperty('code', 'proxy')
  })

  test('a proxy that answers a plain HTTP request with 407 is named in the error', async () => {
    github.fault = () => ({ kind: 'status', status: 407 })
    await expect(fresh({ proxy: 'HTTP_PROXY' }).issue(issue)).rejects.toMatchObject({ code: 'proxy' })
  })
})
