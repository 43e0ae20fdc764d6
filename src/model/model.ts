import { z } from 'zod'
import type { Usage } from '../plan/usage.ts'
import { isRecord, jsonIn } from '../guard/json.ts'

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
 * One entry of an append-only conversation, which renders to the same bytes every time for the prompt cache. `items`
 * are the endpoint's own records of a turn, `state` its other provider state: both go back unchanged, and only to the
 * endpoint and model that `from` identifies.
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

/** A tool's declaration in a request. `parameters` is a JSON schema. */
export type ToolDeclaration = { name: string; description: string; parameters: Record<string, unknown> }

/** The request of one turn. By `cacheKey` the endpoint routes the requests of a conversation to one prompt cache. */
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
 * The reply of one turn. `stop`: `length` if it was truncated to complete calls, `refusal` if the model declined,
 * `malformed` if the endpoint could not parse a call (`refusalText` is why). Call ids are unique in the conversation.
 */
export type ModelReply = {
  message: Extract<Message, { kind: 'assistant' }>
  stop: 'end' | 'length' | 'refusal' | 'malformed'
  refusalText?: string
  usage: Usage
}

/** A full transcript of an agent's run. Messages before index `since` are those of the previous request. */
export type AgentEvent =
  | ({ kind: 'request'; turn: number; since: number } & Pick<ModelRequest, 'system' | 'tools' | 'messages'>)
  | ({ kind: 'reply'; turn: number; milliseconds: number } & ModelReply)
  | { kind: 'tool'; turn: number; call: ToolCall; text: string; failed: boolean; milliseconds: number }
  | { kind: 'compacted'; turn: number; before: number; after: number }
  /** Again and again while the model's reply, or a call, takes long. */
  | { kind: 'waiting'; turn: number; call?: ToolCall; milliseconds: number }
  | { kind: 'end'; turn: number; how: string; text: string }

/**
 * The port to the model: one request, one reply, with retries. Throws `UserError` for what a person can fix (key, model
 * name, address), `ContextTooLong` when the conversation does not fit.
 */
export type Model = (request: ModelRequest) => Promise<ModelReply>

/** The conversation exceeds the model's context window. */
export class ContextTooLong extends Error {
  override readonly name = 'ContextTooLong'
}

/** A rule of thumb, for endpoints that report no usage. */
export const CHARACTERS_PER_TOKEN = 4

/** The size of a conversation in a request, in characters. Images do not count, because they are billed differently. */
export const sizeOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + lengthOf(message), 0)

/** The size of a whole request (system prompt, tools and conversation) in characters. */
export const sizeOfRequest = (request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number =>
  request.system.length + JSON.stringify(request.tools).length + sizeOf(request.messages)

/** The usage of a request and its reply as the endpoint counted it, or else an estimate. */
export function usageOf(counted: Usage | undefined, request: ModelRequest, reply: Message): Usage {
  if (counted?.input) return counted
  return {
    input: Math.ceil(sizeOfRequest(request) / CHARACTERS_PER_TOKEN),
    cached: 0,
    output: Math.ceil(lengthOf(reply) / CHARACTERS_PER_TOKEN),
  }
}

function lengthOf(message: Message): number {
  if (message.kind !== 'assistant') return message.text.length
  if (message.items) return JSON.stringify(message.items).length
  const own = message.text.length + stateLength(message.state)
  return message.calls.reduce(
    (sum, call) => sum + call.name.length + call.arguments.length + stateLength(call.state),
    own,
  )
}

const stateLength = (state: object | undefined): number => (state ? JSON.stringify(state).length : 0)

/** The arguments of a call as text. Some servers send an object instead. */
export function argumentsAsText(raw: unknown): string {
  if (raw === undefined || raw === null) return ''
  return typeof raw === 'string' ? raw : JSON.stringify(raw)
}

/**
 * JSON without halves of surrogate pairs, for which strict parsers reject the whole of a request. `JSON.stringify`
 * escapes these and no other surrogate.
 */
export const wellFormedJson = (json: string): string =>
  /\\ud[89a-f]/i.test(json)
    ? json.replace(/(\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|\\(?:ud[89a-f][\da-f]{2}|.)/gi, (escape, pair) =>
        pair === undefined && escape.length === 6 ? '\ufffd' : escape,
      )
    : json

/** Argument text without the code fence that some models put around it, and without halves of surrogate pairs. */
export const readArguments = (text: string): string =>
  wellFormedJson(/^```[ \t]*(?:json[ \t]*)?\r?\n([^]*)```$/.exec(text.trim())?.[1]?.trim() ?? text)

/** Whether the arguments are a complete JSON object. An empty text counts as no arguments. */
export const isCompleteJson = (text: string): boolean => text.trim() === '' || isRecord(jsonIn(text))

/** Returns what replaces missing and repeated call ids, always by the same new ones, so that the prompt cache holds. */
export function uniqueIds(messages: readonly Message[]): (given: string | null | undefined) => string {
  const usedIds = new Set(
    messages.flatMap((message) => (message.kind === 'assistant' ? message.calls.map(({ id }) => id) : [])),
  )
  let index = -1
  return (given) => {
    index += 1
    let id = given || `call_${messages.length}_${index}`
    while (usedIds.has(id)) id = `${id}_${index}`
    usedIds.add(id)
    return id
  }
}
