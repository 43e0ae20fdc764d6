import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { editingTools } from '../../../src/agent/tools/executing.ts'
import { openWorkspace } from '../../../src/agent/worktree/workspace.ts'
import { temporaryDirectory, writeFiles } from '../../places.ts'
import { callIn } from './call.ts'

async function editing(files: Record<string, string | Buffer>) {
  const root = temporaryDirectory()
  writeFiles(root, files)
  const workspace = await openWorkspace({ root, protectedPaths: ['.github/**'], planFile: 'PLAN.md' })
  return {
    root,
    call: callIn(editingTools({ workspace })),
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
  }
}

describe('edit_file', () => {
  test.each([
    ['a plain text', 'a\nb\nc\n', 'b', 'B', 'a\nB\nc\n'],
    ['with signs that replacing could take for its own', 'a $x\n', '$x', '$& $1 $$', 'a $& $1 $$\n'],
    ['with CRLF, asked for with LF', 'a\r\nb\r\nc\r\n', 'a\nb\n', 'x\ny\n', 'x\r\ny\r\nc\r\n'],
    ['with CRLF, asked for with CRLF', 'a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n'],
    ['with a byte order mark', '\uFEFFa\nb\n', 'a', 'x', '\uFEFFx\nb\n'],
    ['without a last line break', 'a\nb', 'b', 'x', 'a\nx'],
    ['with mixed line endings', 'a\r\nb\nc', 'b\nc', 'x', 'a\r\nx'],
    ['with old Mac line endings', 'a\rb', 'b', 'x', 'a\rx'],
  ])('edit_file changes %s and nothing else', async (_, before, old_text, new_text, after) => {
    const { call, text } = await editing({ f: before })
    expect(await call('edit_file', { path: 'f', old_text, new_text })).toBe('Replaced one occurrence in `f`.')
    expect(text('f')).toBe(after)
  })

  test('edit_file keeps the file mode', async () => {
    const { root, call } = await editing({ 'run.sh': 'a' })
    chmodSync(join(root, 'run.sh'), 0o755)
    await call('edit_file', { path: 'run.sh', old_text: 'a', new_text: 'b' })
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755)
  })

  test('edit_file replaces every occurrence with `replace_all`', async () => {
    const { call, text } = await editing({ f: 'a a a' })
    expect(await call('edit_file', { path: 'f', old_text: 'a', new_text: 'b', replace_all: true })).toContain(
      '3 occurrences',
    )
    expect(text('f')).toBe('b b b')
  })

  test.each([
    ['several occurrences', 'x\ny\nx\n', 'x', /occurs 2 times in `f` \(lines 1, 3\).*replace_all/],
    [
      'indentation',
      'if (a) {\n    b()\n}\n',
      'if (a) {\n  b()\n}',
      /differs only in indentation from lines 1-3:\n1\tif/,
    ],
    ['tabs', 'a\n\tb\n', '  b', /differs only in indentation from line 2:/],
    ['quotes', 'a\nlet x = "y"\n', "let x = 'y'", /only in quotes from line 2:\n2\tlet x = "y"/],
    ['trailing white space', 'a \nb\n', 'a\nb', /white space at the end of lines/],
    ['a line ending in a mixed file', 'a\r\nb\r\nc\n', 'a\nb', /line endings from lines 1-2:\n1\ta\\r/],
    [
      'one word',
      'a\nfunction total(items, tax) {\n  return 1\n}\n',
      'function total(items) {\n  return 1',
      /closest is lines 2-3:\n2\tfunction total\(items, tax\)/,
    ],
    ['part of a long line', `a\n  f(x, y) // ${'why '.repeat(30)}\n`, 'f(x,  y)', /only in white space from line 2:/],
    ['a line that occurs twice', 'a()\nreturn 12\nb()\nc()\nreturn 12\n', 'c()\nreturn 12\nd()', /lines 4-/],
    ['everything', 'a\nb\n', 'something entirely different', /No line of it is similar/],
    ['an empty text', 'a', '', /old_text is empty/],
  ])('edit_file names the mismatch and changes nothing: %s', async (_, before, old_text, reason) => {
    const { call, text } = await editing({ f: before })
    await expect(call('edit_file', { path: 'f', old_text, new_text: 'new' })).rejects.toThrow(reason)
    expect(text('f')).toBe(before)
  })

  test('edit_file shows the closest lines when the text is not in a long file', async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `const value${i} = compute(${i})`)
    const { call } = await editing({ f: lines.join('\n') })
    const old_text = 'const value40000 = compute(40000)\nconst other = 1\nconst value40002 = compute(40002)'
    await expect(call('edit_file', { path: 'f', old_text, new_text: '' })).rejects.toThrow('lines 40001-40003')
  })

  test('edit_file refuses a file that is not UTF-8', async () => {
    const { call } = await editing({ f: Buffer.from([0x61, 0xe9, 0x62]) })
    await expect(call('edit_file', { path: 'f', old_text: 'a', new_text: 'b' })).rejects.toThrow('not UTF-8')
  })
})

test('edit_file refuses a file of 20 MB, and write_file more than 10 MiB', async () => {
  const { root, call } = await editing({ f: Buffer.alloc(20 << 20, 'a') })
  await expect(call('edit_file', { path: 'f', old_text: 'b', new_text: 'c' })).rejects.toThrow(
    /20971520 bytes, more than/,
  )
  await expect(call('write_file', { path: 'g', content: 'x'.repeat(11 << 20) })).rejects.toThrow('larger than 10 MiB')
  expect([statSync(join(root, 'f')).size, existsSync(join(root, 'g'))]).toEqual([20 << 20, false])
})

test('an edit of a file that changed meanwhile applies to its current text, or fails and shows that text', async () => {
  const { root, call, text } = await editing({ f: 'one\ntwo\nthree\n' })
  writeFileSync(join(root, 'f'), 'zero\none\nTWO\nthree\n')
  await call('edit_file', { path: 'f', old_text: 'one\n', new_text: 'first\n' })
  await expect(call('edit_file', { path: 'f', old_text: 'two', new_text: '2' })).rejects.toThrow(/line 3:\n3\tTWO/)
  expect(text('f')).toBe('zero\nfirst\nTWO\nthree\n')
})

test.each(['with space', '-rf', 'line\nbreak', 'ünï/cödé 漢字', '$(touch x)', '*'])(
  'a file named %j is edited like any other',
  async (path) => {
    const { root, call, text } = await editing({ other: 'x' })
    await call('write_file', { path, content: 'a' })
    await call('edit_file', { path, old_text: 'a', new_text: 'b' })
    expect([text(path), text('other')]).toEqual(['b', 'x'])
    await call('move_file', { from: path, to: `${path}2` })
    await call('delete_file', { path: `${path}2` })
    expect([existsSync(join(root, path)), text('other')]).toEqual([false, 'x'])
  },
)

test.each([
  ['CRLF and a byte order mark', '\uFEFFa\r\nb\r\n', 'x\ny\n', '\uFEFFx\r\ny\r\n'],
  ['them where the new text has them, too', '\uFEFFa\r\n', '\uFEFFx\r\ny\r\n', '\uFEFFx\r\ny\r\n'],
  ['no line ends of a mixed file', 'a\r\nb\n', 'x\ny\n', 'x\ny\n'],
  ['nothing of bytes that are no text', Buffer.from([0xff, 0x0d, 0x0a]), 'x\n', 'x\n'],
])('write_file over an existing file keeps %s', async (_, before, content, after) => {
  const { call, text } = await editing({ f: before })
  await call('write_file', { path: 'f', content })
  expect(text('f')).toBe(after)
})

test('the file tools create, replace, move and delete files', async () => {
  const { root, call, text } = await editing({ 'a.txt': 'a' })
  expect(await call('write_file', { path: 'deep/new.txt', content: 'é\n' })).toBe('Wrote `deep/new.txt` (3 bytes).')
  await call('move_file', { from: 'deep/new.txt', to: 'b/moved.txt' })
  expect(text('b/moved.txt')).toBe('é\n')
  await call('delete_file', { path: 'a.txt' })
  expect(existsSync(join(root, 'a.txt'))).toBe(false)
})

test.each([
  ['edit_file', { path: '.github/x.yml', old_text: 'a', new_text: 'b' }],
  ['write_file', { path: '.GitHub/x.yml', content: 'b' }],
  ['delete_file', { path: '.github/x.yml' }],
  ['move_file', { from: '.github/x.yml', to: 'x.yml' }],
  ['move_file', { from: 'a.txt', to: '.github/y.yml' }],
  ['write_file', { path: '../x', content: 'b' }],
  ['write_file', { path: '.git/hooks/pre-commit', content: 'b' }],
])('%s refuses a protected or outside path: %j', async (name, input) => {
  const { call, text } = await editing({ '.github/x.yml': 'a', 'a.txt': 'a' })
  await expect(call(name, input)).rejects.toThrow(/protected|outside|belongs to git/)
  expect(text('.github/x.yml')).toBe('a')
  expect(text('a.txt')).toBe('a')
})
