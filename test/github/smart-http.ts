import { join } from 'node:path'
import { notePush } from './follow.ts'
import { httpBackend, refsOf } from './git.ts'
import type { Actor, Exchange, Reply, Site } from './types.ts'

const SMART = /^\/([^/]+)\/([^/]+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/

/** Whether a path is one of the three that git asks for. */
export const isGitPath = (path: string): boolean => SMART.test(path)

const refused = (status: number, text: string, headers: Record<string, string> = {}): Reply => ({
  status,
  raw: Buffer.from(`${text}\n`),
  headers,
})

/** Serves fetches and pushes of the bare repository, and notes what a push has moved. */
export async function answerGit(site: Site, { request, url, body, actor }: Exchange): Promise<Reply> {
  const [, owner, name, rest = ''] = SMART.exec(url.pathname) ?? []
  const push = rest.endsWith('receive-pack') || url.searchParams.get('service') === 'git-receive-pack'
  const { settings } = site.memory
  if (`${owner}/${name}`.toLowerCase() !== `${site.owner}/${site.name}`.toLowerCase()) return refused(404, 'Not Found')
  if (actor === 'unknown' || (!actor && (push || settings.private)))
    return refused(401, 'Authentication required', { 'www-authenticate': 'Basic realm="GitHub"' })
  if (push && actor?.app && settings.permissions.contents !== 'write')
    return refused(403, 'Write access to repository not granted.')
  const before = push && request.method === 'POST' ? await refsOf(site.bare) : undefined
  const answer = parseCgi(await httpBackend(cgi(site, { request, url, body, actor, rest }), body))
  if (before && actor) await notePush(site, before, actor.login)
  return answer
}

type Cgi = Omit<Exchange, 'actor'> & { actor: Actor | undefined; rest: string }

const cgi = (site: Site, { request, url, body, actor, rest }: Cgi): Record<string, string> => ({
  GIT_PROJECT_ROOT: join(site.bare, '..'),
  GIT_HTTP_EXPORT_ALL: '1',
  PATH_INFO: `/${site.name}.git${rest}`,
  QUERY_STRING: url.search.slice(1),
  REQUEST_METHOD: request.method ?? 'GET',
  CONTENT_TYPE: request.headers['content-type'] ?? '',
  CONTENT_LENGTH: String(body.length),
  HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
  GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  REMOTE_USER: actor?.login ?? '',
  REMOTE_ADDR: '127.0.0.1',
  HUB_ACTOR: actor?.app ? 'app' : 'person',
  HUB_PROTECTED: site.memory.settings.protectedRefs.join(' '),
})

function parseCgi(answer: Buffer): Reply {
  const end = answer.indexOf('\r\n\r\n')
  const lines = answer.subarray(0, end).toString().split('\r\n')
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const { status = '200', ...headers } = Object.fromEntries(pairs)
  return { status: Number.parseInt(status, 10), raw: answer.subarray(end + 4), headers }
}
