import { describe, expect, test } from 'vitest'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import type { World } from '../../fakes/runner/world.ts'
import { call, type Reply } from '../../fakes/model/script.ts'
import { parseLedger, type LedgerLine } from '../../src/plan/ledger.ts'
import { startClock } from '../../src/runner/clock.ts'
import { runInProcess } from '../in-process.ts'
import { stage } from './here.ts'
import { finish, offer, reactions, saidByBot, subjects, TWO, workOf, stage as stageOfBundle } from './stage.ts'

// What all plans of a repository may use on a day, and the ledger of what they used.

const LEDGER = 'refs/measure-twice/ledger'
const CAP = { 'max-tokens-per-day': '50000' }
/** A plan that is dear. */
const dear = (outputTokens: number): Reply => ({ ...offer(TWO), outputTokens })

const ledgerOf = async ({ github }: World): Promise<LedgerLine[]> =>
  parseLedger(await github.git(['show', `${LEDGER}:ledger.jsonl`]))

/** An issue, what was said on it, and the run that came of it. */
async function ask(world: World, body: string, by = 'alice') {
  const { number: issue } = await world.github.openIssue(by, { title: 'Limit', body: 'We are flooded.' })
  return { issue, ...(await world.say(by, issue, body)) }
}

const pullOf = async ({ github }: World, issue: number): Promise<number | undefined> =>
  (await github.pulls()).find(({ branch }) => branch === `plan/issue-${issue}`)?.number

/** The same event a day later. */
const tomorrow = ({ github, model }: World, inputs: Record<string, string>) =>
  runInProcess({
    github,
    model,
    event: github.scheduleEvent(),
    inputs: { sandbox: 'none', ...inputs },
    clock: (minutes) => {
      const clock = startClock(minutes)
      return { ...clock, timestamp: () => new Date(Date.parse(clock.timestamp()) + 86_400_000).toISOString() }
    },
  })

test('what one plan used holds the next one back until midnight, and the schedule takes it up then', async () => {
  const world = await stageOfBundle({ inputs: CAP, script: { plan: [dear(60_000)] } })
  await using _ = world
  const first = await ask(world, '/plan one')
  expect(await ledgerOf(world)).toEqual([
    {
      run: expect.any(Number),
      plan: first.issue,
      person: 'alice',
      at: expect.stringMatching(/^20\d\d-/),
      usage: expect.objectContaining({ output: 60_000 }),
      cost: null,
    },
  ])
  const second = await ask(world, '/plan two', 'bob')
  const question = await ask(world, '/ask why?', 'bob')
  expect([second.code, second.requests.length, question.requests.length]).toEqual([0, 0, 0])
  for (const { issue, comment } of [second, question]) {
    expect(await saidByBot(world, issue)).toEqual([
      expect.stringMatching(
        /Waiting until 20\d\d-\d\d-\d\d, 00:00 UTC[^]*6\d,\d{3} tokens of 50,000 today \(`max-tokens-per-day`\)/,
      ),
    ])
    expect(reactions(world, comment)).toEqual(['eyes'])
  }
  // It is said once, also when somebody looks again.
  await world.run(world.github.scheduleEvent())
  expect(await saidByBot(world, second.issue)).toHaveLength(1)

  world.model.script = { ...world.model.script, plan: [dear(1_000)], ask: [{ text: 'Because.' }] }
  await tomorrow(world, CAP)
  expect(await pullOf(world, second.issue)).toBeGreaterThan(0)
  const said = await saidByBot(world, second.issue)
  expect(said[0]).toMatch(/Went on at 20\d\d-\d\d-\d\d, \d\d:\d\d UTC/)
  expect(reactions(world, second.comment)).toEqual(['eyes', 'rocket'])
  expect((await saidByBot(world, question.issue)).join('\n')).toContain('Went on at')
}, 120_000)

describe('a day whose budget ends in the middle of a plan', () => {
  test('lets the subtask in hand come to its end, and the next one waits; a higher limit goes on', async () => {
    const world = await stage({
      inputs: { 'max-tokens-per-day': '100000' },
      script: {
        plan: [dear(1_000)],
        subtasks: { 1: workOf(1).map((reply, i) => (i === 1 ? { ...reply, outputTokens: 99_500 } : reply)) },
      },
    })
    await using _ = world
    const { issue } = await ask(world, '/plan one')
    const pull = (await pullOf(world, issue)) ?? 0
    const run = await world.say('alice', pull, 'approve')
    expect(run.code).toBe(0)
    expect((await saidByBot(world, pull)).at(-1)).toContain('Waiting until')
    expect(await subjects(world, `plan/issue-${issue}`)).not.toContain('Add part 2')
    world.model.script = { ...world.model.script, subtasks: { 1: workOf(1), 2: workOf(2) } }
    const again = await world.dispatch(pull, { inputs: { 'max-tokens-per-day': '9000000' } })
    expect(again.outputs['plan-state']).toBe('done')
    expect((await saidByBot(world, pull)).join('\n')).toContain('Went on at')
    expect((await saidByBot(world, pull)).join('\n')).not.toContain('Waiting until')
  })

  test('stops a subtask that outgrows it, which is no attempt', async () => {
    const spend: Reply = { ...call('list_files', { path: 'src' }), outputTokens: 30_000 }
    const world = await stage({
      inputs: CAP,
      script: { plan: [dear(1_000)], subtasks: { 1: [spend, spend, spend, spend, finish(1)] } },
    })
    await using _ = world
    const { issue } = await ask(world, '/plan one')
    const pull = (await pullOf(world, issue)) ?? 0
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.requests.length, run.outputs['plan-state']]).toEqual([0, 2, 'in_progress'])
    expect((await saidByBot(world, pull)).at(-1)).toContain('Waiting until')
    const used = (await ledgerOf(world)).reduce((sum, { usage }) => sum + usage.output, 0)
    expect(used).toBe(61_000)
    const again = await world.dispatch(pull, { inputs: { 'max-tokens-per-day': '9000000' } })
    expect(again.requests[0]?.text).not.toContain('attempt 2')
  })
})

test('in three jobs the ledger has what the jobs that work have paid, and nothing is ordered beyond the day', async () => {
  const world = await stage({ script: { plan: [dear(60_000)] } })
  await using _ = world
  const { number: issue } = await world.github.openIssue('alice', { title: 'Limit' })
  const { event } = await world.github.comment('alice', issue, '/plan one')
  await threeJobs(world, event, { inputs: CAP })
  expect((await ledgerOf(world)).map(({ plan, person, usage }) => [plan, person, usage.output])).toEqual([
    [issue, 'alice', 60_000],
  ])
  const pull = (await pullOf(world, issue)) ?? 0
  const approved = await world.github.comment('alice', pull, 'approve')
  const held = await threeJobs(world, approved.event, { inputs: CAP })
  expect(held.rounds.flatMap(({ orders }) => orders)).toEqual([])
  expect((await saidByBot(world, pull)).at(-1)).toContain('Waiting until')
  const more = await world.github.comment('bob', pull, 'approve')
  const done = await threeJobs(world, more.event, { inputs: { 'max-tokens-per-day': '9000000' } })
  expect(done.rounds.at(-1)?.publish.outputs['plan-state']).toBe('done')
})

test('a run that is killed right after its line was written has paid once, and the next one pays for what it does', async () => {
  const world = await stageOfBundle({ script: { plan: [dear(1_000)] } })
  await using _ = world
  const { github } = world
  const { number: issue } = await github.openIssue('alice', { title: 'Limit' })
  const { event } = await github.comment('alice', issue, '/plan one')
  let asked = 0
  world.model.script = { ...world.model.script, plan: [() => (asked++, dear(1_000))] }
  let pushes = 0
  // The claim, then the ledger.
  github.fault = ({ path, method }) =>
    asked > 0 && method === 'POST' && path.endsWith('git-receive-pack') && ++pushes === 1
      ? { kind: 'kill', when: 'after' }
      : undefined
  const killed = await world.run(event)
  expect([killed.signal, asked]).toEqual(['SIGKILL', 1])
  expect((await ledgerOf(world)).map(({ usage }) => usage.output)).toEqual([1_000])
  expect(await pullOf(world, issue)).toBeUndefined()
  github.fault = undefined
  await world.run(event, { attempt: 2 })
  expect((await ledgerOf(world)).reduce((sum, { usage }) => sum + usage.output, 0)).toBe(1_000 * asked)
  expect(asked).toBe(2)
})

test('drafts that are cancelled and asked for again count all the same', async () => {
  const world = await stage({ inputs: CAP, script: { plan: [dear(30_000)] } })
  await using _ = world
  const { issue } = await ask(world, '/plan one')
  await world.say('alice', (await pullOf(world, issue)) ?? 0, 'cancel')
  expect(await world.github.git(['for-each-ref', 'refs/heads/plan'])).toBe('')
  // What this one brings to the branch is no more than what it paid itself.
  await world.say('alice', issue, '/plan two')
  const third = await ask(world, '/plan three')
  expect(third.requests).toEqual([])
  expect((await saidByBot(world, third.issue)).at(-1)).toContain('Waiting until')
})

test('a limit in dollars needs prices', async () => {
  const world = await stage({ inputs: { 'max-cost-per-day': '5' } })
  await using _ = world
  const { code, log, requests } = await ask(world, '/plan one')
  expect([code, requests.length]).toEqual([1, 0])
  expect(log).toContain('The input `max-cost-per-day` needs `prices`, which is empty.')
})

test('/cost says what the plans of the month came to, on an issue and on a plan that is done', async () => {
  await using world = await stage({ script: { plan: [offer(TWO)], subtasks: { 1: workOf(1), 2: workOf(2) } } })
  const { issue } = await ask(world, '/plan')
  const pull = (await pullOf(world, issue)) ?? 0
  await world.say('alice', pull, 'approve')
  const [line] = await ledgerOf(world)
  const asked = await world.say('bob', issue, '/cost')
  expect([asked.code, asked.requests.length, reactions(world, asked.comment)]).toEqual([0, 0, ['eyes', 'rocket']])
  const page = (await saidByBot(world, issue)).at(-1)
  expect(page).toMatch(new RegExp(`^\\*\\*${line?.at.slice(0, 7)} \\(UTC\\): [\\d,]+ tokens, for 1 plan\\*\\*`))
  expect(page).toContain(`| #${issue} | done | `)
  expect(page).toContain('| alice | ')
  expect(page).toContain('xychart-beta')
  await world.say('bob', pull, '/cost')
  expect((await saidByBot(world, pull)).at(-1)).toContain(`| #${issue} | done | `)
})
