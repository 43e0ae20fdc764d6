import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

export type Api = 'chat' | 'responses'
export type Phase = 'plan' | 'revise' | 'ask' | 'execute' | 'report' | 'reader' | 'result' | 'other'
export type Result = { id: string; name: string | undefined; text: string }

/** A parsed request: its content, the agent that sent it, and the turn of the conversation. */
export type ModelRequest = {
  n: number
  api: Api
  stream: boolean
  raw: string
  bytes: number
  body: unknown
  headers: IncomingHttpHeaders
  phase: Phase
  subtask: number | undefined
  revision: number | undefined
  /** The number of turns of this conversation so far. `repeated` counts earlier copies of this same request. */
  turn: number
  attempt: number
  repeated: number
  /** The index of the request that this one extends: the same tools and the same beginning. */
  extends: number | undefined
  tools: string[]
  toolsText: string
  items: string[]
  text: string
  newest: string
  results: Result[]
  usage: { input: number; cached: number; output: number }
}

const Content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish()
type Content = z.infer<typeof Content>
const textOf = (content: Content): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('')

const ChatCall = z.object({ id: z.string(), function: z.object({ name: z.string() }) })
const Chat = z.looseObject({
  stream: z.boolean().optional(),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: Content,
      tool_calls: z.array(ChatCall).nullish(),
      tool_call_id: z.string().optional(),
    }),
  ),
  tools: z.array(z.object({ function: z.looseObject({ name: z.string() }) })).default([]),
})
const Item = z.looseObject({
  type: z.string().default('message'),
  role: z.string().optional(),
  content: Content,
  call_id: z.string().optional(),
  name: z.string().optional(),
  output: Content,
})
const Responses = z.looseObject({
  stream: z.boolean().nullish(),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(z.unknown())]),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
})

/** One message of either API, reduced to the parts that the script depends on. */
type Message = { kind: 'user' | 'result' | 'other'; text: string; id?: string | undefined; name?: string | undefined }
type Read = Pick<ModelRequest, 'stream' | 'tools' | 'toolsText' | 'items'> & { messages: Message[] }

function readChat(body: unknown): Read {
  const { messages, tools, stream = false } = Chat.parse(body)
  const names = new Map(
    messages.flatMap(({ tool_calls }) => tool_calls ?? []).map((one) => [one.id, one.function.name]),
  )
  return {
    stream,
    tools: tools.map((tool) => tool.function.name),
    toolsText: JSON.stringify(tools),
    items: messages.map((message) => JSON.stringify(message)),
    messages: messages.map(({ role, content, tool_call_id: id }) => ({
      kind: role === 'user' ? 'user' : role === 'tool' ? 'result' : 'other',
      text: textOf(content),
      id,
      name: names.get(id ?? ''),
    })),
  }
}

function readResponses(body: unknown): Read {
  const { input, tools, stream, instructions } = Responses.parse(body)
  const sent = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const items = z.array(Item).parse(sent)
  const called = items.filter(({ type }) => type === 'function_call')
  const names = new Map(called.map(({ call_id, name }) => [call_id, name]))
  const messages = items.map(({ type, role, content, output, call_id: id }): Message =>
    type === 'function_call_output'
      ? { kind: 'result', text: textOf(output), id, name: names.get(id) }
      : { kind: role === 'user' ? 'user' : 'other', text: textOf(content) },
  )
  return {
    stream: stream ?? false,
    tools: tools.map(({ name }) => name),
    toolsText: JSON.stringify(tools),
    items: [JSON.stringify({ instructions: instructions ?? null }), ...sent.map((item) => JSON.stringify(item))],
    messages: [{ kind: 'other', text: instructions ?? '' }, ...messages],
  }
}

const FINISHING: Record<string, Phase> = {
  create_plan: 'plan',
  answer: 'ask',
  finish_subtask: 'execute',
  report: 'report',
}

/** The agents of a second model, by what they report. */
const READERS: readonly (readonly [field: string, phase: Phase])[] = [
  ['objections', 'reader'],
  ['findings', 'result'],
]

const lastMatch = (pattern: RegExp, texts: readonly string[]): { value: number; text: string } | undefined => {
  const text = texts.findLast((one) => pattern.test(one))
  return text === undefined ? undefined : { value: Number(pattern.exec(text)?.[1]), text }
}

type Arrival = { api: Api; raw: string; headers: IncomingHttpHeaders }

/** Parses a request, in the context of the requests before it. */
export function understand({ api, raw, headers }: Arrival, before: readonly ModelRequest[]): ModelRequest {
  const body: unknown = JSON.parse(raw)
  const { messages, ...read } = api === 'chat' ? readChat(body) : readResponses(body)
  const finishing = read.tools.map((name) => FINISHING[name]).filter((phase) => phase !== undefined)
  const people = messages.filter(({ kind, name }) => kind === 'user' || (kind === 'result' && name === 'create_plan'))
  const revision = lastMatch(
    /^Revision of version (\d+)\b/m,
    people.map(({ text }) => text),
  )
  const ending = finishing.length === 1 && finishing[0] ? finishing[0] : 'other'
  const [, reader] = READERS.find(([field]) => read.toolsText.includes(`"${field}"`)) ?? []
  const declared = ending === 'report' && reader ? reader : ending
  const phase = declared === 'plan' && revision ? 'revise' : declared
  const subtask =
    phase === 'execute'
      ? lastMatch(
          /^Subtask (\d+): \S/m,
          people.map(({ text }) => text),
        )?.value
      : undefined
  const scope = { phase, subtask, revision: phase === 'revise' ? revision?.value : undefined }
  const bytes = Buffer.byteLength(raw)
  const place = targetOf({ ...read, ...scope }, before)
  const cached = before.find(({ n }) => n === place.extends)?.bytes ?? 0
  return {
    ...read,
    ...scope,
    ...place,
    n: before.length + 1,
    api,
    raw,
    bytes,
    body,
    headers,
    text: messages.map(({ text }) => text).join('\n'),
    newest: phase === 'revise' ? (revision?.text ?? '') : (people.at(-1)?.text ?? ''),
    results: messages.flatMap(({ kind, id = '', name, text }) => (kind === 'result' ? [{ id, name, text }] : [])),
    usage: { input: Math.ceil(bytes / 4), cached: Math.ceil(cached / 4), output: 0 },
  }
}

type Scoped = Pick<ModelRequest, 'phase' | 'subtask' | 'revision' | 'items' | 'toolsText'>

const begins = (whole: readonly string[], part: readonly string[]): boolean =>
  part.length <= whole.length && part.every((item, i) => item === whole[i])

const inScope = (a: Scoped, b: Scoped): boolean =>
  a.phase === b.phase && a.subtask === b.subtask && a.revision === b.revision

/** The position of a request: a retry of the same one, the next turn, or the first of a new attempt. */
function targetOf(
  request: Scoped,
  before: readonly ModelRequest[],
): Pick<ModelRequest, 'turn' | 'attempt' | 'repeated' | 'extends'> {
  const former = before.findLast((one) => begins(request.items, one.items))
  const mine = former && inScope(former, request) ? former : undefined
  if (mine && mine.items.length === request.items.length) {
    const { turn, attempt, repeated } = mine
    return { turn, attempt, repeated: repeated + 1, extends: mine.extends }
  }
  const grown = former && former.toolsText === request.toolsText ? former.n : undefined
  if (mine) return { turn: mine.turn + 1, attempt: mine.attempt, repeated: 0, extends: grown }
  const others = before.filter((one) => inScope(one, request)).map(({ attempt }) => attempt)
  return { turn: 0, attempt: Math.max(0, ...others) + 1, repeated: 0, extends: grown }
}
