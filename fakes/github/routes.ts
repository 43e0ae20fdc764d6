import type { Call, Json, Reply, Settings } from './types.ts'
import { inaccessible, invalid, notFound, Refusal } from './types.ts'

export type Route = { method: string; pattern: RegExp; answer: (call: Call) => Reply | Promise<Reply> }

/** A route. In `path`, `{}` matches one segment, `{*}` matches the rest, and `~` stands for `/repos/owner/name`. */
export const route = (methodAndPath: string, answer: Route['answer']): Route => {
  const [method = '', path = ''] = methodAndPath.split(' ')
  const pattern = path.replace('~', '/repos/[^/]+/[^/]+').replaceAll('{*}', '(.+)').replaceAll('{}', '([^/]+)')
  return { method, pattern: new RegExp(`^${pattern}/?$`), answer }
}

/** Answers with the first route that matches, or with 404 like github.com. */
export async function answerBy(routes: readonly Route[], call: Call, method: string): Promise<Reply> {
  const place = /^\/repos\/([^/]+)\/([^/]+)/.exec(call.path)
  const here = `${call.site.owner}/${call.site.name}`.toLowerCase()
  if (place && `${place[1]}/${place[2]}`.toLowerCase() !== here) throw notFound()
  for (const { method: wanted, pattern, answer } of routes) {
    const match = wanted === method ? pattern.exec(call.path) : null
    if (match) return answer({ ...call, args: match.slice(1) })
  }
  throw notFound()
}

export const ok = (json: unknown): Reply => ({ status: 200, json })
export const created = (json: unknown): Reply => ({ status: 201, json })
export const noContent: Reply = { status: 204 }

/** The text that a brace of the route matched. */
export const arg = ({ args }: Call, index = 0): string => args[index] ?? ''
export const numberArg = (call: Call, index = 0): number => {
  const value = Number(arg(call, index))
  if (!Number.isSafeInteger(value)) throw notFound()
  return value
}
export const textOf = (body: Json, key: string): string | undefined => {
  const value = body[key]
  return typeof value === 'string' ? value : undefined
}

/** The account that asks. 401 without a token; 403 for the workflow's token when its `permissions:` lack all `keys`. */
export function need({ actor, site }: Call, ...keys: (keyof Settings['permissions'])[]): string {
  if (!actor) throw new Refusal(401, 'Requires authentication')
  const granted = keys.length === 0 || keys.some((key) => site.memory.settings.permissions[key] === 'write')
  if (actor.app && !granted) throw inaccessible()
  return actor.login
}

const LONGEST = 65_536

/** Refuses a body over 65,536 characters, as github.com does. */
export function checkLength(body: unknown, resource: string): void {
  if (typeof body === 'string' && [...body].length > LONGEST)
    throw invalid({
      resource,
      code: 'custom',
      field: 'body',
      message: 'body is too long (maximum is 65536 characters)',
    })
}

/** One page of a list, with the header `Link`. At most 100 items a page, 30 by default. */
export function page({ site, path, query }: Call, items: readonly unknown[]): Reply {
  const size = Math.min(100, Math.max(1, Number(query.get('per_page')) || 30))
  const at = Math.max(1, Number(query.get('page')) || 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const link = (number: number, rel: string): string => {
    const next = new URLSearchParams(query)
    next.set('page', String(number))
    return `<${site.url}${path}?${next}>; rel="${rel}"`
  }
  const back = at > 1 ? [link(at - 1, 'prev'), link(1, 'first')] : []
  const forth = at < last ? [link(at + 1, 'next'), link(last, 'last')] : []
  const links = [...back, ...forth].join(', ')
  return { ...ok(items.slice((at - 1) * size, at * size)), ...(links ? { headers: { link: links } } : {}) }
}

type Dated = { created_at: string; updated_at: string }

/** Applies `since`, `sort` and `direction`. Items with equal times stay in the order of their ids. */
export function sorted<T extends Dated>({ query }: Call, items: readonly T[], direction: 'asc' | 'desc'): T[] {
  const key = query.get('sort') === 'updated' ? 'updated_at' : 'created_at'
  const since = Date.parse(query.get('since') ?? '') || 0
  const rising = items
    .filter((item) => Date.parse(item.updated_at) >= since)
    .sort((a, b) => Date.parse(a[key]) - Date.parse(b[key]))
  return (query.get('direction') ?? direction) === 'asc' ? rising : rising.reverse()
}
