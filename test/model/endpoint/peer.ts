import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { ModelRequest } from '../../../src/model/model.ts'
import { connectModel, type ConnectOptions } from '../../../src/model/endpoint/endpoint.ts'
import { listening } from '../../listening.ts'

/** How one request is answered. */
export type Answer = (response: ServerResponse) => void

/**
 * A peer on the loopback that answers the first request with the first answer and so on; the last one serves all that
 * come after. For what a scripted model server does not do: replies that are odd, wrong or cut at a certain byte.
 */
export async function startPeer(...answers: Answer[]) {
  const requests: { path: string; raw: string; headers: NodeJS.Dict<string | string[]> }[] = []
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', raw: await text(request), headers: request.headers })
    answers[Math.min(requests.length, answers.length) - 1]?.(response)
  })
  const place = await listening(server)
  return { requests, baseUrl: `http://127.0.0.1:${place.port}/v1`, [Symbol.asyncDispose]: place[Symbol.asyncDispose] }
}

type Asking = Partial<ConnectOptions> & { requests?: readonly ModelRequest[] }

/** What a model replies to the last of these requests, without waiting for anything, and what its endpoint was asked. */
export async function ask(answers: readonly Answer[], { requests = [request()], ...options }: Asking = {}) {
  await using peer = await startPeer(...answers)
  const pause = async (): Promise<void> => undefined
  const model = connectModel({ baseUrl: peer.baseUrl, api: 'chat', model: 'm', pause, ...options })
  const [first = request(), ...rest] = requests
  let reply = await model(first)
  for (const one of rest) reply = await model(one)
  return { reply, asked: peer.requests, bodies: peer.requests.map(({ raw }) => JSON.parse(raw)) }
}

/** The requests of a conversation that grows repeat the bytes of the one before, so that caches find them. */
export function expectGrowing(bodies: readonly string[]): void {
  for (const [at, body] of bodies.slice(1).entries())
    expect(body.startsWith(bodies[at]?.slice(0, -2) ?? '?')).toBe(true)
}

/** How asking fails. */
export const failing = (asking: Promise<unknown>): Promise<Error> =>
  asking.then(
    () => Promise.reject(new Error('The model answered.')),
    (error: Error) => error,
  )

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A failure that the client is asked to repeat at once, so that tests need not wait. */
export const failure = (status: number, error: Record<string, unknown>): Answer =>
  json({ error }, status, { 'retry-after-ms': '1' })

/** An answer without a body. */
export const bare =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status, { 'retry-after-ms': '1' }).end()

/** Server-sent events; `cut` breaks the connection after them, without `done` the mark of the end is missing. */
export const stream =
  (events: readonly unknown[], { cut = false, done = true } = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`)
    if (cut) setTimeout(() => response.destroy(), 20)
    else response.end(done ? 'data: [DONE]\n\n' : '')
  }

/** A chunk of a streamed chat completion. */
export const chunk = (
  delta: Record<string, unknown>,
  finish: string | null = null,
  more: Record<string, unknown> = {},
) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})

/** A chat completion that is not streamed. */
export const completion = (message: Record<string, unknown>, finish = 'stop', more: Record<string, unknown> = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  ...more,
})

/** A whole response of the Responses API. */
export const response = (output: readonly Record<string, unknown>[], more: Record<string, unknown> = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  error: null,
  incomplete_details: null,
  output,
  ...more,
})

export const completed = (body: Record<string, unknown>, type = 'response.completed') => ({ type, response: body })

export const said = (value: string) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: value, annotations: [] }],
})

export const called = (name: string, args: unknown, call_id?: string) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id,
  name,
  arguments: args,
  status: 'completed',
})

/** A request to send; what is not given is the same in every test. */
export const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'You plan.',
  tools: [{ name: 'read_file', description: 'Reads a file.', parameters: { type: 'object', properties: {} } }],
  messages: [{ kind: 'user', text: 'Hello' }],
  cacheKey: 'plan-12',
  ...more,
})
