import { expect, test } from 'vitest'
import type { World } from '../../fakes/runner/world.ts'
import { parseRecord } from '../../src/plan/record.ts'
import { at, BRANCH, saidByBot, subjects } from './stage.ts'

const REF = 'refs/measure-twice/1-record'
const readRecord = async ({ github }: World) => parseRecord(await github.git(['show', `${REF}:record.json`]))

test('a finished plan’s record is linked in the closing comment, and a resumed plan gets a new one', async () => {
  await using world = await at('done')
  const { github } = world
  const approval = (await github.commentsOf(world.pull)).find(({ body }) => body === 'approve')?.id

  const record = await readRecord(world)
  const head = await github.sha(`refs/heads/${BRANCH}`)
  const tip = await github.sha(REF)
  const treeOf = async (sha: string | null) => (await github.git(['rev-parse', `${sha}^{tree}`])).trim()
  expect(record).toMatchObject({
    issue: 1,
    pull_request: world.pull,
    state: 'done',
    request: { login: 'alice', text: expect.stringContaining('/plan') },
    approvals: [{ comment: approval, login: 'bob', id: 102, permission: 'write', version: 1, subtasks: [1, 2] }],
    models: ['scripted'],
    journal: head,
    tree: await treeOf(head ?? ''),
  })
  for (const { commit, tree, state } of record?.subtasks ?? [])
    expect([state, tree]).toEqual(['done', await treeOf(commit)])
  expect((await saidByBot(world, world.pull)).at(-1)).toContain(`/blob/${tip}/record.json`)
  const { body } = await github.pull(world.pull)
  expect(body.split('<!-- measure-twice:end -->')[1]?.split('\n')).toEqual([
    ...['', '', 'Plan-Issue: 1', 'Plan-Subtasks: 2 of 2', `Plan-Approved-By: bob (${approval})`],
    ...[expect.stringMatching(/^Plan-Usage: input=\d+ /), `Plan-Record: ${tip}`],
  ])

  const undone = await world.say('bob', world.pull, '/undo 2 not needed')
  expect([undone.code, undone.requests.length]).toEqual([0, 0])
  expect((await readRecord(world))?.subtasks.map(({ state }) => state)).toEqual(['done', 'abandoned'])
  expect((await github.git(['rev-parse', `${REF}^2`])).trim()).toBe(tip)

  // The record and its commits stay when the plan goes.
  const kept = await subjects(world, BRANCH)
  await world.run(await github.closePull('alice', world.pull))
  await github.deleteBranch('alice', BRANCH)
  expect(
    (await github.git(['for-each-ref', '--format=%(refname)', 'refs/measure-twice/[1-9]*'])).trim().split('\n'),
  ).toContain(REF)
  const reachable = await github.git(['log', '--reverse', '--format=%s', '--first-parent', `main..${REF}^`])
  expect(reachable.trim().split('\n')).toEqual(kept)
})
