import { z } from 'zod'
import type { Usage } from '../plan/usage.ts'

/** What an endpoint gives with a message or a call and wants back as it came, by the names of its fields. */
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
 * One entry of a conversation. A conversation only ever grows at its end, and an entry is rendered to the same bytes
 * every time, so that the endpoint's prompt cache holds from turn to turn and from run to run.
 * `items` are the endpoint's own records of an assistant's turn (encrypted reasoning among them), `state` what it gave
 * besides the text: both are carried along as they came. `from` says which endpoint and model they belong to; no other
 * one gets them.
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

/** A message for a model that reads text alone. */
export const withoutImages = (message: Message): Message =>
  message.kind === 'user' ? { kind: 'user', text: message.text } : message

/** What the model is told of a tool. `parameters` is a JSON schema. */
export type ToolDeclaration = { name: string; description: string; parameters: Record<string, unknown> }

/** One turn's question. `cacheKey` names the conversation, so that the endpoint can route its requests to one cache. */
export type ModelRequest = {
  system: string
  tools: readonly ToolDeclaration[]
  messages: readonly Message[]
  cacheKey: string
  signal?: AbortSignal | undefined
  /** Milliseconds until the signal aborts by itself; there is no end unless it is given. */
  left?: (() => number) | undefined
  /** Called before every wait for an endpoint that is at its limit, and with nothing when it has answered again. */
  onWait?: ((wait: Wait | undefined) => void) | undefined
}

/** A wait that an endpoint asks for. Times are in milliseconds. */
export type Wait = {
  host: string
  /** What the endpoint answered, in a few words. */
  why: string
  length: number
  /** Which wait for the same reply this is, and how long all of them take together. */
  count: number
  total: number
}

/**
 * One turn's answer. `stop` is `length` when the endpoint cut it, and then it holds only the calls that are whole;
 * `refusal` when the model declined, `malformed` when the endpoint could not read the call that it wrote, and then
 * `said`
 * is why. Call ids are unique in the conversation.
 */
export type ModelReply = {
  message: Extract<Message, { kind: 'assistant' }>
  stop: 'end' | 'length' | 'refusal' | 'malformed'
  said?: string
  usage: Usage
}

/**
 * The events of an agent's run, in order. They suffice for a full transcript. `turn` counts requests from 1. The
 * messages before index `since` are the same as in the request before.
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
 * The port to the model: one request, one reply. Waits for 429 and 503 and repeats after faults are the adapter's.
 * Throws `UserError` for what a person can fix (key, model name, address), `ContextTooLong` when the conversation does
 * not fit.
 */
export type Model = (request: ModelRequest) => Promise<ModelReply>

/** The conversation is longer than the model takes. */
export class ContextTooLong extends Error {
  override readonly name = 'ContextTooLong'

  constructor(message = 'The conversation is longer than the model takes.') {
    super(message)
  }
}
