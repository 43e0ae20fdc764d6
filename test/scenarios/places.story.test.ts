import { describe, expect, test } from 'vitest'
import type { World } from '../../fakes/runner/world.ts'
import { BRANCH, checklist, GOOD, offer, planned, planOf, revised, saidByBot, stage, subjects } from './stage.ts'

const COMPLEX = 'Refactor the `main.py` file to improve its structure and add error handling'
const SIMPLE = 'What is the current time?'

const openPulls = async ({ github }: World): Promise<string[]> =>
  (await github.pulls()).filter(({ state }) => state === 'open').map(({ branch }) => branch)

describe('the label', () => {
  test('the label set by a person with permission requests a plan of the issue in that person’s name', async () => {
    await using world = await stage()
    const { number } = await world.github.openIssue('reader', { title: 'Limit the rate', body: 'We are flooded.' })
    const run = await world.run(await world.github.addLabel('bob', number, 'plan'))
    expect([run.code, await openPulls(world)]).toEqual([0, [BRANCH]])
    const [commit] = await world.github.commits(BRANCH)
    expect(commit?.trailers).toContainEqual(['Plan-Request', 'label:bob'])
    expect(commit?.message).toContain('Co-authored-by: bob <102+bob@users.noreply.github.com>')
    expect(run.requests[0]?.text).toContain('We are flooded.')
    world.github.tick(2)
    const again = await world.run(await world.github.addLabel('bob', number, 'plan'))
    expect([again.requests.length, await openPulls(world)]).toEqual([2, [BRANCH]])
  })
})

test('a review is feedback with line comments tied to their subtasks, and never an approval', async () => {
  await using world = await planned()
  const lines = ((await world.github.file(BRANCH, 'PLAN.md')) ?? '').split('\n')
  const line = lines.findIndex((text) => text.startsWith('### 2.')) + 1
  const body = 'Call it so:\n```suggestion\n### 2. Put the limiter in front\n```'
  const given = { body: 'approve', event: 'APPROVE', comments: [{ path: 'PLAN.md', line, body }] }
  const { event, id, comments } = await world.github.review('bob', world.pull, given)
  const run = await world.run(event)
  expect(await subjects(world, BRANCH)).toHaveLength(2)
  expect(run.requests[0]?.newest).toContain('### 2. Put the limiter in front')
  expect(run.requests[0]?.newest).toMatch(/subtask 2/)
  const [, revision] = await world.github.commits(BRANCH)
  const [, answered = ''] = revision?.trailers.find(([name]) => name === 'Plan-Feedback') ?? []
  expect(answered.split(/,\s*/).map(Number).toSorted()).toEqual([id, ...comments].toSorted())
  expect((await saidByBot(world, world.pull)).at(-1)).toContain('v=2')
})

test('a scheduled run handles every open plan, including comments whose events were lost', async () => {
  await using world = await planned()
  const elsewhere = planOf([{ number: 1, files: ['docs/other.md'] }])
  world.model.script = { ...GOOD, plan: [offer(elsewhere)], revise: revised({ ...elsewhere, risks: ['None.'] }) }
  const other = await world.plan('something else')
  await world.github.comment('alice', world.pull, 'approve')
  await world.github.comment('bob', other.pull ?? 0, 'Please name the risks.')
  const run = await world.run(world.github.scheduleEvent())
  expect(run.code).toBe(0)
  expect(await subjects(world, BRANCH)).toContain('Add part 2')
  expect((await saidByBot(world, other.pull ?? 0)).at(-1)).toContain('v=2')
  const again = await world.run(world.github.scheduleEvent())
  expect(again.journal.filter(({ write }) => write)).toEqual([])
})

test('a plan that a person closed and reopened resumes where it was, also by repository_dispatch', async () => {
  await using world = await planned()
  await world.github.closePull('carol', world.pull)
  const closed = await world.say('alice', world.pull, 'approve 1')
  expect([closed.code, closed.requests.length, (await subjects(world, BRANCH)).length]).toEqual([0, 0, 1])
  await world.github.reopenPull('carol', world.pull)
  await world.github.comment('alice', world.pull, 'approve')
  const { payload, sender } = world.github.dispatchEvent(world.pull)
  const { repository } = payload
  const run = await world.run({
    name: 'repository_dispatch',
    sender,
    payload: { action: 'measure-twice', client_payload: { number: world.pull }, repository, sender: payload['sender'] },
  })
  expect(run.outputs['plan-state']).toBe('done')
})

describe('where the bot may choose', () => {
  const inputs = { 'interactive-planning': 'true' }

  test('in interactive mode a new issue gets a plan if it is complex, and the log says why or why not', async () => {
    await using world = await stage({ inputs })
    const simple = await world.github.openIssue('alice', { title: SIMPLE })
    const first = await world.run(simple.event)
    expect([first.code, first.requests.length, await openPulls(world)]).toEqual([0, 0, []])
    expect(first.log).toMatch(/gets no plan, because /)
    const complex = await world.github.openIssue('alice', { title: 'Tidy up', body: COMPLEX })
    const second = await world.run(complex.event)
    expect(await openPulls(world)).toEqual(['plan/issue-2'])
    expect(second.log).toMatch(/gets a plan, because /)
    const [commit] = await world.github.commits('plan/issue-2')
    expect(commit?.trailers).toContainEqual(['Plan-Request', 'issue'])
  })
})

test('a plan follows the inputs for base, prefix, file and label, and works without draft support', async () => {
  await using world = await stage({
    inputs: { 'base-branch': 'next', 'branch-prefix': 'bot/', 'plan-file': 'docs/plan.md', 'plan-label': 'do it' },
  })
  const { github } = world
  github.settings.drafts = false
  await github.push('alice', 'next', { files: { 'src/index.js': 'export {}\n' } })
  const { number } = await github.openIssue('alice')
  const ignored = await world.run(await github.addLabel('bob', number, 'plan'))
  await world.run(await github.addLabel('bob', number, 'do it'))
  const [pull] = await github.pulls()
  expect([ignored.journal, pull?.base, pull?.branch, pull?.draft]).toEqual([[], 'next', 'bot/issue-1', false])
  expect(await github.file('bot/issue-1', 'docs/plan.md')).toContain('# Plan: ')
  const run = await world.say('bob', pull?.number ?? 0, 'approve')
  expect([run.outputs['plan-state'], await github.file('bot/issue-1', 'docs/plan.md')]).toEqual(['done', undefined])
})

test('a plan that cannot be read does not stop a scheduled run from handling other plans', async () => {
  await using world = await planned()
  const other = await world.plan('something else')
  await world.github.push('carol', BRANCH, { files: { 'PLAN.md': 'Nothing.\n' } })
  await world.github.comment('alice', other.pull ?? 0, 'approve')
  const run = await world.run(world.github.scheduleEvent())
  expect([run.code, (await saidByBot(world, world.pull)).at(-1)]).toEqual([
    1,
    expect.stringContaining('cannot be read'),
  ])
  expect((await checklist(world, other.pull ?? 0)).join()).not.toContain('[ ]')
})
