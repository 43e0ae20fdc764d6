import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { ModelRequest } from '../../src/model/model.ts'
import { execute } from '../../src/tasks/execute/run.ts'
import { plan as makePlan } from '../../src/tasks/plan/run.ts'
import { Plan, Subtask } from '../../src/plan/plan.ts'
import { ask } from '../../src/tasks/ask/run.ts'
import { review } from '../../src/tasks/review/run.ts'
import { defineTool } from '../../src/agent/tool.ts'
import { planOf } from '../../bench/scripts.ts'
import { calls, draftOrder, executeOrder, openContext } from '../agent-context.ts'

/** The tokens of what is the same in every request of an agent, and of the task that it begins with. */
function tokensOf({ system, tools, messages }: ModelRequest): { fixed: number; task: number } {
  const [task] = messages
  return {
    fixed: countTokens(system) + countTokens(JSON.stringify(tools)),
    task: task?.kind === 'user' ? countTokens(task.text) : 0,
  }
}

/** What people are told of it, in hundreds. */
const COST = readFileSync(resolve(import.meta.dirname, '../../docs/cost.md'), 'utf8')
const rounded = (count: number): string => (Math.round(count / 100) * 100).toLocaleString('en')

test('the planner’s prompt and tools take at most 900 tokens', async () => {
  const { ctx, requests, head } = await openContext({ a: 'a\n' }, [
    calls(['create_plan', { ...planOf(1), answers: [] }]),
  ])
  await makePlan(draftOrder(head), ctx)
  expect(requests.map((request) => tokensOf(request).fixed <= 900)).toEqual([true])
  const [{ fixed, task } = { fixed: NaN, task: NaN }] = requests.map(tokensOf)
  expect(COST).toContain(`about ${rounded(fixed + task)} tokens in the first request of a plan`)
})

const tokensIn = (input: z.ZodObject): number =>
  countTokens(JSON.stringify(defineTool({ name: '', description: '', input, run: () => '' }).declaration))

test('approved tests add at most 60 tokens to create_plan’s schema, only if tests first are requested', async () => {
  expect(tokensIn(Plan) - tokensIn(Plan.omit({ acceptance: true }))).toBeLessThanOrEqual(60)
  const { ctx, requests, head } = await openContext({ a: 'a\n' }, [
    calls(['create_plan', { ...planOf(1), answers: [] }]),
  ])
  for (const request of ['Add it.', 'Write the tests first.']) await makePlan(draftOrder(head, { request }), ctx)
  expect(requests.map(({ tools }) => JSON.stringify(tools).includes('acceptance'))).toEqual([false, true])
})

test('the field asked_for adds at most 60 tokens to the schema of create_plan', () => {
  const without = Subtask.omit({ asked_for: true })
  expect(tokensIn(Subtask) - tokensIn(without)).toBeLessThanOrEqual(60)
  expect(tokensIn(Subtask)).toBeGreaterThan(tokensIn(without))
})

/** The tokens of all prompts together, before there was any word of what checks prove. */
const BEFORE_PROOF = 930

test('the prompts of all agents hold nothing that varies, and grew by at most 40 tokens since proof was added', async () => {
  const report = calls(['report', { outcome: 'Done.' }])
  const { ctx, requests, head } = await openContext({ a: 'a\n' }, [
    calls(['create_plan', { ...planOf(1), answers: [] }]),
    calls(['report', { objections: [] }]),
    calls(['delegate', { name: 'It', task: 'Do it.', expected_outcome: 'It is done.' }]),
    ...[report, calls(['give_up', { reason: 'No way.' }]), report, calls(['answer', { text: 'So.' }])],
  ])
  const { request: _, used, ...shared } = draftOrder(head)
  await makePlan(draftOrder(head), { ...ctx, reader: ctx.model })
  await execute(executeOrder(head, planOf(1)), ctx)
  await review({ ...shared, kind: 'review', of: 'rest', plan: planOf(1), finished: [], frozen: [], used }, ctx)
  await ask({ ...shared, kind: 'ask', question: 'Why?', comment: 7 }, ctx)
  expect(requests.at(-1)?.messages[0]?.text).toMatch(/The question:\nWhy\?$/)
  const prompts = [...new Set(requests.map(({ system }) => system))]
  expect(prompts).toHaveLength(6)
  expect(prompts.filter((text) => /\d{4}|undefined|\[object/.test(text) || text.length > 2_000)).toEqual([])
  const sum = prompts.map((text) => countTokens(text)).reduce((one, other) => one + other, 0)
  expect(sum).toBeLessThanOrEqual(BEFORE_PROOF + 40)
})

test('the executor’s prompt and tools take at most 765 tokens, with a task in a plan of five 1,100', async () => {
  const { ctx, requests, head } = await openContext({ a: 'a\n' }, [calls(['give_up', { reason: 'No way.' }])])
  await execute(executeOrder(head, planOf(5)), ctx)
  const [{ fixed, task } = { fixed: NaN, task: NaN }] = requests.map(tokensOf)
  expect(fixed).toBeLessThanOrEqual(765)
  expect(fixed + task).toBeLessThanOrEqual(1100)
  expect(COST).toContain(`about ${rounded(fixed + task)} in that of a subtask with a plan of five`)
})
