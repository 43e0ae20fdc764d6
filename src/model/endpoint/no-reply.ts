// What may come in the place of a reply.

/** Nothing answered, or what answered hung up before it began a reply. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/** A reply that began and did not come to its end: a cut connection, a stream that stops, a body that is no reply. */
export class IncompleteReply extends Error {
  override readonly name = 'BrokenOff'
}

/** Nothing of a reply was heard for as long as we listen. */
export class IdleTimeout extends Error {
  override readonly name = 'Silent'
}

/** A page for people in the place of a reply: of a proxy that is in trouble, or of an address that has no API. */
export class WebPage extends Error {
  override readonly name = 'WebPage'
}

/**
 * A refusal of the endpoint: a status other than 200, or an error in the middle of a reply that had begun well. `body`
 * is what came with it, without the `error` around it; `words` is every text in it, since endpoints put the same news
 * in different fields; the message is what people should read of it.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number | undefined
  readonly body: unknown
  readonly words: string
  readonly headers: Headers | undefined

  constructor(said: { status?: number | undefined; body: unknown; headers?: Headers | undefined }) {
    super(messageIn(said.body))
    this.status = said.status
    this.body = said.body
    this.words = textsIn(said.body).join(' ')
    this.headers = said.headers
  }
}

/**
 * An error that came in a reply with the status 200. Its code is often the status that the endpoint itself was given.
 */
export function refusedInReply(body: unknown): Refused {
  const code = Number(field(body, 'code') ?? field(body, 'status_code'))
  return new Refused({ status: code >= 400 && code < 600 ? code : undefined, body })
}

/** The field of an object; undefined for what is no object. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** What the model or people wrote is no word of the endpoint. */
const NOT_SAID = new Set(['failed_generation', 'input', 'user_id', 'request_id'])
const MAX_DEPTH = 8

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value).slice(0, 4_000)]
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([name, inner]) => (NOT_SAID.has(name) ? [] : textsIn(inner, depth + 1)))
}

/** The endpoint's message, and after it what the one behind a gateway said (`metadata.raw` at OpenRouter). */
function messageIn(body: unknown): string {
  const own = Array.isArray(body) ? body[0] : body
  const error = field(own, 'error') ?? own
  const message = [error, field(error, 'message'), field(error, 'detail'), field(error, 'msg')].find(isText)
  const upstream = upstreamIn(field(error, 'metadata'))
  const said = [message, upstream].filter(isText).filter((text, at, all) => all.indexOf(text) === at)
  return plain(said.length > 0 ? said.join(': ') : textsIn(body).join(' '))
}

/** One line of text, also of a page that a proxy made for people. Elsewhere `<function>` is a word. */
const plain = (text: string): string =>
  (isPage(text) ? withoutBlocks(text).replaceAll(/<!?\/?[a-z][^<>]*>/gi, ' ') : text).replaceAll(/\s+/g, ' ').trim()

const isPage = (text: string): boolean => /<(?:!doctype|html|head|body)\b/i.test(text)

/** Without styles and scripts: of each piece before an end tag, what stands before its start tag. */
const withoutBlocks = (page: string): string =>
  page
    .split(/<\/(?:style|script)>/i)
    .map((piece, at, all) => (at === all.length - 1 ? piece : (piece.split(/<(?:style|script)\b/i, 1)[0] ?? '')))
    .join(' ')

function upstreamIn(metadata: unknown): string | undefined {
  const raw = field(metadata, 'raw')
  if (!isText(raw)) return raw === undefined || raw === null ? undefined : textsIn(raw).join(' ')
  try {
    return messageIn(JSON.parse(raw))
  } catch {
    return raw
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
