import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BlockList, isIP } from 'node:net'
import { UserError } from '../../lib/errors.ts'
import { chatModel } from './chat.ts'
import type { Endpoint } from './exchange.ts'
import { clientFor, type Credentials } from './openai-client.ts'
import { quirksAt } from './providers.ts'
import { unreachable } from './remedies.ts'
import type { Model } from '../model.ts'
import { responsesModel } from './responses.ts'
import { withoutEnd } from '../../guard/paths.ts'

export type ConnectOptions = Credentials & {
  baseUrl: string
  api: 'auto' | 'responses' | 'chat'
  model: string
  effort?: Endpoint['effort']
  /** Called once per sentence about what the endpoint does differently from what was requested. */
  notice?: ((text: string) => void) | undefined
  /** Sleeps, tells the time and times out; the defaults are the process's own. */
  pause?: Endpoint['pause'] | undefined
  now?: Endpoint['now'] | undefined
  timer?: Endpoint['timer'] | undefined
}

/**
 * Connects a model at an OpenAI-compatible endpoint. `auto` uses the Responses API at OpenAI itself, and elsewhere once
 * an endpoint answers that the model has no other. Throws `UserError` for an invalid address or a missing key.
 */
export function connectModel(options: ConnectOptions): Model {
  const { api, model } = options
  const url = addressOf(options)
  const { speaksResponses, responses } = quirksAt(url, model)
  const notice = once(options.notice)
  const open = (api: Endpoint['api'], at = { url, model }): Model =>
    (api === 'chat' ? chatModel : responsesModel)(endpointAt({ ...options, ...at, api, notice }))
  if (api === 'responses' || (api === 'auto' && speaksResponses)) return open('responses')
  const chat = open('chat')
  if (api === 'chat') return chat
  return orElse(chat, () => {
    notice(`${model} at ${url.host} is offered through the Responses API only: it is used from now on.`)
    return open('responses', responses)
  })
}

/** The address of an endpoint. Throws `UserError` when it is none, or when a key that it needs is missing. */
export function addressOf({ apiKey, access, baseUrl }: { apiKey?: unknown; access?: unknown; baseUrl: string }): URL {
  const url = URL.parse(baseUrl)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw unreachable('The base URL of the model is not an http or https address.')
  if (!apiKey && !access && !url.username && !isPrivateHost(url.hostname)) throw missingKey(url.host)
  return url
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

const missingKey = (host: string): UserError =>
  new UserError(
    'model-key',
    `The input \`openai-api-key\` is empty, and the model's endpoint at ${host} needs a key.`,
    'Add the secret that the workflow names (Settings → Secrets and variables → Actions), or use `token-exchange`.',
  )

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
const PRIVATE = new BlockList()
for (const network of PRIVATE_NETWORKS) {
  const [address = '', prefix] = network.split('/')
  PRIVATE.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a hostname is of this machine or a private network, where models commonly need no key. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const version = isIP(host)
  if (version > 0) return PRIVATE.check(host, version === 6 ? 'ipv6' : 'ipv4')
  // A hostname without a dot is a container or a machine on the local network.
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)
}
