import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, initRepository, type Repository } from '../../../src/git/git.ts'
import { treeWith } from '../../../src/git/objects.ts'
import { checkout, restoreTree, writeWorkTree } from '../../../src/git/work-tree.ts'
import { writtenTree } from '../../../src/agent/worktree/written-tree.ts'
import { setUpWorktree } from '../../../src/checks/worktree-set-up.ts'
import { roomOf, says } from '../../agent-context.ts'
import { repositoryWith, writeFiles } from '../../places.ts'

const large = Buffer.from([0, 255, 10, 13, ...Buffer.from('a large file')])
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${hash(large)}\nsize ${large.length}\n`

/**
 * A private copy of a repository that keeps its images by Git LFS, on the checkout that `actions/checkout` leaves with
 * `lfs: true`; without, there are pointers, and no files behind them.
 */
async function checkoutOf(kind: 'with files' | 'with pointers') {
  const { repository, root, top } = await repositoryWith({
    '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
    'a.txt': 'a\n',
    'logo.png': pointer,
  })
  const head = await git(repository, ['rev-parse', 'HEAD'])
  const oid = hash(large)
  if (kind === 'with files')
    writeFiles(root, {
      'logo.png': large,
      [`.git/lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`]: large,
    })
  const repo: Repository = { ...repository, gitDir: join(top, 'private') }
  initRepository(repo)
  await git({ ...repo, workTree: top }, ['fetch', '-q', repository.gitDir, 'HEAD'])
  await checkout(repo, head)
  return {
    repo,
    head,
    root,
    tree: await git(repo, ['rev-parse', `${head}^{tree}`]),
    logo: () => readFileSync(join(root, 'logo.png')),
  }
}

/** Sets the worktree up, and reverts it to that as before a check. */
async function checkoutAgain(repo: Repository, tree: string): Promise<void> {
  const room = roomOf(async () => says(''), repo, { workspace: repo.workTree, scratch: join(repo.gitDir, 'scratch') })
  const ctx = { ...room, redact: String, signal: new AbortController().signal }
  await setUpWorktree(ctx, tree)
  await setUpWorktree(ctx, tree)
}

test('a file that git attributes convert counts as unchanged until it or its attributes are edited', async () => {
  const { repository: repo, root } = await repositoryWith({
    '.gitattributes': '* text eol=lf\n*.c ident\n',
    'w.py': 'a = 1\n',
    'w.c': '/* $Id$ */\n',
  })
  const env = { GIT_INDEX_FILE: join(repo.gitDir, 'raw') }
  let head = await git(repo, ['rev-parse', 'HEAD'], { env })
  for (const [path, text] of Object.entries({ 'w.py': 'a = 1\r\n', 'w.c': `/* $Id: ${'0'.repeat(40)} $ */\n` }))
    head = await treeWith(repo, head, { path, text })
  await git(repo, ['read-tree', '--reset', '-u', head])
  writeFileSync(join(root, 'w.py'), 'a = 1\r\n')
  writeFileSync(join(root, 'w.c'), readFileSync(join(root, 'w.c')))
  expect(await writtenTree(repo, head)).toBe(head)
  writeFileSync(join(root, 'w.py'), 'a = 2\r\n')
  const edited = await writtenTree(repo, head)
  expect(await git(repo, ['diff-tree', '--name-only', head, String(edited)])).toBe('w.py')
  writeFiles(root, { 'w.py': 'a = 1\r\n', '.gitattributes': '* text eol=lf\n*.c ident\n\n' })
  const normalized = await writtenTree(repo, head)
  expect(await git(repo, ['diff-tree', '--name-only', head, String(normalized)])).toBe('.gitattributes\nw.c\nw.py')
})

describe('files that are kept by Git LFS', () => {
  test('Git LFS files stay as checked out, and an unchanged work tree gives the tree of its commit', async () => {
    const { repo, head, tree, logo } = await checkoutOf('with files')
    expect(logo()).toEqual(large)
    expect(await writtenTree(repo, head)).toBe(tree)
    await restoreTree(repo, tree)
    expect(logo()).toEqual(large)
  })

  test('Git LFS files stay pointers where the checkout left pointers', async () => {
    const { repo, head, tree, logo } = await checkoutOf('with pointers')
    expect(logo().toString()).toBe(pointer)
    expect(await writtenTree(repo, head)).toBe(tree)
  })

  test('Git LFS files that a command deleted are restored at the next checkout', async () => {
    const { repo, root, tree, logo } = await checkoutOf('with files')
    rmSync(join(root, 'logo.png'))
    await restoreTree(repo, tree)
    expect(logo()).toEqual(large)
  })

  test('Git LFS files stay in place when other files change', async () => {
    const { repo, root, head, logo } = await checkoutOf('with files')
    writeFiles(root, { 'a.txt': 'b\n' })
    const tree = await writtenTree(repo, head)
    if (typeof tree !== 'string') throw new Error(tree.problem)
    await checkoutAgain(repo, tree)
    expect(logo()).toEqual(large)
    expect(await git(repo, ['diff-tree', '-r', '--name-only', head, tree])).toBe('a.txt')
  })

  test('a change of a file in Git LFS is refused, and the file is restored', async () => {
    const { repo, root, head, tree, logo } = await checkoutOf('with files')
    writeFileSync(join(root, 'logo.png'), 'another')
    expect(await writtenTree(repo, head)).toEqual({
      problem: expect.stringContaining(
        '`logo.png` is kept by Git LFS, where nothing can be stored from here. It was put back',
      ),
    })
    expect(logo()).toEqual(large)
    expect(await writtenTree(repo, head)).toBe(tree)
  })

  test('no file can be added to Git LFS, neither a new file nor an existing one by attributes', async () => {
    const { repo, root, head } = await checkoutOf('with files')
    writeFiles(root, { 'new.png': 'x', 'a.txt': 'b\n', '.gitattributes': '*.png filter=lfs\n*.txt filter=lfs\n' })
    const written = await writtenTree(repo, head)
    expect(written).toEqual({ problem: expect.stringContaining('`new.png` would be kept by Git LFS') })
    expect(written).toEqual({ problem: expect.stringContaining('`a.txt` is kept by Git LFS') })
  })

  test('files committed as plain blobs before Git LFS tracked them count as unchanged', async () => {
    const { repo, root, head } = await checkoutOf('with files')
    const add = (path: string, text: string) => treeWith(repo, head, { path, text })
    const tree = await add('old.png', 'raw')
    const env = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' }
    const raw = await git(repo, ['commit-tree', tree, '-p', head, '-m', 'x'], { env })
    await checkout(repo, raw)
    // As after a checkout in the same second, when git does not go by times.
    writeFileSync(join(root, 'old.png'), 'raw')
    expect(await writtenTree(repo, raw)).toBe(tree)
    writeFileSync(join(root, 'old.png'), 'cooked')
    expect(await writtenTree(repo, raw)).toEqual({ problem: expect.stringContaining('`old.png` is kept by Git LFS') })
  })

  test('files in Git LFS can be moved and deleted', async () => {
    const { repo, root, head } = await checkoutOf('with files')
    renameSync(join(root, 'logo.png'), join(root, 'brand.png'))
    const tree = await writtenTree(repo, head)
    if (typeof tree !== 'string') throw new Error(tree.problem)
    await checkoutAgain(repo, tree)
    expect(readFileSync(join(root, 'brand.png'))).toEqual(large)
    expect(await git(repo, ['cat-file', 'blob', `${tree}:brand.png`])).toBe(pointer.trimEnd())
    rmSync(join(root, 'brand.png'))
    expect(await writeWorkTree(repo)).toMatch(/^[0-9a-f]{40}$/)
  })
})
