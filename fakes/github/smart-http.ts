import { gunzipSync } from 'node:zlib'
import { notePush } from './follow.ts'
import { serveRpc } from './git.ts'
import { refsOf } from './refs.ts'
import type { Actor, Exchange, Reply, Site } from './types.ts'

const SMART = /^\/([^/]+)\/([^/]+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/

/** Whether a path is one of the three of git's smart HTTP protocol. */
export const isGitPath = (path: string): boolean => SMART.test(path)

const refused = (status: number, text: string, headers: Record<string, string> = {}): Reply => ({
  status,
  raw: Buffer.from(`${text}\n`),
  headers,
})

/** Serves fetches and pushes of the bare repository, and records which refs a push has moved. */
export async function answerGit(site: Site, { request, url, body, actor }: Exchange): Promise<Reply> {
  const [, owner, name, rest = ''] = SMART.exec(url.pathname) ?? []
  const push = rest.endsWith('receive-pack') || url.searchParams.get('service') === 'git-receive-pack'
  const { settings } = site.memory
  if (`${owner}/${name}`.toLowerCase() !== `${site.owner}/${site.name}`.toLowerCase()) return refused(404, 'Not Found')
  if (actor === 'unknown' || (!actor && (push || settings.private)))
    return refused(401, 'Authentication required', { 'www-authenticate': 'Basic realm="GitHub"' })
  if (push && actor?.app && settings.permissions.contents !== 'write')
    return refused(403, 'Write access to repository not granted.')
  const rpc = { site, request, url, body, actor }
  if (request.method === 'GET') return advertise(rpc, push)
  const before = push ? await refsOf(site.bare) : undefined
  const answer = await carryOut(rpc, push)
  if (before && actor) await notePush(site, before, actor.login)
  return answer
}

type Rpc = Omit<Exchange, 'actor'> & { site: Site; actor: Actor | undefined }

const serviceOf = (push: boolean): string => (push ? 'receive-pack' : 'upload-pack')

/** The environment that `git http-backend` passes to the service that it starts. */
const environmentOf = ({ site, request, actor }: Rpc): Record<string, string> => ({
  GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  GIT_COMMITTER_NAME: actor?.login ?? 'anonymous',
  GIT_COMMITTER_EMAIL: `${actor?.login ?? 'anonymous'}@http.127.0.0.1`,
  HUB_ACTOR: actor?.app ? 'app' : 'person',
  HUB_PROTECTED: site.memory.settings.protectedRefs.join(' '),
})

/** Advertises the refs, or in protocol version 2 only the server's capabilities. */
async function advertise(rpc: Rpc, push: boolean): Promise<Reply> {
  const service = serviceOf(push)
  const env = environmentOf(rpc)
  const told = await serveRpc(rpc.site.bare, [service, '--http-backend-info-refs'], { input: '', env })
  const line = `# service=git-${service}\n`
  const head = env['GIT_PROTOCOL']?.includes('version=2') ? '' : `${pktLength(line)}${line}0000`
  return answered(`application/x-git-${service}-advertisement`, Buffer.concat([Buffer.from(head), told]))
}

const pktLength = (line: string): string => (line.length + 4).toString(16).padStart(4, '0')

async function carryOut(rpc: Rpc, push: boolean): Promise<Reply> {
  const service = serviceOf(push)
  const input = rpc.request.headers['content-encoding'] === 'gzip' ? gunzipSync(rpc.body) : rpc.body
  const said = await serveRpc(rpc.site.bare, [service], { input, env: environmentOf(rpc) })
  return answered(`application/x-git-${service}-result`, said)
}

const answered = (type: string, raw: Buffer): Reply => ({
  status: raw.length > 0 ? 200 : 500,
  raw,
  headers: { 'content-type': type, 'cache-control': 'no-cache, max-age=0, must-revalidate' },
})
