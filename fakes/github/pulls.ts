import { z } from 'zod'
import { commitsIn } from './git.ts'
import { BOT } from './people.ts'
import type { Route } from './routes.ts'
import { checkLength, created, need, noContent, numberArg, ok, page, route, sorted, textOf } from './routes.ts'
import { FIRST, RawPull, RawReview, RawReviewComment } from './raw.ts'
import { commitAt, pointTo } from './refs.ts'
import { pullJson, reviewCommentJson, reviewJson, touch } from './shapes.ts'
import type { By, Call, Json, PullSides, Site } from './types.ts'
import { invalid, Refusal } from './types.ts'
import { commitJson, diffOf } from './commits.ts'
import { changeIssue, withHtml } from './issues.ts'

const FORBIDDEN = 'GitHub Actions is not permitted to create or approve pull requests.'

const rawPulls = async (site: Site, state: string) =>
  z
    .array(RawPull)
    .parse(await site.emulator.list(`/pulls?state=${state}`))
    .sort((a, b) => a.number - b.number)

/** One pull request with all keys. */
export const pullOf = async (site: Site, number: number): Promise<Json> =>
  pullJson(site, RawPull.parse(await site.emulator.read(`/pulls/${number}`)), { counted: true })

/** The number of the open pull request between two branches. */
async function openBetween(site: Site, head: string, base: string): Promise<number | undefined> {
  const open = await rawPulls(site, 'open')
  return open.find(({ number }) => {
    const sides = site.memory.pulls[number]
    return sides?.branch === head && sides.base === base && !sides.fork
  })?.number
}

/** Opens a pull request. `sides.head` is its first head commit. Returns its number. */
export async function addPull({ site, login }: By, sides: PullSides, body: Json): Promise<number> {
  const all = { ...body, head: sides.branch, base: sides.base }
  const { number } = RawPull.parse(await site.emulator.write({ login, method: 'POST', path: '/pulls', body: all }))
  site.memory.pulls[number] = sides
  touch(site, `issue:${number}`)
  await pointTo(site.bare, `refs/pull/${number}/head`, sides.head)
  return number
}

async function postPull(call: Call) {
  const { site, body, actor } = call
  const login = need(call, 'pull_requests')
  if (actor?.app && !site.memory.settings.actionsMayOpenPulls) throw new Refusal(403, FORBIDDEN)
  checkLength(body['body'], 'PullRequest')
  const branch = (textOf(body, 'head') ?? '').replace(`${site.owner}:`, '')
  const base = textOf(body, 'base') ?? ''
  const problem = (field: string): Refusal => invalid({ resource: 'PullRequest', field, code: 'invalid' })
  const head = await commitAt(site.bare, `refs/heads/${branch}`)
  if (!head) throw problem('head')
  const from = await commitAt(site.bare, `refs/heads/${base}`)
  if (!from) throw problem('base')
  if ((await openBetween(site, branch, base)) !== undefined)
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: `A pull request already exists for ${site.owner}:${branch}.`,
    })
  if ((await commitsIn(site.bare, `${from}..${head}`)).length === 0)
    throw invalid({ resource: 'PullRequest', code: 'custom', message: `No commits between ${base} and ${branch}` })
  if (body['draft'] === true && !site.memory.settings.drafts)
    throw new Refusal(422, 'Draft pull requests are not supported in this repository.')
  const number = await addPull({ site, login }, { branch, base, head }, body)
  return created(await pullOf(site, number))
}

async function listPulls(call: Call) {
  const { site, query } = call
  const all = await rawPulls(site, query.get('state') ?? 'open')
  const wanted = all.filter(({ number }) => {
    const sides = site.memory.pulls[number]
    const heads = [null, '', `${sides?.fork ?? site.owner}:${sides?.branch}`]
    return heads.includes(query.get('head')) && [null, '', sides?.base].includes(query.get('base'))
  })
  const shown = await Promise.all(wanted.map(async (raw) => ({ ...raw, ...(await pullJson(site, raw)) })))
  return page(call, sorted(call, shown, query.get('sort') ? 'asc' : 'desc'))
}

async function patchPull(call: Call) {
  const login = need(call, 'pull_requests')
  checkLength(call.body['body'], 'PullRequest')
  const { draft: _, ...body } = call.body // only GraphQL can change it
  await changeIssue({ site: call.site, login }, numberArg(call), body)
  return ok(await pullOf(call.site, numberArg(call)))
}

async function range(call: Call): Promise<string> {
  const sides = call.site.memory.pulls[numberArg(call)]
  if (!sides) throw new Refusal(404, 'Not Found')
  return `${await commitAt(call.site.bare, `refs/heads/${sides.base}`)}...${sides.head}`
}

const Review = z.object({
  body: z.string().default(''),
  event: z.string().optional(),
  comments: z.array(z.looseObject({ path: z.string(), line: z.number().default(1), body: z.string() })).default([]),
})

/** Writes a review with its inline comments. The routes and the actions of people share it. */
export async function addReview({ site, login }: By, number: number, given: Json) {
  const { comments, ...review } = Review.parse(given)
  const commit_id = site.memory.pulls[number]?.head
  const body = {
    event: 'COMMENT',
    ...review,
    commit_id,
    comments: comments.map(({ line, ...rest }) => ({ ...rest, position: line })),
  }
  const raw = RawReview.parse(
    await site.emulator.write({ login, method: 'POST', path: `/pulls/${number}/reviews`, body }),
  )
  touch(site, `review:${FIRST.review + raw.id}`)
  const all = (await reviewCommentsOf(site, number)).filter(
    (comment) => comment.pull_request_review_id === FIRST.review + raw.id,
  )
  for (const { id } of all) touch(site, `review_comment:${id}`)
  touch(site, `issue:${number}`)
  return { review: reviewJson(site, raw), comments: all }
}

export const reviewsOf = async (site: Site, number: number) =>
  z
    .array(RawReview)
    .parse(await site.emulator.list(`/pulls/${number}/reviews`))
    .map((raw) => reviewJson(site, raw))

export const reviewCommentsOf = async (site: Site, number: number) =>
  z
    .array(RawReviewComment)
    .parse(await site.emulator.list(`/pulls/${number}/comments`))
    .map((raw) => reviewCommentJson(site, raw))

async function replyTo(call: Call, parent: number) {
  const login = need(call, 'pull_requests')
  checkLength(call.body['body'], 'PullRequestReviewComment')
  const to = (await reviewCommentsOf(call.site, numberArg(call))).find(({ id }) => id === parent)
  if (!to) throw new Refusal(404, 'Not Found')
  const body = {
    body: call.body['body'],
    path: to.path,
    line: to.line,
    commit_id: to.commit_id,
    in_reply_to_id: parent - FIRST.review_comment,
  }
  const path = `/pulls/${numberArg(call)}/comments`
  const raw = RawReviewComment.parse(await call.site.emulator.write({ login, method: 'POST', path, body }))
  touch(call.site, `review_comment:${FIRST.review_comment + raw.id}`)
  return created(reviewCommentJson(call.site, raw))
}

/** The media type of reviews and their comments (docs.github.com, "List reviews for a pull request"). */
const FULL = /vnd\.github-commitcomment\.full\+json/

export const pullRoutes: readonly Route[] = [
  route('GET ~/pulls', listPulls),
  route('POST ~/pulls', postPull),
  route('GET ~/pulls/comments/{}', async (call) =>
    ok(
      reviewCommentJson(
        call.site,
        RawReviewComment.parse(
          await call.site.emulator.read(`/pulls/comments/${numberArg(call) - FIRST.review_comment}`),
        ),
      ),
    ),
  ),
  route('GET ~/pulls/{}', async (call) => ok(await pullOf(call.site, numberArg(call)))),
  route('PATCH ~/pulls/{}', patchPull),
  route('GET ~/pulls/{}/files', async (call) => page(call, await diffOf(call.site, await range(call)))),
  route('GET ~/pulls/{}/commits', async (call) => {
    const commits = await commitsIn(call.site.bare, (await range(call)).replace('...', '..'))
    return page(
      call,
      commits.slice(0, 250).map((commit) => commitJson(call.site, commit)),
    )
  }),
  route('GET ~/pulls/{}/reviews', async (call) =>
    page(
      call,
      (await reviewsOf(call.site, numberArg(call))).map((one) => withHtml(call, one, FULL)),
    ),
  ),
  route('POST ~/pulls/{}/reviews', async (call) => {
    const login = need(call, 'pull_requests')
    if (login === BOT && call.body['event'] === 'APPROVE') throw new Refusal(403, FORBIDDEN)
    checkLength(call.body['body'], 'PullRequestReview')
    return ok((await addReview({ site: call.site, login }, numberArg(call), call.body)).review)
  }),
  route('GET ~/pulls/{}/comments', async (call) =>
    page(
      call,
      sorted(call, await reviewCommentsOf(call.site, numberArg(call)), 'asc').map((one) => withHtml(call, one, FULL)),
    ),
  ),
  route('POST ~/pulls/{}/comments', (call) => replyTo(call, Number(call.body['in_reply_to']))),
  route('POST ~/pulls/{}/comments/{}/replies', (call) => replyTo(call, numberArg(call, 1))),
  route('DELETE ~/pulls/comments/{}', async (call) => {
    const login = need(call, 'pull_requests')
    await call.site.emulator.write({
      login,
      method: 'DELETE',
      path: `/pulls/comments/${numberArg(call) - FIRST.review_comment}`,
    })
    return noContent
  }),
]
