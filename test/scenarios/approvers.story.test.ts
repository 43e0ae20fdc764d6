import { describe, expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { executed, meanwhile, planned, reactions, saidByBot, stage, workOf } from './stage.ts'

describe('approvers', () => {
  test('only people whom the input `approvers` names by role or login can approve', async () => {
    await using world = await planned()
    const say = (login: string, body: string, approvers: string) =>
      world.say(login, world.pull, body, { inputs: { approvers } })
    for (const [login, approvers] of [
      ['bob', 'maintain'],
      ['alice', '@Carol, @robot'],
      ['mallory', '@carol, @mallory'],
    ] as const) {
      const no = await say(login, 'approve', approvers)
      expect([no.code, await executed(world), reactions(world, no.comment)]).toEqual([0, [], ['confused']])
      expect((await saidByBot(world, world.pull)).at(-1)).toContain(`@${login}`)
    }
    await say('carol', 'approve 1', 'maintain')
    expect(await executed(world)).toEqual(['Add part 1'])
    expect((await say('robot', 'approve', '@Carol, @robot')).outputs['plan-state']).toBe('done')
  })

  test('members of a team can approve, and membership is checked again before every subtask', async () => {
    const members = new Set(['carol'])
    await using world = await stage({
      inputs: { approvers: '@octo/core' },
      script: { subtasks: { 2: [meanwhile(() => members.delete('carol'), call('list_files')), ...workOf(2)] } },
    })
    const { issue, run: hidden } = await world.plan()
    expect([hidden.code, hidden.requests.length]).toEqual([1, 0])
    expect(await saidByBot(world, issue)).toEqual([
      expect.stringMatching(/^The token cannot see the team .*octo\/core.*`github-token`/),
    ])
    world.github.fault = ({ path }) => {
      if (path === '/orgs/octo/teams/core') return { kind: 'status', status: 200, body: { id: 1, slug: 'core' } }
      const login = /^\/orgs\/octo\/teams\/core\/memberships\/(.+)$/.exec(path)?.[1] ?? ''
      if (members.has(login)) return { kind: 'status', status: 200, body: { state: 'active', role: 'member' } }
      return login ? { kind: 'status', status: 404 } : undefined
    }
    await world.dispatch(issue)
    const pull = (await world.github.pulls())[0]?.number ?? 0
    const no = await world.say('alice', pull, 'approve')
    expect([reactions(world, no.comment), await executed(world)]).toEqual([['confused'], []])
    const run = await world.say('carol', pull, 'approve')
    expect([run.outputs['next'], await executed(world)]).toEqual(['approval of 2', ['Add part 1']])
    members.add('bob')
    expect((await world.say('bob', pull, 'approve')).outputs['plan-state']).toBe('done')
  })

  test('with two approvals required, the description counts them, and two by one person count once', async () => {
    await using world = await planned({ inputs: { 'approvals-required': '2' } })
    const body = async () => (await world.github.pull(world.pull)).body
    expect(await body()).toContain('2 approvals needed, none given yet')
    await world.say('alice', world.pull, 'approve')
    expect(await body()).toContain('Approved by alice (all) · 1 of 2 approvals')
    const twice = await world.say('alice', world.pull, 'approve')
    expect([await executed(world), twice.outputs['next']]).toEqual([[], 'approval'])
    const second = await world.say('bob', world.pull, 'approve 1')
    expect([await executed(world), second.outputs['next']]).toEqual([['Add part 1'], 'approval of 2'])
    await world.say('carol', world.pull, 'approve')
    const approvers = (await world.github.commits('plan/issue-1')).map(({ trailers }) =>
      trailers.flatMap(([name, value]) => (name === 'Plan-Approved-By' ? [value.split(' ')[0]] : [])),
    )
    expect(approvers).toEqual([[], ['alice', 'bob'], ['alice', 'carol'], []])
  })
})
