import { resolve } from './commits.ts'
import type { Route } from './routes.ts'
import { arg, created, need, page, route, textOf } from './routes.ts'
import { apiOf, nowOf } from './shapes.ts'
import { nodeId, userJson } from './people.ts'
import type { Call, CommitStatus, Site } from './types.ts'
import { inaccessible, invalid, notFound, Refusal } from './types.ts'

const STATES = ['error', 'failure', 'pending', 'success']

/** The bound is that of github.com's own answer: "description is too long (maximum is 140 characters)". */
const LONGEST_DESCRIPTION = 140

const statusJson = (site: Site, { sha, login, ...status }: CommitStatus) => ({
  ...status,
  url: `${apiOf(site)}/statuses/${sha}`,
  node_id: nodeId('SC', status.id),
  updated_at: status.created_at,
  creator: userJson(site, login),
  avatar_url: null,
})

async function postStatus(call: Call) {
  const { site, body } = call
  const login = need(call, 'statuses')
  const sha = arg(call)
  if (!(await resolve(site, sha))) throw new Refusal(422, `No commit found for SHA: ${sha}`)
  const state = textOf(body, 'state') ?? ''
  const description = textOf(body, 'description') ?? null
  const problem = (field: string, message: string): Refusal =>
    invalid({ resource: 'Status', code: 'custom', field, message })
  if (!STATES.includes(state)) throw problem('state', 'state is not included in the list')
  if ([...(description ?? '')].length > LONGEST_DESCRIPTION)
    throw problem('description', `description is too long (maximum is ${LONGEST_DESCRIPTION} characters)`)
  const target_url = textOf(body, 'target_url') ?? null
  if (target_url !== null && !/^https?:/.test(target_url)) throw problem('target_url', 'target_url must use http(s)')
  const id = 7_100_000_001 + site.memory.statuses.length
  const context = textOf(body, 'context') ?? 'default'
  const status = { id, sha, context, state, description, target_url, login, created_at: nowOf(site) }
  site.memory.statuses.push(status)
  return created(statusJson(site, status))
}

/** The newest first. The token of a workflow needs the permission to read them. */
async function listStatuses(call: Call) {
  const { site, actor } = call
  need(call)
  if (actor?.app && site.memory.settings.permissions.statuses === 'none') throw inaccessible()
  const sha = await resolve(site, arg(call))
  if (!sha) throw notFound()
  const all = site.memory.statuses.filter((one) => one.sha === sha).toReversed()
  return page(
    call,
    all.map((one) => statusJson(site, one)),
  )
}

export const statusRoutes: readonly Route[] = [
  route('POST ~/statuses/{}', postStatus),
  route('GET ~/commits/{}/statuses', listStatuses),
]
