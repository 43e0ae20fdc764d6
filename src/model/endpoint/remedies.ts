import { UserError } from '../../lib/errors.ts'
import { type Kind, kindOf } from './error-dialects.ts'
import { withoutEnd } from '../../guard/paths.ts'
import { ContextTooLong } from '../model.ts'
import { IncompleteReply, MAX_REPLY_CHARACTERS, NoConnection, Refused, ReplyTooLong, WebPage } from './failures.ts'

type Remedy = { code: string; message: (host: string) => string; remedy: string }

/** Problem and remedy for every kind of error that a retry does not fix. */
const REMEDIES: Record<Exclude<Kind, 'malformed' | 'filtered' | 'context' | 'fault'>, Remedy> = {
  key: {
    code: 'model-key',
    message: (host) => `The model's endpoint at ${host} does not accept the API key`,
    remedy: 'Set the input `openai-api-key` to a valid key that may use the model.',
  },
  model: {
    code: 'model-unknown',
    message: (host) => `The model's endpoint at ${host} does not offer the model`,
    remedy:
      'Set the input `model` (and `planner-model`, if it is used) to a model that the endpoint offers to this key.',
  },
  quota: {
    code: 'model-quota',
    message: (host) => `The account of the API key has no quota left at ${host}`,
    remedy:
      'Add credit or raise the limit with the provider, or set the input `openai-api-key` to a key of another account.',
  },
  busy: {
    code: 'model-busy',
    message: (host) => `The model's endpoint at ${host} is at its limit for longer than this run can wait`,
    remedy:
      'Comment `/retry` when it takes requests again; if it happens often, raise the limit with the provider, or set the input `model` to another one.',
  },
  responses: {
    code: 'model-api',
    message: () => 'The model is offered through the Responses API only',
    remedy: 'Set the input `openai-api` to `responses`.',
  },
  tools: {
    code: 'model-tools',
    message: (host) => `The model's endpoint at ${host} does not offer the model with tools, which this action needs`,
    remedy: 'Set the input `model` (and `planner-model`, if it is used) to a model that supports tools.',
  },
  'tool-parser': {
    code: 'model-tools',
    message: (host) => `The server at ${host} does not offer the model with tools, because it was started without them`,
    remedy: 'Start vLLM with `--enable-auto-tool-choice` and the `--tool-call-parser` of the model.',
  },
  jinja: {
    code: 'model-tools',
    message: (host) => `The server at ${host} does not offer the model with tools, because it was started without them`,
    remedy: 'Start llama.cpp’s server with `--jinja`.',
  },
  policy: {
    code: 'model-policy',
    message: (host) => `The privacy settings of the account at ${host} exclude every provider of the model`,
    remedy:
      'Change the privacy settings of the account (https://openrouter.ai/settings/privacy), or the input `model`.',
  },
  address: {
    code: 'model-endpoint',
    message: (host) => `The server at ${host} has no such API at this address`,
    remedy:
      'Check the input `openai-base-url` (it usually ends in `/v1`), that the runner and its proxy (`HTTPS_PROXY`) reach it, and the input `openai-api`.',
  },
  refused: {
    code: 'model-request',
    message: (host) => `The model's endpoint at ${host} refuses the request`,
    remedy: 'Change what it names: the input `model`, `openai-api` or `reasoning-effort`, or a setting of the account.',
  },
}

const isFixable = (kind: Kind): kind is keyof typeof REMEDIES => kind in REMEDIES

/** The base URL does not serve the API. */
export const unreachable = (message: string): UserError =>
  new UserError(REMEDIES.address.code, message, REMEDIES.address.remedy)

const withoutResponses = (host: string): UserError =>
  new UserError(
    REMEDIES.address.code,
    `The server at ${host} has no Responses API at this address.`,
    'Set the input `openai-api` to `chat`, or check the input `openai-base-url`.',
  )

const replyTooLong = (host: string): UserError =>
  new UserError(
    'model-reply',
    `The model's endpoint at ${host} sent a reply of more than ${MAX_REPLY_CHARACTERS / 1024 / 1024} MiB.`,
    'Set the input `model` to another model, or look at what answers at `openai-base-url`; then comment `/retry`.',
  )

/** The data for an error message: the endpoint's host, the key to redact, and the API that was called. */
type EndpointInfo = { host: string; apiKey: string | undefined; api: 'chat' | 'responses' }

/**
 * Explains an endpoint's error: `ContextTooLong`, a `UserError` for what a person can fix, or an `Error` with the
 * answer. Returns other errors unchanged. No message contains the key, or more of the URL than its host. `note` is
 * added to the words of a rate-limited endpoint.
 */
export function explainFailure(error: unknown, to: EndpointInfo, note = ''): unknown {
  if (error instanceof IncompleteReply) return outage(to.host, error.message, error.cause)
  if (error instanceof ReplyTooLong) return replyTooLong(to.host)
  if (error instanceof WebPage) return unreachable(`The server at ${to.host} answers with a web page.`)
  if (error instanceof NoConnection) return explainConnection(error, to.host)
  return error instanceof Refused ? explainRefusal(error, to, note) : error
}

function explainRefusal(refused: Refused, { host, apiKey, api }: EndpointInfo, note: string): Error {
  const kind = kindOf(refused)
  if (kind === 'context') return new ContextTooLong()
  if (api === 'responses' && (kind === 'responses' || kind === 'address')) return withoutResponses(host)
  if (!isFixable(kind)) return outage(host, `answered ${answerOf(refused, apiKey)}`)
  const answer = kind === 'busy' ? answerOf(refused, apiKey) + note : reasonIn(refused, apiKey)
  const { code, message, remedy } = REMEDIES[kind]
  return new UserError(code, `${message(host)}${answer && `; it says: ${withoutEnd(answer, '. \n\t')}`}.`, remedy)
}

/** An error's status and the endpoint's reason for it, without the key. */
export const answerOf = (refused: Refused, apiKey: string | undefined): string =>
  [refused.status, reasonIn(refused, apiKey)].filter(Boolean).join(' ')

const reasonIn = ({ message }: Refused, apiKey: string | undefined): string =>
  (apiKey ? message.replaceAll(apiKey, '[redacted]') : message).slice(0, 300)

const outage = (host: string, what: string, cause?: unknown): Error =>
  new Error(`The model's endpoint at ${host} ${what.replace(/\.$/, '')}.`, { cause })

const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function explainConnection(error: NoConnection, host: string): Error {
  const unreachableCode = codesIn(error).find((code) => UNREACHABLE_CODES.has(code))
  if (unreachableCode) return unreachable(`The model's endpoint at ${host} cannot be reached (${unreachableCode}).`)
  return outage(host, 'broke the connection')
}

/** System error codes along the chain of causes, where `fetch` hides them, and of each address tried. */
function codesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...own, ...[error.cause, ...inner].flatMap(codesIn)]
}
