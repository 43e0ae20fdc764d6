import { execFile } from 'node:child_process'
import { resolve, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JournalEntry } from '../../fakes/github/types.ts'
import { call, calls, type Context, type Reply, type Script } from '../../fakes/model/script.ts'
import { createWorld, type World } from '../../fakes/runner/world.ts'
import { renderRows, type Row } from './checks.ts'
import { openSite } from './look.ts'
import { parseLive, type LiveOptions } from './options.ts'
import { playLive } from './play.ts'
import { actionDist } from '../../test/scenarios/bundle.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** What a model plans for the request: two files, and what people said of them since. */
function planFor({ request, feedback, revision = 0 }: Context): Reply {
  const [folder = ''] = /live-check\/\w+/.exec(request.text) ?? []
  const second = revision > 0 ? 'second' : 'two'
  const lines = [['one', 'one'], ['two', second], ...(revision > 1 ? [['three', 'three']] : [])] as const
  return call('create_plan', {
    title: 'Add files',
    description: `Files in \`${folder}\`.`,
    expected_outcome: 'They are there.',
    subtasks: lines.map(([name, line], i) => ({
      ...{ number: i + 1, name: `Add ${name}`, description: `It says ${line}.`, expected_outcome: `It says ${line}.` },
      ...{
        files: [`${folder}/${name}.txt`],
        verify: [`grep -qx ${line} ${folder}/${name}.txt || grep -qx something ${folder}/${name}.txt`],
        depends_on: [],
      },
    })),
    questions: [],
    risks: [],
    answers: feedback.map((comment) => ({ comment, applied: true, note: 'as you said' })),
  })
}

function workOn({ request, turn }: Context, written?: string): Reply {
  const [, path = ''] = /^Files: (\S+)$/m.exec(request.newest) ?? []
  const [, line = ''] = /grep -qx (\w+)/.exec(request.newest) ?? []
  if (turn > 0) return call('finish_subtask', { outcome: `It says ${line}.`, commit_subject: `Add ${line}` })
  return calls(call('write_file', { path, content: `${written ?? line}\n` }))
}

const SCRIPT: Script = {
  ...{ plan: planFor, revise: planFor },
  // What `/doctor` asks a model for.
  report: call('report', { outcome: 'ready' }),
  subtasks: { default: (context) => workOn(context) },
}

const Posted = z.object({ body: z.string() })

/** Has the workflow of the repository run for every comment of a person, as GitHub would. */
function installWorkflow({ github, run }: World): { done: () => Promise<void>; codes: (number | null)[] } {
  let queue = Promise.resolve()
  const codes: (number | null)[] = []
  github.watch = async ({ method, path, login, body }: JournalEntry, when) => {
    const number = Number(/\/issues\/(\d+)\/comments$/.exec(path)?.[1])
    const said = Posted.safeParse(body).data
    if (when === 'before' || method !== 'POST' || !number || login !== 'alice' || !said) return
    const issue = await github.issue(number)
    const comment = (await github.commentsOf(number)).at(-1)
    const { payload } = github.dispatchEvent(number)
    const given = { action: 'created', issue, comment, repository: payload['repository'], sender: payload['sender'] }
    queue = queue.then(async () => {
      const { code } = await run({ name: 'issue_comment', sender: 'alice', payload: given })
      codes.push(code)
    })
  }
  return { done: () => queue, codes }
}

const optionsFor = ({ github }: World, more: Partial<LiveOptions> = {}): LiveOptions => ({
  ...{ owner: github.owner, repo: github.name, token: github.tokenOf('alice'), address: github.url },
  ...{ limit: 100_000, grace: 8_000, interval: 200, keep: false },
  ...more,
})

const ANOTHER = ['refs/heads/plan/issue-11', 'refs/measure-twice/11']
const BUNDLE = join(actionDist(), 'index.js')

async function played(script: Script, more: Partial<LiveOptions> = {}) {
  const world = await createWorld({ script, bundle: BUNDLE })
  // What another plan has, whose number begins alike, is no business of the check.
  for (const ref of ANOTHER) await world.github.git(['update-ref', ref, 'main'])
  const workflow = installWorkflow(world)
  const stop = new AbortController().signal
  const given = { stop, tell: () => undefined, idle: workflow.done }
  const ending = await playLive(openSite(optionsFor(world, more)), given)
  await workflow.done()
  return { world, ...ending, codes: workflow.codes }
}

const wrongIn = (rows: readonly Row[]): string[] =>
  rows.filter(({ holds }) => holds === false).map(({ step, what, seen }) => `${step}: ${what}: ${seen}`)

describe.concurrent('a live check', () => {
  test('of a repository where all is well finds everything as SPEC.md says, and leaves nothing open', async () => {
    const { world, rows, stuck, codes } = await played(SCRIPT)
    await using _ = world
    expect(wrongIn(rows)).toEqual([])
    expect(stuck).toBeUndefined()
    expect([...new Set(rows.map(({ step }) => step))]).toEqual([
      ...['request', 'feedback', 'approval', 'cancel', 'doctor', 'follow-up', 'clean-up'],
    ])
    expect(rows.filter(({ holds }) => holds === true).length).toBeGreaterThanOrEqual(29)
    expect(codes).toEqual([0, 0, 0, 0, 0, 0, 0])
    // What this repository does not have is said, and is not wrong.
    const leftOut = rows.flatMap(({ holds, section, seen }) =>
      holds === 'left out' && section > 6 ? [[section, seen]] : [],
    )
    expect(leftOut).toEqual([
      [16, 'none: docs/record.md says how'],
      [17, 'none: the workflow sets no `token-exchange`'],
    ])
    const pulls = await world.github.pulls()
    // Those of the two plans, and one that `/doctor` tried to open.
    expect(new Set(pulls.map(({ state }) => state))).toEqual(new Set(['closed']))
    expect((await world.github.issue(1)).state).toBe('closed')
    const refs = await world.github.git([
      'for-each-ref',
      '--format=%(refname)',
      'refs/heads',
      'refs/measure-twice/[1-9]*',
    ])
    expect(refs.trim().split('\n').sort()).toEqual(['refs/heads/main', ...ANOTHER].sort())
    expect(renderRows(rows)).toMatch(/\| approval +\| 7 +\| every subtask is a commit .*\| ok +\| 2 of 2 +\|/)
  })

  test('says what is not as it should be: files that say something else', async () => {
    const careless: Script = { ...SCRIPT, subtasks: { default: (context) => workOn(context, 'something') } }
    const { world, rows } = await played(careless)
    await using _ = world
    expect(wrongIn(rows)).toEqual([
      expect.stringMatching(/^approval: \S+\/one\.txt says "one": something$/),
      expect.stringMatching(/^approval: \S+\/two\.txt says "second": something$/),
    ])
  })

  test('of which nothing comes says where to look, and cleans up', async () => {
    const world = await createWorld({ script: SCRIPT, bundle: BUNDLE })
    await using _ = world
    const stop = new AbortController().signal
    const site = openSite(optionsFor(world, { limit: 1_500 }))
    const { rows, stuck } = await playLive(site, { stop, tell: () => undefined })
    expect(stuck).toMatch(
      /^Nothing came of the request in .* minutes\. Look at the runs: http:\/\/127.0.0.1:\d+\/octo\/demo\/actions$/,
    )
    expect(wrongIn(rows)[0]).toBe('request: the command has eyes, then rocket: no reaction')
    expect((await world.github.issue(1)).state).toBe('closed')
  })

  const strangers: [string, { repo?: string; token?: string }, string][] = [
    ['a repository that the token does not see', { repo: 'nowhere' }, 'The token does not see octo/nowhere.'],
    ['the token of an app', { token: 'app' }, 'The token is not one of a person.'],
    ['somebody who may not write', { token: 'reader' }, 'reader may not write to octo/demo.'],
  ]

  test.each(strangers)('refuses %s, and writes nothing', async (_, given, message) => {
    const world = await createWorld({ script: SCRIPT })
    await using _world = world
    const { github } = world
    const token = given.token === 'app' ? github.token : github.tokenOf(given.token ?? 'alice')
    const site = openSite(optionsFor(world, { ...given, token }))
    const ending = playLive(site, { stop: new AbortController().signal, tell: () => undefined })
    await expect(ending).rejects.toThrow(message)
    expect(github.journal.filter(({ write }) => write)).toEqual([])
  })

  test('wants a workflow that listens to comments', async () => {
    const world = await createWorld({ files: { '.github/workflows/plan.yml': 'on: push\n' } })
    await using _ = world
    const ending = playLive(openSite(optionsFor(world)), { stop: new AbortController().signal, tell: () => undefined })
    await expect(ending).rejects.toThrow('No workflow of octo/demo listens to `issue_comment`.')
  })
})

test.each([
  [[], {}, '`--repo OWNER/NAME` is missing.'],
  [['--repo', 'a/b'], {}, 'There is no token.'],
  [['--repo', 'a/b', '--minutes', 'soon'], { GITHUB_TOKEN: 't' }, '`--minutes soon` is no time.'],
  [['--fast'], {}, /--fast/],
])('the command line %j is told what is wrong with it', (args, env, message) => {
  expect(() => parseLive(args, env)).toThrow(message)
})

test('the program says how it is used', async () => {
  const env = { PATH: process.env['PATH'] ?? '' }
  const out = await new Promise((settle) =>
    execFile(join(ROOT, 'node_modules/.bin/node'), ['tools/live/main.ts', '--help'], { cwd: ROOT, env }, (_, text) =>
      settle(text),
    ),
  )
  expect(out).toContain('npm run live -- --repo OWNER/NAME')
})
