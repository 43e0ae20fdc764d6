import { ContextTooLong } from '../model.ts'
import { kindOf } from './error-dialects.ts'
import { IncompleteReply, NoConnection, Refused, IdleTimeout, WebPage } from './no-reply.ts'
import { remedyFor, unreachable, withoutResponses } from './remedies.ts'

/** The data for an error message: the endpoint's host, the key to redact, and the API that was called. */
export type Addressee = { host: string; apiKey: string | undefined; api: 'chat' | 'responses' }

/**
 * Explains an endpoint's error: `ContextTooLong`, a `UserError` for what a person can fix, or an `Error` with the
 * answer. Returns other errors unchanged. No message contains the key, or more of the URL than its host.
 */
export function explainFailure(error: unknown, to: Addressee): unknown {
  if (error instanceof IncompleteReply || error instanceof IdleTimeout)
    return outage(to.host, error.message, error.cause)
  if (error instanceof WebPage) return unreachable(`The server at ${to.host} answers with a web page.`)
  if (error instanceof NoConnection) return explainConnection(error, to.host)
  return error instanceof Refused ? explainRefusal(error, to) : error
}

function explainRefusal(refused: Refused, to: Addressee): Error {
  const kind = kindOf(refused)
  const { host, apiKey } = to
  if (kind === 'context') return new ContextTooLong()
  if (to.api === 'responses' && (kind === 'responses' || kind === 'address')) return withoutResponses(host)
  const said = withoutSecrets(refused.message, apiKey)
  return remedyFor(kind, { host, said }) ?? outage(host, `answered ${[refused.status, said].filter(Boolean).join(' ')}`)
}

const outage = (host: string, what: string, cause?: unknown): Error =>
  new Error(`The model's endpoint at ${host} ${what.replace(/\.$/, '')}.`, { cause })

const NOWHERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function explainConnection(error: NoConnection, host: string): Error {
  const nowhere = codesIn(error).find((code) => NOWHERE.has(code))
  if (nowhere) return unreachable(`The model's endpoint at ${host} cannot be reached (${nowhere}).`)
  return outage(host, 'broke the connection')
}

/** Whether the connection was refused or the host is unknown, which may be temporary. */
export const isDown = (error: unknown): boolean => codesIn(error).some((code) => NOWHERE.has(code))

/** System error codes along the chain of causes, where `fetch` hides them, and of each address tried. */
function codesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...own, ...[error.cause, ...inner].flatMap(codesIn)]
}

export function withoutSecrets(text: string, apiKey: string | undefined): string {
  const clean = apiKey ? text.replaceAll(apiKey, '[redacted]') : text
  return clean.replaceAll(/\s+/g, ' ').slice(0, 300)
}
