import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import { z } from 'zod'
import { explainFailure, statusOf, type Circumstances } from './failure.ts'

/** What sends our requests. */
export type Client = ReturnType<typeof connect>

/**
 * The address of GitHub's API (`https://api.github.com` when empty), and the token for it. `proxy` is the variable that
 * names the proxy on the way there. `timeLimit` is for one request, in milliseconds.
 */
export type Access = {
  token: string
  address?: string | undefined
  proxy?: string | undefined
  timeLimit?: number
}

/** Milliseconds after which a request without its whole answer has failed. */
const TIME_LIMIT = 30_000

/** Whether GitHub itself runs this API: github.com, or `ghe.com`. Its secondary rate limits require throttling. */
export const isHosted = (address: string): boolean =>
  /^https:\/\/(api\.github\.com|[\w.-]+\.ghe\.com)(\/|$)/i.test(address)

/** A client that retries reads and never writes, because a write may have succeeded although its answer was lost. */
export function connect(access: Access) {
  const { token, timeLimit = TIME_LIMIT } = access
  const baseUrl = access.address || 'https://api.github.com'
  const hosted = isHosted(baseUrl)
  const octokit = new (Octokit.plugin(retry, throttling))({
    baseUrl,
    auth: token,
    userAgent: 'measure-twice',
    log: { debug: discard, info: discard, warn: discard, error: discard },
    request: { fetch: fetchWithin(timeLimit) },
    throttle: {
      enabled: hosted,
      onRateLimit: (_after, request, _client, tries) => request.method === 'GET' && tries < 3,
      onSecondaryRateLimit: (_after, _request, _client, tries) => tries < 3,
    },
    retry: { doNotRetry: [400, 401, 403, 404, 410, 422, 451], retryAfterBaseValue: hosted ? 1000 : 50 },
  })
  octokit.hook.before('request', (request) => {
    request.headers['x-github-api-version'] = API_VERSION
    if (request.method !== 'GET') request.request = { ...request.request, retries: 0 }
  })
  sendConditionalRequests(octokit)
  explainFailures(octokit, { host: hostOf(baseUrl), proxy: access.proxy })
  return octokit
}

const API_VERSION = '2022-11-28'

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)

/**
 * A `fetch` whose limit is for one try, since waits between tries may be longer. It reads the answer to its end,
 * because
 * Octokit takes what came of a broken answer for the whole of it.
 */
const fetchWithin =
  (timeLimit: number): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeLimit) })
    await response.clone().arrayBuffer()
    return response
  }

/**
 * Throws what `explainFailure` makes of an error. It has to be the last hook, because the others look at the status.
 */
function explainFailures(octokit: Octokit, where: Omit<Circumstances, 'wasAccepted'>): void {
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

const discard = (): void => undefined

/** What the client has read. */
type ReadAnswer = Awaited<ReturnType<Octokit['request']>>

/** Repeats a read as a conditional request, because GitHub does not count a 304 against the rate limit. */
function sendConditionalRequests(octokit: Octokit): void {
  const answers = new Map<string, { etag: string; answer: ReadAnswer }>()
  octokit.hook.wrap('request', async (request, options) => {
    if (options.method !== 'GET') return request(options)
    const key = octokit.request.endpoint(options).url
    const cached = answers.get(key)
    // Set in place: inner hooks are bound to this object and would not see a copy.
    if (cached) options.headers['if-none-match'] = cached.etag
    try {
      const answer = await request(options)
      if (answer.headers.etag) answers.set(key, { etag: answer.headers.etag, answer })
      return answer
    } catch (error) {
      if (cached && statusOf(error) === 304) return withPagesOfNow(cached.answer, key, error)
      throw error
    }
  })
}

/**
 * A cached page with the link to the next page as it is now. The ETag of a page does not cover `Link`, so a page that
 * is
 * unchanged may have a new page behind it (app-sre/github-mirror#113). The 304 tells so. When it has no `Link`, a full
 * page is taken to have a next one, which may be empty.
 */
function withPagesOfNow(answer: ReadAnswer, url: string, notModified: unknown): ReadAnswer {
  const link = linkOf(notModified) ?? (isFull(answer, url) ? linkAfter(url) : undefined)
  return link === undefined ? answer : { ...answer, headers: { ...answer.headers, link } }
}

const Linked = z.object({ response: z.object({ headers: z.object({ link: z.string() }) }) })
const linkOf = (error: unknown): string | undefined => Linked.safeParse(error).data?.response.headers.link

const isFull = ({ data }: ReadAnswer, url: string): boolean =>
  Array.isArray(data) && data.length > 0 && data.length === Number(new URL(url).searchParams.get('per_page'))

function linkAfter(url: string): string {
  const next = new URL(url)
  next.searchParams.set('page', String(Number(next.searchParams.get('page') ?? 1) + 1))
  return `<${next}>; rel="next"`
}
