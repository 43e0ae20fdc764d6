import { SIGNATURE } from './issues.ts'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { accessRoutes } from './access.ts'
import { advisoryRoutes } from './advisories.ts'
import { commitRoutes } from './commits.ts'
import { databaseRoutes } from './database.ts'
import { answerGraphql } from './graphql.ts'
import { issueRoutes } from './issues.ts'
import { BOT, tokenOf } from './people.ts'
import { pullRoutes } from './pulls.ts'
import { reactionRoutes } from './reactions.ts'
import { reviewerRoutes } from './reviewers.ts'
import { answerBy } from './routes.ts'
import { answerGit, isGitPath } from './smart-http.ts'
import { checkRoutes } from './checks.ts'
import { statusRoutes } from './statuses.ts'
import type { Actor, Exchange, Fault, Json, JournalEntry, Reply, Site } from './types.ts'
import { Refusal } from './types.ts'

const ROUTES = [
  ...[...accessRoutes, ...reactionRoutes, ...issueRoutes, ...reviewerRoutes, ...pullRoutes],
  ...[...advisoryRoutes, ...checkRoutes, ...statusRoutes, ...commitRoutes, ...databaseRoutes],
]

/** What can be changed while the server runs. `fault` is called for every request before it is handled. */
export type Front = {
  readonly url: string
  journal: JournalEntry[]
  fault: ((entry: JournalEntry) => Fault | undefined | Promise<Fault | undefined>) | undefined
  /** Attachments of comments, by their path below `/user-attachments/`. */
  attachments: Map<string, Buffer>
  onKill: ((entry: JournalEntry) => void) | undefined
  /** Called before and after a request takes effect, while its client waits. */
  watch: ((entry: JournalEntry, when: 'before' | 'after') => Promise<void>) | undefined
  /** Running requests, also those whose client has disconnected. */
  readonly pending: Set<Promise<unknown>>
  stop(): Promise<void>
}

/** Starts the HTTP server for all requests. The site is set later, because it needs the server's address. */
export async function startFront(siteOf: () => Site): Promise<Front> {
  const server = createServer((request, response) => {
    serve(front, siteOf(), { request, response }).catch((error: unknown) => {
      console.error(`embedded GitHub: ${request.method} ${request.url}:`, error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const front: Front = {
    url: `http://127.0.0.1:${port}`,
    journal: [],
    fault: undefined,
    attachments: new Map(),
    onKill: undefined,
    watch: undefined,
    pending: new Set(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}

/** The account of the token in a header: `unknown` for an invalid token, undefined without one. */
function actorOf(site: Site, header: string | undefined): Actor | 'unknown' | undefined {
  if (!header) return undefined
  const basic = /^basic (.+)$/i.exec(header)?.[1]
  const token = basic
    ? Buffer.from(basic, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : header.replace(/^(bearer|token) /i, '')
  // Every job gets a token of its own, so that the journal tells jobs apart: the site's, and more after it.
  if (token.startsWith(site.token)) return { login: BOT, app: true }
  const login = Object.keys(site.memory.people).find((name) => tokenOf(name) === token)
  return login ? { login, app: false } : 'unknown'
}

type Served = { request: IncomingMessage; response: ServerResponse }

/** A page that points its own name at loopback is another host. */
const isHere = ({ headers }: IncomingMessage, { url }: Front): boolean =>
  [url, url.replace('127.0.0.1', 'localhost')].includes(`http://${headers.host}`)

async function serve(front: Front, site: Site, { request, response }: Served): Promise<void> {
  if (!isHere(request, front)) return void response.writeHead(403).end()
  const started = performance.now()
  const url = new URL(request.url ?? '/', front.url)
  const body = Buffer.concat(await request.toArray())
  const actor = actorOf(site, request.headers.authorization)
  const exchange: Exchange = { request, url, body, actor }
  const entry = entryOf(front, exchange)
  front.journal.push(entry)
  const fault = await front.fault?.(entry)
  entry.fault = fault
  if (fault?.kind === 'delay') await sleep(fault.ms)
  const applied =
    !fault ||
    fault.kind === 'delay' ||
    fault.kind === 'half' ||
    (fault.kind === 'kill' ? fault.when === 'after' : fault.applied === true)
  const reply = applied
    ? await carryOut(front, entry, async () => attachmentReply(front, site, exchange) ?? answer(site, entry, exchange))
    : undefined
  if (fault?.kind === 'kill') front.onKill?.(entry)
  const shown = fault?.kind === 'status' ? faultReply(fault) : reply
  if (!shown || fault?.kind === 'kill' || fault?.kind === 'drop') request.socket.destroy()
  else send(entry, response, fault?.kind === 'half' ? halfOf(shown) : conditional(request, shown))
  entry.ms = performance.now() - started
}

async function carryOut(front: Front, entry: JournalEntry, act: () => Promise<Reply>): Promise<Reply> {
  await front.watch?.(entry, 'before')
  const acting = act()
  const ended: Promise<unknown> = Promise.allSettled([acting]).then(() => front.pending.delete(ended))
  front.pending.add(ended)
  const reply = await acting
  await front.watch?.(entry, 'after')
  return reply
}

const faultReply = ({ status, body, headers }: Extract<Fault, { kind: 'status' }>): Reply => ({
  status,
  // A text of another type, such as a web page, is sent as it is.
  ...(typeof body === 'string' && headers
    ? { raw: Buffer.from(body) }
    : { json: body ?? { message: `Fault ${status}` } }),
  ...(headers ? { headers } : {}),
})

function halfOf({ json, raw = Buffer.from(JSON.stringify(json ?? '')), ...reply }: Reply): Reply {
  return { ...reply, raw: raw.subarray(0, raw.length >> 1) }
}

/**
 * Attachments of a private repository open to nobody by their address, whatever the token
 * (josegonzalez/python-github-backup#477), but by the signed addresses of `body_html`.
 */
function attachmentReply({ attachments }: Front, site: Site, { url }: Exchange): Reply | undefined {
  const [, path] = /^\/user-attachments\/(.+)/.exec(url.pathname) ?? []
  const [, signed] = /^\/private-user-images\/(.+)/.exec(url.pathname) ?? []
  if (path === undefined && signed === undefined) return undefined
  const isOpen = signed === undefined ? !site.memory.settings.private : url.searchParams.get('jwt') === SIGNATURE
  const raw = isOpen ? attachments.get(path ?? `assets/${signed}`) : undefined
  return raw ? { status: 200, raw } : { status: 404, json: { message: 'Not Found' } }
}

const isMutation = z.looseObject({ query: z.string().regex(/\bmutation\b/) })

function entryOf(front: Front, { request, url, body: raw, actor }: Exchange): JournalEntry {
  const path = decoded(url.pathname)
  const kind = isGitPath(path) ? 'git' : path === '/graphql' ? 'graphql' : 'rest'
  const method = request.method ?? 'GET'
  const body = kind === 'git' || raw.length === 0 ? undefined : parsed(raw.toString())
  const write =
    kind === 'git'
      ? method === 'POST' && path.endsWith('receive-pack')
      : kind === 'graphql'
        ? isMutation.safeParse(body).success
        : method !== 'GET'
  const login = typeof actor === 'object' ? actor.login : undefined
  const fresh = { login, status: 0, bytesOut: 0, ms: 0 }
  return {
    ...fresh,
    n: front.journal.length + 1,
    kind,
    method,
    path,
    query: url.search,
    write,
    body,
    refs: kind === 'git' && write ? refsIn(raw) : [],
    headers: request.headers,
    bytesIn: raw.length,
  }
}

/** A push begins with a line for each ref: the old and the new commit, and its name (gitprotocol-pack). */
const refsIn = (raw: Buffer): string[] =>
  [...raw.toString('latin1', 0, 65_536).matchAll(/[0-9a-f]{40} [0-9a-f]{40} (refs\/[^\0\n ]+)/g)].map(
    ([, name = '']) => name,
  )

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path) // clients write the slash of a branch as %2F
  } catch {
    return path
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function answer(site: Site, entry: JournalEntry, exchange: Exchange): Promise<Reply> {
  if (entry.kind === 'git') return answerGit(site, exchange)
  const { actor, url, request } = exchange
  try {
    if (actor === 'unknown') throw new Refusal(401, 'Bad credentials')
    if (typeof entry.body === 'string') throw new Refusal(400, 'Problems parsing JSON')
    const json: Json = z.record(z.string(), z.unknown()).catch({}).parse(entry.body)
    const call = {
      site,
      actor,
      path: entry.path,
      query: url.searchParams,
      body: json,
      args: [],
      headers: request.headers,
    }
    return await (entry.kind === 'graphql' ? answerGraphql(call) : answerBy(ROUTES, call, entry.method))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, message, errors } = error
    return {
      status,
      json: {
        message,
        ...(errors.length > 0 ? { errors } : {}),
        documentation_url: 'https://docs.github.com/rest',
        status: String(status),
      },
    }
  }
}

/**
 * Adds an `ETag` to the answer of a read or a change, and answers 304 to a read when the client already has it. GitHub
 * sends one with every answer that holds a representation (github.com/octokit/fixtures, each recorded PATCH and POST).
 */
function conditional(request: IncomingMessage, reply: Reply): Reply {
  if (!['GET', 'PATCH'].includes(request.method ?? '') || reply.status !== 200 || reply.raw) return reply
  const etag = `W/"${createHash('sha1').update(JSON.stringify(reply.json)).digest('hex')}"`
  const headers = { ...reply.headers, etag }
  return request.method === 'GET' && request.headers['if-none-match'] === etag
    ? { status: 304, headers }
    : { ...reply, headers }
}

function send(entry: JournalEntry, response: ServerResponse, { status, json, raw, headers }: Reply): void {
  const bytes = raw ?? (json === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(json)))
  entry.status = status
  entry.bytesOut = bytes.length
  response.writeHead(status, {
    ...(raw || json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'x-github-request-id': `HUB:${entry.n}`,
    ...headers,
  })
  response.end(bytes)
}
