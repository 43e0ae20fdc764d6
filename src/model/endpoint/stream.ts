import { field, parseShallow } from '../../guard/json.ts'
import { IncompleteReply, MAX_REPLY_CHARACTERS, refusedInReply, ReplyTooLong, WebPage } from './failures.ts'

/** A parsed part of a reply: an event of a stream, a whole JSON body, or the end (`[DONE]` or the end of the body). */
type Piece = { kind: 'event'; value: unknown } | { kind: 'whole'; value: unknown } | { kind: 'end' }

/**
 * Yields the parts of a reply, streamed or not, and calls `onActivity` for each that is no ping. Throws `Refused` for an
 * error among them, `IncompleteReply` if it stops or is no JSON, `WebPage` for HTML, and `ReplyTooLong`.
 */
export async function* piecesOf(response: Response, onActivity: () => void): AsyncGenerator<Piece> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('text/html')) throw new WebPage()
  if (type.includes('application/json')) {
    yield { kind: 'whole', value: withoutError(await readWholeBody(response, onActivity)) }
    yield { kind: 'end' }
    return
  }
  for await (const data of eventsOf(response)) {
    if (data === '[DONE]') return yield { kind: 'end' }
    const value = withoutError(parseReply(data))
    if (!isPing(value)) onActivity()
    yield { kind: 'event', value }
  }
}

/** Keep-alives: Anthropic's `ping`, OpenAI's `keepalive` and status events, empty chunks. */
function isPing(value: unknown): boolean {
  if (/^(?:ping|keepalive|heartbeat|response\.(?:in_progress|queued))$/.test(String(field(value, 'type')))) return true
  const choices = field(value, 'choices')
  const isBare = (choice: unknown): boolean => isEmpty(field(choice, 'delta')) && !field(choice, 'finish_reason')
  return Array.isArray(choices) && choices.every(isBare) && !field(value, 'usage')
}

/** Whether a delta contains nothing but its role. */
export const isEmpty = (delta: unknown): boolean =>
  Object.entries(delta ?? {}).every(([name, value]) => name === 'role' || !value || value.length === 0)

async function readWholeBody(response: Response, onActivity: () => void): Promise<unknown> {
  let text = ''
  for await (const part of textChunks(response)) {
    // Gateways send blanks as keep-alives while they wait for the body.
    if (part.trim() !== '') onActivity()
    text = withinReplyLimit(text + part)
  }
  return parseReply(text)
}

/** The data of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  let partialLine = ''
  const data: string[] = []
  for await (const part of textChunks(response)) {
    if (!/[\r\n]/.test(part)) {
      partialLine = withinReplyLimit(partialLine + part)
      continue
    }
    const lines = (partialLine + part).split(/\r\n|\n|\r(?!$)/)
    partialLine = withinReplyLimit(lines.pop() ?? '')
    for (const line of lines) {
      if (line === '' && data.length > 0) yield data.splice(0).join('\n').trim()
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart())
    }
  }
  if (partialLine.startsWith('data:')) data.push(partialLine.slice('data:'.length).trimStart())
  if (data.length > 0) yield data.join('\n').trim()
}

/** Decodes a body as it arrives. Distinguishes a cut connection from an error of the endpoint. */
export async function* textChunks({ body }: Response): AsyncGenerator<string> {
  if (!body) return
  const decoder = new TextDecoder()
  try {
    for await (const part of body) yield decoder.decode(part, { stream: true })
  } catch (error) {
    throw new IncompleteReply('broke off its reply', { cause: error })
  }
  yield decoder.decode()
}

function parseReply(text: string): unknown {
  try {
    return parseShallow(text)
  } catch (error) {
    throw new IncompleteReply('sent a reply that is no JSON', { cause: error })
  }
}

/** Throws `Refused` for an error object in place of a reply, and for an `error` event. */
function withoutError(value: unknown): unknown {
  const error = field(value, 'error')
  if (error) throw refusedInReply(error)
  if (field(value, 'type') === 'error') throw refusedInReply(value)
  return value
}

/** Returns the text, or throws if it is longer than any model's reply. */
export function withinReplyLimit(text: string): string {
  if (text.length > MAX_REPLY_CHARACTERS) throw new ReplyTooLong()
  return text
}
