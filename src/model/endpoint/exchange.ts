import { field } from '../../guard/json.ts'
import { APIConnectionError, APIError, type OpenAI } from 'openai'
import { UserError } from '../../lib/errors.ts'
import { ContextTooLong, CHARACTERS_PER_TOKEN, sizeOfRequest, usageOf } from '../model.ts'
import type { Message, Model, ModelReply, ModelRequest } from '../model.ts'
import { kindOf, type Kind } from './error-dialects.ts'
import { answerOf, explainFailure } from './remedies.ts'
import { IMAGES, unsupportedFieldsIn } from './optional-fields.ts'
import { IncompleteReply, NoConnection, Refused, WebPage, retryAfter, waitAfter } from './failures.ts'

/** A model at an endpoint. With `effort` undefined, the endpoint decides. */
export type Endpoint = {
  host: string
  /** Is redacted in the endpoint's error messages, which may repeat it. */
  apiKey: string | undefined
  api: 'chat' | 'responses'
  /** The part of the client that the bundle has (`scripts/trim-openai.ts`). */
  client: Pick<OpenAI, 'chat' | 'responses'>
  model: string
  effort?: NonNullable<OpenAI.ReasoningEffort> | undefined
  /** Identifies endpoint and model. Reasoning state goes back only to the endpoint and model that produced it. */
  id: string
  marksCache: boolean
  /** The header that carries the conversation's id, at providers that route to their prompt cache by it. */
  conversationHeader: string | undefined
  pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** Starts a timer, as `setTimeout`; `refresh` restarts it and `close` cancels it. */
  timer: (call: () => void, milliseconds: number) => Pick<NodeJS.Timeout, 'refresh' | 'close'>
  notice: (text: string) => void
}

/** Idle timeout in milliseconds; pings do not count. Models on a CPU, and hidden thinking, take minutes. */
const IDLE_TIMEOUT = 10 * 60_000

/** The idle timeout of one attempt: `onActivity` restarts it, `signal` aborts when it expires. */
type IdleTimer = { signal: AbortSignal; onActivity: () => void }

/** One attempt. `unsupported` has the optional fields that the endpoint rejects, and the extra ones that it wants. */
type ModelAttempt = (
  request: ModelRequest,
  unsupported: ReadonlySet<string>,
  idleTimer: IdleTimer,
) => Promise<ModelReply>

/** Backoff delays in milliseconds after an unexplained failure. */
const FAULT_BACKOFF = [500, 1_500, 4_500, 9_000]
/** Milliseconds after which a failed attempt is slow: it is retried only once (anomalyco/opencode#48880). */
const SLOW_ATTEMPT = 60_000
/** Maximum total of backoff delays per reply, in milliseconds, where a rate-limited endpoint names no delay. */
const MAX_UNANNOUNCED_WAIT = 20 * 60_000
/** Tokens of a request above which a 400 without a body most likely means that the request is too long. */
const LONG_REQUEST_TOKENS = 16_000

/** A request and its failures so far, in milliseconds. `unannounced`: delays that the endpoint did not name. */
type RetryState = { endpoint: Endpoint; request: ModelRequest; slow?: string } & Record<
  'faults' | 'waits' | 'waited' | 'unannounced',
  number
>

/**
 * Makes a model of attempts: waits out rate limits, repeats broken replies, drops images and the optional `fields` that
 * the endpoint rejects, and returns a call that the endpoint could not parse as a reply. Throws explained errors.
 */
export function withRetries(endpoint: Endpoint, fields: readonly string[], attempt: ModelAttempt): Model {
  const optional = [...fields, IMAGES]
  const unsupported = new Set<string>()
  return async (request) => {
    const retryState: RetryState = { endpoint, request, faults: 0, waits: 0, waited: 0, unannounced: 0 }
    for (;;) {
      const begun = endpoint.now()
      const messages = unsupported.has(IMAGES) ? request.messages.map(withoutImages) : request.messages
      try {
        const reply = await withIdleTimeout(endpoint, request, (idleTimer) =>
          attempt({ ...request, messages }, unsupported, idleTimer),
        )
        if (retryState.waits > 0) request.onWait?.(undefined)
        noticeTruncation(endpoint, request, reply)
        return reply
      } catch (error) {
        request.signal?.throwIfAborted()
        if (error instanceof Refused) {
          if (rememberUnsupported(endpoint, { optional, unsupported }, error)) continue
          const reply = replyIn(error, request)
          if (reply) return reply
        }
        await waitOrThrow(retryState, error, endpoint.now() - begun)
      }
    }
  }
}

/** Removes the images of a message, for models that take text alone. */
const withoutImages = (message: Message): Message =>
  message.kind === 'user' ? { kind: 'user', text: message.text } : message

/** Runs an attempt under the idle timeout. Throws `IncompleteReply` when it expires, and what `failureOf` makes of errors. */
async function withIdleTimeout<T>(
  { timer: startTimer }: Endpoint,
  { signal }: ModelRequest,
  attempt: (idleTimer: IdleTimer) => Promise<T>,
): Promise<T> {
  const idle = new AbortController()
  const timer = startTimer(() => idle.abort(), IDLE_TIMEOUT)
  try {
    const ends = signal ? AbortSignal.any([signal, idle.signal]) : idle.signal
    return await attempt({ signal: ends, onActivity: () => void timer.refresh() })
  } catch (error) {
    throw idle.signal.aborted ? new IncompleteReply('was silent for too long', { cause: error }) : failureOf(error)
  } finally {
    timer.close()
  }
}

/** Maps the client's errors to `Refused`, to `NoConnection`, and to the `UserError` of fetching a token. */
function failureOf(error: unknown): unknown {
  if (error instanceof Error && error.cause instanceof UserError) return error.cause
  if (error instanceof APIConnectionError) return new NoConnection('was not reached', { cause: error })
  if (!(error instanceof APIError) || error.status === undefined) return error
  // Without a JSON body, the client's message is the status with the text of the body, or with a note that there was
  // none.
  const text = error.message.replace(/^\d{3} (?:status code \(no body\))?/, '')
  return new Refused({ status: error.status, body: error.error ?? text, headers: error.headers })
}

type OptionalFields = { optional: readonly string[]; unsupported: Set<string> }

/** Remembers optional fields that an error rejects. False if the error names no new one. */
function rememberUnsupported(endpoint: Endpoint, { optional, unsupported }: OptionalFields, refused: Refused): boolean {
  if (NOT_ABOUT_FIELDS.includes(kindOf(refused))) return false
  const rejected = unsupportedFieldsIn(refused, optional).filter((name) => !unsupported.has(name))
  for (const name of rejected) unsupported.add(name)
  if (rejected.includes('reasoning_effort') || rejected.includes('reasoning'))
    endpoint.notice(
      `The model at ${endpoint.host} does not take the input \`reasoning-effort\` (${endpoint.effort ?? ''}): it is left out.`,
    )
  return rejected.length > 0
}

const NOT_ABOUT_FIELDS: readonly Kind[] = ['responses', 'malformed', 'filtered', 'context', 'busy']

/** Converts an error about the model's own output to a reply, so that the model can correct it. */
function replyIn(refused: Refused, request: ModelRequest): ModelReply | undefined {
  const kind = kindOf(refused)
  if (kind !== 'malformed' && kind !== 'filtered') return undefined
  const written = field(refused.body, 'failed_generation')
  const text = kind === 'filtered' ? refused.message : typeof written === 'string' ? written : ''
  const message = { kind: 'assistant' as const, text, calls: [] }
  const stop = kind === 'filtered' ? ('refusal' as const) : ('malformed' as const)
  return { message, stop, refusalText: refused.message, usage: usageOf(undefined, request, message) }
}

async function waitOrThrow(retryState: RetryState, error: unknown, duration: number): Promise<void> {
  if (error instanceof Refused && kindOf(error) === 'busy') return await waitFor(retryState, error)
  const wait = FAULT_BACKOFF[retryState.faults++]
  const meaning = explained(retryState, error)
  if (wait === undefined || isSlowAgain(retryState, duration, String(meaning)) || !mayBeTemporary(error, meaning))
    throw meaning
  await retryState.endpoint.pause(wait, retryState.request.signal)
}

/** Whether a slow attempt failed in the same way for the second time. */
function isSlowAgain(retryState: RetryState, duration: number, how: string): boolean {
  if (duration <= SLOW_ATTEMPT) return false
  const isSame = retryState.slow === how
  retryState.slow = how
  return isSame
}

/** Waits for the named delay, or a backoff. Throws when there is no time for it, or backoff was long enough. */
async function waitFor(retryState: RetryState, refused: Refused): Promise<void> {
  const { endpoint, request } = retryState
  const { signal, onWait, left = () => Infinity } = request
  const length = waitAfter(refused, ++retryState.waits)
  const delay = retryAfter(refused)
  retryState.waited += length
  if (delay === undefined) retryState.unannounced += length
  if ((delay !== undefined && delay > left()) || retryState.unannounced > MAX_UNANNOUNCED_WAIT) {
    const note = delay === undefined ? '' : ` (it asks for a wait of ${Math.ceil(delay / 1_000)} s)`
    throw explainFailure(refused, endpoint, note)
  }
  const why = answerOf(refused, endpoint.apiKey)
  onWait?.({ host: endpoint.host, why, length, count: retryState.waits, total: retryState.waited })
  await endpoint.pause(length, signal)
}

/** Whether a retry may succeed: no reply arrived whole, or the failure is not one that a person can fix. */
function mayBeTemporary(error: unknown, meaning: unknown): boolean {
  // A refused connection may be an endpoint that restarts; several attempts tell it from a wrong address.
  if (error instanceof NoConnection || error instanceof WebPage) return true
  return meaning !== error && !(meaning instanceof UserError || meaning instanceof ContextTooLong)
}

function explained({ endpoint, request }: RetryState, error: unknown): unknown {
  // Cerebras and some gateways reject a request that is too long with an empty body:
  // https://github.com/badlogic/pi-mono (overflow.ts).
  const hasEmptyBody = error instanceof Refused && error.status === 400 && error.body === ''
  if (hasEmptyBody && sizeOfRequest(request) / CHARACTERS_PER_TOKEN > LONG_REQUEST_TOKENS) return new ContextTooLong()
  return explainFailure(error, endpoint)
}

/** Beyond what any tokenizer reaches: the server truncated the request without an error, as Ollama does. */
const MAX_CHARACTERS_PER_TOKEN = 8
/** Token counts below this are too small to judge. */
const MIN_JUDGED_TOKENS = 1_000

function noticeTruncation({ host, notice }: Endpoint, request: ModelRequest, { usage }: ModelReply): void {
  const size = sizeOfRequest(request)
  if (usage.input < MIN_JUDGED_TOKENS || size / MAX_CHARACTERS_PER_TOKEN <= usage.input) return
  const sent = Math.round(size / CHARACTERS_PER_TOKEN / 1_000)
  notice(
    `The server at ${host} read ${usage.input} tokens of a request of about ${sent},000: it cuts off what is beyond its context. ` +
      'Give the model a larger one (Ollama: `OLLAMA_CONTEXT_LENGTH=65536`; LM Studio and llama.cpp: the context length it is loaded with).',
  )
}
