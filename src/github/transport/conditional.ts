import type { Octokit } from '@octokit/rest'
import { z } from 'zod'
import { statusOf } from './http-failure.ts'

type ReadAnswer = Awaited<ReturnType<Octokit['request']>>

/** Sends reads with `if-none-match`: a 304 does not count against the rate limit. A change answers like a read. */
export function sendConditionalRequests(octokit: Octokit): void {
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
      if (cached && statusOf(error) === 304) return withPagesOfNow(cached.answer, key, error)
      throw error
    }
  })
}

/**
 * A cached page with the link to the next page of the 304, since an ETag does not cover `Link`
 * (app-sre/github-mirror#113). Without one, a full page is taken to have a next one, which may be empty.
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
