import { createServer } from 'node:http'
import { fetch, getGlobalDispatcher, Response, setGlobalDispatcher } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { configureProcess } from '../../src/runner/process.ts'
import { listening } from '../listening.ts'

const before = getGlobalDispatcher()
afterEach(() => setGlobalDispatcher(before))

/** A proxy that opens a way to itself for whoever asks, and says what it was asked for. */
async function startProxy() {
  const asked: string[] = []
  const server = createServer((request, response) => void response.end(`${request.headers.host} by the proxy`))
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    server.emit('connection', socket)
  })
  const place = await listening(server)
  return { asked, address: `http://127.0.0.1:${place.port}`, [Symbol.asyncDispose]: place[Symbol.asyncDispose] }
}

test('fetch uses the proxy of the environment, except for local addresses', async () => {
  await using proxy = await startProxy()
  await using here = await startProxy()
  configureProcess({ http_proxy: proxy.address, NO_PROXY: 'inside.test' })
  expect(await (await fetch('http://models.acme.test/v1')).text()).toBe('models.acme.test by the proxy')
  expect(await (await fetch(here.address)).text()).toContain('127.0.0.1')
  await expect(fetch('http://models.inside.test/v1')).rejects.toThrow()
  expect([proxy.asked, here.asked]).toEqual([['models.acme.test:80'], []])
})

test('HTTPS_PROXY does not apply to http URLs, and without a proxy nothing changes', async () => {
  await using proxy = await startProxy()
  await using here = await startProxy()
  configureProcess({})
  expect(getGlobalDispatcher()).toBe(before)
  configureProcess({ HTTPS_PROXY: proxy.address })
  expect((await fetch(here.address)).status).toBe(200)
  await expect(fetch('https://models.acme.test/v1')).rejects.toThrow()
  expect(proxy.asked).toEqual(['models.acme.test:443'])
})

test('`fetch` of the process uses the toolkit’s undici, so that the bundle has one copy', async () => {
  const own = globalThis.fetch
  try {
    configureProcess({})
    expect([globalThis.fetch, globalThis.Response === Response]).toEqual([fetch, true])
  } finally {
    globalThis.fetch = own
  }
})
