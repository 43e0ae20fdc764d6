import { describe, expect, test } from 'vitest'
import type { WayOfMerging } from '../../fakes/github/acts.ts'
import type { World } from '../../fakes/runner/world.ts'
import { git } from '../../fakes/github/git.ts'
import { planned } from './here.ts'
import { saidByBot } from './stage.ts'

const REF = 'refs/measure-twice/1-record'
const BRANCH = 'plan/issue-1'

/** A plan that is done, with the comment that approved it. */
async function finished(): Promise<{ world: World; pull: number; approval: number }> {
  const { world, pull } = await planned()
  const run = await world.say('bob', pull, 'approve')
  expect(run.outputs['plan-state']).toBe('done')
  return { world, pull, approval: run.comment }
}

/** What `/verify` answers: the rows that do not hold, and all of them. Nothing but the comment is written. */
async function verified(world: World, pull: number) {
  const refs = () => world.github.git(['for-each-ref'])
  const before = await refs()
  const run = await world.say('alice', pull, '/verify')
  expect([run.code, run.requests.length, (await refs()) === before]).toEqual([0, 0, true])
  const answer = (await saidByBot(world, pull)).at(-1) ?? ''
  const rows = answer.split('\n').filter((line) => /^\| [✅❌]/u.test(line))
  return { answer, rows, wrong: rows.filter((row) => row.startsWith('| ❌')) }
}

const verifiesByMode = (world: World, pull: number) =>
  world.dispatch(pull, { inputs: { mode: 'verify', 'openai-api-key': '' } })

const mergedAndGone = (how: WayOfMerging) => async (world: World, pull: number) => {
  await world.run(await world.github.mergePull('alice', pull, how))
  await world.github.deleteBranch('alice', BRANCH)
}

describe('a plan that is what its record says', () => {
  test.each([
    ['open', async () => undefined, 'on the branch of the plan'],
    [
      'merged',
      async (world: World, pull: number) => world.run(await world.github.mergePull('alice', pull)),
      'on the branch of the plan',
    ],
    [
      'squashed, its branch deleted',
      async (world: World, pull: number) => {
        await world.run(await world.github.mergePull('alice', pull, { squash: 'PR_BODY' }))
        await world.github.deleteBranch('alice', BRANCH)
        const read = (key: string) =>
          world.github.git(['log', '-1', `--format=%(trailers:key=${key},valueonly)`, 'main'])
        expect([(await read('Plan-Subtasks')).trim(), (await read('Plan-Record')).trim()]).toEqual([
          '2 of 2',
          await world.github.sha(REF),
        ])
      },
      'as one commit on the base branch',
    ],
    ['squashed without a message, its branch deleted', mergedAndGone({ squash: 'BLANK' }), 'as one commit on the base'],
    [
      'squashed with all messages, its branch deleted',
      mergedAndGone({ squash: 'COMMIT_MESSAGES' }),
      'as one commit on',
    ],
    ['rebased, its branch deleted', mergedAndGone({ rebase: true }), 'on the base branch'],
  ])('verifies when it is %s', async (_, act, where) => {
    const { world, pull } = await finished()
    await using _world = world
    await act(world, pull)
    const { wrong, answer } = await verified(world, pull)
    expect(wrong).toEqual([])
    expect(answer).toContain(where)
    const run = await verifiesByMode(world, pull)
    expect([run.code, run.requests.length]).toEqual([0, 0])
  })

  test('verifies with a commit of a person, which is named', async () => {
    const { world, pull } = await planned()
    await using _ = world
    await world.say('bob', pull, 'approve 1')
    await world.github.push('alice', BRANCH, { files: { 'src/other.js': 'export {}\n' } })
    await world.say('bob', pull, 'approve 2')
    const { wrong, answer } = await verified(world, pull)
    expect(wrong).toEqual([])
    expect(answer).toMatch(/Commits of people \| .*[0-9a-f]{7}.* by alice/)
  })
})

type Kept = {
  state: string
  tree: string
  usage: { input: number }
  request: { login: string }
  versions: { blob: string }[]
  approvals: { login: string; id: number; at: string; permission: string; subtasks: number[]; comment: number }[]
  subtasks: { commit: string; tree: string; outcome: string; checks: { command: string }[]; version: number }[]
}

/** Pushes a record in the place of ours, under the bot's own name or another. */
async function forge({ github }: World, change: (record: Kept) => unknown, mail = ''): Promise<void> {
  const { bare } = github
  const record = JSON.parse(await git(bare, ['show', `${REF}:record.json`])) as Kept
  change(record)
  const blob = (await git(bare, ['hash-object', '-w', '--stdin'], { input: JSON.stringify(record) })).trim()
  const tree = (await git(bare, ['ls-tree', REF])).replace(/[0-9a-f]{40}\trecord\.json/, `${blob}\trecord.json`)
  const made = (await git(bare, ['mktree'], { input: `${tree.trim()}\n` })).trim()
  const [author = '', ...parents] = (await git(bare, ['log', '-1', '--format=%ae %P', REF])).trim().split(' ')
  const now = await commitAs(bare, mail || author, [made, ...parents.flatMap((parent) => ['-p', parent])])
  await git(bare, ['update-ref', REF, now])
}

const commitAs = async (bare: string, mail: string, args: string[]): Promise<string> =>
  (await git(bare, ['-c', 'user.name=bot', '-c', `user.email=${mail}`, 'commit-tree', ...args, '-m', 'x'])).trim()

const OTHER = 'f'.repeat(40)

const FORGERIES: readonly [string, (record: Kept) => unknown, RegExp][] = [
  ['a swapped blob', ({ versions: [one] }) => one && (one.blob = OTHER), /Version 1 .* announced something else/],
  ['another login', ({ approvals: [one] }) => one && (one.login = 'carol'), /Approval of carol .*`login`/],
  ['another account', ({ approvals: [one] }) => one && (one.id = 1), /Approval of bob .*`id`/],
  ['another time', ({ approvals: [one] }) => one && (one.at = '2020-01-01T00:00:00Z'), /Approval of bob .*`at`/],
  ['no right', ({ approvals: [one] }) => one && (one.permission = 'read'), /Approval of bob .* had `read` only/],
  ['more than was approved', ({ approvals: [one] }) => one?.subtasks.push(3), /Approval of bob .*`subtasks`/],
  ['a comment that is none', ({ approvals: [one] }) => one && (one.comment = 7), /Approval of bob .* no commit/],
  ['a left out approval', (record) => (record.approvals = []), /Completeness .* leaves out the approval of bob/],
  ['another commit', ({ subtasks: [one] }) => one && (one.commit = OTHER), /Subtask 1 .*`commit`/],
  ['another tree of a subtask', ({ subtasks: [one] }) => one && (one.tree = OTHER), /Subtask 1 .*`tree`/],
  ['another outcome', ({ subtasks: [one] }) => one && (one.outcome = 'All is well.'), /Subtask 1 .*`outcome`/],
  ['another version', ({ subtasks: [one] }) => one && (one.version = 2), /Subtask 1 .*`version`/],
  ['other checks', ({ subtasks: [one] }) => one && (one.checks = []), /Subtask 1 .*`checks`/],
  ['a left out subtask', ({ subtasks }) => subtasks.pop(), /Completeness .* leaves out subtask 2/],
  ['another last tree', (record) => (record.tree = OTHER), /Record .*/],
  ['less usage', ({ usage }) => (usage.input = 1), /Record .*/],
  ['another request', ({ request }) => (request.login = 'carol'), /Record .*/],
]

describe('what is forged is named', () => {
  test('in each field of the record', async () => {
    const { world, pull } = await finished()
    await using _ = world
    const ours = (await world.github.sha(REF)) ?? ''
    for (const [what, change, expected] of FORGERIES) {
      await forge(world, change)
      const wrong = (await verified(world, pull)).wrong.join('\n')
      expect(wrong, what).toMatch(expected)
      expect(wrong, what).toMatch(/Record .*no comment of the bot names its commit/)
      await world.github.git(['update-ref', REF, ours])
    }
    expect((await verified(world, pull)).wrong).toEqual([])
  })

  test('a record that somebody else pushed', async () => {
    const { world, pull } = await finished()
    await using _ = world
    await forge(world, () => undefined, '102+bob@users.noreply.github.com')
    expect((await verified(world, pull)).wrong.join('\n')).toMatch(/Record .*its commit is not of the bot/)
  })

  test.each<[string, (world: World, spec: { pull: number; approval: number }) => unknown, RegExp]>([
    [
      'a deleted approval',
      ({ github }, { pull, approval }) => github.deleteComment('bob', pull, approval),
      /was deleted/,
    ],
    [
      'an edited approval',
      ({ github }, { approval }) => github.editComment('bob', approval, 'approve 1'),
      /was edited/,
    ],
  ])('%s, and `mode: verify` is red', async (_, act, expected) => {
    const { world, pull, approval } = await finished()
    await using _world = world
    await act(world, { pull, approval })
    const { wrong, answer } = await verified(world, pull)
    expect(wrong.join('\n')).toMatch(expected)
    expect(answer.split('\n')[0]).toContain('Approval of bob')
    expect((await verifiesByMode(world, pull)).code).toBe(1)
  })
})
