import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { call, faults } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { finish, GOOD, meanwhile, planned, reactions, saidByBot, subjects, workOf } from './stage.ts'

const BRANCH = 'plan/issue-1'

/** Long enough that nobody waits for it, so that a test which ends shows that it was ended. */
const LONG = 600

/** A command that runs long and that no other test on this machine runs. */
const longCommand = (): string => `sleep ${LONG}.${randomInt(1e9, 1e10)}`

/** Whether a command that holds this text runs anywhere on the machine. */
async function isRunning(text: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.some((line) => line.replaceAll('\0', ' ').includes(text))
}

/** What is left of a plan and of its conversation. */
const ending = async ({ github }: World, pull: number) => ({
  state: (await github.pull(pull)).state,
  branch: (await github.sha(`refs/heads/${BRANCH}`)) !== undefined,
  memory: await github.git(['for-each-ref', 'refs/measure-twice']),
})

describe('cancel', () => {
  test('of a plan that waits closes it and deletes the branch', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const run = await world.say('bob', pull, 'cancel')
    expect([run.code, run.requests.length]).toEqual([0, 0])
    expect(await ending(world, pull)).toEqual({ state: 'closed', branch: false, memory: '' })
    expect(reactions(world, run.comment)).toEqual(['eyes', 'rocket'])
    expect(run.outputs['plan-state']).toBe('abandoned')
  })

  test('of a plan of which a part is carried out keeps the branch', async () => {
    const { world, pull } = await planned()
    await using _ = world
    await world.say('alice', pull, 'approve 1')
    const run = await world.say('bob', pull, 'cancel')
    expect(await ending(world, pull)).toEqual({ state: 'closed', branch: true, memory: '' })
    expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests', 'Add part 1'])
    expect([run.code, run.outputs['plan-state'], reactions(world, run.comment)]).toEqual([
      0,
      'abandoned',
      ['eyes', 'rocket'],
    ])
    expect((await world.github.pull(pull)).body).toContain('Cancelled')
  })

  test('in the second in which somebody else approves ends the plan, and nothing is carried out', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const cancel = await world.github.comment('bob', pull, 'cancel')
    const approval = await world.github.comment('alice', pull, 'approve')
    const run = await world.run(approval.event)
    expect([run.code, run.requests.length, run.outputs['plan-state']]).toEqual([0, 0, 'abandoned'])
    expect(await ending(world, pull)).toEqual({ state: 'closed', branch: false, memory: '' })
    expect([reactions(world, cancel.id), reactions(world, approval.id)]).toEqual([['eyes', 'rocket'], []])
    const later = await world.run(cancel.event)
    expect([later.code, later.journal.filter(({ write }) => write)]).toEqual([0, []])
  })

  test('by somebody who may not ends nothing', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const run = await world.say('reader', pull, 'cancel')
    expect([(await world.github.pull(pull)).state, reactions(world, run.comment)]).toEqual(['open', ['confused']])
  })

  test('in the middle of a long command ends the command, and nothing of the subtask is pushed', async () => {
    const marker = longCommand()
    const { world, pull } = await planned({
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
    await using _ = world
    const { event } = await world.github.comment('alice', pull, 'approve')
    const running = world.run(event)
    await expect.poll(() => isRunning(marker), { timeout: 60_000 }).toBe(true)
    const { id } = await world.github.comment('bob', pull, 'cancel')
    const run = await running
    expect([run.code, run.signal]).toEqual([0, null])
    expect(await isRunning(marker)).toBe(false)
    expect(await ending(world, pull)).toEqual({ state: 'closed', branch: true, memory: '' })
    expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests', 'Add part 1'])
    expect(reactions(world, id)).toEqual(['eyes', 'rocket'])
  })

  test('while the model thinks does not wait for its answer', async () => {
    const slow = { kind: 'delay', ms: LONG * 1000 } as const
    const { world, pull } = await planned({
      script: { subtasks: { 1: [faults(call('list_files'), slow), ...workOf(1)] } },
    })
    await using _ = world
    const { event } = await world.github.comment('alice', pull, 'approve')
    const running = world.run(event)
    await expect.poll(() => world.model.requests.some(({ subtask }) => subtask === 1), { timeout: 60_000 }).toBe(true)
    await world.github.comment('bob', pull, 'cancel')
    expect((await running).code).toBe(0)
    expect(await ending(world, pull)).toEqual({ state: 'closed', branch: false, memory: '' })
  })

  test('between two turns is seen before the next request to the model', async () => {
    const { world, pull } = await planned({
      script: {
        subtasks: {
          1: [
            meanwhile(() => world.github.comment('bob', pull, 'cancel'), call('list_files')),
            call('list_files'),
            ...workOf(1),
          ],
        },
      },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.requests.length]).toEqual([0, 1])
    expect(await ending(world, pull)).toMatchObject({ state: 'closed', branch: false })
  })

  test('by somebody who may not, in the middle of a subtask, does not stop it', async () => {
    const { world, pull } = await planned({
      script: {
        subtasks: {
          1: [meanwhile(() => world.github.comment('mallory', pull, 'cancel'), call('list_files')), ...workOf(1)],
        },
      },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect(run.outputs['plan-state']).toBe('done')
  })

  test('makes room for a new plan under the next name', async () => {
    const { world, issue, pull } = await planned()
    await using _ = world
    await world.say('alice', pull, 'approve 1')
    await world.say('bob', pull, 'cancel')
    await world.say('bob', issue, '/plan do it otherwise')
    expect((await world.github.pulls()).map(({ branch, state }) => [branch, state])).toEqual([
      [BRANCH, 'closed'],
      ['plan/issue-1-2', 'open'],
    ])
  })
})

describe('when a person ends it without words', () => {
  test('a closed pull request stops the plan, green', async () => {
    const { world, pull } = await planned()
    await using _ = world
    await world.github.closePull('bob', pull)
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.requests.length, await saidByBot(world, pull)]).toEqual([0, 0, [expect.any(String)]])
    expect(run.outputs['plan-state']).toBe('abandoned')
  })

  test('a pull request that is closed in the middle of a subtask gets no commit more', async () => {
    const { world, pull } = await planned({
      script: {
        subtasks: { 1: [meanwhile(() => world.github.closePull('bob', pull), call('list_files')), ...workOf(1)] },
      },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect(run.code).toBe(0)
    expect(run.requests.some(({ subtask }) => subtask === 2)).toBe(false)
  })

  test('a branch that is deleted in the middle of a subtask does not come back', async () => {
    const { world, pull } = await planned({
      script: {
        subtasks: { 1: [meanwhile(() => world.github.deleteBranch('bob', BRANCH), call('list_files')), ...workOf(1)] },
      },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, await world.github.sha(`refs/heads/${BRANCH}`)]).toEqual([0, undefined])
  })
})

test('a cancelled job ends within the time that the runner gives it, and the next run goes on', async () => {
  const marker = longCommand()
  const first = call('run_command', { command: marker, timeout_seconds: LONG })
  const { world, pull } = await planned({ script: { subtasks: { 1: [first] } } })
  await using _ = world
  const { event } = await world.github.comment('alice', pull, 'approve')
  const started = Promise.withResolvers<number>()
  const running = world.run(event, { onStart: ({ pid = 0 }) => started.resolve(pid) })
  await expect.poll(() => isRunning(marker), { timeout: 60_000 }).toBe(true)
  process.kill(await started.promise, 'SIGINT')
  const run = await running
  expect([run.signal, await isRunning(marker)]).toEqual([null, false])
  expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests'])
  expect((await world.github.pull(pull)).body).toMatch(/Stopped: the run was ended from outside(?![^]*in progress)/i)
  world.model.script = GOOD
  expect((await world.dispatch(pull)).outputs['plan-state']).toBe('done')
})
