import { jsonIn } from '../../guard/json.ts'
import { withoutEnd } from '../../guard/paths.ts'
import { keyHeaders } from './providers.ts'
import { field, NoConnection, Refused } from './no-reply.ts'
import { textOf } from './stream.ts'

/**
 * Sends JSON to an address of the endpoint (`/responses`), and gives the reply as soon as it begins. Throws `Refused`
 * for a status that is no success, `NoConnection` when nothing answers, and what getting a token throws.
 */
export type Post = (path: string, body: object, options: PostOptions) => Promise<Response>

type PostOptions = { signal: AbortSignal; headers?: Readonly<Record<string, string>> }

/** What an endpoint wants to know us by. Without both, it is asked without. */
export type Credentials = {
  apiKey?: string | undefined
  /** Gives a token that is good now, in the place of a key, and the headers that such requests want. */
  access?: { token: () => Promise<string>; headers: Readonly<Record<string, string>> } | undefined
}

/** Posts to the endpoint at `url`, whose query (Azure's `api-version`) goes with every request. */
export function postTo(url: URL, credentials: Credentials): Post {
  const base = `${url.origin}${withoutEnd(url.pathname, '/')}`
  return async (path, body, { signal, headers }) => {
    const init = {
      method: 'POST',
      headers: { ...COMMON, ...(await authorization(url, credentials)), ...headers },
      body: JSON.stringify(body),
      signal,
    }
    const response = await toleratingSilence(`${base}${path}${url.search}`, init).catch((error: unknown) => {
      throw new NoConnection('was not reached', { cause: error })
    })
    if (response.ok) return response
    throw new Refused({ status: response.status, body: await refusalIn(response), headers: response.headers })
  }
}

const COMMON = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'measure-twice' }

/** Credentials of the URL become a header, since `fetch` refuses them there. */
async function authorization(url: URL, { apiKey, access }: Credentials): Promise<Record<string, string>> {
  if (access) return { authorization: `Bearer ${await access.token()}`, ...access.headers }
  if (apiKey) return { authorization: `Bearer ${apiKey}`, ...keyHeaders(url, apiKey) }
  if (!url.username) return {}
  const basic = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }
}

/** Characters. The words of a refusal are few, whatever page comes in their place. */
const MOST_WORDS = 1 << 20

/** What came with a refusal: the error in its JSON, all of the JSON, or its text. It counts also when it breaks off. */
async function refusalIn(response: Response): Promise<unknown> {
  let text = ''
  try {
    for await (const part of textOf(response)) {
      text += part
      if (text.length > MOST_WORDS) break
    }
  } catch {
    // The status is known.
  }
  const body = jsonIn(text)
  return field(body, 'error') ?? body ?? text
}

/** Where `fetch` keeps what sends its requests; a proxy is put there, too. */
const SENDER = Symbol.for('undici.globalDispatcher.1')

/**
 * A `fetch` that does not cut a silent connection after five minutes, as it does by itself, before a reply and in it: a
 * reply that is cut is paid, and is paid again when it is asked for again. All else is left to what sends every request.
 */
const toleratingSilence: typeof fetch = (address, init) => fetch(address, { ...init, dispatcher: sender() })

/** Asks for the sender when there is something to send: Node makes it with the first request. */
const sender = () =>
  Object.assign(Object.create(null), {
    dispatch: (options: object, handler: unknown) =>
      Reflect.get(globalThis, SENDER).dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  })
