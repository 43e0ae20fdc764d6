import { OpenAI } from 'openai'
import { UserError } from '../../errors.ts'
import { chatModel } from './chat.ts'
import type { Effort } from './exchange.ts'
import { unreachable } from './failure.ts'
import { isPrivateHost } from './private-host.ts'
import type { Model } from '../agent/model.ts'
import { responsesModel } from './responses.ts'

export type ConnectOptions = {
  apiKey?: string | undefined
  baseUrl: string
  api: 'auto' | 'responses' | 'chat'
  model: string
  effort?: Effort | undefined
}

/** Repeats of a request that failed before its reply began (429, 5xx, no connection); `retry-after` is honoured. */
const MAX_RETRIES = 4

/**
 * The model at an OpenAI-compatible endpoint. `auto` speaks the Responses API to api.openai.com and Chat Completions
 * to all others. Throws `UserError` when the address is none, or a key is missing where one is needed.
 */
export function connectModel({ apiKey, baseUrl, api, model, effort }: ConnectOptions): Model {
  const url = parseBaseUrl(baseUrl)
  if (!apiKey && !url.username && !isPrivateHost(url.hostname)) throw missingKey(url.host)
  const speaksResponses = api === 'responses' || (api === 'auto' && url.hostname === 'api.openai.com')
  const connect = speaksResponses ? responsesModel : chatModel
  return connect({ client: clientFor(url, apiKey), model, effort })
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw unreachable('The base URL of the model is not an http or https address.')
}

const missingKey = (host: string): UserError =>
  new UserError('model-key', `The model's endpoint at ${host} needs an API key.`, 'Set the input `openai-api-key`.')

/** The query (Azure's `api-version`) goes with every request. The client's own environment variables are not read. */
function clientFor(url: URL, apiKey: string | undefined): OpenAI {
  return new OpenAI({
    apiKey: apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, ''),
    defaultQuery: Object.fromEntries(url.searchParams),
    defaultHeaders: headersFor(url, apiKey),
    maxRetries: MAX_RETRIES,
    logLevel: 'off',
  })
}

/** Azure takes the key in a header of its own. Credentials of the URL become a header, since `fetch` refuses them there. */
function headersFor(url: URL, apiKey: string | undefined): Record<string, string | null> {
  if (apiKey) return url.hostname.endsWith('.openai.azure.com') ? { 'api-key': apiKey } : {}
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: url.username ? `Basic ${Buffer.from(credentials).toString('base64')}` : null }
}
