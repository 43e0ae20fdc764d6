import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { redactor } from '../../../src/guard/redact.ts'
import { ToolError } from '../../../src/agent/tool.ts'
import { foldPaths } from '../../../src/agent/tools/search.ts'
import { readingTools } from '../../../src/agent/tools/reading.ts'
import { repositoryWith, writeFiles } from '../../places.ts'
import { callIn } from './call.ts'

async function reading(files: Record<string, string | Buffer>) {
  const place = await repositoryWith(files)
  const tools = readingTools({ ...place, redact: redactor(['the-secret']) })
  return { ...place, tools, call: callIn(tools) }
}

test('each reading tool is marked as read-only and described in one sentence', async () => {
  const { tools } = await reading({})
  expect(tools.map((tool) => tool.declaration.name)).toEqual([
    'list_files',
    'read_file',
    'search',
    'git_log',
    'git_show',
  ])
  expect(tools.every((tool) => tool.reading && /^[^.]+(\.\w[^.]*)*\.$/.test(tool.declaration.description))).toBe(true)
})

describe('list_files', () => {
  test('list_files lists tracked and new files, but no ignored or deleted ones', async () => {
    const { root, call } = await reading({ 'a.ts': '', 'src/b.ts': '', 'gone.ts': '', '.gitignore': 'build/\n' })
    writeFiles(root, { 'src/new.ts': '', 'build/out.js': '' })
    rmSync(join(root, 'gone.ts'))
    expect(await call('list_files', {})).toBe('.gitignore\na.ts\nsrc/b.ts\nsrc/new.ts')
    expect(await call('list_files', { path: 'src' })).toBe('src/b.ts\nsrc/new.ts')
    expect(await call('list_files', { pattern: 'b.*' })).toBe('src/b.ts')
    expect(await call('list_files', { pattern: 'src/*.{ts,js}' })).toBe('src/b.ts\nsrc/new.ts')
    expect(await call('list_files', { pattern: '*.py' })).toMatch(
      /^No file fits `\*\.py`\. .*`\*` stops at `\/`\. For folders try `\*\*\/\*\.py\*\/\*\*`\.$/,
    )
  })

  test('list_files takes a path with glob characters literally', async () => {
    const { call } = await reading({ '[x]/a.ts': '', 'x/b.ts': '', ':(top)/c.ts': '' })
    expect(await call('list_files', { path: '[x]' })).toBe('[x]/a.ts')
    expect(await call('list_files', { path: ':(top)' })).toBe(':(top)/c.ts')
  })

  test('list_files folds 100,000 files into at most 100 lines', () => {
    const paths = Array.from({ length: 100_000 }, (_, i) => `src/d${i % 10}/e${i % 1000}/f${i}.ts`)
      .concat('README.md')
      .sort()
    const lines = foldPaths(paths, '', 100).split('\n')
    expect(lines.length).toBeLessThanOrEqual(100)
    expect(lines).toContain('README.md')
    expect(lines).toContain('src/d3/ (10000 files)')
    expect(foldPaths(['a', 'b/c', 'b/d/e f', 'b/g'], '', 100)).toBe('a\nb/: c g\nb/d/: "e f"')
  })

  test('list_files truncates a flat directory and says how to see more', () => {
    const paths = Array.from({ length: 1000 }, (_, i) => `flat/${'f'.repeat(i + 1)}`)
    expect(foldPaths(paths, 'flat', 100)).toMatch(
      /^flat\/: f ff .* \[… 900 more; narrow it down with path or pattern\]$/,
    )
  })
})

describe('read_file', () => {
  test('read_file numbers the lines of a requested range, but not those of a whole file', async () => {
    const { call } = await reading({ 'a.txt': '\uFEFFone\r\ntwo\r\nthree\n' })
    expect(await call('read_file', { path: 'a.txt' })).toBe('one\ntwo\nthree')
    expect(await call('read_file', { path: 'a.txt', start_line: 2, end_line: 2 })).toBe('2\ttwo')
    await expect(call('read_file', {})).rejects.toThrow('Name a file')
  })

  test('read_file accepts `path:12-40`, unless a file has that name', async () => {
    const { call } = await reading({ 'a.txt': 'one\ntwo\nthree\n', 'b:1': 'odd\n' })
    expect(await call('read_file', { path: 'a.txt:2' })).toBe('2\ttwo')
    expect(await call('read_file', { paths: ['a.txt:2-3', 'b:1'] })).toBe(
      '==> a.txt:2-3\n2\ttwo\n3\tthree\n\n==> b:1\nodd',
    )
    await expect(call('read_file', { path: 'none:2' })).rejects.toThrow('`none:2` does not exist')
  })

  test('read_file shows several files in one call, names missing ones, and limits their total length', async () => {
    const { call } = await reading({
      a: 'one\n',
      b: 'two\n',
      big: 'x\n'.repeat(900),
      'big.2': `${'y'.repeat(90)}\n`.repeat(900),
    })
    expect(await call('read_file', { paths: ['a', 'none', 'b', 'a'] })).toBe(
      '`none` does not exist.\n\n==> a\none\n\n==> b\ntwo',
    )
    const text = await call('read_file', { paths: ['big', 'big.2', 'a'] })
    expect(text).toMatch(/go on with start_line \d+\]\n\n==> a\n/)
    expect(text.length).toBeLessThan(12_100)
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`m${n}`, 'zzzzzzzzz\n'.repeat(900)]))
    const all = await (await reading(many)).call('read_file', { paths: Object.keys(many) })
    expect([all.length < 20_800, all.endsWith('==> m8\n[left out: read it by itself]')]).toEqual([true, true])
    await expect(call('read_file', { paths: ['none', 'src'] })).rejects.toThrow(
      '`none` does not exist.\n`src` does not',
    )
  })

  test('read_file truncates the long lines of a minified file', async () => {
    const { call } = await reading({ 'a.min.js': `${'a'.repeat(5_000)}\n`.repeat(20) })
    const text = await call('read_file', { path: 'a.min.js' })
    expect([text.length < 7_000, text.split('\n').length]).toEqual([true, 20])
  })

  test('a truncated read_file result says how to continue, and doing so reaches the end of the file', async () => {
    const { call } = await reading({ 'long.txt': Array.from({ length: 2500 }, (_, i) => `line ${i + 1}`).join('\n') })
    let start = 1
    const seen: string[] = []
    for (let turn = 0; turn < 10 && start > 0; turn++) {
      const text = await call('read_file', { path: 'long.txt', start_line: start })
      seen.push(...text.split('\n').filter((line) => !line.startsWith('[')))
      start = Number(/go on with start_line (\d+)/.exec(text)?.[1] ?? 0)
    }
    expect(seen).toEqual(Array.from({ length: 2500 }, (_, i) => `${i + 1}\tline ${i + 1}`))
  })

  const LONG = 'has more than 4,096 bytes; no'
  test.each<[string, Record<string, unknown>, string]>([
    ['read_file', { path: 'a/'.repeat(100_000) }, `The path ${LONG} system takes that.`],
    ['git_show', { revision: 'HEAD', path: 'a'.repeat(200_000) }, `The path ${LONG} system takes that.`],
    ['search', { pattern: 'a', path: 'é'.repeat(2049) }, `The path ${LONG} system takes that.`],
    ['list_files', { pattern: '*a'.repeat(100_000) }, `The glob ${LONG} path is that long.`],
    ['search', { pattern: 'a'.repeat(200_000) }, 'The pattern has more than 4000 characters; search for less.'],
  ])('%s rejects an over-long argument with one sentence', async (name, input, sentence) => {
    const { call } = await reading({ 'a.ts': '' })
    await expect(call(name, input)).rejects.toThrow(new ToolError(sentence))
  })

  test.each([
    ['an endless line', { x: 'a'.repeat(5_000_000) }, /more characters\]$/],
    ['a binary file', { x: Buffer.from([1, 0, 2]) }, /^`x` is a binary file of 3 bytes\.$/],
    ['an empty file', { x: '' }, /^The file is empty\.$/],
    ['a secret', { x: 'key: the-secret' }, /^key: \[redacted\]$/],
  ])('read_file gives a short answer for %s', async (_, files, answer) => {
    const { call } = await reading(files)
    const text = await call('read_file', { path: 'x' })
    expect(text).toMatch(answer)
    expect(text.length).toBeLessThan(3000)
  })

  test.each([
    [{ path: 'src' }, 'is a directory'],
    [{ path: 'none' }, 'does not exist'],
    [{ path: 'src/a', start_line: 9 }, 'has 1 lines'],
    [{ path: 'src/a', start_line: 1, end_line: 0 }, 'end_line'],
    [{ path: '/proc/self/environ' }, 'outside'],
  ])('read_file tells the model what is wrong with %j', async (input, reason) => {
    const { call } = await reading({ 'src/a': 'x' })
    await expect(call('read_file', input)).rejects.toThrow(reason)
  })
})

describe('search', () => {
  test('search groups lines by file, in tracked and new files only', async () => {
    const { root, call } = await reading({ 'src/a.ts': 'const foo = 1\nbar\nfoo()\n', '.gitignore': 'out' })
    writeFiles(root, { 'new.md': 'foo\n', out: 'foo' })
    expect(await call('search', { pattern: 'foo' })).toBe('new.md\n1\tfoo\n\nsrc/a.ts\n1\tconst foo = 1\n3\tfoo()')
    expect(await call('search', { pattern: '\\bFOO\\(', ignore_case: true })).toBe('src/a.ts\n3\tfoo()')
    expect(await call('search', { pattern: 'foo', path: 'src' })).toMatch(/^src\/a\.ts/)
    expect(await call('search', { pattern: 'foo', glob: '*.md' })).toBe('new.md\n1\tfoo')
    expect(await call('search', { pattern: 'nowhere' })).toBe('No matches.')
  })

  test('search in one file shows 200 lines at a time, and the next calls reach all others', async () => {
    const { call } = await reading({ 'src/a.ts': 'x\ny\n'.repeat(450), b: 'y\n' })
    const lines: string[] = []
    for (let start = 1; start > 0;) {
      const text = await call('search', { pattern: 'x', start_line: start })
      lines.push(...text.split('\n').filter((line) => line.endsWith('\tx')))
      start = Number(/more lines match in this file; go on with start_line (\d+)\]$/.exec(text)?.[1] ?? 0)
      expect(lines.length).toBe(start > 0 ? (start - 1) / 2 : 450)
    }
    expect(lines.slice(-1)).toEqual(['899\tx'])
  })

  test('search says when only the glob keeps files from matching', async () => {
    const { call } = await reading({ 'src/a.ts': 'x\n', 'src/b.ts': 'x\n' })
    expect(await call('search', { pattern: 'x', glob: 'a.ts/*' })).toMatch(
      /^No matches in files that fit `a\.ts\/\*`; 2 others match\./,
    )
  })

  test.each(['(', '[', 'a\nb', '*'])('search rejects the pattern %j with an explanation', async (pattern) => {
    const { call } = await reading({ a: 'x' })
    await expect(call('search', { pattern })).rejects.toThrow(/pattern/)
  })

  test('search stops a catastrophically backtracking pattern and tells the model', async () => {
    const { call } = await reading({ a: `${'a'.repeat(60)}!\n`.repeat(2_000) })
    const answer = await call('search', { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }).catch((error: unknown) => error)
    expect(String(answer)).toMatch(/No matches|does not take the pattern|took longer/)
  })

  test('search treats a pattern that looks like an option as a pattern', async () => {
    const { call } = await reading({ a: 'x --open-files-in-pager=touch y' })
    expect(await call('search', { pattern: '--open-files-in-pager=touch' })).toMatch(/^a\n1\t/)
  })

  test('search limits files, lines and line lengths, and says what is left out', async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 'x\n'.repeat(50)]))
    const { call } = await reading({ ...files, a: 'x'.repeat(100_000) })
    const text = await call('search', { pattern: 'x' })
    expect(text).toContain('[… 30 more lines match in this file; search it alone]')
    expect(text).toContain('more files match; narrow it down')
    expect(text.length).toBeLessThan(60_000)
  })

  test('search does not follow a symlink that replaced a directory', async () => {
    const { root, top, call } = await reading({ 'conf/passwd': 'inside' })
    writeFiles(top, { 'elsewhere/passwd': 'outside-secret' })
    rmSync(join(root, 'conf'), { recursive: true })
    symlinkSync('../elsewhere', join(root, 'conf'))
    expect(await call('search', { pattern: 'secret' })).not.toContain('outside-secret')
  })
})

test.each([
  'with space.txt',
  '-dash',
  'line\nbreak',
  'tab\tand "quotes"',
  'ünï/cödé 漢字',
  '$(touch x); `y`',
  '*',
  ':(glob)x',
])('a file named %j can be listed, read and searched like any other', async (path) => {
  const { call } = await reading({ [path]: 'needle\n', 'other/x': 'hay\n' })
  const shown = /[\n\t]/.test(path) ? JSON.stringify(path) : path
  expect((await call('list_files', {})).split('\n').toSorted()).toEqual([shown, 'other/x'].toSorted())
  expect(await call('read_file', { path })).toBe('needle')
  expect(await call('search', { pattern: 'needle' })).toBe(`${shown}\n1\tneedle`)
  expect(await call('search', { pattern: 'needle', path })).toBe(`${shown}\n1\tneedle`)
  expect(await call('git_log', { path })).toContain('First commit')
  expect(await call('git_show', { revision: 'HEAD', path })).toBe('needle\n')
})

describe('git_log and git_show', () => {
  test('git_log and git_show show past commits, and files as they were in them', async () => {
    const { root, call } = await reading({ 'a.txt': 'old\n' })
    writeFiles(root, { 'a.txt': 'new\n' })
    expect(await call('git_log', {})).toMatch(/^[0-9a-f]{7,} \d{4}-\d\d-\d\d A: First commit$/)
    expect(await call('git_log', { path: 'none' })).toBe('No commits.')
    expect(await call('git_show', { revision: 'HEAD', path: 'a.txt' })).toBe('old\n')
    expect(await call('git_show', { revision: 'HEAD' })).toContain('+old')
  })

  test.each(['--output=/tmp/x', '-p', 'HEAD..HEAD', 'HEAD:a.txt', '', 'a b', ':/x', '^HEAD'])(
    'git_log and git_show refuse the revision %j',
    async (revision) => {
      const { call } = await reading({ a: 'x' })
      await expect(call('git_show', { revision })).rejects.toThrow('not a revision')
    },
  )

  test('git_show reports a revision that git does not find, and a path outside the repository', async () => {
    const { call } = await reading({ a: 'x' })
    await expect(call('git_show', { revision: 'nothing' })).rejects.toThrow('git does not find')
    await expect(call('git_show', { revision: 'HEAD', path: '../x' })).rejects.toThrow('outside the repository')
  })
})
