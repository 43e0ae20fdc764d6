import type { OpenAI } from 'openai'
import { z } from 'zod'
import type { Usage } from '../../plan/usage.ts'
import { asText, isWhole, unfenced, uniqueIds } from '../agent/call-arguments.ts'
import { IMAGES, persistent, reading, unstreamed, type Endpoint } from './exchange.ts'
import { BrokenOff } from './failure.ts'
import { withoutImages } from '../agent/model.ts'
import type { Message, Model, ModelReply, ModelRequest, ToolDeclaration } from '../agent/model.ts'
import { usageOf } from '../agent/size.ts'

type ChatParameters = OpenAI.ChatCompletionCreateParamsStreaming
type ChatMessage = OpenAI.ChatCompletionMessageParam

const OPTIONAL = ['prompt_cache_key', 'reasoning_effort', 'stream_options', IMAGES]

/** The model behind a Chat Completions endpoint. Replies are streamed, so that long ones keep their connection alive. */
export function chatModel(endpoint: Endpoint): Model {
  const ask = persistent(endpoint.client, OPTIONAL)
  return (request) =>
    ask(async (without) => {
      const { data, response } = await endpoint.client.chat.completions
        .create(parametersOf(endpoint, request, without), { signal: request.signal })
        .withResponse()
      const whole = await unstreamed(response)
      return replyOf(await assemble(whole === undefined ? reading(data) : [asChunk(whole)]), request)
    }, request.signal)
}

/** The messages come last, so that a longer conversation begins with the same bytes as the shorter one. */
function parametersOf(
  { model, effort }: Endpoint,
  request: ModelRequest,
  without: ReadonlySet<string>,
): ChatParameters {
  const seen = without.has(IMAGES) ? request.messages.map(withoutImages) : request.messages
  return {
    model,
    stream: true,
    ...(without.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(effort === undefined || without.has('reasoning_effort') ? {} : { reasoning_effort: effort }),
    ...(without.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
    tools: request.tools.map(renderTool),
    messages: [{ role: 'system', content: request.system }, ...seen.flatMap(renderMessage)],
  }
}

const renderTool = ({ name, description, parameters }: ToolDeclaration): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters },
})

function renderMessage(message: Message): ChatMessage[] {
  if (message.kind === 'user') return [{ role: 'user', content: renderContent(message) }]
  if (message.kind === 'result') return [{ role: 'tool', tool_call_id: message.call, content: message.text }]
  const tool_calls = message.calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function' as const,
    // Many servers parse what they get back here, and would refuse the whole conversation for ever.
    function: { name, arguments: isWhole(text) ? text : '{}' },
  }))
  if (tool_calls.length > 0) return [{ role: 'assistant', content: message.text || null, tool_calls }]
  return message.text ? [{ role: 'assistant', content: message.text }] : []
}

function renderContent({
  text,
  images = [],
}: Extract<Message, { kind: 'user' }>): string | OpenAI.ChatCompletionContentPart[] {
  if (images.length === 0) return text
  return [{ type: 'text', text }, ...images.map((url) => ({ type: 'image_url' as const, image_url: { url } }))]
}

/** What is read of a chunk, as wide as servers that call themselves compatible are. */
const CallDelta = z.object({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.unknown().optional() }).nullish(),
})
const Content = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))])
const Delta = z.object({
  content: Content.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(CallDelta).nullish(),
})
const CountedTokens = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
})
const Chunk = z.object({
  choices: z.array(z.object({ delta: Delta.nullish(), finish_reason: z.string().nullish() })).nullish(),
  usage: CountedTokens.nullish().catch(undefined),
})
type Chunk = z.infer<typeof Chunk>
type CallDelta = z.infer<typeof CallDelta>

const Completion = z.looseObject({
  choices: z.tuple([z.looseObject({ message: z.looseObject({ tool_calls: z.array(z.looseObject({})).nullish() }) })]),
})

/** A completion that was not streamed is one chunk: its message has the shape of a delta, but for the calls' indices. */
function asChunk(body: unknown): unknown {
  const completion = Completion.safeParse(body)
  if (!completion.success) throw new BrokenOff('sent a reply that is no completion', { cause: completion.error })
  const [{ message, ...choice }] = completion.data.choices
  const tool_calls = message.tool_calls?.map((call, index) => ({ ...call, index }))
  return { ...completion.data, choices: [{ ...choice, delta: { ...message, tool_calls } }] }
}

type CallDraft = { index: number | undefined; id: string; name: string; arguments: string }
type PartialReply = { text: string; refusal: string; calls: CallDraft[]; finish: string; usage: Usage | undefined }

async function assemble(chunks: AsyncIterable<unknown> | Iterable<unknown>): Promise<PartialReply> {
  const draft: PartialReply = { text: '', refusal: '', calls: [], finish: '', usage: undefined }
  for await (const raw of chunks) {
    const chunk = Chunk.safeParse(raw)
    if (!chunk.success) throw new BrokenOff('sent a reply that is no completion', { cause: chunk.error })
    addChunk(draft, chunk.data)
  }
  if (draft.finish === '' || draft.finish === 'error') throw new BrokenOff('broke off its reply')
  return draft
}

function addChunk(draft: PartialReply, { choices, usage }: Chunk): void {
  const choice = choices?.[0]
  const content = choice?.delta?.content ?? ''
  draft.text += typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
  draft.refusal += choice?.delta?.refusal ?? ''
  for (const delta of choice?.delta?.tool_calls ?? []) addCall(draft.calls, delta)
  draft.finish ||= choice?.finish_reason ?? ''
  if (usage) draft.usage = counted(usage)
}

function addCall(calls: CallDraft[], delta: CallDelta): void {
  const call = callOf(calls, delta)
  call.id ||= delta.id ?? ''
  call.name ||= delta.function?.name ?? ''
  call.arguments += asText(delta.function?.arguments)
}

/** The call that a delta goes on with. Some servers leave the index out, or give every call the same one. */
function callOf(calls: CallDraft[], { index, id, function: part }: CallDelta): CallDraft {
  const known = calls.findLast((call) => index === undefined || index === null || call.index === index)
  if (known && !(id ? isOtherId(known, id) : isOtherName(known, part?.name))) return known
  const begun = { index: index ?? undefined, id: '', name: '', arguments: '' }
  calls.push(begun)
  return begun
}

const isOtherId = (call: CallDraft, id: string): boolean => call.id !== '' && call.id !== id

const isOtherName = (call: CallDraft, name: string | null | undefined): boolean =>
  Boolean(name) && (name !== call.name || (call.arguments !== '' && isWhole(call.arguments)))

const counted = (usage: z.infer<typeof CountedTokens>): Usage => ({
  input: usage.prompt_tokens,
  cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
  output: usage.completion_tokens,
})

function replyOf(draft: PartialReply, request: ModelRequest): ModelReply {
  const calls = draft.calls.map((call) => ({ ...call, arguments: unfenced(call.arguments) }))
  const isCut = draft.finish === 'length'
  const kept = calls.filter((call) => call.name !== '' && !(isCut && !isWhole(call.arguments)))
  const ids = uniqueIds(
    kept.map((call) => call.id),
    request.messages,
  )
  const message: ModelReply['message'] = {
    kind: 'assistant',
    text: draft.text || draft.refusal,
    calls: kept.map((call, at) => ({ id: ids[at] ?? call.id, name: call.name, arguments: call.arguments })),
  }
  const declined = draft.refusal !== '' || draft.finish === 'content_filter'
  const stop = isCut ? 'length' : declined && kept.length === 0 ? 'refusal' : 'end'
  return { message, stop, usage: usageOf(draft.usage, request, message) }
}
