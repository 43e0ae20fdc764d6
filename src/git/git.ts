import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brokenByProxy, proxyWantsPassword, tokenExpired } from '../errors.ts'
import { endWith } from './ending.ts'
import { LFS_SETTINGS } from './lfs.ts'
import { isBare403, outcomeOf, proxyTroubleIn } from './outcome.ts'

/**
 * A private repository. Its git directory lies outside the work tree, where the agent's commands cannot write. Git runs
 * in it without any configuration, hook or filter of the machine, the user or the project.
 */
export type Repository = {
  gitDir: string
  workTree: string
  /** All that git gets of the machine's environment: `environmentForGit`. */
  env: Readonly<Record<string, string>>
  remote?: Remote
}

/**
 * Where to fetch from and push to. The token is passed in the environment of a single git process, never in a URL,
 * argument or file. A `readOnly` remote refuses every push. `proxy` is the variable that names the proxy on the way.
 * `timeLimit` is for one command, in milliseconds. `patience` waits, and ends what waits when the run has to end.
 */
export type Remote = {
  url: string
  token: string | undefined
  readOnly?: boolean
  proxy?: string | undefined
  timeLimit?: number
  patience?: { within: (limit: number) => AbortSignal; wait: (milliseconds: number) => Promise<void> }
}

export type GitResult = { code: number; stdout: string; stderr: string }
type GitOptions = {
  input?: string | Uint8Array
  env?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Ends git and all that it started. The result is then that of a command that failed. */
  end?: AbortSignal
  /** How bytes become text. Use base64 for output that may not be UTF-8. */
  encoding?: 'utf8' | 'base64'
}

/** A git command failed that must not fail. The message holds git's own output and is meant for logs. */
export class GitError extends Error {
  override readonly name = 'GitError'
}

/** Runs git and resolves with its exit code and output, also when it fails. Replaces bytes that are not UTF-8. */
export function tryGit(repo: Repository, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const { promise, resolve, reject } = Promise.withResolvers<GitResult>()
  const child = spawn('git', args, {
    cwd: repo.workTree,
    env: { ...environment(repo), ...options.env },
    signal: options.signal,
    detached: options.end !== undefined,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (options.end) endWith(child, options.end)
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
  // Git may exit before it has read all of its input. Its exit code reports that.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input)
  return promise
}

/** Runs git and resolves with its output without the last line break. Throws `GitError` when git fails. */
export async function git(repo: Repository, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await tryGit(repo, args, options)
  if (code !== 0) throw new GitError(`git ${args[0]} ended with ${code}: ${stderr.trim().slice(0, 2000)}`)
  return stdout.replace(/\n$/, '')
}

const cache = new WeakMap<Repository, Map<string, Promise<string>>>()
const MAX_CACHED = 1 << 16

/**
 * Runs `git` and caches its output until the next fetch. The cache is used only if all `ids` are full object ids,
 * because output for any other name may change. Output above 64 Ki characters is not cached. Throws `GitError`.
 */
export function cachedGit(
  repo: Repository,
  args: readonly string[],
  { ids, encoding = 'utf8' }: { ids: readonly string[]; encoding?: 'utf8' | 'base64' },
): Promise<string> {
  if (!ids.every((id) => /^[0-9a-f]{40}$/.test(id))) return git(repo, args, { encoding })
  const cached = cache.get(repo) ?? new Map<string, Promise<string>>()
  cache.set(repo, cached)
  const key = [encoding, ...args].join('\0')
  const result = cached.get(key) ?? git(repo, args, { encoding })
  cached.set(key, result)
  const forget = (): unknown => cached.delete(key)
  result.then((text) => text.length > MAX_CACHED && forget(), forget)
  return result
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
  ...LFS_SETTINGS,
]

/** The variables that git needs to reach the network through a proxy or with a private certificate authority. */
const NETWORK_VARIABLES = [
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

/** The variables that git may inherit from an environment. No others pass, because they may hold secrets of the job. */
export const environmentForGit = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(NETWORK_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]] as const] : [])))

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

/** Seconds without a single byte after which git gives a transfer up. */
const SILENCE = '60'

/** The environment of a git process that talks to the remote: it holds the token. */
function authorizedEnvironment({ url, token }: Remote): Record<string, string> {
  const settings: [string, string][] = [...SETTINGS, ['http.lowSpeedLimit', '1'], ['http.lowSpeedTime', SILENCE]]
  if (token === undefined) return configuration(settings)
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  return configuration([...settings, [`http.${url}.extraheader`, `AUTHORIZATION: basic ${basic}`]])
}

/**
 * Milliseconds for one command that talks to the remote. A large repository takes its time. A push is small, and hangs
 * when its answer breaks off (git 2.39).
 */
const limitOf = ([command]: readonly string[]): number =>
  (command === 'fetch' ? 10 : command === 'push' ? 2 : 1) * 60_000

/** Runs a command that talks to the remote. Throws `UserError` when the proxy on the way is in the way. */
async function tryRemote(repo: Repository, remote: Remote, args: readonly string[]): Promise<GitResult> {
  const { timeLimit = limitOf(args), patience = ENDLESS } = remote
  const end = patience.within(timeLimit)
  const result = await tryGit(repo, args, { env: authorizedEnvironment(remote), end })
  if (result.code === 0 || !end.aborted) return result
  return { ...result, stderr: `${result.stderr}\ngit ${args[0]} took too long, and was ended.` }
}

/** The proxy as the reason of a failure; undefined when it is none, or not for sure. */
function proxyTrouble({ url, proxy }: Remote, { stderr }: GitResult): Error | undefined {
  const why = proxyTroubleIn(stderr)
  if (why === undefined || (proxy === undefined && !/^\d/.test(why)) || !URL.canParse(url)) return undefined
  const where = { host: new URL(url).host, proxy, why }
  return why === '407' ? proxyWantsPassword(where, stderr) : brokenByProxy(where, stderr)
}

const ENDLESS: NonNullable<Remote['patience']> = {
  within: (limit) => AbortSignal.timeout(limit),
  wait: (milliseconds) => sleep(milliseconds),
}

/** Waits before another try, longer each time and at most a minute; a remote on this machine needs no time to recover. */
function pause({ url, patience = ENDLESS }: Remote, tries: number): Promise<void> {
  const second = /^https?:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])[:/])/.test(url) ? 1_000 : 5
  return patience.wait(Math.min((tries + 1) ** 2, 60) * second)
}

/** Creates a minimal git directory without starting a process. The work tree may already exist. */
export function initRepository({ gitDir, workTree }: Pick<Repository, 'gitDir' | 'workTree'>): void {
  for (const folder of ['objects', 'refs']) mkdirSync(join(gitDir, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/measure-twice\n')
  mkdirSync(workTree, { recursive: true })
}

/** How much history to fetch: the last commits only, more of a shallow history, or whatever is new. */
export type FetchDepth = { kind: 'depth' | 'deepen'; commits: number } | { kind: 'new' }

/** How often a fetch is tried again, and a push, which brings what has been paid for. */
const FETCH_TRIES = 4
const PUSH_TRIES = 12

/**
 * Fetches refspecs from the remote. False when a ref without a wildcard does not exist there. Throws `UserError` for the
 * proxy on the way, and `GitError` for the rest.
 */
export async function fetchRefs(repo: Repository, refspecs: readonly string[], depth: FetchDepth): Promise<boolean> {
  const { remote } = repo
  if (!remote) throw new GitError('There is no remote to fetch from.')
  const limit = depth.kind === 'new' ? [] : [`--${depth.kind}=${depth.commits}`]
  const args = ['fetch', '-q', '--no-tags', '--prune', '--no-write-fetch-head', ...limit, remote.url, ...refspecs]
  let isMissed = false
  for (let tries = 0; ; tries++) {
    const result = await tryRemote(repo, remote, args)
    cache.delete(repo)
    const outcome = outcomeOf(result)
    if (outcome === 'done') return true
    // A page of somebody on the way is taken for a repository without refs, so it is asked twice.
    if (/couldn't find remote ref/.test(result.stderr)) {
      if (isMissed) return false
      isMissed = true
      continue
    }
    if (outcome !== 'unclear' || tries >= FETCH_TRIES) throw failure(remote, args, result)
    await pause(remote, tries)
  }
}

/** The names of the refs on the remote that match a pattern. Throws as `fetchRefs` does. */
export async function remoteRefs(repo: Repository, pattern: string): Promise<string[]> {
  const { remote } = repo
  if (!remote) throw new GitError('There is no remote to ask.')
  const args = ['ls-remote', '--refs', remote.url, pattern]
  for (let tries = 0; ; tries++) {
    const result = await tryRemote(repo, remote, args)
    const outcome = outcomeOf(result)
    if (outcome === 'done') return result.stdout.split('\n').flatMap((line) => line.split('\t')[1] ?? [])
    if (outcome !== 'unclear' || tries >= FETCH_TRIES) throw failure(remote, args, result)
    await pause(remote, tries)
  }
}

const failure = (remote: Remote, [command]: readonly string[], result: GitResult): Error =>
  proxyTrouble(remote, result) ??
  new GitError(`git ${command} ended with ${result.code}: ${outputOf(result).slice(0, 2000)}`)

const outputOf = ({ stdout, stderr }: GitResult): string => `${stdout}\n${stderr}`.trim()

/** Whether the history is shallow. Git lists its boundaries in the file `shallow`. */
export const isShallow = ({ gitDir }: Repository): boolean => existsSync(join(gitDir, 'shallow'))

/**
 * One ref to update. `to` is the new commit; undefined deletes the ref. `from` is the commit that the remote must have
 * now; '' means that the ref must not exist. `from` becomes `--force-with-lease`, so callers must push a descendant of
 * it.
 */
export type RefUpdate = { ref: string; from?: string; to: string | undefined }

/**
 * The result of a push: `moved` when the remote has changed, `forbidden` when a rule or the token's rights reject it.
 */
export type PushResult = { kind: 'pushed' } | { kind: 'moved' } | { kind: 'forbidden'; reason: string }

/**
 * Pushes all refs or none. A push that failed may have moved them all the same, so the remote is looked at before it is
 * pushed again: that is no second push, but the same one. Throws `UserError` when GitHub no longer accepts the token or
 * a proxy is in the way, and `GitError` for any failure that `PushResult` does not name. A dry run tells only what the
 * token may do, since rules are looked at when something is pushed.
 */
export async function push(
  repo: Repository,
  updates: readonly RefUpdate[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<PushResult> {
  const { remote } = repo
  if (!remote) throw new GitError('There is no remote to push to.')
  if (remote.readOnly) throw new GitError('A dry run pushes nothing.')
  const refspecs = updates.map(({ ref, to }) => `${to ?? ''}:${ref}`)
  const leases = updates.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from}`]))
  const trial = dryRun ? ['--dry-run'] : []
  const flags = [...trial, '--porcelain', '--atomic', '--no-verify']
  const args = ['push', ...flags, ...leases, remote.url, ...refspecs]
  const most = dryRun ? FETCH_TRIES : PUSH_TRIES
  for (let tries = 0; ; tries++) {
    const result = await tryRemote(repo, remote, args)
    const outcome = outcomeOf(result)
    if (outcome === 'done') return { kind: 'pushed' }
    // A push follows what GitHub answered with this very token.
    if (outcome === 'unauthorized') throw proxyTrouble(remote, result) ?? tokenExpired(result.stderr)
    if (outcome === 'forbidden' || (isBare403(result.stderr) && tries >= FETCH_TRIES))
      return { kind: 'forbidden', reason: outputOf(result).slice(0, 1000) }
    if (outcome !== 'moved' && tries < most) await pause(remote, tries)
    const there = await arrival(repo, remote, updates)
    if (there === 'all') return { kind: 'pushed' }
    if (outcome === 'moved' || there === 'other') return { kind: 'moved' }
    if (outcome === 'missing' || tries >= most) throw failure(remote, args, result)
  }
}

/**
 * Whether the refs are on the remote as they were to be: all of them, none yet, or something else. `none` also when the
 * remote cannot be asked.
 */
async function arrival(
  repo: Repository,
  remote: Remote,
  updates: readonly RefUpdate[],
): Promise<'all' | 'none' | 'other'> {
  const { code, stdout } = await tryRemote(repo, remote, ['ls-remote', remote.url, ...updates.map(({ ref }) => ref)])
  if (code !== 0) return 'none'
  const now = new Map(
    stdout.split('\n').map((line) => {
      const [id = '', ref = ''] = line.split('\t')
      return [ref, id]
    }),
  )
  if (updates.every(({ ref, to }) => now.get(ref) === to)) return 'all'
  return updates.some(({ ref, from }) => from !== undefined && (now.get(ref) ?? '') !== from) ? 'other' : 'none'
}

/** The full id of a commit. Undefined when the revision names no commit. */
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
 * All refs below a prefix that ends in a slash, as a map from the name without the prefix to the commit id. Reads the
 * files below `refs`, which saves a process. That works because a fetch never packs refs.
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

/** The best common ancestor of two commits. Undefined when there is none in the fetched history. */
export async function mergeBase(repo: Repository, a: string, b: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(repo, ['merge-base', a, b])
  return code === 0 ? stdout.trim() : undefined
}
