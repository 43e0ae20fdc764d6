import { describe, expect, test } from 'vitest'
import { UserError } from '../../../src/lib/errors.ts'
import type { Model } from '../../../src/model/model.ts'
import { plan as makePlan } from '../../../src/tasks/plan/run.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { calls, draftOrder, openContext, resultsIn, reviseOrder, says, type Line } from '../../agent-context.ts'

const FILES = { 'src/app.ts': 'export const app = 1\n' }
const plan = planOf([subtask(1)])
const better = { ...plan, title: 'A better plan' }
const create = (more: object = {}) => calls(['create_plan', { ...plan, answers: [], ...more }])
const answering = (...answers: [number, boolean, string][]) =>
  create({ ...better, answers: answers.map(([comment, applied, note]) => ({ comment, applied, note })) })
const objecting = (...objections: string[]) => calls(['report', { objections }])

/** A room with a reader of its own, and what that was asked. */
async function opened(planner: readonly Line[], reader: readonly Line[] | Model) {
  const second = typeof reader === 'function' ? undefined : await openContext(FILES, reader)
  const model = typeof reader === 'function' ? reader : second?.ctx.model
  const place = await openContext(FILES, planner, { reader: model })
  return { ...place, asked: second?.requests ?? [] }
}

describe('a second model', () => {
  test('a reviewer model reads the plan with reading tools, and the planner gets its objections once', async () => {
    const { ctx, requests, head, asked } = await opened(
      [create(), answering([-1, true, 'in subtask 2'], [-2, false, 'nobody asked for it'])],
      [calls(['read_file', { path: 'src/app.ts' }]), objecting('No test.', 'No docs.')],
    )
    const result = await makePlan(draftOrder(head), ctx)
    expect(asked.map(({ tools }) => tools.map(({ name }) => name))[0]).toEqual([
      ...['list_files', 'read_file', 'search', 'git_log', 'git_show', 'report'],
    ])
    expect(asked[0]?.messages[0]).toMatchObject({ text: expect.stringContaining('# Plan:') })
    const told = requests[1] ? (resultsIn(requests[1])[0] ?? '') : ''
    expect(told.match(/^Revision of version 1$/gm)).toHaveLength(1)
    expect(told).toMatch(/^Comment -1:\n.*\n {2}No test\.[^]*^Comment -2:\n.*\n {2}No docs\./m)
    expect(requests).toHaveLength(2)
    expect(result).toMatchObject({
      ...{ kind: 'planned', plan: better, answers: [], turns: 4, usage: { input: 400, cached: 160, output: 40 } },
      look: {
        objections: [
          { text: 'No test.', applied: true, note: 'in subtask 2' },
          { text: 'No docs.', applied: false, note: 'nobody asked for it' },
        ],
      },
    })
  })

  test('a review keeps answers to people, and objection numbers without their minus sign are understood', async () => {
    const first = create({ answers: [{ comment: 8, applied: true, note: 'Blue.' }] })
    const { ctx, head } = await opened([first, answering([1, false, 'no'])], [objecting('No test.')])
    expect(await makePlan(reviseOrder(head, plan), ctx)).toMatchObject({
      kind: 'planned',
      answers: [{ comment: 8, applied: true, note: 'Blue.' }],
      look: { objections: [{ applied: false, note: 'no' }] },
    })
  })

  test.each([[[]], [['\u200b', ' ', '<!-- none -->']]])(
    'a review with the objections %j causes no planner request',
    async (said) => {
      const { ctx, requests, head } = await opened([create()], [objecting(...said)])
      expect(await makePlan(draftOrder(head), ctx)).toMatchObject({ kind: 'planned', plan, look: { objections: [] } })
      expect(requests).toHaveLength(1)
    },
  )

  const refuses: Model = () => Promise.reject(new UserError('model-unknown', 'There is no model x.', 'Name another.'))
  const breaks: Model = () => Promise.reject(new Error('socket hang up'))
  test.each<[string, readonly Line[] | Model, string]>([
    ['is unknown', refuses, 'There is no model x.'],
    ['cannot be reached', breaks, 'socket hang up'],
    ['never reports', [says('Fine.')], 'without a report'],
  ])('a plan is still offered when the reviewer model %s', async (_, reader, why) => {
    const { ctx, head } = await opened([create()], reader)
    expect(await makePlan(draftOrder(head), ctx)).toMatchObject({
      ...{ kind: 'planned', plan, answers: [] },
      look: { objections: [], silent: expect.stringContaining(why) },
    })
  })

  test('a plan is still offered when the planner fails to handle the reviewer’s objections', async () => {
    const { ctx, head } = await opened([create(), says('No.')], [objecting('No test.')])
    expect(await makePlan(draftOrder(head), ctx)).toMatchObject({
      ...{ kind: 'planned', plan },
      look: { objections: [{ text: 'No test.', applied: false, note: 'The planner did not take it up.' }] },
    })
  })

  test('a reviewer model is skipped, with the reason, if the planner spent the budget', async () => {
    const { ctx, head, asked } = await opened([create()], [objecting('No test.')])
    const result = await makePlan(draftOrder(head, { allowance: { tokens: 105 } }), ctx)
    expect(asked).toHaveLength(0)
    expect(result).toMatchObject({ kind: 'planned', look: { silent: expect.stringContaining('budget') } })
  })

  test('a reviewer model is not called again when the run is stopped meanwhile', async () => {
    const stop = new AbortController()
    const reader: Model = async () => {
      stop.abort()
      throw new Error('aborted')
    }
    const { ctx, head } = await opened([create()], reader)
    expect(await makePlan(draftOrder(head), { ...ctx, signal: stop.signal })).toMatchObject({
      kind: 'stopped',
      why: 'cancelled',
    })
  })
})
