import { field, type Refused } from './no-reply.ts'

/** Backoff delays in milliseconds for an endpoint that is rate-limited and names no delay. The last one repeats. */
const WAITS = [5_000, 10_000, 20_000, 40_000, 60_000]
/** How often a named delay of less than a second is respected before backoff applies. */
const SHORT_WAITS = 5
/** Node's longest timer. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * Milliseconds to wait before the retry with number `count`: the delay that the response names, or an increasing
 * backoff.
 */
export function waitAfter(refused: Refused, count: number): number {
  const told = retryAfter(refused)
  if (told !== undefined && (told >= 1_000 || count <= SHORT_WAITS)) return Math.min(told, LONGEST_TIMER)
  return WAITS[Math.min(count, WAITS.length) - 1] ?? LONGEST_TIMER
}

/**
 * The delay that a response names, in milliseconds: in a header, in Google's `retryDelay`, or in its text. The longest
 * of several.
 */
export function retryAfter({ headers, body, words }: Refused): number | undefined {
  const told = [
    amountOf(headers?.get('retry-after-ms'), 1),
    amountOf(headers?.get('retry-after'), 1_000) ?? untilDate(headers?.get('retry-after')),
    ...delaysIn(body),
    delayInText(words),
  ].filter((wait) => wait !== undefined)
  return told.length > 0 ? Math.max(...told) : undefined
}

const amountOf = (text: string | null | undefined, unit: number): number | undefined =>
  text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * unit : undefined

function untilDate(text: string | null | undefined): number | undefined {
  const date = Date.parse(text ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** Every `retryDelay: "21s"` (google.rpc.RetryInfo) and `retry_after: 21` in a JSON body. */
function delaysIn(body: unknown, depth = 0): number[] {
  if (typeof body !== 'object' || body === null || depth > 6) return []
  const delay = spanIn(String(field(body, 'retryDelay') ?? ''))
  const after = amountOf(String(field(body, 'retry_after') ?? field(body, 'retry_after_seconds') ?? ''), 1_000)
  const own = [delay, after].filter((wait) => wait !== undefined)
  return [...own, ...Object.values(body).flatMap((inner: unknown) => delaysIn(inner, depth + 1))]
}

/** Parses "Please try again in 7m12.5s", "Please retry after 26 seconds", "Your quota will reset after 5h59m59s". */
function delayInText(words: string): number | undefined {
  const said =
    /(?:try again|retry|wait|available|resets?)(?: again)? (?:in|after|for)(?: about)? ([\dhms. ]*\d ?[a-z]+)/i.exec(
      words,
    )
  return said?.[1] === undefined ? undefined : spanIn(said[1])
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

function spanIn(text: string): number | undefined {
  const parts = [
    ...text.matchAll(
      /(\d{1,12}(?:\.\d{1,9})?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)\b|(\d{1,12}(?:\.\d{1,9})?)([hm])(?=\d)/gi,
    ),
  ]
  if (parts.length === 0) return undefined
  return parts.reduce((sum, [, amount, name = '', inner, unit = '']) => {
    const key = (name || unit).toLowerCase()
    const short = /^(?:ms|milli)/.test(key) ? 'ms' : key.slice(0, 1)
    return sum + Number(amount ?? inner) * (UNITS[short] ?? 0)
  }, 0)
}
