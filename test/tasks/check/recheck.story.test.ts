import { afterEach, expect, test } from 'vitest'
import type { Check } from '../../../src/plan/plan.ts'
import type { TaskResult } from '../../../src/tasks/tasks.ts'
import { noUsage } from '../../../src/plan/usage.ts'
import { publishResult } from '../../../src/tasks/publish-result.ts'
import { github, lookAt, openGitHubContext, planned } from '../../without-model.ts'

// What is said of the checks after the base was merged: something only where there is something to read.

afterEach(() => {
  github.settings.permissions.contents = 'write'
})
const MERGE = 'c'.repeat(40)
const check = (passed: boolean): Check => ({
  command: 'npm test',
  passed,
  exit: passed ? 'exit code 0' : 'exit code 1',
  tail: '',
})
const rechecked = (...checks: Check[]): TaskResult => ({ kind: 'checked', checks, usage: noUsage, turns: 0 })
const late: TaskResult = { kind: 'stopped', why: 'time', usage: noUsage, turns: 0 }

test.each<[string, TaskResult, boolean, { kept: boolean; said: RegExp | undefined }]>([
  ['all pass', rechecked(check(true)), false, { kept: true, said: undefined }],
  [
    'all pass, and nothing may be pushed',
    rechecked(check(true)),
    true,
    { kept: false, said: /subtask 1 still pass\./ },
  ],
  ['one fails', rechecked(check(true), check(false)), false, { kept: false, said: /`npm test`.*: exit code 1/ }],
  ['there was no time', late, false, { kept: false, said: /The run’s time was up/ }],
])('a recheck after a merge posts a comment only if needed: %s', async (_, result, isForbidden, { kept, said }) => {
  const { ctx, pull } = await planned()
  const snapshot = await lookAt(ctx, pull)
  const before = (await github.commentsOf(pull)).length
  if (isForbidden) github.settings.permissions.contents = 'read'
  const step = { kind: 'check' as const, of: 'merge' as const, merge: MERGE, numbers: [1] }
  const thread = await publishResult(ctx, snapshot, { step, result })
  expect(thread.paid?.rechecked === MERGE).toBe(kept)
  const news = (await github.commentsOf(pull)).slice(before).map(({ body }) => body ?? '')
  expect(news).toEqual(said ? [expect.stringMatching(said)] : [])
  // Another machine knows it, too.
  expect((await lookAt(await openGitHubContext(), pull)).thread.paid?.rechecked === MERGE).toBe(kept)
})
