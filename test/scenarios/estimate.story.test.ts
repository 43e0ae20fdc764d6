import { expect, test } from 'vitest'
import type { WayOfMerging } from '../../fakes/github/acts.ts'
import type { World } from '../../fakes/runner/world.ts'
import { offer, planOf, saidByBot, stage, TWO, workOf } from './stage.ts'

const THREE = planOf([{ number: 1 }, { number: 2 }, { number: 3 }])

/** The line of the newest announcement that gives an estimate. */
async function estimateIn(world: World, pull: number): Promise<string | undefined> {
  const [announced = ''] = (await saidByBot(world, pull)).filter((text) => text.includes('measure-twice:version'))
  return /Estimate: .*$/m.exec(announced)?.[0]
}

test('earlier plans of the repository give the usage estimate of the next one, without API requests', async () => {
  const script = { plan: [offer(THREE)], subtasks: { 3: workOf(3) } }
  await using world = await stage({ script, inputs: { prices: 'input=2,output=10' } })
  const first = await world.plan()
  expect(await estimateIn(world, first.pull ?? 0)).toBeUndefined()
  expect((await world.say('alice', first.pull ?? 0, 'approve')).outputs['plan-state']).toBe('done')

  world.model.script = { ...world.model.script, plan: [offer(TWO)] }
  const second = await world.plan()
  const shape =
    /^Estimate: about \$\d+\.\d+ to \$\d+\.\d+ \([\d,]+ to [\d,]+ tokens\) for 2 subtasks \(from 3 earlier subtasks here\), at most \$/
  expect(await estimateIn(world, second.pull ?? 0)).toMatch(shape)
  const asked = (run: typeof first.run): number =>
    run.journal.filter(({ kind, status }) => kind !== 'git' && status !== 304).length
  expect(asked(second.run)).toBeLessThanOrEqual(asked(first.run))
  await world.say('alice', second.pull ?? 0, 'approve')

  // Once it is merged, the history of the base says enough.
  await world.github.git(['update-ref', 'refs/heads/main', 'refs/heads/plan/issue-1'])
  await world.github.git(['update-ref', '-d', 'refs/heads/plan/issue-3'])
  const third = await world.plan()
  expect(await estimateIn(world, third.pull ?? 0)).toMatch(shape)
})

const WAYS: readonly [string, WayOfMerging, missing?: string][] = [
  ['by squash, with its description', { squash: 'PR_BODY' }],
  ['by squash, with all messages', { squash: 'COMMIT_MESSAGES' }],
  ['by squash, without a message', { squash: 'BLANK' }],
  ['by rebase', { rebase: true }],
  ['with a merge commit, before there were records', {}, 'refs/measure-twice/1-record'],
]

test('a merged plan still counts for estimates, whatever the merge method, and without its branch', async () => {
  await using world = await stage({ script: { plan: [offer(THREE)], subtasks: { 3: workOf(3) } } })
  const { github } = world
  const { pull = 0 } = await world.plan()
  await world.say('alice', pull, 'approve')
  const done = await github.snapshot()
  for (const [way, how, missing] of WAYS) {
    await github.restore(done)
    await world.run(await github.mergePull('alice', pull, how))
    await github.deleteBranch('alice', 'plan/issue-1')
    if (missing !== undefined) await github.git(['update-ref', '-d', missing])
    const next = await world.plan()
    const estimate = await estimateIn(world, next.pull ?? 0)
    expect(estimate, way).toMatch(/ for 3 subtasks \(from 3 earlier subtasks here\)/)
  }
})
