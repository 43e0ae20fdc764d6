import { APIConnectionError, APIError, OpenAI } from 'openai'
import { UserError } from '../../lib/errors.ts'
import { withoutEnd } from '../../guard/paths.ts'
import { keyHeaders } from './providers.ts'
import { NoConnection, Refused } from './no-reply.ts'
import { textOf } from './stream.ts'

/** What an endpoint wants to know us by. Without both, it is asked without. */
export type Credentials = {
  apiKey?: string | undefined
  /** Gives a token that is good now, in the place of a key, and the headers that such requests want. */
  access?: { token: () => Promise<string>; headers: Readonly<Record<string, string>> } | undefined
}

/**
 * The client of the endpoint at `url`, whose query (Azure's `api-version`) goes with every request. The client's own
 * environment variables, retries and limits are not used.
 */
export function clientFor(url: URL, { apiKey, access }: Credentials): OpenAI {
  return new OpenAI({
    apiKey: access?.token ?? (apiKey || 'none'),
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: `${url.origin}${withoutEnd(url.pathname, '/')}`,
    defaultQuery: Object.fromEntries(url.searchParams),
    defaultHeaders: { 'user-agent': 'measure-twice', ...(access ? access.headers : authorization(url, apiKey)) },
    maxRetries: 0,
    // Node's longest timer. Silence is limited by `exchange.ts`.
    timeout: 2 ** 31 - 1,
    fetch: fetchPatiently,
    logLevel: 'off',
  })
}

/** Credentials of the URL become a header, since `fetch` refuses them there. */
function authorization(url: URL, apiKey: string | undefined): Record<string, string | null> {
  if (apiKey) return keyHeaders(url, apiKey)
  const basic = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: url.username ? `Basic ${Buffer.from(basic).toString('base64')}` : null }
}

/**
 * What an error of the client says, in one of our classes: `Refused` for a status that is no success, `NoConnection`
 * when nothing answered, and the `UserError` of getting a token.
 */
export function failureOf(error: unknown): unknown {
  if (error instanceof Error && error.cause instanceof UserError) return error.cause
  if (error instanceof APIConnectionError) return new NoConnection('was not reached', { cause: error })
  if (!(error instanceof APIError) || error.status === undefined) return error
  // Without a JSON body the client's message is the status, and the text that came or a note that none did.
  const text = error.message.replace(/^\d{3} (?:status code \(no body\))?/, '')
  return new Refused({ status: error.status, body: error.error ?? text, headers: error.headers })
}

/** Where `fetch` keeps what sends its requests; a proxy is put there, too. */
const SENDER = Symbol.for('undici.globalDispatcher.1')

/**
 * A `fetch` that does not cut a silent connection after five minutes, as undici's does by itself, before a reply and in
 * it: a reply that is cut is paid, and is paid again when it is asked for again. The headers by which the client
 * describes the machine are left out, and a refusal is read no further than its words go.
 */
const fetchPatiently: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers)
  for (const name of [...headers.keys()]) if (name.startsWith('x-stainless-')) headers.delete(name)
  const response = await fetch(address, { ...init, headers, dispatcher: sender() } as RequestInit)
  return response.ok ? response : withWordsAlone(response)
}

/** Asks for the sender when there is something to send: undici makes it with the first request. */
const sender = () =>
  Object.assign(Object.create(null), {
    dispatch: (options: object, handler: unknown) =>
      Reflect.get(globalThis, SENDER).dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  })

/** Characters. The words of a refusal are few, whatever page comes in their place. */
const MAX_WORDS = 1 << 20

/** A refusal with the beginning of its text. It counts also when it breaks off. */
async function withWordsAlone(response: Response): Promise<Response> {
  let text = ''
  try {
    for await (const part of textOf(response)) {
      text += part
      if (text.length > MAX_WORDS) break
    }
  } catch {
    // The status is known.
  }
  return new Response(text || null, { status: response.status, headers: response.headers })
}
