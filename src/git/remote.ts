import { setTimeout as sleep } from 'node:timers/promises'
import { brokenByProxy, closedRepository, damagedStore, tokenExpired, UserError } from '../lib/errors.ts'
import { NO_DEADLINE, retry } from '../lib/async.ts'
import { GitError, tryGit, type Remote, type Repository } from './git.ts'
import { wordsOf } from './push-refusal.ts'

/** Seconds without output after which git is ended, doubled at each try: git 2.39 waits for ever for a lost answer. */
const SILENCE_SECONDS = 20

/** Milliseconds for one command that talks to the remote. A large repository takes its time, and a push is small. */
const limitOf = ([command]: readonly string[]): number =>
  (command === 'fetch' ? 10 : command === 'push' ? 2 : 1) * 60_000

function networkSettings({ url, token }: Remote): [string, string][] {
  if (token === undefined) return []
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  return [[`http.${url}.extraheader`, `AUTHORIZATION: basic ${basic}`]]
}

type RemoteResult = Awaited<ReturnType<typeof tryGit>>
type RemoteRepo = Repository & { remote: Remote }

function needRemote(repo: Repository): asserts repo is RemoteRepo {
  if (!repo.remote) throw new GitError('The repository has no remote.')
}

/** A command, its number of earlier tries, and the signal that its result is no longer needed. */
type RemoteTry = { args: readonly string[]; tries?: number; needlessSignal?: AbortSignal }

/** Runs a command that talks to the remote. Ends it after an idle timeout without output, and at its time limit. */
async function tryRemote(repo: RemoteRepo, { args, tries = 0, needlessSignal }: RemoteTry): Promise<RemoteResult> {
  const { timeLimit = limitOf(args), deadline = NO_DEADLINE } = repo.remote
  const silence = SILENCE_SECONDS * 2 ** tries
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), silence * 1_000)
  const signals = [deadline.within(timeLimit), silent.signal, needlessSignal]
  const endSignal = AbortSignal.any(signals.filter((signal) => signal !== undefined))
  const settings = networkSettings(repo.remote)
  const result = await tryGit(repo, args, { settings, endSignal, onOutput: () => void timer.refresh() })
  clearTimeout(timer)
  if (result.code === 0 || !endSignal.aborted) return result
  return { ...result, stderr: `${result.stderr}\ngit ${args[0]} took too long, and was ended.` }
}

/** The error for a failure that the proxy caused; undefined for other causes, or when the cause is uncertain. */
function proxyTrouble({ url, proxy }: Remote, { stderr }: RemoteResult): Error | undefined {
  const why = proxyTroubleIn(stderr)
  if (why === undefined || (proxy === undefined && !/^\d/.test(why)) || !URL.canParse(url)) return undefined
  return brokenByProxy({ host: new URL(url).host, proxy, why }, stderr)
}

/** How much history to fetch. `levels`: the depth of the tree to which files are fetched; 0 for no files. */
type FetchDepth = { kind: 'depth' | 'deepen'; commits: number; levels?: number } | { kind: 'new' }

/** Retries of a fetch, and of a push, which has more because it saves work that has been paid for. */
const FETCH_TRIES = 4
const PUSH_TRIES = 12

/** Retries until there is a value, after pauses of at most a minute each. `until` throws where the last try gives none. */
async function retryRemote<T>(
  { url, deadline }: Remote,
  retries: number,
  until: Parameters<typeof retry<T>>[0]['until'],
): Promise<T> {
  // A remote on this machine needs no time to recover.
  const second = /^https?:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])[:/])/.test(url) ? 1_000 : 5
  const waits = Array.from({ length: retries }, (_, tries) => Math.min((tries + 1) ** 2, 60) * second)
  const value = await retry({ waits, deadline, until })
  if (value === undefined) throw new GitError('The remote gave no answer.')
  return value
}

/** Fetches refspecs. False when a ref without a wildcard does not exist. Throws `UserError` or `GitError`. */
export async function fetchRefs(repo: Repository, refspecs: readonly string[], depth: FetchDepth): Promise<boolean> {
  needRemote(repo)
  const { remote } = repo
  const filter = depth.kind !== 'new' && depth.levels !== undefined ? [`--filter=tree:${depth.levels}`] : []
  const limit = depth.kind === 'new' ? [] : [`--${depth.kind}=${depth.commits}`, ...filter]
  const options = ['-q', '--progress', '--no-tags', '--prune', '--no-write-fetch-head', ...limit]
  const args = ['fetch', ...options, remote.url, ...refspecs]
  return retryRemote(remote, FETCH_TRIES, async (tries, isLast) => {
    const result = await tryRemote(repo, { args, tries })
    const outcome = outcomeOf(result)
    if (outcome === 'done' || foundNothing(result)) return true
    const isRefMissing = /couldn't find remote ref/.test(result.stderr)
    if (isRefMissing && (isLast || (await areMissing(repo, refspecs)))) return false
    if (!isRefMissing && (outcome !== 'unclear' || isLast)) throw failure(remote, 'fetch', result)
    return undefined
  })
}

/** Whether a ref is missing for sure: git takes a proxy's web page for a repository without even a `HEAD`. */
async function areMissing(repo: RemoteRepo, refspecs: readonly string[]): Promise<boolean> {
  const wanted = refspecs.flatMap((spec) => /^\+?([^:*]+)(?::[^*]*)?$/.exec(spec)?.[1] ?? [])
  const { found } = await listRemote(repo, wanted)
  return found.has('HEAD') && wanted.some((name) => !found.has(name))
}

/** Lists refs with their ids, and `HEAD`, which each repository has: without it the reply is not a repository. */
async function listRemote(repo: RemoteRepo, refs: readonly string[], tries = 0) {
  const result = await tryRemote(repo, { args: ['ls-remote', repo.remote.url, 'HEAD', ...refs], tries })
  const found = result.stdout.split('\n').flatMap((line): [string, string][] => {
    const [id = '', ref] = line.split('\t')
    return ref === undefined ? [] : [[ref, id]]
  })
  return { result, found: new Map(found) }
}

/** A fetch with `--depth` exits with 1, and prints nothing, when no ref matches any wildcard (git 2.39). */
const foundNothing = (result: RemoteResult): boolean => result.code === 1 && outputOf(result) === ''

/** The names of the refs on the remote that match a pattern. Throws as `fetchRefs` does. */
export async function remoteRefs(repo: Repository, patterns: readonly string[]): Promise<string[]> {
  needRemote(repo)
  const { remote } = repo
  return retryRemote(remote, FETCH_TRIES, async (tries, isLast) => {
    const { result, found } = await listRemote(repo, patterns, tries)
    const outcome = outcomeOf(result)
    if (outcome === 'done' && (isLast || found.has('HEAD')))
      return [...found.keys()].filter((name) => name.startsWith('refs/') && !name.endsWith('^{}'))
    if (outcome !== 'done' && (outcome !== 'unclear' || isLast)) throw failure(remote, 'ls-remote', result)
    return undefined
  })
}

const failure = (remote: Remote, command: string, result: RemoteResult): Error =>
  proxyTrouble(remote, result) ??
  otherHash(result.stderr) ??
  closedRepository(wordsOf(result.stderr), result.stderr) ??
  damagedStore(result.stderr) ??
  new GitError(`git ${command} ended with ${result.code}: ${outputOf(result).slice(0, 2000)}`)

/** The error for a repository whose objects are named by another hash than SHA-1. */
const otherHash = (stderr: string): UserError | undefined =>
  /mismatched algorithms/.test(stderr)
    ? new UserError(
        'object-format',
        'This repository names its objects by SHA-256, and Measure Twice reads and writes SHA-1.',
        'Use it in a repository in SHA-1, which is what GitHub makes.',
      )
    : undefined

const outputOf = ({ stdout, stderr }: RemoteResult): string => `${stdout}\n${stderr}`.trim()

/** A ref to update from `from` by `--force-with-lease`. `to` undefined deletes it; `from` empty: it must not exist. */
export type RefUpdate = { ref: string; from?: string; to: string | undefined }

/** `moved`: the remote has changed since it was read. `forbidden`: a rule or the token's rights reject the push. */
type PushResult = { kind: 'pushed' } | { kind: 'moved' } | { kind: 'forbidden'; reason: string }

/**
 * Pushes all refs or none. A push whose answer was lost may have taken effect, so the refs on the remote are compared
 * before the push is tried again. Throws `UserError` when GitHub no longer accepts the token or
 * a proxy is in the way, and `GitError` for any failure that `PushResult` does not name.
 */
export async function push(repo: Repository, updates: readonly RefUpdate[]): Promise<PushResult> {
  needRemote(repo)
  const { remote } = repo
  if (remote.readOnly) throw new GitError('A dry run pushes nothing.')
  const refspecs = updates.map(({ ref, to }) => `${to ?? ''}:${ref}`)
  const leases = updates.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from}`]))
  const args = ['push', '--porcelain', '--atomic', '--no-verify', ...leases, remote.url, ...refspecs]
  let seemsMoved = false
  return retryRemote<PushResult>(remote, PUSH_TRIES, async (tries, isLast) => {
    const result = await pushUntilArrived(repo, { args, updates, tries })
    const outcome = outcomeOf(result)
    if (outcome === 'done') return { kind: 'pushed' }
    // GitHub accepted this token before, since each push follows a fetch.
    if (outcome === 'unauthorized') throw proxyTrouble(remote, result) ?? tokenExpired(result.stderr)
    if (outcome === 'forbidden' || (isBare403(result.stderr) && tries >= FETCH_TRIES))
      return { kind: 'forbidden', reason: outputOf(result).slice(0, 8_000) }
    const arrival = await arrivalOf(repo, updates)
    if (arrival === 'all') return { kind: 'pushed' }
    // Git takes a proxy's web page for refs that have moved: it has to say so twice where the refs are unchanged.
    if (arrival === 'other' || (outcome === 'moved' && (isLast || seemsMoved))) return { kind: 'moved' }
    seemsMoved = outcome === 'moved' && arrival === 'none'
    if (outcome === 'missing' || isLast) throw failure(remote, 'push', result)
    return undefined
  })
}

/** Milliseconds until the first check whether a push that has not ended has arrived; doubled after each check. */
const FIRST_ARRIVAL_CHECK = 3_000
/** Milliseconds until the next check whether a push has arrived, after one that brought no answer. */
const RETRY_ARRIVAL_CHECK = 1_000

type PushAttempt = { args: readonly string[]; updates: readonly RefUpdate[]; tries: number }

/** Pushes, and polls the remote meanwhile: a push that has arrived is ended, even if its answer is lost. */
async function pushUntilArrived(repo: RemoteRepo, { args, updates, tries }: PushAttempt): Promise<RemoteResult> {
  const [arrived, ended] = [new AbortController(), new AbortController()]
  const pushing = tryRemote(repo, { args, tries, needlessSignal: arrived.signal }).finally(() => ended.abort())
  const pollArrival = async (): Promise<void> => {
    for (let pause = FIRST_ARRIVAL_CHECK; !arrived.signal.aborted;) {
      await sleep(pause, undefined, { signal: ended.signal }).catch(() => undefined)
      if (ended.signal.aborted) return
      const arrival = await arrivalOf(repo, updates)
      if (arrival === 'all') arrived.abort()
      pause = arrival === 'unknown' ? RETRY_ARRIVAL_CHECK : pause * 2
    }
  }
  const [result] = await Promise.all([pushing, pollArrival()])
  return arrived.signal.aborted ? { ...result, code: 0 } : result
}

/** Whether a push has arrived. `other`: a ref was moved elsewhere. `unknown`: the remote gave no answer. */
async function arrivalOf(repo: RemoteRepo, updates: readonly RefUpdate[]) {
  const refs = updates.map(({ ref }) => ref)
  const { result, found: current } = await listRemote(repo, refs)
  if (result.code !== 0 || result.stdout === '') return 'unknown'
  if (updates.every(({ ref, to }) => current.get(ref) === to)) return 'all'
  return updates.some(({ ref, from }) => from !== undefined && (current.get(ref) ?? '') !== from) ? 'other' : 'none'
}

/** The outcome of a command that talks to a remote, by git's messages. */
type RemoteOutcome =
  | 'done'
  /** The remote has changed since it was read. */
  | 'moved'
  /** A rule or the rights of the token reject it. */
  | 'forbidden'
  /** The token is not accepted. */
  | 'unauthorized'
  /** The ref or repository is missing or in another format, or a proxy refuses every request. */
  | 'missing'
  /** It failed, perhaps after it took effect, and may be retried. */
  | 'unclear'

/** Outcomes by git's messages. The first row that matches counts. */
const OUTCOMES: readonly (readonly [messages: RegExp, outcome: RemoteOutcome])[] = [
  // A branch is in the way of a name below it, or the other way round. Trying again does not help.
  [/'refs\/heads\/[^']+' exists; cannot create/, 'forbidden'],
  [/\b(?:fetch first|non-fast-forward|stale info|cannot lock ref|already exists)\b/, 'moved'],
  [/\brate limit|\babuse detection|\btoo many requests|\b(?:HTTP|error:) 429\b/i, 'unclear'],
  [
    /\b(?:GH0\d\d|archived so|IP allow list|protected branch|refusing to allow|denied|not granted|declined)\b/i,
    'forbidden',
  ],
  [/Authentication failed|could not read (?:Username|Password)|returned error: 401/, 'unauthorized'],
  [
    /possible repository corruption|mismatched algorithms|couldn't find remote ref|repository .{0,200} not found|returned error: 404|CONNECT tunnel failed, response 4|HTTP code 4\d\d from proxy/i,
    'missing',
  ],
]

/** A bare 403 is `unclear`: it may be a rate limit, as git does not show the rest of the answer. */
function outcomeOf({ code, stdout, stderr }: RemoteResult): RemoteOutcome {
  if (code === 0) return 'done'
  return OUTCOMES.find(([messages]) => messages.test(`${stdout}\n${stderr}`))?.[1] ?? 'unclear'
}

/** Whether git reports a 403 without a reason, which is a rate limit or a lack of rights. */
const isBare403 = (stderr: string): boolean => /returned error: 403|\bHTTP 403\b/.test(stderr)

/** Why a proxy blocked git: its status, or git's message. Undefined when the remote itself answered. */
function proxyTroubleIn(stderr: string): string | undefined {
  const status = /CONNECT tunnel failed, response (\d{3})|HTTP code (\d{3}) from proxy/.exec(stderr)
  if (status) return status[1] ?? status[2]
  if (/could not read (?:Username|Password) for|returned error: \d{3}|\bHTTP \d{3}\b/.test(stderr)) return undefined
  return /(?:Proxy CONNECT aborted|Could not resolve (?:proxy|host)|Failed to connect|Couldn't connect|Connection (?:reset|refused|timed out)|Recv failure|Empty reply|unexpected eof|timed? ?out|took too long)/i.exec(
    stderr,
  )?.[0]
}
