import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, type ToolCall } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { planned } from './here.ts'
import { checklist, finish, offer, planOf, saidByBot, TWO, workOf, planned as plannedByBundle } from './stage.ts'

const BRANCH = 'plan/issue-1'
const delegate = call('delegate', { name: 'look', task: 'Find all limits.', expected_outcome: 'A list of them.' })
const usageIn = (message: string): number[] =>
  /^Plan-Usage: input=(\d+) cached=\d+ output=(\d+)$/m.exec(message)?.slice(1).map(Number) ?? []

/** What the endpoint counted for requests: input and output. */
const countedBy = (requests: World['model']['requests']): number[] => [
  requests.reduce((sum, { usage }) => sum + usage.input, 0),
  requests.reduce((sum, { usage }) => sum + usage.output, 0),
]

test('an agent delegates a part, and what the sub-agent used is counted in the commit', async () => {
  const { world, pull } = await plannedByBundle({
    script: {
      plan: [offer(planOf([{ number: 1 }]))],
      subtasks: { 1: [delegate, ...workOf(1)] },
      report: [call('read_file', { path: 'src/index.js' }), call('report', { outcome: 'There are none.' })],
    },
  })
  await using _ = world
  const run = await world.say('alice', pull, 'approve')
  expect(run.outputs['plan-state']).toBe('done')
  expect(run.requests.map(({ phase }) => phase)).toEqual(['execute', 'report', 'report', 'execute', 'execute'])
  expect(run.requests[3]?.results.at(-1)).toMatchObject({ name: 'delegate', text: 'There are none.' })
  const commit = (await world.github.commits(BRANCH)).find(({ subject }) => subject === 'Add part 1')
  expect(usageIn(commit?.message ?? '')).toEqual(countedBy(run.requests))
})

describe('a look at the plan after every so many subtasks', () => {
  const FIVE = planOf([1, 2, 3, 4, 5].map((number) => ({ number })))
  const subtasks = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [number, workOf(number)]))
  const review = { inputs: { 'review-every': '2' } }

  test('is taken once for each, costs what it costs, and lets a plan that stands go on', async () => {
    const { world, pull } = await planned({
      ...review,
      script: { plan: [offer(FIVE)], subtasks, report: call('report', { outcome: 'It stands.' }) },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect(run.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '5' })
    const order = run.requests.filter(({ turn }) => turn === 0).map(({ phase, subtask }) => subtask ?? phase)
    expect(order).toEqual([1, 2, 'report', 3, 4, 'report', 5])
    const commits = await world.github.commits(BRANCH)
    const usages = commits.slice(1).map(({ message }) => usageIn(message))
    const sum = [0, 1].map((i) => usages.reduce((all, usage) => all + (usage[i] ?? 0), 0))
    expect(sum).toEqual(countedBy(run.requests))
  })

  test('may propose a change, which waits for approval', async () => {
    const less = { ...planOf([1, 2, 3].map((number) => ({ number }))), reason: 'Part 2 does it all.' }
    const { answers: _, ...change } = less
    const { world, pull } = await planned({
      ...review,
      script: { plan: [offer(FIVE)], subtasks, report: call('propose_plan_change', change) },
    })
    await using __ = world
    const halted = await world.say('alice', pull, 'approve')
    expect(halted).toMatchObject({ code: 0, outputs: { 'plan-state': 'halted', 'subtasks-done': '2' } })
    expect(await checklist(world, pull)).toHaveLength(3)
    expect((await saidByBot(world, pull)).at(-1)).toMatch(/Part 2 does it all\..*v=2/s)
    const rest = await world.say('alice', pull, 'approve')
    expect(rest.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '3' })
  })

  test('that comes to nothing holds nothing up', async () => {
    const { world, pull } = await planned({
      inputs: { 'review-every': '1' },
      script: { report: { text: 'I have no opinion.' } },
    })
    await using _ = world
    expect((await world.say('alice', pull, 'approve')).outputs['plan-state']).toBe('done')
  })
})

test('the evidence of a failure tells whether the check failed before the change too', async () => {
  const { world, pull } = await planned({
    inputs: { 'max-attempts': '1' },
    script: {
      plan: [
        offer(
          planOf([
            { number: 1, verify: ['test ! -e src/part1.js'] },
            { number: 2, verify: ['grep -q missing README.md'] },
          ]),
        ),
      ],
      subtasks: {
        1: [...workOf(1), call('give_up', { reason: 'I cannot.' })],
        2: [...workOf(2), call('give_up', { reason: 'I cannot.' })],
      },
    },
  })
  await using _ = world
  const run = await world.say('alice', pull, 'approve')
  expect([run.code, run.outputs['plan-state']]).toEqual([1, 'halted'])
  const last = (await saidByBot(world, pull)).at(-1) ?? ''
  expect(last).toMatch(/test ! -e src\/part1\.js` failed \(exit code 1\)\. It passed before the change\./)
  expect(last).toMatch(/grep -q missing README\.md` failed \(exit code 1\)\. It failed before the change, too\./)
})

test('a check that fails once and passes without a change is named in the outcome', async () => {
  let asked = 0
  const server = createServer((_, response) => response.writeHead(asked++ === 0 ? 500 : 200).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const flaky = `node -e "fetch('http://127.0.0.1:${port}').then((r) => process.exit(r.ok ? 0 : 1))"`
  const { world, pull } = await planned({
    script: {
      plan: [offer(planOf([{ number: 1, verify: [flaky] }]))],
      subtasks: { 1: [...workOf(1), finish(1)] },
    },
  })
  await using _ = world
  expect((await world.say('alice', pull, 'approve')).outputs['plan-state']).toBe('done')
  const [, commit] = await world.github.commits(BRANCH)
  expect(commit?.message).toContain('failed once and then passed without a change')
  expect(commit?.message).toContain('Part 1 works.')
})

test('what checks leave behind is in no commit and does not reach the next subtask', async () => {
  const litter = ['echo litter > litter.txt', 'echo changed > README.md']
  const { world, pull } = await planned({
    script: {
      plan: [
        offer(
          planOf([
            { number: 1, verify: litter },
            { number: 2, verify: ['test ! -e litter.txt'] },
          ]),
        ),
      ],
    },
  })
  await using _ = world
  expect((await world.say('alice', pull, 'approve')).outputs['plan-state']).toBe('done')
  const files = await world.github.git(['diff', '--name-only', 'main', BRANCH])
  expect(files.trim().split('\n')).toEqual(['src/part1.js', 'src/part2.js'])
})

test('an agent that changes its steps without end writes the body now and then only', async () => {
  const steps = (n: number): ToolCall => ({
    name: 'update_steps',
    arguments: JSON.stringify({ steps: [{ title: `step ${n}`, state: 'in_progress' }] }),
  })
  const many = { calls: Array.from({ length: 40 }, (_, n) => steps(n)) }
  const { world, pull } = await planned({
    script: { plan: [offer({ ...TWO, subtasks: TWO.subtasks.slice(0, 1) })], subtasks: { 1: [many, ...workOf(1)] } },
  })
  await using _ = world
  const run = await world.say('alice', pull, 'approve')
  const writes = run.journal.filter(({ method, path }) => method === 'PATCH' && path.includes('/pulls/'))
  expect(run.outputs['plan-state']).toBe('done')
  expect(writes.length).toBeLessThan(10)
})
