import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import type { ModelRequest } from '../../fakes/model/request.ts'
import { meanwhile, offer, planOf, revised, saidByBot, stage, TWO } from './stage.ts'

const INPUTS = { 'reader-model': 'second-pair-of-eyes' }
const reader = call('report', { objections: [] })
const found = (more: object = {}) => ({
  subtask: 1,
  kind: 'missing',
  path: 'src/part1.js',
  line: 1,
  text: 'It limits nothing.',
  ...more,
})
const reported = (...findings: object[]) => call('report', { findings })
const mended = [
  call('write_file', { path: 'src/part1.js', content: 'export const part = 10\n' }),
  call('finish_subtask', { outcome: 'It limits.', commit_subject: 'Limit it' }),
]
const script = { plan: [offer(TWO)], reader, result: reported(found()), subtasks: { 3: mended } }

const modelOf = ({ raw }: ModelRequest): string => /"model":"([^"]*)"/.exec(raw)?.[1] ?? ''

test('findings of the result review are in the closing comment, change nothing, and are fixed on request', async () => {
  await using world = await stage({ inputs: INPUTS, script })
  const { github } = world
  const { pull = 0 } = await world.plan()
  const ended = await world.say('bob', pull, 'approve')
  const looks = ended.requests.filter(({ phase }) => phase === 'result')
  expect(looks.map(modelOf)).toEqual(['second-pair-of-eyes'])
  expect(looks[0]?.text).toMatch(/What changed:\n<<<data-[^]*\+export const part = 1\n/)
  expect(looks[0]?.text).not.toContain('+++ b/PLAN.md')
  expect(ended.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '2', 'subtasks-total': '2' })
  const used = world.runs.flatMap(({ requests }) => requests).reduce((sum, { usage }) => sum + usage.input, 0)
  expect(ended.outputs['tokens-input']).toBe(String(used))
  const { branch, draft } = await github.pull(pull)
  expect([draft, await github.file(branch, 'PLAN.md')]).toEqual([false, undefined])
  const closing = (await saidByBot(world, pull)).at(-1) ?? ''
  expect(closing).toContain('2 of 2 subtasks done')
  expect(closing).toMatch(
    /\n- \*\*Second look\*\*, subtask 1, missing, \[src\/part1\.js:1\]\([^)]*\/blob\/[0-9a-f]{40}\/src\/part1\.js#L1\): It limits nothing\.\n/,
  )

  // What is asked for is a version like any other, and the result is looked at anew.
  const mending = { number: 3, files: ['src/part1.js'], verify: ['test -s src/part1.js'] }
  world.model.script = { ...world.model.script, revise: revised(planOf([...TWO.subtasks, mending])) }
  const asked = await world.say('alice', pull, '/revise Limit it, as the second look says.')
  expect(asked.outputs).toMatchObject({ 'plan-state': 'in_progress', next: 'approval of 3' })
  github.tick(2)
  const approved = await world.say('bob', pull, 'approve')
  expect(approved.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '3' })
  expect(approved.requests.filter(({ phase }) => phase === 'result')).toHaveLength(1)
  expect(await github.file(branch, 'src/part1.js')).toBe('export const part = 10\n')
  expect((await saidByBot(world, pull)).at(-1)).toContain('Plan finished: 3 of 3 subtasks done')
})

test('a result review is void if the branch moves meanwhile, as the closing comment says', async () => {
  await using world = await stage({ inputs: INPUTS, script: { plan: [offer(planOf([{ number: 1 }]))], reader } })
  const { github, model } = world
  const { pull = 0 } = await world.plan()
  const { branch } = await github.pull(pull)
  const push = () => github.push('carol', branch, { files: { 'src/more.js': '1\n' } })
  model.script = { ...model.script, result: meanwhile(push, reported(found())) }
  expect((await world.say('bob', pull, 'approve')).outputs['plan-state']).toBe('done')
  expect((await saidByBot(world, pull)).at(-1)).toMatch(/There was no second look at the result\. The branch moved/)
  expect(await github.pull(pull)).toMatchObject({ draft: false })
})
