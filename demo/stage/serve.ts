import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { pageFiles, type Served } from './files.ts'
import type { Feed } from './feed.ts'
import { headersFor, letIn } from './guard.ts'
import type { Act, Snapshot } from './view.ts'

/** A file that the page saves. */
export type Download = { name: string; type: string; body: string }

export type Show = {
  feed: Feed
  /** Does what was asked for. Returns what is wrong with it, in a sentence, or nothing. */
  act(act: Act): Promise<string | undefined>
  downloads: Readonly<Record<string, () => Promise<Download | undefined>>>
}

const Target = z.enum(['issue', 'pull'])
const Text = z.string().min(1).max(60_000)
const Line = z.object({ path: z.string(), line: z.number().int().positive() })
const Asked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('comment'), as: z.string(), place: Target, body: Text }),
  z.object({ kind: z.literal('remark'), as: z.string(), on: Line, body: Text }),
  z.object({ kind: z.literal('edit'), as: z.string(), text: Text }),
  z.object({ kind: z.literal('cheat'), id: z.string() }),
  z.object({ kind: z.literal('happen'), id: z.string() }),
  z.object({ kind: z.literal('again'), job: z.number() }),
  z.object({ kind: z.literal('commands'), setup: z.string().max(2_000), verify: z.string().max(2_000) }),
  z.object({ kind: z.literal('spend') }),
])

/** Milliseconds between signs of life, so that nothing between here and the page takes the line for dead. */
const HEARTBEAT = 15_000
const LARGEST_ACT = 100_000

type Listening = { port: number; container: boolean }

/** Serves the page on loopback until it is disposed of. `address` is what the browser opens; it holds the token. */
export async function servePage(show: Show, { port: wanted, container }: Listening) {
  const files = await pageFiles()
  const token = randomBytes(24).toString('base64url')
  let port = wanted
  const server = createServer((request, response) => {
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const passage = letIn({ method, path: url.pathname, headers }, { token, port })
    if ('status' in passage) return void response.writeHead(passage.status, headersFor('')).end()
    const asked = { path: passage.path, query: url.searchParams, request, response }
    answer({ ...show, files }, asked).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, headersFor(''))
      response.end(JSON.stringify({ problem: String(error) }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(wanted, container ? '0.0.0.0' : '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { address: `http://127.0.0.1:${port}/${token}/`, [Symbol.asyncDispose]: close }
}

type Open = Show & { files: ReadonlyMap<string, Served> }
type Exchange = { path: string; query: URLSearchParams; request: IncomingMessage; response: ServerResponse }

async function answer({ files, feed, act, downloads }: Open, exchange: Exchange): Promise<void> {
  const { path, query, request, response } = exchange
  const reply = (status: number, { type, body }: Served, more: Record<string, string> = {}): void =>
    void response.writeHead(status, { ...headersFor(path), 'content-type': type, ...more }).end(body)
  const json = (status: number, value: unknown): void =>
    reply(status, { type: 'application/json', body: JSON.stringify(value) })
  const file = files.get(path)
  const name = path.replace('/save/', '')
  const download = Object.hasOwn(downloads, name) ? downloads[name] : undefined
  if (request.method === 'POST' && path === '/act') return json(...(await tried(request, act)))
  if (request.method !== 'GET') return json(405, { problem: 'There is nothing to change here.' })
  if (file) return reply(200, file)
  if (path === '/events') return stream(feed, exchange)
  const at = query.get('at')
  if (path === '/state' && at !== null) {
    const moment = feed.at(Number(at))
    return moment ? json(200, moment) : json(404, { problem: 'That moment is gone.' })
  }
  if (path === '/state')
    return feed.last().n > Number(query.get('since') ?? 0) ? json(200, feed.last()) : json(200, { n: feed.last().n })
  const saved = path.startsWith('/save/') ? await download?.() : undefined
  if (!saved) return json(404, { problem: 'There is nothing here.' })
  reply(200, saved, { 'content-disposition': `attachment; filename="${saved.name}"` })
}

async function tried(request: IncomingMessage, act: Show['act']): Promise<[status: number, value: object]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > LARGEST_ACT) return [413, { problem: 'That is too long.' }]
    chunks.push(bytes)
  }
  const asked = Asked.safeParse(jsonOf(Buffer.concat(chunks).toString()))
  if (!asked.success) return [400, { problem: 'That is nothing that this page can ask for.' }]
  const problem = await act(asked.data)
  return problem === undefined ? [200, {}] : [409, { problem }]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Server-sent events: each is a whole snapshot, and its id is the snapshot's number. */
function stream(feed: Feed, { path, request, response }: Exchange): void {
  response.writeHead(200, { ...headersFor(path), 'content-type': 'text/event-stream' })
  response.write('retry: 1000\n\n')
  let sent = Number(request.headers['last-event-id'] ?? 0)
  const send = (snapshot: Snapshot): void => {
    // Who reads slowly gets the newest snapshot next, not all of those in between.
    if (snapshot.n === sent || response.writableNeedDrain) return
    sent = snapshot.n
    response.write(`id: ${snapshot.n}\ndata: ${JSON.stringify(snapshot)}\n\n`)
  }
  send(feed.last())
  const leave = feed.follow(send)
  response.on('drain', () => send(feed.last()))
  const heartbeat = setInterval(() => response.write(': alive\n\n'), HEARTBEAT)
  response.on('close', () => {
    clearInterval(heartbeat)
    leave()
  })
}
