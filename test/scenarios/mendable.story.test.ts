import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { call, type Fault, type Step } from '../../fakes/model/script.ts'
import { BRANCH, bundled, offer, planned, planOf, saidByBot, stage, TWO } from './stage.ts'

/** What nobody may read in a comment: a stack, a path of the runner, a key. */
const PRIVATE = /\n\s+at |node:internal|\/tmp\/|\/home\/|sk-test|ghs_|index\.js/

describe('what a person can mend is said in a sentence with its remedy, red, once', () => {
  test.each<[string, { fault?: Fault; inputs?: Record<string, string> }, RegExp]>([
    [
      'an unknown model',
      {
        fault: {
          kind: 'error',
          status: 404,
          message: 'The model `scripted` does not exist',
          type: 'invalid_request_error',
          code: 'model_not_found',
        },
      },
      /does not offer the model.*`model`/s,
    ],
    [
      'a path for plans where something else is',
      { inputs: { 'plan-file': 'AGENTS.md' } },
      /`AGENTS.md` on `main` is a file of yours.*Nothing was spent.*`plan-file`/s,
    ],
  ])('one comment with a remedy, and a red run, for %s', async (_name, { fault, inputs = {} }, sentence) => {
    await using world = await stage()
    world.model.fault = () => fault
    const { issue, run } = await world.plan('add a limiter', { inputs })
    const [comment = ''] = await saidByBot(world, issue)
    expect(run.code).toBe(1)
    expect(comment).toMatch(sentence)
    expect(comment).not.toMatch(PRIVATE)
    expect(run.secrets.filter((secret) => comment.includes(secret))).toEqual([])
    await world.dispatch(issue, { inputs })
    expect(await saidByBot(world, issue)).toHaveLength(1)
    world.model.fault = undefined
    await world.dispatch(issue)
    expect(await world.github.pulls()).toHaveLength(1)
  })

  test('a run without an event payload is an error that says so', async () => {
    await using world = await bundled.stage()
    const { event } = await world.github.openIssue('alice')
    const run = await world.run(event, { env: { GITHUB_EVENT_PATH: '/nowhere/event.json' } })
    expect([run.code, run.journal]).toEqual([1, []])
    expect(run.log).toMatch(/::error::.*event payload/)
    expect(run.log).not.toContain('    at ')
  })

  test('in an empty repository a plan request is an error, because the branch does not exist', async () => {
    await using world = await stage()
    const { number } = await world.github.openIssue('alice')
    const { event } = await world.github.comment('alice', number, '/plan a start')
    const sha = (await world.github.sha('main')) ?? ''
    await world.github.git(['update-ref', '-d', 'refs/heads/main'])
    const run = await world.run(event, { at: { sha } })
    expect([run.code, run.requests.length]).toEqual([1, 0])
    expect(run.log).toMatch(/::error::The branch `main` does not exist .*base-branch/)
    expect((await saidByBot(world, number)).join()).not.toMatch(PRIVATE)
  })
})

test.each(['1', '2'])('a broken `setup-command` pauses an approved plan, with `parallel: %s`', async (parallel) => {
  await using world = await planned({ script: { plan: [offer(planOf([{ number: 1 }, { number: 2 }]))] } })
  const broken = { parallel, 'setup-command': 'seq 90; echo "error: no lock file"; sleep 11; seq 40; exit 7' }
  const running = world.say('bob', world.pull, 'approve', { inputs: broken })
  await expect.poll(async () => (await world.github.pull(world.pull)).body).toContain('setting up: `seq 90; echo')
  const run = await running
  expect([run.code, run.outputs['plan-state'], run.requests.length], run.log).toEqual([0, 'halted', 0])
  const said = (await saidByBot(world, world.pull)).at(-1) ?? ''
  expect(said).toMatch(/^### ⏸️ Paused: `setup-command` fails\n\nThe input `setup-command` failed \(exit code 7\): error: no lock file\. Correct the command,[^]*<summary>What it printed last<\/summary>\n\n```text\n\$ seq 90;[^]*\nerror: no lock file\n[^]*\n40\n```/) // prettier-ignore
  expect(said).toContain('| go on | `/retry` |')
  const { body = '' } = (await world.github.pulls())[0] ?? {}
  expect(body).toContain('⏸️ **Paused: `setup-command` fails**')
  const again = await world.say('bob', world.pull, '/retry', { inputs: { parallel, 'setup-command': 'true' } })
  expect([again.code, again.outputs['plan-state']], again.log).toEqual([0, 'done'])
  expect((await saidByBot(world, world.pull)).join()).not.toContain('nothing to retry')
})

test('a `setup-command` slower than the planner is retried with each version until its result is known', async () => {
  let round = 0
  const revise: Step = async ({ feedback }) => {
    if (++round === 2) await sleep(4_000)
    const answers = feedback.map((comment) => ({ comment, applied: true, note: 'as you said' }))
    return offer(planOf([{ number: 1 }], { risks: [`Risk ${round}.`], answers }))
  }
  await using world = await stage({ script: { plan: [offer(TWO)], revise: [revise, revise] } })
  const slow = { inputs: { 'setup-command': 'sleep 300; exit 3' } }
  await world.plan('add a limiter', slow)
  const [{ number = 0 } = {}] = await world.github.pulls()
  await world.say('bob', number, 'Make it blue.', slow)
  await world.say('bob', number, 'Make it red.', { inputs: { 'setup-command': 'exit 3' } })
  expect(await saidByBot(world, number)).toEqual([
    ...Array.from({ length: 2 }, () => expect.stringMatching(/Whether `setup-command` passes today is not known: stopped after \d+ s, when the plan was ready\./)), // prettier-ignore
    expect.stringMatching(/^### Plan, version 3.*\n\n> \[!WARNING\]\n> \*\*`setup-command` fails\*\*/),
  ])
})

const SMALL = await mkdtemp(join(tmpdir(), 'small-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'tmpfs', SMALL]).status === 0
afterAll(() => isMounted && execFileSync('umount', ['-l', SMALL]))

test.skipIf(!isMounted)(
  'a full disk during a subtask pauses the plan, names the folder and records tokens used',
  async () => {
    await using world = await bundled.planned({
      script: { subtasks: { 1: [call('write_file', { path: 'src/big.txt', content: 'x'.repeat(6_000_000) })] } },
    })
    const env = { RUNNER_TEMP: SMALL, GITHUB_WORKSPACE: join(SMALL, 'ws') }
    const run = await world.say('alice', world.pull, 'approve', { env })
    expect([run.code, run.outputs['plan-state']], run.log).toEqual([0, 'halted'])
    expect((await saidByBot(world, world.pull)).at(-1)).toMatch(
      /The disk of the runner is full: its .*`(?:RUNNER_TEMP|GITHUB_WORKSPACE)`/,
    )
    const [halt] = (await world.github.commits(BRANCH)).slice(-1)
    expect(halt?.message, run.requests.length + run.log).toMatch(
      /Plan-State: halted\nPlan-Reason: environment[^]*Plan-Usage: input=[1-9]/,
    )
    expect((await world.say('alice', world.pull, '/retry')).code).toBe(0)
  },
)
