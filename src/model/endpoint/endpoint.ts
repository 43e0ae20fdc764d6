import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../lib/errors.ts'
import { chatModel } from './chat.ts'
import type { Effort, Endpoint } from './exchange.ts'
import { clientFor, type Credentials } from './openai-client.ts'
import { isPrivateHost } from '../../lib/private-host.ts'
import { conversationHeader, marksCache, responsesAt, speaksResponses } from './providers.ts'
import { unreachable } from './remedies.ts'
import type { Model } from '../model.ts'
import { responsesModel } from './responses.ts'
import { withoutEnd } from '../../guard/paths.ts'

export type ConnectOptions = Credentials & {
  baseUrl: string
  api: 'auto' | 'responses' | 'chat'
  model: string
  effort?: Effort | undefined
  /** Called once per sentence about what the endpoint does differently from what was requested. */
  notice?: ((text: string) => void) | undefined
  /** Sleeps; the default is a real timer. */
  pause?: Endpoint['pause'] | undefined
  /** A monotonic clock in milliseconds; the default is the process's. */
  now?: Endpoint['now'] | undefined
  /** The timer for idle timeouts; the default is the process's. */
  timer?: Endpoint['timer'] | undefined
}

/**
 * Connects a model at an OpenAI-compatible endpoint. `auto` uses the Responses API at OpenAI itself and Chat
 * Completions elsewhere, and switches to the Responses API once an endpoint answers that the model has no other. Throws
 * `UserError` when the address is invalid, or a required key is missing.
 */
export function connectModel(options: ConnectOptions): Model {
  const { apiKey, access, baseUrl, api, model } = options
  const url = parseBaseUrl(baseUrl)
  if (!apiKey && !access && !url.username && !isPrivateHost(url.hostname)) throw missingKey(url.host)
  const notice = once(options.notice)
  if (api === 'responses' || (api === 'auto' && speaksResponses(url)))
    return responsesModel(endpointAt(url, model, { ...options, notice, api: 'responses' }))
  const chat = chatModel(endpointAt(url, model, { ...options, notice, api: 'chat' }))
  if (api === 'chat') return chat
  const there = responsesAt(url, model)
  return orElse(chat, () => {
    notice(`${model} at ${url.host} is offered through the Responses API only: it is used from now on.`)
    return responsesModel(endpointAt(there.url, there.model, { ...options, notice, api: 'responses' }))
  })
}

/** Uses the first model until its endpoint answers that only the other API offers it, and then the other one. */
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
  new UserError(
    'model-key',
    `The input \`openai-api-key\` is empty, and the model's endpoint at ${host} needs a key.`,
    'Add the secret that the workflow names (Settings → Secrets and variables → Actions), or use `token-exchange`.',
  )

type EndpointState = ConnectOptions & { api: Endpoint['api']; notice: Endpoint['notice'] }

function endpointAt(
  url: URL,
  model: string,
  {
    apiKey,
    access,
    api,
    effort,
    notice,
    pause = wait,
    now = () => performance.now(),
    timer = setTimeout,
  }: EndpointState,
): Endpoint {
  return {
    client: clientFor(url, { apiKey, access }),
    host: url.host,
    apiKey,
    api,
    model,
    effort,
    id: idOf(url, model),
    marksCache: marksCache(url, model),
    conversationHeader: conversationHeader(url),
    pause,
    now,
    timer,
    notice,
  }
}

const wait: Endpoint['pause'] = (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal })

/**
 * A digest that distinguishes endpoints and models. It is stored in the repository, so it reveals nothing about them.
 */
const idOf = (url: URL, model: string): string =>
  createHash('sha256')
    .update(`${url.host}${withoutEnd(url.pathname, '/')} ${model}`)
    .digest('hex')
    .slice(0, 12)
