import type { OpenAI } from 'openai'
import { UserError } from '../../errors.ts'
import { ContextTooLong, type ModelReply, type ModelRequest } from '../agent/model.ts'
import { CHARACTERS_PER_TOKEN, sizeOfRequest, usageOf } from '../agent/size.ts'
import { kindOf, type Kind } from './error-dialects.ts'
import { BrokenOff, explainFailure, isDown, wasSilent, withoutSecrets, type Addressee } from './failure.ts'
import { namedIn } from './optional-fields.ts'
import { field, refusalOf, type Refused } from './refused.ts'
import { waitAfter } from './retry-delay.ts'

/** A model at an endpoint. `effort` is left to the endpoint when undefined. */
export type Endpoint = Addressee & {
  client: OpenAI
  model: string
  effort?: Effort | undefined
  /** Whose state a reply has: no other endpoint and no other model gets it back. */
  id: string
  marksCache: boolean
  pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** Tells whoever runs this something, once. */
  notice: (text: string) => void
}
export type Effort = NonNullable<OpenAI.ReasoningEffort>

/**
 * One try of a request. The names are those of optional parts that the endpoint refuses, and of parts that it wants
 * besides.
 */
type Exchange = (named: ReadonlySet<string>) => Promise<ModelReply>

/** Waits before asking again after a failure that nobody explains, in milliseconds. */
const FAULT_WAITS = [500, 1_500, 4_500, 9_000]
/** Tokens of a request at which a refusal without a word is more likely about its length than about anything else. */
const LONG = 16_000

/** What went wrong so far in getting one reply. */
type Trouble = { faults: number; waits: number; waited: number }

/**
 * A way to ask an endpoint that does not give up at once. One that is at its limit is waited for until the signal ends
 * it; a reply that broke off is asked for again a few times; an optional part that the endpoint refuses is left out
 * from then on; a call that it could not read is a reply. What is thrown in the end is explained.
 */
export function persistent(endpoint: Endpoint, optional: readonly string[]) {
  const named = new Set<string>()
  return async (request: ModelRequest, attempt: Exchange): Promise<ModelReply> => {
    const trouble: Trouble = { faults: 0, waits: 0, waited: 0 }
    for (;;) {
      try {
        const reply = await attempt(named)
        if (trouble.waits > 0) request.onWait?.(undefined)
        noticeCut(endpoint, request, reply)
        return reply
      } catch (error) {
        request.signal?.throwIfAborted()
        const refused = refusalOf(error)
        if (refused && learn(endpoint, named, { refused, optional })) continue
        const reply = refused && replyIn(refused, request)
        if (reply) return reply
        await waitOrThrow(endpoint, request, { error, refused, trouble })
      }
    }
  }
}

/** Remembers what a refusal says of the request's optional parts. False when it says nothing new. */
function learn(
  endpoint: Endpoint,
  named: Set<string>,
  { refused, optional }: { refused: Refused; optional: readonly string[] },
): boolean {
  if (NOT_OF_PARTS.includes(kindOf(refused))) return false
  const found = namedIn(refused, optional).filter((name) => !named.has(name))
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

type Failed = { error: unknown; refused: Refused | undefined; trouble: Trouble }

async function waitOrThrow(endpoint: Endpoint, request: ModelRequest, failed: Failed): Promise<void> {
  const { error, refused, trouble } = failed
  if (refused && kindOf(refused) === 'busy') return await waitFor(endpoint, request, { refused, trouble })
  const wait = FAULT_WAITS[trouble.faults++]
  if (wait === undefined || !mayPass(error, endpoint)) throw explained(error, endpoint, request)
  await endpoint.pause(wait, request.signal)
}

/** Waits as long as the endpoint says, and tells of it. */
async function waitFor(
  endpoint: Endpoint,
  { signal, onWait }: ModelRequest,
  { refused, trouble }: { refused: Refused; trouble: Trouble },
): Promise<void> {
  const length = waitAfter(refused, ++trouble.waits)
  trouble.waited += length
  const said = withoutSecrets(refused.message, endpoint.apiKey)
  const why = [refused.status, said].filter(Boolean).join(' ')
  onWait?.({ host: endpoint.host, why, length, count: trouble.waits, total: trouble.waited })
  await endpoint.pause(length, signal)
}

/** Whether the same request may do better: it broke off, or failed for a reason that nobody can mend. */
function mayPass(error: unknown, endpoint: Endpoint): boolean {
  if (wasSilent(error)) return false
  // What is down may come up again; it is told from what is not there by asking more than once.
  if (error instanceof BrokenOff || isDown(error)) return true
  const meaning = explainFailure(error, endpoint)
  return meaning !== error && !(meaning instanceof UserError || meaning instanceof ContextTooLong)
}

function explained(error: unknown, endpoint: Endpoint, request: ModelRequest): unknown {
  const refused = refusalOf(error)
  // Cerebras and some gateways refuse what is too long without a word: https://github.com/badlogic/pi-mono
  // (overflow.ts).
  if (refused?.status === 400 && refused.body === '' && sizeOfRequest(request) / CHARACTERS_PER_TOKEN > LONG)
    return new ContextTooLong('The conversation is longer than the model takes.')
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
