import type { OpenAI } from 'openai'
import { completionIn, replyOf } from './completion.ts'
import { withRetries, replyTo, type Endpoint } from './exchange.ts'
import { isWhole, withoutImages, type Message, type Model, type ModelRequest, type ToolDeclaration } from '../model.ts'
import { BRIDGE, IMAGES, callStateFor, STATE_NAMES, stateFor, type Sending } from './optional-fields.ts'

type ChatParameters = OpenAI.ChatCompletionCreateParamsStreaming
type ChatMessage = OpenAI.ChatCompletionMessageParam

const OPTIONAL = ['prompt_cache_key', 'stream_options', 'cache_control', IMAGES, ...STATE_NAMES]

/** A model behind a Chat Completions endpoint. Replies are streamed, which keeps the connection of long ones alive. */
export function chatModel(endpoint: Endpoint): Model {
  const ask = withRetries(endpoint, endpoint.effort === undefined ? OPTIONAL : [...OPTIONAL, 'reasoning_effort'])
  return (request) =>
    ask(request, async (named, { signal, onActivity: heard }) => {
      const options = { signal, headers: headersOf(endpoint, request) }
      const response = await replyTo(
        endpoint.client.chat.completions.create(parametersOf(endpoint, request, named), options),
      )
      return replyOf(await completionIn(response, endpoint.host, heard), request, endpoint.id)
    })
}

const headersOf = ({ conversationHeader: name }: Endpoint, { cacheKey }: ModelRequest): Record<string, string> =>
  name === undefined ? {} : { [name]: cacheKey }

/** The messages come last, so that a longer conversation shares its prefix with the shorter one (prompt cache). */
function parametersOf(
  { model, effort, id, marksCache }: Endpoint,
  request: ModelRequest,
  named: ReadonlySet<string>,
): ChatParameters {
  const seen = named.has(IMAGES) ? request.messages.map(withoutImages) : request.messages
  const sending = { endpoint: id, without: named }
  const messages: ChatMessage[] = [
    { role: 'system', content: request.system },
    ...seen.flatMap((message, at) => [...bridge(seen[at - 1], message, named), ...renderMessage(message, sending)]),
  ]
  return {
    model,
    stream: true,
    ...(named.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(effort === undefined || named.has('reasoning_effort') ? {} : { reasoning_effort: effort }),
    ...(named.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
    tools: request.tools.map(renderTool),
    messages: marksCache && !named.has('cache_control') ? messages.map(marked) : messages,
  }
}

const renderTool = ({ name, description, parameters }: ToolDeclaration): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters },
})

/** Placeholder for an empty assistant turn: endpoints reject empty messages, and two user messages in a row. */
const NOTHING = '(nothing)'

function renderMessage(message: Message, sending: Sending): ChatMessage[] {
  if (message.kind === 'user') return [{ role: 'user', content: renderContent(message) }]
  if (message.kind === 'result') return [{ role: 'tool', tool_call_id: message.call, content: message.text }]
  const tool_calls = message.calls.map(({ id, name, arguments: text }, at) => ({
    id,
    type: 'function' as const,
    // Many servers parse the arguments of earlier calls, and would reject this conversation on every request.
    function: { name, arguments: text.trim() !== '' && isWhole(text) ? text : '{}' },
    ...callStateFor(message, at, sending),
  }))
  const state = stateFor(message, sending)
  if (tool_calls.length > 0) return [{ role: 'assistant', content: message.text || null, ...state, tool_calls }]
  return [{ role: 'assistant', content: message.text || NOTHING, ...state }]
}

/** What the chat templates of Mistral and Gemma need between result and user message: mistralai/mistral-vibe#578. */
const bridge = (before: Message | undefined, message: Message, named: ReadonlySet<string>): ChatMessage[] =>
  named.has(BRIDGE) && before?.kind === 'result' && message.kind === 'user'
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
function marked(message: ChatMessage, at: number, all: readonly ChatMessage[]): ChatMessage {
  if (message.role !== 'system' && message.role !== 'user' && message.role !== 'tool') return message
  const before = all.findLastIndex(({ role }) => role === 'assistant') - 1
  const mark = at === 0 || at === before || at === all.length - 1 ? { cache_control: { type: 'ephemeral' } } : {}
  if (typeof message.content === 'string')
    return { ...message, content: [{ type: 'text', text: message.content, ...mark }] }
  return message
}
