import { isRecord } from '../../guard/json.ts'
import type { Message } from '../model.ts'
import { REASONING_STAND_IN, SIGNATURE_STAND_IN } from './optional-fields.ts'

type Assistant = Extract<Message, { kind: 'assistant' }>
type Fields = Record<string, unknown>

/**
 * Reasoning state of a message or a call, which endpoints require back unchanged: DeepSeek and Kimi
 * `reasoning_content`, OpenRouter and other gateways `reasoning_details`, Gemini thought signatures.
 */
const OF_MESSAGE = ['reasoning_content', 'reasoning_details', 'extra_content', 'thought_signature'] as const
const OF_CALL = ['extra_content', 'thought_signature'] as const

/** The names under which an endpoint may reject reasoning state. */
export const STATE_NAMES: readonly string[] = OF_MESSAGE

/** Merges the reasoning state of a streamed delta (of a message or a call) into what was collected so far. */
export function collect(state: Fields, piece: object, of: 'message' | 'call'): void {
  const given = new Map<string, unknown>(Object.entries(piece))
  for (const name of of === 'message' ? OF_MESSAGE : OF_CALL) {
    const next = given.get(name)
    if (next === undefined || next === null || next === '') continue
    state[name] = joined(name, state[name], next)
  }
}

function joined(name: string, before: unknown, next: unknown): unknown {
  if (name === 'reasoning_content' && typeof before === 'string' && typeof next === 'string') return before + next
  if (name === 'reasoning_details' && Array.isArray(next)) return withDetails(Array.isArray(before) ? before : [], next)
  return isRecord(before) && isRecord(next) ? { ...before, ...next } : next
}

/** Joins the deltas of each detail; only its texts are split over deltas. */
function withDetails(before: readonly unknown[], next: readonly unknown[]): unknown[] {
  const all = [...before]
  for (const piece of next) {
    const last = all.at(-1)
    if (isRecord(last) && isRecord(piece) && goesOn(last, piece)) all[all.length - 1] = merged(last, piece)
    else all.push(piece)
  }
  return all
}

const PIECEMEAL = ['text', 'summary'] as const

const goesOn = (last: Fields, piece: Fields): boolean =>
  last['type'] === piece['type'] && last['index'] === piece['index'] && PIECEMEAL.some((name) => isPart(last, name))

const isPart = (detail: Fields, name: string): boolean => detail['type'] === `reasoning.${name}`

function merged(last: Fields, piece: Fields): Fields {
  const texts = PIECEMEAL.filter((name) => typeof last[name] === 'string' && typeof piece[name] === 'string')
  const given = Object.entries(piece).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...last,
    ...Object.fromEntries(given),
    ...Object.fromEntries(texts.map((name) => [name, `${String(last[name])}${String(piece[name])}`])),
  }
}

/** How reasoning state is sent: to which endpoint, and the fields that it is known to reject or to require. */
export type Sending = { endpoint: string; without: ReadonlySet<string> }

/** The reasoning state of a message for this endpoint; nothing of what another endpoint produced. */
export function stateFor(message: Assistant, { endpoint, without }: Sending): Fields {
  const own = message.from === endpoint ? allowed(message.state, without) : {}
  const isBare = message.calls.length > 0 && !('reasoning_content' in own)
  // Moonshot accepts a blank, but no empty text: https://github.com/BerriAI/litellm (llms/moonshot).
  return without.has(REASONING_STAND_IN) && isBare ? { ...own, reasoning_content: ' ' } : own
}

/** The provider's state to send back with a tool call, for the endpoint that it came from. */
export function callStateFor(message: Assistant, at: number, { endpoint, without }: Sending): Fields {
  const own = message.from === endpoint ? allowed(message.calls[at]?.state, without) : {}
  const isBare = at === 0 && !('extra_content' in own) && !('extra_content' in (message.state ?? {}))
  return without.has(SIGNATURE_STAND_IN) && isBare ? { ...own, extra_content: UNSIGNED } : own
}

/** Gemini's placeholder for calls of another model: https://ai.google.dev/gemini-api/docs/thought-signatures. */
const UNSIGNED = { google: { thought_signature: 'skip_thought_signature_validator' } }

const allowed = (state: Fields | undefined, without: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(state ?? {}).filter(([name]) => !without.has(name)))
