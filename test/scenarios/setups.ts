import { accessSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Fault } from '../../fakes/github/types.ts'
import type { More, World } from '../../fakes/runner/world.ts'
import { temporaryDirectory } from '../places.ts'
import { BRANCH, bundled, saidByBot } from './stage.ts'

// Twenty-five set-ups that are broken or unusual. What the action can see, it names once and spends no token on; what it
// can live with gets a plan; and what keeps GitHub from starting a run at all is in docs/setup.md.

type Setup = {
  more?: More
  /** There is no checkout: the workflows of the examples leave it out without a secret. */
  isBare?: true
  arrange?: (world: World) => unknown
  /** How the model's endpoint refuses every request. */
  model?: { status: number; code?: string }
  /** Programs that take the place of the machine's; an empty text is one that is not there. */
  programs?: Record<string, string>
}

const rule = (type: string): Setup => ({ arrange: ({ github }) => (github.settings.rules = [{ type }]) })
const failing = (isFailing: (request: { method: string; path: string; body?: unknown }) => boolean, fault: Fault) => ({
  arrange: ({ github }: World) => (github.fault = (request) => (isFailing(request) ? fault : undefined)),
})
const answer = (status: number, body: object): Fault => ({ kind: 'status', status, body })
const openai = { 'openai-base-url': 'https://api.openai.com/v1' }

/** A PATH on which these programs come first, and those that are not there are left out. */
function pathWith(programs: Record<string, string>): string {
  const folder = temporaryDirectory()
  for (const [name, text] of Object.entries(programs))
    if (text) writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  for (const name of 'git git-upload-pack node sh bash cp rm cat ls env id ssh tar gzip sleep kill ps'.split(' '))
    if (!(name in programs)) {
      const place = (process.env['PATH'] ?? '').split(delimiter).find((one) => isThere(join(one, name)))
      if (place) symlinkSync(join(place, name), join(folder, name))
    }
  return folder
}

function isThere(path: string): boolean {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}

const GONE = { bwrap: '', unshare: '', sudo: '' }
const NO_SANDBOX = /^Commands cannot be run in a sandbox on this runner.*bubblewrap/s
const NAMED: [name: string, setup: Setup, said: RegExp][] = [
  [
    'no secret',
    { more: { inputs: { ...openai, 'openai-api-key': '' } }, isBare: true },
    /`openai-api-key` is empty.*Add the secret/s,
  ],
  ['the empty secret of a fork', { more: { inputs: { ...openai, 'openai-api-key': ' ' } } }, /Add the secret/],
  ['a wrong key', { model: { status: 401 } }, /Set the input `openai-api-key` to a valid key/],
  ['a spent account', { model: { status: 429, code: 'insufficient_quota' } }, /Add credit/],
  ['an endpoint that answers 404', { model: { status: 404 } }, /Check the input `openai-base-url`/],
  ['an endpoint that answers 410', { model: { status: 410 } }, /Check the input `openai-base-url`/],
  ['a ruleset that refuses plan/*', rule('creation'), /Settings → Rules/],
  [
    'signatures that git cannot give',
    { ...rule('required_signatures'), more: { inputs: { 'commit-with': 'git' } } },
    /`commit-with` to `auto`/,
  ],
  [
    'a read-only token',
    { arrange: ({ github }) => (github.settings.permissions.contents = 'read') },
    /contents: write/,
  ],
  [
    'an archived repository',
    failing(
      ({ method, path }) => method !== 'GET' && /\/repos\/|receive-pack$/.test(path),
      answer(403, { message: 'Repository was archived so is read-only.' }),
    ),
    /Unarchive the repository/,
  ],
  [
    'a proxy that does not answer',
    { more: { inputs: openai, env: { HTTPS_PROXY: 'http://127.0.0.1:9' } } },
    /HTTPS_PROXY|proxy/,
  ],
  ['no bubblewrap', { more: { inputs: { sandbox: 'bwrap' } }, programs: { bwrap: '' } }, NO_SANDBOX],
  ['no sudo', { more: { inputs: { sandbox: 'user' } }, programs: GONE }, NO_SANDBOX],
  ['a pod of ARC without a sandbox', { more: { inputs: { sandbox: 'auto' } }, programs: GONE }, NO_SANDBOX],
  ['an old runner with an old git', { programs: { git: 'echo git version 2.20.1' } }, /Install git 2\.32/],
]

const FINE: [name: string, setup: Setup][] = [
  ['drafts that are not available', { arrange: ({ github }) => (github.settings.drafts = false) }],
  ['required signatures', rule('required_signatures')],
  ['linear history', rule('required_linear_history')],
  ['a merge queue', rule('merge_queue')],
  [
    'GHES without fields of GraphQL',
    failing(
      ({ body }) => JSON.stringify(body ?? '').includes('reactionGroups'),
      answer(200, { errors: [{ message: "Field 'reactionGroups' doesn't exist on type 'Issue'" }] }),
    ),
  ],
  ['a partial clone', { arrange: ({ github }) => github.git(['config', 'uploadpack.allowFilter', 'true']) }],
  [
    'a protected default branch with a slash',
    {
      arrange: async ({ github }) => {
        await github.git(['update-ref', 'refs/heads/release/1', 'main'])
        github.settings.protectedRefs = ['refs/heads/release/1']
      },
      more: { inputs: { 'base-branch': 'release/1' } },
    },
  ],
  ['labels that are missing', { more: { inputs: { 'plan-label': 'nowhere' } } }],
]

/** Plays the set-ups of these names. */
export function tellSetups(isPlayed: (name: string) => boolean): void {
  test.each(NAMED.filter(([name]) => isPlayed(name)))(
    '%s is named',
    async (_name, { more = {}, isBare, arrange, model, programs }, said) => {
      await using world = await bundled.stage()
      arrange?.(world)
      if (model) world.model.fault = () => ({ kind: 'error', type: 'x', message: 'No.', ...model })
      const { issue, run } = await world.plan('x', {
        ...more,
        env: {
          ...more.env,
          ...(programs && { PATH: pathWith(programs) }),
          ...(isBare && { GITHUB_WORKSPACE: temporaryDirectory() }),
        },
      })
      const comments = await saidByBot(world, issue)
      expect(comments.length).toBeLessThanOrEqual(1)
      expect(comments.join() || run.summary).toMatch(said)
      expect([run.code, Number(run.outputs['tokens-input'] ?? 0)]).toEqual([1, 0])
    },
  )

  test('pull requests that are forbidden: the plan is kept on its branch, and opened once they are allowed', async () => {
    await using world = await bundled.stage()
    world.github.settings.actionsMayOpenPulls = false
    const { issue, run } = await world.plan()
    const told = /compare\/main\.\.\.plan\/issue-1.*Allow GitHub Actions to create and approve pull requests/s
    expect([run.code, await saidByBot(world, issue)]).toEqual([1, [expect.stringMatching(told)]])
    expect(await world.github.file(BRANCH, 'PLAN.md')).toContain('# Plan')
    world.github.settings.actionsMayOpenPulls = true
    expect(await world.dispatch(issue)).toMatchObject({ code: 0, requests: [], outputs: { next: 'approval' } })
  })

  test.each(FINE.filter(([name]) => isPlayed(name)))('%s: a plan is made', async (_name, { more = {}, arrange }) => {
    await using world = await bundled.stage()
    await arrange?.(world)
    const { run } = await world.plan('x', more)
    expect([run.code, run.outputs['next']]).toEqual([0, 'approval'])
  })

  test('issues that are turned off: a plan is asked for on a pull request', async () => {
    await using world = await bundled.stage()
    await world.github.push('alice', 'mine', { files: { 'a.txt': 'a' } })
    const { number } = await world.github.openPull('alice', { branch: 'mine', title: 'Mine' })
    const run = await world.say('alice', number, '/plan x')
    expect([run.code, run.outputs['next']]).toEqual([0, 'approval'])
  })

  test('what keeps GitHub from starting a run is where people look when nothing happened', () => {
    const setup = readFileSync(join(import.meta.dirname, '../../docs/setup.md'), 'utf8')
    const [, section = ''] = setup.split('\n## Nothing happened?\n')
    for (const words of ['out of minutes', 'allows only listed actions', 'no pull request'])
      expect(section).toContain(words)
    expect(setup).toContain('2.336.0 or newer for `plan.yml`')
  })
}
