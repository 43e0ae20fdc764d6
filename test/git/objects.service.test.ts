import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commitAt, git, GitError, tryGit, type Repository } from '../../src/git/git.ts'
import { commitOf, commitsBetween } from '../../src/git/commits.ts'
import {
  changesBetweenTrees,
  commitTree,
  EMPTY_TREE,
  entryAt,
  isNew,
  readBlob,
  readBytes,
  textAt,
  treeOf,
  treeWith,
  writeBlob,
} from '../../src/git/objects.ts'
import { applyPatch, patchBetween } from '../../src/git/merge.ts'
import { readBranch } from '../../src/observe/branch/branch.ts'
import { checkout, writeWorkTree } from '../../src/git/work-tree.ts'
import { repositoryWith, writeFiles } from '../places.ts'
import '../seed.ts'

const author = { name: 'alice', email: 'alice@example.com' }
const headOf = (repo: Repository): Promise<string> => git(repo, ['rev-parse', 'HEAD'])

/** A commit of the work tree as it is, which becomes the tip. */
async function commitAll(repo: Repository, message = 'A change'): Promise<string> {
  const head = await headOf(repo)
  const sha = await commitTree(repo, { tree: await writeWorkTree(repo), parents: [head], message, author })
  await checkout(repo, sha)
  return sha
}

const bytes = (...values: number[]): Buffer => Buffer.from(values)

describe('a patch', () => {
  test.each<[string, Record<string, string | Buffer>, (root: string) => void]>([
    ['a new file', {}, (root) => writeFiles(root, { 'dir/new.txt': 'new\n' })],
    ['an empty file', {}, (root) => writeFileSync(join(root, 'empty'), '')],
    ['a removed file', { 'a.txt': 'one\n', b: 'b' }, (root) => unlinkSync(join(root, 'a.txt'))],
    ['a mode', { 'run.sh': '#!/bin/sh\n' }, (root) => chmodSync(join(root, 'run.sh'), 0o755)],
    ['a link', {}, (root) => symlinkSync('a.txt', join(root, 'link'))],
    [
      'odd names',
      {},
      (root) => writeFiles(root, { 'ä b\t"\\\n.txt': 'x\n', '*?[a]': 'y\n', '-n': 'z\n', ':(top)x': 'w\n' }),
    ],
  ])('a patch carries over %s', async (_, files, change) => {
    const { repository: repo } = await repositoryWith(files)
    const head = await headOf(repo)
    change(repo.workTree)
    const tree = await writeWorkTree(repo)
    const patch = await patchBetween(repo, head, tree)
    expect(tree).not.toBe(await treeOf(repo, head))
    expect(await applyPatch(repo, head, patch)).toBe(tree)
  })

  test('the patch between equal trees is empty, and an empty patch applies to any commit', async () => {
    const { repository: repo } = await repositoryWith({ a: 'x' })
    const head = await headOf(repo)
    expect(await patchBetween(repo, head, await treeOf(repo, head))).toBe('')
    expect(await applyPatch(repo, head, '')).toBe(await treeOf(repo, head))
  })

  test('a patch between random binary files restores the same bytes', async () => {
    const { repository: repo } = await repositoryWith({ a: 'x' })
    const head = await headOf(repo)
    const content = fc.uint8Array({ maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(content, content, async (before, after) => {
        const [from, to] = await Promise.all(
          [before, after].map(async (data) => {
            const blob = await git(repo, ['hash-object', '-w', '--stdin'], { input: data })
            return git(repo, ['mktree'], { input: `100644 blob ${blob}\tfile\n` })
          }),
        )
        if (from === undefined || to === undefined) throw new Error('unreachable')
        expect(await applyPatch(repo, from, await patchBetween(repo, from, to))).toBe(to)
      }),
      { numRuns: 15 },
    )
    expect(await headOf(repo)).toBe(head)
  })

  test('a patch is merged three-way onto a newer tip, unless both changed the same lines', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}\n`)
    const { repository: repo } = await repositoryWith({ 'a.txt': lines.join('') })
    const base = await headOf(repo)
    const variant = (at: number, text: string) => lines.with(at, `${text}\n`).join('')
    writeFileSync(join(repo.workTree, 'a.txt'), variant(15, 'ours'))
    const patch = await patchBetween(repo, base, await writeWorkTree(repo))
    await checkout(repo, base)
    writeFileSync(join(repo.workTree, 'a.txt'), variant(0, 'theirs'))
    const elsewhere = await commitAll(repo)
    const merged = await applyPatch(repo, elsewhere, patch)
    expect(merged && (await git(repo, ['cat-file', 'blob', `${merged}:a.txt`])).split('\n')).toMatchObject({
      0: 'theirs',
      15: 'ours',
    })
    await checkout(repo, base)
    writeFileSync(join(repo.workTree, 'a.txt'), variant(15, 'theirs'))
    expect(await applyPatch(repo, await commitAll(repo), patch)).toBeUndefined()
  })

  test.each([
    ['garbage'],
    ['diff --git a/../x b/../x\nnew file mode 100644\n--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n'],
  ])('the patch %j is rejected, and writes no file outside', async (text) => {
    const { repository: repo, top } = await repositoryWith({ a: 'x' })
    const patch = Buffer.from(text).toString('base64')
    expect(await applyPatch(repo, await headOf(repo), patch)).toBeUndefined()
    expect(readdirSync(top).toSorted()).toEqual(['git', 'work'])
  })
})

describe('a tree', () => {
  test('writing and removing files in a tree object gives the same tree as git, whatever their names', async () => {
    const { repository: repo } = await repositoryWith({})
    const name = fc.constantFrom('a', 'a.b', 'a-b', 'a0', 'A', 'ä', 'b c', '日', '-x')
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
    const step = fc.record({ path, text: fc.option(fc.constantFrom('', '1', '2'), { nil: undefined }) })
    const env = { GIT_INDEX_FILE: join(repo.gitDir, 'index.expected') }
    const byGit = async (onto: string, file: { path: string; text: string | undefined }) => {
      await git(repo, ['read-tree', onto], { env })
      const blob = await writeBlob(repo, file.text ?? '')
      const added = ['--add', '--cacheinfo', `100644,${blob},${file.path}`]
      const change = file.text === undefined ? ['--force-remove', '--', file.path] : added
      const { code } = await tryGit(repo, ['update-index', ...change], { env })
      return code === 0 ? git(repo, ['write-tree'], { env }) : undefined
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        let tree = EMPTY_TREE
        for (const file of steps) {
          const expected = await byGit(tree, file)
          expect(await treeWith(repo, tree, file).catch(() => undefined)).toBe(expected)
          tree = expected ?? tree
        }
      }),
      // A folder stands behind `a.b` and before `a0`.
      { numRuns: 15, examples: [[['a.b', 'a/x', 'a0', 'a-b'].map((path) => ({ path, text: '1' as const }))]] },
    )
  })

  test('the computed difference of two trees equals git’s, also if a file became a folder', async () => {
    const { repository: repo } = await repositoryWith({})
    const name = fc.constantFrom('a', 'a.b', 'a-b', 'a0', 'ä', '日')
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
    const mode = fc.constantFrom('100644', '100755', '120000', '160000')
    const file = fc.record({ path, mode, text: fc.constantFrom('1', '2') })
    const env = { GIT_INDEX_FILE: join(repo.gitDir, 'index.expected') }
    const treeBy = async (files: readonly { path: string; mode: string; text: string }[]): Promise<string> => {
      await git(repo, ['read-tree', '--empty'], { env })
      for (const { path: at, mode: as, text } of files)
        await tryGit(
          repo,
          ['update-index', '--add', '--replace', '--cacheinfo', `${as},${await writeBlob(repo, text)},${at}`],
          { env },
        )
      return git(repo, ['write-tree', '--missing-ok'], { env })
    }
    const files = fc.array(file, { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const [from, to] = [await treeBy(before), await treeBy([...before, ...after])]
        for (const range of [
          [from, to],
          [to, from],
        ] as const) {
          const told = await git(repo, ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', ...range])
          const changes = await changesBetweenTrees(repo, ...range)
          const raw = changes.map(
            (one) => `:${one.from.mode} ${one.to.mode} ${one.from.blob} ${one.to.blob} ${one.path}`,
          )
          const byGit = [...told.matchAll(/(:[^\0]*) \w\0([^\0]*)\0/g)].map(([, change, at]) => `${change} ${at}`)
          expect(raw).toEqual(byGit)
        }
      }),
      { numRuns: 15 },
    )
  })

  test('file names that are not UTF-8 survive when another file is added to the tree', async () => {
    const { repository: repo } = await repositoryWith({})
    const blob = await writeBlob(repo, 'x')
    const odd = Buffer.concat([Buffer.from(`100644 blob ${blob}\t`), bytes(0xff, 0xe4), bytes(0)])
    const tree = await git(repo, ['mktree', '-z'], { input: odd })
    const changes = await changesBetweenTrees(repo, tree, await treeWith(repo, tree, { path: 'new', text: 'y' }))
    expect(changes.map((change) => [change.path, isNew(change)])).toEqual([['new', true]])
  })

  test('a moved submodule is a change also where `.gitmodules` says to ignore its changes', async () => {
    const ignored = '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n'
    const { repository: repo } = await repositoryWith({ '.gitmodules': ignored })
    const treeAt = (digit: string) => git(repo, ['mktree'], { input: `160000 commit ${digit.repeat(40)}\tsub\n` })
    expect(await changesBetweenTrees(repo, await treeAt('1'), await treeAt('2'))).toMatchObject([{ path: 'sub' }])
  })

  test('the tree of a worktree includes new files, but no ignored ones', async () => {
    const { repository: repo } = await repositoryWith({ '.gitignore': 'node_modules/\n*.log\n', a: 'a' })
    writeFiles(repo.workTree, { 'node_modules/x': 'x', 'build.log': 'x', 'src/new': 'n', '.git/config': 'x' })
    const changes = await changesBetweenTrees(repo, await headOf(repo), await writeWorkTree(repo))
    expect(changes.map((change) => [change.path, isNew(change)])).toEqual([['src/new', true]])
  })

  test('trees and commits are stored as git stores them', async () => {
    const { repository: repo } = await repositoryWith({})
    let tree = EMPTY_TREE
    for (const [path, text] of Object.entries({ 'b.json': '{}', 'a.txt': 'ä', 'a-b': '' }))
      tree = await treeWith(repo, tree, { path, text })
    const blobs = await Promise.all(['', 'ä', '{}'].map((input) => git(repo, ['hash-object', '--stdin'], { input })))
    const listed = ['a-b', 'a.txt', 'b.json'].map((name, i) => `100644 blob ${blobs[i]}\t${name}\n`)
    expect(tree).toBe(await git(repo, ['mktree'], { input: listed.join('') }))
    // Git finds nothing wrong with how they are stored.
    const odd = { name: ' A\n<b> ', email: '<a@b>' }
    await commitTree(repo, { tree, parents: [await headOf(repo)], message: 'One\0\n\nTwo', author: odd })
    expect(await tryGit(repo, ['fsck', '--strict', '--no-dangling'])).toMatchObject({ code: 0, stderr: '' })
  })
})

test('merging a patch uses .gitattributes of the target tree, not of the work tree', async () => {
  const { repository: repo } = await repositoryWith({ f: 'old\n' })
  const treeOfText = async (f: string): Promise<string> => {
    writeFiles(repo.workTree, { f })
    return writeWorkTree(repo)
  }
  const patch = await patchBetween(repo, await headOf(repo), await treeOfText('mine\n'))
  const theirs = await treeOfText('theirs\n')
  writeFiles(repo.workTree, { '.gitattributes': 'f merge=union\n' })
  expect(await applyPatch(repo, theirs, patch)).toBeUndefined()
})

test('a checkout removes all untracked files except ignored ones', async () => {
  const { repository: repo } = await repositoryWith({ '.gitignore': 'cache/\n', a: 'a' })
  const head = await headOf(repo)
  writeFiles(repo.workTree, { a: 'changed', 'new/file': 'x', 'cache/x': 'x', '.git/config': 'kept' })
  mkdirSync(join(repo.workTree, 'nested'))
  await tryGit({ ...repo, gitDir: join(repo.workTree, 'nested/.git'), workTree: join(repo.workTree, 'nested') }, [
    'init',
    '-q',
  ])
  await checkout(repo, head)
  const there = ['a', 'new', 'nested', 'cache/x', '.git/config'].filter((path) => existsSync(join(repo.workTree, path)))
  expect([there, await writeWorkTree(repo)]).toEqual([['a', 'cache/x', '.git/config'], await treeOf(repo, head)])
})

const planVersionsIn = async (repo: Repository, range: { base: string; head: string }) =>
  (await readBranch(repo, { ...range, name: 'b', issue: 1, planFile: 'PLAN.md' })).commitOfPlanBlob

/** What a branch has since `base`. */
async function rangeOf(repo: Repository, base: string) {
  const range = { base, head: await headOf(repo) }
  return { ...range, commits: await commitsBetween(repo, range) }
}

const IDENTITY = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'b', GIT_COMMITTER_NAME: 'c', GIT_COMMITTER_EMAIL: 'd' }

describe('what is read of history', () => {
  test('commits are read oldest first, with their messages unchanged', async () => {
    const { repository: repo } = await repositoryWith({ a: 'a' })
    const base = await headOf(repo)
    const messages = ['One\n\nbody\n\nPlan-Issue: 1\n', 'Zwei ä\n\n\n\ttab\n', '\u001e odd \u0001\n']
    for (const message of messages) {
      writeFileSync(join(repo.workTree, 'a'), message)
      await commitAll(repo, message)
    }
    const commits = await commitsBetween(repo, { base, head: await headOf(repo) })
    expect(commits.map(({ message }) => message.trimEnd())).toEqual(messages.map((message) => message.trimEnd()))
    expect(commits[0]).toMatchObject({ parents: [base], author, date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
    expect(await commitsBetween(repo, { base, head: base })).toEqual([])
  })

  test.each<[string, (repo: Repository, base: string) => Promise<unknown>]>([
    [
      'with words in many lines, zones and names',
      async (repo) => {
        const env = { ...IDENTITY, GIT_AUTHOR_NAME: 'Ä b', GIT_COMMITTER_DATE: '1700000000 -0330' }
        const args = ['commit-tree', '-p', 'HEAD', '-m', 'a\n\nb\n', 'HEAD^{tree}']
        await git(repo, ['update-ref', 'HEAD', await git(repo, args, { env })])
      },
    ],
    [
      'that say another encoding',
      async (repo) => {
        const input = 'Wörter\n'
        const args = ['-c', 'i18n.commitEncoding=latin1', 'commit-tree', '-p', 'HEAD', 'HEAD^{tree}']
        await git(repo, ['update-ref', 'HEAD', await git(repo, args, { input, env: IDENTITY })])
      },
    ],
    [
      'with a signature',
      async (repo) => {
        const [tree, head] = [await treeOf(repo, 'HEAD'), await headOf(repo)]
        const who = 'a <b@c> 1700000000 +0200'
        const input = `tree ${tree}\nparent ${head}\nauthor ${who}\ncommitter ${who}\ngpgsig -----BEGIN\n \n author x <y> 1 +0000\n -----END\n\nSigned\n`
        const sha = await git(repo, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
        await git(repo, ['update-ref', 'HEAD', sha])
      },
    ],
    [
      'with a merge of what others wrote',
      async (repo, base) => {
        const [written, head] = [await treeWith(repo, base, { path: 'PLAN.md', text: 'side' }), await headOf(repo)]
        const side = await commitTree(repo, { tree: written, parents: [base], message: 'Side', author })
        const merge = { tree: await treeOf(repo, head), parents: [head, side], message: 'Merge', author }
        await git(repo, ['update-ref', 'HEAD', await commitTree(repo, merge)])
      },
    ],
    [
      'on a base that went on',
      async (repo, base) =>
        commitTree(repo, { tree: await treeOf(repo, base), parents: [base], message: 'Moved', author }),
    ],
  ])('commits %s are read as `git log` prints them', async (_, act) => {
    const { repository: repo } = await repositoryWith({ 'PLAN.md': 'zero' })
    const start = await headOf(repo)
    writeFileSync(join(repo.workTree, 'PLAN.md'), 'one')
    await commitAll(repo, 'One')
    const moved = await act(repo, start)
    const base = typeof moved === 'string' ? moved : start
    const range = await rangeOf(repo, base)
    const format = '--format=%H%x00%P%x00%an%x00%ae%x00%ct%x00%B%x00'
    const told = (await git(repo, ['log', '--reverse', '--topo-order', format, `${base}..HEAD`])).split('\0')
    const read = range.commits.flatMap((one) => [
      one.sha,
      one.parents.join(' '),
      one.author.name,
      one.author.email,
      String(Date.parse(one.date) / 1000),
      one.message,
    ])
    expect(read.map((text) => text.trim())).toEqual(told.slice(0, -1).map((text) => text.trim()))
    const log = ['log', '--reverse', '--topo-order', '--format=%H', '--raw', '--no-abbrev', '-m']
    const raw = await git(repo, [...log, `${base}..HEAD`, '--', 'PLAN.md'])
    const blobs = [...raw.matchAll(/^:\d+ \d+ \w+ (\w+) /gm)].map(([, blob]) => blob)
    expect([...(await planVersionsIn(repo, range)).keys()]).toEqual([...new Set(blobs)])
  })

  test('all versions of a file in history are found as git finds them, also across merges', async () => {
    const { repository: repo } = await repositoryWith({ 'PLAN.md': '0' })
    const base = await headOf(repo)
    const entry = fc.constantFrom(undefined, '100644 1', '100644 2', '100755 1', '120000 1')
    const step = fc.record({ entry, onto: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) })
    const env = { GIT_INDEX_FILE: join(repo.gitDir, 'index.expected') }
    const treeBy = async (file: string | undefined): Promise<string> => {
      const [mode, text = ''] = file?.split(' ') ?? []
      await git(repo, ['read-tree', '--empty'], { env })
      const info = `${mode},${await writeBlob(repo, text)},PLAN.md`
      if (mode) await git(repo, ['update-index', '--add', '--cacheinfo', info], { env })
      return git(repo, ['write-tree'], { env })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const made = [base]
        for (const { entry: file, onto } of steps) {
          const parents = [...new Set(onto.map((at) => made[at % made.length] ?? base))]
          made.push(await commitTree(repo, { tree: await treeBy(file), parents, message: `${made.length}`, author }))
        }
        const head = made.at(-1) ?? base
        const args = ['--reverse', '--topo-order', '--format=%H', '--raw', '--no-abbrev', '--no-renames', '-m']
        const told = await git(repo, ['log', ...args, `${base}..${head}`, '--', 'PLAN.md'])
        const expected = new Map<string, string>()
        let sha = ''
        for (const line of told.split('\n').filter(Boolean)) {
          const [, blob] = /^:\d+ 100\d+ \w+ (\w+) /.exec(line) ?? []
          if (blob) expected.set(blob, sha)
          else if (!line.startsWith(':')) sha = line
        }
        expect([...(await planVersionsIn(repo, { base, head }))]).toEqual([...expected])
      }),
      { numRuns: 25 },
    )
  })

  test.each(['100644 a', '100644', '100644 a\0\x01', '\0'])('the damaged tree %j gives an error', async (input) => {
    const { repository: repo } = await repositoryWith({})
    const tree = await git(repo, ['hash-object', '--literally', '-t', 'tree', '-w', '--stdin'], { input })
    await expect(entryAt(repo, tree, 'a')).rejects.toThrow('A tree object is damaged')
  })

  test('reading a commit that does not exist is an error', async () => {
    const { repository: repo } = await repositoryWith({})
    await expect(commitOf(repo, '1'.repeat(40))).rejects.toThrow(GitError)
    await expect(commitsBetween(repo, { base: '1'.repeat(40), head: '2'.repeat(40) })).rejects.toThrow(GitError)
  })

  test('a tree entry is read with its mode and kind, and a missing entry is undefined', async () => {
    const { repository: repo } = await repositoryWith({ 'a b': 'xyz', 'dir/c': '' })
    symlinkSync('a b', join(repo.workTree, 'link'))
    const head = await commitAll(repo)
    const entries = await Promise.all(
      ['a b', 'dir', 'link', 'dir/c', 'nothing', '*', 'dir/'].map((path) => entryAt(repo, head, path)),
    )
    expect(entries.map((entry) => entry && [entry.mode, entry.type])).toEqual([
      ['100644', 'blob'],
      ['040000', 'tree'],
      ['120000', 'blob'],
      ['100644', 'blob'],
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a blob over the size limit is skipped without disturbing the next read', async () => {
    const { repository: repo } = await repositoryWith({ small: 'abc', large: '\n'.repeat(300_000) })
    const upTo = (most: number, path: string) => textAt(repo, { commit: 'HEAD', path, most })
    const [none, text, all] = await Promise.all([upTo(299_999, 'large'), upTo(3, 'small'), upTo(300_000, 'large')])
    expect([none, text, all?.length, await upTo(2, 'small')]).toEqual([undefined, 'abc', 300_000, undefined])
  })

  test('1,000 concurrent object reads each get the right answer, however the output is chunked', async () => {
    const { repository: repo } = await repositoryWith({})
    const texts = Array.from({ length: 1_000 }, (_, n) => `${n}\n`.repeat(n % 40))
    const blobs = await Promise.all(texts.map((text) => writeBlob(repo, text)))
    const asked = blobs.flatMap((blob) => [readBlob(repo, blob), readBlob(repo, '0'.repeat(40)).catch(() => undefined)])
    expect(await Promise.all(asked)).toEqual(texts.flatMap((text) => [text, undefined]))
  })

  test('object reads by id are cached, but not reads by name or of missing objects', async () => {
    const { repository: repo } = await repositoryWith({ a: 'a' })
    const head = await headOf(repo)
    const textAt = async (commit: string) => readBlob(repo, (await entryAt(repo, commit, 'a'))?.id ?? '')
    const blob = (await git(repo, ['hash-object', '--stdin'], { input: 'late' })).trim()
    await expect(readBlob(repo, blob)).rejects.toThrow(GitError)
    await writeBlob(repo, 'late')
    expect([await readBlob(repo, blob), await textAt('HEAD')]).toEqual(['late', 'a'])
    writeFileSync(join(repo.workTree, 'a'), 'changed')
    await commitAll(repo)
    expect([await textAt(head), await textAt('HEAD')]).toEqual(['a', 'changed'])
    unlinkSync(join(repo.gitDir, 'objects', blob.slice(0, 2), blob.slice(2)))
    expect(await readBlob(repo, blob)).toBe('late')
  })

  test('a large object is not cached', async () => {
    const { repository: repo } = await repositoryWith({})
    const blob = await writeBlob(repo, 'x'.repeat(100_000))
    expect(await readBlob(repo, blob)).toHaveLength(100_000)
    unlinkSync(join(repo.gitDir, 'objects', blob.slice(0, 2), blob.slice(2)))
    await expect(readBlob(repo, blob)).rejects.toThrow(GitError)
  })

  test('a blob is read back with all its bytes, including a byte order mark', async () => {
    const { repository: repo } = await repositoryWith({})
    const blob = await writeBlob(repo, '\ufeffä\r\n')
    expect(await readBlob(repo, blob)).toBe('\ufeffä\r\n')
    expect(Buffer.from(await readBytes(repo, blob)).length).toBe(7)
  })

  test.each(['HEAD', '--help', '-h', '@{upstream}', 'HEAD:a', 'nothing', ''])(
    'the revision name %j is resolved to a commit or to none',
    async (name) => {
      const { repository: repo } = await repositoryWith({ a: 'a' })
      expect(await commitAt(repo, name)).toBe(name === 'HEAD' ? await headOf(repo) : undefined)
    },
  )
})
