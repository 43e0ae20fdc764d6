import { expect, test } from 'vitest'
import { call, calls, type Reply, type Step } from '../../fakes/model/script.ts'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import { commandDigest } from '../../src/guard/command-digest.ts'
import { parseRecord } from '../../src/plan/record.ts'
import { BRANCH, checklist, finish, offer, planned, planOf, saidByBot } from './stage.ts'

// What a tick rests on.

const write = (path: string, content: string): Reply => call('write_file', { path, content })
const code = (greeting: string, more = ''): string => `${more}export const hello = (name) => \`${greeting} \${name}\`\n`
const cases = (greeting: string, test = 'test'): string =>
  `import test from 'node:test'\nimport assert from 'node:assert'\nimport { hello } from '../src/index.js'\n\n${test}('hello', () => assert.equal(hello('x'), '${greeting} x'))\n`
const T = 'test/index.test.js'
const manifest = (script: string): string =>
  `{\n  "name": "demo",\n  "version": "1.0.0",\n  "type": "module",\n  "scripts": { "test": "${script}" }\n}\n`

const PLAN = planOf([
  { number: 1, files: ['src/index.js', 'test/bye.test.js'], verify: ['npm test'] },
  { number: 2, files: ['src/half.js'], verify: ['npm test', 'test -s src/half.js'] },
  { number: 3, files: ['src/index.js', T], verify: ['npm test'], depends_on: [1, 2] },
  { number: 4, files: ['src/last.js'], verify: ['flurb-tester --all'], depends_on: [3] },
])

/** What is written before each try to end the first subtask, and what the agent is told of it; the last is honest. */
const TRIES: readonly [Reply, RegExp?][] = [
  [calls(write('src/index.js', code('hi')), write(T, cases('hi'))), /`test\/index\.test\.js` was changed, and its earlier version fails on the new code/], // prettier-ignore
  [calls(write('src/index.js', code('hi')), write(T, cases('hello', 'test.skip'))), /has 1 more test that is skipped.*`test\.skip`/], // prettier-ignore
  [calls(write(T, cases('hello')), write('package.json', manifest('true'))), /`package\.json` decides what checks run and how \(`scripts\.test`\)/], // prettier-ignore
  [calls(write('package.json', manifest('node --test')), write('src/index.js', code('hi', 'process.exit(0)\n'))), /`npm test` (?:exits with 0 but ran no test|ran 0 of)/], // prettier-ignore
  [calls(write('src/index.js', `${code('hello')}export const bye = () => 'bye'\n`), write('test/bye.test.js', "import test from 'node:test'\nimport assert from 'node:assert'\nimport { bye } from '../src/index.js'\n\ntest('bye', () => assert.equal(bye(), 'bye'))\n"))], // prettier-ignore
]

const scriptFor = (told: string[]) => {
  const hear =
    (reply: Reply): Step =>
    ({ last }) => {
      told.push(last)
      return reply
    }
  const [[first] = [finish(1)], ...others] = TRIES
  return {
    plan: [offer(PLAN)],
    subtasks: {
      1: [first, finish(1), ...others.flatMap(([written]): Step[] => [hear(written), finish(1)])],
      2: [write('src/half.js', 'export const half = (n) => n / 2\n'), finish(2)],
      3: [calls(write('src/index.js', `${code('hi')}export const bye = () => 'bye'\n`), write(T, cases('hi'))), finish(3)], // prettier-ignore
    },
  }
}

type Answers = Record<'command' | 'before' | 'without' | 'after' | 'verdict', string | null> & {
  planned?: string | null
}
const answersIn = (subtasks: readonly { checks?: readonly Answers[] }[]): string[] =>
  subtasks.flatMap(({ checks = [] }) =>
    checks.map((one) => [one.command, one.before, one.without, one.planned, one.after, one.verdict].join(' ')),
  )

test('tampered checks are refused, and proof results are passed on between three jobs', async () => {
  const told: string[] = []
  await using world = await planned({ script: scriptFor(told) })
  const { github } = world
  const { rounds } = await threeJobs(world, (await github.comment('bob', world.pull, 'approve')).event)
  expect(rounds.at(-1)?.publish.outputs['plan-state']).toBe('halted')
  // What the machine before learned of the tree is not asked again on the next one.
  const passed = [
    { command: commandDigest('npm test'), counts: { ran: 2, skipped: 0 } },
    { command: commandDigest('test -s src/half.js') },
  ]
  const orders = rounds.flatMap((round) => round.orders)
  expect(orders.find(({ id }) => id === '1-subtask-3-attempt-1')?.['passed']).toEqual(passed)
  expect(told).toEqual(TRIES.slice(0, -1).map(([, refused]) => expect.stringMatching(refused ?? /./)))
  // What is not on the runner is found before the model is paid.
  expect((await saidByBot(world, world.pull)).at(-1)).toMatch(/The program `flurb-tester` is not on the runner.*`flurb-tester --all` of subtask 4.*`setup-command`/) // prettier-ignore
  expect(world.model.requests.filter(({ subtask }) => subtask === 4)).toEqual([])
  const trailers = (await github.commits(BRANCH)).flatMap((one) => one.trailers)
  const values = (name: string): string[] => trailers.flatMap(([key, value]) => (key === name ? [value] : []))
  expect(values('Plan-Proof')).toEqual(['proving=1 guarding=0', 'proving=1 guarding=1', 'proving=1 guarding=0'])
  expect(values('Plan-Reason')).toEqual(['environment'])

  const ended = await world.say('bob', world.pull, '/skip 4 not here')
  expect(ended.outputs['plan-state']).toBe('done')
  const closing = (await saidByBot(world, world.pull)).at(-1) ?? ''
  expect(closing).toContain(`- The test \`${T}\` (subtask 3) was changed`)
  expect(closing.indexOf(T)).toBeLessThan(closing.indexOf('| Proof |'))
  expect(closing).toContain('1 of 2 checks fails without the change')
  expect(ended.summary).toContain('| Proof |')
  expect((await checklist(world, world.pull)).some((line) => line.includes('not proven'))).toBe(false)
  const record = parseRecord(await github.git(['show', 'refs/measure-twice/1-record:record.json']))
  const plan = JSON.parse(ended.outputs['plan'] ?? '') as { subtasks: { checks?: Answers[] }[] }
  expect(answersIn(plan.subtasks)).toEqual(answersIn(record?.subtasks ?? []))
  expect(answersIn(plan.subtasks)).toEqual([
    'npm test passed failed passed passed proving',
    'npm test passed passed passed passed guarding',
    'test -s src/half.js failed failed passed passed proving',
    'npm test passed failed passed passed proving',
  ])
})
