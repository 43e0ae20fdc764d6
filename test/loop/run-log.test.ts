import { expect, test } from 'vitest'
import { targetLine, planProblems, runHead, waitingNotice } from '../../src/loop/run-log.ts'
import { readInputs } from '../../src/runner/inputs.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { newThread, planned, recording, reply, stateIn } from '../thread.ts'

const URL_OF = 'https://github.com/octo/demo/pull/13'
const WAITING = planned(planOf([subtask(1), subtask(2)]))
const FAILED = recording(reply(planned(planOf([subtask(1)])), 'bob', 'approve'), {
  subtask: 1,
  state: 'failed',
  attempts: 3,
})

test('the first log lines of a run name release, event, person, model, endpoint and sandbox', () => {
  const given: Record<string, string> = { 'github-token': 'ghs_1', model: 'm-1', 'planner-model': 'm-2' }
  const inputs = readInputs((name) => given[name] ?? '')
  const env = { GITHUB_ACTION_REPOSITORY: 'o/r', GITHUB_ACTION_REF: 'v1', GITHUB_ACTOR: 'bob' }
  expect(runHead({ env, event: { name: 'issue_comment', payload: {} }, inputs })).toEqual([
    'Measure Twice o/r@v1 · issue_comment by bob',
    'Model m-1, m-2 at api.openai.com · sandbox auto',
  ])
})

test.each([
  ['no plan', newThread(), /^#12: no plan yet$/],
  ['a plan', WAITING, /^#12: plan\/\S+ @ [0-9a-f]{7} · version 1$/],
])('an issue with %s is one line in the log', (_, thread, line) => {
  expect(targetLine({ number: 12, isPull: false }, thread, stateIn(thread))).toMatch(line)
})

test.each([
  ['an approval', WAITING, `The plan waits for approval: ${URL_OF}`],
  ['/retry', FAILED, `The plan waits for \`/retry\`: ${URL_OF}`],
  ['nobody', newThread(), undefined],
])('the run log says that a plan waits for %s', (_, thread, notice) => {
  expect(waitingNotice(thread, stateIn(thread))).toBe(notice)
})

test('a failed subtask, or an unreadable plan file with its line, is an error of the run', () => {
  const named = { state: stateIn(FAILED), planFile: 'PLAN.md' }
  expect(planProblems({ thread: FAILED, failed: true }, named)).toEqual([
    { title: 'Subtask 1 failed', text: expect.stringContaining(URL_OF) },
  ])
  expect(planProblems({ thread: FAILED, failed: false }, named)).toEqual([])
  const broken = recording(WAITING, {}, '# Plan: x\n\nno plan')
  expect(planProblems({ thread: broken, failed: false }, { state: stateIn(broken), planFile: 'PLAN.md' })).toEqual([
    {
      text: expect.stringMatching(/^The plan file cannot be read: .*[^.]\. https:\S+\/pull\/13$/),
      file: 'PLAN.md',
      line: expect.any(Number),
    },
  ])
})
