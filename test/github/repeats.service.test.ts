import { describe, expect, test } from 'vitest'
import type { Fault, JournalEntry } from '../../fakes/github/types.ts'
import type { Access } from './repository.ts'
import type { Forge } from '../../src/github/forge.ts'
import { NO_DEADLINE } from '../../src/lib/async.ts'
import { clockByHand } from '../clock.ts'
import { repositoryWithIssue } from './repository.ts'

// What passes by itself, at every write and at the questions that a refusal may follow from. Waits are written down, and
// not waited.

const { github, connect, issue, pushBranch, pullOf, disturb } = await repositoryWithIssue()

const waits: number[] = []
const deadline = (left = Infinity): NonNullable<Access['deadline']> => ({
  ...NO_DEADLINE,
  wait: async (milliseconds) => void waits.push(milliseconds),
  left: () => left,
})
function fresh(more: Partial<Access> = {}): Forge {
  waits.length = 0
  return connect({ deadline: deadline(), ...more })
}

const SECONDARY = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' }
const used = (seconds: number) => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds),
})

/** What passes: `applied` is what had its effect all the same. Rejections for a limit never have. */
const FAULTS: readonly [string, Fault][] = [
  ['a bad gateway', { kind: 'status', status: 502 }],
  ['a bad gateway after it was done', { kind: 'status', status: 502, applied: true }],
  ['a server error after it was done', { kind: 'status', status: 500, applied: true }],
  ['an overload', { kind: 'status', status: 503 }],
  ['a cut connection', { kind: 'drop' }],
  ['a cut connection after it was done', { kind: 'drop', applied: true }],
  ['a success that is garbled', { kind: 'status', status: 200, body: '{"id": 12, "nod', applied: true }],
  ['a success that is empty', { kind: 'status', status: 201, body: {}, applied: true }],
  ['a success of somebody else', { kind: 'status', status: 200, body: { portal: 'Log in' }, applied: true }],
  ['too many requests', { kind: 'status', status: 429 }],
  ['a secondary limit without a time', { kind: 'status', status: 403, body: SECONDARY }],
  ['a secondary limit with a time', { kind: 'status', status: 403, body: SECONDARY, headers: { 'retry-after': '7' } }],
  ['a primary limit', { kind: 'status', status: 403, body: { message: 'API rate limit exceeded' }, headers: used(90) }],
]

/** Disturbs the first write. */
const disturbOnce = (fault: Fault): void => disturb(({ write }) => write, fault)

describe.each(FAULTS)('%s', (name, fault) => {
  test('a comment is posted exactly once although its request to GitHub fails', async () => {
    const text = `Once, whatever ${name} does.\n\n<!-- measure-twice:note ${name.replaceAll(' ', '-')} -->`
    disturbOnce(fault)
    const said = await fresh().createComment(issue, text)
    expect(said).toMatchObject({ body: text, author: { login: 'github-actions[bot]' } })
    const there = (await github.commentsOf(issue)).filter(({ body }) => body === text)
    expect(there.map(({ id }) => id)).toEqual([said?.id])
  })

  test('a reaction, description or ready-for-review mark is written although its request fails', async () => {
    const { id } = await github.comment('bob', issue, name)
    disturbOnce(fault)
    await fresh().react(id, 'rocket')
    expect(github.reactionsOf(id).filter(({ content }) => content === 'rocket')).toHaveLength(1)
    const { pull } = await pullOf()
    disturbOnce(fault)
    expect(await fresh().editPull(pull.number, () => ({ body: name }))).toMatchObject({ body: name })
    disturbOnce(fault)
    expect(await fresh().markReady(pull, () => ({ title: name }))).toMatchObject({ title: name, draft: false })
    expect(await github.pull(pull.number)).toMatchObject({ body: name, draft: false })
  })

  test('after a failed request the pull request is opened, or found if it was opened already', async () => {
    const { branch } = await pushBranch()
    disturbOnce(fault)
    const opened = await fresh().openPull({ branch, base: 'main', title: 't', body: '', draft: true })
    expect(['opened', 'exists']).toContain(opened.kind)
    expect((await github.pulls()).filter((one) => one.branch === branch)).toHaveLength(1)
  })

  test('exactly one commit is made although its request to GitHub fails', async () => {
    const { branch } = await pushBranch()
    const expected = (await github.sha(branch)) ?? ''
    disturbOnce(fault)
    const changes = [{ path: 'new.txt', kind: 'write', content: Buffer.from('x\n') } as const]
    const made = await fresh().commit({ branch, expected, message: 'Add it\n\nWith a body.', changes })
    expect(made).toEqual({ kind: 'made', sha: await github.sha(branch) })
    const [, mine] = (await github.commits(branch)).slice(-2)
    expect([mine?.parents, mine?.sha]).toEqual([[expected], await github.sha(branch)])
  })

  test('the next run is dispatched although the dispatch request fails', async () => {
    github.dispatches.length = 0
    disturbOnce(fault)
    expect(await fresh().dispatch({ workflow: 'plan.yml', ref: 'main', inputs: { number: '1' } })).toBe(true)
    expect(github.dispatches.length).toBeGreaterThan(0)
  })
})

test('a branch that a person pushed to while a response was lost counts as moved, and gets no commit', async () => {
  const { branch } = await pushBranch()
  const expected = (await github.sha(branch)) ?? ''
  let left = 1
  github.fault = async ({ write }) => {
    if (!write || left-- <= 0) return undefined
    await github.push('bob', branch, { files: { theirs: 'y' } })
    return { kind: 'status', status: 502 }
  }
  const made = await fresh().commit({ branch, expected, message: 'Add it', changes: [] })
  expect(made).toEqual({ kind: 'moved' })
  expect(await github.commits(branch)).toHaveLength(2)
})

test('a write fails with an error after four retries during a lasting outage', async () => {
  github.fault = ({ write }) => (write ? { kind: 'status', status: 502 } : undefined)
  await expect(fresh().createComment(issue, 'never')).rejects.toThrow('502')
  expect(waits.map((wait) => wait / 20)).toEqual([1, 4, 9, 16])
})

describe('a limit', () => {
  const limited = (headers: Record<string, string> = {}, times = 1): void => {
    let left = times
    github.fault = () => (left-- > 0 ? { kind: 'status', status: 403, body: SECONDARY, headers } : undefined)
  }

  const date = () => ({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
  test.each<[string, () => Record<string, string>, (seconds: number) => boolean]>([
    ['seconds', () => ({ 'retry-after': '7' }), (seconds) => seconds === 7],
    ['a date', date, (seconds) => seconds > 50 && seconds < 61],
    ['the time of its end', () => used(90), (seconds) => seconds > 85 && seconds < 93],
    ['no time', () => ({}), (seconds) => seconds === 1.2],
  ])('the wait for a rate limit follows the response: %s', async (_, headers, expected) => {
    limited(headers())
    expect(await fresh().issue(issue)).toMatchObject({ number: issue })
    expect(waits.map((wait) => expected(wait / 1000))).toEqual([true])
  })

  test('a rate limit without a reset time is retried with exponential backoff', async () => {
    limited({}, 3)
    await fresh().comments(issue)
    expect(waits).toEqual([1_200, 2_400, 4_800])
  })

  test.each<[string, (forge: Forge) => Promise<unknown>]>([
    ['a question', (forge) => forge.comments(issue)],
    ['a comment', (forge) => forge.createComment(issue, 'x')],
    ['the wish for another run', (forge) => forge.dispatch({ workflow: 'plan.yml', ref: 'main', inputs: {} })],
    ['a team', (forge) => forge.inTeam('octo/x', 'bob')],
    ['who we are', (forge) => forge.isMe('bob')],
    ['a question by GraphQL', (forge) => forge.editsAndClosings(['x'])],
  ])('a rate limit that outlasts the run is reported for %s as such', async (_, ask) => {
    limited(used(3600), 99)
    await expect(ask(fresh({ deadline: deadline(60_000) }))).rejects.toMatchObject({
      code: 'rate-limited',
      message: expect.stringMatching(/rate limit for this token is used up until \d{4}-\d\d-\d\d \d\d:\d\d UTC/),
    })
    expect(waits).toEqual([])
  })

  test('an endless rate limit is reported as one, and not as missing permission', async () => {
    limited({}, 99)
    await expect(fresh().inTeam('octo/x', 'bob')).rejects.toMatchObject({ code: 'rate-limited' })
    expect(waits).toEqual([1, 2, 4, 8, 16].map((times) => times * 1_200))
  })

  test('a GraphQL rate limit, which arrives with status 200, is waited for', async () => {
    let left = 2
    const body = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }
    github.fault = () => (left-- > 0 ? { kind: 'status', status: 200, body, headers: used(5) } : undefined)
    expect(await fresh().editsAndClosings(['x'])).toEqual({ edited: new Set(), closings: [] })
    expect(waits).toHaveLength(2)
  })

  test('a wait for a rate limit is logged', async () => {
    const told: number[] = []
    limited({ 'retry-after': '7' })
    await fresh({ onWait: (milliseconds) => void told.push(milliseconds) }).issue(issue)
    expect(told).toEqual([7_000])
  })
})

describe('nobody is refused', () => {
  const always = (fits: (entry: JournalEntry) => boolean, fault: Fault): void => {
    github.fault = (entry) => (fits(entry) ? fault : undefined)
  }
  const isPermission = ({ path }: JournalEntry): boolean => path.endsWith('/permission')

  test.each<[string, Fault]>([
    ['a 404 that does not repeat', { kind: 'status', status: 404 }],
    ['an answer that breaks off', { kind: 'status', status: 200, body: '{"permission": "wri' }],
    ['an empty answer', { kind: 'status', status: 200, body: {} }],
    ['a limit', { kind: 'status', status: 403, body: SECONDARY }],
  ])('a permission is still recognized after %s', async (_, fault) => {
    disturb(isPermission, fault)
    expect(await fresh().permission('bob')).toBe('write')
  })

  test.each<[string, unknown]>([
    ['breaks off', '{"permission": "wri'],
    ['is empty', {}],
    ['names a role that nobody knows', { permission: 'owner', role_name: 'owner' }],
  ])('a permission lookup fails as an outage when every response %s', async (_, body) => {
    always(isPermission, { kind: 'status', status: 200, body })
    await expect(fresh().permission('bob')).rejects.toThrow()
  })

  test('a single 404 about a team membership is retried before it is believed', async () => {
    github.settings.permissions.members = 'read'
    github.settings.teams = { owners: { members: ['bob'] } }
    disturb(({ path }) => path.includes('/memberships/'), { kind: 'status', status: 404 })
    expect(await fresh().inTeam('octo/owners', 'bob')).toBe(true)
    expect(await fresh().inTeam('octo/owners', 'zoe')).toBe(false)
  })

  test('an outage while looking up the bot’s own account is an error, and does not mean "not the bot"', async () => {
    always(({ kind }) => kind === 'graphql', { kind: 'status', status: 502 })
    await expect(fresh().isMe('bob')).rejects.toThrow()
  })
})

describe('the body of a pull request', () => {
  test('a description is read again before each retry, so that concurrent edits are kept', async () => {
    const { pull } = await pullOf()
    let n = 0
    github.fault = async ({ method }) => {
      if (method !== 'PATCH' || ++n > 2) return undefined
      await github.editBody('carol', pull.number, `carol ${n}`)
      return { kind: 'status', status: 403, body: SECONDARY }
    }
    await fresh().editPull(pull.number, ({ body }) => ({ body: `${body}, and the block` }))
    expect((await github.pull(pull.number)).body).toBe('carol 2, and the block')
  })

  test('a description whose write succeeded without a response is not written twice', async () => {
    const { pull } = await pullOf()
    let writes = 0
    github.fault = ({ method }) =>
      method === 'PATCH' && writes++ === 0 ? { kind: 'status', status: 502, applied: true } : undefined
    const after = await fresh().editPull(pull.number, ({ body }) => (body === 'ours' ? {} : { body: 'ours' }))
    expect([after.body, writes]).toEqual(['ours', 1])
  })

  test('an unchanged description is not written, and rereading it after the bot’s write costs only a 304', async () => {
    const { pull } = await pullOf()
    const forge = fresh()
    await forge.editPull(pull.number, () => ({ body: 'ours' }))
    const before = github.journal.length
    expect(await forge.editPull(pull.number, () => ({}))).toMatchObject({ body: 'ours' })
    expect(github.journal.slice(before).map(({ method, status }) => [method, status])).toEqual([['GET', 304]])
  })
})

describe('when the run has to end', () => {
  test('when a run must end, waits and hanging requests to GitHub are aborted', async () => {
    const { deadlineOf } = await import('../../src/lib/async.ts')
    const clock = clockByHand()
    const forge = fresh({ deadline: deadlineOf(clock.signal, clock) })
    github.fault = () => {
      setImmediate(() => clock.end())
      return { kind: 'status', status: 403, body: SECONDARY, headers: { 'retry-after': '3000' } }
    }
    await expect(forge.comments(issue)).rejects.toMatchObject({ code: 'rate-limited' })
    github.fault = undefined
    expect(await forge.issue(issue)).toMatchObject({ number: issue })
  })
})
