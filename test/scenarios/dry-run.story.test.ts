import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '../../fakes/github/types.ts'
import { broken } from '../../fakes/model/script.ts'
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

describe.each(MODES)('a dry run in mode %s writes nothing', (mode) => {
  const inputs = { ...DRY, mode }

  test('for a request, of which it prints the plan where it has the model', async () => {
    await using world = await stage()
    const { number } = await world.github.openIssue('alice')
    const { event } = await world.github.comment('alice', number, '/plan add a limiter')
    const said = await writesDuring(world, async () => {
      const run = await world.run(event, { inputs })
      expect(run.code).toBe(0)
      expect(run.log).toContain(mode === 'all' ? '# Plan: Limit the rate of requests' : 'would hand out: draft')
    })
    expect(said).toEqual([])
  })

  test('for an approval, a cancel, a refusal and words that are feedback', async () => {
    const { world, pull } = await planned()
    await using _ = world
    for (const [login, body] of [
      ['alice', 'approve 7'],
      ['mallory', 'approve'],
      ['alice', 'approve'],
      ['alice', '/skip 1 not now'],
      ['alice', 'cancel'],
    ] as const) {
      const { event } = await world.github.comment(login, pull, body)
      expect(await writesDuring(world, () => world.run(event, { inputs }))).toEqual([])
    }
  })

  test('for a plan file that cannot be read', async () => {
    const { world, pull } = await planned()
    await using _ = world
    await world.github.push('bob', 'plan/issue-1', { files: { 'PLAN.md': 'no plan\n' } })
    const said = await writesDuring(world, async () => {
      const run = await world.run(world.github.dispatchEvent(pull), { inputs })
      expect(run.log).toContain('The plan file cannot be read')
    })
    expect(said).toEqual([])
  })

  test('when GitHub fails in the middle', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const { event } = await world.github.comment('alice', pull, 'approve')
    world.github.fault = ({ method, path }) =>
      method === 'GET' && path.includes('/permission') ? { kind: 'status', status: 502 } : undefined
    const said = await writesDuring(world, async () => {
      expect((await world.run(event, { inputs })).code).toBe(1)
    })
    expect(said).toEqual([])
  })
})

test('a dry run whose model fails writes nothing, and is red where somebody has to look', async () => {
  await using world = await stage({ script: { plan: { calls: [], faults: Array(12).fill(broken()) } } })
  const { number } = await world.github.openIssue('alice')
  const { event } = await world.github.comment('alice', number, '/plan add a limiter')
  const said = await writesDuring(world, () => world.run(event, { inputs: DRY }))
  expect(said).toEqual([])
})

test('a dry run in mode work carries nothing out', async () => {
  const { world, pull } = await planned()
  await using _ = world
  const { event } = await world.github.comment('alice', pull, 'approve')
  const decided = await world.run(event, { inputs: { mode: 'decide', 'openai-api-key': '' } })
  const [order] = JSON.parse(decided.outputs['work'] ?? '[]')
  const asked = world.model.requests.length
  const run = await world.run(event, {
    inputs: { ...DRY, mode: 'work', 'work-order': JSON.stringify(order), 'github-token': '' },
    at: { sha: order.head, depth: 0 },
  })
  expect([run.code, world.model.requests.length - asked]).toEqual([0, 0])
  expect(run.log).toContain('would run here')
})
