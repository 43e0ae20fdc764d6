import { describe, expect, test } from 'vitest'
import { call, type Reply } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { bundled, checklist, offer, planned, planOf, reactions, saidByBot, stage, subjects, workOf } from './stage.ts'

/** A reply that changes nothing and makes the model's bill longer. */
const spend = (outputTokens: number): Reply => ({ ...call('list_files', { path: 'src' }), outputTokens })

/** From now on the model carries out the first subtask in the shortest way. */
const mend = ({ model }: World): void => {
  model.script = { ...model.script, subtasks: { ...model.script.subtasks, 1: workOf(1) } }
}

const trailersOf = async ({ github }: World): Promise<string[][]> =>
  (await github.commits('plan/issue-1')).map(({ trailers }) =>
    trailers
      .filter(([name]) => ['Plan-State', 'Plan-Reason', 'Plan-Subtask', 'Plan-Attempts'].includes(name))
      .map(([, value]) => value),
  )

describe.each([
  ['tokens', { 'max-tokens': '1000000' }, [850_000, 200_000], ''],
  ['cost', { 'max-cost': '10', prices: 'input=0.01,cached=0.001,output=10' }, [850_000, 200_000], /^10\.\d+$/],
] as const)('a budget of %s', (_, inputs, [first, second], cost) => {
  test('the model is warned at the last fifth of the budget; a spent one pauses until `/retry` grants it', async () => {
    await using world = await planned({
      inputs,
      script: { subtasks: { 1: [spend(first), spend(second), spend(1)] } },
    })
    const halted = await world.say('alice', world.pull, 'approve')
    expect(halted.requests.map(({ text }) => text.includes('Wrap up: your budget is nearly used'))).toEqual([
      false,
      true,
    ])
    expect(halted).toMatchObject({ code: 0, outputs: { 'plan-state': 'halted', next: 'retry', 'subtasks-done': '0' } })
    expect(halted.outputs['cost']).toEqual(cost === '' ? '' : expect.stringMatching(cost))
    expect((await saidByBot(world, world.pull)).at(-1)).toMatch(/### ⏸️ Paused:[^]*budget[^]*another [^|]*\| `\/retry`/)
    expect((await trailersOf(world)).at(-1)).toEqual(['halted', 'budget'])
    expect(await checklist(world, world.pull)).toEqual(['- [ ] 1. Add the limiter', '- [ ] 2. Wire the limiter'])

    mend(world)
    const again = await world.say('alice', world.pull, '/retry')
    expect(again).toMatchObject({ code: 0, outputs: { 'plan-state': 'done', 'subtasks-done': '2' } })
    expect(reactions(world, again.comment)).toEqual(['eyes', 'rocket'])
    expect(Number(again.outputs['tokens-output'])).toBeGreaterThan(1_050_000)
  })
})

test('a draft that spends the budget pauses, and the requester is told how to grant it again', async () => {
  await using world = await stage({
    inputs: { 'max-tokens': '1000000' },
    script: { plan: [spend(1_100_000), offer(planOf([{ number: 1 }]))] },
  })
  const { issue, pull, run } = await world.plan()
  expect([pull, run.requests.length, run.code]).toEqual([undefined, 1, 0])
  expect((await saidByBot(world, issue)).join('\n')).toMatch(/Paused.*budget.*of 1,000,000 .*begin again.*`\/plan …`/s)
  expect(reactions(world, run.comment)).not.toContain('confused')
})

test('token usage of failed drafts and answers counts towards the budget until a new request', async () => {
  const talk: Reply = { text: 'I would rather talk.', outputTokens: 150_000 }
  await using world = await stage({
    inputs: { 'max-tokens': '1000000' },
    script: { plan: () => talk, ask: [{ ...call('answer', { text: 'Yes.' }), outputTokens: 300_000 }] },
  })
  const { issue, pull, run } = await world.plan()
  expect([pull, run.requests.length]).toEqual([undefined, 4])
  expect(Number(run.outputs['tokens-output'])).toBe(600_000)
  const answered = await world.say('bob', issue, '/ask is it there?')
  expect(Number(answered.outputs['tokens-output'])).toBe(900_000)

  world.model.script = { plan: () => spend(200_000) }
  const third = await world.say('alice', issue, '/plan again')
  expect([third.requests.length, third.code]).toEqual([1, 0])
  expect((await saidByBot(world, issue)).at(-1)).toMatch(/Spent 1,1\d\d,\d{3} of 1,000,000/)

  world.model.script = { plan: [offer(planOf([{ number: 1 }]))], subtasks: { 1: [spend(900_000), spend(200_000)] } }
  const { outputs } = await world.say('alice', issue, '/plan once more')
  expect(outputs['plan-state']).toBe('todo')
  const halted = await world.say('alice', Number(outputs['pull-request-number']), 'approve')
  expect([halted.requests.length, halted.outputs['plan-state']]).toEqual([2, 'halted'])
  expect((await saidByBot(world, Number(outputs['pull-request-number']))).at(-1)).toMatch(
    /Spent 2,\d{3},\d{3} of 2,000,000/,
  )
})

// The clock of a run begins with its process.
describe('the time of a run', () => {
  const sleep = call('run_command', { command: 'sleep 60' })

  test('a run whose time is up stops the attempt, which still counts, and the next run continues', async () => {
    await using world = await bundled.planned({ script: { subtasks: { 1: [sleep] } } })
    const short = await world.say('alice', world.pull, 'approve', { inputs: { 'time-budget': '0.05' } })
    expect(short).toMatchObject({ code: 0, outputs: { 'plan-state': 'in_progress', 'subtasks-done': '0' } })
    expect((await trailersOf(world)).at(-1)).toEqual(['1', 'in_progress', '1'])
    mend(world)
    const [next, ...more] = await world.settle()
    expect(more).toEqual([])
    expect(next?.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '2' })
    expect(await subjects(world, 'plan/issue-1')).toContain('Stop in the middle of subtask 1')
  })

  test('if a run’s time is up and no next run can be started, the plan pauses and the run is red', async () => {
    await using world = await planned({ script: { subtasks: { 1: [sleep] } } })
    world.github.fault = ({ path }) =>
      path.endsWith('/dispatches')
        ? { kind: 'status', status: 403, body: { message: 'Resource not accessible by integration' } }
        : undefined
    const run = await world.say('alice', world.pull, 'approve', { inputs: { 'time-budget': '0.001' } })
    expect(run).toMatchObject({ code: 1, outputs: { 'plan-state': 'halted', next: 'retry' } })
  })
})
