import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { executed, finish, offer, planned, planOf, reactions, saidByBot, stage, workOf } from './stage.ts'

/** Two subtasks that do not need each other. */
const APART = [offer(planOf([{ number: 1 }, { number: 2 }]))]

test('with `approvers: codeowners` each owner approves their own subtasks, by the base’s CODEOWNERS', async () => {
  await using world = await planned({
    inputs: { approvers: 'codeowners' },
    files: { '.github/CODEOWNERS': '* @alice\nsrc/part1.js @bob\nsrc/part2.js @carol\n' },
    script: { plan: APART },
  })
  const asked = 'It needs approvals: subtask 1 of @bob; subtask 2 of @carol.'
  expect((await saidByBot(world, world.pull)).at(-1)).toContain(asked)
  await world.github.push('alice', 'plan/issue-1', { files: { CODEOWNERS: '* @alice\n' } })
  const run = await world.say('alice', world.pull, 'approve')
  expect([await executed(world), reactions(world, run.comment)]).toEqual([[], ['confused']])
  expect((await saidByBot(world, world.pull)).at(-1)).toContain(asked.replaceAll(/@\w+/g, '`$&`'))
  const half = await world.say('carol', world.pull, 'approve')
  expect([half.outputs['next'], await executed(world)]).toEqual(['approval of 1', ['Add part 2']])
  expect((await world.say('bob', world.pull, 'approve')).outputs['plan-state']).toBe('done')
})

test('code owners of files changed beyond the plan must approve before the change is pushed', async () => {
  const script = {
    plan: APART,
    subtasks: { 1: [call('write_file', { path: 'lib/extra.js', content: 'x\n' }), ...workOf(1), finish(1)] },
  }
  await using world = await planned({
    inputs: { approvers: 'codeowners' },
    files: { '.github/CODEOWNERS': '/src/ @bob\n/lib/ @carol\n' },
    script,
  })
  const run = await world.say('bob', world.pull, 'approve')
  expect([run.code, run.outputs['plan-state'], await executed(world)]).toEqual([0, 'halted', []])
  const proposal = (await saidByBot(world, world.pull)).find((text) => text.includes('version 2'))
  expect(proposal).toContain('Subtask 1 changes lib/extra.js')
  expect(proposal).toContain('subtask 1 of @bob, and of @carol')
  await world.say('bob', world.pull, 'approve')
  expect(await executed(world)).toEqual(['Add part 2'])
  expect((await world.say('carol', world.pull, 'approve')).outputs['plan-state']).toBe('done')
  expect(await world.github.file('plan/issue-1', 'lib/extra.js')).toBe('x\n')
})

test('code owners are read from the base branch, also for a plan on a person’s pull request', async () => {
  await using world = await stage({
    files: { '.github/CODEOWNERS': '* @carol\n' },
    inputs: { approvers: 'codeowners' },
  })
  await world.github.push('bob', 'own', { files: { '.github/CODEOWNERS': '* @bob\n' } })
  const { number } = await world.github.openPull('bob', { branch: 'own', title: 'Mine' })
  await world.say('bob', number, '/plan finish it')
  const pull = (await world.github.pulls()).find(({ branch }) => branch === `plan/issue-${number}`)?.number ?? 0
  const own = await world.say('bob', pull, 'approve')
  expect([own.requests.length, own.outputs['plan-state'], reactions(world, own.comment)]).toEqual([
    ...[0, 'todo'],
    ['confused'],
  ])
  expect((await world.say('carol', pull, 'approve')).outputs['plan-state']).toBe('done')
})
