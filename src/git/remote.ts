import { brokenByProxy, proxyWantsPassword, tokenExpired } from '../errors.ts'
import { NO_DEADLINE } from '../async.ts'
import { forgetCached, GitError, settingsFor, tryGit, type GitResult, type Remote, type Repository } from './git.ts'
import { isBare403, outcomeOf, proxyTroubleIn } from './remote-errors.ts'

/** Seconds without a single byte after which git gives a transfer up. */
const SILENCE = '60'

/** The environment of a git process that talks to the remote: it holds the token. */
function authorizedEnvironment({ url, token }: Remote): Record<string, string> {
  const settings: [string, string][] = [
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', SILENCE],
  ]
  if (token === undefined) return settingsFor(settings)
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  return settingsFor([...settings, [`http.${url}.extraheader`, `AUTHORIZATION: basic ${basic}`]])
}

/**
 * Milliseconds for one command that talks to the remote. A large repository takes its time. A push is small, and hangs
 * when its answer breaks off (git 2.39).
 */
const limitOf = ([command]: readonly string[]): number =>
  (command === 'fetch' ? 10 : command === 'push' ? 2 : 1) * 60_000

/** Runs a command that talks to the remote. Throws `UserError` when the proxy on the way is in the way. */
async function tryRemote(repo: Repository, remote: Remote, args: readonly string[]): Promise<GitResult> {
  const { timeLimit = limitOf(args), deadline = NO_DEADLINE } = remote
  const end = deadline.within(timeLimit)
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

/** Waits before another try, longer each time and at most a minute; a remote on this machine needs no time to recover. */
function pause({ url, deadline = NO_DEADLINE }: Remote, tries: number): Promise<void> {
  const second = /^https?:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])[:/])/.test(url) ? 1_000 : 5
  return deadline.wait(Math.min((tries + 1) ** 2, 60) * second)
}

/** How much history to fetch: the last commits only, more of a shallow history, or whatever is new. */
export type FetchDepth = { kind: 'depth' | 'deepen'; commits: number; withoutFiles?: boolean } | { kind: 'new' }

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
  const filter = depth.kind !== 'new' && depth.withoutFiles ? ['--filter=tree:0'] : []
  const limit = depth.kind === 'new' ? [] : [`--${depth.kind}=${depth.commits}`, ...filter]
  const args = ['fetch', '-q', '--no-tags', '--prune', '--no-write-fetch-head', ...limit, remote.url, ...refspecs]
  let isMissed = false
  for (let tries = 0; ; tries++) {
    const result = await tryRemote(repo, remote, args)
    forgetCached(repo)
    const outcome = outcomeOf(result)
    if (outcome === 'done' || foundNothing(result)) return true
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

/** A fetch of some depth ends with 1, and without a word, when no ref matches any wildcard (git 2.39). */
const foundNothing = (result: GitResult): boolean => result.code === 1 && outputOf(result) === ''

/** The names of the refs on the remote that match a pattern. Throws as `fetchRefs` does. */
export async function remoteRefs(repo: Repository, patterns: readonly string[]): Promise<string[]> {
  const { remote } = repo
  if (!remote) throw new GitError('There is no remote to ask.')
  const args = ['ls-remote', '--refs', remote.url, ...patterns]
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
