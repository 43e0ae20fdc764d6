import { describe, expect, test } from 'vitest'
import { planned, stage } from './here.ts'
import { reactions, saidByBot, planned as plannedByBundle } from './stage.ts'

describe('GitHub', () => {
  test.each(['rest', 'git'])('that fails once on every %s read is asked again', async (asked) => {
    const { world, pull } = await plannedByBundle()
    await using _ = world
    const failed = new Set<string>()
    world.github.fault = ({ write, path, kind }) => {
      if (write || kind !== asked || failed.has(path)) return undefined
      failed.add(path)
      return { kind: 'status', status: 502 }
    }
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
    expect(failed.size).toBeGreaterThan(0)
  })

  test.each([
    ['the comment', 'POST', /\/comments$/],
    ['the reaction', 'POST', /\/reactions$/],
    ['the body', 'PATCH', /\/pulls\/\d+$/],
    ['the pull request', 'POST', /\/pulls$/],
    ['the mutation', 'POST', /^\/graphql$/],
  ])('that fails on %s after it was done is asked again, and finds what is there', async (_name, method, path) => {
    await using world = await stage()
    const { github } = world
    let left = 1
    const fault = (entry: { method: string; path: string }) =>
      left > 0 && entry.method === method && path.test(entry.path) && left-- > 0
        ? ({ kind: 'status', status: 502, applied: true } as const)
        : undefined
    github.fault = fault
    const { number: issue } = await github.openIssue('alice')
    const first = await world.say('alice', issue, '/plan add a limiter')
    await world.dispatch(issue)
    const [pull] = await github.pulls()
    const second = await world.say('alice', pull?.number ?? 0, 'approve')
    await world.dispatch(issue)
    expect([left, first.code, second.code]).toEqual([0, 0, 0])
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
