import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BlockList, isIP } from 'node:net'
import { OpenAI } from 'openai'
import { UserError } from '../../lib/errors.ts'
import { chatModel } from './chat.ts'
import type { Endpoint } from './exchange.ts'
import { quirksAt } from './providers.ts'
import { unreachable } from './remedies.ts'
import { wellFormedJson, type Model } from '../model.ts'
import { responsesModel } from './responses.ts'
import { textChunks } from './stream.ts'
import { withoutEnd } from '../../guard/paths.ts'

/** An endpoint and how to authenticate there. Without a key or token, requests have no authentication. */
export type ConnectOptions = Partial<Pick<Endpoint, 'effort' | 'pause' | 'now' | 'timer'>> & {
  apiKey?: string | undefined
  /** Returns a valid token to use instead of a key, and the headers that such requests need. */
  access?: { token: () => Promise<string>; headers: Readonly<Record<string, string>> } | undefined
  baseUrl: string
  api: 'auto' | 'responses' | 'chat'
  model: string
  /** Called once per sentence about what the endpoint does differently from what was requested. */
  notice?: ((text: string) => void) | undefined
}

/**
 * Connects a model at an OpenAI-compatible endpoint. `auto` uses the Responses API at OpenAI itself, and elsewhere once
 * an endpoint answers that the model has no other. Throws `UserError` for an invalid address or a missing key.
 */
export function connectModel(options: ConnectOptions): Model {
  const { api, model } = options
  const url = addressOf(options)
  const { speaksResponses, responses } = quirksAt(url, model)
  const notice = withoutRepeats(options.notice)
  const open = (api: Endpoint['api'], at = { url, model }): Model =>
    (api === 'chat' ? chatModel : responsesModel)(endpointAt({ ...options, ...at, api, notice }))
  if (api === 'responses' || (api === 'auto' && speaksResponses)) return open('responses')
  const chat = open('chat')
  if (api === 'chat') return chat
  return withFallback(chat, () => {
    notice(`${model} at ${url.host} is offered through the Responses API only: it is used from now on.`)
    return open('responses', responses)
  })
}

/** The address of an endpoint. Throws `UserError` when it is none, or when a key that it needs is missing. */
export function addressOf({ apiKey, access, baseUrl }: { apiKey?: unknown; access?: unknown; baseUrl: string }): URL {
  const url = URL.parse(baseUrl)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw unreachable('The base URL of the model is not an http or https address.')
  if (apiKey || access || url.username || isPrivateHost(url.hostname)) return url
  throw new UserError(
    'model-key',
    `The input \`openai-api-key\` is empty, and the model's endpoint at ${url.host} needs a key.`,
    'Add the secret that the workflow names (Settings → Secrets and variables → Actions), or use `token-exchange`.',
  )
}

/** Uses the first model until its endpoint answers that only the other API offers it, and then the other one. */
function withFallback(first: Model, other: () => Model): Model {
  let model = first
  return async (request) => {
    try {
      return await model(request)
    } catch (error) {
      if (model !== first || !(error instanceof UserError) || error.code !== 'model-api') throw error
      model = other()
      return await model(request)
    }
  }
}

function withoutRepeats(notice: ConnectOptions['notice']): (text: string) => void {
  const given = new Set<string>()
  return (text) => {
    if (!given.has(text)) notice?.(text)
    given.add(text)
  }
}

function endpointAt(options: ConnectOptions & Pick<Endpoint, 'api' | 'notice'> & { url: URL }): Endpoint {
  const { url, model, pause = wait, now = () => performance.now(), timer = setTimeout } = options
  const { marksCache, conversationHeader } = quirksAt(url, model)
  return {
    ...options,
    ...{ pause, now, timer, marksCache, conversationHeader },
    apiKey: options.apiKey,
    client: clientFor(url, options),
    host: url.host,
    id: idOf(url, model),
  }
}

const wait: Endpoint['pause'] = (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal })

/** A digest of endpoint and model. It is stored in the repository, so it reveals nothing about them. */
const idOf = (url: URL, model: string): string =>
  createHash('sha256')
    .update(`${url.host}${withoutEnd(url.pathname, '/')} ${model}`)
    .digest('hex')
    .slice(0, 12)

const PRIVATE_NETWORKS = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]
const PRIVATE_ADDRESSES = new BlockList()
for (const network of PRIVATE_NETWORKS) {
  const [address = '', prefix] = network.split('/')
  PRIVATE_ADDRESSES.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a hostname is of this machine or a private network, where models commonly need no key. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const version = isIP(host)
  if (version > 0) return PRIVATE_ADDRESSES.check(host, version === 6 ? 'ipv6' : 'ipv4')
  // A hostname without a dot is a container or a machine on the local network.
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)
}

/** The client for an endpoint. Its own environment variables, retries and timeouts are switched off. */
function clientFor(url: URL, { model, apiKey, access }: ConnectOptions): Endpoint['client'] {
  return new OpenAI({
    apiKey: access?.token ?? (apiKey || 'none'),
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: `${url.origin}${withoutEnd(url.pathname, '/')}`,
    defaultQuery: Object.fromEntries(url.searchParams),
    defaultHeaders: { 'user-agent': 'measure-twice', ...(access ? access.headers : authorization(url, model, apiKey)) },
    maxRetries: 0,
    // Node's longest timer. `exchange.ts` has the idle timeout.
    timeout: 2 ** 31 - 1,
    fetch: fetchWithoutTimeouts,
    logLevel: 'off',
  })
}

/** Moves credentials in the URL to a header, since `fetch` rejects them in a URL. */
function authorization(url: URL, model: string, apiKey: string | undefined): Record<string, string | null> {
  const { keyHeader } = quirksAt(url, model)
  if (apiKey) return keyHeader === undefined ? {} : { [keyHeader]: apiKey }
  const basic = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: url.username ? `Basic ${Buffer.from(basic).toString('base64')}` : null }
}

/** Where `fetch` looks up its dispatcher; a proxy agent is registered there, too. */
const DISPATCHER_KEY = Symbol.for('undici.globalDispatcher.1')

/**
 * `fetch` without undici's timeouts of five minutes, because a reply that is cut is billed. Sends well-formed text,
 * follows no redirect, drops headers that describe the machine, and reads error bodies up to a limit.
 */
const fetchWithoutTimeouts: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers)
  for (const name of [...headers.keys()]) if (name.startsWith('x-stainless-')) headers.delete(name)
  const body = typeof init?.body === 'string' ? wellFormedJson(init.body) : init?.body
  const requestInit = {
    ...init,
    headers,
    body,
    redirect: 'manual',
    dispatcher: dispatcherWithoutTimeouts(),
  } as RequestInit
  const response = await fetch(address, requestInit)
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location !== null) throw redirected(String(address), location)
  return response.ok ? response : withBoundedBody(response)
}

/** Headers of other names than `authorization` would be sent along to another host, with the key in them. */
const redirected = (address: string, location: string): UserError =>
  unreachable(
    `The server at ${new URL(address).host} redirects to ${URL.parse(location, address)?.host ?? 'no address'}, and no redirect is followed.`,
  )

/** Looks up the dispatcher per request: undici creates it with the first one. */
const dispatcherWithoutTimeouts = () =>
  Object.assign(Object.create(null), {
    dispatch: (options: object, handler: unknown) =>
      Reflect.get(globalThis, DISPATCHER_KEY).dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  })

const MAX_ERROR_CHARACTERS = 1 << 20

/** Reads the beginning of an error body, also if the connection breaks off. */
async function withBoundedBody(response: Response): Promise<Response> {
  let text = ''
  try {
    for await (const part of textChunks(response)) {
      text += part
      if (text.length > MAX_ERROR_CHARACTERS) break
    }
  } catch {
    // The status is known, which is enough.
  }
  return new Response(text || null, { status: response.status, headers: response.headers })
}
