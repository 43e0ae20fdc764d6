import { expect, test } from 'vitest'
import { executed, planned, reactions, saidByBot } from './stage.ts'

test('a comment edited into `approve` is refused by one comment; edited feedback is read as it is now', async () => {
  await using world = await planned()
  const { id } = await world.github.comment('alice', world.pull, '/note I am thinking about it')
  await world.github.editComment('alice', id, 'approve')
  const refused = await world.dispatch(world.pull)
  await world.dispatch(world.pull)
  expect([refused.code, await executed(world)]).toEqual([0, []])
  expect((await saidByBot(world, world.pull)).slice(1)).toEqual([expect.stringContaining('Edited comments')])
  expect(reactions(world, id)).toEqual(['confused'])

  const feedback = await world.github.comment('alice', world.pull, 'Please name the rsks.')
  await world.github.editComment('alice', feedback.id, 'Please name the risks.')
  const run = await world.dispatch(world.pull)
  expect(run.requests[0]?.newest).toContain('Please name the risks.')
  expect((await saidByBot(world, world.pull)).at(-1)).toContain('v=2')
  await world.github.editComment('alice', feedback.id, 'approve')
  await world.dispatch(world.pull)
  const last = (await saidByBot(world, world.pull)).at(-1)
  expect([await executed(world), last]).toEqual([[], expect.stringContaining('Edited comments')])
})
