import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { faults, rateLimited } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { bundled, GOOD, workOf } from './stage.ts'

const WAITING = 'Waiting for the model’s endpoint, which is at its limit, until '

/** Every text that the pull request's body ever had. */
const bodiesOf = ({ github }: World): string => JSON.stringify(github.journal.map(({ body }) => body))

describe.concurrent('a limit of the model’s endpoint', () => {
  test('a short rate limit of the model’s endpoint is waited for and logged, but not shown', async () => {
    const [first, ...rest] = workOf(1)
    if (!first) throw new Error('There is no work.')
    const script = { ...GOOD, subtasks: { ...GOOD.subtasks, 1: [faults(first, rateLimited(2)), ...rest] } }
    await using world = await bundled.planned({ script })
    const run = await world.say('alice', world.pull, 'approve')
    expect(run.outputs['plan-state']).toBe('done')
    expect(run.log).toMatch(/The model's endpoint at 127\.0\.0\.1:\d+ is at its limit \(.+\)\. Waiting 2 s\.\n/)
    expect(bodiesOf(world)).not.toContain(WAITING)
  })

  test('a rate limit of over a minute is shown in the description, and a cancel ends the wait', async () => {
    const [first] = workOf(1)
    if (!first) throw new Error('There is no work.')
    const script = { ...GOOD, subtasks: { ...GOOD.subtasks, 1: [faults(first, rateLimited(600))] } }
    await using world = await bundled.planned({ script })
    const { event } = await world.github.comment('alice', world.pull, 'approve')
    const running = world.run(event)
    while (!(await world.github.pull(world.pull)).body.includes(WAITING)) await sleep(200)
    expect((await world.github.pull(world.pull)).body).toMatch(/ until \d\d:\d\d UTC \(10 minutes in all\)\./)
    await world.github.comment('bob', world.pull, 'cancel')
    const run = await running
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'abandoned'])
    expect(run.log).toContain('Waiting 600 s.')
    expect((await world.github.pull(world.pull)).body).not.toContain(WAITING)
  })
})
