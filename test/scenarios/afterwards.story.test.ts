import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { call, type Step } from '../../fakes/model/script.ts'
import { createWorld, type World } from '../../fakes/runner/world.ts'
import { threeJobsInProcess } from '../../tools/soak/three-jobs.ts'
import { GOOD, meanwhile, offer, planOf, reactions, saidByBot, workOf } from './stage.ts'

// What comes before and after the work on a plan, in three jobs. Played in this process, which is quicker.

vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
const folder = await mkdtemp(join(tmpdir(), 'afterwards-'))
afterAll(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const BRANCH = 'plan/issue-1'
const FIRST = { number: 1, files: ['README.md', 'src/part1.js'] }
const partsTo = (last: number) => [FIRST, { number: 2 }, { number: 3 }, { number: 4 }].slice(0, last)

/** Adds a subtask in each version, and leaves what the second reader objects. */
function growing(): Step {
  let last = 2
  return ({ feedback }) => {
    const isObjection = feedback.some((id) => id < 0)
    if (!isObjection) last++
    const answers = feedback.map((comment) => ({ comment, applied: comment > 0, note: 'in the last subtask' }))
    return offer(planOf(partsTo(last), { answers }))
  }
}

/** Plays events in three jobs, and gives what came of each: outputs, new words of the bot, requests to the model. */
function playerOf(world: World, place: () => number) {
  const { github, model } = world
  let runs = 700_000
  const play = async (event: WebhookEvent) => {
    const [said, asked] = [(await saidByBot(world, place())).length, model.requests.length]
    const env = { GITHUB_RUN_ID: String((runs += 100)) }
    const inputs = { sandbox: 'none', 'reader-model': 'second-pair-of-eyes' }
    const outcome = await threeJobsInProcess({ github, model, event, inputs, env }, folder)
    const told = (await saidByBot(world, place())).slice(said).join('\n')
    const requests = model.requests.slice(asked)
    return { ...outcome, told, requests, phases: requests.map(({ phase }) => phase).join(' ') }
  }
  const say = async (login: string, body: string) => {
    github.tick(3)
    const { id, event } = await github.comment(login, place(), body)
    return { ...(await play(event)), signs: reactions(world, id) }
  }
  const status = async () => {
    const [newest] = github.statusesOf((await github.pull(place())).head)
    return newest && `${newest.state}: ${newest.description}`
  }
  return { play, say, status }
}

test('in three jobs: a new issue that asks, a base that moves, a question, checks, a review, and the end', async () => {
  const base = (files: Record<string, string>) => world.github.push('alice', 'main', { files })
  const world: World = await createWorld({
    files: { 'src/AGENTS.md': 'Count requests by the minute.\n' },
    script: {
      ...GOOD,
      plan: [
        meanwhile(() => base({ 'README.md': '# New\n' }), call('read_file', { path: 'src/index.js' })),
        offer(planOf(partsTo(2))),
      ],
      reader: [call('report', { objections: ['No docs.'] })],
      revise: growing(),
      ask: [call('answer', { text: 'Both can be tested.' })],
      subtasks: { 1: workOf(1), 2: workOf(2), 3: workOf(3) },
    },
  })
  await using _ = world
  const { github } = world
  let pull = 0
  const { play, say, status } = playerOf(world, () => pull || 1)

  const opened = await github.openIssue('alice', { title: 'Limit', body: '/plan add a limiter' })
  const drafted = await play(opened.event)
  expect([drafted.problems, drafted.phases]).toEqual([[], 'plan plan reader revise'])
  expect(drafted.requests.map(({ text }) => text.split('Count requests by the minute').length - 1)).toEqual([
    0, 1, 0, 1,
  ])
  pull = (await github.pulls())[0]?.number ?? 0
  expect((await saidByBot(world, pull)).join()).toMatch(/version 1.*A second look.*not applied/s)
  expect(await status()).toBe('pending: Waiting for approval from anybody with write permission')

  // The planner saw the base as it was before.
  const refused = await say('bob', 'approve')
  expect([refused.signs, refused.phases]).toEqual([['confused'], ''])
  expect(refused.told).toMatch(/`main` changed 1 file of this plan.*`README\.md`/s)
  expect(await say('bob', '/ask Why two?')).toMatchObject({ phases: 'ask', signs: ['eyes', 'rocket'] })
  expect((await say('bob', 'approve')).outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '2' })
  expect([await status(), (await github.pull(pull)).draft]).toEqual(['success: 2 of 2 subtasks done', false])

  const check = await github.check(BRANCH, { name: 'build', summary: 'SUMMARY', log: '##[error]LOG-TAIL\n' })
  const fixed = await play(check.workflowRun)
  expect(fixed.outputs).toMatchObject({ next: 'approval of 3' })
  expect(fixed.requests[0]?.text).toMatch(/SUMMARY[^]*LOG-TAIL/)
  expect(fixed.told).toMatch(/version 2.*Checks failed on this branch.*A second look.*No docs/s)
  expect((await play(check.checkSuite)).phases).toBe('')

  // At the end the branch conflicts with what the base has by then.
  const meanwhilePushed = meanwhile(() => base({ 'src/part3.js': 'theirs\n' }), workOf(3)[0] ?? offer({}))
  world.model.script = { ...world.model.script, subtasks: { 3: [meanwhilePushed, ...workOf(3).slice(1)] } }
  const ended = await say('bob', 'approve')
  expect(ended.told).toContain('**This branch conflicts with `main`** in `src/part3.js`, so it stays a draft.')
  expect([ended.outputs?.['plan-state'], (await github.pull(pull)).draft]).toEqual(['done', true])

  github.tick(3)
  const comments = [{ path: 'src/part1.js', line: 1, body: 'A word on this line.' }]
  const review = await github.review('carol', pull, { body: '', event: 'REQUEST_CHANGES', comments })
  const goesOn = await play(review.event)
  expect(goesOn.outputs).toMatchObject({ next: 'approval of 4' })
  expect(goesOn.told).toMatch(/A word on this line.*Estimate: .* for 1 subtask \(from 3 earlier subtasks here\)/s)

  await github.closePull('alice', pull)
  const late = await say('bob', '/revise One more thing.')
  expect([late.signs, late.phases]).toEqual([['confused'], ''])
  expect(late.told).toContain('Reopen it, then say it again; or comment `/plan …` on #1.')
})
