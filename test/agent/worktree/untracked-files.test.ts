import type * as ChildProcess from 'node:child_process'
import { linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { changedSince, beginScan, scan } from '../../../src/agent/worktree/untracked-files.ts'
import { repositoryWith, writeFiles } from '../../places.ts'

const programs = vi.hoisted(() => ({ find: '/usr/bin/find' }))
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof ChildProcess>()
  const execFile = (file: string, ...rest: [readonly string[]]) =>
    real.execFile(file.endsWith('/find') ? programs.find : file, ...rest)
  return { ...real, execFile }
})

const IGNORED = {
  'deps/a.js': 'a\n',
  'deps/in/b.js': 'b\n',
  'deps/in/ä "q".js': 'c\n',
  'new.js': 'n\n',
  'ü.log': 'l\n',
}

async function place() {
  const { repository: repo, root } = await repositoryWith({ '.gitignore': 'deps/\n*.log\n', 'a.txt': 'a\n' })
  writeFiles(root, IGNORED)
  symlinkSync('a.js', join(root, 'deps/link'))
  execFileSync('mkfifo', [join(root, 'deps/pipe')])
  return { repo, root, at: (path: string) => join(root, path) }
}

/** Entries as lines, whose order does not matter. */
const lines = (entries = ''): string[] => {
  const fields = entries.split('\0')
  return fields
    .flatMap((path, i) => (i % 2 === 0 && path ? `${path.replace(/^\.\//, '')} ${fields[i + 1]}` : []))
    .toSorted()
}

describe('a look', () => {
  test('a scan of untracked files gives the same result with and without `find`', async () => {
    const { repo } = await place()
    const found = await scan(repo)
    programs.find = '/bin/false'
    const walked = await scan(repo)
    programs.find = '/usr/bin/find'
    expect(lines(found.entries)).toHaveLength(9)
    expect(lines(walked.entries)).toEqual(lines(found.entries))
  })

  test('a second scan of unchanged untracked files equals the first', async () => {
    const { repo } = await place()
    const before = await scan(repo)
    expect(await scan(repo)).toEqual(before)
    expect(await changedSince(repo, before, beginScan(repo, before))).toEqual({ added: [], changed: [], removed: [] })
  })

  /** Writes another content, and puts back every sign of the old one that can be set, to the nanosecond. */
  const forge = (path: string, text: string) => {
    execFileSync('cp', ['-p', path, `${path}.before`])
    writeFileSync(path, text)
    execFileSync('touch', ['-r', `${path}.before`, path])
    rmSync(`${path}.before`)
  }

  test.each<[string, (at: (path: string) => string) => void, object]>([
    ['a file of the same size and time', (at) => forge(at('deps/a.js'), 'x\n'), { changed: ['deps/a.js'] }],
    [
      'another file in its place',
      (at) => {
        forge(at('deps/other'), 'a\n')
        renameSync(at('deps/other'), at('deps/a.js'))
      },
      { changed: ['deps/a.js'] },
    ],
    ['a file among others', (at) => writeFileSync(at('deps/in/new.js'), ''), { added: ['deps/in/new.js'] }],
    ['a folder of files', (at) => writeFiles(at('.'), { 'deps/x/y/z': '' }), { added: ['deps/x'] }],
    ['a file beside all', (at) => writeFileSync(at('other.log'), ''), { added: ['other.log'] }],
    [
      'a link',
      (at) => {
        rmSync(at('deps/link'))
        symlinkSync('/etc', at('deps/link'))
      },
      { changed: ['deps/link'] },
    ],
    [
      'a second name of a file',
      (at) => linkSync(at('deps/a.js'), at('deps/c.js')),
      { added: ['deps/c.js'], changed: ['deps/a.js'] },
    ],
    ['a file that is gone', (at) => rmSync(at('deps/in'), { recursive: true }), { removed: ['deps/in'] }],
    [
      'a file whose name is not ASCII',
      (at) => forge(at('ü.log'), 'm\n'),
      { changed: [Buffer.from('ü.log').toString('latin1')] },
    ],
  ])('a scan of untracked files notices %s', async (_, change, seen) => {
    const { repo, at } = await place()
    writeFileSync(at('deps/other'), 'y\n')
    const before = await scan(repo)
    change(at)
    const none = { added: [], changed: [], removed: [] }
    const found = await changedSince(repo, before)
    expect({ ...found, removed: found.removed.filter((path) => path !== 'deps/other') }).toEqual({ ...none, ...seen })
    expect(await changedSince(repo, before, beginScan(repo, before))).toEqual(found)
  })
})
