import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { finish, offer, planned, planOf, saidByBot, workOf } from './stage.ts'

// A package that no approved text names: refused, proposed with what GitHub's advisories say of it, approved, listed.

const manifest = (...names: string[]): string =>
  JSON.stringify({ name: 'demo', dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) })
const ONE = { number: 1, files: ['src/part1.js', 'package.json'] }
const GHSA = 'GHSA-aaaa-bbbb-cccc'

test('an unplanned package is refused, proposed with its advisories, and used once approved', async () => {
  const { answers: _, ...change } = planOf([{ ...ONE, name: 'Write part 1 with `lodahs` and `tidy`' }])
  const add = [
    call('write_file', { path: 'package.json', content: manifest('lodash', 'lodahs', 'tidy') }),
    ...workOf(1).slice(0, 1),
    finish(1),
  ]
  const propose = call('propose_plan_change', { ...change, reason: 'It needs lodahs and tidy.' })
  await using world = await planned({
    files: { 'package.json': manifest('lodash') },
    script: { plan: [offer(planOf([ONE]))], subtasks: { 1: [...add, propose] } },
  })
  const { github, model } = world
  const known = { ecosystem: 'npm', severity: 'high', withdrawn: false } as const
  github.settings.advisories.push(
    { ...known, id: GHSA, name: 'lodahs', malware: true },
    { ...known, id: 'GHSA-xxxx-xxxx-xxxx', name: 'tidy', malware: false, withdrawn: true },
  )
  const halted = await world.say('alice', world.pull, 'approve')
  expect([halted.code, halted.outputs['plan-state']]).toEqual([0, 'halted'])
  expect(halted.requests.at(-1)?.text).toContain('`lodahs` (almost `lodash`, which is there already), `tidy`')
  const version = (await saidByBot(world, world.pull)).find((text) => text.startsWith('### Plan, version 2')) ?? ''
  expect(version).toContain(
    `- \`lodahs\` (npm): ⚠️ **malware**: [${GHSA}](https://github.com/advisories/${GHSA}); ⚠️ its name is almost \`lodash\``,
  )
  expect(version).toContain('- `tidy` (npm): nothing is known against it')
  expect(version).toContain('The agent at work proposes this change: It needs lodahs and tidy.')
  model.script = { ...model.script, subtasks: { 1: add } }
  // As on a server without GitHub Connect.
  github.fault = ({ path }) => (path.startsWith('/advisories') ? { kind: 'status', status: 404 } : undefined)
  const done = await world.say('alice', world.pull, 'approve')
  expect([done.code, done.outputs['plan-state']]).toEqual([0, 'done'])
  const closing = (await saidByBot(world, world.pull)).at(-1) ?? ''
  expect(closing).toContain('- `package.json`: new packages `lodahs`, `tidy`')
  expect(closing).toContain("- GitHub's advisories were not asked about 2 new packages, or did not answer.")
})
