import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseFileCommands } from '../../fakes/runner/environment.ts'
import { temporaryDirectory } from '../places.ts'
import { reportOutcome, nextOf, outputsOf } from '../../src/runner/outputs.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { RULES, committing, lastId, newThread, planned, reply } from '../thread.ts'
import { logLine } from '../../src/runner/log.ts'

const thread = planned(planOf([subtask(1), subtask(2), subtask(3)]))
const ASKING = planOf([subtask(1)], { questions: [{ question: 'Which store?', default: '' }] })
const recording = (before: Thread, trailers: object): Thread =>
  committing(before, { entry: { subject: 'x', body: '', trailers: { seen: lastId(before), ...trailers } } })
const next = (now: Thread): string => nextOf(stateOf(now, RULES))

describe('a plan waits', () => {
  const failed = recording(reply(thread, 'bob', 'approve 1'), { subtask: 1, state: 'failed', attempts: 3 })
  test.each([
    ['for nothing where there is none', newThread(), ''],
    ['for approval', thread, 'approval'],
    ['for an answer to a question without a default', planned(ASKING), 'answer'],
    ['for approval of the rest', reply(thread, 'bob', 'approve 2'), 'approval of 1, 3'],
    ['for nothing while it is carried out', reply(thread, 'bob', 'approve'), ''],
    ['for a retry when it is halted', failed, 'retry'],
    ['for nothing when it is done', recording(thread, { state: 'done' }), ''],
  ])('the output `next`: a plan waits %s', (_, now, expected) => {
    expect(next(now)).toBe(expected)
  })
})

test('the outputs give the plan’s state, pull request, progress and cost', () => {
  const spent = { input: 2_000_000, cached: 1_000_000, output: 100_000 }
  const now = recording(reply(thread, 'bob', 'approve 1'), { subtask: 1, usage: spent })
  expect(outputsOf(now, stateOf(now, RULES), { prices: { input: 1, cached: 0.1, output: 10 } })).toMatchObject({
    'plan-state': 'in_progress',
    'pull-request-number': '13',
    'pull-request-url': 'https://github.com/octo/demo/pull/13',
    'head-sha': now.branch?.head,
    'subtasks-done': '1',
    'subtasks-total': '3',
    'tokens-input': '2000000',
    'tokens-cached': '1000000',
    'tokens-output': '100000',
    cost: '2.1',
    next: 'approval of 2, 3',
  })
})

test('the outputs have no state without a plan, and no cost without prices', () => {
  const outputs = outputsOf(newThread(), stateOf(newThread(), RULES))
  expect(outputs).toMatchObject({
    'plan-state': '',
    'pull-request-number': '',
    'subtasks-total': '0',
    cost: '',
    plan: '',
    next: '',
  })
})

test.each([
  ['merged, when its commits are part of the base', { merged: true }, [], 'done'],
  ['merged before it was done', { merged: true }, undefined, 'abandoned'],
  ['closed', {}, [], 'abandoned'],
])('the output `plan-state` of a plan that was %s', (_, how, commits, expected) => {
  const { branch, pull } = thread
  const now: Thread = {
    ...thread,
    branch: branch && { ...branch, commits: commits ?? branch.commits },
    pull: pull && { ...pull, pull: { ...pull.pull, state: 'closed', ...how } },
  }
  expect(outputsOf(now, stateOf(now, RULES))['plan-state']).toBe(expected)
})

describe('the output plan', () => {
  const planIn = (now: Thread, redact?: (text: string) => string): unknown =>
    JSON.parse(outputsOf(now, stateOf(now, RULES), redact && { redact })['plan'] ?? '')

  test('the output `plan` has the plan with the states of its subtasks', () => {
    const done = recording(reply(thread, 'bob', 'approve 1'), { subtask: 1 })
    const skipped = recording(done, { subtask: 2, state: 'abandoned', command: 7 })
    expect(planIn(skipped)).toMatchObject({
      version: 1,
      blob: skipped.branch?.planFile?.blob,
      state: 'in_progress',
      title: 'Add a limiter',
      description: 'We found `src/app.ts`.',
      expected_outcome: 'Requests are limited.',
      subtasks: [
        { ...subtask(1), state: 'done', outcome: '', commit: done.branch?.head },
        { ...subtask(2), state: 'abandoned', commit: '' },
        { ...subtask(3), state: 'todo', outcome: '', commit: '' },
      ],
    })
  })

  test('the output `plan` has each check of done subtasks with its proof results', () => {
    const checks = [
      { before: 'not run' as const, without: 'failed' as const, planned: 'passed' as const },
      { before: 'passed' as const, without: 'passed' as const, planned: 'passed' as const },
    ]
    const of = (now: Thread): unknown =>
      JSON.parse(outputsOf(now, stateOf(now, RULES), { verifyCommand: 'npm test' })['plan'] ?? '')
    const start = planned(planOf([subtask(1, { verify: ['node a.js'] })]))
    const done = recording(reply(start, 'bob', 'approve'), { subtask: 1, checks })
    expect(of(done)).toMatchObject({
      subtasks: [
        {
          checks: [
            { command: 'node a.js', ...checks[0], after: 'passed', verdict: 'proving' },
            { command: 'npm test', ...checks[1], after: 'passed', verdict: 'guarding' },
          ],
        },
      ],
    })
  })

  test('the output `plan` has secrets redacted and stays valid JSON', () => {
    const named = planned(planOf([subtask(1, { name: 'Use "hunter22" here' })]))
    expect(planIn(named, (text) => text.replace('"hunter22" here', '[redacted]'))).toMatchObject({
      subtasks: [{ name: 'Use [redacted]' }],
    })
  })

  test('the output `plan` is truncated to GitHub’s size limit for outputs', () => {
    const long = planned(planOf([subtask(1, { description: `${'x'.repeat(50_000)} end` }), subtask(2)]))
    expect(planIn(long)).toMatchObject({ subtasks: [{ description: expect.stringMatching(/x end$/) }, subtask(2)] })
    const longer = planned(planOf([subtask(1, { description: 'x'.repeat(90_000) }), subtask(2)]))
    expect(planIn(longer)).toMatchObject({ subtasks: [{ description: expect.stringMatching(/^x{1,1999}…$/) }, {}] })
    const many = planned(planOf(Array.from({ length: 2_000 }, (_, i) => subtask(i + 1))))
    expect(outputsOf(many, stateOf(many, RULES))['plan']).toBe('')
  })
})

const written: string[] = []
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  written.length = 0
})
const listen = () => vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)

describe('an outcome', () => {
  /** The files of a runner, which the toolkit finds by itself. */
  function runner() {
    const folder = temporaryDirectory()
    const env = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
    for (const [name, path] of Object.entries(env)) {
      writeFileSync(path, '')
      vi.stubEnv(name, path)
    }
    onTestFinished(() => void (process.exitCode = undefined))
    return { env, read: (name: keyof typeof env) => readFileSync(env[name], 'utf8') }
  }

  test('a successful outcome sets outputs and summary, without error annotations', async () => {
    const { env, read } = runner()
    listen()
    await reportOutcome({ outputs: { next: 'approval', work: '[{"a":\n1}]' }, summary: '## Plan\n', problems: [] }, env)
    expect(parseFileCommands(read('GITHUB_OUTPUT'))).toEqual({ next: 'approval', work: '[{"a":\n1}]' })
    expect(read('GITHUB_STEP_SUMMARY')).toBe('## Plan\n')
    expect([written, process.exitCode]).toEqual([[], undefined])
  })

  test('an outcome with problems fails the run, with one single-line annotation per problem', async () => {
    const { env } = runner()
    listen()
    const problems = [
      { text: '100 % wrong', title: 'Subtask 2: failed' },
      { text: 'a\r\n::add-mask::b', file: 'PLAN.md', line: 20 },
    ]
    await reportOutcome({ outputs: {}, summary: '', problems, notices: ['It waits.'] }, env)
    expect(written).toEqual([
      '::notice::It waits.\n',
      '::error title=Subtask 2%3A failed::100 %25 wrong\n',
      '::error file=PLAN.md,line=20::a%0D%0A::add-mask::b\n',
    ])
    expect(process.exitCode).toBe(1)
  })

  test('an outcome is reported even if the runner has no file for the summary', async () => {
    const { env, read } = runner()
    vi.stubEnv('GITHUB_STEP_SUMMARY', '')
    await reportOutcome(
      { outputs: { next: '' }, summary: '## Plan', problems: [] },
      { ...env, GITHUB_STEP_SUMMARY: '' },
    )
    expect(parseFileCommands(read('GITHUB_OUTPUT'))).toEqual({ next: '' })
  })
})

describe('a line of the log', () => {
  test.each([
    ['hello', 'hello\n'],
    ['::error::x', ': :error::x\n'],
    ['a\n  ::add-mask::x', 'a\n  : :add-mask::x\n'],
    ['a\r::stop-commands::x', 'a\n: :stop-commands::x\n'],
    ['##[group]x', '# #[group]x\n'],
    ['a ::b', 'a ::b\n'],
  ])('%j is logged without acting as a runner command', (text, expected) => {
    listen()
    logLine(text)
    expect(written).toEqual([expected])
  })
})
