import { APIConnectionError, APIError, OpenAI } from 'openai'
import { UserError } from '../../lib/errors.ts'
import { withoutEnd } from '../../guard/paths.ts'
import { wellFormedJson } from '../model.ts'
import { keyHeaders } from './providers.ts'
import { NoConnection, Refused } from './failures.ts'
import { unreachable } from './remedies.ts'
import { textChunks } from './stream.ts'

/** How to authenticate at an endpoint. Without a key or token, requests have no authentication. */
export type Credentials = {
  apiKey?: string | undefined
  /** Returns a valid token to use instead of a key, and the headers that such requests need. */
  access?: { token: () => Promise<string>; headers: Readonly<Record<string, string>> } | undefined
}

/** The part of the client that the bundle has (`scripts/trim-openai.ts`). */
export type ModelClient = Pick<OpenAI, 'chat' | 'responses'>

/** The client for an endpoint. Its own environment variables, retries and timeouts are switched off. */
export function clientFor(url: URL, { apiKey, access }: Credentials): ModelClient {
  return new OpenAI({
    apiKey: access?.token ?? (apiKey || 'none'),
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: `${url.origin}${withoutEnd(url.pathname, '/')}`,
    defaultQuery: Object.fromEntries(url.searchParams),
    defaultHeaders: { 'user-agent': 'measure-twice', ...(access ? access.headers : authorization(url, apiKey)) },
    maxRetries: 0,
    // Node's longest timer. `exchange.ts` has the idle timeout.
    timeout: 2 ** 31 - 1,
    fetch: fetchPatiently,
    logLevel: 'off',
  })
}

/** Moves credentials in the URL to a header, since `fetch` rejects them in a URL. */
function authorization(url: URL, apiKey: string | undefined): Record<string, string | null> {
  if (apiKey) return keyHeaders(url, apiKey)
  const basic = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: url.username ? `Basic ${Buffer.from(basic).toString('base64')}` : null }
}

/** Maps the client's errors to `Refused`, to `NoConnection`, and to the `UserError` of fetching a token. */
export function failureOf(error: unknown): unknown {
  if (error instanceof Error && error.cause instanceof UserError) return error.cause
  if (error instanceof APIConnectionError) return new NoConnection('was not reached', { cause: error })
  if (!(error instanceof APIError) || error.status === undefined) return error
  // Without a JSON body, the client's message is the status with the text of the body, or with a note that there was
  // none.
  const text = error.message.replace(/^\d{3} (?:status code \(no body\))?/, '')
  return new Refused({ status: error.status, body: error.error ?? text, headers: error.headers })
}

/** Where `fetch` looks up its dispatcher; a proxy agent is registered there, too. */
const SENDER = Symbol.for('undici.globalDispatcher.1')

/**
 * `fetch` without undici's timeouts of five minutes, because a reply that is cut is billed. Sends well-formed text,
 * follows no redirect, drops headers that describe the machine, and reads error bodies up to a limit.
 */
const fetchPatiently: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers)
  for (const name of [...headers.keys()]) if (name.startsWith('x-stainless-')) headers.delete(name)
  const body = typeof init?.body === 'string' ? wellFormedJson(init.body) : init?.body
  const requestInit = { ...init, headers, body, redirect: 'manual', dispatcher: sender() } as RequestInit
  const response = await fetch(address, requestInit)
  const next = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && next !== null) throw redirected(String(address), next)
  return response.ok ? response : withWordsAlone(response)
}

/** Headers of other names than `authorization` would be sent along to another host, with the key in them. */
const redirected = (address: string, next: string): UserError =>
  unreachable(
    `The server at ${new URL(address).host} redirects to ${URL.parse(next, address)?.host ?? 'no address'}, and no redirect is followed.`,
  )

/** Looks up the dispatcher per request: undici creates it with the first one. */
const sender = () =>
  Object.assign(Object.create(null), {
    dispatch: (options: object, handler: unknown) =>
      Reflect.get(globalThis, SENDER).dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  })

const MAX_WORDS = 1 << 20

/** Reads the beginning of an error body, also if the connection breaks off. */
async function withWordsAlone(response: Response): Promise<Response> {
  let text = ''
  try {
    for await (const part of textChunks(response)) {
      text += part
      if (text.length > MAX_WORDS) break
    }
  } catch {
    // The status is known, which is enough.
  }
  return new Response(text || null, { status: response.status, headers: response.headers })
}
