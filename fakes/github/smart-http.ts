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
  // Whatever is served here may be somebody's own repository, and others share this machine.
  if (!actor || actor === 'unknown')
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
  const inVersion2 = environmentOf(rpc)['GIT_PROTOCOL']?.includes('version=2') ?? false
  const head = inVersion2 ? '' : `${pkt(`# service=git-${service}\n`)}0000`
  const told = push
    ? await refsToPush(rpc, await once(service, () => greet(rpc, service)))
    : await (inVersion2 ? once(`${service} 2`, () => greet(rpc, service)) : greet(rpc, service))
  return answered(`application/x-git-${service}-advertisement`, Buffer.concat([Buffer.from(head), told]))
}

const greet = (rpc: Rpc, service: string): Promise<Buffer> =>
  serveRpc(rpc.site.bare, [service, '--http-backend-info-refs'], { input: '', env: environmentOf(rpc) })

const greetings = new Map<string, Buffer>()

/** What git tells of itself alone is the same for every repository here, so it is asked once. */
async function once(name: string, ask: () => Promise<Buffer>): Promise<Buffer> {
  const told = greetings.get(name) ?? (await ask())
  if (told.length > 0) greetings.set(name, told)
  return told
}

/** The refs of now, and with the first of them what git told that it can do: what receive-pack advertises. */
async function refsToPush({ site }: Rpc, told: Buffer): Promise<Buffer> {
  const [, abilities = ''] = /\0([^\n]*)/.exec(told.toString()) ?? []
  const shown = [...(await refsOf(site.bare))].filter(([ref]) => !ref.startsWith('refs/internal/'))
  const lines = shown.map(([ref, sha], i) => pkt(`${sha} ${ref}${i === 0 ? `\0${abilities}` : ''}\n`))
  return Buffer.from(`${lines.join('')}0000`)
}

const pkt = (line: string): string => `${(Buffer.byteLength(line) + 4).toString(16).padStart(4, '0')}${line}`

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
