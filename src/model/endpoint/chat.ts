import type { OpenAI } from 'openai'
import { z } from 'zod'
import type { Usage } from '../../plan/usage.ts'
import { argumentsAsText, isCompleteJson, readArguments, uniqueIds, usageOf, ContextTooLong } from '../model.ts'
import type { Message, Model, ModelReply, ModelRequest, ToolDeclaration } from '../model.ts'
import { tokenCountsIn } from './token-counts.ts'
import { withinReplyLimit, isEmpty, piecesOf } from './stream.ts'
import { IncompleteReply, Refused } from './failures.ts'
import { withRetries, type Endpoint } from './exchange.ts'
import { BRIDGE, collect, stateFor } from './optional-fields.ts'

type ChatParameters = OpenAI.ChatCompletionCreateParamsStreaming
type ChatMessage = OpenAI.ChatCompletionMessageParam

const OPTIONAL_FIELDS = ['prompt_cache_key', 'stream_options', 'cache_control']

/** A model behind a Chat Completions endpoint. Replies are streamed, which keeps the connection of long ones alive. */
export function chatModel(endpoint: Endpoint): Model {
  const { client, id, effort, conversationHeader: header } = endpoint
  const optional = effort === undefined ? OPTIONAL_FIELDS : [...OPTIONAL_FIELDS, 'reasoning_effort']
  return withRetries(endpoint, optional, async (request, unsupported, { signal, onActivity }) => {
    const headers = header === undefined ? {} : { [header]: request.cacheKey }
    const sent = client.chat.completions.create(parametersOf(endpoint, request, unsupported), { signal, headers })
    return replyOf(await completionIn(await sent.asResponse(), onActivity), request, id)
  })
}

/** The messages come last, so that a longer conversation shares its prefix with the shorter one (prompt cache). */
function parametersOf(endpoint: Endpoint, request: ModelRequest, unsupported: ReadonlySet<string>): ChatParameters {
  const { model, effort, id, marksCache } = endpoint
  const messages: ChatMessage[] = [
    { role: 'system', content: request.system },
    ...request.messages.flatMap((message, at, all) => [
      ...bridge(all[at - 1], message, unsupported),
      ...renderMessage(message, id, unsupported),
    ]),
  ]
  return {
    model,
    stream: true,
    ...(unsupported.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(effort === undefined || unsupported.has('reasoning_effort') ? {} : { reasoning_effort: effort }),
    ...(unsupported.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
    tools: request.tools.map(renderTool),
    messages: marksCache && !unsupported.has('cache_control') ? messages.map(withCacheMark) : messages,
  }
}

const renderTool = ({ name, description, parameters }: ToolDeclaration): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters },
})

/** Placeholder for an empty assistant turn: endpoints reject empty messages, and two user messages in a row. */
const NOTHING = '(nothing)'

function renderMessage(message: Message, endpoint: string, unsupported: ReadonlySet<string>): ChatMessage[] {
  if (message.kind === 'user') return [{ role: 'user', content: renderContent(message) }]
  if (message.kind === 'result') return [{ role: 'tool', tool_call_id: message.call, content: message.text }]
  const { state, calls } = stateFor(message, endpoint, unsupported)
  const tool_calls = message.calls.map(({ id, name, arguments: text }, at) => ({
    id,
    type: 'function' as const,
    // Many servers parse the arguments of earlier calls, and would reject this conversation on every request.
    function: { name, arguments: text.trim() !== '' && isCompleteJson(text) ? text : '{}' },
    ...calls[at],
  }))
  if (tool_calls.length > 0) return [{ role: 'assistant', content: message.text || null, ...state, tool_calls }]
  return [{ role: 'assistant', content: message.text || NOTHING, ...state }]
}

/** What the chat templates of Mistral and Gemma need between result and user message: mistralai/mistral-vibe#578. */
const bridge = (before: Message | undefined, message: Message, unsupported: ReadonlySet<string>): ChatMessage[] =>
  unsupported.has(BRIDGE) && before?.kind === 'result' && message.kind === 'user'
    ? [{ role: 'assistant', content: NOTHING }]
    : []

function renderContent({ text, images = [] }: Extract<Message, { kind: 'user' }>) {
  const shown = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }))
  return shown.length === 0 ? text : [{ type: 'text' as const, text }, ...shown]
}

/**
 * Adds `cache_control` breakpoints: on the first and the last message, and on the last message of the previous request.
 * A cache searches for a known prefix some 20 blocks back from a breakpoint, and ten calls with their results are more:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching. Breakpoints are no part of the cached prefix,
 * so they may move.
 */
function withCacheMark(message: ChatMessage, at: number, all: readonly ChatMessage[]): ChatMessage {
  if (message.role !== 'system' && message.role !== 'user' && message.role !== 'tool') return message
  const endOfPrevious = all.findLastIndex(({ role }) => role === 'assistant') - 1
  const mark = at === 0 || at === endOfPrevious || at === all.length - 1 ? { cache_control: { type: 'ephemeral' } } : {}
  if (typeof message.content === 'string')
    return { ...message, content: [{ type: 'text', text: message.content, ...mark }] }
  return message
}

/**
 * The fields of a chunk, or of a whole completion, that are read, with the types that servers which claim compatibility
 * really send.
 */
const CallDelta = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.unknown().optional() }).nullish(),
})
const Content = z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))])
const Delta = z.looseObject({
  content: Content.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(CallDelta).nullish(),
})
const Choice = z.object({
  delta: Delta.nullish(),
  message: Delta.nullish(),
  finish_reason: z.string().nullish(),
  native_finish_reason: z.string().nullish().catch(undefined),
})
const Chunk = z.object({ choices: z.array(Choice).nullish(), usage: z.unknown().optional() })
type CallDelta = z.infer<typeof CallDelta>

type PartialCompletion = Record<string, unknown>
type CallDraft = { index: number | undefined; id: string; name: string; arguments: string; state: PartialCompletion }
type PartialReply = {
  text: string
  refusal: string
  calls: CallDraft[]
  finish: string
  native: string
  usage?: Usage
  state: PartialCompletion
  /** Whether the reply is complete: some servers send no `finish_reason`. */
  ended: boolean
}

/** Reads a completion, which ends with a `finish_reason`, its usage, `[DONE]` or a whole JSON body. */
async function completionIn(response: Response, onActivity: () => void): Promise<PartialReply> {
  const draft: PartialReply = { text: '', refusal: '', calls: [], finish: '', native: '', state: {}, ended: false }
  try {
    for await (const piece of piecesOf(response, onActivity)) {
      // An empty stream is no reply, even with `[DONE]`.
      if (piece.kind === 'end') draft.ended ||= draft.text !== '' || draft.calls.length > 0
      else addChunk(draft, piece)
    }
  } catch (error) {
    // An error after the end of a reply does not invalidate it.
    if (draft.finish === '' || !(error instanceof Refused || error instanceof IncompleteReply)) throw error
  }
  if (!draft.ended || (draft.finish === 'error' && !isMalformed(draft)))
    throw new IncompleteReply('broke off its reply')
  return draft
}

function addChunk(draft: PartialReply, piece: { kind: 'whole' | 'event'; value: unknown }): void {
  const chunk = Chunk.safeParse(piece.value)
  if (!chunk.success) throw new IncompleteReply('sent a reply that is no completion', { cause: chunk.error })
  const { choices, usage } = chunk.data
  const choice = choices?.[0]
  const message = piece.kind === 'whole' ? choice?.message : undefined
  // A completion that a content filter removed has no message, but a reason for its end (Azure).
  if (piece.kind === 'whole' && !message && !choice?.finish_reason)
    throw new IncompleteReply('sent a reply that is no completion')
  const delta = message ? withIndexes(message) : choice?.delta
  const content = delta?.content ?? ''
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
  draft.text = withinReplyLimit(draft.text + text)
  draft.refusal += delta?.refusal ?? ''
  for (const call of delta?.tool_calls ?? []) addCall(draft.calls, call)
  if (delta) collect(draft.state, delta, 'message')
  draft.finish ||= choice?.finish_reason ?? ''
  draft.native ||= choice?.native_finish_reason ?? ''
  const use = tokenCountsIn(usage)
  if (use) draft.usage = use
  // Some servers send usage with every chunk: it ends a reply only if no content comes with it or after it.
  draft.ended = draft.finish !== '' || (use !== undefined && isEmpty(delta))
}

/** The message of a whole completion as a delta. Its calls have no index, and may all have the same id. */
const withIndexes = (message: z.infer<typeof Delta>): z.infer<typeof Delta> => ({
  ...message,
  tool_calls: message.tool_calls?.map((call, index) => ({ ...call, index })),
})

function addCall(calls: CallDraft[], delta: CallDelta): void {
  const call = callOf(calls, delta)
  call.id ||= delta.id ?? ''
  call.name ||= delta.function?.name ?? ''
  call.arguments = withinReplyLimit(call.arguments + argumentsAsText(delta.function?.arguments))
  collect(call.state, delta, 'call')
}

/** The call that a delta belongs to. Some servers omit the index, or give every call the same one. */
function callOf(calls: CallDraft[], { index, id, function: part }: CallDelta): CallDraft {
  const lastCall = calls.findLast((call) => index === undefined || index === null || call.index === index)
  if (lastCall && !(id ? isOtherId(lastCall, id) : isOtherName(lastCall, part?.name))) return lastCall
  const newCall = { index: index ?? undefined, id: '', name: '', arguments: '', state: {} }
  calls.push(newCall)
  return newCall
}

const isOtherId = (call: CallDraft, id: string): boolean => call.id !== '' && call.id !== id

const isOtherName = (call: CallDraft, name: string | null | undefined): boolean =>
  Boolean(name) && (name !== call.name || (call.arguments !== '' && isCompleteJson(call.arguments)))

/** The `finish_reason` of Z.ai and Claude for a reply beyond the context window: mozilla-ai/any-llm#1200. */
const CONTEXT_EXCEEDED = 'model_context_window_exceeded'

const isTruncated = ({ finish }: PartialReply): boolean => finish === 'length' || finish === CONTEXT_EXCEEDED

/** Gemini's `finish_reason` for a tool call that it could not parse. */
const isMalformed = ({ finish, native }: PartialReply): boolean =>
  /MALFORMED_FUNCTION_CALL/i.test(`${finish} ${native}`)

/** Converts a completion to a reply. `from` identifies the endpoint and model that its reasoning state belongs to. */
function replyOf(draft: PartialReply, request: ModelRequest, from: string): ModelReply {
  const calls = draft.calls.map((call) => ({ ...call, arguments: readArguments(call.arguments) }))
  const complete = calls.filter((call) => call.name !== '' && !(isTruncated(draft) && !isCompleteJson(call.arguments)))
  if (draft.finish === CONTEXT_EXCEEDED && complete.length === 0) throw new ContextTooLong()
  const uniqueId = uniqueIds(request.messages)
  const hasState = [draft, ...complete].some(({ state }) => Object.keys(state).length > 0)
  const message: ModelReply['message'] = {
    kind: 'assistant',
    text: draft.text || draft.refusal,
    calls: complete.map((call) => ({
      id: uniqueId(call.id),
      name: call.name,
      arguments: call.arguments,
      ...stateIfAny(call.state),
    })),
    ...stateIfAny(draft.state),
    ...(hasState ? { from } : {}),
  }
  return { message, stop: stopOf(draft, complete.length > 0), usage: usageOf(draft.usage, request, message) }
}

const stateIfAny = (state: PartialCompletion): { state?: PartialCompletion } =>
  Object.keys(state).length > 0 ? { state } : {}

function stopOf(draft: PartialReply, hasCalls: boolean): ModelReply['stop'] {
  if (isTruncated(draft)) return 'length'
  if (hasCalls) return 'end'
  if (isMalformed(draft)) return 'malformed'
  return draft.refusal !== '' || draft.finish === 'content_filter' ? 'refusal' : 'end'
}
