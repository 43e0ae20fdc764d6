import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { WayOfMerging } from '../../fakes/github/acts.ts'
import { git } from '../../fakes/github/git.ts'
import { BRANCH, planned, saidByBot } from './stage.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const REF = 'refs/measure-twice/1-record'
/** A plan that is done, with a commit of a person. It is played once, and gone back to. */
const { world, pull, point } = await finished()
afterAll(() => world.close())
beforeEach(() => world.github.restore(point))

async function finished() {
  const world = await planned()
  const { github, pull } = world
  await world.say('bob', pull, 'approve 1')
  await github.push('alice', BRANCH, { files: { 'src/other.js': 'export {}\n' } })
  const second = await world.say('bob', pull, 'approve 2')
  expect(second.outputs['plan-state']).toBe('done')
  return { world, pull, point: await github.snapshot() }
}

/** What `/verify` answers: the rows that do not hold, and all of them. Nothing but the comment is written. */
async function verified() {
  const refs = () => world.github.git(['for-each-ref'])
  const before = await refs()
  const run = await world.say('alice', pull, '/verify')
  expect([run.code, run.requests.length, (await refs()) === before]).toEqual([0, 0, true])
  const answer = (await saidByBot(world, pull)).at(-1) ?? ''
  const rows = answer.split('\n').filter((line) => /^\| [✅❌]/u.test(line))
  return { answer, wrong: rows.filter((row) => row.startsWith('| ❌')).join('\n') }
}

/** What `mode: verify` comes to, and what it says. It asks no model, and writes nothing. */
async function byMode() {
  const before = [await world.github.git(['for-each-ref']), (await world.github.commentsOf(pull)).length]
  const run = await world.dispatch(pull, { inputs: { mode: 'verify', 'openai-api-key': '' } })
  const after = [await world.github.git(['for-each-ref']), (await world.github.commentsOf(pull)).length]
  expect([run.requests.length, after]).toEqual([0, before])
  return { code: run.code, log: run.log }
}

const mergedAndGone = async (how?: WayOfMerging): Promise<void> => {
  await world.run(await world.github.mergePull('alice', pull, how))
  await world.github.deleteBranch('alice', BRANCH)
}

describe('a plan that is what its record says', () => {
  test('an unforged plan passes verification while open, and after merge and deletion of its branch', async () => {
    const { answer: open } = await verified()
    expect(open).toMatch(/^### ✅ Verified/)
    expect(open).toMatch(/Commits of people \| .*[0-9a-f]{7}.* by alice/)
    await mergedAndGone()
    const { wrong, answer } = await verified()
    expect([wrong, answer]).toEqual(['', expect.stringContaining('on the base branch')])
  })

  test('an unforged plan passes verification after closing without merge and deleting its branch', async () => {
    await world.run(await world.github.closePull('alice', pull))
    await world.github.deleteBranch('alice', BRANCH)
    // What is kept beside a branch goes with it, in the next run.
    await world.dispatch(pull)
    const { wrong, answer } = await verified()
    expect([wrong, answer]).toEqual(['', expect.stringMatching(/^### ✅ Verified/)])
    await forge((record) => (record.usage.input += 1))
    expect((await verified()).wrong).toMatch(/Record.*no comment of the bot names its commit/)
  })

  test('an unforged plan passes verification after a rebase of its branch that the base does not have', async () => {
    const { github } = world
    const main = (await github.sha('refs/heads/main')) ?? ''
    await world.run(await github.mergePull('alice', pull, { rebase: true }))
    const rebased = (await github.sha('refs/heads/main')) ?? ''
    await github.git(['update-ref', 'refs/heads/main', main])
    await github.git(['update-ref', `refs/heads/${BRANCH}`, rebased])
    const { wrong, answer } = await verified()
    expect([wrong, answer]).toEqual(['', expect.stringContaining('one by one on the base branch or the branch')])
  })

  test.each<[string, WayOfMerging, string]>([
    ['squashed with the description', { squash: 'PR_BODY' }, 'as one commit on the base branch'],
    ['rebased', { rebase: true }, 'one by one on the base branch'],
  ])('an honest plan verifies when it was %s without its branch', async (_, how, where) => {
    await mergedAndGone(how)
    const { code, log } = await byMode()
    expect([code, log]).toEqual([0, expect.stringContaining(where)])
    const read = (key: string) => world.github.git(['log', '-1', `--format=%(trailers:key=${key},valueonly)`, 'main'])
    if (how.squash === 'PR_BODY')
      expect([(await read('Plan-Subtasks')).trim(), (await read('Plan-Record')).trim()]).toEqual([
        '2 of 2',
        await world.github.sha(REF),
      ])
  })
})

type Kept = {
  usage: { input: number }
  versions: { blob: string }[]
  approvals: { permission: string }[]
  subtasks: { tree: string; checks: { digest: string }[] }[]
}

/** Pushes a record in the place of ours, under the bot's own name or another. */
async function forge(change: (record: Kept) => unknown, mail = ''): Promise<void> {
  const { bare } = world.github
  const record = JSON.parse(await git(bare, ['show', `${REF}:record.json`])) as Kept
  change(record)
  const blob = (await git(bare, ['hash-object', '-w', '--stdin'], { input: JSON.stringify(record) })).trim()
  const tree = (await git(bare, ['ls-tree', REF])).replace(/[0-9a-f]{40}\trecord\.json/, `${blob}\trecord.json`)
  const made = (await git(bare, ['mktree'], { input: `${tree.trim()}\n` })).trim()
  const [author = '', ...parents] = (await git(bare, ['log', '-1', '--format=%ae %P', REF])).trim().split(' ')
  const now = await commitAs(mail || author, [made, ...parents.flatMap((parent) => ['-p', parent])])
  await git(bare, ['update-ref', REF, now])
}

/** The bot repeats the address of the record that is there now, as in an answer to `/ask`. */
const repeat = async (): Promise<void> => {
  const said = (await saidByBot(world, pull)).join('\n')
  const link = /\[record\]\(\S+\)/.exec(said)?.[0].replace(/[0-9a-f]{40}/, (await world.github.sha(REF)) ?? '') ?? ''
  await world.github.comment('github-actions[bot]', pull, `It is the ${link}.`)
}

const commitAs = async (mail: string, args: string[]): Promise<string> => {
  const as = ['-c', 'user.name=github-actions[bot]', '-c', `user.email=${mail}`]
  return (await git(world.github.bare, [...as, 'commit-tree', ...args, '-m', 'x'])).trim()
}

const OTHER = 'f'.repeat(40)

test('verification names every forged field of a record that carries the bot’s name', async () => {
  await forge(({ versions, approvals, subtasks, usage }) => {
    Object.assign(versions[0] ?? {}, { blob: OTHER })
    Object.assign(approvals[0] ?? {}, { permission: 'admin' })
    Object.assign(subtasks[0] ?? {}, { tree: OTHER })
    Object.assign(subtasks[1]?.checks[0] ?? {}, { digest: OTHER.padEnd(64, 'f') })
    usage.input = 1
  })
  await repeat()
  const { wrong } = await verified()
  expect(wrong).toMatch(/Record .*no comment of the bot names its commit/)
  expect(wrong).toMatch(/Version 1 .*announced something else/)
  expect(wrong).toMatch(/Approval of bob .*`permission`/)
  expect(wrong).toMatch(/Subtask 1 .*`tree`/)
  expect(wrong).toMatch(/Subtask 2 .*`checks`/)
})

/** `npm run verify` on what the server has, as a clone has it. */
function fromAlone(...args: string[]) {
  const all = ['scripts/verify.ts', '--repo', world.github.bare, '--base', 'main', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 })
  return { status, said: stdout + stderr }
}

describe('from a clone alone', () => {
  test('verification of a squash merge from a clone passes, and lists what it could not check', async () => {
    await mergedAndGone({ squash: 'BLANK' })
    const before = await world.github.git(['for-each-ref'])
    const { status, said } = fromAlone('--plan', '1', '--bot', 'github-actions[bot]')
    expect([status, said]).toEqual([0, expect.stringContaining('as one commit on the base branch')])
    expect(said).toMatch(/Not looked at.*:\n- whether approvals and announcements are still there/)
    expect(said).not.toContain('❌')
    expect(await world.github.git(['for-each-ref'])).toBe(before)
  })

  test('verification from a clone names forged fields, and what to fetch if there is no record', async () => {
    await forge(({ versions }) => Object.assign(versions[0] ?? {}, { blob: OTHER }))
    const { status, said } = fromAlone('--plan', '1')
    expect([status, said]).toEqual([1, expect.stringMatching(/^❌ Version 1: the plan/m)])
    expect(fromAlone('--plan', '1', '--bot', 'other[bot]').said).toContain('its commit is not of the bot')
    expect(fromAlone('--plan', '9')).toEqual({ status: 2, said: expect.stringMatching(/fetch origin refs\/measure-/) })
  })
})

test('the workflow in docs/record.md finds the record of a merged plan', async () => {
  await mergedAndGone({ squash: 'BLANK' })
  const recipe = /```yaml\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/record.md'), 'utf8'))?.[1] ?? ''
  const { jobs } = parse(recipe) as { jobs: { attest: { steps: { run?: string }[] } } }
  const script = jobs.attest.steps.flatMap(({ run }) => run ?? []).join('\n')
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'))
  execFileSync('git', ['init', '-q', folder])
  execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', world.github.bare])
  execFileSync('bash', ['-e', '-c', script], { cwd: folder, env: { ...process.env, BRANCH }, stdio: 'ignore' })
  const found: unknown = JSON.parse(await readFile(join(folder, 'record.json'), 'utf8'))
  expect(found).toEqual(JSON.parse(await git(world.github.bare, ['show', `${REF}:record.json`])))
  await rm(folder, { recursive: true })
})
