import { describe, expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import {
  executed,
  meanwhile,
  offer,
  planned,
  planOf,
  reactions,
  saidByBot,
  stage,
  subjects,
  TWO,
  workOf,
} from './stage.ts'

describe('on an issue', () => {
  test('`/ask` on an issue gets a reply with links, creates no branch, and its token usage is recorded', async () => {
    const answer = (world: World) =>
      `It is said in [index.js](${world.github.url}/octo/demo/blob/main/src/index.js#L1), in \`hello\`.`
    await using world = await stage({
      script: {
        ask: [call('read_file', { path: 'src/index.js' }), () => call('answer', { text: answer(world) })],
      },
    })
    const { number } = await world.github.openIssue('alice', { title: 'Greetings' })
    const run = await world.say('bob', number, '/ask Where is hello said?')
    expect(await saidByBot(world, number)).toEqual([expect.stringContaining(answer(world))])
    expect(reactions(world, run.comment)).toEqual(['eyes', 'rocket'])
    expect([run.code, (await world.github.git(['for-each-ref', '--format=%(refname)'])).trim()]).toEqual([
      0,
      'refs/heads/main\nrefs/measure-twice/1-usage',
    ])
    expect(run.requests.flatMap(({ tools }) => tools)).not.toContain('create_plan')
  })

  test('`/help` on an issue lists the issue’s commands, and on a plan the plan’s', async () => {
    await using world = await planned()
    const there = await world.say('bob', world.issue, '/HELP')
    const here = await world.say('bob', world.pull, '/help')
    const [onIssue, onPull] = [
      (await saidByBot(world, world.issue)).at(-1),
      (await saidByBot(world, world.pull)).at(-1),
    ]
    expect(onIssue).toMatch(/`\/plan \[request\]`.*`\/ask question`/s)
    expect(onIssue).not.toContain('/skip')
    expect(onPull).toMatch(/`approve`.*`cancel`.*`\/skip N \[reason\]`.*`\/retry`/s)
    expect([there, here].map((run) => [run.requests.length, reactions(world, run.comment)])).toEqual([
      [0, ['eyes', 'rocket']],
      [0, ['eyes', 'rocket']],
    ])
  })
})

test('`/plan` after all subtasks were skipped makes a plan that can be executed', async () => {
  const later = planOf([{ number: 3, files: ['src/part3.js'], verify: ['test -s src/part3.js'] }])
  await using world = await planned()
  expect((await world.say('alice', world.pull, '/skip 1')).outputs['plan-state']).toBe('done')
  world.model.script = { ...world.model.script, plan: [offer(later)] }
  expect((await world.say('alice', world.issue, '/plan another way')).outputs).toMatchObject({ 'plan-state': 'todo' })
  const open = (await world.github.pulls()).findLast(({ state }) => state === 'open')
  const run = await world.say('alice', open?.number ?? 0, 'approve')
  expect([run.outputs['plan-state'], run.outputs['subtasks-done']]).toEqual(['done', '1'])
  expect(await subjects(world, open?.branch ?? '')).toContain('Add part 3')
  expect((await saidByBot(world, open?.number ?? 0)).at(-1)).toMatch(/^### ✅ Plan finished: 1 of 1 /)
})

describe('a revision', () => {
  test('a revision continues the model’s conversation, and does not explore the repository again', async () => {
    await using world = await planned()
    const drafted = world.runs[0]?.requests ?? []
    const run = await world.say('bob', world.pull, 'Please name the risks.')
    expect(run.requests).toHaveLength(1)
    const [revision] = run.requests
    expect(revision?.extends).toBe(drafted.at(-1)?.n)
    expect(revision?.newest.match(/^Revision of version 1/gm)).toHaveLength(1)
    expect(revision?.newest).toContain('Please name the risks.')
  })
})

test('feedback deleted while it is handled is still answered, but a deleted approval is void', async () => {
  await using world = await planned()
  const { github, model } = world
  const feedback = await github.comment('bob', world.pull, 'Please name the risks.')
  model.script = {
    ...model.script,
    revise: async ({ feedback: ids }) => {
      await github.deleteComment('bob', world.pull, feedback.id)
      const answers = ids.map((comment) => ({ comment, applied: true, note: 'as you said' }))
      return offer({ ...TWO, risks: ['Clients behind one address share a bucket.'], answers })
    },
  }
  const answered = await world.run(feedback.event)
  expect([answered.code, (await saidByBot(world, world.pull)).at(-1)]).toEqual([
    0,
    expect.stringMatching(/applied.*v=2/s),
  ])
  const approval = await github.comment('alice', world.pull, 'approve')
  const forget = meanwhile(() => github.deleteComment('alice', world.pull, approval.id), call('list_files'))
  model.script = { ...model.script, subtasks: { ...model.script.subtasks, 1: [forget, ...workOf(1)] } }
  const run = await world.run(approval.event)
  expect([run.code, run.outputs['next'], await executed(world)]).toEqual([0, 'approval', []])
})

test('if an agent proposes only other checks, its work is kept and used after the approval', async () => {
  const { answers: _, ...plan } = TWO
  const subtasks = plan.subtasks.map((one, i) => (i === 1 ? { ...one, verify: ['test -e src/part2.js'] } : one))
  const propose = call('propose_plan_change', { ...plan, subtasks, reason: 'The check is too wide.' })
  await using world = await planned({
    script: { subtasks: { 2: { attempts: [[...workOf(2).slice(0, 1), propose]] } } },
  })
  await world.say('alice', world.pull, 'approve')
  expect((await saidByBot(world, world.pull)).at(-1)).toMatch(/What was written for this subtask is kept.*v=2/s)
  expect(await world.github.git(['show', 'refs/measure-twice/1-patch:patch.json'])).toContain('"patch":"')
  world.model.script = { ...world.model.script, subtasks: { ...world.model.script.subtasks, 2: workOf(2).slice(1) } }
  const rest = await world.say('bob', world.pull, 'approve')
  expect([rest.outputs['plan-state'], await executed(world)]).toEqual(['done', ['Add part 1', 'Add part 2']])
})

test('a change that the agent proposes pauses the plan, and its approval resumes it', async () => {
  const proposal = { ...planOf([...TWO.subtasks, { number: 3 }]), reason: 'A third part is needed.' }
  const { answers: _, ...change } = proposal
  await using world = await planned({
    script: { subtasks: { 2: { attempts: [[call('propose_plan_change', change)]] } } },
  })
  const run = await world.say('alice', world.pull, 'approve')
  expect([run.code, run.outputs['plan-state'], run.outputs['subtasks-done']]).toEqual([0, 'halted', '1'])
  expect(await executed(world)).toEqual(['Add part 1'])
  expect((await saidByBot(world, world.pull)).at(-1)).toMatch(/A third part is needed\..*v=2/s)
  world.model.script = { ...world.model.script, subtasks: { ...world.model.script.subtasks, 2: workOf(2) } }
  const rest = await world.say('bob', world.pull, 'approve')
  expect(rest.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '3' })
  expect(await executed(world)).toEqual(['Add part 1', 'Add part 2', 'Add part 3'])
})
