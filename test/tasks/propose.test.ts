import { describe, expect, test } from 'vitest'
import type { InputOf } from '../../src/tasks/tasks.ts'
import { execute } from '../../src/tasks/execute/run.ts'
import { review } from '../../src/tasks/review/run.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { calls, executeOrder, openContext, resultsIn, type Line } from '../agent-context.ts'

const FILES = { 'src/app.js': 'export const app = 1\n', 'PLAN.md': '# Plan: x\n' }
const PRESENT = planOf([subtask(1), subtask(2, { asked_for: 'count' }), subtask(3)])
const name = 'Use the one that is there'
const CHANGED = planOf([subtask(1), subtask(2, { name, asked_for: 'count' }), subtask(3)])
const finished = [{ number: 1, outcome: 'It is there.' }]
const used = [1, 2, 3, 9].map((number) => ({ number, name: `Part ${number}` }))

const propose = (plan: object, reason = 'There is a limiter already.') =>
  calls(['propose_plan_change', { ...plan, reason }])
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])

async function executing(input: Partial<InputOf<'execute'>>, ...lines: Line[]) {
  const place = await openContext(FILES, lines)
  const given = executeOrder(place.head, PRESENT, { subtask: 2, finished, frozen: [1], used, ...input })
  return { ...place, result: await execute(given, place.ctx) }
}

async function reviewing(input: Partial<InputOf<'rest'>>, ...lines: Line[]) {
  const place = await openContext(FILES, lines)
  const { id, number, head, allowance } = executeOrder(place.head, PRESENT)
  const given: InputOf<'rest'> = {
    kind: 'review',
    of: 'rest',
    id,
    number,
    head,
    allowance,
    frozen: [1],
    plan: PRESENT,
    finished,
    used,
    ...input,
  }
  return { ...place, result: await review(given, place.ctx) }
}

describe.each([
  ['an agent at work', executing],
  ['an agent that reviews', reviewing],
] as const)('%s', (_, agent) => {
  test('an agent that proposes a changed plan ends its work, with its reason and token usage', async () => {
    const { result, requests } = await agent({}, calls(['list_files', {}]), propose(CHANGED), finish)
    expect(result).toMatchObject({
      kind: 'proposed',
      plan: CHANGED,
      reason: 'There is a limiter already.',
      usage: { input: 200, output: 20 },
      turns: 2,
    })
    expect(requests).toHaveLength(2)
  })

  test('a proposed plan change may send only the changed parts', async () => {
    const { result } = await agent({}, propose({ subtasks: [{ number: 2, name }], risks: [] }))
    expect(result).toMatchObject({ kind: 'proposed', plan: { ...CHANGED, risks: [] } })
    const { result: shorter } = await agent({}, propose({ removed: [1, 3] }))
    expect(shorter).toMatchObject({ kind: 'proposed', plan: { subtasks: PRESENT.subtasks.slice(0, 2) } })
  })

  test.each<[string, object, RegExp]>([
    ['the present plan', PRESENT, /This is the present plan/],
    ['another text of a subtask that is done', { subtasks: [subtask(1, { name: 'Other' })] }, /the present plan/],
    ['a number that an earlier version used', planOf([subtask(1), subtask(9, { name: 'New' })]), /\b9\b/],
    [
      'a cycle',
      planOf([subtask(1), subtask(2, { depends_on: [3] }), subtask(3, { depends_on: [2] })]),
      /cycle|circle/i,
    ],
    ['a protected path', planOf([subtask(1), subtask(2, { files: ['.github/workflows/x.yml'] })]), /protected/],
    ['a path outside', planOf([subtask(1), subtask(2, { files: ['../x'] })]), /\.\.\/x/],
    ['too many subtasks', planOf(Array.from({ length: 13 }, (_, i) => subtask(i + 1))), /at most 12/],
    ['a part of a new subtask', { subtasks: [{ number: 4, name: 'x' }] }, /subtasks\.3\.description/],
  ])('%s is rejected as a proposed plan with the reason', async (_, plan, why) => {
    const { result, requests } = await agent({}, propose(plan), propose(CHANGED))
    expect(requests[1] && resultsIn(requests[1])).toEqual([expect.stringMatching(why)])
    expect(result).toMatchObject({ kind: 'proposed', plan: CHANGED, turns: 2 })
  })
})

test('an attempt that ends with a proposed plan returns no patch', async () => {
  const write = calls(['write_file', { path: 'src/limit.js', content: 'x\n' }])
  const { result } = await executing({}, write, propose(CHANGED))
  expect(Object.keys(result).sort()).toEqual(['kind', 'plan', 'reason', 'turns', 'usage'])
})
