import { execFileSync } from 'node:child_process'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { start } from '../../fakes/github/clients.ts'
import type { Fault, JournalEntry } from '../../fakes/github/types.ts'
import { environmentForGit, initRepository, type Remote, type Repository } from '../../src/git/git.ts'
import { fetchRefs, push, remoteRefs } from '../../src/git/remote.ts'
import { commitTree, treeWith } from '../../src/git/objects.ts'
import { deadlineOf, NO_DEADLINE } from '../../src/lib/async.ts'
import { listening } from '../listening.ts'
import { temporaryDirectory } from '../places.ts'

// What stands between git and the remote: outages, lost answers, silence, a proxy.

const github = await start()
afterEach(() => {
  github.fault = undefined
})
afterAll(() => github.close())

const MAIN = '+refs/heads/main:refs/mt/base'
const author = { name: 'x', email: 'x@example.com' }
let count = 0

function repositoryAt(url: string, more: Partial<Remote> = {}, env: NodeJS.ProcessEnv = process.env): Repository {
  const top = temporaryDirectory()
  const place = { gitDir: join(top, 'git'), workTree: join(top, 'work') }
  const repo = { ...place, env: environmentForGit(env), remote: { url, token: github.token, ...more } }
  initRepository(repo)
  return repo
}

/** A new branch on the remote, and a commit on it that is to be pushed. */
async function aboutToPush(more: Partial<Remote> = {}, served = github) {
  const repo = repositoryAt(`${served.url}/octo/demo`, { ...more, token: served.token })
  const branch = `plan/issue-${(count += 1)}`
  const { sha: from } = await served.push('alice', branch, { files: { [`f${count}`]: 'x' } })
  await fetchRefs(repo, [MAIN, `+refs/heads/${branch}:refs/mt/branch`], { kind: 'depth', commits: 5 })
  const tree = await treeWith(repo, from, { path: 'mine.txt', text: 'mine\n' })
  const to = await commitTree(repo, { tree, parents: [from], message: 'Mine\n', author })
  const conversation = await commitTree(repo, { tree, parents: [], message: 'Kept\n', author })
  const updates = [
    { ref: `refs/heads/${branch}`, from, to },
    { ref: `refs/measure-twice/${count}`, to: conversation },
  ]
  return { repo, branch, from, to, updates }
}

const isPush = ({ kind, path, query }: JournalEntry): boolean =>
  kind === 'git' && `${path}${query}`.includes('receive-pack')
const disturb = (fault: Fault, times = 1): void => {
  let left = times
  github.fault = (entry) => (isPush(entry) && (entry.write || !('applied' in fault)) && left-- > 0 ? fault : undefined)
}

const FAULTS: readonly [string, Fault][] = [
  ['a bad gateway', { kind: 'status', status: 502 }],
  ['a bad gateway after it was done', { kind: 'status', status: 502, applied: true }],
  ['an overload after it was done', { kind: 'status', status: 503, applied: true }],
  ['too many requests', { kind: 'status', status: 429 }],
  ['a 403 that does not last', { kind: 'status', status: 403 }],
  ['a cut connection', { kind: 'drop' }],
  ['a cut connection after it was done', { kind: 'drop', applied: true }],
  ['a success that is garbled', { kind: 'status', status: 200, body: { portal: 'Log in' }, applied: true }],
]

describe.each(FAULTS)('%s', (_, fault) => {
  test('a push succeeds exactly once despite a network fault', async () => {
    const { repo, branch, from, to, updates } = await aboutToPush()
    disturb(fault)
    expect(await push(repo, updates)).toEqual({ kind: 'pushed' })
    expect((await github.commits(branch)).slice(-2).map(({ sha }) => sha)).toEqual([from, to])
    const moves = github.refUpdates.filter(({ ref }) => ref === `refs/heads/${branch}`)
    expect(moves.map(({ forced }) => forced)).toEqual([false, false])
  })

  test('a deletion of a branch succeeds despite a network fault', async () => {
    const { repo, branch, from } = await aboutToPush()
    disturb(fault)
    expect(await push(repo, [{ ref: `refs/heads/${branch}`, from, to: undefined }])).toEqual({ kind: 'pushed' })
    expect(await github.sha(branch)).toBeUndefined()
  })
})

// Git waits for an answer that broke off, or is two bytes long, until it is ended.
test('a push that arrived is not retried when its response and the check for it are both lost', async () => {
  const pushWith = async (times: number, fault: Fault) => {
    await using served = await start()
    const pauses: number[] = []
    const deadline = { ...NO_DEADLINE, wait: async (pause: number) => void pauses.push(pause) }
    const { repo, branch, to, updates } = await aboutToPush({ deadline }, served)
    let left = 0
    served.fault = (entry) => {
      if (isPush(entry) && entry.write) left = times
      return left-- > 0 ? fault : undefined
    }
    const result = await push(repo, updates)
    return [result.kind, (await served.sha(branch)) === to, pauses.length]
  }
  const empty: Fault = { kind: 'status', status: 200, body: '', applied: true }
  const ended = await Promise.all([pushWith(1, { kind: 'half' }), pushWith(2, { kind: 'half' }), pushWith(1, empty)])
  expect(ended).toEqual(Array(3).fill(['pushed', true, 0]))
})

test('a person’s push is kept, and reported as a moved branch, if the response to our own push was lost', async () => {
  const { repo, branch, updates } = await aboutToPush()
  let left = 1
  let theirs = ''
  github.fault = async (entry) => {
    if (!isPush(entry) || !entry.write || left-- <= 0) return undefined
    theirs = (await github.push('bob', branch, { files: { theirs: 'y' } })).sha
    return { kind: 'drop' }
  }
  expect(await push(repo, updates)).toEqual({ kind: 'moved' })
  expect(await github.sha(branch)).toBe(theirs)
})

test('a push with repeated 403s lacks permission, and one with repeated 502s is an error', async () => {
  const { repo, updates } = await aboutToPush()
  disturb({ kind: 'status', status: 403 }, 99)
  expect(await push(repo, updates)).toMatchObject({ kind: 'forbidden' })
  disturb({ kind: 'status', status: 502 }, 99)
  const waits: number[] = []
  const deadline = { ...deadlineOf(new AbortController().signal), wait: async (ms: number) => void waits.push(ms) }
  const patient = { ...repo, remote: { url: `${github.url}/octo/demo`, token: github.token, deadline } }
  await expect(push(patient, updates)).rejects.toThrow('502')
  expect(waits.map((wait) => wait / 5)).toEqual([1, 4, 9, 16, 25, 36, 49, 60, 60, 60, 60, 60])
})

test('a fetch refused by an IP allow list reports GitHub’s message and is not retried', async () => {
  const repo = repositoryAt(`${github.url}/octo/demo`)
  const body = 'The repository owner has an IP allow list enabled, and 192.0.2.7 is not permitted.'
  const headers = { 'content-type': 'text/plain' }
  let asked = 0
  github.fault = () => ((asked += 1), { kind: 'status', status: 403, headers, body })
  await expect(fetchRefs(repo, [MAIN], { kind: 'new' })).rejects.toMatchObject({
    code: 'repository-closed',
    message: `GitHub refuses the request: ${body}`,
  })
  expect(asked).toBe(1)
})

test('a repository named "archived-tools" is not mistaken for an archived repository', async () => {
  const repo = repositoryAt(`${github.url}/octo/archived-tools`)
  github.fault = () => ({ kind: 'status', status: 404 })
  await expect(fetchRefs(repo, [MAIN], { kind: 'new' })).rejects.not.toMatchObject({ code: 'repository-closed' })
})

test.each<[string, Fault]>([
  ['a bad gateway', { kind: 'status', status: 502 }],
  ['too many requests', { kind: 'status', status: 429 }],
  ['a cut connection', { kind: 'drop' }],
  ['a success that is garbled', { kind: 'status', status: 200, body: { portal: 'Log in' } }],
])('a fetch succeeds on retry after %s', async (_, fault) => {
  const repo = repositoryAt(`${github.url}/octo/demo`)
  let left = 1
  github.fault = ({ kind }) => (kind === 'git' && left-- > 0 ? fault : undefined)
  expect(await fetchRefs(repo, [MAIN], { kind: 'depth', commits: 5 })).toBe(true)
})

describe('the web page of a proxy', () => {
  const page = '<!DOCTYPE html><title>Please log in</title>'
  const showing = (times: number): void => {
    let left = times
    github.fault = ({ kind }) =>
      kind === 'git' && left-- > 0 ? { kind: 'status', status: 200, body: page } : undefined
  }

  test.each([2, 4])('fetch, list and push succeed after a proxy answered with a web page %i times', async (times) => {
    const { repo, branch, to, updates } = await aboutToPush()
    showing(times)
    expect(await fetchRefs(repo, [MAIN], { kind: 'depth', commits: 5 })).toBe(true)
    showing(times)
    expect(await remoteRefs(repo, [`refs/heads/${branch}`])).toEqual([`refs/heads/${branch}`])
    showing(times)
    expect(await push(repo, updates)).toEqual({ kind: 'pushed' })
    expect(await github.sha(branch)).toBe(to)
  })

  test('a fetch of a missing branch reports that without retries', async () => {
    const repo = repositoryAt(`${github.url}/octo/demo`)
    const before = github.journal.length
    expect(await fetchRefs(repo, ['+refs/heads/none:refs/mt/none'], { kind: 'depth', commits: 5 })).toBe(false)
    expect(github.journal.slice(before).map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST'])
  })
})

test('a fetch of a pattern that matches no branch asks the remote once', async () => {
  const repo = repositoryAt(`${github.url}/octo/demo`)
  const before = github.journal.length
  const depth = { kind: 'depth', commits: 5, withoutFiles: true } as const
  expect(await fetchRefs(repo, ['+refs/heads/none-*:refs/mt/none-*'], depth)).toBe(true)
  expect(github.journal.slice(before).map(({ method }) => method)).toEqual(['GET', 'POST'])
})

describe('a remote that is silent', () => {
  const processesAt = (url: string): string[] =>
    execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(url))

  test('a git process for a remote that never answers is killed after its timeout', async () => {
    await using place = await listening(createHttpServer(() => undefined))
    const url = `http://127.0.0.1:${place.port}/octo/demo`
    const wait = async (): Promise<void> => undefined
    const deadline = { ...NO_DEADLINE, wait }
    const repo = repositoryAt(url, { timeLimit: 150, deadline })
    await expect(fetchRefs(repo, [MAIN], { kind: 'new' })).rejects.toThrow('took too long')
    expect(processesAt(url)).toEqual([])
  })

  test('once time is up, a silent remote is tried once per fetch, and a push checks it once more', async () => {
    let asked = 0
    await using place = await listening(createHttpServer(() => void asked++))
    const deadline = deadlineOf(AbortSignal.abort('time'), { rest: () => 0 })
    const repo = repositoryAt(`http://127.0.0.1:${place.port}/octo/demo`, { deadline, timeLimit: 300 })
    await expect(fetchRefs(repo, [MAIN], { kind: 'new' })).rejects.toThrow('took too long')
    expect(asked).toBe(1)
    const updates = [{ ref: 'refs/heads/x', to: '1'.repeat(40) }]
    await expect(push(repo, updates)).rejects.toThrow('took too long')
    expect(asked).toBe(3)
  })

  test('a run that must end, by a signal or its time limit, aborts git at once if the remote is silent', async () => {
    for (const reason of ['time', undefined]) {
      const stop = new AbortController()
      await using place = await listening(createHttpServer(() => stop.abort(reason)))
      const run = deadlineOf(stop.signal)
      // What is begun after that has time to write down how far the run came, which is not waited for here.
      const within = (limit: number): AbortSignal => (stop.signal.aborted ? AbortSignal.timeout(50) : run.within(limit))
      const repo = repositoryAt(`http://127.0.0.1:${place.port}/octo/demo`, { deadline: { ...run, within } })
      await expect(fetchRefs(repo, [MAIN], { kind: 'new' })).rejects.toThrow('took too long')
    }
  })

  test('a slow push of results still completes after the run was told to end', async () => {
    const stop = new AbortController()
    const { repo, updates } = await aboutToPush({ deadline: deadlineOf(stop.signal) })
    let left = 1
    github.fault = (entry) => {
      if (!isPush(entry) || left-- <= 0) return undefined
      stop.abort()
      return { kind: 'delay', ms: 5_000 }
    }
    expect(await push(repo, updates)).toEqual({ kind: 'pushed' })
  })
})

describe('a proxy', () => {
  const through = async (act: (socket: Socket) => void): Promise<unknown> => {
    await using place = await listening(createServer((socket) => void socket.once('data', () => act(socket))))
    const env = { ...process.env, HTTPS_PROXY: `http://me:hunter2@127.0.0.1:${place.port}`, NO_PROXY: '', no_proxy: '' }
    const deadline = { ...NO_DEADLINE, wait: async () => undefined }
    const repo = repositoryAt('https://github.acme.test/octo/demo', { proxy: 'HTTPS_PROXY', deadline }, env)
    return await fetchRefs(repo, [MAIN], { kind: 'new' }).catch((error: unknown) => error)
  }

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['wants a password', (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'), /\(407\)\.$/],
    ['forbids the host', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'), /through the proxy \(403\)/],
    ['drops the connection', (socket) => socket.destroy(), /through the proxy/],
    ['resets the connection', (socket) => socket.resetAndDestroy(), /through the proxy/],
  ])('an error names a proxy that %s, without its address', async (_, act, message) => {
    const failed = await through(act)
    expect(failed).toMatchObject({ code: 'proxy', message: expect.stringMatching(message) })
    expect(String(failed)).toContain('proxy')
    expect(String(failed)).not.toMatch(/hunter2|127\.0\.0\.1/)
  })
})
