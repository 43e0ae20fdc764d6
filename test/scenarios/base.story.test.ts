import { expect, test } from 'vitest'
import { noteMarker } from '../../src/decide/thread/people.ts'
import { call } from '../../fakes/model/script.ts'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import { BRANCH, finish, offer, planned, planOf, reactions, revised, saidByBot, subjects } from './stage.ts'

const ONE = planOf([{ number: 1, files: ['README.md', 'src/part1.js'] }, { number: 2 }])

test('the first approval after the base changed planned files is refused, and a second one counts', async () => {
  await using world = await planned({ script: { plan: [offer(ONE)] } })
  const { github } = world
  await github.push('alice', 'main', { files: { 'other.md': 'x\n' } })
  const { sha } = await github.push('alice', 'main', { files: { 'README.md': '# New\n' }, message: 'Say more @bob' })
  const { id, event } = await github.comment('alice', world.pull, 'approve')
  const first = await world.run(event)
  expect([first.code, first.requests.length, reactions(world, id)]).toEqual([0, 0, ['confused']])
  const refusal = (await saidByBot(world, world.pull)).at(-1)
  expect(refusal).toContain('`main` changed 1 file of this plan after version 1 was written.')
  expect(refusal).toContain(`- \`README.md\`: ${sha.slice(0, 7)} Say more <code>@bob</code>`)
  expect(refusal).not.toContain('other.md')
  const again = await world.run(event)
  expect(again.journal.filter(({ write }) => write)).toEqual([])
  const second = await world.say('alice', world.pull, 'approve')
  expect([second.code, reactions(world, second.comment)]).toEqual([0, ['eyes', 'rocket']])
  expect((await subjects(world, BRANCH)).slice(1)).toEqual(['Add part 1', 'Add part 2', 'Finish the plan'])
})

test('`/update` merges the base, even during a person’s push; with nothing to merge its commit is empty', async () => {
  await using world = await planned({ script: { plan: [offer(ONE)] } })
  const { github } = world
  const nothing = await world.say('bob', world.pull, '/update')
  expect([nothing.code, nothing.requests.length, reactions(world, nothing.comment)]).toEqual([0, 0, ['eyes', 'rocket']])
  const base = await github.push('alice', 'main', { files: { 'new.md': 'new\n', 'PLAN.md': '# Somebody else\n' } })
  let isPushed = false
  github.watch = async ({ path, write }, when) => {
    if (isPushed || !write || when !== 'before' || !path.endsWith('git-receive-pack')) return
    const claims = (await github.git(['for-each-ref', 'refs/measure-twice/1-claim'])) !== ''
    if (!claims) return
    isPushed = true
    await github.push('alice', BRANCH, { files: { 'by-hand.md': 'x\n' } })
  }
  const run = await world.say('bob', world.pull, '/update')
  github.watch = undefined
  expect([isPushed, await github.file(BRANCH, 'by-hand.md')]).toEqual([true, 'x\n'])
  expect([run.code, reactions(world, run.comment)]).toEqual([0, ['eyes', 'rocket']])
  const commits = await github.commits(BRANCH)
  const updates = commits.filter(({ message }) => message.includes('Plan-State: updated'))
  expect(updates.map(({ parents }) => parents.length)).toEqual([1, 2])
  expect(updates[1]?.parents[1]).toBe(base.sha)
  expect(updates[0]?.message).toContain('There was nothing to merge.')
  expect(await github.file(BRANCH, 'new.md')).toBe('new\n')
  expect(await github.file(BRANCH, 'PLAN.md')).toContain('# Plan: Limit the rate of requests')
  const done = await world.say('alice', world.pull, 'approve')
  expect([done.outputs['plan-state'], await github.file(BRANCH, 'PLAN.md')]).toEqual(['done', '# Somebody else\n'])
  const last = await github.push('alice', 'main', { files: { 'last.md': 'last\n', 'PLAN.md': '# They again\n' } })
  const after = await world.say('bob', world.pull, '/update', { inputs: { 'commit-with': 'api' } })
  expect([after.code, reactions(world, after.comment)], after.log).toEqual([0, ['eyes', 'rocket']])
  const tip = (await github.commits(BRANCH)).at(-1)
  expect([tip?.parents[1], after.outputs['plan-state']]).toEqual([last.sha, 'done'])
  expect(await github.file(BRANCH, 'PLAN.md')).toBe('# They again\n')
})

test.each(['false', 'true'])(
  'a base’s own file named PLAN.md survives /update and the merge (keep-plan-file: %s)',
  async (keep) => {
    await using world = await planned({ inputs: { 'keep-plan-file': keep } })
    await world.say('alice', world.pull, 'approve')
    await world.github.push('alice', 'main', { files: { 'PLAN.md': '# Ours\n' } })
    const run = await world.say('bob', world.pull, '/update')
    expect(run.outputs['plan-state']).toBe('done')
    await world.github.mergePull('alice', world.pull)
    expect(await world.github.file('main', 'PLAN.md')).toBe('# Ours\n')
  },
)

test('after /update the checks of done subtasks run once, and a comment reports only failures', async () => {
  await using world = await planned({
    script: { plan: [offer(planOf([{ number: 1, verify: ['test ! -e new.md'] }, { number: 2 }]))] },
  })
  const { github } = world
  await world.say('alice', world.pull, 'approve 1')
  await github.push('alice', 'main', { files: { 'harmless.md': 'x\n' } })
  const before = await saidByBot(world, world.pull)
  const first = await github.comment('bob', world.pull, '/update')
  const passed = await world.run(first.event)
  expect([passed.code, passed.requests.length, reactions(world, first.id)]).toEqual([0, 0, ['eyes', 'rocket']])
  expect(await saidByBot(world, world.pull)).toEqual(before)
  expect(passed.log).toContain('run the checks of what is done once more, after the merge')
  const again = await world.run(first.event)
  expect(again.log).not.toContain('once more, after the merge')
  expect(again.journal.filter(({ write }) => write)).toEqual([])

  const base = await github.push('alice', 'main', { files: { 'new.md': 'new\n' } })
  const { event } = await github.comment('bob', world.pull, '/update')
  const run = await world.run(event)
  expect([run.code, run.requests.length]).toEqual([0, 0])
  const told = (await saidByBot(world, world.pull)).at(-1)
  expect(told).toContain(
    'After the merge, not all of the checks of subtask 1 pass:\n\n- `test ! -e new.md` (subtask 1): exit code 1',
  )
  expect((await world.run(event)).journal.filter(({ write }) => write)).toEqual([])
  expect((await github.commits(BRANCH)).at(-1)?.parents[1]).toBe(base.sha)

  await github.push('alice', 'main', { files: { 'src/part2.js': 'theirs\n' } })
  await world.say('alice', world.pull, 'approve')
  const done = await world.say('alice', world.pull, 'approve')
  expect([done.code, done.outputs['plan-state'], (await github.pull(world.pull)).draft]).toEqual([0, 'done', true])
  const closing = (await saidByBot(world, world.pull)).at(-1)
  expect(closing).toContain(
    '**This branch conflicts with `main`** in `src/part2.js`, so it stays a draft. Comment `/update`',
  )
  await github.push('alice', 'main', { files: { 'src/part2.js': 'export const part = 2\n' } })
  const after = await world.say('bob', world.pull, '/update')
  expect([after.code, (await github.pull(world.pull)).draft]).toEqual([0, false])
})

const RESOLVED = 'export const part = 1 // and theirs\n'
const RESOLVING = { number: 2, name: 'Merge main', files: ['src/part1.js'], verify: ['grep -q theirs src/part1.js'] }

test('an `/update` with conflicts becomes a subtask whose commit is the merge, in three jobs', async () => {
  const first = planOf([{ number: 1 }])
  await using world = await planned({
    script: {
      plan: [offer(first)],
      revise: [
        revised(planOf([{ number: 1 }, { number: 2, name: 'Something else' }])),
        revised(planOf([{ number: 1 }, RESOLVING])),
      ],
      subtasks: {
        2: [
          call('read_file', { path: 'src/part1.js' }),
          finish(2),
          call('write_file', { path: 'src/part1.js', content: RESOLVED }),
          finish(2),
        ],
      },
    },
  })
  const { github } = world
  const say = async (body: string) => {
    const { event, id } = await github.comment('bob', world.pull, body)
    await threeJobs(world, event)
    return id
  }
  await say('approve')
  const base = await github.push('alice', 'main', {
    files: { 'src/part1.js': 'theirs\n', '.github/workflows/ci.yml': 'on: push\n' },
  })
  const update = await say('/update')
  expect(reactions(world, update)).toEqual(['eyes', 'rocket'])
  expect((await saidByBot(world, world.pull)).at(-1)).toContain('measure-twice:version v=2 ')
  expect((await github.commits(BRANCH)).at(-1)?.message).toMatch(
    new RegExp(`Plan-Feedback: ${update}\nPlan-Merge: 2 ${base.sha}\n`),
  )
  expect((await github.pull(world.pull)).draft).toBe(true)
  await say('approve')
  const texts = world.model.requests.map(({ body }) => JSON.stringify(body)).join('\n')
  expect(texts.includes('needs exactly one new subtask whose `files` name all files in conflict: src/part1.js')).toBe(
    true,
  )
  expect(texts.includes('`src/part1.js` still holds markers of a conflict.')).toBe(true)
  const merge = (await github.commits(BRANCH)).find(({ message }) => message.includes('Plan-Subtask: 2\n'))
  expect(merge?.parents[1]).toBe(base.sha)
  expect(await github.file(BRANCH, 'src/part1.js')).toBe(RESOLVED)
  expect(await github.file(BRANCH, '.github/workflows/ci.yml')).toBe('on: push\n')
  expect((await github.pull(world.pull)).draft).toBe(false)
  // All checks pass on the merged files, so there is nothing to read of it.
  const [, closing = ''] = (await saidByBot(world, world.pull)).slice(-2)
  expect(await github.git(['show', 'refs/measure-twice/1-usage:usage.json'])).toContain(`"rechecked":"${merge?.sha}"`)
  expect((await saidByBot(world, world.pull)).join('\n')).not.toContain('After the merge')
  expect(closing).not.toContain('ci.yml')
  await say('/undo 2')
  expect((await saidByBot(world, world.pull)).at(-1)).toContain('Subtask 2 merged the base branch')
})

test('a deleted base branch is reported by one comment on the plan', async () => {
  await using world = await planned()
  const { github } = world
  await github.git(['branch', '-m', 'main', 'elsewhere'])
  // A marker of somebody else's keeps nobody from being told.
  await github.comment('mallory', world.pull, noteMarker('problem-no-base'))
  const first = await world.say('bob', world.pull, '/update')
  const second = await world.say('bob', world.pull, '/update')
  expect([first.code, second.code]).toEqual([1, 1])
  const told = (await saidByBot(world, world.pull)).filter((text) => text.includes('The branch `main` does not exist'))
  expect(told).toHaveLength(1)
  github.fault = ({ path }) => (path.endsWith(`/pulls/${world.pull}`) ? { kind: 'status', status: 404 } : undefined)
  expect((await world.say('bob', world.pull, 'approve')).code).toBe(1)
  expect((await saidByBot(world, world.pull)).at(-1)).toContain('does not show pull request')
})
