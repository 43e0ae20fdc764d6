import { z } from 'zod'
import type { Reply } from './script.ts'
import type { ModelRequest } from './request.ts'

type Json = Record<string, unknown>
const Json = z.record(z.string(), z.unknown())
const isJson = (value: unknown): value is Json => Json.safeParse(value).success

/**
 * Adds to aimock's answers what it does not support: cached tokens, and refusals in the endpoints' format. Handles a
 * single JSON answer and the events of a stream.
 */
export function completed(text: string, request: ModelRequest, reply: Reply): string {
  const complete = (json: string): string => JSON.stringify(walk(JSON.parse(json), request, reply))
  if (!request.stream) return complete(text)
  return text.replace(/^data: (\{.*\})$/gm, (_, json: string) => `data: ${complete(json)}`)
}

function walk(value: unknown, request: ModelRequest, reply: Reply): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, request, reply))
  if (!isJson(value)) return value
  const deep: Json = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, request, reply)]))
  const counted = isJson(deep['usage']) ? { ...deep, usage: usageOf(deep['usage'], request) } : deep
  return reply.end === 'refusal' ? refused(counted) : counted
}

const usageOf = (usage: Json, { api, usage: { cached } }: ModelRequest): Json =>
  api === 'chat'
    ? { ...usage, prompt_tokens_details: { cached_tokens: cached }, completion_tokens_details: { reasoning_tokens: 0 } }
    : { ...usage, input_tokens_details: { cached_tokens: cached }, output_tokens_details: { reasoning_tokens: 0 } }

function refused(json: Json): Json {
  const { type, content, text } = json
  if (type === 'output_text') return { type: 'refusal', refusal: text }
  if (type === 'response.output_text.delta') return { ...json, type: 'response.refusal.delta' }
  if (type === 'response.output_text.done') return { ...json, type: 'response.refusal.done', refusal: text }
  return typeof content === 'string' ? { ...json, content: null, refusal: content } : json
}
