import { z } from 'zod'
import { closedRepository, brokenByProxy, tokenExpired, UserError } from '../../lib/errors.ts'

/** The HTTP status of an error of the client; Octokit sets 500 when no response came. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined

/** Resolves to the response, or to undefined for an error that is expected. */
export const unlessError =
  (isExpected: (error: unknown) => boolean) =>
  <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((error: unknown) => {
      if (isExpected(error)) return undefined
      throw error
    })

/** Resolves to the response, or to undefined for an error with one of these statuses. */
export const unless = (...statuses: readonly number[]) =>
  unlessError((error) => statuses.includes(statusOf(error) ?? 0))

/** Not found, or gone. */
export const unlessMissing = unless(404, 410)
/** GitHub answers any of these for what the token may not see or do. */
export const unlessHidden = unless(403, 404, 410)

/** A 2xx response with an unusable body: truncated, empty, or a web page. The request may have taken effect. */
export class UnusableResponse extends Error {
  override readonly name = 'GarbledAnswer'
  readonly status = 502
  readonly isPage: boolean

  constructor(message: string, data?: unknown) {
    super(message)
    this.isPage = typeof data === 'string' && /^\s*<(?:!doctype|html|head|body)\b/i.test(data)
  }
}

/** `wasAccepted` tells whether GitHub took the token before, `proxy` the variable that names the proxy on the way. */
type RequestContext = { host: string; wasAccepted: boolean; proxy: string | undefined }

/** A failed request as a `UserError` where a person can mend it (the token, the proxy), or else the error itself. */
export function explainFailure(error: unknown, { host, wasAccepted, proxy }: RequestContext): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof UnusableResponse && error.isPage) return webPageInstead(host, error)
  if (statusOf(error) === 401) return wasAccepted ? tokenExpired(error) : tokenRefused(error)
  const repositoryClosed =
    statusOf(error) === 403 ? closedRepository(error.message.split(' - ', 1).join(''), error) : undefined
  if (repositoryClosed) return repositoryClosed
  const refusal = refusalOfProxy(error)
  return refusal === '407' || (proxy !== undefined && hasNoAnswer(error))
    ? brokenByProxy({ host, proxy, why: refusal ?? codeIn(error) }, error)
    : error
}

/** Something on the way to GitHub answers for it with a page for people, and the status of a success. */
const webPageInstead = (host: string, cause: unknown): UserError =>
  new UserError(
    'proxy',
    `Requests to ${host} are answered with a web page, which is not GitHub's.`,
    'Let the network of the runner pass connections to this host as they are; a proxy or a login page is in the way.',
    { cause },
  )

const tokenRefused = (cause: Error): UserError =>
  new UserError(
    'token-refused',
    `GitHub does not accept the token of the input \`github-token\` (${cause.message.split(' - ')[0]}).`,
    'Leave the input out, or give it a token that is valid for this repository.',
    { cause },
  )

/** Whether no response came: Octokit sets the status 500, and the network error as the cause. */
const hasNoAnswer = (error: Error): boolean =>
  statusOf(error) === 500 && error.cause instanceof Error && !('response' in error && error.response)

/** The status with which a proxy refused to open a tunnel, from the causes of an error of `fetch`. */
const refusalOfProxy = (error: unknown): string | undefined =>
  causesOf(error).flatMap(({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? [])[0]

/** The deepest code of the system or of `fetch`, such as `ECONNRESET`. */
const codeIn = (error: unknown): string | undefined =>
  causesOf(error)
    .flatMap((one) => ('code' in one && typeof one.code === 'string' ? [one.code] : []))
    .at(-1)

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])

/** A wait before the next try. `isLimit`: it is for a rate limit. `isExhausted`: no more tries follow. */
type Pause = { milliseconds: number; isLimit: boolean; isExhausted: boolean }

/** `tries` counts earlier pauses. `unit` is a second in milliseconds, or less for a GitHub on loopback. */
type TriesSoFar = { tries: number; maxTries: number; unit: number; now: number }

const MAX_LIMIT_PAUSES = 5
/** The longest pause after an outage, in units. */
const LONGEST_PAUSE = 60

/** The pause before a retry. Undefined for a permanent failure, or after the last retry. */
export function pauseAfter(failure: unknown, { tries, maxTries, unit, now }: TriesSoFar): Pause | undefined {
  const error = failure instanceof UserError ? failure.cause : failure
  if (isLimit(error)) {
    // Without a time in the answer GitHub wants at least a minute, and more each time
    // (docs.github.com, "Rate limits for the REST API").
    const milliseconds = retryAfterOf(error, now) ?? LONGEST_PAUSE * unit * 2 ** tries
    return { milliseconds, isLimit: true, isExhausted: tries >= MAX_LIMIT_PAUSES }
  }
  if (!isOutage(statusOf(error)) || tries >= maxTries) return undefined
  return { milliseconds: Math.min((tries + 1) ** 2, LONGEST_PAUSE) * unit, isLimit: false, isExhausted: false }
}

const Headers = z.record(z.string(), z.union([z.string(), z.number()])).catch({})
const ErrorWithResponse = z.object({ response: z.object({ headers: Headers }) })
/** The headers of the response that an error holds. */
export const headersOf = (error: unknown) => ErrorWithResponse.safeParse(error).data?.response.headers ?? {}

const RATE_LIMIT_WORDS = /\brate limit|\babuse detection|\bsubmitted too quickly/i

/** Whether GitHub refused for a primary or secondary rate limit: 429, or a 403 with its headers or message. */
function isLimit(error: unknown): boolean {
  const status = statusOf(error)
  if (status === 429) return true
  if ((status !== 403 && status !== 422) || !(error instanceof Error)) return false
  const headers = headersOf(error)
  if (status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')) return true
  return RATE_LIMIT_WORDS.test(error.message)
}

/** Milliseconds until the end of a rate limit, by `retry-after` or `x-ratelimit-reset`. */
function retryAfterOf(error: unknown, now: number): number | undefined {
  const headers = headersOf(error)
  if (headers['retry-after'] !== undefined) {
    // A number of seconds or a date.
    const after = String(headers['retry-after']).trim()
    const time = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after)
    return Number.isNaN(time) ? undefined : Math.max(0, time - now)
  }
  const reset = Number(headers['x-ratelimit-reset'])
  // One second more, because the time is in whole seconds.
  return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? Math.max(0, reset * 1000 - now) + 1000 : undefined
}

/** Whether a status means an outage: 5xx, which Octokit also sets when no response came, or a request timeout. */
const isOutage = (status = 0): boolean => status >= 500 || status === 408

type ReceivedResponse = { status: number; data: unknown; headers: object }
type RequestSent = { method: string; url: string; headers: { accept?: unknown } }

/** Rejects 2xx responses with an unusable body, and GraphQL errors that are sent with status 200. */
export function rejectUnusable(answer: ReceivedResponse, asked: RequestSent): void {
  const wantsJson = /\bjson\b/.test(String(asked.headers.accept)) && !asked.url.endsWith('/logs')
  if (answer.status === 204 || answer.status === 205 || !wantsJson) return
  if (!isUsable(answer.data, asked))
    throw new UnusableResponse(`The answer to ${asked.method} ${asked.url} cannot be read.`, answer.data)
  const failure = asked.url.endsWith('/graphql') ? graphqlFailure(answer) : undefined
  if (failure) throw failure
}

/** Whether a body has the shape of a response of GitHub: a list, an object with fields, or a GraphQL response. */
function isUsable(data: unknown, { method, url }: RequestSent): boolean {
  if (Array.isArray(data)) return true
  if (typeof data !== 'object' || data === null) return false
  if (url.endsWith('/graphql')) return 'data' in data || 'errors' in data
  return method === 'GET' ? Object.keys(data).length > 0 : ['id', 'url', 'sha', 'ref'].some((key) => key in data)
}

const GraphqlErrors = z.object({
  errors: z.array(z.object({ type: z.string().optional().catch(undefined), message: z.string().catch('') })).min(1),
})

/** A rate limit or an outage that GraphQL reports with status 200, as an error with the status that REST uses. */
function graphqlFailure(answer: ReceivedResponse): Error | undefined {
  const [first] = GraphqlErrors.safeParse(answer.data).data?.errors ?? []
  if (!first) return undefined
  const limited = first.type === 'RATE_LIMITED' || RATE_LIMIT_WORDS.test(first.message)
  const failed = /something went wrong while executing your query|\btime(?:d )?out\b/i.test(first.message)
  if (!limited && !failed) return undefined
  return Object.assign(new Error(first.message), { status: limited ? 429 : 502, response: answer })
}
