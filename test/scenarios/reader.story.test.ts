import { expect, test } from 'vitest'
import { call, type Context, type Step } from '../../fakes/model/script.ts'
import type { ModelRequest } from '../../fakes/model/request.ts'
import { offer, planOf, saidByBot, stage, TWO, workOf } from './stage.ts'

const INPUTS = { 'reader-model': 'second-pair-of-eyes' }
const THREE = planOf([{ number: 1 }, { number: 2 }, { number: 3, name: 'Test the limiter' }])

/** Applies the first objection and leaves the others. */
const takesOne: Step = ({ feedback }: Context) =>
  offer({
    ...THREE,
    answers: feedback.map((comment) =>
      comment === -2
        ? { comment, applied: false, note: 'nobody asked for docs' }
        : { comment, applied: true, note: 'in subtask 3' },
    ),
  })

const script = {
  plan: [offer(TWO)],
  reader: [call('read_file', { path: 'src/index.js' }), call('report', { objections: ['No test.', 'No docs.'] })],
  revise: takesOne,
  subtasks: { 3: workOf(3) },
}

const modelOf = ({ raw }: ModelRequest): string => /"model":"([^"]*)"/.exec(raw)?.[1] ?? ''

test('a reviewer model reads each version first, and its open objections are in the plan comment', async () => {
  await using world = await stage({ inputs: INPUTS, script })
  const { run, pull = 0 } = await world.plan()
  expect(run.requests.map((one) => `${one.phase} ${modelOf(one)}`)).toEqual([
    expect.stringContaining('plan '),
    'reader second-pair-of-eyes',
    'reader second-pair-of-eyes',
    expect.stringContaining('revise '),
  ])
  const [first = ''] = await saidByBot(world, pull)
  expect(first).toContain('### Plan, version 1')
  expect(first).toContain('**A second look:** 1 objection applied, 1 objection not applied:')
  expect(first).toContain('- No docs. → **not applied**: nobody asked for docs')
  const used = run.requests.reduce((sum, { usage }) => sum + usage.input, 0)
  expect(run.outputs['tokens-input']).toBe(String(used))

  // A reader that does not answer keeps nothing from being announced.
  const risky: Step = ({ feedback }: Context) =>
    offer({
      ...THREE,
      risks: ['One.'],
      answers: feedback.map((comment) => ({ comment, applied: true, note: 'named' })),
    })
  world.model.script = { ...world.model.script, reader: [], revise: risky }
  await world.say('bob', pull, 'Please add a second one.')
  const second = (await saidByBot(world, pull)).at(-1) ?? ''
  expect(second).toContain('### Plan, version 2')
  expect(second).toContain('**A second look:** there was none')
  expect((await world.say('alice', pull, 'approve')).outputs['plan-state']).toBe('done')
})
