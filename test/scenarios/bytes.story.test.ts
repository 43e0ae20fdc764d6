import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { BRANCH, finish, offer, planned, planOf, saidByBot } from './stage.ts'

const runs = (command: string) => call('run_command', { command })
const plan = [offer(planOf([1, 2].map((number) => ({ number, verify: ['true'] }))))]

test('files whose names are not UTF-8 can be created, changed, tested and moved', async () => {
  const made = String.raw`mkdir -p "$(printf 'd\351')" test && echo one > "$(printf 'caf\351.txt')" && printf 'a\r\n' > "$(printf 'd\351/\377.txt')" && echo t > "$(printf 'test/\351.test.js')"`
  const changed = String.raw`echo two > "$(printf 'caf\351.txt')" && mv "$(printf 'd\351')" "$(printf 'e\351')" && echo u > "$(printf 'test/\351.test.js')"`
  await using world = await planned({
    files: { '.gitattributes': '*.txt text\n' },
    script: {
      plan,
      subtasks: { 1: [runs(made), finish(1), finish(1)], 2: [runs(changed), finish(2), finish(2)] },
    },
  })
  const done = await world.say('alice', world.pull, 'approve')
  expect(done.outputs['plan-state'], done.log).toBe('done')
  const listed = await world.github.git(['ls-tree', '-r', '--name-only', `refs/heads/${BRANCH}`])
  const names = [String.raw`caf\351.txt`, String.raw`e\351/\377.txt`, String.raw`test/\351.test.js`]
  expect(listed.split('\n')).toEqual(expect.arrayContaining(names.map((name) => `"${name}"`)))
  expect(listed).not.toContain(String.raw`d\351`)
})

test('with commits by GitHub’s API, a file name that is not UTF-8 pauses the plan with an explanation', async () => {
  await using world = await planned({
    inputs: { 'commit-with': 'api' },
    script: { plan, subtasks: { 1: [runs(String.raw`touch "$(printf 'caf\351.txt')"`), finish(1), finish(1)] } },
  })
  const run = await world.say('alice', world.pull, 'approve 1')
  expect(run.outputs['plan-state'], run.log).toBe('halted')
  expect((await saidByBot(world, world.pull)).join('\n')).toContain(
    'GitHub makes none with names of files that are not UTF-8',
  )
})
