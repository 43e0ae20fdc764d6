import { isOfPlan } from './look.ts'
import { describe, expect, test } from 'vitest'
import { cheatsIn, judged, swapped, type Scene } from './cheats.ts'
import { createFeed } from './feed.ts'
import { headersFor, letIn } from './guard.ts'
import { happeningsIn } from './happenings.ts'
import { newsIn } from './page/news.ts'
import { targetOf, tabOf } from './page/links.ts'
import { chipsFor } from './suggest.ts'
import { sessionOf, titleOf } from '../replay-page/agent-turns.ts'
import type { Phase, View } from './view.ts'
import { parsePlan } from '../../src/plan/markdown.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../../test/plan/samples.ts'

describe('the door of the page', () => {
  const door = { token: 'secret', port: 4321 }
  const here = { host: '127.0.0.1:4321' }
  const own = { ...here, origin: 'http://127.0.0.1:4321', 'content-type': 'application/json' }
  const ask = (method: string, path: string, headers: object) => letIn({ method, path, headers: { ...headers } }, door)

  test.each([
    ['a page', 'GET', '/secret/', here, '/'],
    ['a file', 'GET', '/secret/page/main.js', { ...here, 'sec-fetch-site': 'same-origin' }, '/page/main.js'],
    ['the other name of this machine', 'GET', '/secret/', { host: 'localhost:4321' }, '/'],
    ['a wish of the page itself', 'POST', '/secret/act', { ...own, 'sec-fetch-site': 'same-origin' }, '/act'],
  ])('lets in %s', (_, method, path, headers, passed) => {
    expect(ask(method, path, headers)).toEqual({ path: passed })
  })

  test.each([
    ['no token', 'GET', '/', here, 404],
    ['the token alone, without its slash', 'GET', '/secret', here, 404],
    ['a name that somebody points at loopback', 'GET', '/secret/', { host: 'evil.example:4321' }, 403],
    ['no host', 'GET', '/secret/', {}, 403],
    ['another page’s script', 'GET', '/secret/state', { ...here, origin: 'http://evil.example' }, 403],
    ['a file inside another page', 'GET', '/secret/state', { ...here, 'sec-fetch-site': 'cross-site' }, 403],
    ['a page on another port of this machine', 'POST', '/secret/act', { ...own, origin: 'http://127.0.0.1:80' }, 403],
    ['a wish without an origin', 'POST', '/secret/act', { ...own, origin: undefined }, 403],
    ['a form', 'POST', '/secret/act', { ...own, 'content-type': 'text/plain' }, 415],
  ])('keeps out %s', (_, method, path, headers, status) => {
    expect(ask(method, path, headers)).toEqual({ status })
  })

  test('allows no script or style in the page itself, and no picture of another host', () => {
    const { 'content-security-policy': policy = '' } = headersFor('/')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headersFor('/graph.html')['content-security-policy']).not.toMatch(/connect-src|img-src/)
  })
})

describe('the turns of an agent', () => {
  const called = (name: string, json: object) => ({ id: name, name, arguments: JSON.stringify(json) })
  const reply = (...calls: object[]) => ({
    ...{ kind: 'reply', turn: 1, usage: { input: 10, cached: 4, output: 2 } },
    message: { text: 'I look.', calls },
  })

  test('are shown as they come: a call that has no answer yet is at work', () => {
    const call = called('read_file', { path: 'src/a.ts' })
    const lines = [{ kind: 'order' }, reply(call)]
    const [turn] = sessionOf('1-draft-5', lines).turns
    expect(turn).toMatchObject({ text: 'I look.', input: 10, cached: 4, output: 2 })
    expect(turn?.calls).toMatchObject([
      { name: 'read_file', target: 'src/a.ts', done: false, arguments: 'path: src/a.ts' },
    ])
    const after = sessionOf('1-draft-5', [...lines, { kind: 'tool', call, text: 'code', failed: false }])
    expect(after.turns[0]?.calls).toMatchObject([{ done: true, failed: false, result: 'code' }])
  })

  test('that make the same call twice have two answers', () => {
    const call = called('run_command', { command: 'ls' })
    const answered = (text: string) => ({ kind: 'tool', call, text, failed: false })
    const { turns } = sessionOf('x', [reply(call, call), answered('a'), answered('b')])
    expect(turns[0]?.calls.map(({ result }) => result)).toEqual(['a', 'b'])
  })

  test.each([[{}], ['x'], [null], [{ kind: 'reply' }], [{ kind: 'tool' }], [{ kind: 'tool', call: 5 }]])(
    'survive the line %j',
    (line) => {
      expect(sessionOf('x', [line]).id).toBe('x')
    },
  )

  test.each([
    ['1-draft-3100000001', 'Draft the plan'],
    ['1-subtask-2-attempt-1', 'Subtask 2'],
    ['1-subtask-12-attempt-3', 'Subtask 12, attempt 3'],
  ])('of %s have the title “%s”', (name, title) => {
    expect(titleOf(name)).toBe(title)
  })
})

// The page never looks at more of a view than is here.
const view = (): View => ({
  project: {
    owner: 'octo',
    name: 'x',
    address: 'http://127.0.0.1:9/octo/x',
    model: 's',
    scripted: true,
    walls: 'none',
  },
  ...{
    people: [],
    maySpend: true,
    phase: 'approve',
    commands: undefined,
    plan: undefined,
    commits: [],
    sessions: [],
    jobs: [],
  },
  issue: { number: 1, title: '', body: '', author: '', state: 'open', comments: [] },
  pull: {
    ...{ number: 2, title: '', body: '', state: 'open', draft: true, merged: false, branch: 'plan/issue-1' },
    comments: [{ id: 31, author: '', body: '', at: '', edited: false, reactions: [] }],
  },
  usage: { input: 0, cached: 0, output: 0, cost: '', turns: 0 },
  ...{ changes: '', checks: [], chips: [], cheats: [], happenings: [], attempts: [], promises: [] },
})

test('snapshots are numbered, whole, and only there when something changed', () => {
  const feed = createFeed(view(), () => 'now')
  const heard: number[] = []
  const leave = feed.follow(({ n }) => heard.push(n))
  feed.show(view())
  feed.show({ ...view(), phase: 'work' })
  feed.show({ ...view(), phase: 'done' })
  leave()
  feed.show(view())
  expect(heard).toEqual([2, 3])
  expect(feed.last()).toEqual({ n: 4, view: view(), moments: [{ n: 1, at: 'now', what: 'The issue' }] })
})

test('a moment of the time line is there as it was, and only what tells something is a moment', () => {
  const feed = createFeed(view(), () => 'now')
  const merged = { ...view(), phase: 'merged' as const }
  feed.show({ ...view(), phase: 'work' })
  feed.show(merged)
  expect(feed.last().moments.map(({ n, what }) => [n, what])).toEqual([
    [1, 'The issue'],
    [3, 'The pull request was merged.'],
  ])
  expect(feed.at(1)?.view).toEqual(view())
  expect(feed.at(3)?.view).toEqual(merged)
  expect([feed.at(2), feed.at(0), feed.at(NaN)]).toEqual([undefined, undefined, undefined])
  for (let n = 0; n < 700; n++) feed.show({ ...view(), phase: n % 2 === 0 ? 'work' : 'merged' })
  expect(feed.last().moments.length).toBeLessThanOrEqual(600)
  expect(feed.at(feed.last().moments.at(-1)?.n ?? 0)?.view.phase).toBe('merged')
})

describe('what changed, in a sentence for those who cannot see it,', () => {
  const said = (body: string): View => {
    const one = { id: 40, author: 'github-actions[bot]', body, at: '', edited: false, reactions: [] }
    return { ...view(), issue: { ...view().issue, comments: [one] } }
  }
  const check = (conclusion: 'running' | 'failure'): View => ({
    ...view(),
    checks: [{ id: 1, name: 'clock', sha: '', conclusion, annotations: [], log: '', at: '', after: 0 }],
  })
  const job = (state: 'running' | 'passed' | 'killed'): View => ({
    ...view(),
    jobs: [{ id: 1, number: 1, title: '', state, attempt: 1, seconds: 0, log: [] }],
  })

  test.each<[string, View, View, string]>([
    ['is nothing at first', view(), view(), ''],
    [
      'has no marks and addresses',
      view(),
      said('<!-- m -->\n> [!TIP]\n**Ready:** [read it rendered](http://127.0.0.1:9/x) `now` <b>x</b>'),
      'github-actions commented: Ready: read it rendered now x',
    ],
    ['tells of CI', check('running'), check('failure'), 'CI: clock failed.'],
    ['tells of a run that was killed', job('running'), job('killed'), 'Run killed.'],
  ])('%s', (_, before, now, words) => {
    expect(newsIn(before, now)).toBe(words)
  })
})

test.each([
  ['/pull/2', '#pull', 'pull'],
  ['/pull/2#issuecomment-31', '#said-31', 'pull'],
  ['/pull/2#pullrequestreview-31', '#said-31', 'pull'],
  ['/issues/1', '#issue', 'issue'],
  ['/commit/0123456789abcdef', '#commit-0123456', 'commits'],
  ['/blob/0123456/PLAN.md', '#plan', 'plan'],
])('a link to %s of the embedded GitHub leads to %s, in the tab “%s”', (path, place, tab) => {
  expect(targetOf(`http://127.0.0.1:9/octo/x${path}`, view())).toBe(place)
  expect(tabOf(place, view())).toBe(tab)
})

test.each([
  'https://evil.example/octo/x/pull/2#issuecomment-31',
  'http://127.0.0.1:9/octo/xyz/pull/2',
  'http://127.0.0.1:9/octo/x/wiki',
])('a link to %s leads to no place of the page', (href) => {
  expect(targetOf(href, view())).toBeUndefined()
})

describe('cheating', () => {
  const scene = (phase: Phase, isBusy = false): Scene => ({ phase, target: undefined, isBusy, isScripted: true })
  const ready = (now: Scene): string[] => cheatsIn(now).flatMap(({ id, ready: can }) => (can ? [id] : []))

  const tested = { number: 2, branch: 'plan/issue-1', plan: '# Plan: x\n\n## Acceptance\n\n' }

  test.each([
    [
      'a test is approved with the plan',
      { ...scene('approve'), target: tested },
      ['swap', 'edit', 'stranger', 'lie', 'test'],
    ],
    ['that plan is carried out', { ...scene('work', true), target: tested }, ['kill']],
    ['a plan waits for approval', scene('approve'), ['swap', 'edit', 'stranger', 'lie']],
    ['a run is at work', scene('work', true), ['kill']],
    ['a real model is asked', { ...scene('approve'), isScripted: false }, ['swap', 'edit', 'stranger']],
  ])('when %s, one can try just what makes sense, and the rest says what to wait for', (_, now, ids) => {
    expect(ready(now)).toEqual(ids)
    for (const { ready: can, wait } of cheatsIn(now)) expect(wait === '').toBe(can)
  })

  test('swaps the plan for one that says something else, and can be read', () => {
    const text = renderPlan(planOf([subtask(1), subtask(2)]))
    const other = swapped(text)
    expect(other).not.toBe(text)
    expect(parsePlan(other)).toMatchObject({ kind: 'parsed', plan: { subtasks: [{ description: /evil/ }, {}] } })
  })

  const none = { carriedOut: 1, broken: [] }
  test.each([
    ['swap', none, none, true, undefined],
    ['swap', none, none, false, true],
    ['swap', none, { carriedOut: 2, broken: [] }, false, false],
    ['stranger', none, { carriedOut: 1, broken: ['x'] }, false, false],
    ['kill', none, { carriedOut: 3, broken: [] }, false, true],
    ['kill', none, { carriedOut: 3, broken: ['x'] }, false, false],
  ])('by %s from %j to %j (open: %j) held: %j', (trick, before, now, isOpen, held) => {
    expect(judged({ trick, before, now, isOpen }).held).toBe(held)
  })
})

test.each([
  ['a plan waits for approval', 'approve', {}, ['push']],
  ['the agent is at work', 'work', { isBusy: true }, ['push']],
  ['the plan is paused', 'halted', {}, ['ci', 'push']],
  ['the plan is done', 'done', {}, ['ci', 'review', 'push', 'merge']],
  ['the plan is done, and still a draft', 'done', { isDraft: true }, ['ci', 'review', 'push']],
  ['the plan is done, and a question is being answered', 'done', { isBusy: true }, ['push']],
  ['a plan for another repository is done', 'done', { isSample: false }, ['push', 'merge']],
] as const)('when %s, just that can happen which makes sense', (_, phase, more, ids) => {
  const choices = happeningsIn({ phase, isBusy: false, isSample: true, isDraft: false, ...more })
  expect(choices.flatMap(({ id, ready }) => (ready ? [id] : []))).toEqual(ids)
  for (const { ready, wait } of choices) expect(wait === '').toBe(ready)
})

const chips = (phase: Phase, more: object = {}): string[] =>
  chipsFor(phase, {
    ...{ title: '', body: '', request: 'x', feedback: 'y', done: [1, 2, 3], gone: [], left: [] },
    ...{ isRed: false, badLine: undefined, ...more },
  }).map(({ text, href }) => href ?? text)
const FORGET = expect.stringMatching(/^\/revise Forget/)

test.each<[string, string[], unknown]>([
  ['the issue of an open plan leads to the plan', chips('approve'), expect.arrayContaining(['approve', '#pull'])],
  ['a plan that cannot be read leads to its line', chips('halted', { badLine: 20 }), ['#edit-20', 'cancel', '#pull']],
  ['a plan that is done can be revised', chips('done'), expect.arrayContaining([FORGET])],
  ['where part of it was taken back, not', chips('done', { gone: [2] }), expect.not.arrayContaining([FORGET])],
])('suggestions: %s', (_, found, expected) => {
  expect(found).toEqual(expected)
})

test('the page stays with the plan when /doctor opens a pull request of its own', () => {
  const branches = ['plan/issue-1', 'plan/doctor-3100000007'].map((branch) => ({ branch }))
  expect(branches.findLast(isOfPlan)).toEqual({ branch: 'plan/issue-1' })
  expect(isOfPlan({ branch: 'plan/issue-1-2' })).toBe(true)
})
