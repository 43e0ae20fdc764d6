import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  commitAt,
  environmentForGit,
  git,
  GitError,
  initRepository,
  isShallow,
  commonAncestor,
  type Repository,
} from '../../src/git/git.ts'
import { fetchRefs, push } from '../../src/git/remote.ts'
import { commitTree, readBlob, treeWith } from '../../src/git/objects.ts'
import { patchBetween } from '../../src/git/merge.ts'
import { checkout, writeWorkTree } from '../../src/git/work-tree.ts'
import { start } from '../../fakes/github/clients.ts'
import type { GitHub } from '../../fakes/github/github.ts'
import { temporaryDirectory, writeFiles } from '../places.ts'

const MAIN = '+refs/heads/main:refs/mt/base'
const author = { name: 'x', email: 'x@example.com' }

async function cloneOf(
  github: GitHub,
  token: string | undefined = github.token,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Repository> {
  const top = temporaryDirectory()
  const url = `${github.url}/octo/demo`
  const place = { gitDir: join(top, 'git'), workTree: join(top, 'work') }
  const repo: Repository = { ...place, env: environmentForGit(env), remote: { url, token } }
  initRepository(repo)
  await fetchRefs(repo, [MAIN], { kind: 'depth', commits: 50 })
  return repo
}

const baseOf = (repo: Repository): Promise<string> => git(repo, ['rev-parse', 'refs/mt/base'])

/** A commit with one file more, in the repository only. */
async function commitOn(repo: Repository, parent: string, path = 'new.txt'): Promise<string> {
  const tree = await treeWith(repo, parent, { path, text: `${path}\n` })
  return commitTree(repo, { tree, parents: [parent], message: 'A change\n', author })
}

/** Overwrites an object in a git directory. */
async function damage(gitDir: string, revision: string, how = 'damaged'): Promise<string> {
  const id = await git({ gitDir, workTree: temporaryDirectory(), env: environmentForGit(process.env) }, ['rev-parse', revision]) // prettier-ignore
  const file = join(gitDir, 'objects', id.slice(0, 2), id.slice(2))
  chmodSync(file, 0o644)
  writeFileSync(file, { damaged: 'damaged', cut: readFileSync(file).subarray(0, 60) }[how] ?? '')
  return id
}

describe('a damaged object store', () => {
  test('a damaged git object is reported at once, as being on GitHub or in the run’s own clone', async () => {
    await using github = await start()
    const repo = await cloneOf(github)
    const own = await commitOn(repo, await baseOf(repo))
    const ours = await damage(repo.gitDir, `${own}:new.txt`)
    const told = (place: string, id: string) => ({
      code: 'damaged-objects',
      message: `The object store of ${place} is damaged: git cannot read the object \`${id}\`.`,
    })
    await expect(git(repo, ['cat-file', 'blob', ours])).rejects.toMatchObject(told('the clone of this run', ours))
    for (const how of ['damaged', 'empty', 'cut'] as const) {
      const text = `${how}\n`.repeat(100_000)
      const commit = await commitTree(repo, { tree: await treeWith(repo, await baseOf(repo), { path: how, text }), parents: [], message: how, author }) // prettier-ignore
      const id = await damage(repo.gitDir, `${commit}:${how}`, how)
      await expect(readBlob(repo, id)).rejects.toMatchObject(told('the clone of this run', id))
      const itself = await damage(repo.gitDir, commit, how)
      await expect(commitAt(repo, itself)).rejects.toMatchObject(told('the clone of this run', itself))
    }
    await github.push('alice', 'main', { files: { more: 'more' } })
    const theirs = await damage(github.bare, 'main:more')
    await expect(fetchRefs(repo, [MAIN], { kind: 'new' })).rejects.toMatchObject(
      told('the repository on GitHub', theirs),
    )
  })
})

describe('a fetch', () => {
  test('a shallow fetch gets the last commits only, deepens on request, and then gets only new ones', async () => {
    await using github = await start()
    for (let n = 0; n < 8; n++) await github.push('alice', 'main', { files: { n: String(n) } })
    const repo = await cloneOf(github)
    const shallow = { ...repo, gitDir: join(temporaryDirectory(), 'git') }
    initRepository(shallow)
    await fetchRefs(shallow, [MAIN], { kind: 'depth', commits: 3 })
    const count = () => git(shallow, ['rev-list', '--count', 'refs/mt/base'])
    expect([await count(), isShallow(shallow), isShallow(repo)]).toEqual(['3', true, false])
    await fetchRefs(shallow, [MAIN], { kind: 'deepen', commits: 4 })
    expect(await count()).toBe('7')
    await github.push('alice', 'main', { files: { n: 'x' } })
    await fetchRefs(shallow, [MAIN], { kind: 'new' })
    expect(await count()).toBe('8')
    await fetchRefs(shallow, [MAIN], { kind: 'deepen', commits: 100 })
    expect(isShallow(shallow)).toBe(false)
  })

  test('a shallow fetch finds a common ancestor only within its depth', async () => {
    await using github = await start()
    const fork = await github.push('alice', 'side', { files: { s: '1' } })
    for (let n = 0; n < 5; n++) await github.push('alice', 'main', { files: { n: String(n) } })
    const repo: Repository = { ...(await cloneOf(github)), gitDir: join(temporaryDirectory(), 'git') }
    initRepository(repo)
    const both = [MAIN, '+refs/heads/side:refs/mt/side']
    await fetchRefs(repo, both, { kind: 'depth', commits: 2 })
    expect(await commonAncestor(repo, 'refs/mt/base', fork.sha)).toBeUndefined()
    await fetchRefs(repo, both, { kind: 'deepen', commits: 10 })
    expect(await commonAncestor(repo, 'refs/mt/base', fork.sha)).toBe(await commitAt(repo, `${fork.sha}^`))
  })

  test('a fetch removes refs deleted on the remote, and reports whether a requested ref is missing', async () => {
    await using github = await start()
    await github.push('alice', 'plan/issue-1', { files: { a: '1' } })
    const repo = await cloneOf(github)
    const plans = '+refs/heads/plan/issue-1*:refs/mt/heads/plan/issue-1*'
    expect(await fetchRefs(repo, [MAIN, plans], { kind: 'new' })).toBe(true)
    expect(await commitAt(repo, 'refs/mt/heads/plan/issue-1')).toBeDefined()
    await github.deleteBranch('alice', 'plan/issue-1')
    await fetchRefs(repo, [MAIN, plans], { kind: 'new' })
    expect(await commitAt(repo, 'refs/mt/heads/plan/issue-1')).toBeUndefined()
    expect(await fetchRefs(repo, ['+refs/heads/gone:refs/mt/x'], { kind: 'new' })).toBe(false)
  })

  test('the error of a failed fetch does not contain the token', async () => {
    await using github = await start()
    const repo = await cloneOf(github)
    github.fault = () => ({ kind: 'status', status: 500 })
    const failed = await fetchRefs(repo, [MAIN], { kind: 'new' }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(GitError)
    expect(String(failed)).not.toContain(github.token)
  })
})

describe('a push', () => {
  test('a push moves all its refs or none, and never a ref that somebody else moved', async () => {
    await using github = await start()
    const repo = await cloneOf(github)
    const mine = await commitOn(repo, await baseOf(repo))
    const to = (ref: string) => ({ ref, to: mine })
    expect(await push(repo, [to('refs/heads/plan/issue-1'), to('refs/measure-twice/1')])).toEqual({ kind: 'pushed' })
    const theirs = await github.push('bob', 'plan/issue-1', { files: { b: '1' } })
    const next = await commitOn(repo, mine, 'next.txt')
    const updates = [
      { ref: 'refs/heads/plan/issue-1', to: next },
      { ref: 'refs/measure-twice/1', to: next },
    ]
    expect(await push(repo, updates)).toEqual({ kind: 'moved' })
    expect([await github.sha('plan/issue-1'), await github.sha('refs/measure-twice/1')]).toEqual([theirs.sha, mine])
    expect(github.refUpdates.every(({ forced }) => !forced)).toBe(true)
  })

  test('a push that creates a branch is rejected if somebody created it meanwhile', async () => {
    await using github = await start()
    const repo = await cloneOf(github)
    const mine = await commitOn(repo, await baseOf(repo))
    await github.push('bob', 'plan/issue-1', { files: { b: '1' } })
    expect(await push(repo, [{ ref: 'refs/heads/plan/issue-1', to: mine }])).toEqual({ kind: 'moved' })
  })

  test('a push deletes a ref only if nobody moved it since it was read', async () => {
    await using github = await start()
    const { sha } = await github.push('bob', 'plan/issue-1', { files: { b: '1' } })
    const repo = await cloneOf(github)
    const gone = { ref: 'refs/heads/plan/issue-1', from: sha, to: undefined }
    const moved = await github.push('bob', 'plan/issue-1', { files: { b: '2' } })
    expect(await push(repo, [gone])).toEqual({ kind: 'moved' })
    expect(await push(repo, [{ ...gone, from: moved.sha }])).toEqual({ kind: 'pushed' })
    expect(await github.sha('plan/issue-1')).toBeUndefined()
  })

  test.each<[string, (github: GitHub) => unknown, string]>([
    ['a protected branch', ({ settings }) => settings.protectedRefs.push('refs/heads/plan/issue-1'), 'new.txt'],
    ['a token that may only read', ({ settings }) => (settings.permissions.contents = 'read'), 'new.txt'],
    ['a workflow', () => undefined, '.github/workflows/x.yml'],
    ['a name below that of a branch', (github) => github.push('bob', 'plan', { files: { b: '1' } }), 'new.txt'],
  ])('a push is reported as forbidden for %s', async (_, prepare, path) => {
    await using github = await start()
    const repo = await cloneOf(github)
    await prepare(github)
    const mine = await commitOn(repo, await baseOf(repo), path)
    const pushed = await push(repo, [{ ref: 'refs/heads/plan/issue-1', to: mine }])
    expect(pushed.kind).toBe('forbidden')
    expect(JSON.stringify(pushed)).not.toContain(github.token)
  })

  test('a push with an expired token ends with an error that says how to fix it', async () => {
    await using github = await start()
    const repo = await cloneOf(github)
    const mine = await commitOn(repo, await baseOf(repo))
    const headers = { 'www-authenticate': 'Basic realm="GitHub"' }
    github.fault = ({ kind }) => (kind === 'git' ? { kind: 'status', status: 401, headers } : undefined)
    await expect(push(repo, [{ ref: 'refs/heads/x', to: mine }])).rejects.toMatchObject({
      code: 'token-expired',
      remedy: expect.stringContaining('`time-budget` at 50'),
    })
  })
})

test('the token appears in no git argument, URL or file, and only in the process that talks to GitHub', async () => {
  await using github = await start()
  const bin = temporaryDirectory()
  const log = join(bin, 'log')
  const real = (await git(await cloneOf(github), ['--exec-path'])).trim()
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\n{ printf 'ARGS'; printf ' <%s>' "$@"; printf '\\n'; env | sed "s/^/ENV $1 /"; } >> '${log}'\nexec '${join(real, 'git')}' "$@"\n`,
  )
  chmodSync(join(bin, 'git'), 0o755)
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}`, GITHUB_TOKEN: github.token }
  const repo = await cloneOf(github, github.token, env)
  const mine = await commitOn(repo, await baseOf(repo))
  expect(await push(repo, [{ ref: 'refs/heads/x', to: mine }])).toEqual({ kind: 'pushed' })
  await checkout(repo, mine)
  const lines = readFileSync(log, 'utf8').split('\n')
  const basic = Buffer.from(`x-access-token:${github.token}`).toString('base64')
  const holding = lines.filter((line) => line.includes(github.token) || line.includes(basic))
  expect(lines.filter((line) => line.startsWith('ARGS')).length).toBeGreaterThan(5)
  expect(new Set(holding.map((line) => line.split('=')[0]?.replace(/\d+$/, 'N')))).toEqual(
    new Set(['ENV fetch GIT_CONFIG_VALUE_N', 'ENV push GIT_CONFIG_VALUE_N']),
  )
  for (const file of readdirSync(repo.gitDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
    const content = readFileSync(join(file.parentPath, file.name), 'latin1')
    expect(content.includes(github.token) || content.includes(basic), file.name).toBe(false)
  }
})

// What else a work tree can hold is in test/hostile/repositories.ts.
test('git runs no hooks, filters or config from the environment or work tree, also during a push', async () => {
  await using github = await start()
  const planted = temporaryDirectory()
  const ran = join(planted, 'ran')
  const alarm = (what: string): string => `sh -c "echo ${what} >> '${ran}'; cat"`
  const config = `[core]\n\tfsmonitor = ${alarm('monitor')}\n\thooksPath = ${planted}\n[filter "evil"]\n\tclean = ${alarm('clean')}\n`
  writeFiles(planted, { '.gitconfig': config, 'pre-push': `#!/bin/sh\necho hook >> '${ran}'\n` })
  chmodSync(join(planted, 'pre-push'), 0o755)
  const poisoned = { GIT_CONFIG_GLOBAL: join(planted, '.gitconfig'), GIT_EXTERNAL_DIFF: alarm('diff') }
  const env = { ...process.env, HOME: planted, GIT_SSH_COMMAND: alarm('ssh'), ...poisoned }
  const repo = await cloneOf(github, github.token, env)
  const base = await baseOf(repo)
  await checkout(repo, base)
  writeFiles(repo.workTree, { '.git/config': config, '.gitattributes': '* filter=evil\n', new: 'new\n' })
  const tree = await writeWorkTree(repo)
  expect(Buffer.from(await patchBetween(repo, base, tree), 'base64').toString()).toContain('+new')
  const to = await commitTree(repo, { tree, parents: [base], message: 'x\n', author })
  expect(await push(repo, [{ ref: 'refs/heads/x', to }])).toEqual({ kind: 'pushed' })
  expect(existsSync(ran)).toBe(false)
})
