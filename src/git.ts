import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A private repository: its git directory lies outside the work tree and outside of what commands of the agent can
 * write, and git runs in it without any configuration, hook or filter of the machine, the user or the project.
 */
export type Repository = { gitDir: string; workTree: string; remote?: Remote }

/** Where to fetch from and push to. The token travels in the environment of a single git process, never in an address, argument or file. */
export type Remote = { url: string; token: string | undefined }

export type GitResult = { code: number; stdout: string; stderr: string }
type GitOptions = {
  input?: string | Uint8Array
  env?: Record<string, string>
  signal?: AbortSignal | undefined
  /** How bytes become text; base64 for what need not be UTF-8. */
  encoding?: 'utf8' | 'base64'
}

/** Git did not do what it must be able to do; what it said is for logs. */
export class GitError extends Error {
  override readonly name = 'GitError'
}

/** Runs git and gives whatever it answered. `stdout` is text; bytes that are not UTF-8 are replaced. */
export function tryGit(repo: Repository, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const { promise, resolve, reject } = Promise.withResolvers<GitResult>()
  const child = spawn('git', args, {
    cwd: repo.workTree,
    env: { ...environment(repo), ...options.env },
    signal: options.signal,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  child.on('error', reject)
  child.on('close', (code) =>
    resolve({
      code: code ?? 128,
      stdout: Buffer.concat(out).toString(options.encoding),
      stderr: Buffer.concat(err).toString(),
    }),
  )
  // Git may end before it has read everything; that is told by its exit code.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input)
  return promise
}

/** Runs git and gives its output without the last line break. Throws `GitError` when it fails. */
export async function git(repo: Repository, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await tryGit(repo, args, options)
  if (code !== 0) throw new GitError(`git ${args[0]} ended with ${code}: ${stderr.trim().slice(0, 2000)}`)
  return stdout.replace(/\n$/, '')
}

const SETTINGS: readonly [string, string][] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.quotePath', 'false'],
  ['gc.auto', '0'],
  ['safe.directory', '*'],
  ['submodule.recurse', 'false'],
  ['protocol.ext.allow', 'never'],
]

/** What git needs of the environment to reach the network behind a proxy or a private authority. */
const PASSED_ON = [
  'PATH',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'GIT_SSL_CAINFO',
  'SSL_CERT_FILE',
]

function environment(repo: Repository): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []))
  return {
    ...Object.fromEntries(passed),
    GIT_DIR: repo.gitDir,
    GIT_WORK_TREE: repo.workTree,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    ...configuration(SETTINGS),
  }
}

function configuration(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) }
}

/** The environment of the one git process that talks to the remote. */
function authorization({ url, token }: Remote): Record<string, string> {
  if (token === undefined) return {}
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  return configuration([...SETTINGS, [`http.${url}.extraheader`, `AUTHORIZATION: basic ${basic}`]])
}

/** Makes the git directory; the work tree may be there already. */
export async function initRepository(repo: Repository): Promise<void> {
  await mkdir(repo.gitDir, { recursive: true, mode: 0o700 })
  await mkdir(repo.workTree, { recursive: true })
  await git(repo, ['init', '-q', '--template=', '-b', 'measure-twice'])
}

/** How much of the history to fetch: the last commits only, some more of what was cut, or what is new. */
export type Reach = { kind: 'depth' | 'deepen'; commits: number } | { kind: 'new' }

/** Fetches refspecs from the remote. False when a ref that was asked for by its whole name is not there. */
export async function fetchRefs(repo: Repository, refspecs: readonly string[], reach: Reach): Promise<boolean> {
  if (!repo.remote) throw new GitError('There is no remote to fetch from.')
  const cut = reach.kind === 'new' ? [] : [`--${reach.kind}=${reach.commits}`]
  const args = ['fetch', '-q', '--no-tags', '--prune', '--no-write-fetch-head', ...cut, repo.remote.url, ...refspecs]
  const { code, stderr } = await tryGit(repo, args, { env: authorization(repo.remote) })
  if (code === 0) return true
  if (/couldn't find remote ref/.test(stderr)) return false
  throw new GitError(`git fetch ended with ${code}: ${stderr.trim().slice(0, 2000)}`)
}

export const isShallow = async (repo: Repository): Promise<boolean> =>
  (await git(repo, ['rev-parse', '--is-shallow-repository'])) === 'true'

/** One ref to move: `to` is where it shall be (undefined: deleted), `from` where it must be for a deletion to be right. */
export type RefUpdate = { ref: string; from?: string; to: string | undefined }

/** Why a push was not taken: somebody was faster, or the token may not (a rule, a workflow file, read-only). */
export type Pushed = { kind: 'pushed' } | { kind: 'moved' } | { kind: 'forbidden'; why: string }

/** Pushes without force, all refs or none. Throws `GitError` on an outage. */
export async function push(repo: Repository, updates: readonly RefUpdate[]): Promise<Pushed> {
  if (!repo.remote) throw new GitError('There is no remote to push to.')
  const refspecs = updates.map(({ ref, to }) => `${to ?? ''}:${ref}`)
  const leases = updates.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from}`]))
  const args = ['push', '--porcelain', '--atomic', '--no-verify', ...leases, repo.remote.url, ...refspecs]
  const { code, stdout, stderr } = await tryGit(repo, args, { env: authorization(repo.remote) })
  if (code === 0) return { kind: 'pushed' }
  const said = `${stdout}\n${stderr}`
  if (/\b(fetch first|non-fast-forward|stale info|cannot lock ref|already exists)\b/.test(said))
    return { kind: 'moved' }
  if (/\b(GH0\d\d|protected branch|refusing to allow|denied|403|not granted|declined)\b/i.test(said)) {
    return { kind: 'forbidden', why: said.trim().slice(0, 1000) }
  }
  throw new GitError(`git push ended with ${code}: ${said.trim().slice(0, 2000)}`)
}

/** The full id of a commit, or undefined when there is none by that name. */
export async function commitAt(repo: Repository, revision: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(repo, [
    'rev-parse',
    '-q',
    '--verify',
    '--end-of-options',
    `${revision}^{commit}`,
  ])
  return code === 0 ? stdout.trim() : undefined
}

/** All refs below a prefix: name without the prefix → commit id. */
export async function refsBelow(repo: Repository, prefix: string): Promise<Map<string, string>> {
  const out = await git(repo, ['for-each-ref', '--format=%(objectname) %(refname)', prefix])
  const lines = out.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(41).slice(prefix.length), line.slice(0, 40)]))
}

export async function mergeBase(repo: Repository, a: string, b: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(repo, ['merge-base', a, b])
  return code === 0 ? stdout.trim() : undefined
}

export type Commit = {
  sha: string
  parents: string[]
  author: { name: string; email: string }
  /** ISO 8601. */
  date: string
  message: string
}

/** The commits that are on `head` and not on `base`, oldest first. */
export async function commitsBetween(repo: Repository, base: string, head: string): Promise<Commit[]> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00%x1e'
  const out = await git(repo, ['log', '--reverse', '--topo-order', format, `${base}..${head}`])
  return out.split('\0\x1e').flatMap((record) => {
    const [sha, parents, name, email, date, message] = record.replace(/^\n/, '').split('\0')
    if (!sha || message === undefined) return []
    return [
      {
        sha,
        parents: parents?.split(' ').filter(Boolean) ?? [],
        author: { name: name ?? '', email: email ?? '' },
        date: date ?? '',
        message,
      },
    ]
  })
}

/** One changed path between two trees, without following renames. Modes are git's octal texts; `000000` is absent. */
export type Change = { path: string; status: string; from: Side; to: Side }
type Side = { mode: string; blob: string }

/** What differs between two commits or trees. */
export async function changesBetweenTrees(repo: Repository, from: string, to: string): Promise<Change[]> {
  const fields = (await git(repo, ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to])).split(
    '\0',
  )
  const changes: Change[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[i] ?? '')
      .replace(/^:/, '')
      .split(' ')
    changes.push({ path: fields[i + 1] ?? '', status, from: { mode: oldMode, blob: oldBlob }, to: { mode, blob } })
  }
  return changes
}

/** What lies at a path of a commit: mode, kind, id and size in bytes. */
export async function entryAt(
  repo: Repository,
  commit: string,
  path: string,
): Promise<{ mode: string; type: string; id: string; size: number } | undefined> {
  const out = await git(repo, ['ls-tree', '-z', '-l', '--full-tree', commit, '--', path])
  const match = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t([^\0]+)/.exec(out)
  if (!match || match[5] !== path) return undefined
  return { mode: match[1] ?? '', type: match[2] ?? '', id: match[3] ?? '', size: Number(match[4]) || 0 }
}

/** The blobs that a path had along `base..head`, oldest first, where it was a file, each with the last commit that brought it. */
export async function blobsOf(
  repo: Repository,
  range: { base: string; head: string },
  path: string,
): Promise<Map<string, string>> {
  const shape = ['--reverse', '--topo-order', '--format=%H', '--raw', '--no-abbrev', '--no-renames', '-m']
  const out = await git(repo, ['log', ...shape, `${range.base}..${range.head}`, '--', path])
  const blobs = new Map<string, string>()
  let commit = ''
  for (const line of out.split('\n').filter(Boolean)) {
    const blob = /^:\d{6} 100\d{3} [0-9a-f]+ ([0-9a-f]{40}) /.exec(line)?.[1]
    if (blob) blobs.set(blob, commit)
    else if (!line.startsWith(':')) commit = line
  }
  return blobs
}

/** The bytes of a blob. */
export async function readBytes(repo: Repository, blob: string): Promise<Uint8Array> {
  const { code, stdout, stderr } = await tryGit(repo, ['cat-file', 'blob', blob], { encoding: 'base64' })
  if (code !== 0) throw new GitError(`git cat-file ended with ${code}: ${stderr.trim()}`)
  return Buffer.from(stdout, 'base64')
}

/** A blob as text. */
export const readBlob = async (repo: Repository, blob: string): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(repo, blob))

/** Makes the work tree equal to a commit; what is ignored (dependencies, caches) stays. */
export async function checkout(repo: Repository, commit: string): Promise<void> {
  await git(repo, ['reset', '-q', '--hard', commit])
  await git(repo, ['clean', '-q', '-ffd'])
}

/** Makes the work tree equal to a tree that it was written from; what is ignored stays. */
export async function restoreTree(repo: Repository, tree: string): Promise<void> {
  await git(repo, ['read-tree', '--reset', '-u', tree])
  await git(repo, ['clean', '-q', '-ffd'])
}

/** The tree of the work tree as it is now, new files included and ignored ones left out. */
export async function writeWorkTree(repo: Repository): Promise<string> {
  await git(repo, ['add', '--all', '--', '.'])
  return git(repo, ['write-tree'])
}

/** The difference between two trees, in base64: files need not be UTF-8. */
export async function patchBetween(repo: Repository, from: string, to: string): Promise<string> {
  const shape = ['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv']
  const { code, stdout, stderr } = await tryGit(repo, ['diff-tree', ...shape, from, to], { encoding: 'base64' })
  if (code !== 0) throw new GitError(`git diff-tree ended with ${code}: ${stderr.trim()}`)
  return stdout
}

/** A tree: that of `onto` with a patch (base64) applied, three ways where it must. Undefined when it does not fit. */
export async function applyPatch(repo: Repository, onto: string, patch: string): Promise<string | undefined> {
  return withIndex(repo, onto, async (env) => {
    const input = Buffer.from(patch, 'base64')
    if (input.length > 0) {
      const { code } = await tryGit(repo, ['apply', '--cached', '--3way', '--whitespace=nowarn', '-'], { env, input })
      if (code !== 0) return undefined
    }
    return git(repo, ['write-tree'], { env })
  })
}

/** A tree: that of `onto` with one file written (text) or removed (undefined). */
export async function treeWith(
  repo: Repository,
  onto: string,
  file: { path: string; text: string | undefined },
): Promise<string> {
  return withIndex(repo, onto, async (env) => {
    if (file.text === undefined) {
      await git(repo, ['update-index', '--force-remove', '--', file.path], { env })
    } else {
      const blob = await writeBlob(repo, file.text)
      await git(repo, ['update-index', '--add', '--cacheinfo', `100644,${blob},${file.path}`], { env })
    }
    return git(repo, ['write-tree'], { env })
  })
}

async function withIndex<T>(
  repo: Repository,
  tree: string,
  use: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const env = { GIT_INDEX_FILE: join(repo.gitDir, 'index.publish') }
  await git(repo, ['read-tree', tree], { env })
  return use(env)
}

export const writeBlob = (repo: Repository, text: string): Promise<string> =>
  git(repo, ['hash-object', '-w', '--stdin'], { input: text })

/** A tree of files at its top level: name → text. */
export async function writeTree(repo: Repository, files: Record<string, string>): Promise<string> {
  const lines = await Promise.all(
    Object.entries(files).map(async ([name, text]) => `100644 blob ${await writeBlob(repo, text)}\t${name}`),
  )
  return git(repo, ['mktree'], { input: lines.join('\n') + '\n' })
}

export const treeOf = (repo: Repository, commit: string): Promise<string> =>
  git(repo, ['rev-parse', `${commit}^{tree}`])

/** A new commit, in the repository only. */
export function commitTree(
  repo: Repository,
  spec: { tree: string; parents: readonly string[]; message: string; author: { name: string; email: string } },
): Promise<string> {
  const { name, email } = spec.author
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
  const parents = spec.parents.flatMap((parent) => ['-p', parent])
  return git(repo, ['commit-tree', spec.tree, ...parents, '-F', '-'], { input: spec.message, env })
}
