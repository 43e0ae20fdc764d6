import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { call } from '../../fakes/model/script.ts'
import { temporaryDirectory } from '../places.ts'
import { bundled } from './stage.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FILE = '.github/workflows/measure-twice.yml'
const Workflow = z.object({
  jobs: z.object({
    plan: z.object({
      steps: z.array(z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).default({}) })),
    }),
  }),
})

/** The commands of install.md in their order, with what its words in capitals stand for, on a fork that is not asked for. */
function commandsFor(clone: string): string[] {
  const blocks = [...readFileSync(join(ROOT, 'install.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
  const given = { REPO_PATH: clone, 'OWNER/REPOSITORY': 'octo/demo', FORK: 'acme/measure-twice', KEY_FILE: '/dev/null' }
  return blocks.map(([, text = '']) =>
    Object.entries(given).reduce((so, [word, value]) => so.replaceAll(word, value), text.replace('npm ci\n', '')),
  )
}

test('following install.md leads to a `/doctor` report in which all is well', async () => {
  await using world = await bundled.stage({ script: { report: call('report', { outcome: 'ready' }) } })
  const { github } = world
  github.settings.actionsMayOpenPulls = false
  const [clone, bin] = [temporaryDirectory(), temporaryDirectory()]
  execFileSync('git', ['init', '-q', clone])
  execFileSync('git', ['-C', clone, 'remote', 'add', 'origin', 'https://github.com/octo/demo'])
  const asked = join(bin, 'asked')
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\necho "gh $*" >>${asked}\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: [bin, join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter) }
  for (const command of commandsFor(clone))
    execFileSync('bash', ['-e', '-c', command], { cwd: ROOT, env, stdio: 'pipe' })

  const workflow = readFileSync(join(clone, FILE), 'utf8')
  expect(workflow).not.toContain('OWNER')
  const calls = readFileSync(asked, 'utf8')
  for (const call of ['gh secret set OPENAI_API_KEY', 'gh workflow run measure-twice.yml'])
    expect(calls).toContain(call)
  if (/gh api .*octo\/demo\/actions\/permissions\/workflow .*can_approve_pull_request_reviews=true/.test(calls))
    github.settings.actionsMayOpenPulls = true
  await github.push('alice', 'main', { files: { [FILE]: workflow } })

  const step = Workflow.parse(parse(workflow)).jobs.plan.steps.find(({ uses }) =>
    uses?.startsWith('acme/measure-twice@'),
  )
  const { 'openai-api-key': key, ...inputs } = step?.with ?? {}
  expect(key).toBe('${{ secrets.OPENAI_API_KEY }}')
  const texts = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]))
  const run = await world.run(github.dispatchEvent(), { inputs: texts })
  expect([run.code, run.summary]).toEqual([0, expect.stringMatching(/^\*\*Doctor:\*\* all is well\./)])
})
