import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call, type Reply, type Step } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { isRunning } from './running.ts'
import {
  BRANCH,
  bundled,
  checklist,
  finish,
  GOOD,
  meanwhile,
  offer,
  planned,
  planOf,
  subjects,
  workOf,
} from './stage.ts'

// Several subtasks in hand in one job. A step that waits shows who is at work beside it, and sets the order in which
// they end.

const LONG = 600

/** A moment of the story that steps wait for. */
const moment = (): { come: () => void; here: Promise<void> } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { come: resolve, here: promise }
}

const write = (path: string, content: string): Reply => call('write_file', { path, content })

/** The commits of the plan, without the one that brings it and the one that ends it. */
const done = async (world: World): Promise<string[]> => (await subjects(world, BRANCH)).slice(1)

/** A command that runs long and that no other test on this machine runs. */
const longCommand = (): string => `sleep ${LONG}.${randomInt(1e9, 1e10)}`

const longWork = (number: number, command: string): Reply[] => [
  write(`src/part${number}.js`, 'half done\n'),
  call('run_command', { command, timeout_seconds: LONG }),
  finish(number),
]

describe('concurrent subtasks', () => {
  test('concurrent subtasks get their own worktrees after setup-command, and are merged in plan order', async () => {
    const plan = planOf([
      {
        number: 1,
        verify: ['test "$(cat node_modules/where)" = "$PWD" && test "$(cat ~/made)" = x'],
      },
      { number: 2 },
      { number: 3, verify: ['test -s src/part3.js && test ! -e src/part1.js -o -e src/part2.js'] },
      { number: 4, depends_on: [2, 3], verify: ['grep -q 2 src/part2.js && grep -q 3 src/part3.js'] },
    ])
    const [all, third, second] = [moment(), moment(), moment()]
    let begun = 0
    let seen: string[] = []
    await using world = await planned({
      inputs: {
        parallel: '3',
        'setup-command': 'mkdir -p node_modules && pwd > node_modules/where && echo x > ~/made',
      },
      script: { plan: [offer(plan)] },
    })
    const together: Step = async () => {
      if (++begun === 3) all.come()
      await all.here
      return call('update_steps', { steps: [{ title: 'write it', state: 'in_progress' }] })
    }
    const look = async (): Promise<void> => {
      await expect
        .poll(
          async () => (seen = await checklist(world, world.pull)).filter((line) => line.includes('in progress')).length,
        )
        .toBe(3)
      await third.here
    }
    const alone = call('run_command', { command: 'ls src node_modules; git log --format=%s; git status --short' })
    world.model.script = {
      ...GOOD,
      subtasks: {
        1: [together, meanwhile(() => look().then(() => second.here), alone), ...workOf(1)],
        2: [
          together,
          meanwhile(() => third.here, alone),
          meanwhile(second.come, write('src/part2.js', '2\n')),
          finish(2),
        ],
        3: [together, write('src/part3.js', '3\n'), meanwhile(third.come, alone), finish(3)],
        4: [write('src/part4.js', '4\n'), finish(4)],
      },
    }
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.outputs['plan-state']], run.log).toEqual([0, 'done'])
    expect(await done(world)).toEqual(['Add part 1', 'Add part 2', 'Add part 3', 'Add part 4', 'Finish the plan'])
    expect(seen.filter((line) => !line.startsWith('  '))).toEqual([
      expect.stringMatching(/1\. .* in progress \(attempt 1 of 3\)/),
      expect.stringMatching(/2\. .* in progress \(attempt 1 of 3\)/),
      expect.stringMatching(/3\. .* in progress \(attempt 1 of 3\)/),
      '- [ ] 4. Do part 4',
    ])
    const listed = run.requests.filter(({ subtask }) => subtask === 3).flatMap(({ results }) => results)
    expect(listed.map(({ text }) => text).join('\n')).toMatch(/where[^]*Plan: Limit the rate/)
    expect((await world.github.pull(world.pull)).body).not.toContain('in progress')
    const found = run.log.match(/Subtask \d is verified again/g)
    expect(found).toEqual(['Subtask 2 is verified again', 'Subtask 3 is verified again'])
  })

  test('concurrent subtasks that conflict are redone on top of the merged ones', async () => {
    const plan = planOf([
      { number: 1, files: ['src/*.count'], verify: ['test "$(cat src/*.count | wc -l)" -le 1'] },
      { number: 2, files: ['a', 'src/*.count'], verify: ['test "$(cat src/*.count | wc -l)" -le 1'] },
      { number: 3, verify: ['grep -q three src/index.js'] },
      { number: 4, verify: ['grep -q four src/index.js'] },
    ])
    const both = moment()
    let [begun, tries] = [0, 0]
    const met: Step = async () => {
      if (++begun === 4) both.come()
      await both.here
      return call('read_file', { path: 'src/index.js' })
    }
    const line = (text: string): Reply => call('run_command', { command: `echo '// ${text}' >> src/index.js` })
    await using world = await planned({
      inputs: { parallel: '4', sandbox: 'none' },
      script: {
        plan: [offer(plan)],
        subtasks: {
          1: [met, write('src/one.count', '1\n'), finish(1)],
          2: [met, () => (++tries > 1 ? write('a', 'a\n') : write('src/two.count', '1\n')), finish(2)],
          3: [met, line('three'), finish(3)],
          4: [met, line('four'), finish(4)],
        },
      },
    })
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.outputs['plan-state']], run.log).toEqual([0, 'done'])
    expect(await done(world)).toEqual(['Add part 1', 'Add part 3', 'Add part 2', 'Add part 4', 'Finish the plan'])
    expect(await world.github.file(BRANCH, 'src/index.js')).toMatch(/three[^]*four/)
    expect(run.log).toContain('Subtask 2 is to be done again: `test "$(cat src/*.count')
    expect(run.log).toContain('Subtask 4 is to be done again: The change no longer fits')
  })

  test('after a person’s push concurrent subtasks are verified again, and pushed one by one', async () => {
    const plan = planOf([{ number: 1 }, { number: 2, verify: ['! grep -qs stop notes.md'] }])
    await using world = await bundled.planned({ inputs: { parallel: '2' }, script: { plan: [offer(plan)] } })
    const second = moment()
    let isEnded = false
    const onLine = (line: string): void => {
      if (!line.includes('ended (finished)')) return
      isEnded = true
      second.come()
    }
    world.model.script = {
      ...GOOD,
      subtasks: { ...GOOD.subtasks, 1: [meanwhile(() => second.here, call('list_files')), ...workOf(1)] },
    }
    // In the last moment before the first push, while the second is verified upon it; then before the one push for both,
    // without a change of a file: both still fit.
    const pushes = [{ files: { 'notes.md': 'go on\n' } }, { files: {}, message: 'Nothing' }]
    const heads = new Set<string>()
    world.github.watch = async ({ refs }, when) => {
      if (!refs.includes(`refs/heads/${BRANCH}`)) return
      heads.add((await world.github.sha(`refs/heads/${BRANCH}`)) ?? '')
      const push = isEnded && when === 'before' ? pushes.shift() : undefined
      if (push) await world.github.push('bob', BRANCH, push)
    }
    const run = await world.say('alice', world.pull, 'approve', { onLine })
    world.github.watch = undefined
    expect([run.code, run.outputs['plan-state']], run.log).toEqual([0, 'done'])
    const again = run.log.match(/Subtask \d is verified again/g)?.map((line) => line.slice(0, 'Subtask 1'.length))
    expect(again).toEqual(['Subtask 2', 'Subtask 1', 'Subtask 2'])
    expect((await done(world)).slice(1)).toEqual(['Nothing', 'Add part 1', 'Add part 2', 'Finish the plan'])
    const first = (await world.github.commits(BRANCH)).find(({ message }) => message.startsWith('Add part 1'))
    expect([await world.github.file(BRANCH, 'notes.md'), heads.has(first?.sha ?? '')]).toEqual(['go on\n', true])
  })

  test('skipping one of several concurrent subtasks stops only that one', async () => {
    const two = longCommand()
    await using world = await planned({
      inputs: { parallel: '2' },
      script: {
        plan: [offer(planOf([{ number: 1 }, { number: 2 }, { number: 3 }]))],
        subtasks: {
          1: [
            meanwhile(async () => {
              await expect.poll(() => isRunning(two)).toBe(true)
              await world.github.comment('bob', world.pull, '/skip 2 not needed')
            }, call('list_files')),
            meanwhile(() => expect.poll(() => isRunning(two)).toBe(false), call('list_files')),
            ...workOf(1),
          ],
          2: longWork(2, two),
        },
      },
    })
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.outputs['plan-state']], run.log).toEqual([0, 'done'])
    expect((await done(world)).toSorted()).toEqual(['Add part 1', 'Add part 3', 'Finish the plan', 'Skip subtask 2'])
    const [, ...commits] = await world.github.commits(BRANCH)
    const recorded = commits.map(({ message }) => Number(/^Plan-Usage: input=(\d+)/m.exec(message)?.[1] ?? 0))
    const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
    expect(sum(recorded)).toBe(sum(run.requests.map(({ usage }) => usage.input)))
  })

  test('if a job is cancelled, its concurrent subtasks are recorded together; the next run continues', async () => {
    const commands = [longCommand(), longCommand(), longCommand()]
    await using world = await bundled.planned({
      inputs: { parallel: '3' },
      script: {
        plan: [offer(planOf([{ number: 1 }, { number: 2 }, { number: 3 }]))],
        subtasks: Object.fromEntries(commands.map((command, i) => [i + 1, longWork(i + 1, command)])),
      },
    })
    const { event } = await world.github.comment('alice', world.pull, 'approve')
    const started = Promise.withResolvers<number>()
    const running = world.run(event, { onStart: ({ pid = 0 }) => started.resolve(pid) })
    for (const command of commands) await expect.poll(() => isRunning(command)).toBe(true)
    process.kill(await started.promise, 'SIGINT')
    const run = await running
    expect([run.signal, await Promise.all(commands.map(isRunning))]).toEqual([null, [false, false, false]])
    expect(await done(world)).toEqual([1, 2, 3].map((number) => `Stop in the middle of subtask ${number}`))
    expect((await world.github.pull(world.pull)).body).toMatch(
      /Stopped: the run was ended from outside(?![^]*in progress)/i,
    )
    world.model.script = GOOD
    expect((await world.dispatch(world.pull)).outputs['plan-state']).toBe('done')
  })
})
