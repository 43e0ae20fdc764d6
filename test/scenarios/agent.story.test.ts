import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, type ToolCall } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { BRANCH, finish, offer, planned, planOf, workOf } from './stage.ts'

const delegate = call('delegate', { name: 'look', task: 'Find all limits.', expected_outcome: 'A list of them.' })
const usageIn = (message: string): number[] =>
  /^Plan-Usage: input=(\d+) cached=\d+ output=(\d+)$/m.exec(message)?.slice(1).map(Number) ?? []

/** What the endpoint counted for requests: input and output. */
const countedBy = (requests: World['model']['requests']): number[] => [
  requests.reduce((sum, { usage }) => sum + usage.input, 0),
  requests.reduce((sum, { usage }) => sum + usage.output, 0),
]

test('tokens of sub-agents count, flaky checks are named, and files that checks leave are not committed', async () => {
  let asked = 0
  const server = createServer((_, response) => response.writeHead(asked++ < 2 ? 500 : 200).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const flaky = `node -e "fetch('http://127.0.0.1:${port}').then((r) => process.exit(r.ok ? 0 : 1))"`
  const litter = ['echo litter > litter.txt', 'echo changed > README.md']
  const steps = (n: number): ToolCall => ({
    name: 'update_steps',
    arguments: JSON.stringify({ steps: [{ title: `step ${n}`, state: 'in_progress' }] }),
  })
  const many = { calls: Array.from({ length: 40 }, (_, n) => steps(n)) }
  const plan = planOf([
    { number: 1 },
    { number: 2, verify: [flaky] },
    { number: 3, verify: litter },
    { number: 4, verify: ['test ! -e litter.txt'] },
  ])
  await using world = await planned({
    script: {
      plan: [offer(plan)],
      subtasks: {
        1: [delegate, ...workOf(1)],
        2: [...workOf(2), finish(2)],
        4: [many, ...workOf(4)],
      },
      report: [call('read_file', { path: 'src/index.js' }), call('report', { outcome: 'There are none.' })],
    },
  })
  const run = await world.say('alice', world.pull, 'approve')
  expect(run.outputs['plan-state']).toBe('done')
  const commits = await world.github.commits(BRANCH)
  const commitOf = (number: number) => commits.find(({ subject }) => subject === `Add part ${number}`)?.message ?? ''

  const first = run.requests.slice(0, 5)
  expect(first.map(({ phase }) => phase)).toEqual(['execute', 'report', 'report', 'execute', 'execute'])
  expect(first[3]?.results.at(-1)).toMatchObject({ name: 'delegate', text: 'There are none.' })
  expect(usageIn(commitOf(1))).toEqual(countedBy(first))

  expect(commitOf(2)).toContain('failed once and then passed without a change')
  expect(commitOf(2)).toContain('Part 2 works.')

  const files = await world.github.git(['diff', '--name-only', 'main', BRANCH])
  expect(files.trim().split('\n')).toEqual([1, 2, 3, 4].map((number) => `src/part${number}.js`))

  const writes = run.journal.filter(({ method, path }) => method === 'PATCH' && path.includes('/pulls/'))
  expect(writes.length).toBeLessThan(20)
})

describe('a look at the plan after every so many subtasks', () => {
  const FIVE = planOf([1, 2, 3, 4, 5].map((number) => ({ number })))
  const subtasks = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [number, workOf(number)]))
  const review = { inputs: { 'review-every': '2' } }

  test('the plan is reviewed once after every few subtasks, at counted cost, and continues if sound', async () => {
    await using world = await planned({
      ...review,
      script: { plan: [offer(FIVE)], subtasks, report: call('report', { outcome: 'It stands.' }) },
    })
    const run = await world.say('alice', world.pull, 'approve')
    expect(run.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '5' })
    const input = run.requests.filter(({ turn }) => turn === 0).map(({ phase, subtask }) => subtask ?? phase)
    expect(input).toEqual([1, 2, 'report', 3, 4, 'report', 5])
    const commits = await world.github.commits(BRANCH)
    const usages = commits.slice(1).map(({ message }) => usageIn(message))
    const sum = [0, 1].map((i) => usages.reduce((all, usage) => all + (usage[i] ?? 0), 0))
    expect(sum).toEqual(countedBy(run.requests))
  })
})
