import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../fakes/model/script.ts'
import { startModel } from '../fakes/model/model.ts'
import { startGitHub } from '../fakes/github/github.ts'
import type { WebhookEvent } from '../fakes/github/types.ts'
import { clockByHand } from './clock.ts'
import { type InProcess, runInProcess } from './in-process.ts'
import { REPOSITORY } from '../fakes/runner/world.ts'
import type { Forge } from '../src/github/forge.ts'
import { connectGitHub } from '../src/github/github.ts'
import type { ModelReply } from '../src/model/model.ts'
import { finishedPart, goodScript, planArguments, writtenPart } from './good-plan.ts'
import { scriptedRoom } from './scripted.ts'
import { calls } from './agent-context.ts'

// Whole runs from the source, in this process: nothing of them is said to a runner, all of it is a value.

const log: string[] = []
beforeEach(() => {
  log.length = 0
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => log.push(String(chunk)) > 0)
})
afterEach(() => void vi.restoreAllMocks())

const PLAN = planArguments(2, { 2: [1] })
const SCRIPT = goodScript(PLAN)

/** A GitHub with an issue, and what runs there without a process of its own. */
async function open(options: Omit<InProcess, 'github' | 'event'> = {}) {
  const github = await startGitHub({ files: REPOSITORY })
  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
  const carryOut = (event: WebhookEvent, more: Partial<InProcess> = {}) =>
    runInProcess({ github, event, ...options, ...more, inputs: { sandbox: 'none', ...options.inputs } })
  /** Somebody says something, and the run that it starts is carried out. */
  const say = async (login: string, number: number, body: string, more: Partial<InProcess> = {}) =>
    carryOut((await github.comment(login, number, body)).event, more)
  const words = async (number: number) =>
    (await github.commentsOf(number)).filter(({ user }) => user?.type === 'Bot').map(({ body }) => body ?? '')
  return { github, issue, carryOut, say, words, [Symbol.asyncDispose]: () => github.close() }
}

test('a plan goes from issue to done in runs that change nothing in the hosting process', async () => {
  await using model = await startModel(SCRIPT)
  await using place = await open({ model })
  const { github, issue, say, words } = place
  const planned = await say('alice', issue, '/plan add a limiter')
  expect(planned).toMatchObject({
    outputs: { 'plan-state': 'todo', next: 'approval', 'subtasks-total': '2', work: '' },
    problems: [],
  })
  const pull = Number(planned?.outputs['pull-request-number'])
  expect(await say('bob', pull, 'approve')).toMatchObject({
    outputs: {
      'plan-state': 'done',
      'subtasks-done': '2',
      'head-sha': await github.sha(`plan/issue-${issue}`),
      next: '',
    },
    summary: expect.stringMatching(
      /\*\*Done\*\*.*- \d\d:\d\d:\d\d execute subtask 1 \(Do part 1\), attempt 1.*<summary>#1: subtask 1, attempt 1 · \d lines.*\nTurn 1: write_file src\/part1\.js \(\d+\.\d s\)\n.*<summary>#1: subtask 2, attempt 1/s,
    ),
    problems: [],
  })
  expect(await words(pull)).toEqual([
    expect.stringMatching(/^### Plan, version 1/),
    expect.stringMatching(/^### ✅ Plan finished: 2 of 2 subtasks done\n/),
  ])
  expect(await github.file(`plan/issue-${issue}`, 'src/part2.js')).toBe('export const part = 2\n')
  expect(
    log.filter((line) => !line.startsWith('::group::') && !line.startsWith('::endgroup::')).join(''),
  ).not.toContain('::')
  expect(process.exitCode).toBeUndefined()
})

test('a dispatch without a number writes the doctor’s findings to the summary, and nothing on GitHub', async () => {
  await using model = await startModel({ report: call('report', { outcome: 'ready' }) })
  await using place = await open({ model })
  const { github, issue, carryOut, words } = place
  const run = await carryOut(github.dispatchEvent())
  expect(run).toMatchObject({ problems: [] })
  const wanted = [
    'Branches',
    'Commit status',
    'Draft pull requests',
    'Rules',
    'Next runs',
    'Sandbox',
    'Model for plans',
  ]
  expect(wanted.filter((need) => !run?.summary.includes(`- ✅ **${need}:**`))).toEqual([])
  expect(log.join('')).toContain('- ✅ **Sandbox:**')
  expect([await words(issue), (await github.pulls()).map(({ state }) => state)]).toEqual([[], ['closed']])
  const commits = () => github.journal.filter(({ path }) => path === '/graphql').length
  const before = commits()
  github.settings.rules = [{ type: 'required_signatures', branch: 'plan/issue-1' }]
  expect((await carryOut(github.dispatchEvent()))?.summary).toContain('could be pushed')
  expect(commits()).toBe(before + 1)
  expect(await carryOut(github.takeDispatch() ?? github.dispatchEvent())).toBeUndefined()
})

test('an invalid input is reported on the runner only, and only if the event is relevant', async () => {
  await using place = await open({ inputs: { 'max-turns': 'many' } })
  const { github, issue, say, words } = place
  expect(await say('bob', issue, 'I see this, too.')).toBeUndefined()
  expect(await say('bob', issue, '/plan add a limiter')).toEqual({
    outputs: {},
    summary: expect.stringMatching(/^> \[!CAUTION\]\n> The input `max-turns` must/),
    problems: [{ text: expect.stringMatching(/^The input `max-turns` must be a whole number.*"many"/) }],
    notices: [],
  })
  expect(await words(issue)).toEqual([])
  expect(github.journal.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([])
})

describe('with a clock that is moved by hand', () => {
  const reply = (name: string, args: object) => () => calls([name, args])
  const partOf = (number: number) => [
    reply('write_file', writtenPart(number)),
    reply('finish_subtask', finishedPart(number)),
  ]

  test.each([
    ['stands still, an approval in the last moment is left to its own run', 0, 'todo'],
    ['jumps, it is looked again before the run ends, and the approval is heard', 60_000, 'done'],
  ])('an approval at the end of a run, if the clock %s', async (_, milliseconds, state) => {
    const clock = clockByHand()
    await using place = await open({
      clock: () => clock,
      ctx: scriptedRoom([reply('create_plan', PLAN), ...partOf(1), ...partOf(2)]),
    })
    const { github, issue, say } = place
    const real = connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
    const approveAtOnce: Forge = {
      ...real,
      react: async (target, reaction) => {
        await real.react(target, reaction)
        if (reaction !== 'rocket' || clock.now() > 0) return
        clock.forward(milliseconds)
        const [plan] = await github.pulls()
        await github.comment('bob', plan?.number ?? 0, 'approve')
      },
    }
    const ended = await say('alice', issue, '/plan add a limiter', { forge: approveAtOnce })
    expect(ended).toMatchObject({ outputs: { 'plan-state': state }, problems: [] })
  })

  test('a run stops and reports that its token expired during a subtask, and the next run continues', async () => {
    let isExpired = false
    const last = (): ModelReply => {
      isExpired = true
      return calls(['write_file', writtenPart(1)])
    }
    const turns = [reply('create_plan', PLAN), last, ...partOf(1), ...partOf(2)]
    await using place = await open({ clock: clockByHand, ctx: scriptedRoom(turns) })
    const { github, issue, carryOut, say } = place
    await say('alice', issue, '/plan add a limiter')
    const [plan] = await github.pulls()
    github.fault = () => (isExpired ? { kind: 'status', status: 401, body: { message: 'Bad credentials' } } : undefined)
    const ended = await say('bob', plan?.number ?? 0, 'approve')
    expect(ended?.problems).toEqual([
      { text: expect.stringMatching(/no longer accepts the token.*`time-budget` at 50/) },
    ])
    github.fault = undefined
    expect(await carryOut(github.dispatchEvent(plan?.number ?? 0))).toMatchObject({
      outputs: { 'plan-state': 'done', 'subtasks-done': '2' },
      problems: [],
    })
  })
})
