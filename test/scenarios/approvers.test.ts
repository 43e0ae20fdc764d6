import { describe, expect, test } from 'vitest'
import { call } from '../model/script.ts'
import type { World } from '../runner/world.ts'
import { meanwhile, planned, reactions, saidByBot, subjects, workOf } from './stage.ts'

const executed = async (world: World): Promise<string[]> =>
  (await subjects(world, 'plan/issue-1')).filter((subject) => subject.startsWith('Add part'))

describe('approvers', () => {
  test.each([
    ['maintain', { refused: 'bob', admitted: 'carol' }],
    ['admin', { refused: 'carol', admitted: 'alice' }],
    ['@Carol, @robot', { refused: 'alice', admitted: 'robot' }],
    ['@carol, @mallory', { refused: 'mallory', admitted: 'carol' }],
  ])('"%s" are those people and no others', async (approvers, { refused, admitted }) => {
    const { world, pull } = await planned({ inputs: { approvers } })
    await using _ = world
    const no = await world.say(refused, pull, 'approve')
    expect([no.code, await executed(world), reactions(world, no.comment)]).toEqual([0, [], ['confused']])
    expect((await saidByBot(world, pull)).at(-1)).toContain(`@${refused}`)
    expect((await world.say(admitted, pull, 'approve')).outputs['plan-state']).toBe('done')
  })

  test('by code are the owners, on the base, of all files that the plan names', async () => {
    const { world, pull } = await planned({
      inputs: { approvers: 'codeowners' },
      files: { '.github/CODEOWNERS': '* @alice\nsrc/ @bob\nsrc/part2.js @bob @carol\n' },
    })
    await using _ = world
    await world.github.push('carol', 'plan/issue-1', { files: { CODEOWNERS: '* @carol\n' } })
    for (const login of ['alice', 'carol']) {
      const run = await world.say(login, pull, 'approve')
      expect([login, await executed(world), reactions(world, run.comment)]).toEqual([login, [], ['confused']])
    }
    expect((await world.say('bob', pull, 'approve')).outputs['plan-state']).toBe('done')
  })

  test('cannot be whoever asked, where that is not allowed', async () => {
    const { world, pull } = await planned({ inputs: { 'allow-self-approval': 'false' } })
    await using _ = world
    const own = await world.say('alice', pull, 'approve')
    expect([await executed(world), reactions(world, own.comment)]).toEqual([[], ['confused']])
    expect((await saidByBot(world, pull)).at(-1)).toContain('allow-self-approval')
    expect((await world.say('bob', pull, 'approve')).outputs['plan-state']).toBe('done')
  })

  test('can be asked for in twos: the body counts, and nobody counts twice', async () => {
    const { world, pull } = await planned({ inputs: { 'approvals-required': '2' } })
    await using _ = world
    const body = async () => (await world.github.pull(pull)).body
    expect(await body()).toContain('2 approvals needed, none given yet')
    await world.say('alice', pull, 'approve')
    expect(await body()).toContain('Approved by alice (all) · 1 of 2 approvals')
    const twice = await world.say('alice', pull, 'approve')
    expect([await executed(world), twice.outputs['next']]).toEqual([[], 'approval'])
    const second = await world.say('bob', pull, 'approve 1')
    expect([await executed(world), second.outputs['next']]).toEqual([['Add part 1'], 'approval of 2'])
    await world.say('carol', pull, 'approve')
    const approvers = (await world.github.commits('plan/issue-1')).map(({ trailers }) =>
      trailers.flatMap(([name, value]) => (name === 'Plan-Approved-By' ? [value.split(' ')[0]] : [])),
    )
    expect(approvers).toEqual([[], ['alice', 'bob'], ['alice', 'carol'], []])
  })

  test('that lose their right between two subtasks stop the rest, though another one is left', async () => {
    const { world, pull } = await planned({
      inputs: { 'approvals-required': '2' },
      script: {
        subtasks: { 2: [meanwhile(() => world.github.setRole('bob', 'triage'), call('list_files')), ...workOf(2)] },
      },
    })
    await using _ = world
    await world.say('alice', pull, 'approve')
    const run = await world.say('bob', pull, 'approve')
    expect([await executed(world), run.outputs['next']]).toEqual([['Add part 1'], 'approval of 2'])
    expect((await world.say('carol', pull, 'approve')).outputs['plan-state']).toBe('done')
  })
})
