import type { components } from '@octokit/openapi-types'
import { nodeId, userJson } from './people.ts'
import type { Route } from './routes.ts'
import { arg, created, need, noContent, ok, page, route } from './routes.ts'
import { FIRST, ReactionContent } from './raw.ts'
import { nowOf } from './shapes.ts'
import type { Call, Reaction, Site } from './types.ts'
import { invalid, notFound } from './types.ts'

const reactionJson = (site: Site, { id, login, content, created_at }: Reaction) =>
  ({
    id,
    node_id: nodeId('REA', id),
    user: userJson(site, login),
    content: ReactionContent.parse(content),
    created_at,
  }) satisfies components['schemas']['reaction']

/** The reactions to a subject such as `comment:3100000001`, the oldest first. */
export const reactionsTo = (site: Site, subject: string): Reaction[] =>
  site.memory.reactions.filter((reaction) => reaction.subject === subject)

/** Adds a reaction. A repeated one answers 200 with the first, as on github.com. */
function give(call: Call, subject: string) {
  const login = need(call, 'issues', 'pull_requests')
  const content = ReactionContent.safeParse(call.body['content'])
  if (!content.success) throw invalid({ resource: 'Reaction', field: 'content', code: 'invalid' })
  const there = reactionsTo(call.site, subject).find((one) => one.login === login && one.content === content.data)
  if (there) return ok(reactionJson(call.site, there))
  const reaction = {
    id: call.site.memory.nextReaction++,
    subject,
    login,
    content: content.data,
    created_at: nowOf(call.site),
  }
  call.site.memory.reactions.push(reaction)
  return created(reactionJson(call.site, reaction))
}

function list(call: Call, subject: string) {
  const content = call.query.get('content')
  const found = reactionsTo(call.site, subject).filter((reaction) => !content || reaction.content === content)
  return page(
    call,
    found.map((reaction) => reactionJson(call.site, reaction)),
  )
}

function take(call: Call, subject: string) {
  need(call, 'issues', 'pull_requests')
  const { memory } = call.site
  const kept = memory.reactions.filter((one) => one.subject !== subject || one.id !== Number(arg(call, 1)))
  if (kept.length === memory.reactions.length) throw notFound()
  memory.reactions = kept
  return noContent
}

/** The three routes for one kind of subject. `exists` rejects when the subject does not exist. */
const routesOf = (path: string, kind: string, exists: (call: Call) => Promise<unknown>): Route[] => {
  const subject = (call: Call): string => `${kind}:${arg(call)}`
  const checked = (answer: typeof give) => async (call: Call) => {
    await exists(call)
    return answer(call, subject(call))
  }
  return [
    route(`GET ~${path}/reactions`, checked(list)),
    route(`POST ~${path}/reactions`, checked(give)),
    route(`DELETE ~${path}/reactions/{}`, checked(take)),
  ]
}

export const reactionRoutes: readonly Route[] = [
  ...routesOf('/issues/comments/{}', 'comment', (call) =>
    call.site.emulator.read(`/issues/comments/${Number(arg(call)) - FIRST.comment}`),
  ),
  ...routesOf('/issues/{}', 'issue', (call) => call.site.emulator.read(`/issues/${arg(call)}`)),
  // REST, "Reactions": those to a remark on a line have the same three routes under `pulls/comments`.
  ...routesOf('/pulls/comments/{}', 'remark', (call) =>
    call.site.emulator.read(`/pulls/comments/${Number(arg(call)) - FIRST.review_comment}`),
  ),
]
