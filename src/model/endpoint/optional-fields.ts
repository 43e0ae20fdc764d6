import { field } from '../../guard/json.ts'
import { type Refused } from './no-reply.ts'

/** The optional field for images: many models take text alone, and their servers word the error in many ways. */
export const IMAGES = 'images'
/** The message between a tool result and a user message, sent once an endpoint asked for alternating roles. */
export const BRIDGE = 'bridge'
/** Placeholders for reasoning or a signature of another endpoint, sent once an endpoint asked for them. */
export const REASONING_STAND_IN = 'reasoning stand-in'
export const SIGNATURE_STAND_IN = 'signature stand-in'

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
const ALTERNATE =
  /role '?user'? after role '?tool'?|roles must alternate|after (?:the )?(?:optional )?(?:system|tool) message/i

/** The fields to drop or to add after a 400 or 422; all optional ones if the error has no text. */
export function unsupportedFieldsIn(refused: Refused, optional: readonly string[]): string[] {
  const { status, words, body } = refused
  if (NO_IMAGES_STATUS.includes(status) && NO_IMAGES.test(words)) return [IMAGES]
  if (status !== 400 && status !== 422) return []
  if (body === '') return optional.filter((name) => !STATE.has(name))
  if (WANTS_REASONING.test(words)) return [REASONING_STAND_IN]
  if (WANTS_SIGNATURE.test(words)) return [SIGNATURE_STAND_IN]
  if (ALTERNATE.test(words)) return [BRIDGE]
  const about = String(field(body, 'param') ?? '').split(/[.[]/)[0]
  return optional.filter((name) => name === about || nameIn(words, name) || OTHER_NAMES[name]?.test(words))
}

/** Whether an error's text contains a field name; one that is an English word must be quoted or marked. */
const nameIn = (words: string, name: string): boolean =>
  new RegExp(name.includes('_') ? `(?<![\\w-])${name}(?![\\w-])` : `(?:['"\`]|: )${name}\\b`).test(words)

/** Fields of reasoning state, which goes back to the endpoint that produced it. */
const STATE = new Set(['reasoning_content', 'reasoning_details', 'extra_content', 'thought_signature'])
