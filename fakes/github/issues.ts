import { z } from 'zod'
import type { Route } from './routes.ts'
import { arg, checkLength, created, need, noContent, numberArg, ok, page, route, sorted, textOf } from './routes.ts'
import { FIRST, RawComment, RawIssue, RawPull } from './raw.ts'
import { commentJson, issueJson, lastNumber, noteEnd, nowOf, touch } from './shapes.ts'
import type { By, Call, Json, Site } from './types.ts'
import { notFound } from './types.ts'

type IssueJson = ReturnType<typeof issueJson>

/** One issue. A pull request is returned in the shape of an issue. */
export async function issueOf(site: Site, number: number): Promise<IssueJson> {
  if (!site.memory.pulls[number]) return issueJson(site, RawIssue.parse(await site.emulator.read(`/issues/${number}`)))
  const raw = RawPull.parse(await site.emulator.read(`/pulls/${number}`))
  const comments = await site.emulator.list(`/issues/${number}/comments`)
  return issueJson(site, { ...raw, comments: comments.length })
}

/** The comments of an issue or pull request, in the order of their ids. */
export const commentsOf = async (site: Site, number: number) =>
  z
    .array(RawComment)
    .parse(await site.emulator.list(`/issues/${number}/comments`))
    .sort((a, b) => a.id - b.id)
    .map((raw) => commentJson(site, raw))

/** The comments of all issues and pull requests. `emulate` has no list of them. */
async function everyComment(site: Site) {
  const places = [...(await site.emulator.list('/issues?state=all')), ...(await site.emulator.list('/pulls?state=all'))]
  const numbers = new Set(
    z
      .array(z.looseObject({ number: z.number() }))
      .parse(places)
      .map(({ number }) => number),
  )
  return (await Promise.all([...numbers].map((number) => commentsOf(site, number)))).flat()
}

/** What signs the addresses of private images. On github.com it is a JSON web token that lives five minutes. */
export const SIGNATURE = 'signed'

const FULL = /vnd\.github(?:\.v3)?\.full\+json/

/** With the media type `full`, the body as HTML, in which images have signed addresses. */
export function withHtml<T extends object>({ headers, site }: Call, json: T, full = FULL): T {
  if (!full.test(headers.accept ?? '')) return json
  const html = ('body' in json ? String(json.body ?? '') : '').replace(
    /!\[([^\]]*)\]\(([^)\s]+)\)/g,
    (_, alt: string, address: string) => {
      const signed = address.replace(
        /^.*\/user-attachments\/assets\/(.*)$/,
        `${site.url}/private-user-images/$1?a=1&amp;jwt=${SIGNATURE}`,
      )
      return `<a href="${signed}"><img alt="${alt}" src="${signed}" style="max-width: 100%;"></a>`
    },
  )
  return { ...json, body_html: `<p dir="auto">${html}</p>` }
}

/** The number that `emulate` has for a comment. */
const rawId = (call: Call): number => numberArg(call) - FIRST.comment

/** Writes a comment. The routes and the actions of people share it. */
export async function addComment({ site, login }: By, number: number, body: string, app?: string) {
  const raw = RawComment.parse(
    await site.emulator.write({ login, method: 'POST', path: `/issues/${number}/comments`, body: { body } }),
  )
  if (app !== undefined) site.memory.apps[FIRST.comment + raw.id] = app
  touch(site, `comment:${FIRST.comment + raw.id}`)
  touch(site, `issue:${number}`)
  return commentJson(site, raw)
}

/** Edits a comment. The routes and the actions of people share it. */
export async function changeComment({ site, login }: By, id: number, body: string) {
  const path = `/issues/comments/${id - FIRST.comment}`
  const raw = RawComment.parse(await site.emulator.write({ login, method: 'PATCH', path, body: { body } }))
  touch(site, `comment:${id}`)
  site.memory.edits[id] = nowOf(site)
  touch(site, `issue:${lastNumber(raw.issue_url)}`)
  return commentJson(site, raw)
}

/** Changes title, body, state or labels of an issue or pull request. */
export async function changeIssue({ site, login }: By, number: number, body: Json): Promise<void> {
  const { labels, ...rest } = body
  const path = site.memory.pulls[number] ? `/pulls/${number}` : `/issues/${number}`
  await site.emulator.write({ login, method: 'PATCH', path, body: rest })
  if (Array.isArray(labels))
    await site.emulator.write({ login, method: 'PUT', path: `/issues/${number}/labels`, body: { labels } })
  touch(site, `issue:${number}`)
  if (body['state'] === 'closed') touch(site, `closed:${number}`)
  if (body['state'] === 'closed' || body['state'] === 'open') noteEnd(site, number, body['state'])
}

async function listIssues(call: Call) {
  const { site, query } = call
  const issues = z.array(RawIssue).parse(await site.emulator.list('/issues?state=all'))
  const pulls = z.array(RawPull).parse(await site.emulator.list('/pulls?state=all'))
  const state = query.get('state') ?? 'open'
  const labels = (query.get('labels') ?? '').split(',').filter(Boolean)
  const wanted = [...issues, ...pulls]
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => labels.every((name) => issue.labels.some((label) => label.name === name)))
    .filter((issue) => [null, issue.user.login].includes(query.get('creator')))
    .sort((a, b) => a.number - b.number)
  const shown = wanted.map((raw) => ({ created_at: nowOf(site), ...issueJson(site, raw) }))
  return page(call, sorted(call, shown, 'desc'))
}

async function postIssue(call: Call) {
  const { site, body } = call
  const login = need(call, 'issues')
  checkLength(body['body'], 'Issue')
  const raw = RawIssue.parse(await site.emulator.write({ login, method: 'POST', path: '/issues', body }))
  touch(site, `issue:${raw.number}`)
  return created(issueJson(site, raw))
}

async function labelsOf({ site }: Call, number: number): Promise<unknown> {
  return site.emulator.read(`/issues/${number}/labels`)
}

export const issueRoutes: readonly Route[] = [
  route('GET ~/issues', listIssues),
  route('POST ~/issues', postIssue),
  route('GET ~/issues/comments', async (call) => {
    return page(call, sorted(call, await everyComment(call.site), 'asc'))
  }),
  route('GET ~/issues/comments/{}', async (call) =>
    ok(commentJson(call.site, RawComment.parse(await call.site.emulator.read(`/issues/comments/${rawId(call)}`)))),
  ),
  route('PATCH ~/issues/comments/{}', async (call) => {
    const login = need(call, 'issues', 'pull_requests')
    checkLength(call.body['body'], 'IssueComment')
    return ok(await changeComment({ site: call.site, login }, numberArg(call), textOf(call.body, 'body') ?? ''))
  }),
  route('DELETE ~/issues/comments/{}', async (call) => {
    const login = need(call, 'issues', 'pull_requests')
    await call.site.emulator.write({ login, method: 'DELETE', path: `/issues/comments/${rawId(call)}` })
    return noContent
  }),
  route('GET ~/issues/{}', async (call) => ok(withHtml(call, await issueOf(call.site, numberArg(call))))),
  route('PATCH ~/issues/{}', async (call) => {
    const login = need(call, 'issues', 'pull_requests')
    checkLength(call.body['body'], 'Issue')
    await changeIssue({ site: call.site, login }, numberArg(call), call.body)
    return ok(await issueOf(call.site, numberArg(call)))
  }),
  route('GET ~/issues/{}/comments', async (call) => {
    const since = Date.parse(call.query.get('since') ?? '') || 0
    const comments = await commentsOf(call.site, numberArg(call))
    return page(
      call,
      comments.filter((comment) => Date.parse(comment.updated_at) >= since).map((one) => withHtml(call, one)),
    )
  }),
  route('POST ~/issues/{}/comments', async (call) => {
    const login = need(call, 'issues', 'pull_requests')
    checkLength(call.body['body'], 'IssueComment')
    return created(await addComment({ site: call.site, login }, numberArg(call), textOf(call.body, 'body') ?? ''))
  }),
  route('GET ~/issues/{}/labels', async (call) => ok(await labelsOf(call, numberArg(call)))),
  route('POST ~/issues/{}/labels', async (call) => {
    const login = need(call, 'issues', 'pull_requests')
    await call.site.emulator.write({
      login,
      method: 'POST',
      path: `/issues/${numberArg(call)}/labels`,
      body: call.body,
    })
    touch(call.site, `issue:${numberArg(call)}`)
    return ok(await labelsOf(call, numberArg(call)))
  }),
  route('DELETE ~/issues/{}/labels/{}', async (call) => {
    const login = need(call, 'issues', 'pull_requests')
    const path = `/issues/${numberArg(call)}/labels/${encodeURIComponent(arg(call, 1))}`
    await call.site.emulator.write({ login, method: 'DELETE', path })
    return ok(await labelsOf(call, numberArg(call)))
  }),
  route('GET ~/labels', async (call) => page(call, await call.site.emulator.list('/labels'))),
  route('GET ~/labels/{}', async (call) =>
    ok(await call.site.emulator.read(`/labels/${encodeURIComponent(arg(call))}`)),
  ),
  route('POST ~/labels', async (call) => {
    const login = need(call, 'issues', 'pull_requests')
    return created(await call.site.emulator.write({ login, method: 'POST', path: '/labels', body: call.body }))
  }),
  route('GET ~/issues/{}/events', () => {
    throw notFound()
  }),
]
