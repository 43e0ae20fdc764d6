import { expect, test } from 'vitest'
import type { JournalEntry, WebhookEvent } from '../../fakes/github/types.ts'
import { wrongKey } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { planned, stage } from './stage.ts'

// Whatever a dry run meets, it writes nothing: no comment, no reaction, no body, no ref.

const DRY = { 'dry-run': 'true' }
const MODES = ['all', 'decide', 'publish'] as const

/** Runs `act` and gives the writes that arrived meanwhile. */
async function writesDuring({ github }: World, act: () => Promise<unknown>): Promise<string[]> {
  const requests = github.journal.length
  const refs = github.refUpdates.length
  await act()
  return [
    ...github.journal
      .slice(requests)
      .filter(writes)
      .map(({ method, path }) => `${method} ${path}`),
    ...github.refUpdates.slice(refs).map(({ ref }) => `push ${ref}`),
  ]
}

/** A git fetch and a question by GraphQL are sent by POST too, and write nothing. */
const writes = ({ write }: JournalEntry): boolean => write

test.each(MODES)('a dry run in mode %s writes nothing, whatever happens', async (mode) => {
  const inputs = { ...DRY, mode }
  await using world = await planned()
  const { github } = world
  const { number } = await github.openIssue('alice')
  const events = [(await github.comment('alice', number, '/plan add a limiter')).event]
  for (const [login, body] of [
    ['alice', 'approve 7'],
    ['mallory', 'approve'],
    ['alice', 'approve'],
    ['alice', '/skip 1 not now'],
    ['alice', 'cancel'],
  ] as const)
    events.push((await github.comment(login, world.pull, body)).event)
  const logs: string[] = []
  const look = async (event: WebhookEvent, code: number): Promise<void> => {
    const run = await world.run(event, { inputs })
    logs.push(run.log)
    expect(run.code).toBe(code)
  }
  const said = await writesDuring(world, async () => {
    for (const event of events) await look(event, 0)
    github.fault = ({ method, path }) =>
      method === 'GET' && path.includes('/permission') ? { kind: 'status', status: 502 } : undefined
    await look(events[3] ?? github.scheduleEvent(), 1)
    github.fault = undefined
  })
  await github.push('bob', 'plan/issue-1', { files: { 'PLAN.md': 'no plan\n' } })
  const later = await writesDuring(world, async () => {
    logs.push((await world.run(github.dispatchEvent(world.pull), { inputs })).log)
  })
  expect([...said, ...later]).toEqual([])
  expect(logs[0]).toContain(mode === 'all' ? '# Plan: Limit the rate of requests' : 'would hand out: draft')
  expect(logs.at(-1)).toContain('The plan file cannot be read')
})

test('a dry run whose model fails writes nothing', async () => {
  await using world = await stage({ script: { plan: { calls: [], faults: [wrongKey] } } })
  const { number } = await world.github.openIssue('alice')
  const { event } = await world.github.comment('alice', number, '/plan add a limiter')
  const said = await writesDuring(world, () => world.run(event, { inputs: DRY }))
  expect(said).toEqual([])
})

test('a dry run in mode `work` executes no subtask and calls no model', async () => {
  await using world = await planned()
  const { event } = await world.github.comment('alice', world.pull, 'approve')
  const decided = await world.run(event, { inputs: { mode: 'decide', 'openai-api-key': '' } })
  const [input] = JSON.parse(decided.outputs['work'] ?? '[]')
  const asked = world.model.requests.length
  const run = await world.run(event, {
    inputs: { ...DRY, mode: 'work', 'work-order': JSON.stringify(input), 'github-token': '' },
    at: { sha: input.head, depth: 0 },
  })
  expect([run.code, world.model.requests.length - asked]).toEqual([0, 0])
  expect(run.log).toContain('would run here')
})
