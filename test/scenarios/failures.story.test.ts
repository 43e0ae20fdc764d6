import { describe, expect, test } from 'vitest'
import { call, say } from '../../fakes/model/script.ts'
import {
  finish,
  at,
  BRANCH,
  checklist,
  offer,
  planned,
  planOf,
  reactions,
  saidByBot,
  stage,
  subjects,
  workOf,
} from './stage.ts'

/** Its check fails first: an agent that gives up at once ends the attempts. */
const GIVES_UP = [finish(1), call('give_up', { reason: 'There is no router in this repository.' })]

describe('a subtask', () => {
  test('a failed subtask is retried from a clean tree, and the agent is told why it failed', async () => {
    const left = call('write_file', { path: 'src/left-over.js', content: 'x\n' })
    await using world = await planned({
      script: { subtasks: { 1: { attempts: [[left, finish(1), ...GIVES_UP], workOf(1)] } } },
    })
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
    expect(run.requests.find(({ attempt }) => attempt === 2)?.text).toContain('There is no router in this repository.')
    expect(await world.github.file(BRANCH, 'src/left-over.js')).toBeUndefined()
  })

  test('a subtask that used up its attempts pauses the plan, after independent subtasks were executed', async () => {
    const three = planOf([{ number: 1 }, { number: 2, depends_on: [1] }, { number: 3 }])
    await using world = await planned({
      inputs: { 'max-attempts': '2' },
      script: { plan: [offer(three)], subtasks: { 1: { attempts: [GIVES_UP, GIVES_UP, workOf(1)] } } },
    })
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.outputs]).toEqual([1, expect.objectContaining({ 'plan-state': 'halted', next: 'retry' })])
    expect((await saidByBot(world, world.pull)).at(-1)).toMatch(
      /Paused.*\/retry.*There is no router in this repository/s,
    )
    expect(await checklist(world, world.pull)).toEqual([
      expect.stringMatching(/^- \[ \] 1\. .* · failed after 2 attempts: .*no router/),
      expect.stringMatching(/^- \[ \] 2\. /),
      expect.stringMatching(/^- \[x\] 3\. /),
    ])
    const retry = await world.say('bob', world.pull, '/retry')
    expect([retry.code, retry.outputs['plan-state'], reactions(world, retry.comment)]).toEqual([
      0,
      'done',
      ['eyes', 'rocket'],
    ])
    expect((await subjects(world, BRANCH)).filter((subject) => subject.startsWith('Add part'))).toEqual([
      'Add part 3',
      'Add part 1',
      'Add part 2',
    ])
  })

  test('after `max-attempts` failures an approval is refused, and `/retry` grants new attempts', async () => {
    await using world = await at('paused')
    expect(world.runs.at(-1)).toMatchObject({ code: 1, requests: [{ attempt: 1 }] })
    expect(await checklist(world, world.pull)).toEqual([
      expect.stringMatching(/^- \[ \] 1\. Add the limiter · failed after 1 attempt: The agent gave up\..*no router/),
      '- [ ] 2. Wire the limiter',
    ])
    const late = await world.say('bob', world.pull, 'approve')
    expect([reactions(world, late.comment), (await saidByBot(world, world.pull)).at(-1)]).toEqual([
      ['confused'],
      expect.stringContaining('/retry'),
    ])
    const again = await world.say('bob', world.pull, '/retry')
    expect(again.requests[0]?.text).toContain('There is no router in this repository.')
    expect(again).toMatchObject({ code: 0, outputs: { 'plan-state': 'done' } })
  })
})

test('a model that never offers a plan ends with a reply to the requester', async () => {
  await using world = await stage({ script: { plan: () => say('I have no idea.') } })
  const { issue, pull, run } = await world.plan()
  expect([pull, run.code]).toEqual([undefined, 1])
  expect(await saidByBot(world, issue)).toEqual([expect.stringMatching(/^No result: I have no idea\. Try again/)])
  expect(reactions(world, run.comment)).toContain('confused')
})

test.each(['1', '2'])(
  'the description acknowledges an `approve`, and reports a failed set-up, with `parallel: %s`',
  async (parallel) => {
    const plan = planOf([{ number: 1 }, { number: 2 }])
    await using world = await planned({ script: { plan: [offer(plan)] } })
    const run = await world.say('alice', world.pull, 'approve', { inputs: { parallel, 'setup-command': 'false' } })
    const written = run.journal.filter(({ kind, write }) => kind === 'rest' && write)
    const [reaction, first] = written.map(({ path, body }) => [path.replace(/^.*?\/demo/, ''), JSON.stringify(body)])
    expect([reaction?.[0], first?.[0]]).toEqual([expect.stringMatching(/reactions$/), `/pulls/${world.pull}`])
    expect(first?.[1]).toMatch(/In progress: subtasks? 1[^]*Approved by alice \(all\)/)
    expect((await world.github.pull(world.pull)).body).toMatch(/^.*\n⏸️ \*\*Paused: `setup-command` fails\*\*/)
  },
)

test('when a run ends with an error, the description shows that instead of "in progress"', async () => {
  await using world = await planned()
  world.model.fault = () => ({
    kind: 'error',
    status: 401,
    message: 'Incorrect API key',
    type: 'invalid_request_error',
  })
  expect(await world.say('alice', world.pull, 'approve')).toMatchObject({ code: 1 })
  expect((await world.github.pull(world.pull)).body).toMatch(/^.*\n⏹️ \*\*Stopped: the run ended with an error\*\*/)
})
