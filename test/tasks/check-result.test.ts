import { describe, expect, test } from 'vitest'
import type { TaskInput, TaskResult } from '../../src/tasks/tasks.ts'
import type { Executed } from '../../src/tasks/fields.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { noUsage } from '../../src/plan/usage.ts'
import { draftOrder, executeOrder } from '../agent-context.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { problemOfResult } from '../../src/tasks/tasks.ts'

const LIMITS = {
  testFiles: [],
  maxSubtasks: 3,
  protectedPaths: ['.github/**'],
  planFile: 'PLAN.md',
  verifyCommand: 'npm test',
}
const spent = { usage: noUsage, turns: 1 }
const plan = planOf([subtask(1, { verify: ['true'] }), subtask(2, { verify: [] })])
const shared = { number: 1, head: 'a'.repeat(40), allowance: {}, used: [], frozen: [] }
const execute = executeOrder(shared.head, plan)
const draft = draftOrder(shared.head)
const review: TaskInput = { ...shared, kind: 'review', of: 'rest', id: 'r', plan, finished: [] }
const check = (command: string, passed = true) => ({ command, passed, exit: 'exit code 0', tail: '' })
const executed = (...checks: ReturnType<typeof check>[]): Executed => ({
  ...{ ...spent, kind: 'executed', patch: '', outcome: 'o', subject: 's', body: '', steps: [] },
  checks,
})
const good = executed(check('true'), check('npm test'))
const candidate = (number: number) => ({ subtask: number, result: good })
const verify: TaskInput = {
  ...{ ...shared, kind: 'check', of: 'changes', id: 'v', plan },
  changes: [candidate(1), candidate(2)],
}
const again: TaskInput = { ...shared, kind: 'check', of: 'merge', id: 'm', plan, subtasks: [1] }
const planned = (plan: Plan): TaskResult => ({ ...spent, kind: 'planned', plan, answers: [], conversation: '' })
const proposed = (plan: Plan): TaskResult => ({ ...spent, kind: 'proposed', plan, reason: 'r' })
const outside = planOf([subtask(1, { files: ['../up'] })])
const guarded = planOf([subtask(1, { files: ['.github/workflows/ci.yml'] })])

describe('a result of a job that is not trusted', () => {
  test.each<[string, TaskInput, TaskResult]>([
    ['a change that passed all checks', execute, good],
    ['a failure', execute, { ...spent, kind: 'failed', reason: 'x', checks: [] }],
    ['a plan', draft, planned(plan)],
    ['a review that finds nothing', review, { ...spent, kind: 'reviewed', of: 'rest', text: 'stands' }],
    [
      'changes that passed together, or did not',
      verify,
      {
        ...spent,
        kind: 'verified',
        results: [candidate(1), { subtask: 2, result: { ...spent, kind: 'failed', reason: 'x', checks: [] } }],
      },
    ],
  ])('a result of an untrusted job is accepted when it is %s', (_, input, result) => {
    expect(problemOfResult(input, result, LIMITS)).toBeUndefined()
  })

  test.each<[string, TaskInput, TaskResult, string]>([
    [
      'an answer to an order to execute',
      execute,
      { ...spent, kind: 'answered', text: 'x' },
      'cannot end with "answered"',
    ],
    ['a change in the place of a plan', draft, good, 'cannot end with "executed"'],
    ['a change without a check of the plan', execute, executed(check('npm test')), '`true` passed'],
    ['a change without the check of the workflow', execute, executed(check('true')), '`npm test` passed'],
    ['a change whose check failed', execute, executed(check('true', false), check('npm test')), '`true` passed'],
    ['a plan that leaves the tree', draft, planned(outside), '../up'],
    ['a plan for a protected path', draft, planned(guarded), '.github/workflows/ci.yml'],
    ['a proposal that leaves the tree', execute, proposed(outside), '../up'],
    ['a proposal of a review that leaves the tree', review, proposed(outside), '../up'],
    ['a plan of too many subtasks', draft, planned(planOf([1, 2, 3, 4].map((n) => subtask(n)))), 'at most 3'],
    [
      'about another subtask',
      verify,
      { ...spent, kind: 'verified', results: [candidate(2), candidate(1)] },
      'not about',
    ],
    ['no verification of changes', verify, { ...spent, kind: 'checked', checks: [] }, 'verifies no changes'],
    ['about changes, not a tree', again, { ...spent, kind: 'verified', results: [] }, 'checks of a tree'],
    [
      'a review of something else',
      review,
      { ...spent, kind: 'reviewed', of: 'result', head: shared.head, findings: [] },
      'a review of the result',
    ],
    ['about fewer changes', verify, { ...spent, kind: 'verified', results: [candidate(1)] }, 'not about'],
    [
      'a verification without its checks',
      verify,
      { ...spent, kind: 'verified', results: [candidate(1), { subtask: 2, result: executed() }] },
      '`npm test` passed',
    ],
  ])('a result of an untrusted job is rejected when it is %s', (_, input, result, because) => {
    expect(problemOfResult(input, result, LIMITS)).toContain(because)
  })
})
