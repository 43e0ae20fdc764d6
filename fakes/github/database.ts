import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { gitCommitJson, one } from './commits.ts'
import { git } from './git.ts'
import { mailOf } from './people.ts'
import { created, need, route, type Route } from './routes.ts'
import { apiOf } from './shapes.ts'
import type { Call, Reply } from './types.ts'
import { Refusal } from './types.ts'

const NewBlob = z.object({ content: z.string(), encoding: z.enum(['utf-8', 'base64']).default('utf-8') })
const Entry = z.object({
  path: z.string(),
  mode: z.string(),
  sha: z.string().nullish(),
  content: z.string().optional(),
})
const NewTree = z.object({ base_tree: z.string().optional(), tree: z.array(Entry) })
const Ident = z.object({ name: z.string(), email: z.string() })
const NewCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: Ident.optional(),
  committer: Ident.optional(),
})

const blobOf = (call: Call, bytes: Buffer): Promise<string> =>
  git(call.site.bare, ['hash-object', '-w', '--stdin'], { input: bytes })

async function createBlob(call: Call): Promise<Reply> {
  need(call, 'contents')
  const { content, encoding } = NewBlob.parse(call.body)
  const sha = await blobOf(call, Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))
  return created({ sha, url: `${apiOf(call.site)}/git/blobs/${sha}` })
}

async function createTree(call: Call): Promise<Reply> {
  need(call, 'contents')
  const { base_tree: base, tree } = NewTree.parse(call.body)
  const env = { GIT_INDEX_FILE: join(call.site.bare, `index.${randomUUID()}`), GIT_WORK_TREE: call.site.bare }
  if (base) await git(call.site.bare, ['read-tree', base], { env })
  for (const { path, mode, sha, content } of tree) {
    const blob = content === undefined ? sha : await blobOf(call, Buffer.from(content))
    const change = blob ? ['--add', '--cacheinfo', `${mode},${blob},${path}`] : ['--force-remove', '--', path]
    await git(call.site.bare, ['update-index', ...change], { env })
  }
  const sha = await git(call.site.bare, ['write-tree'], { env })
  return created({ sha, url: `${apiOf(call.site)}/git/trees/${sha}`, truncated: false, tree: [] })
}

/**
 * GitHub signs what an app commits, and nothing that names an author, a committer or a signature of its own (docs,
 * "About commit signature verification", "Signature verification for bots").
 */
async function createCommit(call: Call): Promise<Reply> {
  const login = need(call, 'contents')
  const { site } = call
  const { message, tree, parents, author, committer } = NewCommit.parse(call.body)
  const who = author ?? { name: login, email: mailOf(site.memory, login) }
  const by = committer ?? who
  const at = `${Math.floor(Date.now() / 1000) + site.memory.offsetSeconds} +0000`
  const env = {
    ...{ GIT_AUTHOR_NAME: who.name, GIT_AUTHOR_EMAIL: who.email, GIT_AUTHOR_DATE: at },
    ...{ GIT_COMMITTER_NAME: by.name, GIT_COMMITTER_EMAIL: by.email, GIT_COMMITTER_DATE: at },
  }
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-']
  const sha = await git(site.bare, args, { input: message, env }).catch(() => {
    throw new Refusal(422, 'Tree SHA does not exist')
  })
  if (call.actor?.app && !author && !committer) site.memory.verified.push(sha)
  return created(gitCommitJson(site, await one(site, sha)))
}

/** The Git database: objects that are made one by one, before a ref moves. */
export const databaseRoutes: readonly Route[] = [
  route('POST ~/git/blobs', createBlob),
  route('POST ~/git/trees', createTree),
  route('POST ~/git/commits', createCommit),
]
