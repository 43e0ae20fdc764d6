import { expect, test } from 'vitest'
import type { CommitStatus } from '../../../../src/github/forge.ts'
import type { State } from '../../../../src/decide/next/decision.ts'
import { commitStatus } from '../../../../src/publish/view/parts/status-line.ts'
import type { View } from '../../../../src/publish/view/text/view.ts'
import { done, status, view } from '../sample.ts'

type Said = Omit<CommitStatus, 'url'> | undefined
type Case = [string, View, Said]

const TWO = [status(1), status(2)]
const approved = { approved: true, ready: true }
const PROBLEM: State['reading'] = { kind: 'problem', blob: 'b', line: 7, reason: 'there is\nno subtask' }

test.each<Case>([
  ['no plan', view([], { phase: 'none' }), undefined],
  ['a plan that was cancelled', view(TWO, { phase: 'abandoned' }), undefined],
  [
    'a plan that anybody may approve',
    view(TWO),
    { state: 'pending', description: 'Waiting for approval from anybody with write permission' },
  ],
  [
    'a plan that takes two people',
    view(TWO, {}, { approvalsRequired: 2 }),
    { state: 'pending', description: 'Waiting for approval from 2 people with write permission' },
  ],
  [
    'a plan with approvers',
    view(TWO, { asked: [{ numbers: [1, 2], of: '@carol or a member of @o/core' }] }),
    { state: 'pending', description: 'Waiting for approval from @carol or a member of @o/core' },
  ],
  [
    'a plan of several owners',
    view(TWO, {
      asked: [
        { numbers: [1], of: '@carol' },
        { numbers: [2], of: '`bob@example.org`' },
      ],
    }),
    { state: 'pending', description: 'Waiting for approval of 1 from @carol; 2 from bob@example.org' },
  ],
  [
    'the rest of a plan',
    view([done(1), status(2), status(3)], { phase: 'in_progress' }),
    { state: 'pending', description: 'Waiting for approval of 2-3 from anybody with write permission' },
  ],
  [
    'a plan that another run goes on with',
    view([done(1), status(2, approved), status(3)], { phase: 'in_progress' }),
    { state: 'pending', description: 'In progress: 1 of 3 subtasks done' },
  ],
  [
    'a failure',
    view([done(1), status(2, { state: 'failed' })], { phase: 'halted', halt: { reason: 'failed', since: 1 } }),
    { state: 'failure', description: 'Paused: subtask 2 failed' },
  ],
  [
    'a plan file that cannot be read',
    view([], { phase: 'todo', reading: PROBLEM }),
    { state: 'error', description: 'PLAN.md cannot be read: line 7: there is no subtask' },
  ],
  [
    'a plan that is done',
    view([done(1), status(2, { state: 'abandoned' })], { phase: 'done', reading: PROBLEM }),
    { state: 'success', description: '1 of 2 subtasks done, 1 skipped' },
  ],
])('the commit status of %s', (_, shown, said) => {
  expect(commitStatus(shown)).toEqual(said && { ...said, url: 'https://github.com/o/r/pull/7' })
})

test('a commit status is truncated to GitHub’s limit of 140 characters', () => {
  const asked = [{ numbers: [1], of: Array.from({ length: 30 }, (_, n) => `@person${n}`).join(', ') }]
  const { description = '' } = commitStatus(view(TWO, { asked })) ?? {}
  expect(description).toHaveLength(140)
  expect(description).toMatch(/^Waiting for approval from @person0, .*…$/)
})
