import { afterEach, expect, test, vi } from 'vitest'
import { call, type Step } from '../../fakes/model/script.ts'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import { lessonSubtask } from '../../src/plan/lesson.ts'
import { earlierPlan } from '../earlier-plan.ts'
import { runInProcess } from '../in-process.ts'
import { stage as here } from './here.ts'
import { checklist, offer, planOf, reactions, revised, saidByBot, stage, subjects, workOf } from './stage.ts'

afterEach(() => void vi.restoreAllMocks())

const ONE = planOf([{ number: 1 }])
const LINE = 'Write tests with node:test, and nothing else.'
const learned: Step = ({ feedback }) => call('report', { line: LINE, comments: [...feedback] })
const SCRIPT = { plan: [offer(ONE)], revise: revised(ONE), subtasks: { 1: workOf(1) }, report: learned }

test('what was asked for in three plans is offered as a subtask, and its line is added when somebody approves it', async () => {
  await using world = await stage({ script: SCRIPT, inputs: { lessons: 'true' } })
  const { github, model } = world
  const asked = () => model.requests.filter(({ phase }) => phase === 'report')
  const first = await earlierPlan(github, { issue: 901, words: 'Use node:test for the tests, please.' })
  const second = await earlierPlan(github, { issue: 902, words: '/revise The tests should use node:test.' })
  const { pull = 0 } = await world.plan()
  await github.comment('reader', pull, 'Write tests with nothing at all.')
  await world.say('bob', pull, 'As ever: node:test!')
  expect(asked()).toEqual([])
  github.tick(2)

  const ended = await world.say('alice', pull, 'approve')
  expect(ended.outputs).toMatchObject({ 'plan-state': 'in_progress', next: 'approval of 2', 'subtasks-done': '1' })
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.text).toMatch(/on plan #\d+ by @bob:\n<<<data-[\s\S]*As ever: node:test!/)
  expect(asked()[0]?.text).not.toContain('nothing at all')
  const { branch } = await github.pull(pull)
  expect(await github.file(branch, 'PLAN.md')).toContain(`- ${LINE}`)
  const offered = (await saidByBot(world, pull)).at(-1) ?? ''
  expect(offered).toContain('**Subtask 2 changes what agents are told in this repository.**')
  expect(offered).toMatch(/\| Add the line \| Leave it out \|[^\n]*\n[^\n]*\n\| `approve` \| `\/skip 2` \|/)
  expect([reactions(world, ended.comment), offered]).toEqual([['eyes', 'rocket'], expect.not.stringMatching(/cancel/)])
  expect(offered).toMatch(new RegExp(`asked for in 3 plans: .*#${first}.*#${second}.*#${pull}`))

  github.tick(2)
  const done = await world.say('bob', pull, 'approve')
  expect(done.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '2' })
  expect([done.code, done.requests.length]).toEqual([0, 0])
  expect(await github.file(branch, 'AGENTS.md')).toBe(`Use two spaces. Keep functions short.\n- ${LINE}\n`)
  const commit = (await github.commits(branch)).find(({ message }) => message.includes('Plan-Subtask: 2'))
  expect(commit?.files.map(({ path, status }) => `${status} ${path}`)).toEqual(['M AGENTS.md'])
  expect(commit?.message).toMatch(/Plan-Approved-By: bob \(\d+\)/)
  expect(await subjects(world, branch)).toContain('Add to the plan a lesson for AGENTS.md')
  expect((await checklist(world, pull)).at(-1)).toMatch(/^- \[x\] 2\. Add a lesson to AGENTS\.md/)
  expect(await github.pull(pull)).toMatchObject({ draft: false })
})

test('in three jobs the one with the model compares plans, however they were merged, and the one that writes adds the line', async () => {
  await using world = await here({ script: SCRIPT, inputs: { lessons: 'true' } })
  const { github } = world
  const ways = { 901: undefined, 902: { squash: 'BLANK' }, 903: { rebase: true } } as const
  for (const [issue, how] of Object.entries(ways)) {
    const number = await earlierPlan(github, { issue: Number(issue), words: 'Use node:test.' })
    await github.mergePull('alice', number, how)
    await github.deleteBranch('alice', `plan/issue-${issue}`)
  }
  const { issue, pull = 0 } = await world.plan()
  const approve = async () => threeJobs(world, (await github.comment('bob', pull, 'approve')).event)
  const { rounds } = await approve()
  expect(rounds.map(({ orders }) => orders.map(({ id }) => id))).toEqual([
    [`${issue}-subtask-1-attempt-1`],
    [`${issue}-lessons-2`],
  ])
  expect((await saidByBot(world, pull)).at(-1)).toContain('**Subtask 2 changes what agents are told')

  github.tick(2)
  const [last] = (await approve()).rounds
  expect([last?.orders, last?.publish.outputs['plan-state']]).toEqual([[], 'done'])
  expect(await github.file(`plan/issue-${issue}`, 'AGENTS.md')).toContain(`\n- ${LINE}\n`)
})

test('where it is not wanted, has no place, or was changed meanwhile, no line is added', async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  const link = { mode: '120000', content: 'README.md' }
  const KEPT = planOf([{ number: 1 }, lessonSubtask({ subtask: 2, path: 'AGENTS.md', line: LINE })])
  const revise: Step = (context) => {
    const answers = context.feedback.map((comment) => ({ comment, applied: false, note: 'It is not mine.' }))
    return offer({ ...(context.turn === 0 ? ONE : KEPT), answers })
  }
  await using world = await stage({ script: { ...SCRIPT, revise } })
  const { github, model } = world
  // The bundle is not what is looked at here, so it is played in this process.
  const say = async (login: string, pull: number, body: string, lessons = 'true') => {
    github.tick(2)
    model.requests.length = 0
    const { event } = await github.comment(login, pull, body)
    const ended = await runInProcess({ github, model, event, inputs: { sandbox: 'none', lessons } })
    return [ended?.outputs['plan-state'], ...new Set(model.requests.map(({ phase }) => phase))]
  }
  const last = async (pull: number) => (await saidByBot(world, pull)).at(-1)
  for (const issue of [901, 902, 903]) await earlierPlan(github, { issue, words: 'Use node:test.' })
  await github.push('alice', 'main', { files: { 'AGENTS.md': null } })
  const { number: issue } = await github.openIssue('alice')
  await say('alice', issue, '/plan add a limiter')
  const [{ number: pull = 0, branch = '' } = {}] = (await github.pulls()).slice(-1)
  const planned = await github.snapshot()

  expect(await say('bob', pull, 'approve', 'false')).toEqual(['done', 'execute'])
  await github.restore(planned)
  await github.push('alice', 'main', { files: { 'AGENTS.md': link } })
  expect(await say('bob', pull, 'approve')).toEqual(['done', 'execute'])
  await github.restore(planned)
  // There are no instructions, so the line makes a file.
  expect(await say('bob', pull, 'approve')).toEqual(['in_progress', 'execute', 'report'])
  expect(await last(pull)).toContain('It adds one line to `AGENTS.md`')

  expect(await say('reader', pull, 'approve')).toEqual(['in_progress'])
  expect(await last(pull)).toContain('@reader, approving needs write access here')
  expect(await say('bob', pull, '/revise Have the lesson say node:assert.')).toEqual(['in_progress', 'revise'])
  expect(model.requests.at(-1)?.results.at(-1)?.text).toContain('Subtask 2')
  expect(await github.file(branch, 'PLAN.md')).toContain(`- ${LINE}`)
  expect(await last(pull)).toContain('The plan stays as it is')
  const offered = await github.snapshot()

  // Somebody else wrote instructions meanwhile, on the base branch or on that of the plan.
  await github.push('alice', 'main', { files: { 'AGENTS.md': 'Use tabs.\n' } })
  await say('bob', pull, 'approve')
  expect(await last(pull)).toContain('`AGENTS.md`')
  await github.restore(offered)
  await github.push('carol', branch, { files: { 'AGENTS.md': 'Use tabs.' } })
  expect(await say('bob', pull, 'approve')).toEqual(['done'])
  expect(await github.file(branch, 'AGENTS.md')).toBe(`Use tabs.\n- ${LINE}\n`)
  await github.restore(offered)
  await github.push('carol', branch, { files: { 'AGENTS.md': link } })
  expect(await say('bob', pull, 'approve')).toEqual(['halted'])
  expect(await last(pull)).toMatch(
    /\| try again \| `\/retry` \|[^]*· 1 attempt\n\n`AGENTS\.md` is no plain file on this branch[^\n]*\n\n<sub>/,
  )
  expect(await say('bob', pull, '/skip 2')).toEqual(['done'])
  expect(await github.file(branch, 'AGENTS.md')).toBe('README.md')
})
