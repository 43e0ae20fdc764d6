import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A private repository: its git directory lies outside the work tree and outside of what commands of the agent can
 * write, and git runs in it without any configuration, hook or filter of the machine, the user or the project.
 */
export type Repository = {
  gitDir: string
  workTree: string
  /** All that git gets of the machine's environment: `environmentForGit`. */
  env: Readonly<Record<string, string>>
  remote?: Remote
}

/**
 * Where to fetch from and push to. The token travels in the environment of a single git process,
 * never in an address, argument or file. Nothing is pushed to a remote that is `readOnly`.
 */
export type Remote = { url: string; token: string | undefined; readOnly?: boolean }

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

const answers = new WeakMap<Repository, Map<string, Promise<string>>>()
const KEPT_ANSWER = 1 << 16

/**
 * As `git`, for questions about objects that are named by their whole ids: the answer is the same until more of the history is
 * fetched, so that git is asked once. Long answers are not kept, and with any other name than an id git is always asked.
 */
export function askOnce(
  repo: Repository,
  args: readonly string[],
  { ids, encoding = 'utf8' }: { ids: readonly string[]; encoding?: 'utf8' | 'base64' },
): Promise<string> {
  if (!ids.every((id) => /^[0-9a-f]{40}$/.test(id))) return git(repo, args, { encoding })
  const known = answers.get(repo) ?? new Map<string, Promise<string>>()
  answers.set(repo, known)
  const question = [encoding, ...args].join('\0')
  const answer = known.get(question) ?? git(repo, args, { encoding })
  known.set(question, answer)
  const forget = (): unknown => known.delete(question)
  answer.then((text) => text.length > KEPT_ANSWER && forget(), forget)
  return answer
}

const SETTINGS: readonly [string, string][] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.quotePath', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
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

/** What git gets of an environment: by name what it needs, and nothing that can hold a secret of the job. */
export const environmentForGit = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]] as const] : [])))

function environment(repo: Repository): Record<string, string> {
  return {
    ...repo.env,
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

/** Makes the git directory, without a process: this is all that git needs of one. The work tree may be there already. */
export function initRepository({ gitDir, workTree }: Pick<Repository, 'gitDir' | 'workTree'>): void {
  for (const folder of ['objects', 'refs']) mkdirSync(join(gitDir, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/measure-twice\n')
  mkdirSync(workTree, { recursive: true })
}

/** How much of the history to fetch: the last commits only, some more of what was cut, or what is new. */
export type Reach = { kind: 'depth' | 'deepen'; commits: number } | { kind: 'new' }

/** Fetches refspecs from the remote. False when a ref that was asked for by its whole name is not there. */
export async function fetchRefs(repo: Repository, refspecs: readonly string[], reach: Reach): Promise<boolean> {
  if (!repo.remote) throw new GitError('There is no remote to fetch from.')
  const cut = reach.kind === 'new' ? [] : [`--${reach.kind}=${reach.commits}`]
  const args = ['fetch', '-q', '--no-tags', '--prune', '--no-write-fetch-head', ...cut, repo.remote.url, ...refspecs]
  const { code, stderr } = await tryPatiently(repo, args, { env: authorization(repo.remote) })
  answers.delete(repo)
  if (code === 0) return true
  if (/couldn't find remote ref/.test(stderr)) return false
  throw new GitError(`git fetch ended with ${code}: ${stderr.trim().slice(0, 2000)}`)
}

/** What git says when the network or the server failed it for a moment. */
const PASSING =
  /returned error: 5\d\d|early EOF|RPC failed|Could not resolve|Connection (?:reset|refused|timed out)|unexpected disconnect|hung up/
const PAUSES = [300, 1_500, 5_000]

/** Asks again after what passes. Only for what reads: a push whose answer was lost may have been taken. */
async function tryPatiently(repo: Repository, args: readonly string[], options: GitOptions): Promise<GitResult> {
  for (const pause of PAUSES) {
    const result = await tryGit(repo, args, options)
    if (result.code === 0 || !PASSING.test(result.stderr)) return result
    await sleep(pause)
  }
  return tryGit(repo, args, options)
}

/** Whether the history was cut: git keeps a list of where. */
export const isShallow = ({ gitDir }: Repository): boolean => existsSync(join(gitDir, 'shallow'))

/**
 * One ref to move: `to` is where it shall be (undefined: deleted), `from` where it must be now ('' when it must not be there).
 * A lease is no force: what is pushed always comes after what was there, so nothing is ever overwritten.
 */
export type RefUpdate = { ref: string; from?: string; to: string | undefined }

/** Why a push was not taken: somebody was faster, or the token may not (a rule, a workflow file, read-only). */
export type Pushed = { kind: 'pushed' } | { kind: 'moved' } | { kind: 'forbidden'; why: string }

/** Pushes without force, all refs or none. Throws `GitError` on an outage. */
export async function push(repo: Repository, updates: readonly RefUpdate[]): Promise<Pushed> {
  if (!repo.remote) throw new GitError('There is no remote to push to.')
  if (repo.remote.readOnly) throw new GitError('A dry run pushes nothing.')
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

/**
 * All refs below a prefix that ends in a slash: name without the prefix → commit id. They are read as files, which takes no
 * process: what a fetch brings is never packed here.
 */
export async function refsBelow(repo: Repository, prefix: string): Promise<Map<string, string>> {
  const folder = join(repo.gitDir, prefix)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const refs = paths
    .toSorted()
    .map(async (path) => [relative(folder, path), (await readFile(path, 'utf8')).trim()] as const)
  return new Map(await Promise.all(refs))
}

export async function mergeBase(repo: Repository, a: string, b: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(repo, ['merge-base', a, b])
  return code === 0 ? stdout.trim() : undefined
}

/** Whether a commit is another one, or comes before it. False too for what is no commit here. */
export const isAncestor = async (repo: Repository, commit: string, of: string): Promise<boolean> =>
  (await tryGit(repo, ['merge-base', '--is-ancestor', commit, of])).code === 0
