import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { planned, stage, workOf } from './stage.ts'

/** State and words of the newest commit status of the plan's head. */
async function statusOf({ github }: World, pull: number): Promise<[string, string | null] | undefined> {
  const [newest] = github.statusesOf((await github.pull(pull)).head)
  return newest && [newest.state, newest.description]
}

const statusesWritten = ({ runs }: World): number =>
  runs.flatMap(({ journal }) => journal).filter(({ method, path }) => method === 'POST' && path.includes('/statuses/'))
    .length

test('the commit status says what a plan waits for, and approvers are requested as reviewers', async () => {
  const script = { subtasks: { 1: [call('give_up', { reason: 'no disk' })], 2: workOf(2) } }
  // Nobody may be asked whom the repository does not know. That is no error, and keeps nobody else from being asked.
  await using world = await planned({
    inputs: { approvers: '@carol, @mallory', 'max-attempts': '1' },
    script,
  })
  expect(world.github.askedToReview(world.pull)).toEqual({ users: ['carol'], teams: [] })
  expect(await statusOf(world, world.pull)).toEqual(['pending', 'Waiting for approval from @carol or @mallory'])

  // What it says already is not written again.
  await world.say('bob', world.pull, 'approve')
  expect(statusesWritten(world)).toBe(1)

  await world.say('carol', world.pull, 'approve')
  expect(await statusOf(world, world.pull)).toEqual(['failure', 'Paused: subtask 1 failed'])

  const text = await world.github.file('plan/issue-1', 'PLAN.md')
  await world.github.push('bob', 'plan/issue-1', { files: { 'PLAN.md': 'Nothing.\n' } })
  await world.say('bob', world.pull, '/help')
  expect(await statusOf(world, world.pull)).toEqual(['error', expect.stringContaining('PLAN.md cannot be read: ')])

  await world.github.push('bob', 'plan/issue-1', { files: { 'PLAN.md': text ?? '' } })
  await world.say('carol', world.pull, '/skip 1 no disk')
  expect(await statusOf(world, world.pull)).toEqual(['success', '0 of 2 subtasks done, 2 skipped'])
  expect(world.github.askedToReview(world.pull)).toEqual({ users: ['carol'], teams: [] })
})

test('a missing status permission is reported once per run in the log, and no status is set', async () => {
  await using world = await stage({})
  world.github.settings.permissions.statuses = 'none'
  const { run, pull = 0 } = await world.plan()
  expect([
    run.code,
    run.log.match(/^::warning::The commit status .* `permissions: statuses: write`\.$/gm)?.length,
  ]).toEqual([0, 1])
  const all = await world.say('alice', pull, 'approve')
  expect([all.code, all.outputs['plan-state'], world.github.statusesOf((await world.github.pull(pull)).head)]).toEqual([
    0,
    'done',
    [],
  ])
})
