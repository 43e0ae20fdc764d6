import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Deadline } from '../lib/async.ts'
import { damagedStore, UserError, valueOr } from '../lib/errors.ts'
import { perObject } from '../lib/per-object.ts'
import { trustedPath } from './trusted-path.ts'

/**
 * A private repository. Its git directory lies outside the work tree, where the agent's commands cannot write. Git runs
 * in it without any configuration, hook or filter of the machine, the user or the project.
 */
export type Repository = {
  gitDir: string
  workTree: string
  /** The environment variables that git inherits, as `environmentForGit` selects them. */
  env: Readonly<Record<string, string>>
  remote?: Remote
}

/**
 * Where to fetch from and push to. The token is passed in the environment of a single git process, never in a URL,
 * argument or file. A `readOnly` remote refuses every push. `proxy` is the variable that names the proxy on the way.
 * `timeLimit` is for one command, in milliseconds. `deadline` waits, and ends what waits when the run has to end.
 */
export type Remote = {
  url: string
  token: string | undefined
  readOnly?: boolean
  proxy?: string | undefined
  timeLimit?: number
  deadline?: Pick<Deadline, 'within' | 'wait' | 'isOver'>
}

type GitResult = { code: number; stdout: string; stderr: string }
type GitOptions = {
  input?: string | Uint8Array
  env?: Record<string, string>
  /** Git's configuration for this command alone. */
  settings?: readonly [string, string][]
  signal?: AbortSignal | undefined
  /** Ends git and all that it started. The result is then that of a command that failed. */
  endSignal?: AbortSignal
  /** Called at each chunk of output, for idle timeouts. */
  onOutput?: () => void
  /** How bytes become text. Use base64 or latin1 for output that may not be UTF-8. */
  encoding?: 'utf8' | 'base64' | 'latin1'
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
    env: { ...environment(repo, options.settings), ...options.env },
    signal: options.signal,
    detached: options.endSignal !== undefined,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (options.endSignal) killOnAbort(child, options.endSignal)
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const { onOutput } = options
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream.on('data', onOutput)
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
  return args[0] === 'fetch' ? promise.finally(() => forgetHistory(repo)) : promise
}

/** Runs git and resolves with its output. Throws `GitError`, and `UserError` for a damaged object store. */
export async function git(repo: Repository, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await tryGit(repo, args, options)
  if (code !== 0)
    throw damagedStore(stderr) ?? new GitError(`git ${args[0]} ended with ${code}: ${stderr.trim().slice(0, 2000)}`)
  return stdout.replace(/\n$/, '')
}

/** A cache that lives as long as a repository: the function that is returned calls `make` once for each. */
export const perRepository = <T extends object>(make: () => T): ((repo: Repository) => T) => perObject(make)

const outputs = perRepository(() => new Map<string, Promise<string>>())
const MAX_CACHED_CHARACTERS = 1 << 16

/** Runs `git`, and caches output of up to 64 Ki characters where all `ids` are full object ids. Throws `GitError`. */
export function cachedGit(
  repo: Repository,
  args: readonly string[],
  { ids, input = '' }: { ids: readonly string[]; input?: string },
): Promise<string> {
  if (!ids.every((id) => /^[0-9a-f]{40}$/.test(id))) return git(repo, args, { input })
  const cached = outputs(repo)
  const key = [...args, input].join('\0')
  const result = cached.get(key) ?? git(repo, args, { input })
  cached.set(key, result)
  const forget = (): unknown => cached.delete(key)
  result.then((text) => text.length > MAX_CACHED_CHARACTERS && forget(), forget)
  return result
}

/** Drops cached logs and merge bases, since a fetch may bring more history. The content of objects never changes. */
function forgetHistory(repo: Repository): void {
  const cached = outputs(repo)
  for (const key of cached.keys()) if (/^(?:log|merge-base)\0/.test(key)) cached.delete(key)
}

/** The first line of every pointer file of Git LFS (git-lfs, `docs/spec.md`). */
const LFS_VERSION = 'version https://git-lfs.github.com/spec/v1'

/** Shell: saves the input to a file of the git directory, since it may not fit into memory. */
const SAVE_INPUT = `t="$GIT_DIR/lfs.$$"; trap 'rm -f "$t"' EXIT; cat >"$t" || exit 1`
const IS_POINTER = `[ "$(head -c ${LFS_VERSION.length} "$t" | tr -d '\\000')" = '${LFS_VERSION}' ]`
const SHA256 = `$( (sha256sum <"$t" 2>/dev/null || shasum -a 256 <"$t") | cut -c 1-64)`

/** Shell: replaces a file by its LFS pointer. Pointers and empty files stay as they are. */
const CLEAN = `${SAVE_INPUT}; if [ ! -s "$t" ] || ${IS_POINTER}; then cat "$t"; else h=${SHA256}; [ \${#h} -eq 64 ] || exit 1; printf '${LFS_VERSION}\\noid sha256:%s\\nsize %s\\n' "$h" "$(($(wc -c <"$t")))"; fi`

/** Shell: replaces an LFS pointer by its file, if the runner's checkout has it. Otherwise the pointer stays. */
const OID = `$(head -c 400 "$t" | sed -n 's/^oid sha256:\\([0-9a-f]\\{64\\}\\)$/\\1/p' | head -n 1)`
const SMUDGE = `${SAVE_INPUT}; f="$t"; if ${IS_POINTER}; then o=${OID}; p="$GIT_WORK_TREE/.git/lfs/objects/$(printf %s "$o" | cut -c 1-2)/$(printf %s "$o" | cut -c 3-4)/$o"; if [ -f "$p" ]; then f="$p"; fi; fi; cat "$f"`

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
  // Git LFS by filters of ours, so that commits hold pointers and no filter of the machine or the project runs.
  ['filter.lfs.clean', CLEAN],
  ['filter.lfs.smudge', SMUDGE],
  ['filter.lfs.required', 'false'],
]

/** The variables that git needs to reach the network through a proxy or with a private certificate authority. */
const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']
const INHERITED_VARIABLES = ['PATH', ...PROXY_VARIABLES, 'GIT_SSL_CAINFO', 'SSL_CERT_FILE']

/** The variables that git may inherit from an environment. No others pass, because they may hold secrets of the job. */
export function environmentForGit(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const allowed: typeof env = { ...env, PATH: trustedPath(env) }
  return Object.fromEntries(
    INHERITED_VARIABLES.flatMap((name) => (allowed[name] ? [[name, allowed[name]] as const] : [])),
  )
}

/** The environment of every git process in a repository: all of its configuration is `SETTINGS` and `more`. */
export function environment(repo: Repository, more: GitOptions['settings'] = []): Record<string, string> {
  const settings = [...SETTINGS, ...more]
  const pairs = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ])
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
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(pairs),
  }
}

/** Before 2.31, git takes no settings from its environment; before 2.32 it merges no patch into an index. */
const OLDEST_GIT = 2_032

const INSTALL_GIT =
  'Install git 2.32 or newer before this action; in a container job, take an image that has it, or add a step that runs `apt-get update && apt-get install -y git` (`apk add git` on Alpine).'

/** Checks once, at the start, which git there is. Throws `UserError` when there is none, or one that is too old. */
export async function checkGit(repo: Repository): Promise<void> {
  const output = await git(repo, ['version']).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (output === undefined) throw new UserError('no-git', 'There is no git on this runner.', INSTALL_GIT)
  const [version = '0.0', major, minor] = /(\d{1,6})\.(\d{1,6})\S*/.exec(output) ?? []
  if (Number(major) * 1_000 + Number(minor) >= OLDEST_GIT) return
  const why = 'versions before 2.31 go by the settings of the machine, and those before 2.32 cannot merge a patch'
  throw new UserError('old-git', `The git of this runner is ${version}, which is too old: ${why}.`, INSTALL_GIT)
}

/** Creates a minimal git directory without starting a process. The work tree may already exist. */
export function initRepository({ gitDir, workTree }: Pick<Repository, 'gitDir' | 'workTree'>): void {
  for (const folder of ['objects', 'refs']) mkdirSync(join(gitDir, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/measure-twice\n')
  mkdirSync(workTree, { recursive: true })
}

/** Whether the history is shallow. Git lists its boundaries in the file `shallow`. */
export const isShallow = ({ gitDir }: Repository): boolean => existsSync(join(gitDir, 'shallow'))

/** The full id of a commit. Undefined when the revision names no commit. Throws `UserError` for a damaged one. */
export const commitAt = (repo: Repository, revision: string): Promise<string | undefined> =>
  git(repo, ['rev-parse', '-q', '--verify', '--end-of-options', `${revision}^{commit}`]).catch((error: unknown) => {
    if (error instanceof GitError) return undefined
    throw error
  })

/** The best common ancestor; undefined where there is none in what was fetched. */
export const commonAncestor = async (repo: Repository, one: string, other: string): Promise<string | undefined> =>
  one === other ? one : cachedGit(repo, ['merge-base', one, other], { ids: [one, other] }).catch(() => undefined)

/** Whether a commit is part of the history of another. */
export const isPartOf = async (repo: Repository, commit: string, head: string): Promise<boolean> =>
  (await commonAncestor(repo, commit, head)) === commit

/** Milliseconds between SIGTERM and SIGKILL, in which git may remove its lock files. */
const KILL_DELAY = 1_000

/** Ends the process group on an abort: the process that talks to the network would outlive git otherwise. */
function killOnAbort(child: ChildProcess, signal: AbortSignal): void {
  // It throws for a group that has ended already.
  const send = (name: NodeJS.Signals) => valueOr(() => child.pid !== undefined && process.kill(-child.pid, name), false)
  const end = (): void => {
    send('SIGTERM')
    setTimeout(() => send('SIGKILL'), KILL_DELAY).unref()
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  child.once('close', () => signal.removeEventListener('abort', end))
}
