import { field, isRecord } from '../../guard/json.ts'
import type { Refused } from './failures.ts'
import type { Message } from '../model.ts'

/** The optional field for images: many models take text alone, and their servers word the error in many ways. */
export const IMAGES = 'images'
/** The message between a tool result and a user message, sent once an endpoint asked for alternating roles. */
export const BRIDGE = 'bridge'
/** Placeholders for reasoning or a signature of another endpoint, sent once an endpoint asked for them. */
const REASONING_STAND_IN = 'reasoning stand-in'
const SIGNATURE_STAND_IN = 'signature stand-in'

const NO_IMAGES = /\bimages?\b|image_url|input_image|\bvision\b|multi-?modal/i
const NO_IMAGES_STATUS: readonly (number | undefined)[] = [400, 404, 415, 422, 500, 501]

/** Other names of parameters in the errors of xAI, Ollama, Gemini, and Anthropic behind a gateway. */
const OTHER_NAMES: Record<string, RegExp> = {
  reasoning_effort: /reasoning_?effort|think value|does not support thinking|thinking (?:level|budget)|\beffort\b/i,
  reasoning: /reasoning[._]effort|reasoning_?effort|\beffort\b/i,
  reasoning_details: /reasoning_details|signature\W{0,3} in \W{0,3}thinking|thinking\W{0,3} blocks?/i,
  extra_content: /extra_content|thought.signature is not valid|corrupted thought signature/i,
  thought_signature: /thought_signature\W|thought.signature is not valid/i,
  include: /invalid_encrypted_content|encrypted content/i,
}

/** DeepSeek, Kimi and Gemini require reasoning fields also for calls that another model made. */
const WANTS_REASONING = /reasoning_content.{0,60}(?:missing|must be passed|required)/i
const WANTS_SIGNATURE = /missing a? ?thought.signature/i
const WANTS_ALTERNATION =
  /role '?user'? after role '?tool'?|roles must alternate|after (?:the )?(?:optional )?(?:system|tool) message/i

/** The fields to drop or to add after a 400 or 422; all `optional` fields of the request if the error has no text. */
export function unsupportedFieldsIn(refused: Refused, optional: readonly string[]): string[] {
  const { status, words, body } = refused
  if (NO_IMAGES_STATUS.includes(status) && NO_IMAGES.test(words)) return [IMAGES]
  if (status !== 400 && status !== 422) return []
  if (body === '') return [...optional]
  if (WANTS_REASONING.test(words)) return [REASONING_STAND_IN]
  if (WANTS_SIGNATURE.test(words)) return [SIGNATURE_STAND_IN]
  if (WANTS_ALTERNATION.test(words)) return [BRIDGE]
  const rejectedField = String(field(body, 'param') ?? '').split(/[.[]/)[0]
  return [...optional, ...STATE_NAMES].filter(
    (name) => name === rejectedField || nameIn(words, name) || OTHER_NAMES[name]?.test(words),
  )
}

/** Whether an error's text contains a field name; one that is an English word must be quoted or marked. */
const nameIn = (words: string, name: string): boolean =>
  new RegExp(name.includes('_') ? `(?<![\\w-])${name}(?![\\w-])` : `(?:['"\`]|: )${name}\\b`).test(words)

type Assistant = Extract<Message, { kind: 'assistant' }>
type Fields = Record<string, unknown>

/** Reasoning state that endpoints want back: of DeepSeek and Kimi, of OpenRouter and gateways, and of Gemini. */
const STATE_NAMES = ['reasoning_content', 'reasoning_details', 'extra_content', 'thought_signature']
const CALL_STATE_NAMES = ['extra_content', 'thought_signature']

/** Merges the reasoning state of a streamed delta (of a message or a call) into what was collected so far. */
export function collect(state: Fields, piece: object, of: 'message' | 'call'): void {
  const given = new Map<string, unknown>(Object.entries(piece))
  for (const name of of === 'message' ? STATE_NAMES : CALL_STATE_NAMES) {
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
    if (isRecord(last) && isRecord(piece) && continues(last, piece)) all[all.length - 1] = merged(last, piece)
    else all.push(piece)
  }
  return all
}

const STREAMED_TYPES: readonly unknown[] = ['reasoning.text', 'reasoning.summary']
const STREAMED_TEXTS = ['text', 'summary']

const continues = (last: Fields, piece: Fields): boolean =>
  last['type'] === piece['type'] && last['index'] === piece['index'] && STREAMED_TYPES.includes(last['type'])

function merged(last: Fields, piece: Fields): Fields {
  const given = Object.entries(piece).flatMap(([name, value]) => {
    const before = STREAMED_TEXTS.includes(name) ? last[name] : undefined
    if (typeof before === 'string' && typeof value === 'string') return [[name, before + value] as const]
    return value === null || value === undefined ? [] : [[name, value] as const]
  })
  return { ...last, ...Object.fromEntries(given) }
}

/**
 * The reasoning state of a message and of each of its calls for an endpoint: nothing of what another endpoint produced,
 * without the fields that this one rejects, and with the placeholders that it requires.
 */
export function stateFor(message: Assistant, endpoint: string, unsupported: ReadonlySet<string>) {
  const own = (state: Fields = {}): Fields =>
    message.from === endpoint
      ? Object.fromEntries(Object.entries(state).filter(([name]) => !unsupported.has(name)))
      : {}
  const state = own(message.state)
  const calls = message.calls.map((call) => own(call.state))
  const [first] = calls
  // Moonshot accepts a blank, but no empty text: https://github.com/BerriAI/litellm (llms/moonshot).
  if (unsupported.has(REASONING_STAND_IN) && first) state['reasoning_content'] ??= ' '
  const isSigned = 'extra_content' in (message.state ?? {})
  if (unsupported.has(SIGNATURE_STAND_IN) && first && !isSigned) first['extra_content'] ??= PLACEHOLDER_SIGNATURE
  return { state, calls }
}

/** Gemini's placeholder for calls of another model: https://ai.google.dev/gemini-api/docs/thought-signatures. */
const PLACEHOLDER_SIGNATURE = { google: { thought_signature: 'skip_thought_signature_validator' } }
