import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request, setGlobalProxyFromEnv, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer, connect } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, test, vi } from 'vitest'
import { startGitHub } from '../../fakes/github/github.ts'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { NO_DEADLINE } from '../../src/lib/async.ts'
import { connectGitHub } from '../../src/github/github.ts'
import { runInProcess } from '../in-process.ts'
import { listening } from '../listening.ts'
import { scriptedRoom, turnsOf } from '../scripted.ts'
import { temporaryDirectory } from '../places.ts'

// The client as it is on github.com: paced, through a proxy that opens tunnels, to a server whose certificate is of a
// company's own authority. Nobody waits, but everybody would have.

vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
const github = await startGitHub({ files: REPOSITORY })
afterAll(async () => {
  vi.restoreAllMocks()
  await github.close()
})

/** An authority of one's own, and its certificate for GitHub. */
function certify() {
  const top = temporaryDirectory()
  const at = (name: string): string => join(top, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '2', '-subj', '/CN=Acme')
  openssl('req', ...key, '-keyout', at('key'), '-out', at('csr'), '-subj', '/CN=github.com')
  writeFileSync(at('names'), 'subjectAltName=DNS:github.com,DNS:api.github.com\n')
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')]
  openssl('x509', '-req', '-in', at('csr'), ...signed, '-out', at('pem'), '-days', '2')
  return { authority: at('ca.pem'), key: readFileSync(at('key')), cert: readFileSync(at('pem')) }
}

/** Hands a request on to the embedded GitHub. */
function handOn(asked: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = asked
  const own = { ...headers, host: new URL(github.url).host }
  const on = request(`${github.url}${url}`, { method, headers: own }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  on.on('error', () => response.destroy())
  asked.pipe(on)
}

test('a run on github.com through a proxy waits out a secondary rate limit, and posts nothing twice', async () => {
  const { authority, key, cert } = certify()
  const tunnels: string[] = []
  let served = 0
  const secure = createTlsServer({ key, cert }, (asked, response) => {
    served++
    handOn(asked, response)
  })
  await using site = await listening(secure)
  await using proxy = await listening(
    createServer((socket) =>
      socket.once('data', (head) => {
        tunnels.push(/^CONNECT (\S+)/.exec(head.toString())?.[1] ?? '')
        const on = connect(site.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
          socket.pipe(on).pipe(socket)
        })
        on.on('error', () => socket.destroy())
        socket.on('close', () => on.destroy())
      }),
    ),
  )
  const env = {
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_SERVER_URL: 'https://github.com',
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    GIT_SSL_CAINFO: authority,
  }
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, readFileSync(authority, 'utf8')])
  const restore = setGlobalProxyFromEnv({ HTTPS_PROXY: env.HTTPS_PROXY })
  try {
    const waits: number[] = []
    const deadline = {
      ...NO_DEADLINE,
      wait: async (milliseconds: number) => void waits.push(milliseconds),
    }
    const access = { token: github.token, address: env.GITHUB_API_URL, proxy: 'HTTPS_PROXY', deadline }
    const ctx = scriptedRoom(turnsOf(2))
    const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
    const say = async (login: string, number: number, body: string) => {
      const { event } = await github.comment(login, number, body)
      const forge = connectGitHub({ owner: 'octo', repo: 'demo' }, access)
      return runInProcess({ github, event, ctx, forge, env, inputs: { sandbox: 'none' } })
    }
    let limits = 0
    github.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/comments') && limits++ % 2 === 0
        ? { kind: 'status', status: 403, body: { message: 'You have exceeded a secondary rate limit.' } }
        : undefined
    const before = github.journal.length
    const planned = await say('alice', issue, '/plan add a limiter')
    const pull = Number(planned?.outputs['pull-request-number'])
    const done = await say('bob', pull, 'approve')
    github.fault = undefined
    expect([planned?.problems, done?.problems]).toEqual([[], []])
    expect(done?.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '2' })
    const said = [...(await github.commentsOf(issue)), ...(await github.commentsOf(pull))]
    const markers = said.flatMap(({ body }) => /<!-- measure-twice:[^>]*-->/.exec(body ?? '')?.[0] ?? [])
    expect([markers.length, new Set(markers).size, limits]).toEqual([3, 3, 6])
    // A minute after each limit, and at most a second between two writes.
    expect(waits.filter((wait) => wait === 60_000)).toHaveLength(3)
    const paces = waits.filter((wait) => wait <= 1_000)
    expect(paces.length).toBeGreaterThan(0)
    expect(waits).toHaveLength(paces.length + 3)
    // All of it went through the tunnels, of the API and of git.
    expect(new Set(tunnels)).toEqual(new Set(['api.github.com:443', 'github.com:443']))
    expect(github.journal.length - before).toBe(served)
  } finally {
    restore()
    setDefaultCACertificates(known)
  }
})
