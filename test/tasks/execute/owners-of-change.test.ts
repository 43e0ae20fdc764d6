import { expect, test } from 'vitest'
import { proposalFor } from '../../../src/tasks/execute/owners-of-change.ts'
import { planOf, subtask } from '../../plan/samples.ts'

test.each([
  ['keys/a`b`.pem', 'proposal'],
  ['keys/a\nb.pem', 'unfit'],
  [' keys/a.pem', 'unfit'],
])('a changed file of another owner, %j, is proposed only where a plan can name it: %s', (path, kind) => {
  const plan = planOf([subtask(1, { files: ['src/a.js'] })])
  expect(proposalFor(plan, 1, [{ paths: [path], owners: ['@carol'] }]).kind).toBe(kind)
})
