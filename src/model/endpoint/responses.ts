import type { OpenAI } from 'openai'
import { z } from 'zod'
import { argumentsAsText, isCompleteJson, readArguments, uniqueIds, usageOf } from '../model.ts'
import type { Message, Model, ModelReply, ModelRequest, ToolDeclaration } from '../model.ts'
import { tokenCountsIn } from './token-counts.ts'
import { piecesOf } from './stream.ts'
import { withRetries, type Endpoint } from './exchange.ts'
import { IncompleteReply, refusedInReply } from './failures.ts'

type ResponsesParameters = OpenAI.Responses.ResponseCreateParamsStreaming
type InputItem = OpenAI.Responses.ResponseInputItem

const OPTIONAL_FIELDS = ['prompt_cache_key', 'include', 'store']

/**
 * A model behind a Responses endpoint, which stores nothing (`store: false`): every request sends the conversation with
 * encrypted reasoning. Replies are streamed, which keeps the connection of long ones alive.
 */
export function responsesModel(endpoint: Endpoint): Model {
  const optional = endpoint.effort === undefined ? OPTIONAL_FIELDS : [...OPTIONAL_FIELDS, 'reasoning']
  return withRetries(endpoint, optional, async (request, unsupported, { signal, onActivity }) => {
    const sent = endpoint.client.responses.create(parametersOf(endpoint, request, unsupported), { signal })
    return replyOf(await finalIn(await sent.asResponse(), onActivity), request, endpoint.id)
  })
}

/** The input comes last, so that a longer conversation shares its prefix with the shorter one (prompt cache). */
function parametersOf(
  { model, effort, id }: Endpoint,
  request: ModelRequest,
  unsupported: ReadonlySet<string>,
): ResponsesParameters {
  const encrypted = !unsupported.has('include')
  return {
    model,
    stream: true,
    ...(unsupported.has('store') ? {} : { store: false }),
    ...(encrypted ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(effort === undefined || unsupported.has('reasoning') ? {} : { reasoning: { effort } }),
    ...(unsupported.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
    instructions: request.system,
    tools: request.tools.map(renderTool),
    input: request.messages.flatMap((message) => renderMessage(message, { id, encrypted })),
  }
}

/** Not strict, although that is the API's default: strict schemas cannot have optional arguments. */
const renderTool = ({ name, description, parameters }: ToolDeclaration): OpenAI.Responses.FunctionTool => ({
  type: 'function',
  name,
  description,
  parameters,
  strict: false,
})

function renderMessage(message: Message, { id, encrypted }: { id: string; encrypted: boolean }): InputItem[] {
  if (message.kind === 'user') return [{ role: 'user', content: renderContent(message) }]
  if (message.kind === 'result') return [{ type: 'function_call_output', call_id: message.call, output: message.text }]
  // The endpoint's own items go back unchanged, because their shape is private to it. Old conversations lack `from`.
  if (message.items && (message.from ?? id) === id)
    return message.items.filter((item) => encrypted || item.type !== 'reasoning') as unknown[] as InputItem[]
  return [
    ...(message.text ? [{ role: 'assistant' as const, content: message.text }] : []),
    ...message.calls.map(({ id, name, arguments: text }) => ({
      type: 'function_call' as const,
      call_id: id,
      name,
      arguments: text || '{}',
    })),
  ]
}

function renderContent({ text, images = [] }: Extract<Message, { kind: 'user' }>) {
  if (images.length === 0) return text
  return [
    { type: 'input_text' as const, text },
    ...images.map((url) => ({ type: 'input_image' as const, image_url: url, detail: 'auto' as const })),
  ]
}

const Item = z.looseObject({ type: z.string() })
type Item = z.infer<typeof Item>
const FunctionCall = z.object({ call_id: z.string().nullish(), name: z.string(), arguments: z.unknown().optional() })
const Text = z.object({
  content: z.array(z.object({ text: z.string().nullish(), refusal: z.string().nullish() })),
})
const FinalResponse = z.object({
  status: z.string().nullish(),
  output: z.array(Item),
  error: z.record(z.string(), z.unknown()).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: z.unknown().optional(),
})
type FinalResponse = z.infer<typeof FinalResponse>

const Event = z.object({ type: z.string(), item: Item.optional().catch(undefined), response: z.unknown().optional() })
const FINAL_EVENTS = ['response.completed', 'response.incomplete', 'response.failed']

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new IncompleteReply('sent a reply that is no response', { cause: result.error })
}

/** The final response of a stream. Where a server omits its output, that is collected from earlier events. */
async function finalIn(response: Response, onActivity: () => void): Promise<FinalResponse> {
  const items: Item[] = []
  for await (const piece of piecesOf(response, onActivity)) {
    if (piece.kind === 'end') continue
    if (piece.kind === 'whole') return parse(FinalResponse, piece.value)
    const { type, item, response: finalValue } = parse(Event, piece.value)
    if (type === 'response.output_item.done' && item) items.push(item)
    if (!FINAL_EVENTS.includes(type)) continue
    const final = parse(FinalResponse, finalValue)
    // Calls that were complete before the failure are billed and can be performed (anomalyco/opencode#48880).
    if (type === 'response.failed' && items.some(isCall)) return { ...final, error: undefined, output: items }
    return final.output.length > 0 ? final : { ...final, output: items }
  }
  throw new IncompleteReply('broke off its reply')
}

function replyOf(final: FinalResponse, request: ModelRequest, from: string): ModelReply {
  if (final.error) throw refusedInReply(final.error)
  const isTruncated = final.incomplete_details?.reason === 'max_output_tokens'
  const items = resendableItems(final.output, isTruncated, request.messages)
  const parts = items.flatMap((item) => (item.type === 'message' ? parse(Text, item).content : []))
  const calls = items.filter(isCall).map((item) => {
    const { call_id, name, arguments: text } = parse(FunctionCall, item)
    return { id: call_id ?? '', name, arguments: readArguments(argumentsAsText(text)) }
  })
  const message = {
    kind: 'assistant' as const,
    text: parts.map((part) => part.text ?? part.refusal ?? '').join(''),
    calls,
    items,
    from,
  }
  const declined = final.incomplete_details?.reason === 'content_filter' || parts.some((part) => part.refusal)
  const stop = isTruncated ? 'length' : declined && calls.length === 0 ? 'refusal' : 'end'
  return { message, stop, usage: usageOf(tokenCountsIn(final.usage), request, message) }
}

const isCall = (item: Item): boolean => item.type === 'function_call'

/** The items that can go back: without truncated calls, and without reasoning that the endpoint would reject. */
function resendableItems(output: readonly Item[], isTruncated: boolean, messages: readonly Message[]): Item[] {
  const complete = output.filter(
    (item) => !(isTruncated && isCall(item) && !isCompleteJson(argumentsAsText(item.arguments))),
  )
  const withoutOpaque = complete.filter((item) => item.type !== 'reasoning' || item.encrypted_content)
  const resendable = withoutOpaque.slice(0, withoutOpaque.findLastIndex((item) => item.type !== 'reasoning') + 1)
  const uniqueId = uniqueIds(messages)
  return resendable.map((item) => {
    if (!isCall(item)) return item
    const { call_id, arguments: raw } = parse(FunctionCall, item)
    return { ...item, call_id: uniqueId(call_id), arguments: argumentsAsText(raw) }
  })
}
