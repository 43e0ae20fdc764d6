import { z } from 'zod'
import { UserError } from '../../lib/errors.ts'
import { statusOf } from './http-failure.ts'

/** A wait before the next try. `isLimit`: it is for a rate limit. `isVain`: there were enough of them. */
type Pause = { milliseconds: number; isLimit: boolean; isVain: boolean }

/** `tries` counts the pauses before this one. `unit` is what GitHub's own second is here; it is short on loopback. */
type Situation = { tries: number; most: number; unit: number; now: number }

const MOST_LIMITS = 5
/** The longest pause after an outage, in units. */
const LONGEST_PAUSE = 60

/** Undefined when the failure will not pass, or there were pauses enough. */
export function pauseAfter(failure: unknown, { tries, most, unit, now }: Situation): Pause | undefined {
  const error = failure instanceof UserError ? failure.cause : failure
  if (isLimit(error)) {
    // Without a time in the answer GitHub wants at least a minute, and more each time
    // (docs.github.com, "Rate limits for the REST API").
    const milliseconds = retryAfterOf(error, now) ?? LONGEST_PAUSE * unit * 2 ** tries
    return { milliseconds, isLimit: true, isVain: tries >= MOST_LIMITS }
  }
  if (!mayPass(error) || tries >= most) return undefined
  return { milliseconds: Math.min((tries + 1) ** 2, LONGEST_PAUSE) * unit, isLimit: false, isVain: false }
}

const Answered = z.object({
  response: z.object({
    headers: z.record(z.string(), z.union([z.string(), z.number()])).catch({}),
    data: z.unknown(),
  }),
})
const headersOf = (error: unknown) => Answered.safeParse(error).data?.response.headers ?? {}

const LIMIT = /\brate limit|\babuse detection|\bsubmitted too quickly/i

/** Whether GitHub refused for a rate limit, primary or secondary: with 429, or a 403 that has a time or says so. */
function isLimit(error: unknown): boolean {
  const status = statusOf(error)
  if (status === 429) return true
  if ((status !== 403 && status !== 422) || !(error instanceof Error)) return false
  const headers = headersOf(error)
  if (status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')) return true
  return LIMIT.test(error.message)
}

/** The milliseconds until GitHub takes requests again, as `retry-after` or `x-ratelimit-reset` tell. */
function retryAfterOf(error: unknown, now: number): number | undefined {
  const headers = headersOf(error)
  const after = headers['retry-after']
  if (after !== undefined) return millisecondsIn(String(after), now)
  const reset = Number(headers['x-ratelimit-reset'])
  // One second more, because the time is in whole seconds.
  return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? Math.max(0, reset * 1000 - now) + 1000 : undefined
}

/** `retry-after` is a number of seconds or a date. Anything else tells nothing. */
function millisecondsIn(after: string, now: number): number | undefined {
  if (/^\d+$/.test(after.trim())) return Number(after) * 1000
  const date = Date.parse(after)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Outages: 5xx, a time limit, and no answer at all, which the client gives the status 500. */
const mayPass = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0
  return status >= 500 || status === 408
}

/** Whether data has the shape of an answer of GitHub: a list, an object with something in it, or GraphQL's frame. */
export function isWhole(data: unknown, { method, url }: { method: string; url: string }): boolean {
  if (Array.isArray(data)) return true
  if (typeof data !== 'object' || data === null) return false
  if (url.endsWith('/graphql')) return 'data' in data || 'errors' in data
  return method === 'GET' ? Object.keys(data).length > 0 : ['id', 'url', 'sha', 'ref'].some((key) => key in data)
}

const Told = z.object({
  errors: z.array(z.object({ type: z.string().optional().catch(undefined), message: z.string().catch('') })).min(1),
})

/** A limit or an outage that GraphQL reports with status 200, with the status that REST has for it. */
export function graphqlFailure(answer: { data: unknown; headers: object }): Error | undefined {
  const [first] = Told.safeParse(answer.data).data?.errors ?? []
  if (!first) return undefined
  const limited = first.type === 'RATE_LIMITED' || LIMIT.test(first.message)
  const failed = /something went wrong while executing your query|\btime(?:d )?out\b/i.test(first.message)
  if (!limited && !failed) return undefined
  return Object.assign(new Error(first.message), { status: limited ? 429 : 502, response: answer })
}
