import { field, jsonIn } from '../../guard/json.ts'

// Errors in place of a reply.

/** No connection, or it closed before a reply began. */
export class NoConnection extends Error {}

/** A reply that did not end: a cut connection, no part of it within the idle timeout, a body that is no reply. */
export class IncompleteReply extends Error {}

/** Characters of a single event, of a reply that is not streamed, and of what is made of a streamed one. */
export const MAX_REPLY_CHARACTERS = 16 * 1024 * 1024

/** A reply of more characters than any model's. */
export class ReplyTooLong extends Error {}

/** An HTML page instead of a reply: from a failing proxy, or from an address without an API. */
export class WebPage extends Error {}

/**
 * An error response: a status other than 200, or an error in the middle of a reply. `body` is its JSON without the
 * enclosing `error`; `words` is all its texts, since endpoints use different fields; `message` is for people.
 */
export class Refused extends Error {
  readonly status: number | undefined
  readonly body: unknown
  readonly words: string
  readonly headers: Headers | undefined

  constructor(response: { status?: number | undefined; body: unknown; headers?: Headers | undefined }) {
    super(messageIn(response.body))
    this.status = response.status
    this.body = response.body
    this.words = textsIn(response.body).join(' ')
    this.headers = response.headers
  }
}

/** An error in a reply with status 200. Its code is often the status that the endpoint itself received. */
export function refusedInReply(body: unknown): Refused {
  const code = Number(field(body, 'code') ?? field(body, 'status_code'))
  return new Refused({ status: code >= 400 && code < 600 ? code : undefined, body })
}

/** Fields of an error that echo the model's or the user's text instead of the endpoint's. */
const ECHOED_FIELDS = new Set(['failed_generation', 'input', 'user_id', 'request_id'])
const MAX_DEPTH = 8

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value).slice(0, 4_000)]
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([name, inner]) => (ECHOED_FIELDS.has(name) ? [] : textsIn(inner, depth + 1)))
}

/** The endpoint's message, followed by the one of the provider behind a gateway (`metadata.raw` at OpenRouter). */
function messageIn(body: unknown): string {
  const own = Array.isArray(body) ? body[0] : body
  const error = field(own, 'error') ?? own
  const message = [error, field(error, 'message'), field(error, 'detail'), field(error, 'msg')].find(isText)
  const upstream = upstreamIn(field(error, 'metadata'))
  const texts = [message, upstream].filter(isText).filter((text, at, all) => all.indexOf(text) === at)
  return plain(texts.length > 0 ? texts.join(': ') : textsIn(body).join(' '))
}

/** A text in one line; of a proxy's HTML page, its title. */
function plain(text: string): string {
  const isPage = /<(?:!doctype|html|head|body)\b/i.test(text)
  const shown = isPage ? /<title(?:\s[^<>]*)?>([^<]*)/i.exec(text)?.[1]?.trim() || 'a web page' : text
  return shown.replaceAll(/\s+/g, ' ').trim()
}

function upstreamIn(metadata: unknown): string | undefined {
  const raw = field(metadata, 'raw')
  if (!isText(raw)) return raw === undefined || raw === null ? undefined : textsIn(raw).join(' ')
  const parsed = jsonIn(raw)
  return parsed === undefined ? raw : messageIn(parsed)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Backoff delays in milliseconds for an endpoint that is rate-limited and names no delay. The last one repeats. */
const RATE_LIMIT_BACKOFF = [5_000, 10_000, 20_000, 40_000, 60_000]
/** How often a named delay of less than a second is respected before backoff applies. */
const MAX_SHORT_DELAYS = 5
const LONGEST_TIMER = 2 ** 31 - 1

/** Milliseconds before the retry with number `count`: the delay that the response names, or a growing backoff. */
export function waitAfter(refused: Refused, count: number): number {
  const delay = retryAfter(refused)
  if (delay !== undefined && (delay >= 1_000 || count <= MAX_SHORT_DELAYS)) return Math.min(delay, LONGEST_TIMER)
  return RATE_LIMIT_BACKOFF[Math.min(count, RATE_LIMIT_BACKOFF.length) - 1] ?? LONGEST_TIMER
}

/** The longest delay that a response names, in milliseconds: in a header, in Google's `retryDelay`, or in its text. */
export function retryAfter({ headers, body, words }: Refused): number | undefined {
  const delays = [
    durationFrom(headers?.get('retry-after-ms'), 1),
    durationFrom(headers?.get('retry-after'), 1_000) ?? durationUntil(headers?.get('retry-after')),
    ...delaysIn(body),
    durationIn(DELAY.exec(words)?.[1] ?? ''),
  ].filter((wait) => wait !== undefined)
  return delays.length > 0 ? Math.max(...delays) : undefined
}

const durationFrom = (text: string | null | undefined, unit: number): number | undefined =>
  text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * unit : undefined

function durationUntil(text: string | null | undefined): number | undefined {
  const date = Date.parse(text ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** Every `retryDelay: "21s"` (google.rpc.RetryInfo) and `retry_after: 21` in a JSON body. */
function delaysIn(body: unknown, depth = 0): number[] {
  if (typeof body !== 'object' || body === null || depth > 6) return []
  const delay = durationIn(String(field(body, 'retryDelay') ?? ''))
  const after = durationFrom(String(field(body, 'retry_after') ?? field(body, 'retry_after_seconds') ?? ''), 1_000)
  const own = [delay, after].filter((wait) => wait !== undefined)
  return [...own, ...Object.values(body).flatMap((inner: unknown) => delaysIn(inner, depth + 1))]
}

/** "Please try again in 7m12.5s", "Please retry after 26 seconds", "Your quota will reset after 5h59m59s". */
const DELAY =
  /(?:try again|retry|wait|available|resets?)(?: again)? (?:in|after|for)(?: about)? ([\dhms. ]*\d ?[a-z]+)/i

const PART_OF_DURATION =
  /(\d{1,12}(?:\.\d{1,9})?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)(?![a-z_])/gi

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

function durationIn(text: string): number | undefined {
  const parts = [...text.matchAll(PART_OF_DURATION)]
  if (parts.length === 0) return undefined
  return parts.reduce((sum, [, amount, name = '']) => {
    const unit = /^(?:ms|milli)/i.test(name) ? 'ms' : name.slice(0, 1).toLowerCase()
    return sum + Number(amount) * (UNITS[unit] ?? 0)
  }, 0)
}
