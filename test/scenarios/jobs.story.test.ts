import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import type { Run } from '../../fakes/runner/run.ts'
import type { World } from '../../fakes/runner/world.ts'
import { ordersIn, threeJobs, type Jobs, type Mishaps, type Order } from '../../fakes/runner/jobs.ts'
import { temporaryDirectory } from '../places.ts'
import { bundled, executed, finish, offer, planned, planOf, saidByBot, subjects, workOf } from './stage.ts'

/** A comment, and the jobs that it starts. */
async function say(world: World, number: number, body: string, mishaps: Mishaps = {}): Promise<Jobs> {
  const { event } = await world.github.comment('alice', number, body)
  return threeJobs(world, event, mishaps)
}

const kindsIn = ({ rounds }: Jobs): string[][] => rounds.map(({ orders }) => orders.map(({ kind }) => kind))
const idsIn = ({ rounds }: Jobs): string[][] => rounds.map(({ orders }) => orders.map(({ id }) => id))

/** Everything in a folder, as one text. */
async function textsIn(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

test('a plan is made and executed in three jobs, each with only its own secrets', async () => {
  const world = await bundled.stage()
  await using _ = world
  const artifacts: string[] = []
  const between = async (folder: string): Promise<void> => void artifacts.push(await textsIn(folder))
  const { number: issue } = await world.github.openIssue('alice', { title: 'Limit', body: 'We are flooded.' })
  const drafted = await say(world, issue, '/plan add a limiter', { between })
  const [pull = 0] = (await world.github.pulls()).map(({ number }) => number)
  expect(drafted.rounds[0]?.publish.outputs).toMatchObject({ 'plan-state': 'todo', next: 'approval', work: '[]' })
  const revised = await say(world, pull, 'Please name the risks.', { between })
  expect((await saidByBot(world, pull)).at(-1)).toContain('version 2')
  const done = await say(world, pull, 'approve', { between })
  expect([drafted, revised, done].map(kindsIn)).toEqual([[['plan']], [['plan']], [['execute'], ['execute']]])
  expect(await executed(world)).toEqual(['Add part 1', 'Add part 2'])
  expect(done.rounds.at(-1)?.publish.outputs['plan-state']).toBe('done')

  const all = [drafted, revised, done]
  const deciding = all.map(({ decide }) => decide)
  const working = all.flatMap(({ rounds }) => rounds.flatMap(({ work }) => work))
  const publishing = all.flatMap(({ rounds }) => rounds.map(({ publish }) => publish))
  expect([...deciding, ...publishing].flatMap(({ requests }) => requests)).toEqual([])
  expect(working.flatMap(({ journal }) => journal)).toEqual([])
  expect(working.map(({ summary }) => /<summary>(.*) · \d+ lines?</.exec(summary)?.[1])).toEqual([
    ...['#1: plan', '#1: plan', '#1: subtask 1, attempt 1', '#1: subtask 2, attempt 1'],
  ])
  const wrote = deciding.flatMap(({ journal }) => journal.filter(({ write, kind }) => write && kind !== 'git'))
  expect(wrote.filter(({ path }) => !path.endsWith('/reactions'))).toEqual([])
  const secrets = [...deciding, ...working, ...publishing].flatMap((run) => run.secrets)
  expect(secrets.filter((secret) => artifacts.join('\n').includes(secret))).toEqual([])
  const handed = [...deciding, ...publishing].map(({ outputs }) => outputs['work'] ?? '').join('\n')
  expect(secrets.filter((secret) => handed.includes(secret))).toEqual([])
})

test('the doctor’s findings of a dispatch without a number are posted by the publishing job', async () => {
  await using world = await bundled.stage({ script: { report: call('report', { outcome: 'ready' }) } })
  const { decide, rounds } = await threeJobs(world, world.github.dispatchEvent())
  expect(rounds.map(({ orders }) => orders.map(({ id }) => id))).toEqual([['doctor']])
  expect([decide.summary, rounds[0]?.publish.outputs['work']]).toEqual(['', '[]'])
  const { summary = '' } = rounds[0]?.publish ?? {}
  expect(summary).toMatch(
    /^\*\*Doctor:\*\* all is well\.\n[^]*\*\*Branches:\*\*[^]*\*\*Sandbox:\*\*[^]*\*\*Model for plans:\*\*/,
  )
  expect(summary).not.toContain('Next runs')
})

/** Four subtasks that need nothing of each other; the first and the third change the same line. */
const FOUR = planOf(
  [1, 2, 3, 4].map((number) => ({
    number,
    files: number % 2 === 1 ? ['README.md'] : [`src/part${number}.js`],
    verify: number % 2 === 1 ? ['test -s README.md'] : [`test -s src/part${number}.js`],
  })),
)
const readme = (number: number) => [
  call('write_file', { path: 'README.md', content: `# Demo ${number}\n` }),
  finish(number),
]

test('a missing secret is reported without a checkout, by the publishing job, and the next run continues', async () => {
  await using world = await bundled.stage()
  const { number: issue } = await world.github.openIssue('alice')
  const env = { GITHUB_WORKSPACE: temporaryDirectory() }
  const inputs = { 'openai-base-url': 'https://api.openai.com/v1', 'openai-api-key': '' }
  const { rounds, next } = await say(world, issue, '/plan x', { work: { inputs, env } })
  expect([rounds[0]?.work[0]?.code, rounds[0]?.publish.code, next]).toEqual([1, 1, []])
  expect(await saidByBot(world, issue)).toEqual([expect.stringMatching(/`openai-api-key` is empty.*Add the secret/s)])
  const doctor = await threeJobs(world, world.github.dispatchEvent(), { work: { inputs, env } })
  expect(doctor.rounds[0]?.publish.summary).toMatch(/❌.*`openai-api-key` is empty/)
  await threeJobs(world, world.github.dispatchEvent(issue))
  expect((await saidByBot(world, issue)).at(-1)).toContain('Plan ready')
})

test('independent subtasks run as a matrix, and a change verified on other files is verified again', async () => {
  await using world = await planned({
    script: { plan: [offer(FOUR)], subtasks: { 1: readme(1), 2: workOf(2), 3: readme(3), 4: workOf(4) } },
  })
  const jobs = await say(world, world.pull, 'approve')
  expect(idsIn(jobs)).toEqual([
    [1, 2, 3, 4].map((number) => `1-subtask-${number}-attempt-1`),
    ['1-verify-2-3-4'],
    ['1-subtask-3-attempt-1'],
  ])
  expect(await executed(world)).toEqual(['Add part 1', 'Add part 2', 'Add part 4', 'Add part 3'])
  expect(await world.github.file('plan/issue-1', 'README.md')).toBe('# Demo 3\n')
  expect(jobs.rounds[1]?.work[0]?.requests).toEqual([])
  expect(jobs.rounds[1]?.publish.log).toContain('Subtask 3 is to be done again: The change no longer fits')
  const last = jobs.rounds.at(-1)?.publish
  expect(last?.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '4' })
  const spent = jobs.rounds.flatMap(({ work }) => work.map(({ outputs }) => Number(outputs['tokens-input'])))
  const before = Number(jobs.decide.outputs['tokens-input'])
  expect(Number(last?.outputs['tokens-input'])).toBe(spent.reduce((a, b) => a + b, before))
})

describe('between the jobs', () => {
  const edit =
    (change: (input: Record<string, unknown>, ending: { result: Record<string, unknown> }) => void) =>
    async (folder: string): Promise<void> => {
      const [orderFile, endFile] = [join(folder, 'order.json'), join(folder, 'result.json')]
      const input = JSON.parse(await readFile(orderFile, 'utf8')) as Record<string, unknown>
      const ending = JSON.parse(await readFile(endFile, 'utf8')) as { result: Record<string, unknown> }
      change(input, ending)
      await writeFile(orderFile, JSON.stringify(input))
      await writeFile(endFile, JSON.stringify(ending))
    }
  const patch = (path: string, mode: string, content: string): string =>
    Buffer.from(
      `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${content}\n`,
    ).toString('base64')

  /** What somebody who has taken over the job that works might hand on. The first ones leave nothing behind. */
  const FORGERIES: [string, (folder: string) => Promise<void>, RegExp][] = [
    [
      'the order of another machine',
      edit((o) => (o['id'] = '1-subtask-2-attempt-1')),
      /::error::The result in .* is left out: "1-subtask-1-attempt-1" is not named after 1-subtask-2-attempt-1/,
    ],
    [
      'a subtask that was not approved',
      async (folder) => {
        await edit((o) => (o['id'] = '1-subtask-2-attempt-1'))(folder)
        await rename(folder, join(folder, '../1-subtask-2-attempt-1'))
      },
      /is left out: nothing/,
    ],
    [
      'a change to verify that nobody handed out',
      async (folder) => {
        await edit((o, e) => {
          const change = { subtask: 1, result: { ...e.result, patch: patch('planted.txt', '100644', 'x') } }
          Object.assign(o, { kind: 'check', of: 'changes', id: '1-verify-1', changes: [change] })
          e.result = { kind: 'verified', usage: e.result['usage'], turns: 0, results: [change] }
        })(folder)
        await rename(folder, join(folder, '../1-verify-1'))
      },
      /is left out: this order was not given/,
    ],
    [
      'more tokens than a trailer can hold',
      edit((_, e) => (e.result['usage'] = { input: 9e15, cached: 0, output: 9e15 })),
      /::error::The result in .* is left out/,
    ],
    ['another subtask under this name', edit((o) => (o['subtask'] = 2)), /left out: its order/],
    [
      'a link to a file of the runner',
      async (folder) => {
        await rename(join(folder, 'result.json'), join(folder, 'other.json'))
        await symlink(join(folder, 'other.json'), join(folder, 'result.json'))
      },
      /::error::The result in .* is left out/,
    ],
    [
      'a workflow',
      edit((_, e) => (e.result['patch'] = patch('.github/workflows/x.yml', '100644', 'on: push'))),
      /record what was begun/,
    ],
  ]

  test('forged results between jobs are rejected, and honest results of the tasks are still accepted', async () => {
    await using world = await planned()
    const { event } = await world.github.comment('alice', world.pull, 'approve 1')
    const honest = await mkdtemp(join(tmpdir(), 'honest-'))
    let orders: readonly Order[] = []
    const forged: Mishaps = {
      rounds: 1,
      between: async (folder, given) => {
        orders = given
        await cp(folder, honest, { recursive: true })
        await rm(join(folder, given[0]?.id ?? ''), { recursive: true })
      },
    }
    const { rounds } = await threeJobs(world, event, forged)
    expect(ordersIn(rounds[0]?.publish as Run)).toEqual(orders)
    const publish = (results: string): Promise<Run> =>
      world.run(event, { inputs: { mode: 'publish', results, 'openai-api-key': '' } })
    for (const [name, forge, says] of FORGERIES) {
      const folder = await mkdtemp(join(tmpdir(), 'forged-'))
      await cp(honest, folder, { recursive: true })
      await forge(join(folder, orders[0]?.id ?? ''))
      const run = await publish(folder)
      expect([name, await executed(world), run.log]).toEqual([name, [], expect.stringMatching(says)])
      // Nothing was written, so nothing is handed out again: whoever looks at the red run decides.
      if (name !== 'a workflow') expect([name, run.code, run.outputs['work']]).toEqual([name, 1, '[]'])
      await rm(folder, { recursive: true })
    }
    await rm(honest, { recursive: true })
  })
})

describe('somebody who pushes while others work', () => {
  /** A push of a person after the first round of work. */
  const pushing = (world: World, push: { files: Record<string, string>; force?: boolean }): Mishaps => {
    let pushed = false
    return {
      between: async () => {
        if (!pushed) await world.github.push('bob', 'plan/issue-1', push)
        pushed = true
      },
    }
  }

  test('a subtask is only verified again, without model usage, if somebody pushed during the jobs', async () => {
    await using world = await planned()
    const jobs = await say(world, world.pull, 'approve 1', pushing(world, { files: { 'docs/notes.md': 'By hand.\n' } }))
    expect(idsIn(jobs)).toEqual([['1-subtask-1-attempt-1'], ['1-verify-1']])
    expect(jobs.rounds.map(({ publish }) => publish.code)).toEqual([0, 0])
    expect(jobs.rounds[1]?.work.flatMap(({ requests }) => requests)).toEqual([])
    expect(await executed(world)).toEqual(['Add part 1'])
    expect(await world.github.file('plan/issue-1', 'docs/notes.md')).toBe('By hand.\n')
    const spent = Number(jobs.rounds[0]?.work[0]?.outputs['tokens-input']) + Number(jobs.decide.outputs['tokens-input'])
    expect(Number(jobs.rounds[1]?.publish.outputs['tokens-input'])).toBe(spent)
  })
})

test('a subtask that somebody skips while a job works on it is not committed, and others continue', async () => {
  const plan = planOf([{ number: 1 }, { number: 2 }])
  await using world = await planned({ script: { plan: [offer(plan)] } })
  const { event } = await world.github.comment('alice', world.pull, 'approve')
  const honest = await threeJobs(world, event, {
    rounds: 1,
    between: async (folder, orders) => {
      await rm(join(folder, orders[1]?.id ?? ''), { recursive: true })
      await world.github.comment('bob', world.pull, '/skip 1 later')
    },
  })
  const [round] = honest.rounds
  expect([round?.publish.code, await executed(world), honest.next.map(({ id }) => id)]).toEqual([
    0,
    [],
    ['1-subtask-2-attempt-1'],
  ])
  const spent = Number(honest.decide.outputs['tokens-input']) + Number(round?.work[0]?.outputs['tokens-input'])
  expect(Number(round?.publish.outputs['tokens-input'])).toBe(spent)
})

test('a task input that is empty, no JSON, or for a missing commit fails the job with advice', async () => {
  await using world = await planned()
  const { event } = await world.github.comment('alice', world.issue, '/ask why?')
  const [asked] = ordersIn(await world.run(event, { inputs: { mode: 'decide' } }))
  for (const [input, says] of [
    ['', 'The input `work-order` is empty.'],
    ['{', 'holds no order'],
    [JSON.stringify({ ...asked, head: 'b'.repeat(40) }), 'does not hold the commit'],
  ] as const) {
    const run = await world.run(event, { inputs: { mode: 'work', 'work-order': input } })
    expect([run.code, run.log]).toEqual([1, expect.stringContaining(says)])
    expect(run.journal).toEqual([])
  }
})

describe('two workflows of three jobs on one plan', () => {
  test('of two three-job workflows on one plan the second exits, and the first does its work', async () => {
    await using world = await planned()
    const { event } = await world.github.comment('alice', world.pull, 'approve')
    const met: unknown[] = []
    let isFirst = true
    // The machine of the first one works, and no job of it is at work on GitHub.
    const between = async (): Promise<void> => {
      if (!isFirst) return
      isFirst = false
      const scheduled = await threeJobs(world, world.github.scheduleEvent())
      met.push(idsIn(scheduled), scheduled.decide.log.includes('is at work on this plan'))
      const skipping = await say(world, world.pull, '/skip 2 later')
      met.push(idsIn(skipping), await subjects(world, 'plan/issue-1'))
    }
    const { rounds, next } = await threeJobs(world, event, { between })
    expect(met).toEqual([[[]], true, [[]], ['Plan: Limit the rate of requests']])
    expect(await executed(world)).toEqual(['Add part 1'])
    expect([rounds.length, next, rounds[0]?.publish.outputs['plan-state']]).toEqual([1, [], 'done'])
  })

  test('a three-job workflow that was cancelled between its jobs does not keep the plan locked', async () => {
    await using world = await planned()
    const { event } = await world.github.comment('alice', world.pull, 'approve')
    const same = { env: { GITHUB_RUN_ID: '499999' }, inputs: { mode: 'decide', 'openai-api-key': '' } }
    const decided = await world.run(event, { ...same, isFollowed: true })
    expect(ordersIn(decided).map(({ kind }) => kind)).toEqual(['execute'])
    const beside = await threeJobs(world, world.github.scheduleEvent())
    expect(idsIn(beside)).toEqual([[]])
    world.github.workflowRuns.set(499_999, { attempt: 1, ended: true })
    const after = await threeJobs(world, world.github.scheduleEvent())
    expect(after.rounds.at(-1)?.publish.outputs['plan-state']).toBe('done')
  })

  test('the deciding job hands out tasks even if it has no push permission', async () => {
    await using world = await planned()
    world.github.settings.permissions.contents = 'read'
    const { event } = await world.github.comment('alice', world.pull, 'approve')
    const decided = await world.run(event, { inputs: { mode: 'decide', 'openai-api-key': '' } })
    world.github.settings.permissions.contents = 'write'
    expect([decided.code, ordersIn(decided).map(({ kind }) => kind)]).toEqual([0, ['execute']])
  })
})
