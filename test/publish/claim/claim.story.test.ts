import { afterEach, describe, expect, test } from 'vitest'
import { createCommit } from '../../../fakes/github/git.ts'
import { updateRef } from '../../../fakes/github/refs.ts'
import { openClaim } from '../../../src/publish/claim/claim.ts'
import { publish } from '../../../src/publish/publish.ts'
import { follow, github, lookAt, nextPlainStep, openGitHubContext, planned } from '../../without-model.ts'

const never = new AbortController().signal
type Note = { run: string; attempt: number; state: string; overJobs?: boolean; renewed?: number }
/** The commit message of a claim. */
const renderClaim = (subject: string, { run, attempt, state, overJobs, renewed }: Note): string =>
  [
    subject,
    ...(overJobs ? ['It is held for later jobs of the run.'] : []),
    ...(renewed === undefined ? [] : [`Renewed: ${renewed}`]),
    `Claim-Run: ${run}\nClaim-Attempt: ${attempt}\nClaim-State: ${state}\n`,
  ].join('\n\n')
const QUICK = { length: 60_000, renewal: 60_000, interval: 20 }

/** A run with a claim of its own, which looks at an issue. `said` is what it says of its waits. */
async function runner(run: string, number: number, { attempt = 1, lease = QUICK } = {}) {
  const ctx = await openGitHubContext()
  const said: string[] = []
  const note = (what: string): void => void said.push(what)
  const claim = openClaim(ctx, { me: { run, attempt }, stop: never, lease, note })
  const look = () => lookAt(ctx, number)
  return { ctx, claim, said, look, take: async () => claim.take((await look()).thread) }
}

/** A claim that anybody who may push wrote. */
async function forge(issue: number, message: string, at = Date.now() / 1000): Promise<void> {
  const author = { name: 'mallory', email: 'mallory@example.com' }
  const commit = { parent: undefined, files: {}, message, author, committer: author, at: Math.floor(at) }
  const ref = `refs/measure-twice/${issue}-claim`
  const old = await github.sha(ref)
  await updateRef(github.bare, ref, { now: await createCommit(github.bare, commit), ...(old ? { old } : {}) })
}

/** What the token may not ask: whether runs go on. */
const silenceRuns = (): void => void (github.settings.permissions.actions = 'none')
afterEach(() => void (github.settings.permissions.actions = 'read'))

const started = (id: number, run: { attempt: number; ended: boolean; waits?: boolean; workflow?: string }): void =>
  void github.workflowRuns.set(id, run)
const held = async (issue: number): Promise<string> =>
  github.git(['log', '-1', '--format=%B', `refs/measure-twice/${issue}-claim`]).catch(() => '')

describe('of two runs on one plan', () => {
  test('a run that finds a plan locked marks the lock (claim), and its holder sees that on release', async () => {
    const { issue } = await planned()
    started(1, { attempt: 1, ended: false })
    const [one, two] = [await runner('1', issue), await runner('2', issue)]
    expect(await one.take()).toEqual({ kind: 'ours' })
    expect(await two.take()).toMatchObject({ kind: 'held', by: { run: '1', attempt: 1 } })
    expect([await one.claim.release({ phase: 'todo' }), await one.claim.release({ phase: 'todo' })]).toEqual([
      'contended',
      'released',
    ])
    expect(await two.take()).toEqual({ kind: 'ours' })
  })

  test('of two runs that race for a plan’s free lock one gets it, the other has to read the plan again', async () => {
    const { issue } = await planned()
    const [one, two] = [await runner('11', issue), await runner('12', issue)]
    const [first, second] = [(await one.look()).thread, (await two.look()).thread]
    expect([await one.claim.take(first), await two.claim.take(second)]).toEqual([{ kind: 'ours' }, { kind: 'stale' }])
  })

  test('a run that read an outdated branch does not get the plan’s lock, and has to read again', async () => {
    const { issue, branch } = await planned()
    const one = await runner('13', issue)
    const { thread } = await one.look()
    await github.push('bob', branch, { files: { 'notes.md': 'Mine\n' } })
    expect(await one.claim.take(thread)).toEqual({ kind: 'stale' })
    expect(await one.take()).toEqual({ kind: 'ours' })
  })
})

describe('a claim is void', () => {
  test.each([
    ['when GitHub says that its run has ended', { attempt: 1, ended: true }, '22'],
    ['when its run is at a later attempt', { attempt: 2, ended: false }, '22'],
    ['for a later attempt of the same run', { attempt: 2, ended: false }, '21'],
  ])('a plan’s lock (claim) expires %s', async (_, state, run) => {
    const { issue } = await planned()
    const one = await runner('21', issue)
    await one.take()
    started(21, state)
    const two = await runner(run, issue, { attempt: 2 })
    expect(await two.take()).toEqual({ kind: 'stale' })
    expect([await two.take(), await held(issue)]).toEqual([
      { kind: 'ours' },
      expect.stringContaining(`Claim-Run: ${run}\nClaim-Attempt: 2\nClaim-State: held`),
    ])
    // Whoever lost it does not give back what is another's.
    expect(await one.claim.release({ phase: 'todo' })).toBe('released')
    expect(await held(issue)).toContain(`Claim-Run: ${run}`)
  })

  test('if workflow runs cannot be read, a lock (claim) expires when not renewed for its lease', async () => {
    const { issue } = await planned()
    silenceRuns()
    await (await runner('51', issue)).take()
    const patient = await runner('52', issue, { lease: { ...QUICK, length: -1e12 } })
    expect(await patient.take()).toEqual({ kind: 'stale' })
    expect(await patient.take()).toEqual({ kind: 'ours' })
  })
})

test('if workflow runs cannot be read, a lock (claim) that is renewed stays held', async () => {
  const { issue } = await planned()
  silenceRuns()
  const one = await runner('53', issue, { lease: { ...QUICK, renewal: 700 } })
  await one.take()
  // The clock of the other run is years behind, so that only a renewal tells. One at the moment of the sign is a race.
  const two = await runner('54', issue)
  await expect.poll(() => two.take()).toMatchObject({ kind: 'held', by: { run: '53' } })
  expect(await held(issue)).toMatch(/^Run 54 came by[^]*Claim-Run: 53/)
  expect(two.said[0]).toMatch(/^Run 53 holds this plan.*`permissions: actions: read`.*at most 60 s/)
})

describe('a claim that an unfinished run of GitHub has not renewed for a lease', () => {
  const note = { run: '71', attempt: 1, state: 'held' as const }
  const [long, now] = [Date.now() / 1000 - 3600, Date.now() / 1000]
  /** A run whose clock is right, which has patience for so many milliseconds. */
  const patient = async (issue: number, length: number) => {
    const one = await runner('72', issue, { lease: { ...QUICK, length } })
    const { sources } = one.ctx
    Object.assign(sources, { clock: { ...sources.clock, timestamp: () => new Date().toISOString() } })
    return one
  }

  test.each([
    ['is waited for one lease, then taken', { note, at: long }, {}, 'stale'],
    ['and that others came by since is taken, too', { note: { ...note, renewed: long * 1000 }, at: now }, {}, 'stale'],
    ['holds between the jobs of a run', { note: { ...note, overJobs: true }, at: long }, {}, 'held'],
    [
      'does not while they wait for a person',
      { note: { ...note, overJobs: true }, at: long },
      { waits: true },
      'stale',
    ],
  ])('a lock (claim) that its live run has not renewed for a lease %s', async (_, claim, state, kind) => {
    const { issue } = await planned()
    started(71, { attempt: 1, ended: false, ...state })
    await forge(issue, renderClaim('Run 71 is at work', claim.note), claim.at)
    const one = await patient(issue, 200)
    expect(await one.take()).toMatchObject({ kind })
    expect(one.said).toEqual(kind === 'held' ? [] : [expect.stringContaining('has not renewed its claim on it')])
  })

  test('an overdue lock (claim) of an unfinished run stays held if it is renewed during the wait', async () => {
    const { issue } = await planned()
    started(71, { attempt: 1, ended: false })
    await forge(issue, renderClaim('Run 71 is at work', note), long)
    const one = await patient(issue, 60_000)
    const taking = one.take()
    await expect.poll(() => one.said.length).toBe(1)
    await forge(issue, renderClaim('Run 71 is at work', note))
    expect(await taking).toMatchObject({ kind: 'held' })
  })
})

describe('a claim that somebody who may push wrote', () => {
  const claimOf = (run: string): string => renderClaim(`Run ${run} is at work`, { run, attempt: 1, state: 'held' })

  test.each([
    ['a live run of another workflow', '61', 'ci.yml'],
    ['no run of GitHub', 'a-machine', 'plan.yml'],
  ])('a forged lock (claim) in the name of %s locks nothing', async (_, run, workflow) => {
    const { issue } = await planned()
    started(61, { attempt: 1, ended: false, workflow })
    await forge(issue, claimOf(run), 4e9)
    const one = await runner('62', issue)
    if ((await one.take()).kind !== 'ours') expect(await one.take()).toEqual({ kind: 'ours' })
    expect([one.said, await held(issue)]).toEqual([[], expect.stringContaining('Claim-Run: 62')])
  })

  test('forged locks (claims) with a future date, even several in a row, block a plan for one lease', async () => {
    const { issue } = await planned()
    silenceRuns()
    await forge(issue, claimOf('63'), 4e9)
    const one = await runner('64', issue)
    // While it waits for the first claim, another takes its place.
    const { sources } = one.ctx
    let now = Date.parse(sources.clock.timestamp())
    Object.assign(sources, { clock: { ...sources.clock, timestamp: () => new Date(now).toISOString() } })
    const first = one.take()
    await expect.poll(() => one.said.length).toBe(1)
    await forge(issue, claimOf('65'), 4e9)
    expect(await first).toEqual({ kind: 'stale' })
    now += QUICK.length
    expect([await one.take(), await one.take()]).toEqual([{ kind: 'stale' }, { kind: 'ours' }])
    expect([one.said.length, await held(issue)]).toEqual([1, expect.stringContaining('Claim-Run: 64')])
  })
})

test('a released lock (claim) is deleted when the plan is over, and otherwise kept as free', async () => {
  const { issue } = await planned()
  const one = await runner('31', issue)
  await one.take()
  await one.claim.release({ phase: 'in_progress' })
  expect(await held(issue)).toContain('Claim-State: free')
  expect(await one.take()).toEqual({ kind: 'ours' })
  await one.claim.release({ phase: 'done' })
  expect(await held(issue)).toBe('')
})

test('without push permission a run gets no lock (claim) on a plan, but may still post answers', async () => {
  const { issue } = await planned()
  const { permissions } = github.settings
  permissions.contents = 'read'
  const one = await runner('41', issue)
  const { thread } = await one.look()
  await expect(one.claim.take(thread)).rejects.toMatchObject({ code: 'push-forbidden' })
  expect(await one.claim.take(thread, true)).toEqual({ kind: 'ours' })
  permissions.contents = 'write'
})

test('two runs that refuse the same comment at the same time leave only one reply', async () => {
  const { ctx, issue, pull } = await planned()
  await github.comment('reader', pull, '/retry')
  const snapshot = await lookAt(ctx, issue)
  const step = nextPlainStep(ctx, snapshot)
  expect(step.kind).toBe('refuse')
  for (const each of [ctx, await openGitHubContext()]) await publish(each, snapshot, step)
  const refusals = (await github.commentsOf(pull)).filter(({ body }) => body?.includes('note refusal-of-'))
  expect(refusals).toHaveLength(1)
  expect((await follow(await openGitHubContext(), issue)).steps).toEqual(['react'])
})
