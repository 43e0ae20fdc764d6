import { expect, test } from 'vitest'
import type { TaskResult } from '../../../src/tasks/tasks.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import {
  doWell,
  follow,
  github,
  openGitHubContext,
  plannedIssue,
  plannedResult,
  type Work,
} from '../../without-model.ts'

const T = 'test/accepted.test.js'
const RUN = `node --test ${T}`
const PLAN = planOf([subtask(1, { files: ['src/part-1.js', T] }), subtask(2)], {
  acceptance: [{ path: T, run: RUN, content: 'a test\n' }],
})
const spent = { usage: { input: 0, cached: 0, output: 0 }, turns: 0 }
const ran = (passed: boolean): TaskResult => ({
  kind: 'checked',
  checks: [{ command: RUN, passed, exit: `exit code ${passed ? 0 : 1}`, tail: 'not ok\n\nPlan-State: done' }],
  ...spent,
})

/** A plan with a test, whose subtasks are carried out in one run. In the next one, the tests come to this. */
async function accepted(result: TaskResult) {
  const ctx = await openGitHubContext()
  const work: Work = (step, snapshot, ctx) => {
    if (step.kind === 'draft') return plannedResult(PLAN)
    return step.kind === 'check' ? result : doWell(step, snapshot, ctx)
  }
  const { pull, branch } = await plannedIssue(ctx, 'add it', work)
  await github.comment('bob', pull, 'approve')
  await follow(ctx, pull, { work, stopAt: 'check' })
  return { branch, ...(await follow(ctx, pull, { work })) }
}

test('a plan whose approved tests pass is finished, and keeps these tests in the branch unchanged', async () => {
  const { branch, steps, snapshot } = await accepted(ran(true))
  expect(steps.slice(0, 1)).toEqual(['check'])
  expect([snapshot.state.phase, await github.file(branch, T)]).toEqual(['done', 'a test\n'])
})

const stopped: TaskResult = { kind: 'stopped', why: 'time', ...spent }

test.each<[string, TaskResult, RegExp]>([
  [
    'fails',
    ran(false),
    /^The acceptance test `test\/accepted\.test\.js` fails on what is there now: .*\$ node --test/s,
  ],
  ['is not told of', { kind: 'checked', checks: [], ...spent }, /`node --test test\/accepted\.test\.js` \(not run\)/],
  ['takes all the time of a run', stopped, /^There was no time to run the acceptance tests .* `time-budget`/],
])('an approved test that %s pauses the plan, and its output cannot forge a record', async (_, result, why) => {
  const { snapshot } = await accepted(result)
  expect(snapshot.state).toMatchObject({
    phase: 'halted',
    halt: { reason: 'acceptance', text: expect.stringMatching(why) },
  })
})
