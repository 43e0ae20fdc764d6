import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCommand } from '../../src/decide/words/command.ts'
import { defaultBranchOf, destinationOf } from '../../src/observe/event.ts'

const interest = { token: 'ghs_1', branchPrefix: 'plan/', planLabel: 'plan', interactive: false, workflow: '' }
const user = { login: 'alice', id: 101, type: 'User' }
const app = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }
const repository = { full_name: 'octo/demo', default_branch: 'trunk' }
const said = { id: 7, by: 'alice' }

const commented = (body: string, more: object = {}) => ({
  action: 'created',
  issue: { number: 12, user, ...more },
  comment: { id: 7, body, user },
  repository,
  sender: user,
})
const onPull = { pull_request: { url: 'https://api.github.com/repos/octo/demo/pulls/12' }, user: app }
const reviewed = (more: object = {}, said: object = { review: { user } }) => ({
  action: 'submitted',
  pull_request: { number: 13, head: { ref: 'plan/issue-12', repo: { full_name: 'octo/demo' } }, ...more },
  repository,
  ...said,
})
const labeled = (more: object = {}) => ({
  action: 'labeled',
  issue: { number: 12, updated_at: '2026-01-01T00:00:00Z' },
  label: { name: 'plan' },
  sender: user,
  ...more,
})

describe('what is ours', () => {
  test.each<[string, string, object, unknown]>([
    ['a question', 'issue_comment', commented('/ASK why?'), { number: 12, isPull: false, comment: said }],
    [
      'any words on a pull request of an app',
      'issue_comment',
      commented('hm', onPull),
      { number: 12, isPull: true, comment: said },
    ],
    ['a review', 'pull_request_review', reviewed(), { number: 13, isPull: true, comment: { ...said, id: 0 } }],
    [
      'a comment in a review',
      'pull_request_review_comment',
      { ...reviewed({}, { comment: { user } }), action: 'created' },
      { number: 13, isPull: true, comment: { ...said, id: 0 } },
    ],
    ['the end of a plan', 'pull_request', { ...reviewed(), action: 'closed' }, { number: 13, isPull: true }],
    [
      'the label',
      'issues',
      labeled(),
      { number: 12, isPull: false, asked: { kind: 'label', by: user, at: '2026-01-01T00:00:00Z' } },
    ],
    ['a continued run', 'workflow_dispatch', { inputs: { number: '13' } }, { number: 13 }],
    ['a number as people write it', 'workflow_dispatch', { inputs: { number: ' #13 ' } }, { number: 13 }],
    [
      'the address of an issue',
      'workflow_dispatch',
      { inputs: { number: 'https://github.com/octo/demo/issues/12' }, repository },
      { number: 12 },
    ],
    [
      'the address of a comment',
      'workflow_dispatch',
      { inputs: { number: 'https://github.example.com/Octo/Demo/pull/13/files#issuecomment-9' }, repository },
      { number: 13 },
    ],
    ['a run by another service', 'repository_dispatch', { client_payload: { number: 13 } }, { number: 13 }],
  ])('an event that starts a run: %s', (_, name, payload, target) => {
    expect(destinationOf({ name, payload }, interest)).toEqual({ kind: 'target', target })
  })

  test('a scheduled run covers every open plan', () => {
    expect(destinationOf({ name: 'schedule', payload: {} }, interest)).toEqual({ kind: 'all-plans' })
  })

  test('a new issue without a command starts a run only in interactive mode', () => {
    // Whoever moves an issue of a stranger here from another repository has sent the event.
    const issue = { ...labeled().issue, user: { ...user, login: 'mallory', id: 7 } }
    const event = { name: 'issues', payload: { ...labeled({ issue }), action: 'opened', label: undefined } }
    expect(destinationOf(event, interest)).toBeUndefined()
    expect(destinationOf(event, { ...interest, interactive: true })).toMatchObject({
      target: { asked: { kind: 'opened', by: { login: 'mallory' } } },
    })
  })

  test.each([
    ['/plan it', true],
    ['\r\n /ASK why?', true],
  ])('a new issue with the text %j starts a run: %j', (body, expected) => {
    const opened = (user: object) => ({
      name: 'issues',
      payload: { ...labeled(), action: 'opened', label: undefined, issue: { ...labeled().issue, body, user } },
    })
    const asked = expected
      ? { target: { number: 12, isPull: false, asked: { kind: 'opened', by: user, body } } }
      : undefined
    expect(destinationOf(opened(user), interest)).toEqual(asked && expect.objectContaining({ kind: 'target' }))
    if (asked) expect(destinationOf(opened(user), interest)).toMatchObject(asked)
    expect(destinationOf(opened(app), interest)).toBeUndefined()
    expect(
      destinationOf({ ...opened(user), payload: { ...opened(user).payload, action: 'edited' } }, interest),
    ).toBeUndefined()
  })

  test('a label on a pull request starts no run, because labels request plans for issues', () => {
    const onAPull = { ...labeled().issue, pull_request: { url: 'https://api.github.com/repos/octo/demo/pulls/12' } }
    expect(destinationOf({ name: 'issues', payload: labeled({ issue: onAPull }) }, interest)).toBeUndefined()
  })

  test('on a pull request that is no plan, only `/plan` starts a run', () => {
    const on = (body: string) =>
      destinationOf({ name: 'issue_comment', payload: commented(body, { ...onPull, user }) }, interest)
    expect(on('/plan finish it')).toMatchObject({ target: { number: 12, isPull: true, plansPull: true } })
    for (const body of ['/ask why?', '/help', 'approve', 'see /plan', '/planning']) expect(on(body)).toBeUndefined()
  })

  test('with a person’s token, comments on that person’s pull request start a run', () => {
    const event = { name: 'issue_comment', payload: commented('approve', { ...onPull, user }) }
    expect(destinationOf(event, interest)).toBeUndefined()
    expect(destinationOf(event, { ...interest, token: 'ghp_1' })).toMatchObject({ target: { number: 12 } })
  })
})

test.each<[string, string, unknown]>([
  ['words on an issue', 'issue_comment', commented('I would like a /plan')],
  ['a comment that was edited', 'issue_comment', { ...commented('/plan'), action: 'edited' }],
  ['a comment of a bot', 'issue_comment', { ...commented('/plan'), comment: { body: '/plan', user: app } }],
  ['a review that was dismissed', 'pull_request_review', { ...reviewed(), action: 'dismissed' }],
  [
    'a comment in a review that was edited',
    'pull_request_review_comment',
    { ...reviewed({}, { comment: { user } }), action: 'edited' },
  ],
  ['a review by a bot', 'pull_request_review', reviewed({}, { review: { user: app } })],
  [
    'a review of a fork',
    'pull_request_review',
    reviewed({ head: { ref: 'plan/issue-12', repo: { full_name: 'mallory/demo' } } }),
  ],
  [
    'a review of another branch',
    'pull_request_review',
    reviewed({ head: { ref: 'fix', repo: { full_name: 'octo/demo' } } }),
  ],
  ['another label', 'issues', labeled({ label: { name: 'bug' } })],
  ['a label set by a bot', 'issues', labeled({ sender: app })],
  ['a label that was taken away', 'issues', labeled({ action: 'unlabeled' })],
  [
    'an address in another repository',
    'workflow_dispatch',
    { inputs: { number: 'https://github.com/octo/other/issues/12' }, repository },
  ],
])('%s starts no run', (_, name, payload) => {
  expect(destinationOf({ name, payload }, interest)).toBeUndefined()
})

test.each([[null], [{}], [{ number: '' }], [{ number: null }]])(
  'a dispatch with the inputs %j runs the doctor',
  (inputs) => {
    expect(destinationOf({ name: 'workflow_dispatch', payload: { inputs } }, interest)).toEqual({ kind: 'repository' })
    expect(
      destinationOf({ name: 'repository_dispatch', payload: { client_payload: inputs } }, interest),
    ).toBeUndefined()
  },
)

test.each([['0'], ['1.5'], ['x'], ['12345678901'], [['12']]])('a dispatch with the number %j is ignored', (number) => {
  expect(destinationOf({ name: 'workflow_dispatch', payload: { inputs: { number } } }, interest)).toBeUndefined()
})

const NAMES = ['issue_comment', 'pull_request_review', 'pull_request_review_comment', 'issues', 'workflow_dispatch']

test('random event payloads never cause an exception', () => {
  const odd = fc.anything({
    maxDepth: 4,
    key: fc.constantFrom('action', 'issue', 'comment', 'user', 'inputs', 'number'),
  })
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), odd, (name, payload) => {
      const found = destinationOf({ name, payload }, interest)
      if (found?.kind === 'target') expect(found.target.number).toBeGreaterThan(0)
      defaultBranchOf({ name, payload })
    }),
  )
})

test('every comment on an issue that parses as a command starts a run', () => {
  const start = fc.constantFrom('', ' ', '\n', '\u200b', '\ufeff', '\u2060', '> ', '`', '\u202e')
  const word = fc.constantFrom('/plan', '/PLAN', '/ask', '/help', '/planner', 'plan', '/pl\u200ban')
  const end = fc.constantFrom('', ' x', '\nx', '\t', '\ufeff', '\u200b', '!', '-x')
  fc.assert(
    fc.property(fc.array(start, { maxLength: 3 }), word, end, (blanks, command, rest) => {
      const body = blanks.join('') + command + rest
      if (parseCommand(body, 'issue').kind === 'nothing') return
      expect(destinationOf({ name: 'issue_comment', payload: commented(body) }, interest)).toBeDefined()
    }),
  )
})

test('the default branch is taken from the event payload, or else is main', () => {
  expect(defaultBranchOf({ name: 'schedule', payload: { repository } })).toBe('trunk')
  expect(defaultBranchOf({ name: 'schedule', payload: undefined })).toBe('main')
})

describe('a check that has ended', () => {
  const here = { full_name: 'octo/demo' }
  const own = '.github/workflows/plan.yml'
  const listening = { ...interest, token: 'ghs_x', workflow: own }
  const targetOf = (name: string, ended: object, action = 'completed') =>
    destinationOf({ name, payload: { action, repository: here, [name]: ended } }, listening)
  const run = { head_branch: 'plan/issue-12-2', head_repository: here, path: '.github/workflows/ci.yml' }
  const pulls = [
    { number: 9, head: { ref: 'other' } },
    { number: 13, head: { ref: 'plan/issue-12-2' } },
  ]

  test.each([
    ['workflow_run', { ...run, pull_requests: pulls }, { number: 13, isPull: true, checked: true }],
    ['workflow_run', { ...run, pull_requests: [] }, { number: 12, isPull: false, checked: true }],
    ['check_suite', { head_branch: 'plan/issue-7' }, { number: 7, isPull: false, checked: true }],
    ['workflow_run', { ...run, head_branch: 'plan/other' }, undefined],
    ['workflow_run', { ...run, head_repository: { full_name: 'mallory/demo' } }, undefined],
    ['workflow_run', { ...run, path: own }, undefined],
  ])('the plan that a finished check, %s %j, belongs to', (name, ended, target) => {
    expect(targetOf(name, ended)).toEqual(target && { kind: 'target', target })
    expect(targetOf(name, ended, 'requested')).toBeUndefined()
  })
})
