import { describe, expect, test } from 'vitest'
import type { Fault, JournalEntry } from '../../fakes/github/types.ts'
import { BRANCH, bundled, subjects } from './stage.ts'

// A small budget of time, and everything that may hang: a run ends with its budget, with what was found until then. What
// hangs does so for ten minutes, and a run that is still there after two is killed, which its signal shows.

const HANG: Fault = { kind: 'delay', ms: 600_000 }
const BUDGET = { 'time-budget': '0.12' }

// They wait, and so all of them at the same time.
describe.concurrent('a run ends with its time budget', () => {
  test.each<[string, (entry: JournalEntry) => boolean]>([
    ['a GitHub that never answers', ({ kind }) => kind !== 'git'],
    ['a fetch that hangs', ({ path }) => path.endsWith('/git-upload-pack')],
    ['a push that hangs', ({ path }) => path.endsWith('/git-receive-pack')],
    ['a GitHub and a git that never answer', () => true],
  ])('a run ends within its time budget despite %s', async (_, hangs) => {
    await using world = await bundled.planned()
    world.github.fault = (entry) => (hangs(entry) ? HANG : undefined)
    const run = await world.say('alice', world.pull, 'approve', { inputs: BUDGET })
    world.github.fault = undefined
    expect([run.signal, run.code], run.log).toEqual([null, 1])
    expect(run.log).toMatch(/no whole answer in time|took too long, and was ended/)
    expect((await world.dispatch(world.pull)).outputs['plan-state']).toBe('done')
  })

  test.each(['setup-command', 'verify-command'])('a run ends within its time despite a hanging %s', async (input) => {
    await using world = await bundled.planned()
    const run = await world.say('alice', world.pull, 'approve', { inputs: { ...BUDGET, [input]: 'sleep 600' } })
    expect([run.signal, run.code], run.log).toEqual([null, 0])
    expect(run.log).toContain('ended (aborted)\n::endgroup::\nrecord what was begun\nstart the next run\n')
    expect(await subjects(world, BRANCH)).not.toContain('Add part 1')
    expect((await world.dispatch(world.pull)).outputs['plan-state']).toBe('done')
  })
})
