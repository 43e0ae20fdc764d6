import { expect, test } from 'vitest'
import type { World } from '../../fakes/runner/world.ts'
import { call, type Step } from '../../fakes/model/script.ts'
import { checklist, offer, planOf, reactions, revised, saidByBot, stage, subjects, workOf } from './stage.ts'

const ONE = planOf([{ number: 1 }])
const LINE = 'Write tests with node:test, and nothing else.'
const learned =
  (line = LINE): Step =>
  ({ feedback }) =>
    call('report', { line, comments: [...feedback] })
const SCRIPT = { plan: [offer(ONE)], revise: revised(ONE), subtasks: { 1: workOf(1) }, report: learned() }
const lessons = { inputs: { lessons: 'true' } }

/** A plan of which somebody said something; gives its pull request. */
async function planWithFeedback(world: World, words: string): Promise<number> {
  const { pull = 0 } = await world.plan()
  await world.github.comment('reader', pull, 'Write tests with nothing at all.')
  world.github.tick(2)
  await world.say('bob', pull, words)
  world.github.tick(2)
  return pull
}

test('what was asked for in three plans is offered as a subtask, and its line is added when somebody approves it', async () => {
  await using world = await stage({ script: SCRIPT, ...lessons })
  const { github, model } = world
  const asked = () => model.requests.filter(({ phase }) => phase === 'report')
  const first = await planWithFeedback(world, 'Use node:test for the tests, please.')
  expect((await world.say('alice', first, 'approve')).outputs['plan-state']).toBe('done')
  const second = await planWithFeedback(world, '/revise The tests should use node:test.')
  const pull = await planWithFeedback(world, 'As ever: node:test!')
  expect(asked()).toEqual([])

  const ended = await world.say('alice', pull, 'approve')
  expect(ended.outputs).toMatchObject({ 'plan-state': 'in_progress', next: 'approval of 2', 'subtasks-done': '1' })
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.text).toMatch(/on plan #\d+ by @bob:\n<<<data-[\s\S]*As ever: node:test!/)
  expect(asked()[0]?.text).not.toContain('nothing at all')
  const branch = (await github.pull(pull)).branch
  expect(await github.file(branch, 'PLAN.md')).toContain(`- ${LINE}`)
  const offered = (await saidByBot(world, pull)).at(-1) ?? ''
  expect(offered).toContain('**Subtask 2 changes what agents are told in this repository.**')
  expect(offered).toMatch(new RegExp(`asked for in 3 plans: .*#${first}.*#${second}.*#${pull}`))

  const done = await world.say('bob', pull, 'approve')
  expect(done.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '2' })
  expect([done.code, done.requests.length]).toEqual([0, 0])
  expect(await github.file(branch, 'AGENTS.md')).toBe(`Use two spaces. Keep functions short.\n- ${LINE}\n`)
  const commit = (await github.commits(branch)).find(({ message }) => message.includes('Plan-Subtask: 2'))
  expect(commit?.files.map(({ path, status }) => `${status} ${path}`)).toEqual(['M AGENTS.md'])
  expect(commit?.message).toMatch(/Plan-Approved-By: bob \(\d+\)/)
  expect(await subjects(world, branch)).toContain('Offer a lesson for AGENTS.md')
  expect((await checklist(world, pull)).at(-1)).toMatch(/^- \[x\] 2\. Add a lesson to AGENTS\.md/)
  expect(await github.pull(pull)).toMatchObject({ draft: false })

  // What a lesson was made of counts no more.
  const next = await planWithFeedback(world, 'node:test, again.')
  expect((await world.say('alice', next, 'approve')).outputs['plan-state']).toBe('done')
  expect(asked()).toHaveLength(1)
  expect(reactions(world, ended.comment)).toEqual(['eyes', 'rocket'])
})
