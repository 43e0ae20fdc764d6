import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import type { JournalEntry } from '../../fakes/github/types.ts'
import type { World } from '../../fakes/runner/world.ts'
import { isRunning } from './running.ts'
import { at, BRANCH, finish, GOOD, meanwhile, planned, reactions, subjects, workOf } from './stage.ts'

/** Long enough that nobody waits for it, so that a test which ends shows that it was ended. */
const LONG = 600

/** A command that runs long and that no other test on this machine runs. */
const longCommand = (): string => `sleep ${LONG}.${randomInt(1e9, 1e10)}`

/** The list of the bot's commits, which stays until a merge. */
const COMMITS = 'refs/measure-twice/1-commits'

/** What is left of a plan and of what is kept of it beside the branch, but for the record. */
const ending = async ({ github }: World, pull: number) => ({
  state: (await github.pull(pull)).state,
  branch: (await github.sha(`refs/heads/${BRANCH}`)) !== undefined,
  kept: (await github.git(['for-each-ref', '--format=%(refname)', 'refs/measure-twice/[1-9]*']))
    .split('\n')
    .filter((ref) => ref && !ref.endsWith('-record')),
})

describe('cancel', () => {
  test('a cancel closes a waiting plan and deletes its branch, and is refused without permission', async () => {
    await using world = await planned()
    const refused = await world.say('reader', world.pull, 'cancel')
    expect([(await world.github.pull(world.pull)).state, reactions(world, refused.comment)]).toEqual([
      'open',
      ['confused'],
    ])
    const run = await world.say('bob', world.pull, 'cancel')
    expect([run.code, run.requests.length]).toEqual([0, 0])
    expect(await ending(world, world.pull)).toEqual({ state: 'closed', branch: false, kept: [COMMITS] })
    expect(reactions(world, run.comment)).toEqual(['eyes', 'rocket'])
    expect(run.outputs['plan-state']).toBe('abandoned')
  })

  test('a cancel of a partly executed plan keeps its branch, and a new plan gets the next branch name', async () => {
    await using world = await at('halfway')
    const run = await world.say('bob', world.pull, 'cancel')
    expect(await ending(world, world.pull)).toEqual({ state: 'closed', branch: true, kept: [COMMITS] })
    expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests', 'Add part 1'])
    expect([run.code, run.outputs['plan-state'], reactions(world, run.comment)]).toEqual([
      0,
      'abandoned',
      ['eyes', 'rocket'],
    ])
    expect((await world.github.pull(world.pull)).body).toContain('Cancelled')
    await world.say('bob', world.issue, '/plan do it otherwise')
    expect((await world.github.pulls()).map(({ branch, state }) => [branch, state])).toEqual([
      [BRANCH, 'closed'],
      ['plan/issue-1-2', 'open'],
    ])
  })

  test('a cancel during a long command kills the command, and nothing of the subtask is pushed', async () => {
    const marker = longCommand()
    await using world = await planned({
      script: {
        subtasks: {
          2: [
            call('write_file', { path: 'src/part2.js', content: 'half done\n' }),
            call('run_command', { command: marker, timeout_seconds: LONG }),
            finish(2),
          ],
        },
      },
    })
    const { event } = await world.github.comment('alice', world.pull, 'approve')
    const running = world.run(event)
    await expect.poll(() => isRunning(marker)).toBe(true)
    const { id } = await world.github.comment('bob', world.pull, 'cancel')
    const run = await running
    expect([run.code, run.signal]).toEqual([0, null])
    expect(await isRunning(marker)).toBe(false)
    expect(await ending(world, world.pull)).toEqual({ state: 'closed', branch: true, kept: [COMMITS] })
    expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests', 'Add part 1'])
    expect(reactions(world, id)).toEqual(['eyes', 'rocket'])
  })
})

test('a `/skip` of a running subtask stops it at once, and one of another subtask waits for its end', async () => {
  await using world = await planned({
    script: {
      subtasks: {
        1: [
          meanwhile(() => world.github.comment('bob', world.pull, '/skip 2 later'), call('list_files')),
          meanwhile(() => world.github.comment('bob', world.pull, '/skip 1 no'), call('list_files')),
          ...workOf(1),
        ],
      },
    },
  })
  const run = await world.say('alice', world.pull, 'approve')
  expect([run.code, run.requests.length]).toEqual([0, 2])
  expect((await subjects(world, BRANCH)).slice(1, 3)).toEqual(['Skip subtask 2', 'Skip subtask 1'])
})

describe('when a person ends it without words', () => {
  test('closing the pull request during a subtask ends the run successfully, with a note', async () => {
    await using world = await planned()
    const close = () => world.github.closePull('bob', world.pull)
    world.model.script = { ...GOOD, subtasks: { 1: [meanwhile(close, call('list_files')), ...workOf(1)] } }
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.outputs['plan-state'], await subjects(world, BRANCH)]).toEqual([
      0,
      'abandoned',
      expect.any(Array),
    ])
    expect(run.summary).toContain(`Pull request #${world.pull} was closed meanwhile`)
    expect(run.requests.some(({ subtask }) => subtask === 2)).toBe(false)
    expect(await subjects(world, BRANCH)).toHaveLength(1)
  })

  test.each([
    ['the first subtask is pushed', ({ path, body }: JournalEntry) => path.endsWith('/git-receive-pack') && !body],
    ['it is marked as ready', ({ body }: JournalEntry) => JSON.stringify(body ?? '').includes('markPullRequestReady')],
  ])('a branch deleted right when %s ends the run without an error', async (_, isTheMoment) => {
    await using world = await planned()
    let moments = 0
    world.github.watch = async (entry, when) => {
      // The first push is that of the claim.
      if (when !== 'before' || !isTheMoment(entry) || ++moments !== (entry.kind === 'git' ? 2 : 1)) return
      await world.github.deleteBranch('bob', BRANCH)
    }
    const run = await world.say('alice', world.pull, 'approve')
    world.github.watch = undefined
    expect([moments > 0, run.code, await world.github.sha(`refs/heads/${BRANCH}`)]).toEqual([true, 0, undefined])
    expect(run.summary).toContain('meanwhile')
  })
})
