import { z } from 'zod'
import type { Usage } from '../plan/usage.ts'

/** Provider state of a message or a call, which the endpoint requires back unchanged, by field name. */
const State = z.record(z.string(), z.unknown())

/** A call of a tool as the model wrote it. `arguments` is the raw text: it may be malformed JSON. */
export const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  state: State.optional(),
})
export type ToolCall = z.infer<typeof ToolCall>

/**
 * One entry of a conversation. Conversations are append-only, and an entry renders to the same bytes every time, so
 * that the endpoint's prompt cache works across turns and runs. `items` are the endpoint's own records of an assistant
 * turn (with encrypted reasoning), `state` its other provider state; both are passed through unchanged. `from`
 * identifies the endpoint and model that they belong to; no other one receives them.
 */
export const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), text: z.string(), images: z.array(z.string()).optional() }),
  z.object({
    kind: z.literal('assistant'),
    text: z.string(),
    calls: z.array(ToolCall),
    items: z.array(z.record(z.string(), z.unknown())).optional(),
    state: State.optional(),
    from: z.string().optional(),
  }),
  z.object({ kind: z.literal('result'), call: z.string(), name: z.string(), text: z.string() }),
])
export type Message = z.infer<typeof Message>

/** Replaces images in a message, for models that take text alone. */
export const withoutImages = (message: Message): Message =>
  message.kind === 'user' ? { kind: 'user', text: message.text } : message

/** A tool's declaration in a request. `parameters` is a JSON schema. */
export type ToolDeclaration = { name: string; description: string; parameters: Record<string, unknown> }

/**
 * The request of one turn. `cacheKey` identifies the conversation, so that the endpoint can route its requests to one
 * prompt cache.
 */
export type ModelRequest = {
  system: string
  tools: readonly ToolDeclaration[]
  messages: readonly Message[]
  cacheKey: string
  signal?: AbortSignal | undefined
  /** Milliseconds left until the signal aborts; undefined if there is no deadline. */
  left?: (() => number) | undefined
  /** Called before every wait for a rate limit, and with undefined when the endpoint answers again. */
  onWait?: ((wait: Wait | undefined) => void) | undefined
}

/** A wait for a rate limit. Times are in milliseconds. */
export type Wait = {
  host: string
  /** The endpoint's answer, in a few words. */
  why: string
  length: number
  /** Number of this wait for the current reply, and the total of all its waits. */
  count: number
  total: number
}

/**
 * The reply of one turn. `stop` is `length` if the endpoint truncated it (then it contains complete calls alone),
 * `refusal` if the model declined, `malformed` if the endpoint could not parse the model's call (then `said` has the
 * reason). Call ids are unique in the conversation.
 */
export type ModelReply = {
  message: Extract<Message, { kind: 'assistant' }>
  stop: 'end' | 'length' | 'refusal' | 'malformed'
  said?: string
  usage: Usage
}

/**
 * The events of an agent's run, in order. They suffice for a full transcript. `turn` counts requests from 1. Messages
 * before index `since` are the same as in the previous request.
 */
export type AgentEvent =
  | {
      kind: 'request'
      turn: number
      system: string
      tools: readonly ToolDeclaration[]
      messages: readonly Message[]
      since: number
    }
  | ({ kind: 'reply'; turn: number; milliseconds: number } & ModelReply)
  | { kind: 'tool'; turn: number; call: ToolCall; text: string; failed: boolean; milliseconds: number }
  | { kind: 'compacted'; turn: number; before: number; after: number }
  | { kind: 'end'; turn: number; how: string; text: string }

/**
 * The port to the model: one request, one reply. The adapter waits for rate limits (429, 503) and retries faults.
 * Throws `UserError` for what a person can fix (key, model name, address), `ContextTooLong` when the conversation does
 * not fit.
 */
export type Model = (request: ModelRequest) => Promise<ModelReply>

/** The conversation exceeds the model's context window. */
export class ContextTooLong extends Error {
  override readonly name = 'ContextTooLong'

  constructor(message = 'The conversation is longer than the model takes.') {
    super(message)
  }
}
