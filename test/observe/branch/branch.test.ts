import { hash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBranch } from '../../../src/observe/branch/branch.ts'
import { earlierUsages } from '../../../src/tasks/plan/publish.ts'
import {
  baseCommit,
  branchName,
  fetchedBranches,
  fetchPlanRefs,
  issueOf,
  type PlanRefs,
  refName,
  sideCommit,
} from '../../../src/git/side-ref.ts'
import { environmentForGit, initRepository, type Repository } from '../../../src/git/git.ts'
import { authorOf, renderMessage, type Trailers } from '../../../src/decide/thread/trailers.ts'
import { start } from '../../../fakes/github/clients.ts'
import { createCommit } from '../../../fakes/github/git.ts'
import type { GitHub } from '../../../fakes/github/github.ts'
import { updateRef } from '../../../fakes/github/refs.ts'
import type { Files } from '../../../fakes/github/types.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, person } from '../../thread.ts'
import { temporaryDirectory } from '../../places.ts'

const family: PlanRefs = { base: 'main', prefix: 'plan/', issue: 1 }

async function repositoryOf(github: GitHub): Promise<Repository> {
  const top = temporaryDirectory()
  const remote = { url: `${github.url}/octo/demo`, token: github.token }
  const env = environmentForGit(process.env)
  const repo: Repository = { gitDir: join(top, 'git'), workTree: join(top, 'work'), env, remote }
  initRepository(repo)
  return repo
}

/** A commit on a branch by whoever, as git alone sees it. */
async function commitBy(
  github: GitHub,
  branch: string,
  { by = BOT, message = 'x', files = {} }: { by?: typeof BOT; message?: string; files?: Files },
): Promise<string> {
  const ref = `refs/heads/${branch}`
  const old = await github.sha(ref)
  const parent = old ?? (await github.sha('main'))
  const author = authorOf(by)
  const sha = await createCommit(github.bare, { parent, files, message, author, committer: author, at: 1_800_000_000 })
  await updateRef(github.bare, ref, { now: sha, old })
  if (by.id === BOT.id && branch.startsWith('plan/')) await listAsOurs(github, branch, message)
  return sha
}

/** Adds a commit to the list of those that the bot pushed for issue 1. */
async function listAsOurs(github: GitHub, branch: string, message: string): Promise<void> {
  const key = hash('sha256', JSON.stringify([branch, message.replace(/\s+/g, ' ').trim()]))
  const ref = refName({ kind: 'commits', issue: 1 })
  const old = await github.sha(ref)
  const before = old === undefined ? '' : ((await github.file(ref, 'commits')) ?? '')
  const author = authorOf(BOT)
  const spec = {
    files: { commits: `${before}${key}\n` },
    message: 'list',
    author,
    committer: author,
    at: 1_800_000_000,
  }
  const now = await createCommit(github.bare, { parent: old, ...spec })
  await updateRef(github.bare, ref, { now, old })
}

const entry = (trailers: Partial<Trailers>) =>
  renderMessage({ subject: 'x', body: '', trailers: { issue: 1, seen: 0, ...trailers } })

async function readingOf(github: GitHub, name = 'plan/issue-1') {
  const repo = await repositoryOf(github)
  await fetchPlanRefs(repo, family, false)
  const head = (await fetchedBranches(repo)).get(name) ?? ''
  const base = await baseCommit(repo)
  return readBranch(repo, { name, issue: 1, head, base, planFile: 'PLAN.md' })
}

test.each([
  ['plan/issue-12', 12],
  ['plan/issue-12-2', 12],
  ['plan/issue-12-', undefined],
  ['plan/issue-012', undefined],
  ['plan/issue-12-x', undefined],
  ['plan/issue-12/x', undefined],
  ['plan/issue-', undefined],
  ['issue-12', undefined],
  ['xplan/issue-12', undefined],
  ['plan/issue-99999999999', undefined],
])('the branch %j is a plan for the issue %j', (branch, issue) => {
  expect(issueOf(branch, 'plan/')).toBe(issue)
})

test('each branch name that is made for an issue parses back to that issue', () => {
  for (const suffix of [1, 2, 17]) expect(issueOf(branchName({ prefix: 'p.', issue: 7 }, suffix), 'p.')).toBe(7)
  expect(branchName(family)).toBe('plan/issue-1')
  expect(branchName(family, 3)).toBe('plan/issue-1-3')
})

describe('the refs of a plan', () => {
  test('a plan’s fetch gets the base, the issue’s branches and its stored conversation, nothing else', async () => {
    await using github = await start()
    for (const name of ['plan/issue-1', 'plan/issue-1-2', 'plan/issue-10', 'plan/issue-1x', 'other'])
      await commitBy(github, name, {})
    const kept = await github.sha('plan/issue-1')
    await updateRef(github.bare, 'refs/measure-twice/1', { now: kept })
    await updateRef(github.bare, 'refs/measure-twice/10', { now: await github.sha('main') })
    const repo = await repositoryOf(github)
    await fetchPlanRefs(repo, family, false)
    const names = [...(await fetchedBranches(repo)).keys()]
    expect(names.filter((name) => issueOf(name, 'plan/') === 1)).toEqual(['plan/issue-1', 'plan/issue-1-2'])
    const conversationOf = (issue: number) => sideCommit(repo, { kind: 'conversation', issue })
    expect([await conversationOf(1), await conversationOf(2)]).toEqual([kept, undefined])
    expect(await baseCommit(repo)).toBe(await github.sha('main'))
  })

  test('the plan’s branch and its base are fetched back to their merge base', async () => {
    await using github = await start()
    await commitBy(github, 'plan/issue-1', { message: entry({ request: '7' }), files: { 'PLAN.md': 'x' } })
    for (let n = 0; n < 60; n++) await commitBy(github, 'main', { by: person('alice'), message: `main ${n}` })
    const branch = await readingOf(github)
    expect(branch.commits.map(({ entry }) => entry?.trailers.request)).toEqual(['7'])
  })

  test('a missing base branch is an error with a remedy', async () => {
    await using github = await start()
    const repo = await repositoryOf(github)
    await expect(fetchPlanRefs(repo, { ...family, base: 'trunk' }, false)).rejects.toMatchObject({
      code: 'no-base',
      message: expect.stringContaining('`trunk`'),
    })
  })
})

describe('a branch', () => {
  test('plan trailers on a branch are read from commits of the bot only', async () => {
    await using github = await start()
    await commitBy(github, 'plan/issue-1', { message: entry({ request: '7' }) })
    await commitBy(github, 'plan/issue-1', { by: person('mallory'), message: entry({ subtask: 1 }) })
    await commitBy(github, 'plan/issue-1', { by: { ...BOT, id: 1 }, message: entry({ subtask: 2 }) })
    await commitBy(github, 'plan/issue-1', { message: 'Words only' })
    const { commits } = await readingOf(github)
    expect(commits.map((one) => one.entry?.trailers.request ?? one.entry?.trailers.subtask)).toEqual([
      '7',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('trailers of another issue’s plan on a branch are ignored', async () => {
    await using github = await start()
    await commitBy(github, 'plan/issue-1', { message: entry({ request: '7' }) })
    await commitBy(github, 'plan/issue-1', { message: entry({ issue: 2, subtask: 1 }) })
    const { commits } = await readingOf(github)
    expect(commits.map((one) => one.entry?.trailers.subtask)).toEqual([undefined, undefined])
  })

  test('approved tests whose files already exist on the base branch are recognized', async () => {
    await using github = await start()
    const tests = ['old.test.js', 'new.test.js', '../x'].map((path) => ({ path, run: 'x', content: 'y\n' }))
    const plan = renderPlan(planOf([subtask(1)], { acceptance: tests }))
    await commitBy(github, 'main', { by: person('alice'), message: 'Before', files: { 'old.test.js': 'old\n' } })
    const files = { 'PLAN.md': plan, 'new.test.js': 'y\n' }
    await commitBy(github, 'plan/issue-1', { message: entry({ request: '7' }), files })
    expect((await readingOf(github)).takenPaths).toEqual(['old.test.js'])
  })

  test('changes of the base branch to planned files since the plan’s branch started are listed', async () => {
    await using github = await start()
    const plan = renderPlan(planOf([subtask(1, { files: ['docs/guide.md', 'src/**'] })]))
    const alice = person('alice')
    await commitBy(github, 'main', { by: alice, message: 'Before', files: { 'docs/guide.md': 'old\n' } })
    await commitBy(github, 'plan/issue-1', { message: entry({ request: '7' }), files: { 'PLAN.md': plan } })
    expect((await readingOf(github)).baseChanges).toEqual([])
    await commitBy(github, 'main', { by: alice, message: 'Other', files: { 'other.md': 'x\n' } })
    expect((await readingOf(github)).baseChanges).toEqual([])
    const guide = await commitBy(github, 'main', {
      by: alice,
      message: 'New guide',
      files: { 'docs/guide.md': 'new\n' },
    })
    const code = await commitBy(github, 'main', { by: alice, message: 'Code', files: { 'src/deep/a.js': 'x\n' } })
    expect((await readingOf(github)).baseChanges).toEqual([
      { path: 'docs/guide.md', commits: [{ sha: guide, subject: 'New guide' }] },
      { path: 'src/deep/a.js', commits: [{ sha: code, subject: 'Code' }] },
    ])
    await commitBy(github, 'main', { by: alice, message: 'Back', files: { 'docs/guide.md': 'old\n' } })
    expect((await readingOf(github)).baseChanges?.map(({ path }) => path)).toEqual(['src/deep/a.js'])
  })

  test('the plan file and all its earlier texts are read from the branch’s history', async () => {
    await using github = await start()
    const texts = ['# Plan: one\n', '# Plan: two\n', '# Plan: ä\r\n']
    const shas: string[] = []
    for (const text of texts) shas.push(await commitBy(github, 'plan/issue-1', { files: { 'PLAN.md': text } }))
    const { planFile, texts: known, commitOfPlanBlob, head } = await readingOf(github)
    expect(planFile).toMatchObject({ kind: 'text', text: '# Plan: ä\r\n' })
    expect([[...known.values()], [...commitOfPlanBlob.values()], head]).toEqual([texts, shas, shas.at(-1)])
  })

  test.each<[string, Files, string]>([
    ['a link', { 'PLAN.md': { mode: '120000', content: 'README.md' } }, 'a link or a folder'],
    ['a folder', { 'PLAN.md/a': 'x' }, 'a link or a folder'],
    ['a repository', { 'PLAN.md/x': 'x' }, 'a link or a folder'],
    ['binary', { 'PLAN.md': Buffer.from([0, 1]) }, 'not UTF-8'],
    ['in another encoding', { 'PLAN.md': Buffer.from([0xe4, 10]) }, 'not UTF-8'],
    ['too large', { 'PLAN.md': 'x'.repeat((1 << 20) + 1) }, 'larger than 1 MiB'],
  ])('the branch’s plan file is reported as unreadable if it is %s', async (_, files, why) => {
    await using github = await start()
    await commitBy(github, 'plan/issue-1', { files })
    expect((await readingOf(github)).planFile).toMatchObject({ kind: 'unreadable', why: expect.stringContaining(why) })
  })

  const [TWO, THREE] = ['plan/issue-2', 'plan/issue-3']
  test.each([
    ['that is merged since', [TWO, THREE, 'main']],
    ['that was merged before, once', ['main', TWO, THREE]],
  ])('token usage of earlier subtasks includes a plan %s', async (_, input) => {
    await using github = await start()
    const done = (subtask: number) => entry({ subtask, usage: { input: subtask, cached: 0, output: 1 } })
    for (const [i, branch] of input.entries()) await commitBy(github, branch, { message: done(i) })
    await commitBy(github, 'main', { message: done(9), by: person('bob') })
    const repo = await repositoryOf(github)
    await fetchPlanRefs(repo, family, false)
    const base = { branch: 'main', sha: await baseCommit(repo) }
    const found = await earlierUsages({ repo, branchPrefix: 'plan/' }, { base, bot: BOT })
    expect(found.map(({ input }) => input).toSorted()).toEqual([0, 1, 2])
  })

  test('a branch without a plan file is read as having none', async () => {
    await using github = await start()
    await commitBy(github, 'plan/issue-1', {})
    expect((await readingOf(github)).planFile).toBeUndefined()
  })
})
