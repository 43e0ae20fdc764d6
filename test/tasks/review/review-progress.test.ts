import { expect, test } from 'vitest'
import { review } from '../../../src/tasks/review/run.ts'
import type { AgentContext } from '../../../src/agent/context/agent-context.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { calls, openContext, says, type Line } from '../../agent-context.ts'
import type { InputOf } from '../../../src/tasks/tasks.ts'

const PLAN = planOf([subtask(1), subtask(2)])

async function reviewed(
  lines: readonly Line[],
  more: Partial<AgentContext> = {},
  input: Partial<InputOf<'rest'>> = {},
) {
  const place = await openContext({ 'src/app.js': 'export const app = 1\n' }, lines, more)
  const result = await review(
    {
      kind: 'review',
      of: 'rest',
      id: '12-review-1',
      number: 12,
      head: place.head,
      allowance: {},
      plan: PLAN,
      finished: [{ number: 1, outcome: 'The limiter counts.' }],
      frozen: [1],
      used: [],
      ...input,
    },
    place.ctx,
  )
  return { ...place, result }
}

test('a review of the remaining plan without findings returns one line', async () => {
  const { result } = await reviewed([
    calls(['read_file', { path: 'src/app.js' }]),
    calls(['report', { outcome: 'It stands.' }]),
  ])
  expect(result).toEqual({
    kind: 'reviewed',
    of: 'rest',
    text: 'It stands.',
    usage: { input: 200, cached: 80, output: 20 },
    turns: 2,
  })
})

test('a review of the remaining plan has reading tools, and sees the plan and what was done', async () => {
  const { requests } = await reviewed([calls(['report', { outcome: 'x' }])])
  const [request] = requests
  const tools = request?.tools.map(({ name }) => name)
  expect(tools).toEqual(['list_files', 'read_file', 'search', 'git_log', 'git_show', 'propose_plan_change', 'report'])
  const [task] = request?.messages ?? []
  expect(task).toMatchObject({
    text: expect.stringMatching(/# Plan: Add a limiter[^]*Done so far:\n {2}1\. The limiter counts\./),
  })
})

test('the remaining plan is reviewed by the planner’s model', async () => {
  const planner: AgentContext['planner'] = async () => calls(['report', { outcome: 'The planner looked.' }])
  expect(await reviewed([says('I am the executor.')], { planner })).toMatchObject({
    result: { text: 'The planner looked.' },
  })
})

test.each<[string, readonly Line[], object, Partial<InputOf<'rest'>>]>([
  ['without a report', [says('Hm.')], { kind: 'failed', turns: 4 }, {}],
  [
    'because the budget is spent',
    [calls(['list_files', {}])],
    { kind: 'stopped', why: 'budget' },
    { allowance: { tokens: 50 } },
  ],
])('a plan review that ends %s proposes no change', async (_, lines, end, input) => {
  expect((await reviewed(lines, {}, input)).result).toMatchObject(end)
})
