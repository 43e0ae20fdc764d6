import type { FixtureResponse } from '@copilotkit/aimock'
import { LLMock } from '@copilotkit/aimock'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelRequest } from './request.ts'
import { understand } from './request.ts'
import type { Context, Fault, Reply, Script } from './script.ts'
import { replyTo } from './script.ts'
import { completed } from './wire.ts'

const OUTPUT_TOKENS = 20

/**
 * A scripted model. `script` and `fault` may be changed at any time. `requests` holds all requests so far. `fault` is
 * called for every request, before the faults of the script.
 */
export type Model = {
  readonly url: string
  script: Script
  requests: ModelRequest[]
  fault: ((request: ModelRequest) => Fault | undefined | Promise<Fault | undefined>) | undefined
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Pending = Map<string, FixtureResponse>

/**
 * Starts a model on loopback that serves Responses and Chat Completions, streamed or not, by means of aimock. A small
 * proxy in front of it detects which agent asks, because aimock sees only single requests, and completes aimock's
 * answers.
 */
export async function startModel(script: Script = {}): Promise<Model> {
  const pending: Pending = new Map()
  const mock = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 2000, journalMaxEntries: 1 })
  mock.on({ predicate: () => true }, ({ _context = '' }) => pending.get(_context) ?? { content: 'Nothing is pending.' })
  await mock.start()
  const server = createServer((request, response) => {
    serve({ model, mock, pending }, request, response).catch((error: unknown) => {
      console.error('scripted model:', error)
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `The script failed: ${String(error)}`, type: 'script' } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await mock.stop()
  }
  const { port } = server.address() as AddressInfo
  const model: Model = {
    url: `http://127.0.0.1:${port}/v1`,
    script,
    requests: [],
    fault: undefined,
    close,
    [Symbol.asyncDispose]: close,
  }
  return model
}

type Parts = { model: Model; mock: LLMock; pending: Pending }

async function serve(parts: Parts, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { model } = parts
  const path = (incoming.url ?? '').split('?')[0] ?? ''
  const raw = Buffer.concat(await incoming.toArray()).toString()
  const api = path.endsWith('/chat/completions') ? 'chat' : path.endsWith('/responses') ? 'responses' : undefined
  if (!api || incoming.method !== 'POST') {
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: `There is no ${path}` } }))
    return
  }
  const request = understand({ api, raw, headers: incoming.headers }, model.requests)
  model.requests.push(request)
  const reply = await replyTo(model.script, contextOf(request))
  request.usage.output = reply.outputTokens ?? OUTPUT_TOKENS
  const fault = (await model.fault?.(request)) ?? reply.faults?.[request.repeated]
  if (fault?.kind === 'delay') await sleep(fault.ms)
  await answer(parts, { request, reply, fault }, response)
}

const contextOf = (request: ModelRequest): Context => {
  const { turn, attempt, subtask, revision, results, newest } = request
  const feedback = [
    ...new Set([...newest.matchAll(/(?<=^Comment )(?:-\d+(?=:)|\d+(?= by @))/gm)].map(([id]) => Number(id))),
  ]
  return { request, turn, attempt, subtask, revision, results, last: results.at(-1)?.text ?? '', feedback }
}

type Answer = { request: ModelRequest; reply: Reply; fault: Fault | undefined }

async function answer(
  { mock, pending }: Parts,
  { request, reply, fault }: Answer,
  response: ServerResponse,
): Promise<void> {
  const key = String(request.n)
  pending.set(key, fault?.kind === 'error' ? errorOf(fault) : fixtureOf(request, reply))
  const path = request.api === 'chat' ? '/v1/chat/completions' : '/v1/responses'
  const headers = {
    'content-type': 'application/json',
    'x-aimock-context': key,
    ...(fault?.kind === 'malformed' ? { 'x-aimock-chaos-malformed': '1' } : {}),
  }
  const answered = await fetch(mock.baseUrl + path, { method: 'POST', headers, body: request.raw })
  pending.delete(key)
  const text = await answered.text()
  const undisturbed = answered.ok && fault?.kind !== 'malformed'
  const body = undisturbed ? completed(text, request, reply) : text
  const passed = ['content-type', 'retry-after'].flatMap((name) =>
    answered.headers.has(name) ? [[name, answered.headers.get(name) ?? '']] : [],
  )
  response.writeHead(answered.status, Object.fromEntries(passed))
  if (fault?.kind !== 'cut') response.end(body)
  // aimock's own fault ends a stream before half of the answer is sent.
  else response.write(body.slice(0, body.length / 2), () => response.destroy())
}

const errorOf = ({
  message,
  type,
  code,
  status,
  retryAfterSeconds,
}: Extract<Fault, { kind: 'error' }>): FixtureResponse => ({
  error: { message, type, ...(code ? { code } : {}) },
  status,
  ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
})

function fixtureOf({ n, usage: { input, output } }: ModelRequest, { calls = [], text }: Reply): FixtureResponse {
  const toolCalls = calls.map((call, i) => ({ ...call, id: `call_${n}_${i}` }))
  const overrides = { usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } }
  if (toolCalls.length === 0) return { content: text ?? '', ...overrides }
  return text === undefined ? { toolCalls, ...overrides } : { content: text, toolCalls, ...overrides }
}
