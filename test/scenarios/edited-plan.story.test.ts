import { expect, test } from 'vitest'
import type { World } from '../../fakes/runner/world.ts'
import { BRANCH, executed, offer, planned, planOf, reactions, saidByBot } from './stage.ts'

/** The plan file of the branch, changed by a person by hand. */
async function edited({ github }: World, change: (text: string) => string): Promise<string> {
  return change((await github.file(BRANCH, 'PLAN.md')) ?? '')
}

/** Pushes a changed plan file to the branch. */
const pushPlan = async (world: World, change: (text: string) => string): Promise<void> =>
  void (await world.github.push('carol', BRANCH, { files: { 'PLAN.md': await edited(world, change) } }))

test('a plan edited by hand is a new version that needs its own approval, even after an approval', async () => {
  await using world = await planned()
  await pushPlan(world, (text) => text.replace('A token bucket', 'A leaky bucket'))
  const before = await world.say('alice', world.pull, 'approve')
  expect(await executed(world)).toEqual([])
  expect((await saidByBot(world, world.pull)).join('\n')).toMatch(
    /\*\*carol edited the plan by hand\*\* \([0-9a-f]{7}\)\..*~~token~~ \*\*leaky\*\*.*v=2/s,
  )
  expect(reactions(world, before.comment)).toContain('confused')
  const { event, id } = await world.github.comment('alice', world.pull, 'approve')
  await pushPlan(world, (text) => text.replace('A leaky bucket', 'A rusty bucket'))
  const run = await world.run(event)
  expect([run.code, await executed(world)]).toEqual([0, []])
  expect(reactions(world, id)).not.toContain('rocket')
  expect(run.outputs['next']).toBe('approval')
  expect((await world.say('alice', world.pull, 'approve')).outputs['plan-state']).toBe('done')
  expect(await executed(world)).toEqual(['Add part 1', 'Add part 2'])
})

test('a hand edit of a done or skipped subtask has no effect, and the plan comment says so', async () => {
  const three = planOf([{ number: 1 }, { number: 2 }, { number: 3 }])
  await using world = await planned({ script: { plan: [offer(three)] } })
  await world.say('alice', world.pull, 'approve 1')
  await world.say('alice', world.pull, '/skip 2')
  await pushPlan(world, (text) => text.replace('### 1. ', '### 1. Evil and ').replace('### 2. ', '### 2. Evil and '))
  await world.run(world.github.dispatchEvent(world.pull))
  const said = (await saidByBot(world, world.pull)).at(-1)
  expect(said).toContain('The edit changes nothing of subtasks 1 and 2: what is done or skipped stays as it was.')
  expect(said).toContain('- Rest of the file: ')
  expect(said?.replace(/^- Rest of the file: .*$/m, '')).not.toContain('Evil')
})

test('an unreadable plan file is reported with its line, and every run is red until it is fixed', async () => {
  await using world = await planned()
  const good = await edited(world, (text) => text)
  await pushPlan(world, (text) => text.replace('### 2. Wire the limiter', '### Wire the limiter'))
  const run = await world.say('alice', world.pull, 'approve')
  expect([run.code, await executed(world)]).toEqual([1, []])
  expect((await saidByBot(world, world.pull)).at(-1)).toMatch(/Line \d+ of `PLAN\.md` cannot be read/)
  const again = await world.dispatch(world.pull)
  // The version, why nothing is approved, and what cannot be read.
  expect([again.code, (await saidByBot(world, world.pull)).length]).toEqual([1, 3])
  await pushPlan(world, () => good.replace('A token bucket', 'A leaky bucket'))
  expect((await world.dispatch(world.pull)).code).toBe(0)
  expect((await world.say('alice', world.pull, 'approve')).outputs['plan-state']).toBe('done')
})
