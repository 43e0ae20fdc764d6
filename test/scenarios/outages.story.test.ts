import { describe, expect, test } from 'vitest'
import { planned } from './stage.ts'

describe('GitHub', () => {
  test('a run survives one failure of every read from GitHub, by API and git', async () => {
    await using world = await planned()
    const failed = new Map<string, string>()
    world.github.fault = ({ write, path, kind }) => {
      if (write || !['rest', 'git'].includes(kind) || failed.has(path)) return undefined
      failed.set(path, kind)
      return { kind: 'status', status: 502 }
    }
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
    expect(new Set(failed.values())).toEqual(new Set(['rest', 'git']))
  })

  test('if GitHub rejects all writes the run is red, and the next run completes the work', async () => {
    await using world = await planned()
    world.github.fault = ({ write }) => (write ? { kind: 'status', status: 502 } : undefined)
    expect((await world.say('alice', world.pull, 'approve')).code).toBe(1)
    world.github.fault = undefined
    expect((await world.dispatch(world.pull)).outputs['plan-state']).toBe('done')
  })
})
