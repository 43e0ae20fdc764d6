import { describe, expect, test } from 'vitest'
import { planned, reactions, saidByBot, stage } from './stage.ts'

describe('GitHub', () => {
  test('that fails once on every read, of its API and of git, is asked again', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const failed = new Map<string, string>()
    world.github.fault = ({ write, path, kind }) => {
      if (write || !['rest', 'git'].includes(kind) || failed.has(path)) return undefined
      failed.set(path, kind)
      return { kind: 'status', status: 502 }
    }
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
    expect(new Set(failed.values())).toEqual(new Set(['rest', 'git']))
  })

  test('that fails on a write after it was done, once on each kind, is asked again, and finds what is there', async () => {
    await using world = await stage()
    const { github } = world
    const kinds: [string, RegExp][] = [
      ['POST', /\/comments$/],
      ['POST', /\/reactions$/],
      ['PATCH', /\/pulls\/\d+$/],
      ['POST', /\/pulls$/],
      ['POST', /^\/graphql$/],
    ]
    github.fault = (entry) => {
      const at = kinds.findIndex(([method, path]) => entry.method === method && path.test(entry.path))
      if (at < 0) return undefined
      kinds.splice(at, 1)
      return { kind: 'status', status: 502, applied: true }
    }
    const { number: issue } = await github.openIssue('alice')
    const first = await world.say('alice', issue, '/plan add a limiter')
    await world.dispatch(issue)
    const [pull] = await github.pulls()
    const second = await world.say('alice', pull?.number ?? 0, 'approve')
    await world.dispatch(issue)
    expect([kinds, first.code, second.code]).toEqual([[], 0, 0])
    expect((await github.pulls()).map(({ draft, state }) => [draft, state])).toEqual([[false, 'open']])
    const said = [...(await saidByBot(world, issue)), ...(await saidByBot(world, pull?.number ?? 0))]
    const markers = said.flatMap((body) => /<!-- measure-twice:[^>]*-->/.exec(body)?.[0] ?? [])
    expect(markers).toHaveLength(3)
    expect(new Set(markers).size).toBe(3)
    expect(reactions(world, first.comment)).toEqual(['eyes', 'rocket'])
  })

  test('that is down for writes leaves a red run, and the next one heals it', async () => {
    const { world, pull } = await planned()
    await using _ = world
    world.github.fault = ({ write }) => (write ? { kind: 'status', status: 502 } : undefined)
    expect((await world.say('alice', pull, 'approve')).code).toBe(1)
    world.github.fault = undefined
    expect((await world.dispatch(pull)).outputs['plan-state']).toBe('done')
  })
})
