import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { offer, planOf, stage, workOf } from './stage.ts'

// What docs/recipes.md tells people to set, as far as it runs on a machine without a network, carried out to the end.

const recipes = readFileSync(join(import.meta.dirname, '../../docs/recipes.md'), 'utf8')
const Steps = z.array(z.object({ with: z.record(z.string(), z.unknown()).default({}) }))
const Recipe = z.union([Steps, z.object({ jobs: z.object({ plan: z.object({ steps: Steps }) }) })])

/** The commands that the recipe under a heading sets. */
function commandsOf(heading: string): Record<string, string> {
  const section = recipes.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const recipe = Recipe.parse(parse(/^```yaml\n(.*?)^```$/ms.exec(section)?.[1] ?? ''))
  const given = Object.entries((Array.isArray(recipe) ? recipe : recipe.jobs.plan.steps).at(-1)?.with ?? {})
  return Object.fromEntries(
    given.filter(([name]) => name.endsWith('-command')).map(([name, value]) => [name, String(value)]),
  )
}

const LOCK = JSON.stringify({
  name: 'demo',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: { '': { name: 'demo', version: '1.0.0' } },
})
const DATABASE = "import assert from 'node:assert'\nassert.match(process.env.DATABASE_URL, /^postgres:/)\n"

test.each([
  ['Node', {}, 'npm test'],
  ['Databases, and variables for tests', { 'test/database.test.js': DATABASE }, 'DATABASE_URL=postgres:'],
])('the recipe “%s” carries a plan out', async (heading, files, check) => {
  const inputs = commandsOf(heading)
  expect(inputs['verify-command']).toContain(check)
  const script = { plan: offer(planOf([{ number: 1 }])), subtasks: { 1: workOf(1) } }
  await using world = await stage({ inputs, script, files: { ...REPOSITORY, 'package-lock.json': LOCK, ...files } })
  const { pull = 0 } = await world.plan('')
  const run = await world.say('alice', pull, 'approve')
  expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
  const closing = (await world.github.commentsOf(pull)).at(-1)?.body
  expect(closing).toContain(check)
})
