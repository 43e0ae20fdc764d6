import { describe, expect, test } from 'vitest'
import { call, type Step } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { at, BRANCH, checklist, meanwhile, planned, reactions, saidByBot, stage, subjects, workOf } from './stage.ts'

// One run at a time does the model's steps and writes the plan. Here a second run begins and ends while the first one
// waits for its model, in every way that the shipped workflows allow.

/** The work on the first subtask, in the middle of which something happens once, whoever does it. */
function during(act: () => Promise<unknown>): readonly Step[] {
  let isFirst = true
  const first = async (): Promise<void> => {
    const acts = isFirst
    isFirst = false
    if (acts) await act()
  }
  return [meanwhile(first, call('list_files')), ...workOf(1)]
}

/** What is left of the refs that are kept beside the branches. */
const kept = ({ github }: World): Promise<string> =>
  github.git(['for-each-ref', '--format=%(refname)', 'refs/measure-twice/[1-9]*'])

const closings = async (world: World, pull: number): Promise<number> =>
  (await saidByBot(world, pull)).filter((body) => body.includes('note closing-')).length

test('runs started while another run works on the plan exit at no cost, and that run does their work', async () => {
  await using world = await planned()
  const { event } = await world.github.comment('alice', world.pull, 'approve')
  const met: unknown[] = []
  const asked: number[] = []
  const act = async () => {
    const others = [
      () => world.run(world.github.scheduleEvent()),
      () => world.dispatch(world.pull),
      () => world.run(event),
    ]
    for (const other of others) {
      const run = await other()
      met.push([run.code, run.requests])
    }
    const said = [
      [world.issue, '/plan something else'],
      [world.pull, '/skip 2 later'],
    ] as const
    for (const [number, body] of said) {
      const run = await world.say('alice', number, body)
      asked.push(run.comment)
      met.push([run.code, run.requests], reactions(world, run.comment))
    }
  }
  world.model.script = { ...world.model.script, subtasks: { 1: during(act), 2: workOf(2) } }
  const run = await world.run(event)
  const left = [0, []]
  expect(met).toEqual([left, left, left, left, ['eyes'], left, ['eyes']])
  expect([run.code, run.outputs['plan-state'], await closings(world, world.pull)]).toEqual([0, 'done', 1])
  expect(await subjects(world, BRANCH)).toEqual([
    'Plan: Limit the rate of requests',
    'Add part 1',
    'Skip subtask 2',
    'Finish the plan',
  ])
  expect((await checklist(world, world.pull))[1]).toContain('~~2. Wire the limiter~~ · skipped: later')
  expect((await saidByBot(world, world.issue)).at(-1)).toContain(`answer-to-${asked[0]}`)
  expect(asked.map((comment) => reactions(world, comment))).toEqual([
    ['eyes', 'confused'],
    ['eyes', 'rocket'],
  ])
})

test('a comment made while a run writes its last comment is still handled by that run', async () => {
  await using world = await stage()
  const { number: issue } = await world.github.openIssue('alice')
  let late: Promise<void> | undefined
  const met: unknown[] = []
  const speak = async () => {
    const run = await world.say('alice', issue + 1, 'Please name the risks.')
    met.push(run.code, run.requests, reactions(world, run.comment))
  }
  world.github.watch = async ({ method, path }, when) => {
    if (late || when !== 'after' || method !== 'PATCH' || !path.startsWith('/repos/octo/demo/issues/comments/')) return
    await (late = speak())
  }
  const run = await world.say('alice', issue, '/plan add a limiter')
  expect([run.code, met]).toEqual([0, [0, [], ['eyes']]])
  expect((await saidByBot(world, issue + 1)).filter((body) => body.includes('version v=2'))).toHaveLength(1)
})

describe('a claim', () => {
  test('locking a plan (claim) needs no API request, and the lock is deleted with the plan', async () => {
    await using world = await at('done')
    const run = world.runs.at(-1)
    expect(run?.journal.filter(({ path }) => path.includes('/actions/runs/'))).toEqual([])
    const again = await world.dispatch(world.pull)
    expect(again.journal.filter(({ write }) => write)).toEqual([])
    expect(await kept(world)).not.toContain('claim')
    await using other = await planned()
    await other.say('bob', other.pull, 'cancel')
    expect(await kept(other)).toBe('refs/measure-twice/1-commits')
  })
})
