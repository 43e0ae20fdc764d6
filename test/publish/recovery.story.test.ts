import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startGitHub } from '../../fakes/github/github.ts'
import type { Fault, JournalEntry } from '../../fakes/github/types.ts'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { parseMessage } from '../../src/decide/thread/trailers.ts'
import { NO_DEADLINE } from '../../src/lib/async.ts'
import { connectGitHub } from '../../src/github/github.ts'
import { runInProcess } from '../in-process.ts'
import { scriptedRoom, turnsOf } from '../scripted.ts'

// Whole lives in this process: from a request by an approval to the end, while GitHub fails at every write, once each.

vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
const github = await startGitHub({ files: REPOSITORY })
afterEach(() => {
  github.fault = undefined
})
afterAll(async () => {
  vi.restoreAllMocks()
  await github.close()
})

/** The client as it is in a run, but nobody waits. */
const forge = () =>
  connectGitHub(
    { owner: 'octo', repo: 'demo' },
    {
      token: github.token,
      address: github.url,
      deadline: {
        ...NO_DEADLINE,
        wait: async () => undefined,
      },
    },
  )

/** A life with two runs, and what was there at its end. */
async function live(commitWith = 'git', onTurn?: () => void) {
  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
  const ctx = scriptedRoom(turnsOf(1, onTurn))
  const say = async (login: string, number: number, body: string) => {
    const { event } = await github.comment(login, number, body)
    const inputs = { sandbox: 'none', 'commit-with': commitWith }
    return runInProcess({ github, event, ctx, forge: forge(), inputs })
  }
  const planned = await say('alice', issue, '/plan add a limiter')
  const pull = Number(planned?.outputs['pull-request-number'])
  const done = pull > 0 ? await say('bob', pull, 'approve') : undefined
  return { issue, pull, problems: [...(planned?.problems ?? []), ...(done?.problems ?? [])], outputs: done?.outputs }
}

/** What is there of the life: everything once. */
async function traces(issue: number, pull: number) {
  const branch = `plan/issue-${issue}`
  const comments = [...(await github.commentsOf(issue)), ...(await github.commentsOf(pull))]
  const markers = comments.flatMap(({ body }) => /<!-- measure-twice:[^>]*-->/.exec(body ?? '')?.[0] ?? [])
  const commands = comments.filter(({ user }) => user?.type !== 'Bot')
  return {
    pulls: (await github.pulls()).filter((one) => one.branch === branch).map(({ state, draft }) => [state, draft]),
    markers: markers.length - new Set(markers).size,
    said: markers.length,
    reactions: commands.map(({ id }) => github.reactionsOf(id).map(({ content }) => content)),
    commits: (await github.commits(branch)).map(({ message }) => parseMessage(message)?.trailers.subtask),
  }
}
const WHOLE = {
  pulls: [['open', false]],
  markers: 0,
  said: 3,
  reactions: [
    ['eyes', 'rocket'],
    ['eyes', 'rocket'],
  ],
  commits: [undefined, 1, undefined],
}

/** A limit without a time. */
const SECONDARY: Fault = { kind: 'status', status: 403, body: { message: 'You have exceeded a secondary rate limit.' } }
const used = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 600) }
const BAD_GATEWAY: Fault = { kind: 'status', status: 502 }
const DONE_ALL_THE_SAME: Fault = { ...BAD_GATEWAY, applied: true }
const CUT: Fault = { kind: 'drop' }
const PORTAL: Fault = { kind: 'status', status: 200, body: { portal: 'Log in' }, applied: true }
const LIMIT: Fault = { kind: 'status', status: 403, body: { message: 'API rate limit exceeded' }, headers: used }

/** What each write meets one after the other; the last one was done all the same. */
const LIVES: readonly [string, by: string, Fault[]][] = [
  ['a cut connection, and a bad gateway after it was done', 'git', [CUT, DONE_ALL_THE_SAME]],
  ['a cut connection, and a bad gateway after it was done', 'api', [CUT, DONE_ALL_THE_SAME]],
  ['a bad gateway, and a server error after it was done', 'git', [BAD_GATEWAY, { ...DONE_ALL_THE_SAME, status: 500 }]],
  ['a secondary limit, and a success that cannot be read', 'git', [SECONDARY, PORTAL]],
  ['too many requests, and a success that cannot be read', 'api', [{ kind: 'status', status: 429 }, PORTAL]],
  ['a primary limit, and a cut connection after it was done', 'git', [LIMIT, { ...CUT, applied: true }]],
]

/** Disturbs each write: the same one comes again with the same content. A push has none that can be told apart. */
function disturbEach(faults: readonly Fault[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  let pushes = 0
  github.fault = (entry: JournalEntry) => {
    if (!entry.write) return undefined
    // What arrived is not pushed again, so every push after the last fault is a new one.
    const what =
      entry.kind === 'git'
        ? `push ${Math.floor(pushes++ / faults.length)}`
        : `${entry.method} ${entry.path} ${JSON.stringify(entry.body)}`
    const met = seen.get(what) ?? 0
    seen.set(what, met + 1)
    return faults[met]
  }
  return seen
}

test.each(LIVES)('%s at every write, with commits by %s: nothing fails or is duplicated', async (_, by, faults) => {
  const disturbed = disturbEach(faults)
  const { issue, pull, problems, outputs } = await live(by)
  github.fault = undefined
  expect(problems).toEqual([])
  expect(outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '1' })
  expect(await traces(issue, pull)).toEqual(WHOLE)
  // Comments, reactions, the pull request, its bodies, that it is ready, and the pushes or commits.
  expect(disturbed.size).toBeGreaterThanOrEqual(14)
})

test('token usage is kept through an outage of all reads that outlasts the retries of one read', async () => {
  let refused = 0
  const onTurn = (): void => {
    refused = 0
    github.fault = ({ write }) => (!write && refused++ < 50 ? { kind: 'status', status: 502 } : undefined)
  }
  const { issue, pull, problems, outputs } = await live('git', onTurn)
  github.fault = undefined
  expect(problems).toEqual([])
  expect(outputs).toMatchObject({ 'plan-state': 'done' })
  expect(await traces(issue, pull)).toEqual(WHOLE)
})

test('text that a person adds to the description right before the bot writes it is kept', async () => {
  let pull = 0
  let written = 0
  let carol: Promise<unknown> = Promise.resolve()
  const write = async (): Promise<void> => {
    const { body } = await github.pull(pull)
    const line = `Carol was here, ${++written}.`
    // Above the block and below it, in turn.
    await github.editBody('carol', pull, written % 2 ? `${line}\n\n${body}` : `${body}\n\n${line}`)
  }
  const before = github.journal.length
  github.fault = async ({ method, path, write: isWrite }) => {
    pull ||= (await github.pulls()).find(({ state, draft }) => state === 'open' && draft)?.number ?? 0
    const isOfPull = path.endsWith(`/pulls/${pull}`)
    // GitHub has no compare-and-swap for a body: what is saved between its read and our write is under "edited".
    if (pull > 0 && !(isOfPull && method === 'PATCH') && (isOfPull || isWrite)) await (carol = carol.then(write))
    return undefined
  }
  const { problems } = await live()
  github.fault = undefined
  const { body } = await github.pull(pull)
  expect(problems).toEqual([])
  expect(body).toContain('**Done**')
  expect(body.match(/Carol was here, \d+\./g)).toHaveLength(written)
  const bodies = github.journal
    .slice(before)
    .filter(({ method, path }) => method === 'PATCH' && path.endsWith(`/pulls/${pull}`))
  expect(bodies.length).toBeGreaterThan(2)
  expect(written).toBeGreaterThan(10)
})
