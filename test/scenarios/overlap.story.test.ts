import { describe, expect, test } from 'vitest'
import { type Step } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { BRANCH, bundled, planned, revised, saidByBot, subjects, TWO, workOf } from './stage.ts'

// A whole second run passes while the first one waits for its model, because GitHub told it that the first one had
// ended, so that it took the claim. What the first one brings is compared with how things are then, so the second one's
// words stand alone.

/** A step during whose first reply `act` happens; every later request gets the reply at once. */
function once(world: World, act: () => Promise<unknown>, reply: Step): Step {
  let isFirst = true
  return async (context) => {
    const first = isFirst
    isFirst = false
    for (const run of first ? world.github.workflowRuns.values() : []) run.ended = true
    if (first) await act()
    return typeof reply === 'function' ? reply(context) : reply
  }
}

const versionsIn = async (world: World, pull: number): Promise<string[]> =>
  (await saidByBot(world, pull)).flatMap((body) => /version v=\d+/.exec(body)?.[0] ?? [])

describe('a run that ends while another one waits for its model', () => {
  test('if another run revises the plan during a model request, the feedback gives no second version', async () => {
    await using world = await bundled.planned()
    const { event } = await world.github.comment('alice', world.pull, 'Please name the risks.')
    const revise = revised({ ...TWO, risks: ['One.'] })
    world.model.script = { ...world.model.script, revise: once(world, () => world.run(event), revise) }
    const run = await world.run(event)
    expect([run.code, await versionsIn(world, world.pull)]).toEqual([0, ['version v=1', 'version v=2']])
    expect(await subjects(world, BRANCH)).toHaveLength(2)
  })

  test('a revision is dropped if another run executed the plan while the model made the revision', async () => {
    await using world = await planned()
    const feedback = await world.github.comment('alice', world.pull, 'Please name the risks.')
    const act = async () => {
      // The feedback is withdrawn, so the approval stands.
      await world.github.deleteComment('alice', world.pull, feedback.id)
      await world.say('alice', world.pull, 'approve')
    }
    world.model.script = {
      ...world.model.script,
      revise: once(world, act, revised({ ...TWO, risks: ['One.'] })),
      subtasks: { 1: workOf(1), 2: workOf(2) },
    }
    const run = await world.run(feedback.event)
    expect([run.code, run.outputs['plan-state'], await versionsIn(world, world.pull)]).toEqual([
      0,
      'done',
      ['version v=1'],
    ])
    expect((await subjects(world, BRANCH)).at(-1)).toBe('Finish the plan')
  })
})
