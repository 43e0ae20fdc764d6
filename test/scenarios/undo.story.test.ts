import { expect, test } from 'vitest'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import { BRANCH, checklist, offer, planned, planOf, reactions, saidByBot, subjects, workOf } from './stage.ts'

const CHAIN = planOf([{ number: 1 }, { number: 2, depends_on: [1] }, { number: 3, depends_on: [2] }])
const SCRIPT = { plan: [offer(CHAIN)], subtasks: { 1: workOf(1), 2: workOf(2), 3: workOf(3) } }

test('`/undo` takes back done subtasks of running and finished plans, or explains why not', async () => {
  await using world = await planned({ script: SCRIPT })
  const { github } = world
  const head = () => github.sha(`refs/heads/${BRANCH}`)
  const before = (await world.say('alice', world.pull, 'approve 1-2')) && (await head())

  for (const [body, why] of [
    ['/undo 9', 'There is no subtask 9 in this plan.'],
    ['/undo 3', 'Subtask 3 has not run'],
  ] as const) {
    const refused = await world.say('bob', world.pull, body)
    expect([refused.code, refused.requests.length, reactions(world, refused.comment)]).toEqual([0, 0, ['confused']])
    expect((await saidByBot(world, world.pull)).at(-1)).toContain(why)
  }
  expect(await head()).toBe(before)

  const { sha } = await github.push('alice', BRANCH, { files: { 'src/part1.js': 'export const part = 11\n' } })
  const conflicting = await world.say('bob', world.pull, '/undo 1')
  expect([conflicting.code, reactions(world, conflicting.comment)]).toEqual([0, ['eyes', 'confused']])
  expect((await saidByBot(world, world.pull)).at(-1)).toContain(
    'Subtask 1 cannot be taken back by itself, because `src/part1.js` changed again since.',
  )
  expect(await head()).toBe(sha)

  const run = await world.say('bob', world.pull, '/undo 2 not needed')
  expect([run.code, run.requests.length, reactions(world, run.comment)]).toEqual([0, 0, ['eyes', 'rocket']])
  const commits = await github.commits(BRANCH)
  const reverts = commits.filter(({ message }) => message.includes('Plan-State: abandoned'))
  expect(reverts.map(({ files }) => files.map(({ path, status }) => `${status} ${path}`))).toEqual([
    [],
    ['D src/part2.js'],
  ])
  expect(reverts[1]?.message).toMatch(
    /^Undo subtask 2: Do part 2\n\nnot needed\n\nThis reverts commit [0-9a-f]{40}\.\n/,
  )
  expect(reverts[1]?.message).toContain(`Plan-Subtask: 2\nPlan-State: abandoned\nPlan-Command: ${run.comment}\n`)
  expect(await checklist(world, world.pull)).toEqual([
    expect.stringMatching(/^- \[x\] 1\. Do part 1 · [0-9a-f]{7} · Part 1 works\. · \[run\]\(\S+\)$/),
    '- [ ] ~~2. Do part 2~~ · taken back: not needed',
    '- [ ] ~~3. Do part 3~~ · skipped: needs 2: not needed',
  ])
  expect(run.outputs).toMatchObject({ 'plan-state': 'done', 'subtasks-done': '1' })
  const closing = (await saidByBot(world, world.pull)).filter((text) => text.includes('note closing-'))
  expect(closing).toEqual([
    expect.stringContaining('### ☑️ Plan finished: 1 of 3 subtasks done, 1 taken back, 1 skipped\n'),
  ])

  const again = await world.say('bob', world.pull, '/undo 2')
  expect((await saidByBot(world, world.pull)).at(-1)).toContain('Subtask 2 was taken back already.')
  expect(reactions(world, again.comment)).toEqual(['confused'])

  await github.push('alice', BRANCH, { files: { 'src/part1.js': 'export const part = 1\n' } })
  const last = await world.say('bob', world.pull, '/undo 1')
  expect([last.code, last.requests.length, last.outputs['plan-state']]).toEqual([0, 0, 'done'])
  expect(await github.file(BRANCH, 'src/part1.js')).toBeUndefined()
  expect((await saidByBot(world, world.pull)).at(-1)).toMatch(
    /^Took back subtask 1 \([0-9a-f]{7} reverts [0-9a-f]{7}\)\.\n\n### /,
  )
  expect(await github.file(BRANCH, 'PLAN.md')).toBeUndefined()
  expect((await github.pull(world.pull)).draft).toBe(false)
  expect((await saidByBot(world, world.pull)).at(-1)).toContain(
    '### ⏹️ Nothing is left: what was done was taken back\n',
  )
})

test('`/undo` works with commits signed by GitHub, in three jobs, and while a dependant runs', async () => {
  await using world = await planned({
    script: {
      plan: [offer(planOf([{ number: 1 }, { number: 2 }, { number: 3, depends_on: [2] }, { number: 4 }]))],
      subtasks: {
        ...SCRIPT.subtasks,
        4: workOf(4),
        3: [async () => (await undo(), workOf(3)[0]), ...workOf(3).slice(1)],
      },
    },
    inputs: { 'commit-with': 'api' },
  })
  const undo = () => world.github.comment('bob', world.pull, '/undo 2')
  const run = await world.say('alice', world.pull, 'approve')
  expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
  expect((await subjects(world, BRANCH)).slice(1)).toEqual([
    ...['Add part 1', 'Add part 2', 'Skip subtask 3', 'Undo subtask 2: Do part 2'],
    // The rest of what was approved goes on.
    ...['Add part 4', 'Finish the plan'],
  ])
  const { event } = await world.github.comment('bob', world.pull, '/undo 1 too slow')
  const jobs = await threeJobs(world, event)
  expect(jobs.rounds.flatMap(({ orders }) => orders)).toEqual([])
  expect((await subjects(world, BRANCH)).at(-1)).toBe('Undo subtask 1: Do part 1')
  expect((await checklist(world, world.pull))[0]).toBe('- [ ] ~~1. Do part 1~~ · taken back: too slow')
  expect(await world.github.file(BRANCH, 'src/part1.js')).toBeUndefined()
})
