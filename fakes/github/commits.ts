import { createHash } from 'node:crypto'
import type { Commit } from './git.ts'
import { commitsIn, createCommit, git, gitBytes, gitOnce, objectAt } from './git.ts'
import { moveRef } from './follow.ts'
import { mailOf, nodeId, userJson } from './people.ts'
import { commitAt, refsOf } from './refs.ts'
import type { Route } from './routes.ts'
import { arg, need, noContent, ok, page, route, textOf } from './routes.ts'
import { apiOf, htmlOf } from './shapes.ts'
import type { Call, Json, Site } from './types.ts'
import { notFound, Refusal } from './types.ts'

/** The commit that a branch, tag, id or `heads/…` names, or undefined. */
export async function resolve(site: Site, name: string): Promise<string | undefined> {
  for (const ref of [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`]) {
    const sha = await commitAt(site.bare, ref)
    if (sha) return sha
  }
  return /^[0-9a-f]{7,40}$|^refs\//.test(name) ? commitAt(site.bare, name) : undefined
}

const accountOf = (site: Site, email: string) => {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(email)?.[1]
  return login && site.memory.people[login] ? userJson(site, login) : null
}

const verification = (site: Site, sha: string) => {
  const verified = site.memory.verified.includes(sha)
  return {
    verified,
    reason: verified ? 'valid' : 'unsigned',
    signature: verified ? '-----BEGIN PGP SIGNATURE-----' : null,
    payload: null,
    verified_at: null,
  }
}

/** A commit in the shape of the git database API. */
export const gitCommitJson = (site: Site, commit: Commit) => ({
  sha: commit.sha,
  node_id: nodeId('C', commit.sha),
  url: `${apiOf(site)}/git/commits/${commit.sha}`,
  html_url: `${htmlOf(site)}/commit/${commit.sha}`,
  author: commit.author,
  committer: commit.committer,
  message: commit.message,
  tree: { sha: commit.tree, url: `${apiOf(site)}/git/trees/${commit.tree}` },
  parents: commit.parents.map((sha) => ({
    sha,
    url: `${apiOf(site)}/git/commits/${sha}`,
    html_url: `${htmlOf(site)}/commit/${sha}`,
  })),
  verification: verification(site, commit.sha),
})

/** A commit in the shape of lists, comparisons and pull requests. */
export function commitJson(site: Site, commit: Commit): Json {
  const { sha, html_url, node_id, url, parents, ...inner } = gitCommitJson(site, commit)
  return {
    sha,
    node_id,
    html_url,
    url: `${apiOf(site)}/commits/${sha}`,
    comments_url: `${apiOf(site)}/commits/${sha}/comments`,
    commit: { ...inner, url, comment_count: 0 },
    author: accountOf(site, commit.author.email),
    committer: accountOf(site, commit.committer.email),
    parents,
  }
}

export const one = async (site: Site, sha: string): Promise<Commit> => {
  const [commit] = await commitsIn(site.bare, sha, '--no-walk')
  if (!commit) throw notFound()
  return commit
}

const STATUS: Record<string, string> = { A: 'added', M: 'modified', D: 'removed', T: 'changed' }

/** The files that differ in a range of full ids, as pull requests and comparisons list them. */
export async function diffOf(site: Site, range: string): Promise<Json[]> {
  const [raw = '', numbers = '', patch = ''] = await Promise.all(
    [['--raw', '--no-abbrev', '-z'], ['--numstat'], ['--patch']].map((how) =>
      gitOnce(site.bare, ['diff', ...how, '--no-renames', range]),
    ),
  )
  const counts = numbers.split('\n').map((line) =>
    line
      .split('\t')
      .slice(0, 2)
      .map((count) => Number(count) || 0),
  )
  const patches = patch.split(/^(?=diff --git )/m)
  const fields = raw.split('\0').filter(Boolean)
  return fields.flatMap((meta, i) => {
    if (i % 2 === 1) return []
    const [, , , sha, letter = 'M'] = meta.split(' ')
    const [additions = 0, deletions = 0] = counts[i / 2] ?? []
    const hunk = patches[i / 2]?.indexOf('\n@@') ?? -1
    const text = hunk < 0 ? {} : { patch: patches[i / 2]?.slice(hunk + 1) }
    return [
      {
        sha,
        filename: fields[i + 1],
        status: STATUS[letter] ?? 'modified',
        additions,
        deletions,
        changes: additions + deletions,
        ...text,
      },
    ]
  })
}

async function compare(call: Call) {
  const { site } = call
  const [base, head] = await Promise.all(
    [arg(call, 0), arg(call, 1)].map((name) => resolve(site, name.replace(`${site.owner}:`, ''))),
  )
  if (!base || !head) throw notFound()
  const [ahead, behind, files] = await Promise.all([
    commitsIn(site.bare, `${base}..${head}`),
    commitsIn(site.bare, `${head}..${base}`),
    diffOf(site, `${base}...${head}`),
  ])
  const status =
    ahead.length > 0 ? (behind.length > 0 ? 'diverged' : 'ahead') : behind.length > 0 ? 'behind' : 'identical'
  const commonAncestor = await git(site.bare, ['merge-base', base, head])
  return ok({
    html_url: `${htmlOf(site)}/compare/${arg(call, 0)}...${arg(call, 1)}`,
    base_commit: commitJson(site, await one(site, base)),
    merge_base_commit: commitJson(site, await one(site, commonAncestor)),
    status,
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: ahead.slice(0, 250).map((commit) => commitJson(site, commit)),
    files: files.slice(0, 300),
  })
}

const refJson = (site: Site, ref: string, { sha, type = 'commit' }: { sha: string; type?: string }) => ({
  ref,
  node_id: nodeId('REF', ref),
  url: `${apiOf(site)}/git/${ref}`,
  object: { type, sha, url: `${apiOf(site)}/git/${type}s/${sha}` },
})

async function changeRef(call: Call, kind: 'create' | 'update' | 'delete') {
  const { site, body } = call
  const login = need(call, 'contents')
  const ref = kind === 'create' ? (textOf(body, 'ref') ?? '') : `refs/${arg(call)}`
  const there = await commitAt(site.bare, ref)
  if (kind === 'create' && there) throw new Refusal(422, 'Reference already exists')
  if (kind !== 'create' && !there) throw new Refusal(422, 'Reference does not exist')
  const sha = kind === 'delete' ? undefined : await commitAt(site.bare, textOf(body, 'sha') ?? '')
  if (kind !== 'delete' && !sha) throw new Refusal(422, 'Object does not exist')
  await moveRef(site, { ref, sha, login, app: call.actor?.app ?? false, force: body['force'] === true })
  return sha ? { status: kind === 'create' ? 201 : 200, json: refJson(site, ref, { sha }) } : noContent
}

async function contents(call: Call) {
  const { site, query, headers } = call
  const ref = query.get('ref') ?? 'main'
  const commit = await resolve(site, ref)
  if (!commit) throw new Refusal(404, `No commit found for the ref ${ref}`)
  const path = arg(call).replace(/\/$/, '')
  const listed = await git(site.bare, ['ls-tree', '-z', '--full-tree', `${commit}:${path}`]).catch(() => undefined)
  if (listed !== undefined)
    return ok(
      listed
        .split('\0')
        .filter(Boolean)
        .map((line) => entryJson(site, path, line)),
    )
  const bytes = await gitBytes(site.bare, ['cat-file', 'blob', `${commit}:${path}`]).catch(() => {
    throw notFound()
  })
  if (headers.accept?.includes('raw'))
    return { status: 200, raw: bytes, headers: { 'content-type': 'application/vnd.github.raw' } }
  const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  const file = { type: 'file', encoding: 'base64', size: bytes.length, name: path.split('/').at(-1), path, sha }
  return ok({ ...file, content: bytes.toString('base64'), url: `${apiOf(site)}/contents/${path}?ref=${ref}` })
}

function entryJson(site: Site, folder: string, line: string): Json {
  const [meta = '', name = ''] = line.split('\t')
  const [, type, sha] = meta.split(' ')
  const path = folder ? `${folder}/${name}` : name
  return { type: type === 'tree' ? 'dir' : 'file', name, path, sha, url: `${apiOf(site)}/contents/${path}` }
}

async function listCommits(call: Call) {
  const { site, query } = call
  const from = await resolve(site, query.get('sha') ?? 'main')
  if (!from) throw notFound()
  return page(
    call,
    (await commitsIn(site.bare, from)).reverse().map((commit) => commitJson(site, commit)),
  )
}

const branchJson = (site: Site, name: string, sha: string) => ({
  name,
  commit: { sha, url: `${apiOf(site)}/commits/${sha}` },
  protected: site.memory.settings.protectedRefs.includes(`refs/heads/${name}`),
})

const branches = async (site: Site): Promise<Json[]> =>
  [...(await refsOf(site.bare))]
    .filter(([ref]) => ref.startsWith('refs/heads/'))
    .map(([ref, sha]) => branchJson(site, ref.slice(11), sha))

/** Makes a commit on a branch as `createCommitOnBranch` does: only if the branch is still at the expected commit. */
export async function commitOn(
  site: Site,
  branch: string,
  commit: { parent: string; files: Parameters<typeof createCommit>[1]['files']; message: string; login: string },
): Promise<string> {
  const author = { name: commit.login, email: mailOf(site.memory, commit.login) }
  const committer = { name: 'GitHub', email: 'noreply@github.com' }
  const at = Math.floor(Date.now() / 1000) + site.memory.offsetSeconds
  const sha = await createCommit(site.bare, { ...commit, author, committer, at })
  await moveRef(site, { ref: `refs/heads/${branch}`, sha, login: commit.login })
  site.memory.verified.push(sha)
  return sha
}

export const commitRoutes: readonly Route[] = [
  route('GET ~/git/ref/{*}', async (call) => {
    const object = await objectAt(call.site.bare, `refs/${arg(call)}`)
    if (!object) throw notFound()
    return ok(refJson(call.site, `refs/${arg(call)}`, object))
  }),
  route('GET ~/git/matching-refs/{*}', async (call) => {
    const refs = [...(await refsOf(call.site.bare))].filter(([ref]) => ref.startsWith(`refs/${arg(call)}`))
    return page(
      call,
      await Promise.all(
        refs.map(async ([ref, sha]) => refJson(call.site, ref, (await objectAt(call.site.bare, ref)) ?? { sha })),
      ),
    )
  }),
  route('POST ~/git/refs', (call) => changeRef(call, 'create')),
  route('PATCH ~/git/refs/{*}', (call) => changeRef(call, 'update')),
  route('DELETE ~/git/refs/{*}', (call) => changeRef(call, 'delete')),
  route('GET ~/git/commits/{}', async (call) => ok(gitCommitJson(call.site, await one(call.site, arg(call))))),
  route('GET ~/git/blobs/{}', async (call) => {
    const bytes = await gitBytes(call.site.bare, ['cat-file', 'blob', arg(call)]).catch(() => {
      throw notFound()
    })
    return ok({
      sha: arg(call),
      node_id: nodeId('B', arg(call)),
      size: bytes.length,
      content: bytes.toString('base64'),
      encoding: 'base64',
    })
  }),
  route('GET ~/contents/{*}', contents),
  route('GET ~/contents', contents),
  route('GET ~/branches', async (call) => page(call, await branches(call.site))),
  route('GET ~/branches/{*}', async (call) => {
    const sha = await commitAt(call.site.bare, `refs/heads/${arg(call)}`)
    if (!sha) throw new Refusal(404, 'Branch not found')
    return ok({ ...branchJson(call.site, arg(call), sha), commit: commitJson(call.site, await one(call.site, sha)) })
  }),
  route('GET ~/compare/{*}\\.\\.\\.{*}', compare),
  route('GET ~/commits', listCommits),
  route('GET ~/commits/{*}', async (call) => {
    const sha = await resolve(call.site, arg(call))
    if (!sha) throw new Refusal(422, `No commit found for SHA: ${arg(call)}`)
    const commit = await one(call.site, sha)
    const files = commit.parents[0] ? await diffOf(call.site, `${commit.parents[0]}..${sha}`) : []
    return ok({ ...commitJson(call.site, commit), files })
  }),
]
