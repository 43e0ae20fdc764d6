import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { offer, planOf, stage, workOf } from './stage.ts'

// What docs/setup.md tells people to set, as far as it runs on a machine without a network, carried out to the end.

const setup = readFileSync(join(import.meta.dirname, '../../docs/setup.md'), 'utf8')
const Steps = z.tuple([z.object({ with: z.record(z.string(), z.string()) })])

const LOCK = JSON.stringify({
  name: 'demo',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: { '': { name: 'demo', version: '1.0.0' } },
})
const DATABASE = "import assert from 'node:assert'\nassert.match(process.env.DATABASE_URL, /^postgres:/)\n"

test('the example commands of docs/setup.md for project checks work in a plan', async () => {
  const [, section = ''] = setup.split('\n## Checks that your project needs\n')
  const [{ with: given }] = Steps.parse(parse(/^```yaml\n(.*?)^```$/ms.exec(section)?.[1] ?? ''))
  expect(section).toContain('`DATABASE_URL=postgres://… npm test`')
  const check = `DATABASE_URL=postgres://a ${given['verify-command']}`
  const inputs = { 'setup-command': given['setup-command'] ?? '', 'verify-command': check }
  const files = { 'test/database.test.js': DATABASE }
  const script = { plan: offer(planOf([{ number: 1 }])), subtasks: { 1: workOf(1) } }
  await using world = await stage({ inputs, script, files: { ...REPOSITORY, 'package-lock.json': LOCK, ...files } })
  const { pull = 0 } = await world.plan('')
  const run = await world.say('alice', pull, 'approve')
  expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
  const closing = (await world.github.commentsOf(pull)).at(-1)?.body
  expect(closing).toContain(check)
})
