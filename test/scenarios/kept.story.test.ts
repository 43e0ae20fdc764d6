import { describe, expect, test } from 'vitest'
import type { Files } from '../../fakes/github/types.ts'
import type { World } from '../../fakes/runner/world.ts'
import { forge } from '../../tools/consent/forge.ts'
import { at, BRANCH, planned, saidByBot, stage, subjects } from './stage.ts'

/** The conversations and claims that are kept beside the branches. What tells our commits stays with a branch. */
const kept = async ({ github }: World): Promise<string> => {
  const refs = await github.git(['for-each-ref', '--format=%(refname)', 'refs/measure-twice/[1-9]*'])
  return refs
    .split('\n')
    .filter((ref) => !ref.endsWith('-commits'))
    .join('\n')
}

describe('what is kept of a plan outside of its branch goes', () => {
  test('a plan’s refs under refs/measure-twice are deleted when its pull request is closed', async () => {
    await using world = await planned()
    expect(await kept(world)).toMatch(/\/1$/m)
    const run = await world.run(await world.github.closePull('bob', world.pull))
    expect([run.code, run.requests.length, await kept(world)]).toEqual([0, 0, ''])
    expect(await world.github.sha(`refs/heads/${BRANCH}`)).toBeDefined()
  })

  test('a scheduled run deletes a closed plan’s refs/measure-twice if the close event was lost', async () => {
    await using world = await planned()
    await world.plan('something else')
    await world.github.closePull('bob', world.pull)
    const run = await world.run(world.github.scheduleEvent())
    expect([run.code, run.requests.length]).toEqual([0, 0])
    expect(await kept(world)).not.toMatch(/\/1$/m)
    expect(await kept(world)).toMatch(/\/3$/m)
  })

  test('a scheduled run deletes refs under refs/measure-twice of issues without a plan', async () => {
    await using world = await stage()
    for (const kind of ['', '-claim']) {
      const { number } = await world.github.openIssue('alice')
      await world.github.git(['update-ref', `refs/measure-twice/${number}${kind}`, 'refs/heads/main'])
    }
    const run = await world.run(world.github.scheduleEvent())
    expect([run.code, run.requests.length]).toEqual([0, 0])
    expect(await world.github.git(['for-each-ref', 'refs/measure-twice/[1-9]*'])).toBe('')
  })
})

test('token usage of answers on an issue is kept until the issue is closed', async () => {
  await using world = await stage()
  const { number } = await world.github.openIssue('alice')
  await world.github.git(['update-ref', `refs/measure-twice/${number}-usage`, 'refs/heads/main'])
  await world.run(world.github.scheduleEvent())
  expect(await kept(world)).toBe(`refs/measure-twice/${number}-usage`)
  await world.github.closeIssue('alice', number)
  await world.run(world.github.scheduleEvent())
  expect(await kept(world)).toBe('')
})

test('a scheduled run picks up an unanswered `/plan` whose event was lost', async () => {
  await using world = await stage()
  const { number } = await world.github.openIssue('alice')
  await world.github.comment('alice', number, '/plan add a limiter')
  const run = await world.run(world.github.scheduleEvent())
  expect([run.code, (await world.github.pulls()).map(({ branch }) => branch)]).toEqual([0, [BRANCH]])
  await world.github.closePull('alice', number + 1)
  const again = await world.run(world.github.scheduleEvent())
  expect([again.requests.length, (await world.github.pulls()).length]).toEqual([0, 1])
})

/** A commit that a person pushes under the name of the bot. */
const asBot = (world: World, branch: string, message: string, files: Files = {}) =>
  forge(world.github, `refs/heads/${branch}`, { files, message, author: 'github-actions[bot]' })

type Halfway = Awaited<ReturnType<typeof at>>

describe('the list of what the bot pushed', () => {
  const LIST = 'refs/measure-twice/1-commits'

  test('if the list of the bot’s pushed commits is lost, none counts as the bot’s, and the plan pauses', async () => {
    await using world = await at('halfway')
    await world.github.git(['update-ref', '-d', LIST])
    await asBot(world, BRANCH, `Add part 2\n\nPlan-Issue: ${world.issue}\nPlan-Subtask: 2\nPlan-Seen: 0\n`)
    const { body } = await world.github.pull(world.pull)
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.requests.length]).toEqual([1, 0])
    expect((await saidByBot(world, world.pull)).at(-1)).toContain(`\`${LIST}\`, is gone, so nothing on the branch`)
    expect((await world.github.pull(world.pull)).body).toBe(body)
    const again = await world.say('alice', world.issue, '/plan add a limiter')
    expect([again.code, again.outputs['plan-state']], again.log).toEqual([0, 'todo'])
    expect((await world.say('alice', world.pull, 'approve')).outputs['plan-state']).toBe('done')
  })

  test('the bot’s commits count after a rebase, and copies of their messages count for no later plan', async () => {
    await using world = await at('halfway')
    const { github } = world
    const ours = await github.commits(BRANCH)
    const { sha } = await github.push('alice', 'main', { files: { 'moved.txt': 'x\n' } })
    await github.git(['update-ref', `refs/heads/${BRANCH}`, sha])
    for (const { message, files, sha: old } of ours) {
      const texts = files.map(async ({ path }) => [path, (await github.file(old, path)) ?? ''] as const)
      await asBot(world, BRANCH, message, Object.fromEntries(await Promise.all(texts)))
    }
    expect((await world.dispatch(world.pull)).outputs['subtasks-done']).toBe('1')
    await github.closePull('alice', world.pull)
    const again = await world.say('alice', world.issue, '/plan again')
    for (const { message } of [...ours, ...ours]) await asBot(world, `${BRANCH}-2`, message)
    const next = await world.dispatch(Number(again.outputs['pull-request-number']))
    expect(next.outputs).toMatchObject({ 'plan-state': 'todo', 'subtasks-done': '0' })
  })

  test.each([
    ['cancelled', ({ say, pull }: Halfway) => say('alice', pull, 'cancel')],
    ['closed by mistake', async ({ run, github, pull }: Halfway) => run(await github.closePull('bob', pull))],
  ])('the list of the bot’s commits survives a plan that was %s, and it resumes on reopening', async (_, end) => {
    await using world = await at('halfway')
    const { github } = world
    await end(world)
    const head = await github.sha(`refs/heads/${BRANCH}`)
    await github.deleteBranch('bob', BRANCH)
    await world.run(github.scheduleEvent())
    await world.say('alice', world.issue, '/help')
    expect(await github.sha(LIST)).toBeDefined()
    await github.git(['update-ref', `refs/heads/${BRANCH}`, head ?? ''])
    await github.push('alice', BRANCH, { files: { 'mine.txt': 'mine\n' } })
    await github.reopenPull('carol', world.pull)
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.outputs['plan-state'], run.outputs['subtasks-done']]).toEqual(['done', '2'])
    expect(await subjects(world, BRANCH)).toEqual(expect.arrayContaining(['Add part 1', 'Add part 2']))
  })

  test('the list of the bot’s commits is deleted when the pull request is merged', async () => {
    await using world = await at('done')
    await world.run(await world.github.mergePull('alice', world.pull))
    expect(await world.github.sha(LIST)).toBeUndefined()
  })
})

describe('a branch from which a person took the commits of the plan', () => {
  const takeAway = async (world: World): Promise<string> => {
    const from = (await world.github.sha('refs/heads/main')) ?? ''
    await world.github.push('bob', BRANCH, { files: { 'mine.txt': 'mine\n' }, from })
    return from
  }

  test('if a person removed the plan’s commits from its branch, nothing is drafted or executed', async () => {
    await using world = await planned()
    await takeAway(world)
    await world.github.comment('alice', world.pull, 'Please name the risks.')
    const run = await world.say('alice', world.pull, 'approve')
    expect([run.code, run.requests.length]).toEqual([1, 0])
    expect(run.log).toContain(`The commits of this plan are no longer on the branch \`${BRANCH}\``)
    expect((await saidByBot(world, world.pull)).at(-1)).toContain('comment `/plan` on the issue')
    expect(await subjects(world, BRANCH)).toEqual(['A change by a person'])
  })

  test('a new `/plan` after people removed the plan’s commits restores the plan for a new approval', async () => {
    await using world = await planned()
    await world.github.comment('alice', world.pull, 'approve')
    await takeAway(world)
    const run = await world.say('alice', world.issue, '/plan add a limiter')
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'todo'])
    expect(await subjects(world, BRANCH)).toEqual(['A change by a person', 'Plan: Limit the rate of requests'])
    expect((await world.say('alice', world.pull, 'approve')).outputs['plan-state']).toBe('done')
  })

  test('if only the last commit of a plan was removed, its subtask is not executed again unasked', async () => {
    await using world = await planned({ inputs: { 'commit-with': 'api' } })
    await world.say('alice', world.pull, 'approve 1')
    const [plan, executed] = await world.github.commits(BRANCH)
    await world.github.push('bob', BRANCH, { files: { 'mine.txt': 'mine\n' }, from: plan?.sha ?? '' })
    const run = await world.dispatch(world.pull)
    expect([run.code, run.requests.length]).toEqual([1, 0])
    expect((await saidByBot(world, world.pull)).at(-1)).toContain(
      `: \`${executed?.sha.slice(0, 10)}\`. Push them there again`,
    )
    expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests', 'A change by a person'])
    expect((await world.github.pull(world.pull)).body).toMatch(/\*\*Paused: commits of this plan [^]*- \[ \] 1\. /)
    const goesOn = await world.say('alice', world.pull, 'approve')
    expect([goesOn.code, goesOn.outputs['plan-state']]).toEqual([0, 'done'])
    expect((await world.dispatch(world.pull)).code).toBe(0)
  })
})
