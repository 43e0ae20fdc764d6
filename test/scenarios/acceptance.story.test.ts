import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, type Reply, type Step } from '../../fakes/model/script.ts'
import { threeJobs, type Jobs } from '../../fakes/runner/jobs.ts'
import type { World, WorldOptions } from '../../fakes/runner/world.ts'
import { isRunning } from './running.ts'
import { BRANCH, checklist, finish, offer, planned, planOf, saidByBot, stage, subjects, workOf } from './stage.ts'

const T = 'test/limit.test.js'
const LIMIT = `import test from 'node:test'
import assert from 'node:assert'
import { limit } from '../src/limit.js'

test('ten pass', () => assert.equal(limit(10), true))
test('eleven do not', () => assert.equal(limit(11), false))
`
const ACCEPTED = { path: T, run: `node --test ${T}`, content: LIMIT }
const CODE = 'export const limit = (n) => n <= 10\n'
const write = (path: string, content: string): Reply => call('write_file', { path, content })
const well: readonly Step[] = [write('src/limit.js', CODE), finish(1)]

/** The first subtask makes the test pass, and the second comes after it. */
const tested = (acceptance: object[] = [ACCEPTED], rest: object = {}) =>
  planOf(
    [
      { number: 1, name: 'Add the limiter', files: ['src/limit.js', T], verify: [] },
      { number: 2, name: 'Wire the limiter', depends_on: [1] },
    ],
    { acceptance, ...rest },
  )
const withTest = (subtasks: Record<number, readonly Step[]> = {}, plan: object = tested()): WorldOptions => ({
  script: { plan: [offer(plan)], subtasks: { 1: well, 2: workOf(2), ...subtasks } },
})

/** What an agent is told after a call. */
const hearing =
  (told: string[], reply: Reply): Step =>
  ({ last }) => {
    told.push(last)
    return reply
  }

const lastSaid = async (world: World, pull: number): Promise<string> => (await saidByBot(world, pull)).at(-1) ?? ''
const reasons = async ({ github }: World): Promise<string[]> =>
  (await github.commits(BRANCH)).flatMap(({ trailers }) =>
    trailers.flatMap(([name, value]) => (name === 'Plan-Reason' ? [value] : [])),
  )

test('a plan with approved tests is done only when these tests pass', async () => {
  const told: string[] = []
  const look = call('run_command', { command: `node --test ${T}` })
  await using world = await planned(withTest({ 1: [look, hearing(told, well[0] as Reply), finish(1)] }))
  const [announced = ''] = await saidByBot(world, world.pull)
  expect(announced).toContain(`\`${T}\`, run by \`node --test ${T}\`.\n\n<details>`)
  const done = await world.say('bob', world.pull, 'approve')
  expect([done.code, done.outputs['plan-state']]).toEqual([0, 'done'])
  expect(told.join()).toMatch(/Cannot find module .*limit\.js/)
  expect(await world.github.file(BRANCH, T)).toBe(LIMIT)
  expect(await subjects(world, BRANCH)).toEqual([expect.any(String), 'Add part 1', 'Add part 2', 'Finish the plan'])
  const [, one] = await world.github.commits(BRANCH)
  expect(one?.trailers).toContainEqual(['Plan-Proof', 'proving=1 guarding=0'])
  expect(done.log).toContain('run the acceptance tests')
})

test('of three jobs only those without a token run base checks, approved tests and the reviewer model', async () => {
  const inputs = { 'reader-model': 'second-pair-of-eyes', 'verify-command': 'node --test test/index.test.js' }
  const slowly = `sleep 1.${randomInt(1e9, 1e10)}`
  const { script } = withTest()
  // The planner takes longer than the base.
  const waits: Step = async () => {
    await expect.poll(() => isRunning(slowly)).toBe(true)
    await expect.poll(() => isRunning(slowly)).toBe(false)
    await expect.poll(() => isRunning('test/index.test.js')).toBe(false)
    return look
  }
  const plan = [waits, look, look, look, offer(tested())]
  await using world = await stage({
    script: { ...script, plan, reader: call('report', { objections: [] }), result: found() },
  })
  const { github } = world
  const { number: issue } = await github.openIssue('alice')
  const jobsFor = async (who: string, number: number, text: string, more: object = {}) =>
    threeJobs(world, (await github.comment(who, number, text)).event, { inputs: { ...inputs, ...more } })
  const kindsIn = ({ rounds }: Jobs) => rounds.map(({ orders }) => orders.map(({ kind }) => kind))
  const verify = `${slowly} && ${inputs['verify-command']}`
  const drafted = await jobsFor('alice', issue, '/plan it, tests first', { 'verify-command': verify })
  expect(kindsIn(drafted)).toEqual([['plan']])
  const [{ number: pull = 0 } = {}] = await github.pulls()
  expect((await saidByBot(world, pull))[0]).toContain(`Today: \`${verify}\` passes`)

  const jobs = await jobsFor('bob', pull, 'approve')
  expect(kindsIn(jobs)).toEqual([['execute'], ['execute'], ['review'], ['check']])
  expect(jobs.rounds.map(({ orders }) => orders.map((input) => input['tryFirst'] ?? []))).toEqual([[[T]], [[]], [[]], [[]]]) // prettier-ignore
  expect(jobs.rounds.at(-1)?.publish.outputs['plan-state']).toBe('done')
  expect(await github.file(BRANCH, T)).toBe(LIMIT)
})

const look = call('read_file', { path: 'src/index.js' })
const found = (): Reply =>
  call('report', {
    findings: [{ subtask: 1, kind: 'partial', path: 'src/limit.js', line: 1, text: 'Of one address.' }],
  })

describe('a test that does not fail before the plan', () => {
  const weak = { ...ACCEPTED, content: "import test from 'node:test'\n\ntest('always', () => {})\n" }

  test('an approved test that passes before any work pauses the plan before the model is called', async () => {
    await using world = await planned({
      script: { ...withTest({}, tested([weak])).script, revise: offer({ ...tested(), answers: [] }) },
    })
    const halted = await world.say('bob', world.pull, 'approve')
    expect([halted.code, halted.outputs['plan-state'], halted.requests.length]).toEqual([0, 'halted', 0])
    expect(await lastSaid(world, world.pull)).toMatch(/Paused: an acceptance test needs a look.*`test\/limit\.test\.js` proves nothing: it passes before anything is done/s) // prettier-ignore
    expect(await reasons(world)).toEqual(['acceptance'])
    const retried = await world.say('bob', world.pull, '/retry')
    expect([retried.outputs['plan-state'], retried.requests.length]).toEqual(['halted', 0])
    await world.github.push('bob', BRANCH, { files: { 'PLAN.md': (await planText(world)).replace(/```js\n[^`]*```/, '```js\n' + LIMIT + '```') } }) // prettier-ignore
    const looked = await world.dispatch(world.pull)
    expect([looked.outputs['plan-state'], looked.outputs['next']]).toEqual(['todo', 'approval'])
    const done = await world.say('bob', world.pull, 'approve')
    expect([done.outputs['plan-state'], await world.github.file(BRANCH, T)]).toEqual(['done', LIMIT])
  })
})

const planText = async ({ github }: World): Promise<string> => github.git(['show', `${BRANCH}:PLAN.md`])

describe('nobody but people changes what was approved:', () => {
  test('a compromised job cannot change approved tests', async () => {
    await using world = await planned(withTest())
    const { event } = await world.github.comment('bob', world.pull, 'approve')
    const lines = LIMIT.split('\n').slice(0, -1)
    const forged = [
      `diff --git a/${T} b/${T}`,
      `--- a/${T}`,
      `+++ b/${T}`,
      `@@ -1,${lines.length} +1 @@`,
      ...lines.map((line) => `-${line}`),
      '+export {}',
      '',
    ].join('\n')
    const patch = Buffer.from(forged).toString('base64')
    const jobs = await threeJobs(world, event, {
      rounds: 1,
      inputs: { 'max-attempts': '1' },
      between: (folder, [input]) => editResult(join(folder, input?.id ?? ''), { patch }),
    })
    expect(jobs.rounds[0]?.publish.outputs['plan-state']).toBe('halted')
    expect(await subjects(world, BRANCH)).not.toContain('Add part 1')
    expect(await lastSaid(world, world.pull)).toContain(`\`${T}\` is a test that people approved with the plan`)
  })

  test('a job that claims approved tests passed without running them cannot finish the plan', async () => {
    await using world = await planned(withTest())
    const { event } = await world.github.comment('bob', world.pull, 'approve')
    const jobs = await threeJobs(world, event, {
      rounds: 3,
      between: (folder, [input]) =>
        input?.kind === 'check' ? editResult(join(folder, input.id), { checks: [] }) : Promise.resolve(),
    })
    expect(jobs.rounds[2]?.publish.outputs['plan-state']).not.toBe('done')
    expect(await subjects(world, BRANCH)).not.toContain('Finish the plan')
  })
})

async function editResult(folder: string, change: object): Promise<void> {
  const path = join(folder, 'result.json')
  const ending = JSON.parse(await readFile(path, 'utf8')) as { result: object }
  await writeFile(path, JSON.stringify({ ...ending, result: { ...ending.result, ...change } }))
}

describe('the plan is not done', () => {
  test('a plan is not done while an approved test fails at the end; another subtask can fix that', async () => {
    const broken = 'export const limit = () => true\n'
    const more = tested()
    const third = { number: 3, name: 'Mend it', files: ['src/limit.js'], verify: [] }
    const revised = { ...more, subtasks: [...more.subtasks, ...planOf([third]).subtasks] }
    await using world = await planned({
      script: {
        ...withTest({ 2: [write('src/limit.js', broken), ...workOf(2)], 3: [write('src/limit.js', CODE), finish(3)] }).script, // prettier-ignore
        revise: ({ feedback }) =>
          offer({ ...revised, answers: feedback.map((comment) => ({ comment, applied: true, note: 'In 3.' })) }),
      },
    })
    const halted = await world.say('bob', world.pull, 'approve')
    expect([halted.code, halted.outputs['plan-state']]).toEqual([0, 'halted'])
    expect(await lastSaid(world, world.pull)).toMatch(
      /`test\/limit\.test\.js` fails on what is there now: .*eleven do not/s,
    )
    expect(await reasons(world)).toEqual(['acceptance'])
    expect((await world.say('bob', world.pull, '/retry')).outputs['plan-state']).toBe('halted')
    await world.say('bob', world.pull, '/revise Mend the limiter.')
    const offered = await lastSaid(world, world.pull)
    expect(offered).toContain('It failed before the plan.')
    const done = await world.say('bob', world.pull, 'approve')
    expect([done.outputs['plan-state'], await world.github.file(BRANCH, T)]).toEqual(['done', LIMIT])
    expect((await checklist(world, world.pull)).map((line) => line.slice(0, 8))).toEqual([
      '- [x] 1.',
      '- [x] 2.',
      '- [x] 3.',
    ])
  })

  test('a plan is not done while an approved test differs from its approved text, whoever changed it', async () => {
    await using world = await planned(withTest())
    await world.say('bob', world.pull, 'approve 1')
    await world.github.push('carol', BRANCH, { files: { [T]: `${LIMIT}// A word.\n` } })
    const halted = await world.say('bob', world.pull, 'approve')
    expect(halted.outputs['plan-state']).toBe('halted')
    expect(await lastSaid(world, world.pull)).toContain(
      `The acceptance test \`${T}\` is not what was approved: put it back`,
    )
    await world.github.push('carol', BRANCH, { files: { [T]: LIMIT } })
    expect((await world.say('bob', world.pull, '/retry')).outputs['plan-state']).toBe('done')
  })
})
