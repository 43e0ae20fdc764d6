import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../../src/agent/tool.ts'
import { openWorkspace } from '../../../src/agent/worktree/workspace.ts'
import { temporaryDirectory, writeFiles } from '../../places.ts'

async function workspaceWith(files: Record<string, string>) {
  const top = temporaryDirectory()
  writeFiles(top, {
    'outside.txt': 'outside',
    ...Object.fromEntries(Object.entries(files).map(([k, v]) => [`work/${k}`, v])),
  })
  const root = join(top, 'work')
  const workspace = await openWorkspace({ root, protectedPaths: ['.github/**', 'CODEOWNERS'], planFile: 'PLAN.md' })
  return { top, root, workspace }
}

const refused = (attempt: Promise<unknown>) => expect(attempt).rejects.toThrow(ToolError)

describe('a path that leads outside or into git', () => {
  test.each([
    ...[
      '../outside.txt',
      '/etc/passwd',
      '/proc/self/environ',
      '/dev/null',
      '/sys',
      'src/../../outside.txt',
      '..',
      'a\0b',
    ],
    ...['.git/config', '.GIT/config', 'src/.git/x', 'git~1/config', '.git./config', '.git::$INDEX_ALLOCATION'],
    '.gi\u200Dt',
    ...['out', 'out-dir/outside.txt', 'dangling', 'circle', 'to-git/config', 'proc/environ', 'chain', 'absolute'],
    ...['pipe'],
  ])('the path %j is refused for reading and writing', async (path) => {
    const { root, top, workspace } = await workspaceWith({ 'src/a.ts': 'a', '.git/config': '[core]' })
    symlinkSync('../outside.txt', join(root, 'out'))
    symlinkSync('..', join(root, 'out-dir'))
    symlinkSync('../nothing', join(root, 'dangling'))
    symlinkSync('circle', join(root, 'circle'))
    symlinkSync('.git', join(root, 'to-git'))
    symlinkSync('/proc/self', join(root, 'proc'))
    symlinkSync('out', join(root, 'chain'))
    symlinkSync(join(top, 'outside.txt'), join(root, 'absolute'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    await refused(workspace.resolveForReading(path))
    await refused(workspace.read(path))
    await refused(workspace.resolveForWriting(path))
    await refused(workspace.write(path, 'x'))
    await refused(workspace.remove(path))
    await refused(workspace.move('src/a.ts', path))
    await refused(workspace.move(path, 'src/b.ts'))
    expect(readFileSync(join(top, 'outside.txt'), 'utf8')).toBe('outside')
    expect(existsSync(join(top, 'nothing'))).toBe(false)
    expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe('a')
  })
})

test('a symlink inside the workspace can be read through, but not written through', async () => {
  const { root, workspace } = await workspaceWith({ 'src/a.ts': 'a' })
  symlinkSync('src/a.ts', join(root, 'link'))
  symlinkSync('src', join(root, 'dir'))
  expect((await workspace.read('link')).toString()).toBe('a')
  expect((await workspace.read('dir/a.ts')).toString()).toBe('a')
  expect(await workspace.resolveForReading('dir/a.ts')).toBe(join(root, 'src/a.ts'))
  symlinkSync('../outside.txt', join(root, 'out'))
  await expect(workspace.read('out')).rejects.toThrow('`out` is a link that leads outside')
  await expect(workspace.write('link', 'x')).rejects.toThrow('symbolic link')
  await expect(workspace.write('dir/b.ts', 'x')).rejects.toThrow('symbolic link')
})

test.each([
  ['.github/workflows/ci.yml', 'protected'],
  ['.GITHUB/x', 'protected'],
  ['src/../.github/x', 'outside'],
  ['codeowners', 'protected'],
  ['PLAN.md', 'plan'],
  ['plan.md', 'plan'],
])('writing or moving to %s is refused', async (path, reason) => {
  const { workspace } = await workspaceWith({ 'a.txt': 'a' })
  await expect(workspace.write(path, 'x')).rejects.toThrow(reason)
  await expect(workspace.move('a.txt', path)).rejects.toThrow(reason)
})

test('a protected path can be read, also by an absolute path inside the workspace', async () => {
  const { root, workspace } = await workspaceWith({ CODEOWNERS: '* @a' })
  expect((await workspace.read(join(root, 'CODEOWNERS'))).toString()).toBe('* @a')
})

test('writing a file creates its directories, replaces its content and keeps its mode', async () => {
  const { root, workspace } = await workspaceWith({ 'run.sh': 'a long first content' })
  chmodSync(join(root, 'run.sh'), 0o755)
  await workspace.write('run.sh', 'new')
  await workspace.write('a/b/c.txt', 'deep')
  expect(readFileSync(join(root, 'run.sh'), 'utf8')).toBe('new')
  expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755)
  expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('deep')
})

test('moving and deleting files works, and a move never overwrites a file', async () => {
  const { root, workspace } = await workspaceWith({ 'a.txt': 'a', 'b.txt': 'b' })
  await refused(workspace.move('a.txt', 'b.txt'))
  await workspace.move('a.txt', 'deep/er/c.txt')
  await workspace.remove('b.txt')
  expect(existsSync(join(root, 'a.txt'))).toBe(false)
  expect(existsSync(join(root, 'b.txt'))).toBe(false)
  expect(readFileSync(join(root, 'deep/er/c.txt'), 'utf8')).toBe('a')
})

test.each([
  ['nothing.txt', 'does not exist'],
  ['a.txt/b', 'does not exist'],
  ['src', 'is a directory'],
  ['x'.repeat(300), 'too long'],
])('a failed read of %s says why', async (path, reason) => {
  const { workspace } = await workspaceWith({ 'a.txt': 'a', 'src/b': 'b' })
  await expect(workspace.read(path)).rejects.toThrow(reason)
})

test('error messages of the workspace never contain absolute paths of the machine', async () => {
  const { top, root, workspace } = await workspaceWith({ '.git/config': 'x' })
  symlinkSync('.git/config', join(root, 'link'))
  const error = await workspace.read('link').catch((thrown: unknown) => thrown)
  expect(String(error)).not.toContain(top)
})

test('a directory that is swapped for a symlink in a race never exposes outside files', async () => {
  const { top, root, workspace } = await workspaceWith({ 'dir/secret.txt': 'inside' })
  writeFiles(top, { 'elsewhere/secret.txt': 'outside' })
  const swap = `while [ -e '${top}/elsewhere' ]; do mv dir kept; ln -s ../elsewhere dir; rm dir; mv kept dir; done`
  const { spawn } = await import('node:child_process')
  const swapper = spawn('bash', ['-c', swap], { cwd: root, stdio: 'ignore' })
  try {
    for (let i = 0; i < 300; i++) {
      const read = await workspace.read('dir/secret.txt').catch(() => undefined)
      expect(read?.toString()).not.toBe('outside')
      await workspace.write('dir/planted.txt', 'x').catch(() => undefined)
    }
  } finally {
    swapper.kill('SIGKILL')
  }
  expect(existsSync(join(top, 'elsewhere/planted.txt'))).toBe(false)
})
