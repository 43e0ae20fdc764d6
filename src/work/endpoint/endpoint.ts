import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OpenAI } from 'openai'
import { UserError } from '../../errors.ts'
import { chatModel } from './chat.ts'
import type { Effort, Endpoint } from './exchange.ts'
import { toleratingSilence, SILENCE } from './silence-limit.ts'
import { isPrivateHost } from './private-host.ts'
import { keyHeaders, marksCache, responsesAt } from './providers.ts'
import { unreachable } from './remedies.ts'
import type { Model } from '../agent/model.ts'
import { responsesModel } from './responses.ts'
import { withoutEnd } from '../../guard/paths.ts'

export type ConnectOptions = {
  apiKey?: string | undefined
  baseUrl: string
  api: 'auto' | 'responses' | 'chat'
  model: string
  effort?: Effort | undefined
  /** Told what the endpoint does otherwise than it was asked to; every sentence once. */
  notice?: ((text: string) => void) | undefined
  /** Waits; by the clock unless given. */
  pause?: Endpoint['pause'] | undefined
  /** Milliseconds for which a reply may be silent. */
  silence?: number | undefined
}

/**
 * The model at an OpenAI-compatible endpoint. `auto` speaks the Responses API to api.openai.com, Chat Completions to
 * all others, and the Responses API there, too, once an endpoint says that the model has no other. Throws `UserError`
 * when the address is none, or a key is missing where one is needed.
 */
export function connectModel(options: ConnectOptions): Model {
  const { apiKey, baseUrl, api, model } = options
  const url = parseBaseUrl(baseUrl)
  if (!apiKey && !url.username && !isPrivateHost(url.hostname)) throw missingKey(url.host)
  const notice = once(options.notice)
  if (api === 'responses' || (api === 'auto' && url.hostname === 'api.openai.com'))
    return responsesModel(endpointAt(url, model, { ...options, notice, api: 'responses' }))
  const chat = chatModel(endpointAt(url, model, { ...options, notice, api: 'chat' }))
  if (api === 'chat') return chat
  const there = responsesAt(url, model)
  return orElse(chat, () => {
    notice(`${model} at ${url.host} is offered through the Responses API only: it is used from now on.`)
    return responsesModel(endpointAt(there.url, there.model, { ...options, notice, api: 'responses' }))
  })
}

/** A model until it turns out that it is offered through the other API, and then that one. */
function orElse(first: Model, other: () => Model): Model {
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

function once(notice: ConnectOptions['notice']): (text: string) => void {
  const told = new Set<string>()
  return (text) => {
    if (!told.has(text)) notice?.(text)
    told.add(text)
  }
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw unreachable('The base URL of the model is not an http or https address.')
}

const missingKey = (host: string): UserError =>
  new UserError('model-key', `The model's endpoint at ${host} needs an API key.`, 'Set the input `openai-api-key`.')

type EndpointState = ConnectOptions & { api: Endpoint['api']; notice: Endpoint['notice'] }

function endpointAt(
  url: URL,
  model: string,
  { apiKey, api, effort, notice, pause = wait, silence }: EndpointState,
): Endpoint {
  return {
    client: clientFor(url, apiKey, silence),
    host: url.host,
    apiKey,
    api,
    model,
    effort,
    id: idOf(url, model),
    marksCache: marksCache(url, model),
    pause,
    notice,
  }
}

const wait: Endpoint['pause'] = (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal })

/** Tells endpoints and models apart, and nothing about them: what is kept in the repository holds it. */
const idOf = (url: URL, model: string): string =>
  createHash('sha256')
    .update(`${url.host}${withoutEnd(url.pathname, '/')} ${model}`)
    .digest('hex')
    .slice(0, 12)

/**
 * The query (Azure's `api-version`) goes with every request. The client's own environment variables, repeats and limits
 * are not used.
 */
function clientFor(url: URL, apiKey: string | undefined, silence = SILENCE): OpenAI {
  return new OpenAI({
    apiKey: apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, ''),
    defaultQuery: Object.fromEntries(url.searchParams),
    defaultHeaders: headersFor(url, apiKey),
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    fetch: toleratingSilence(silence),
    logLevel: 'off',
  })
}

/** Credentials of the URL become a header, since `fetch` refuses them there. */
function headersFor(url: URL, apiKey: string | undefined): Record<string, string | null> {
  if (apiKey) return keyHeaders(url, apiKey)
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: url.username ? `Basic ${Buffer.from(credentials).toString('base64')}` : null }
}
