import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { BRANCH, executed, meanwhile, planned, planOf, reactions, revised, saidByBot, TWO, workOf } from './stage.ts'

test('an approval after unanswered feedback is void, and a version id approves only the current version', async () => {
  await using world = await planned()
  const version = async () => (await world.github.git(['rev-parse', `${BRANCH}:PLAN.md`])).trim().slice(0, 10)
  const first = await version()
  const { id } = await world.github.comment('bob', world.pull, 'Please name the risks.')
  const run = await world.say('alice', world.pull, 'approve')
  expect(await executed(world)).toEqual([])
  expect(run.outputs).toMatchObject({ 'plan-state': 'todo', next: 'approval' })
  const said = await saidByBot(world, world.pull)
  expect(said.join('\n')).toContain(`measure-twice:version v=2`)
  expect(said.at(-1)).toMatch(/was for version 1; the plan is now at version 2/)
  expect(reactions(world, id)).toEqual(['eyes', 'rocket'])
  expect(reactions(world, run.comment)).toContain('confused')
  const old = await world.say('alice', world.pull, `approve ${first}`)
  expect([await executed(world), reactions(world, old.comment)]).toEqual([[], ['confused']])
  expect((await world.say('alice', world.pull, `approve ${await version()}`)).outputs['plan-state']).toBe('done')
})

test('an approval without permission is refused once, and has no effect when permission comes later', async () => {
  await using world = await planned()
  const refused = await world.say('tess', world.pull, 'approve')
  expect([refused.code, refused.requests.length, await executed(world)]).toEqual([0, 0, []])
  expect((await saidByBot(world, world.pull)).at(-1)).toContain('@tess')
  expect(reactions(world, refused.comment)).toEqual(['confused'])
  world.github.setRole('tess', 'write')
  const again = await world.dispatch(world.pull)
  expect([again.code, again.outputs['next'], (await saidByBot(world, world.pull)).length]).toEqual([0, 'approval', 2])
  expect(await executed(world)).toEqual([])
  world.github.setRole('tess', 'triage')
  for (const login of ['reader', 'tess', 'mallory']) {
    const run = await world.say(login, world.pull, 'You should rewrite all of it in Rust.')
    expect([run.code, run.requests.length, reactions(world, run.comment)]).toEqual([0, 0, []])
  }
  expect(await saidByBot(world, world.pull)).toHaveLength(2)
})

test('`/revise` during a run changes the remaining subtasks, which then wait for an approval', async () => {
  await using world = await planned({
    script: {
      revise: revised(planOf([...TWO.subtasks, { number: 3 }])),
      subtasks: {
        1: [
          meanwhile(() => world.github.comment('bob', world.pull, '/revise add a third part'), call('list_files')),
          ...workOf(1),
        ],
      },
    },
  })
  const run = await world.say('alice', world.pull, 'approve')
  expect(run.outputs).toMatchObject({ 'subtasks-done': '1', 'subtasks-total': '3', next: 'approval of 2, 3' })
  expect((await world.say('alice', world.pull, 'approve')).outputs['plan-state']).toBe('done')
})
