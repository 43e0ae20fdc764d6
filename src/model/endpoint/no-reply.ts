// Errors in place of a reply.

/** No connection, or it closed before a reply began. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/** A reply that began and did not end: a cut connection, a stalled stream, a body that is no reply. */
export class IncompleteReply extends Error {
  override readonly name = 'BrokenOff'
}

/** The endpoint sent no part of a reply within the idle timeout. */
export class IdleTimeout extends Error {
  override readonly name = 'Silent'
}

/** An HTML page instead of a reply: from a failing proxy, or from an address without an API. */
export class WebPage extends Error {
  override readonly name = 'WebPage'
}

/**
 * An error response: a status other than 200, or an error in the middle of a reply. `body` is its JSON without the
 * enclosing `error`; `words` is all its texts, since endpoints use different fields; `message` is for people.
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

/** An error in a reply with status 200. Its code is often the status that the endpoint itself received. */
export function refusedInReply(body: unknown): Refused {
  const code = Number(field(body, 'code') ?? field(body, 'status_code'))
  return new Refused({ status: code >= 400 && code < 600 ? code : undefined, body })
}

/** The field of an object; undefined for other values. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** Fields of an error that echo the model's or the user's text instead of the endpoint's. */
const NOT_SAID = new Set(['failed_generation', 'input', 'user_id', 'request_id'])
const MAX_DEPTH = 8

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value).slice(0, 4_000)]
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([name, inner]) => (NOT_SAID.has(name) ? [] : textsIn(inner, depth + 1)))
}

/** The endpoint's message, followed by the one of the provider behind a gateway (`metadata.raw` at OpenRouter). */
function messageIn(body: unknown): string {
  const own = Array.isArray(body) ? body[0] : body
  const error = field(own, 'error') ?? own
  const message = [error, field(error, 'message'), field(error, 'detail'), field(error, 'msg')].find(isText)
  const upstream = upstreamIn(field(error, 'metadata'))
  const said = [message, upstream].filter(isText).filter((text, at, all) => all.indexOf(text) === at)
  return plain(said.length > 0 ? said.join(': ') : textsIn(body).join(' '))
}

/** Plain text in one line, also from a proxy's HTML page. In other texts, `<function>` is no tag and stays. */
const plain = (text: string): string =>
  (isPage(text) ? withoutBlocks(text).replaceAll(/<!?\/?[a-z][^<>]*>/gi, ' ') : text).replaceAll(/\s+/g, ' ').trim()

const isPage = (text: string): boolean => /<(?:!doctype|html|head|body)\b/i.test(text)

/** Removes styles and scripts: of each piece before an end tag, keeps the text before its start tag. */
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
