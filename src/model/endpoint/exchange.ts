import type { OpenAI } from 'openai'
import { UserError } from '../../lib/errors.ts'
import { ContextTooLong, type ModelReply, type ModelRequest } from '../model.ts'
import { CHARACTERS_PER_TOKEN, sizeOfRequest, usageOf } from '../size.ts'
import { kindOf, type Kind } from './error-dialects.ts'
import { explainFailure, isDown, withoutSecrets, type Addressee } from './model-failure.ts'
import { unsupportedFieldsIn } from './optional-fields.ts'
import { IncompleteReply, field, Refused, IdleTimeout, WebPage } from './no-reply.ts'
import { failureOf } from './openai-client.ts'
import { remedyFor } from './remedies.ts'
import { retryAfter, waitAfter } from './retry-delay.ts'

/** A model at an endpoint. `effort` is left to the endpoint when undefined. */
export type Endpoint = Addressee & {
  client: OpenAI
  model: string
  effort?: Effort | undefined
  /** Whose state a reply has: no other endpoint and no other model gets it back. */
  id: string
  marksCache: boolean
  /** The header that names the conversation, where one routes to its cache. */
  conversationHeader: string | undefined
  pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** Milliseconds of a clock that only goes on. */
  now: () => number
  /** Calls after so many milliseconds, which `refresh` begins anew, unless it is closed. */
  timer: (call: () => void, milliseconds: number) => Pick<NodeJS.Timeout, 'refresh' | 'close'>
  /** Tells whoever runs this something, once. */
  notice: (text: string) => void
}
export type Effort = NonNullable<OpenAI.ReasoningEffort>

/**
 * Milliseconds for which an endpoint may send nothing that belongs to a reply; pings do not. Models on a CPU, and long
 * thinking that is not streamed, take minutes.
 */
export const SILENCE = 10 * 60_000

/** Listens to one try: `signal` ends it when `heard` was not called for too long. */
type Listening = { signal: AbortSignal; onActivity: () => void }

/**
 * One try of a request. The names are those of optional parts that the endpoint refuses, and of parts that it wants
 * besides.
 */
type ModelAttempt = (named: ReadonlySet<string>, listening: Listening) => Promise<ModelReply>

/** Waits before asking again after a failure that nobody explains, in milliseconds. */
const FAULT_WAITS = [500, 1_500, 4_500, 9_000]
/** A try that takes longer before it fails costs as much each time: it is repeated once (anomalyco/opencode#48880). */
const SLOW = 60_000
/** How long an endpoint is waited for that is at its limit and does not say for how long, for one reply. */
const MOST_UNTOLD = 20 * 60_000
/** Tokens of a request at which a refusal without a word is more likely about its length than about anything else. */
const LONG = 16_000

/**
 * What went wrong so far in getting one reply; times in milliseconds. `untold` are the waits that nobody asked for,
 * `slow` is how a slow try failed.
 */
type Trouble = { faults: number; waits: number; waited: number; unannounced: number; slow?: string }

/**
 * A way to ask an endpoint that does not give up at once. One that is at its limit is waited for while that makes
 * sense; a reply that broke off is asked for again a few times; an optional part that the endpoint refuses is left out
 * from then on; a call that it could not read is a reply. What is thrown in the end is explained.
 */
export function withRetries(endpoint: Endpoint, optional: readonly string[]) {
  const unsupported = new Set<string>()
  return async (request: ModelRequest, attempt: ModelAttempt): Promise<ModelReply> => {
    const trouble: Trouble = { faults: 0, waits: 0, waited: 0, unannounced: 0 }
    for (;;) {
      const begun = endpoint.now()
      try {
        const reply = await listening(endpoint, request, (heard) => attempt(unsupported, heard))
        if (trouble.waits > 0) request.onWait?.(undefined)
        noticeCut(endpoint, request, reply)
        return reply
      } catch (error) {
        request.signal?.throwIfAborted()
        const refused = error instanceof Refused ? error : undefined
        if (refused && rememberUnsupported(endpoint, unsupported, { refused, optional })) continue
        const reply = refused && replyIn(refused, request)
        if (reply) return reply
        await waitOrThrow(endpoint, request, { error, refused, trouble, took: endpoint.now() - begun })
      }
    }
  }
}

/** The reply to a request of the client, as soon as it begins. Throws what `failureOf` makes of its errors. */
export async function replyTo(request: { asResponse: () => Promise<Response> }): Promise<Response> {
  try {
    return await request.asResponse()
  } catch (error) {
    throw failureOf(error)
  }
}

/** Throws `Silent` when nothing of a reply was heard for too long. */
async function listening<T>(
  { timer: startTimer }: Endpoint,
  { signal }: ModelRequest,
  attempt: (listening: Listening) => Promise<T>,
): Promise<T> {
  const quiet = new AbortController()
  const timer = startTimer(() => quiet.abort(), SILENCE)
  try {
    const ends = signal ? AbortSignal.any([signal, quiet.signal]) : quiet.signal
    return await attempt({ signal: ends, onActivity: () => void timer.refresh() })
  } catch (error) {
    throw quiet.signal.aborted ? new IdleTimeout('was silent for too long', { cause: error }) : error
  } finally {
    timer.close()
  }
}

/** Remembers what a refusal says of the request's optional parts. False when it says nothing new. */
function rememberUnsupported(
  endpoint: Endpoint,
  named: Set<string>,
  { refused, optional }: { refused: Refused; optional: readonly string[] },
): boolean {
  if (NOT_OF_PARTS.includes(kindOf(refused))) return false
  const found = unsupportedFieldsIn(refused, optional).filter((name) => !named.has(name))
  for (const name of found) named.add(name)
  if (found.some((name) => name.startsWith('reasoning') && EFFORTS.has(name)))
    endpoint.notice(
      `The model at ${endpoint.host} does not take the input \`reasoning-effort\` (${endpoint.effort ?? ''}): it is left out.`,
    )
  return found.length > 0
}

const EFFORTS = new Set(['reasoning_effort', 'reasoning'])
const NOT_OF_PARTS: readonly Kind[] = ['responses', 'malformed', 'filtered', 'context', 'busy']

/** A refusal that is about what the model wrote: it is told, and goes on. */
function replyIn(refused: Refused, request: ModelRequest): ModelReply | undefined {
  const kind = kindOf(refused)
  if (kind !== 'malformed' && kind !== 'filtered') return undefined
  const written = field(refused.body, 'failed_generation')
  const text = kind === 'filtered' ? refused.message : typeof written === 'string' ? written : ''
  const message = { kind: 'assistant' as const, text, calls: [] }
  const stop = kind === 'filtered' ? ('refusal' as const) : ('malformed' as const)
  return { message, stop, said: refused.message, usage: usageOf(undefined, request, message) }
}

type FailedAttempt = { error: unknown; refused: Refused | undefined; trouble: Trouble; took: number }

async function waitOrThrow(endpoint: Endpoint, request: ModelRequest, failed: FailedAttempt): Promise<void> {
  const { error, refused, trouble } = failed
  if (refused && kindOf(refused) === 'busy') return await waitFor(endpoint, request, { refused, trouble })
  const wait = FAULT_WAITS[trouble.faults++]
  const meaning = explained(error, endpoint, request)
  if (wait === undefined || isSlowAgain(failed, String(meaning)) || !mayPass(error, endpoint)) throw meaning
  await endpoint.pause(wait, request.signal)
}

/** Whether a try failed for the second time in the same way after a long time. */
function isSlowAgain({ error, trouble, took }: FailedAttempt, how: string): boolean {
  if (took <= SLOW && !(error instanceof IdleTimeout)) return false
  const isSame = trouble.slow === how
  trouble.slow = how
  return isSame
}

/**
 * Waits as long as the endpoint says, and tells of it. Throws when that does not fit into the time left, or when it
 * does not say and was waited for long enough.
 */
async function waitFor(
  endpoint: Endpoint,
  { signal, onWait, left = () => Infinity }: ModelRequest,
  { refused, trouble }: { refused: Refused; trouble: Trouble },
): Promise<void> {
  const length = waitAfter(refused, ++trouble.waits)
  const told = retryAfter(refused)
  trouble.waited += length
  if (told === undefined) trouble.unannounced += length
  const said = withoutSecrets(refused.message, endpoint.apiKey)
  const why = [refused.status, said].filter(Boolean).join(' ')
  if ((told !== undefined && told > left()) || trouble.unannounced > MOST_UNTOLD) {
    const asked = told === undefined ? '' : ` (it asks for a wait of ${Math.ceil(told / 1_000)} s)`
    throw remedyFor('busy', { host: endpoint.host, said: why + asked })
  }
  onWait?.({ host: endpoint.host, why, length, count: trouble.waits, total: trouble.waited })
  await endpoint.pause(length, signal)
}

/** Whether the same request may do better: it broke off, or failed for a reason that nobody can mend. */
function mayPass(error: unknown, endpoint: Endpoint): boolean {
  // What is down may come up again; it is told from what is not there by asking more than once.
  if (error instanceof IncompleteReply || error instanceof IdleTimeout || error instanceof WebPage || isDown(error))
    return true
  const meaning = explainFailure(error, endpoint)
  return meaning !== error && !(meaning instanceof UserError || meaning instanceof ContextTooLong)
}

function explained(error: unknown, endpoint: Endpoint, request: ModelRequest): unknown {
  // Cerebras and some gateways refuse what is too long without a word: https://github.com/badlogic/pi-mono
  // (overflow.ts).
  const isMute = error instanceof Refused && error.status === 400 && error.body === ''
  if (isMute && sizeOfRequest(request) / CHARACTERS_PER_TOKEN > LONG) return new ContextTooLong()
  return explainFailure(error, endpoint)
}

/**
 * No tokenizer makes so few tokens of that many characters: the server has cut the request without a word, as Ollama
 * does.
 */
const MOST_CHARACTERS_PER_TOKEN = 8
/** Below it a count says nothing. */
const FEWEST_TOKENS = 1_000

function noticeCut({ host, notice }: Endpoint, request: ModelRequest, { usage }: ModelReply): void {
  const size = sizeOfRequest(request)
  if (usage.input < FEWEST_TOKENS || size / MOST_CHARACTERS_PER_TOKEN <= usage.input) return
  const sent = Math.round(size / CHARACTERS_PER_TOKEN / 1_000)
  notice(
    `The server at ${host} read ${usage.input} tokens of a request of about ${sent},000: it cuts off what is beyond its context. ` +
      'Give the model a larger one (Ollama: `OLLAMA_CONTEXT_LENGTH=65536`; LM Studio and llama.cpp: the context length it is loaded with).',
  )
}
