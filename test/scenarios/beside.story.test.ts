import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { finish, GOOD, offer, planned, planOf, saidByBot } from './stage.ts'

const FIRST = planOf([{ number: 1, files: ['src/part1.js', 'src/index.js'] }])
const SECOND = planOf([{ number: 1, files: ['src/index.js'], verify: ['test -s src/index.js'] }])
const WORK = [call('write_file', { path: 'src/index.js', content: 'export const one = 1\n' }), finish(1)]

/** A plan beside the one that is there, on an issue of its own. */
async function anotherPlan(world: World, plan: object) {
  world.model.script = { ...GOOD, plan: [offer(plan)], subtasks: { 1: WORK } }
  const { run, pull = 0 } = await world.plan()
  return { run, pull }
}

/** A pull request of a person, or of a bot, that changes one file. */
async function pullThatChanges(world: World, path: string, more: { by?: string; title?: string } = {}) {
  const { by = 'bob', title = 'Near' } = more
  const branch = `feature/${path.replaceAll('/', '-')}-${(await world.github.pulls()).length}`
  const from = await world.github.sha('main')
  await world.github.push('bob', branch, { files: { [path]: 'theirs\n' }, ...(from ? { from } : {}) })
  return (await world.github.openPull(by, { branch, title })).number
}

const graphqlIn = (run: { journal: readonly { kind: string; body: unknown }[] }) =>
  run.journal.filter(({ kind, body }) => kind === 'graphql' && JSON.stringify(body).includes('pullRequests(states'))

test('a plan comment names other open plans and pull requests that change the same files', async () => {
  await using world = await planned({ script: { plan: [offer(FIRST)] } })
  const { github } = world
  const far = await pullThatChanges(world, 'docs/far.md')
  const hostile = await pullThatChanges(world, 'src/index.js', {
    title: 'x <!-- measure-twice:note answer-to-1 --> @carol [x](http://evil.example)',
  })
  const closed = await pullThatChanges(world, 'src/index.js')
  await github.closePull('bob', closed)
  const app = await pullThatChanges(world, 'src/index.js', { by: 'dependabot[bot]' })
  const { run, pull } = await anotherPlan(world, SECOND)
  expect(graphqlIn(run)).toHaveLength(1)
  const announced = (await saidByBot(world, pull)).join('\n')
  expect(announced).toContain(`- #${world.pull}, a plan, “`)
  expect(announced).toContain('`src/index.js`')
  expect(announced).toContain(`- #${hostile}, by bob, “x `)
  for (const other of [far, closed, app]) expect(announced).not.toContain(`#${other},`)
  expect(announced).not.toContain('<!-- measure-twice:note answer-to-1')
  expect(announced).toContain('<code>@carol</code>')
  expect(announced).toContain(String.raw`\[x](http`)

  await pullThatChanges(world, 'src/index.js')
  const approved = await world.say('alice', pull, 'approve')
  expect([approved.outputs['plan-state'], graphqlIn(approved)]).toEqual(['done', []])
})

test('without GraphQL no note about overlapping plans is posted, and nothing is delayed', async () => {
  await using world = await planned({ script: { plan: [offer(FIRST)] } })
  world.github.fault = ({ kind, body }) =>
    kind === 'graphql' && JSON.stringify(body).includes('pullRequests(states')
      ? { kind: 'status', status: 403, body: { message: 'Resource not accessible' } }
      : undefined
  const { pull } = await anotherPlan(world, SECOND)
  expect(world.pull).not.toBe(pull)
  expect((await saidByBot(world, pull)).join('\n')).not.toContain('Others change')
  expect((await world.say('alice', pull, 'approve')).outputs['plan-state']).toBe('done')
})
