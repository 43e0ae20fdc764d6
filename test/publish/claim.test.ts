import { afterAll, describe, expect, test } from 'vitest'
import type { PublishRoom } from '../../src/publish/room.ts'
import { openClaim, type Lease } from '../../src/publish/claim.ts'
import { publish } from '../../src/publish/publish.ts'
import { follow, github, lookAt, nextStep, openDesk, plannedIssue } from '../site.ts'

afterAll(() => github.close())

const never = new AbortController().signal
const QUICK: Lease = { length: 60_000, renewal: 60_000, look: 20 }

/** A run with a claim of its own, which looks at an issue. Outside of GitHub's runs, so that nobody can ask for it. */
async function runner(run: string, number: number, { attempt = 1, lease = QUICK } = {}) {
  const desk = await openDesk()
  const claim = openClaim(desk, { me: { run, attempt }, stop: never, lease })
  const look = () => lookAt(desk, number)
  return { desk, claim, look, take: async () => claim.take((await look()).thread) }
}

const started = (id: number, run: { attempt: number; ended: boolean }): void => void github.workflowRuns.set(id, run)
const held = async (issue: number): Promise<string> =>
  github.git(['log', '-1', '--format=%B', `refs/measure-twice/${issue}-claim`]).catch(() => '')

describe('of two runs on one plan', () => {
  test('the second leaves a sign, which the first one sees when it gives the claim back', async () => {
    const { issue } = await plannedIssue(await openDesk())
    started(1, { attempt: 1, ended: false })
    const [one, two] = [await runner('1', issue), await runner('2', issue)]
    expect(await one.take()).toEqual({ kind: 'ours' })
    expect(await two.take()).toMatchObject({ kind: 'held', by: { run: '1', attempt: 1 } })
    expect([await one.claim.release({ phase: 'todo' }), await one.claim.release({ phase: 'todo' })]).toEqual([
      'called',
      'released',
    ])
    expect(await two.take()).toEqual({ kind: 'ours' })
  })

  test('both that saw it free cannot have it: one looks again', async () => {
    const { issue } = await plannedIssue(await openDesk())
    const [one, two] = [await runner('11', issue), await runner('12', issue)]
    const [first, second] = [(await one.look()).thread, (await two.look()).thread]
    expect([await one.claim.take(first), await two.claim.take(second)]).toEqual([
      { kind: 'ours' },
      { kind: 'look again' },
    ])
  })

  test('one that read the branch before it moved looks again', async () => {
    const { issue, branch } = await plannedIssue(await openDesk())
    const one = await runner('13', issue)
    const { thread } = await one.look()
    await github.push('bob', branch, { files: { 'notes.md': 'Mine\n' } })
    expect(await one.claim.take(thread)).toEqual({ kind: 'look again' })
    expect(await one.take()).toEqual({ kind: 'ours' })
  })
})

describe('a claim is void', () => {
  test.each([
    ['when GitHub says that its run has ended', { attempt: 1, ended: true }, '22'],
    ['when its run is at a later attempt', { attempt: 2, ended: false }, '22'],
    ['for a later attempt of the same run', { attempt: 2, ended: false }, '21'],
  ])('%s', async (_, state, run) => {
    const { issue } = await plannedIssue(await openDesk())
    const one = await runner('21', issue)
    await one.take()
    started(21, state)
    const two = await runner(run, issue, { attempt: 2 })
    expect(await two.take()).toEqual({ kind: 'look again' })
    expect([await two.take(), await held(issue)]).toEqual([
      { kind: 'ours' },
      expect.stringContaining(`Claim-Run: ${run}\nClaim-Attempt: 2\nClaim-State: held`),
    ])
    // Whoever lost it does not give back what is another's.
    expect(await one.claim.release({ phase: 'todo' })).toBe('released')
    expect(await held(issue)).toContain(`Claim-Run: ${run}`)
  })

  test('without the right to ask, once it was not renewed for the length of its lease', async () => {
    const { issue } = await plannedIssue(await openDesk())
    await (await runner('a-machine', issue)).take()
    const patient = await runner('another', issue, { lease: { ...QUICK, length: -1e12 } })
    expect(await patient.take()).toEqual({ kind: 'look again' })
    expect(await patient.take()).toEqual({ kind: 'ours' })
  })
})

test('without the right to ask, a claim that is renewed is held', async () => {
  const { issue } = await plannedIssue(await openDesk())
  const one = await runner('some-machine', issue, { lease: { ...QUICK, renewal: 30 } })
  await one.take()
  using _ = one.claim.keep()
  // The clock of the other run is years behind, so that only a renewal tells.
  const two = await runner('another', issue)
  // It may be renewed again while the sign is left on it.
  expect(['held', 'look again']).toContain((await two.take()).kind)
  expect(await held(issue)).toContain('Claim-Run: some-machine')
})

test('a claim on what is over is removed, and one on an open plan stays to be built on', async () => {
  const { issue } = await plannedIssue(await openDesk())
  const one = await runner('31', issue)
  await one.take()
  await one.claim.release({ phase: 'in_progress' })
  expect(await held(issue)).toContain('Claim-State: free')
  expect(await one.take()).toEqual({ kind: 'ours' })
  await one.claim.release({ phase: 'done' })
  expect(await held(issue)).toBe('')
})

test('a token without the right to push gets no claim, and answers without one', async () => {
  const { issue } = await plannedIssue(await openDesk())
  const { permissions } = github.settings
  permissions.contents = 'read'
  const one = await runner('41', issue)
  const { thread } = await one.look()
  await expect(one.claim.take(thread)).rejects.toMatchObject({ code: 'push-forbidden' })
  expect(await one.claim.take(thread, true)).toEqual({ kind: 'ours' })
  permissions.contents = 'write'
})

test('two runs that refuse a comment at the same time leave one refusal', async () => {
  const desk: PublishRoom = await openDesk()
  const { issue, pull } = await plannedIssue(desk)
  await github.comment('reader', pull, '/retry')
  const look = await lookAt(desk, issue)
  const step = nextStep(desk, look)
  expect(step.kind).toBe('refuse')
  for (const room of [desk, await openDesk()]) await publish(room, look, { step })
  const refusals = (await github.commentsOf(pull)).filter(({ body }) => body?.includes('note refusal-of-'))
  expect(refusals).toHaveLength(1)
  expect((await follow(await openDesk(), issue)).steps).toEqual(['react'])
})
