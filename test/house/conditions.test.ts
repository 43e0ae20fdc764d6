import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { COMMANDS, parseCommand } from '../../src/decide/words/command.ts'
import { verificationOf } from '../../src/tasks/check/input.ts'

// When the jobs of the workflows run, told by GitHub's own evaluator of expressions.

const Workflow = z.object({
  concurrency: z.object({ group: z.string() }).optional(),
  jobs: z.record(z.string(), z.object({ if: z.string().optional() })),
})
const ROOT = resolve(import.meta.dirname, '../..')
const workflowAt = (path: string) => Workflow.parse(parse(readFileSync(join(ROOT, path), 'utf8')))

type Contexts = { github?: object; needs?: object; inputs?: object; cancelled?: boolean }

/** The value of one expression, as text. */
function valueOf(expression: string, { github = {}, needs = {}, inputs = {}, cancelled = false }: Contexts): string {
  const contexts = JSON.parse(JSON.stringify({ github, needs, inputs }), data.reviver)
  const isCancelled = { name: 'cancelled', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(cancelled) }
  const tree = new Parser(new Lexer(expression).lex().tokens, ['github', 'needs', 'inputs'], [isCancelled]).parse()
  return new Evaluator(tree, contexts, new Map([['cancelled', isCancelled]])).evaluate().coerceString()
}

const fill = (text: string, contexts: Contexts): string =>
  text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => valueOf(expression, contexts))

/** Whether a job's condition holds; what every job without one needs (that those before it went well) is left out. */
function holds(condition: string | undefined, contexts: Contexts): boolean {
  const inner = /^\$\{\{(.*)\}\}$/s.exec(condition?.trim() ?? '')?.[1]
  return valueOf(`!!(${inner ?? condition ?? 'true'})`, contexts) === 'true'
}

const person = { type: 'User' }
const on = (event_name: string, event: object): Contexts => ({ github: { event_name, event } })
const comment = (body: string, issue: object = { number: 7 }, user = person): Contexts =>
  on('issue_comment', { comment: { body, user }, issue })
const bot = { type: 'Bot' }
const onPlan = (body: string): Contexts => comment(body, { number: 7, pull_request: {}, user: bot })
const byBot = { number: 7, user: bot, head: { ref: 'plan/issue-7' } }
const opened = (body: string | null): Contexts => on('issues', { action: 'opened', issue: { number: 7, body } })
const remarkOn = (ref: string): Contexts =>
  on('pull_request_review_comment', { comment: { user: person, body: 'x' }, pull_request: { ...byBot, head: { ref } } })

const REUSABLE = '.github/workflows/plan.yml'
const FIRST = {
  'examples/one-job.yml': 'plan',
  'examples/three-jobs.yml': 'decide',
  'examples/three-jobs-matrix.yml': 'decide',
  '.github/workflows/plan.yml': 'decide',
}

describe.each(Object.entries(FIRST))('the workflow %s', (path, first) => {
  const { jobs } = workflowAt(path)

  test.each<[string, Contexts, boolean]>([
    ['a command on an issue', comment('/plan it'), true],
    ['talk on a plan', onPlan('approve'), true],
    ['a comment of a bot', comment('/plan it', { number: 7 }, bot), false],
    ['talk on the pull request of a person', comment('nice', { number: 7, pull_request: {}, user: person }), false],
    [
      'a command on the pull request of a person',
      comment('/plan it', { number: 7, pull_request: {}, user: person }),
      true,
    ],
    ['a review', on('pull_request_review', { review: { user: person }, pull_request: byBot }), true],
    [
      'a review of the pull request of a person',
      on('pull_request_review', { review: { user: person }, pull_request: { number: 7, user: person } }),
      false,
    ],
    ['a review of a bot', on('pull_request_review', { review: { user: bot }, pull_request: byBot }), false],
    ['a remark', remarkOn('plan/issue-7'), true],
    ['a remark on the pull request of another bot', remarkOn('renovate/all'), false],
    ['the label of plans', on('issues', { action: 'labeled', label: { name: 'plan' }, issue: { number: 7 } }), true],
    ['another label', on('issues', { action: 'labeled', label: { name: 'bug' }, issue: { number: 7 } }), false],
    ['a new issue that asks for a plan', opened('/plan it'), true],
    ['a new issue that asks', opened('/ask why'), true],
    ['any other new issue', opened('It does not work.'), false],
    ['a new issue without a text', opened(null), false],
    ['a dispatch', on('workflow_dispatch', { inputs: { number: '7' } }), true],
    ['the time of day', on('schedule', {}), true],
  ])('the condition of a workflow is right about %s', (_name, contexts, expected) => {
    expect(holds(jobs[first]?.if, contexts)).toBe(expected)
  })

  test('workflows start for every command, and every near miss that gets a reply, on issues and plans', () => {
    const usages = COMMANDS.flatMap(({ usage }) => [usage, usage.toUpperCase()])
    const others = ['approve', 'cancel', 'stop'].flatMap((word) => [
      `${word}.`,
      `/${word}!`,
      `\`${word}\``,
      `\`/${word}\``,
    ])
    const near = ['/plan: use redis', '/plans', '/aks why', '/plan-two x', '\n\n/plan it', ' /ask why']
    const said = [...usages, ...others, ...near].filter((body) => parseCommand(body, 'issue').kind !== 'nothing')
    expect(said.length).toBeGreaterThan(50)
    expect(said.filter((body) => !holds(jobs[first]?.if, comment(body)))).toEqual([])
    const onPlans = [...said, 'LGTM', '/aprove', '/frobnicate', '/cancle', '/retyr', '/note x', 'Use redis.']
    expect(onPlans.filter((body) => !holds(jobs[first]?.if, onPlan(body)))).toEqual([])
  })

  test.each([
    ...['me too', 'I approve of this', 'approved', 'Cancel buttons do not work', 'stop using redis', 'See `approve`.'],
    ...['Open src/a.ts', 'see https://example.com/a/b', '> /retry', '`/retry` and `/help` exist', '+1', ''],
  ])('workflows do not start for the comment %j', (body) => {
    expect(holds(jobs[first]?.if, comment(body))).toBe(false)
    const theirs = { number: 7, pull_request: {}, user: person }
    expect([body, '/retry', 'approve'].map((text) => holds(jobs[first]?.if, comment(text, theirs)))).toEqual([
      ...Array<boolean>(3).fill(false),
    ])
  })
})

test.each(['examples/three-jobs.yml', REUSABLE])('%s queues runs per plan, but not a cancel', (path) => {
  const { concurrency } = workflowAt(path)
  const group = (contexts: Contexts): string => fill(concurrency?.group ?? '', contexts)
  const dispatched = { inputs: { number: '7' }, ...on('workflow_dispatch', { inputs: { number: '7' } }) }
  expect([onPlan('approve'), onPlan('please cancel'), dispatched].map(group)).toEqual(Array(3).fill('measure-twice-7'))
  expect(group(on('pull_request_review', { pull_request: { number: 7 } }))).toBe('measure-twice-7')
  expect(group(on('schedule', {}))).toBe('measure-twice-all')
  const waits = [...spellings()].filter((body) => group(onPlan(body)) !== 'measure-twice-7-cancel')
  expect(waits).toEqual([])
})

/** Every way to spell the command, except for white space around anything but the bare word. */
function* spellings(): Generator<string> {
  for (const word of ['cancel', '/cancel', 'Stop', '/STOP']) {
    for (const end of ['\n', '\r\n']) yield word + end
    for (const quote of ['', '`', "'", '"'])
      for (const [inside, outside] of [
        ['', ''],
        ['.', ''],
        ['!', ''],
        ['', '.'],
        ['', '!'],
      ])
        yield `${quote}${word}${inside}${quote}${outside}`
  }
}

test('every spelling of cancel that the workflows recognize is parsed as a cancel', () => {
  const others = [...spellings()].filter((body) => parseCommand(body, 'pull').kind !== 'cancel')
  expect(others).toEqual([])
})

const input = (kind: string): string => JSON.stringify([{ id: 'a', number: 7, head: '0', kind }])
/** What `publish` hands out when changes are to be verified together, as it makes it. */
const verification = (): string =>
  JSON.stringify([verificationOf({ id: 'a', number: 7, head: '0' } as Parameters<typeof verificationOf>[0])])
const done = (work: string, result = 'success') => ({ result, outputs: { work } })

describe.each(['examples/three-jobs.yml', 'examples/three-jobs-matrix.yml', REUSABLE])('the jobs of %s', (path) => {
  const { jobs } = workflowAt(path)
  const runs = (name: string, needs: object, cancelled = false): boolean => holds(jobs[name]?.if, { needs, cancelled })

  test('when the first job finds nothing to do, the jobs `work` and `publish` are skipped', () => {
    const needs = { decide: done('') }
    expect([runs('work', needs), runs('publish', needs)]).toEqual([false, false])
  })

  test('the job `publish` runs without the job `work` when no model is needed', () => {
    const needs = { decide: done('[]'), work: { result: 'skipped' } }
    expect([runs('work', needs), runs('publish', needs)]).toEqual([false, true])
  })

  test('the job `publish` runs when part of the work failed, but not when the run is cancelled', () => {
    expect(runs('work', { decide: done(input('execute')) })).toBe(true)
    const needs = { decide: done(input('execute')), work: { result: 'failure' } }
    expect([runs('publish', needs), runs('publish', needs, true)]).toEqual([true, false])
  })

  test.each([
    ['there is work', { work: done(''), publish: done(input('execute')) }, true],
    ['a subtask failed and others are left', { work: done(''), publish: done(input('execute'), 'failure') }, true],
    ['no model was needed before', { work: done('', 'skipped'), publish: done(input('execute')) }, true],
    ['nothing is left', { work: done(''), publish: done('[]') }, false],
    ['an order came to nothing', { work: done('', 'failure'), publish: done(input('execute')) }, false],
    ['the time of an order was up', { work: done('', 'cancelled'), publish: done(input('execute')) }, false],
    ['publishing broke', { work: done(''), publish: done('', 'failure') }, false],
  ])('whether a new run is dispatched if %s', (_name, needs, expected) => {
    const skipped = { verify: { result: 'skipped' }, 'publish-verified': { result: 'skipped' } }
    expect(runs('go-on', { ...skipped, ...needs })).toBe(expected)
    expect(runs('go-on', { ...skipped, ...needs }, true)).toBe(false)
  })
})

test.each(['examples/three-jobs.yml', 'examples/three-jobs-matrix.yml', REUSABLE])(
  '%s verifies concurrent changes together and then goes on',
  (path) => {
    const { jobs } = workflowAt(path)
    const runs = (name: string, needs: object): boolean => holds(jobs[name]?.if, { needs })
    expect(runs('verify', { publish: done(verification()) })).toBe(true)
    for (const work of ['', '[]', input('execute')]) expect(runs('verify', { publish: done(work) })).toBe(false)
    expect(runs('publish-verified', { verify: { result: 'failure' } })).toBe(false)
    const before = { work: done(''), publish: done(verification()), verify: { result: 'success' } }
    expect(runs('go-on', { ...before, 'publish-verified': done(input('execute')) })).toBe(true)
    expect(runs('go-on', { ...before, 'publish-verified': done('[]') })).toBe(false)
    expect(runs('go-on', { ...before, verify: { result: 'failure' }, 'publish-verified': done('') })).toBe(false)
  },
)
