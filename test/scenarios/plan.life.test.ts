import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { bundled, checklist, finish, offer, planOf, reactions, saidByBot, subjects, workOf } from './stage.ts'

test('a plan is drafted, revised, approved and executed, and comments and description report each step', async () => {
  await using world = await bundled.planned()
  const { github } = world
  const drafted = await github.pull(world.pull)
  expect(drafted).toMatchObject({
    title: 'Limit the rate of requests',
    draft: true,
    branch: 'plan/issue-1',
    base: 'main',
  })
  expect(drafted.body).toContain('Closes #1')
  expect(world.runs[0]?.outputs).toMatchObject({ 'plan-state': 'todo', next: 'approval', 'subtasks-total': '2' })

  const feedback = await world.say('bob', world.pull, 'Please name the risks.')
  const approval = await world.say('bob', world.pull, 'approve')
  expect([feedback.code, approval.code]).toEqual([0, 0])
  expect(await saidByBot(world, world.issue)).toEqual([expect.stringContaining(`Plan ready in #${world.pull}`)])
  expect(await saidByBot(world, world.pull)).toEqual([
    expect.stringMatching(
      /^### Plan, version 1: .*Requested by @alice\. .*measure-twice:version v=1 blob=[0-9a-f]{40} -->$/s,
    ),
    expect.stringMatching(
      new RegExp(
        `^### Plan, version 2.*issuecomment-${feedback.comment}\\)\\*\\*, “[^”]+” → \\*\\*applied.*v=2 blob=`,
        's',
      ),
    ),
    expect.stringMatching(/^### ✅ Plan finished: 2 of 2 subtasks done\n/),
  ])
  for (const comment of [world.runs[0], feedback, approval].flatMap((run) =>
    run && 'comment' in run ? [run.comment] : [],
  ))
    expect(reactions(world, Number(comment))).toEqual(['eyes', 'rocket'])
  const run = (await trailerValues(world, 'Plan-Run')).at(-1)
  const byWhom = `${github.url}/octo/demo/actions/runs/${run}`
  const [, , one, two] = await github.commits('plan/issue-1')
  expect(await checklist(world, world.pull)).toEqual([
    `- [x] 1. Add the limiter · ${one?.sha.slice(0, 7)} · Part 1 works. · [run](${byWhom})`,
    `- [x] 2. Wire the limiter · ${two?.sha.slice(0, 7)} · Part 2 works. · [run](${byWhom})`,
  ])
  expect(await github.pull(world.pull)).toMatchObject({ draft: false, state: 'open' })
  expect(await github.file('plan/issue-1', 'src/part2.js')).toBe('export const part = 2\n')
  expect(approval.outputs).toMatchObject({
    'plan-state': 'done',
    'pull-request-number': String(world.pull),
    'pull-request-url': `${github.url}/octo/demo/pull/${world.pull}`,
    'head-sha': await github.sha('plan/issue-1'),
    'subtasks-done': '2',
    'subtasks-total': '2',
    next: '',
  })
  expect(approval.summary).toContain('**Done**')
  expect(approval.summary).toMatch(/- \d\d:\d\d:\d\d execute subtask 1 \(Add the limiter\), attempt 1/)
})

/** The values of a trailer in the commits of the plan, from the oldest on. */
const trailerValues = async ({ github }: World, wanted: string): Promise<string[]> =>
  (await github.commits('plan/issue-1')).flatMap(({ trailers }) =>
    trailers.flatMap(([name, value]) => (name === wanted ? [value] : [])),
  )

test('every commit names its plan, approvals and seen comments, and the plan file is removed at the end', async () => {
  await using world = await bundled.planned()
  const { github } = world
  const { comment } = await world.say('bob', world.pull, 'approve')
  const commits = await github.commits('plan/issue-1')
  const blob = (await github.git(['rev-parse', `${commits[0]?.sha}:PLAN.md`])).trim()
  const usage = ['Plan-Usage', expect.stringMatching(/^input=\d+ cached=\d+ output=\d+$/)]
  const run = expect.stringMatching(/^9\d{5}$/)
  const coAuthor = ['Co-authored-by', 'alice <101+alice@users.noreply.github.com>']
  const subtask = (number: number) => [
    ['Plan-Issue', '1'],
    ['Plan-Subtask', String(number)],
    ['Plan-Version', blob],
    ['Plan-Approved-By', `bob (${comment})`],
    ['Plan-Permission', 'bob write'],
    usage,
    ['Plan-Run', run],
    ['Plan-Proof', expect.stringMatching(/^proving=\d guarding=\d$/)],
    ['Plan-Checks', expect.stringMatching(/^[pfn]{4}:[0-9a-f]{64}$/)],
    ['Plan-Passed', expect.stringMatching(/^[0-9a-f]{32}$/)],
    ['Plan-Seen', String(comment)],
    coAuthor,
  ]
  // The plan's commit marks its own request as handled.
  const ofPlan = Object.fromEntries(commits[0]?.trailers ?? [])
  expect(ofPlan['Plan-Seen']).toBe(ofPlan['Plan-Request'])
  expect(commits.map(({ subject, trailers }) => [subject, trailers])).toEqual([
    [
      'Plan: Limit the rate of requests',
      [
        ['Plan-Issue', '1'],
        ['Plan-Request', expect.any(String)],
        usage,
        ['Plan-Run', run],
        ['Plan-Seen', expect.any(String)],
        coAuthor,
      ],
    ],
    ['Add part 1', subtask(1)],
    ['Add part 2', subtask(2)],
    [
      'Finish the plan',
      [
        ['Plan-Issue', '1'],
        ['Plan-State', 'done'],
        ['Plan-Seen', String(comment)],
      ],
    ],
  ])
  expect(new Set(commits.map(({ author }) => author.email))).toEqual(
    new Set(['41898282+github-actions[bot]@users.noreply.github.com']),
  )
  const files = await github.git(['diff', '--name-only', 'main', 'plan/issue-1'])
  expect(files.trim().split('\n')).toEqual(['src/part1.js', 'src/part2.js'])
  // The conversation and the list of the bot's commits stay as long as the pull request is open; the record stays.
  const kept = await github.git(['for-each-ref', '--format=%(refname)', 'refs/measure-twice/[1-9]*'])
  expect(kept.trim().split('\n')).toEqual([
    'refs/measure-twice/1',
    'refs/measure-twice/1-commits',
    'refs/measure-twice/1-record',
  ])
  const [before, said] = [await github.pull(world.pull), await saidByBot(world, world.pull)]
  for (const body of ['approve', 'Thank you all!']) {
    const later = await world.say('bob', world.pull, body)
    const writes = later.journal.flatMap(({ write, method, path }) => (write ? [`${method} ${path}`] : []))
    expect([body, later.code, later.requests.length, writes]).toEqual([body, 0, 0, []])
  }
  expect([await saidByBot(world, world.pull), await github.pull(world.pull)]).toEqual([said, before])
})

test('`keep-plan-file` keeps the plan file, and a removed input gives a warning', async () => {
  await using world = await bundled.planned({ inputs: { 'keep-plan-file': 'true', 'ready-when-done': 'false' } })
  const { outputs, log } = await world.say('alice', world.pull, 'approve')
  expect(outputs['plan-state']).toBe('done')
  expect(log).toContain('::warning::The input `ready-when-done` was removed')
  expect(await world.github.file('plan/issue-1', 'PLAN.md')).toContain('# Plan: Limit the rate of requests')
  expect((await world.github.pull(world.pull)).draft).toBe(false)
})

test('during a subtask the checklist shows the agent’s steps', async () => {
  const steps = [
    { title: 'add the import', state: 'done' },
    { title: 'register the middleware', state: 'todo' },
  ]
  await using world = await bundled.planned({
    script: {
      subtasks: { 1: [call('update_steps', { steps }), call('run_command', { command: 'sleep 1' }), ...workOf(1)] },
    },
  })
  const bodies: string[] = []
  world.github.fault = ({ method, body }) => {
    if (method === 'PATCH' && typeof body === 'object' && body && 'body' in body) bodies.push(String(body.body))
    return undefined
  }
  await world.say('alice', world.pull, 'approve')
  expect(bodies.join('\n\n')).toContain(
    [
      '- [ ] **1. Add the limiter** · in progress (attempt 1 of 3)',
      '  - [x] add the import',
      '  - [ ] register the middleware',
      '- [ ] 2. Wire the limiter',
    ].join('\n'),
  )
  expect(await checklist(world, world.pull)).toHaveLength(2)
})

test('a second `/plan` before any subtask was executed redrafts on the same branch and pull request', async () => {
  await using world = await bundled.planned()
  const again = await world.say('bob', world.issue, '/plan add a limiter for each user')
  expect(again.code).toBe(0)
  expect((await world.github.pulls()).map(({ number }) => number)).toEqual([world.pull])
  expect(await subjects(world, 'plan/issue-1')).toEqual([
    'Plan: Limit the rate of requests',
    'Plan: Limit the rate of requests',
  ])
  expect(reactions(world, again.comment)).toEqual(['eyes', 'rocket'])
})

test('a subtask that changes no file is still committed, with the reason', async () => {
  await using world = await bundled.planned({
    script: {
      plan: [offer(planOf([{ number: 1, verify: [] }]))],
      subtasks: { 1: [finish(1, { outcome: 'The limiter was there already.' })] },
    },
  })
  await world.say('alice', world.pull, 'approve')
  const [, empty] = await world.github.commits('plan/issue-1')
  expect(empty?.message).toMatch(/^Add part 1\n\nNo file was changed: The limiter was there already\.\n/)
  expect(await checklist(world, world.pull)).toEqual([expect.stringMatching(/^- \[x\] 1\. /)])
})

test('transcripts hold every model request and tool call, and no secret', async () => {
  const leak = call('run_command', { command: 'env; cat package.json' })
  await using world = await bundled.planned({ script: { subtasks: { 1: [leak, ...workOf(1)] } } })
  const run = await world.say('alice', world.pull, 'approve')
  const folder = join(run.temp, 'measure-twice')
  const names = await readdir(folder)
  const all = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
  expect(
    all
      .trim()
      .split('\n')
      .map((line) => typeof JSON.parse(line)),
  ).not.toContain('string')
  expect(all).toContain('run_command')
  expect(all).toContain('finish_subtask')
  expect(run.secrets.filter((secret) => all.includes(secret))).toEqual([])
})
