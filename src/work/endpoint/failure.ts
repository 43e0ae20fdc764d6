import { APIConnectionError, APIConnectionTimeoutError, APIError, type OpenAI } from 'openai'
import { UserError } from '../../errors.ts'
import { ContextTooLong } from '../agent/model.ts'

/** A reply that began and did not come to its end: a cut connection, a stream that stops, a body that is no reply. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

/**
 * What an error of the endpoint means: `ContextTooLong`, a `UserError` for what a person can fix, or else an `Error`
 * that says what was answered; what is no error of the endpoint is itself. None of them holds the key or more of the address than its host.
 */
export function explainFailure(error: unknown, client: OpenAI): unknown {
  const host = hostOf(client)
  if (error instanceof BrokenOff) return outage(host, error.message, error.cause)
  if (error instanceof APIConnectionError) return explainConnection(error, host)
  if (!(error instanceof APIError)) return error
  const said = wordsOf(error)
  const kind = KINDS.find(({ status, words }) => status.includes(error.status) && words.test(said))?.kind ?? 'outage'
  if (kind === 'context') return new ContextTooLong('The conversation is longer than the model takes.')
  if (kind === 'outage') return outage(host, `answered ${withoutSecrets(said, client)}`)
  return REMEDIES[kind](host)
}

/** An error that the endpoint reported in the middle of a reply; it may well be gone when asked again. */
export const isReportedInReply = (error: unknown): boolean =>
  error instanceof APIError && error.status === undefined && error.error !== undefined

const hostOf = (client: OpenAI): string => new URL(client.baseURL).host

const outage = (host: string, what: string, cause?: unknown): Error =>
  new Error(`The model's endpoint at ${host} ${what}.`, { cause })

/** Status, code, type and message in one text: endpoints put the same news in different ones. */
const wordsOf = (error: APIError): string =>
  [error.code, error.type, error.message].filter(Boolean).join(' ').slice(0, 10_000)

const CONTEXT = new RegExp(
  [
    'context_length_exceeded|exceed_context_size|string_above_max_length',
    'maximum (?:context|prompt|model) length|(?:context|input) (?:length|window|size)[^.]{0,40}(?:exceed|too (?:long|large))',
    'exceeds?[^.]{0,60}(?:context (?:length|window|size)|maximum number of tokens)',
    '(?:prompt|input|request|conversation) (?:is )?too (?:long|large)|reduce the length of the (?:messages|prompt|input)',
  ].join('|'),
  'i',
)
const MODEL =
  /model_not_found|DeploymentNotFound|invalid_model|not a valid model|model\b.{0,80}(?:not (?:found|exist|supported)|does not exist|is not available)/i
const QUOTA = /insufficient_quota|billing|exceeded your current quota|insufficient (?:credits|balance|funds)/i
const ANYTHING = /^/

type Kind = 'context' | 'key' | 'model' | 'address' | 'quota' | 'responses' | 'outage'

/** The first line that fits counts. An error inside a stream has no status. */
const KINDS: readonly { status: readonly (number | undefined)[]; words: RegExp; kind: Kind }[] = [
  { status: [400, 413, 422, 429, 500, undefined], words: CONTEXT, kind: 'context' },
  { status: [400, 404], words: /v1\/responses/i, kind: 'responses' },
  { status: [400, 403, 404, 422, undefined], words: MODEL, kind: 'model' },
  { status: [402], words: ANYTHING, kind: 'quota' },
  { status: [403, 429, undefined], words: QUOTA, kind: 'quota' },
  { status: [401, 403], words: ANYTHING, kind: 'key' },
  { status: [undefined], words: /invalid_api_key/, kind: 'key' },
  { status: [404, 405], words: ANYTHING, kind: 'address' },
]

const REMEDIES: Record<Exclude<Kind, 'context' | 'outage'>, (host: string) => UserError> = {
  key: (host) =>
    new UserError(
      'model-key',
      `The model's endpoint at ${host} does not accept the API key.`,
      'Set the input `openai-api-key` to a valid key that may use the model.',
    ),
  model: (host) =>
    new UserError(
      'model-unknown',
      `The model's endpoint at ${host} does not offer the model.`,
      'Set the input `model` (and `planner-model`, if it is used) to a model that the endpoint offers to this key.',
    ),
  quota: (host) =>
    new UserError(
      'model-quota',
      `The account of the API key has no quota left at ${host}.`,
      'Add credit or raise the limit with the provider, or set the input `openai-api-key` to a key of another account.',
    ),
  responses: () =>
    new UserError(
      'model-api',
      'The model is offered through the Responses API only.',
      'Set the input `openai-api` to `responses`.',
    ),
  address: (host) => unreachable(`The server at ${host} has no such API at this address.`),
}

/** Nothing that speaks the API is found at the base URL. */
export const unreachable = (message: string): UserError =>
  new UserError(
    'model-endpoint',
    message,
    'Check the input `openai-base-url` (it usually ends in `/v1`), that the runner can reach it, and the input `openai-api`.',
  )

const NOWHERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function explainConnection(error: APIConnectionError, host: string): Error {
  if (error instanceof APIConnectionTimeoutError) return outage(host, 'did not answer in time')
  const code = codesIn(error).find((candidate) => NOWHERE.has(candidate))
  return code
    ? unreachable(`The model's endpoint at ${host} cannot be reached (${code}).`)
    : outage(host, 'broke the connection')
}

/** System error codes down the chain of causes, where `fetch` hides them; of several addresses tried, each one's. */
function codesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...own, ...[error.cause, ...inner].flatMap(codesIn)]
}

function withoutSecrets(text: string, client: OpenAI): string {
  const clean = client.apiKey ? text.replaceAll(client.apiKey, '[redacted]') : text
  return clean.replaceAll(/\s+/g, ' ').slice(0, 300)
}
