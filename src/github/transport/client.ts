import { once } from 'node:events'
import { getOctokitOptions } from '@actions/github/lib/utils'
import { Octokit } from '@octokit/rest'
import { UserError } from '../../lib/errors.ts'
import { serialQueue, NO_DEADLINE, type Deadline } from '../../lib/async.ts'
import { explainFailure, headersOf, pauseAfter, rejectUnusable, statusOf } from './http-failure.ts'

/** The client of GitHub's API, and the repository that its requests are about. */
export type Client = ReturnType<typeof connect> & { name: { owner: string; repo: string } }

/**
 * The address of GitHub's API (`https://api.github.com` when empty), and the token for it. `readOnly`: for a dry run,
 * every write fails and is not sent. `proxy`: the variable that names the proxy. `timeLimit`: milliseconds for one
 * request. `onWait` is called before each wait for a rate limit.
 */
type Access = {
  token: string
  address?: string | undefined
  readOnly?: boolean
  proxy?: string | undefined
  timeLimit?: number
  deadline?: Deadline
  onWait?: (milliseconds: number) => void
}

/** Milliseconds after which a request without its whole answer has failed. */
const TIME_LIMIT = 30_000
/** How often a request is sent again after an outage. Pauses grow to a minute. */
const TRIES = 4
/** The unit of pauses: a second, but 20 ms for a GitHub on loopback, as in tests, which needs no time to recover. */
const pauseUnitOf = (address: string): number =>
  /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${address}/`) ? 20 : 1_000

/** Whether GitHub itself runs this API, on github.com or `ghe.com`: its secondary rate limits want requests paced. */
const isHosted = (address: string): boolean => /^https:\/\/(api\.github\.com|[\w.-]+\.ghe\.com)(\/|$)/i.test(address)

/**
 * A client that retries after a rate limit or an outage: idempotent requests by itself, the rest by `withRetries`,
 * which first checks whether a try took effect. `inTurn` queues several requests, marked with `HELD`, as one write.
 */
export function connect(access: Access) {
  const { token, timeLimit = TIME_LIMIT, deadline = NO_DEADLINE } = access
  const baseUrl = access.address || 'https://api.github.com'
  const throttled = throttle(deadline.wait, isHosted(baseUrl) ? WRITE_INTERVAL : 0)
  const withRetries = retrier({ deadline, unit: pauseUnitOf(baseUrl), onWait: access.onWait ?? discard })
  const settings = {
    baseUrl,
    userAgent: 'measure-twice',
    log: { debug: discard, info: discard, warn: discard, error: discard },
    request: { fetch: fetchWithin(() => deadline.within(timeLimit)) },
  }
  const octokit = new Octokit(getOctokitOptions(token, settings))
  octokit.hook.before('request', (request) => void (request.headers['x-github-api-version'] = API_VERSION))
  if (access.readOnly) octokit.hook.before('request', rejectWrite)
  octokit.hook.after('request', rejectUnusable)
  sendConditionalRequests(octokit)
  octokit.hook.wrap('request', (request, options) => {
    const send = async () => request(options)
    if (isHeld(options)) return send()
    return isWrite(options) ? throttled.write(send) : throttled.read(send)
  })
  octokit.hook.wrap('request', (request, options) =>
    isRepeatable(options) ? withRetries(async () => request(options)) : request(options),
  )
  explainFailures(octokit, { host: URL.parse(baseUrl)?.host ?? baseUrl, proxy: access.proxy })
  return { octokit, rest: octokit.rest, withRetries, inTurn: throttled.write }
}

const API_VERSION = '2022-11-28'
const discard = (): void => undefined

/** `fetch` with a timeout. Reads the whole body, because Octokit takes a truncated one for complete. */
const fetchWithin =
  (limit: () => AbortSignal): typeof fetch =>
  async (address, init) => {
    const signal = AbortSignal.any([limit(), ...(init?.signal ? [init.signal] : [])])
    try {
      const response = await fetch(address, { ...init, signal })
      if (response.status === 200 && String(address).endsWith('/logs')) return await withLogEnd(response)
      await response.clone().arrayBuffer()
      return response
    } catch (error) {
      // Octokit expects an `Error`, and the reason of a signal may be any value.
      throw signal.aborted ? new Error('GitHub gave no whole answer in time.', { cause: error }) : error
    }
  }

/** Bytes. Logs may be huge, and several are read at the same time. */
const MAX_LOG_BYTES = 1 << 20

/** The response with only the end of its body, since only the last lines of a log are used. */
async function withLogEnd({ body, status, headers, url }: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    while (length - (chunks[0]?.length ?? 0) >= MAX_LOG_BYTES) length -= chunks.shift()?.length ?? 0
  }
  return Object.defineProperty(new Response(Buffer.concat(chunks), { status, headers }), 'url', { value: url })
}

type Sent = { method: string; url: string; query?: unknown; request?: object }

/** Marks requests that are neither queued nor retried, because their caller does both. */
export const HELD = { request: { held: true } }
const isHeld = ({ request }: Sent): boolean => request !== undefined && 'held' in request && request.held === true

const isWrite = ({ method, url, query }: Sent): boolean =>
  method !== 'GET' && !(url.endsWith('/graphql') && !/^\s*mutation\b/.test(String(query)))

function rejectWrite(sent: Sent): void {
  if (isWrite(sent)) throw new Error('A dry run writes nothing to GitHub.')
}

/** Whether a request is idempotent. So is opening a pull request: GitHub refuses a second one for a branch. */
const isRepeatable = (sent: Sent): boolean =>
  !isHeld(sent) &&
  (['GET', 'PUT', 'PATCH', 'DELETE'].includes(sent.method) ||
    /\/(?:reactions|labels|pulls|dispatches|requested_reviewers|statuses\/[^/]+)$/.test(sent.url) ||
    (sent.url.endsWith('/graphql') && !/\bcreateCommitOnBranch\b/.test(String(sent.query))))

/** Options of `withRetries`. `signal` ends retries; `findEffect` looks before a retry for the effect of the request. */
type RetryOptions<T> = {
  maxTries?: number
  signal?: AbortSignal | undefined
  findEffect?: () => Promise<T | undefined>
}

/** Retries with backoff. Throws the last failure, or `UserError` for a rate limit that outlasts the run. */
function retrier({ deadline, unit, onWait }: Required<Pick<Access, 'deadline' | 'onWait'>> & { unit: number }) {
  return async <T>(
    act: () => Promise<T>,
    { maxTries = TRIES, signal, findEffect }: RetryOptions<T> = {},
  ): Promise<T> => {
    for (let tries = 0; ; tries++) {
      const isLast = deadline.isOver()
      try {
        return await act()
      } catch (error) {
        const now = Date.now()
        const pause = pauseAfter(error, { tries, maxTries, unit, now })
        if (!pause || signal?.aborted || isLast) throw error
        if (pause.isExhausted || (pause.isLimit && pause.milliseconds > deadline.left()))
          throw rateLimited(new Date(now + pause.milliseconds), error)
        if (pause.isLimit) onWait(pause.milliseconds)
        await Promise.race([deadline.wait(pause.milliseconds), ...(signal ? [once(signal, 'abort')] : [])])
      }
      const effect = await findEffect?.()
      if (effect !== undefined) return effect
    }
  }
}

/** GitHub takes no more requests of the token until a time that this run does not reach. */
const rateLimited = (until: Date, cause: unknown): UserError =>
  new UserError(
    'rate-limited',
    `GitHub’s rate limit for this token is used up until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    'Run the workflow again after that; what is on the branch is kept, and the run goes on from there.',
    { cause, until },
  )

/** Turns errors into `UserError` by `explainFailure`. Registered last, because the other hooks need the status. */
function explainFailures(octokit: Octokit, where: { host: string; proxy: string | undefined }): void {
  let wasAccepted = false
  octokit.hook.wrap('request', async (request, options) => {
    try {
      const answer = await request(options)
      wasAccepted = true
      return answer
    } catch (error) {
      throw explainFailure(error, { ...where, wasAccepted })
    }
  })
}

type ReadAnswer = Awaited<ReturnType<Octokit['request']>>

/** Sends reads with `if-none-match`: a 304 does not count against the rate limit. PATCH replies are cached, too. */
function sendConditionalRequests(octokit: Octokit): void {
  const answers = new Map<string, { etag: string; answer: ReadAnswer }>()
  octokit.hook.wrap('request', async (request, options) => {
    if (options.method !== 'GET' && options.method !== 'PATCH') return request(options)
    const key = octokit.request.endpoint(options).url
    const cached = options.method === 'GET' ? answers.get(key) : undefined
    // Set in place: inner hooks are bound to this object and would not see a copy.
    if (cached) options.headers['if-none-match'] = cached.etag
    try {
      const answer = await request(options)
      if (answer.headers.etag) answers.set(key, { etag: answer.headers.etag, answer })
      return answer
    } catch (error) {
      if (cached && statusOf(error) === 304) return withCurrentNextLink(cached.answer, key, error)
      throw error
    }
  })
}

/**
 * A cached page with the `Link` header of the 304, since an ETag does not cover `Link` (app-sre/github-mirror#113).
 * If the 304 has none, a full page is assumed to have a next one, which may be empty.
 */
function withCurrentNextLink(answer: ReadAnswer, url: string, notModified: unknown): ReadAnswer {
  const link = headersOf(notModified)['link'] ?? (isFull(answer, url) ? linkAfter(url) : undefined)
  return link === undefined ? answer : { ...answer, headers: { ...answer.headers, link: String(link) } }
}

const isFull = ({ data }: ReadAnswer, url: string): boolean =>
  Array.isArray(data) && data.length > 0 && data.length === Number(new URL(url).searchParams.get('per_page'))

function linkAfter(url: string): string {
  const next = new URL(url)
  next.searchParams.set('page', String(Number(next.searchParams.get('page') ?? 1) + 1))
  return `<${next}>; rel="next"`
}

const MAX_CONCURRENT_READS = 10
const WRITE_INTERVAL = 1_000

/** As "Best practices for using the REST API" asks: one write at a time, a second apart, and few requests at once. */
function throttle(wait: (milliseconds: number) => Promise<void>, writeInterval: number) {
  const inTurn = serialQueue()
  let nextWrite = 0
  let running = 0
  const queue: (() => void)[] = []
  return {
    read: async <T>(act: () => Promise<T>): Promise<T> => {
      if (running >= MAX_CONCURRENT_READS) await new Promise<void>((resolve) => queue.push(resolve))
      running++
      try {
        return await act()
      } finally {
        running--
        queue.shift()?.()
      }
    },
    write: <T>(act: () => Promise<T>): Promise<T> =>
      inTurn(async () => {
        const remaining = nextWrite - performance.now()
        if (remaining > 0) await wait(remaining)
        nextWrite = performance.now() + writeInterval
        return act()
      }),
  }
}
