import { z } from 'zod'
import type { Usage } from '../../plan/usage.ts'
import {
  asText,
  isWhole,
  readArguments,
  uniqueIds,
  ContextTooLong,
  type ModelReply,
  type ModelRequest,
  usageOf,
} from '../model.ts'
import { counted } from './token-counts.ts'
import { bounded, isEmpty, piecesOf, type Piece } from './stream.ts'
import { IncompleteReply, Refused } from './no-reply.ts'
import { collect } from './optional-fields.ts'

/** The fields of a chunk that are read, with the types that servers which claim compatibility really send. */
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
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: Delta.nullish(),
        finish_reason: z.string().nullish(),
        native_finish_reason: z.string().nullish().catch(undefined),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
})
type Chunk = z.infer<typeof Chunk>
type CallDelta = z.infer<typeof CallDelta>

const Completion = z.looseObject({
  choices: z.tuple([
    z.looseObject({
      finish_reason: z.string().nullish(),
      message: z.looseObject({ tool_calls: z.array(z.looseObject({})).nullish() }).nullish(),
    }),
  ]),
})

/** Converts a whole completion to one chunk. One that a content filter removed has no message (Azure). */
function asChunk(body: unknown): unknown {
  const completion = Completion.safeParse(body)
  const [choice] = completion.data?.choices ?? []
  if (!choice || (!choice.message && !choice.finish_reason))
    throw new IncompleteReply('sent a reply that is no completion', { cause: completion.error })
  const tool_calls = choice.message?.tool_calls?.map((call, index) => ({ ...call, index }))
  return { ...completion.data, choices: [{ ...choice, delta: { ...choice.message, tool_calls } }] }
}

type PartialCompletion = Record<string, unknown>
type CallDraft = { index: number | undefined; id: string; name: string; arguments: string; state: PartialCompletion }
type PartialReply = {
  text: string
  refusal: string
  calls: CallDraft[]
  finish: string
  native: string
  usage: Usage | undefined
  state: PartialCompletion
  /** Whether the reply is complete: some servers send no `finish_reason`. */
  ended: boolean
}

/** Reads a completion, which ends with a `finish_reason`, its usage, `[DONE]` or a whole JSON body. */
export async function completionIn(response: Response, host: string, heard: () => void): Promise<PartialReply> {
  const draft: PartialReply = {
    text: '',
    refusal: '',
    calls: [],
    finish: '',
    native: '',
    usage: undefined,
    state: {},
    ended: false,
  }
  try {
    for await (const piece of piecesOf(response, heard)) addPiece(draft, piece, host)
  } catch (error) {
    // An error after the end of a reply does not invalidate it.
    if (draft.finish === '' || !(error instanceof Refused || error instanceof IncompleteReply)) throw error
  }
  if (!draft.ended || (draft.finish === 'error' && !isMalformed(draft)))
    throw new IncompleteReply('broke off its reply')
  return draft
}

function addPiece(draft: PartialReply, piece: Piece, host: string): void {
  if (piece.kind === 'end') {
    // An empty stream is no reply, even with `[DONE]`.
    draft.ended ||= draft.text !== '' || draft.calls.length > 0
    return
  }
  const chunk = Chunk.safeParse(piece.kind === 'whole' ? asChunk(piece.value) : piece.value)
  if (!chunk.success) throw new IncompleteReply('sent a reply that is no completion', { cause: chunk.error })
  addChunk(draft, chunk.data, host)
}

function addChunk(draft: PartialReply, { choices, usage }: Chunk, host: string): void {
  const choice = choices?.[0]
  const content = choice?.delta?.content ?? ''
  draft.text = bounded(
    draft.text + (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')),
    host,
  )
  draft.refusal += choice?.delta?.refusal ?? ''
  for (const delta of choice?.delta?.tool_calls ?? []) addCall(draft.calls, delta, host)
  if (choice?.delta) collect(draft.state, choice.delta, 'message')
  draft.finish ||= choice?.finish_reason ?? ''
  draft.native ||= choice?.native_finish_reason ?? ''
  const use = counted(usage)
  if (use) draft.usage = use
  // Some servers send usage with every chunk: it ends a reply only if no content comes with it or after it.
  draft.ended = draft.finish !== '' || (use !== undefined && isEmpty(choice?.delta))
}

function addCall(calls: CallDraft[], delta: CallDelta, host: string): void {
  const call = callOf(calls, delta)
  call.id ||= delta.id ?? ''
  call.name ||= delta.function?.name ?? ''
  call.arguments = bounded(call.arguments + asText(delta.function?.arguments), host)
  collect(call.state, delta, 'call')
}

/** The call that a delta belongs to. Some servers omit the index, or give every call the same one. */
function callOf(calls: CallDraft[], { index, id, function: part }: CallDelta): CallDraft {
  const known = calls.findLast((call) => index === undefined || index === null || call.index === index)
  if (known && !(id ? isOtherId(known, id) : isOtherName(known, part?.name))) return known
  const begun = { index: index ?? undefined, id: '', name: '', arguments: '', state: {} }
  calls.push(begun)
  return begun
}

const isOtherId = (call: CallDraft, id: string): boolean => call.id !== '' && call.id !== id

const isOtherName = (call: CallDraft, name: string | null | undefined): boolean =>
  Boolean(name) && (name !== call.name || (call.arguments !== '' && isWhole(call.arguments)))

/** The `finish_reason` of Z.ai and Claude for a reply beyond the context window: mozilla-ai/any-llm#1200. */
const OUT_OF_CONTEXT = 'model_context_window_exceeded'

const isCut = ({ finish }: PartialReply): boolean => finish === 'length' || finish === OUT_OF_CONTEXT

/** Gemini's `finish_reason` for a tool call that it could not parse. */
const isMalformed = ({ finish, native }: PartialReply): boolean =>
  /MALFORMED_FUNCTION_CALL/i.test(`${finish} ${native}`)

/** Converts a completion to a reply. `from` identifies the endpoint and model that its reasoning state belongs to. */
export function replyOf(draft: PartialReply, request: ModelRequest, from: string): ModelReply {
  const calls = draft.calls.map((call) => ({ ...call, arguments: readArguments(call.arguments) }))
  const kept = calls.filter((call) => call.name !== '' && !(isCut(draft) && !isWhole(call.arguments)))
  if (draft.finish === OUT_OF_CONTEXT && kept.length === 0) throw new ContextTooLong()
  const ids = uniqueIds(
    kept.map((call) => call.id),
    request.messages,
  )
  const hasState = [draft, ...kept].some(({ state }) => Object.keys(state).length > 0)
  const message: ModelReply['message'] = {
    kind: 'assistant',
    text: draft.text || draft.refusal,
    calls: kept.map((call, at) => ({
      id: ids[at] ?? call.id,
      name: call.name,
      arguments: call.arguments,
      ...ifAny(call.state),
    })),
    ...ifAny(draft.state),
    ...(hasState ? { from } : {}),
  }
  return { message, stop: stopOf(draft, kept.length > 0), usage: usageOf(draft.usage, request, message) }
}

const ifAny = (state: PartialCompletion): { state?: PartialCompletion } =>
  Object.keys(state).length > 0 ? { state } : {}

function stopOf(draft: PartialReply, hasCalls: boolean): ModelReply['stop'] {
  if (isCut(draft)) return 'length'
  if (hasCalls) return 'end'
  if (isMalformed(draft)) return 'malformed'
  return draft.refusal !== '' || draft.finish === 'content_filter' ? 'refusal' : 'end'
}
