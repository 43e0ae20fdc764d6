import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allOwners, ownersOfPaths } from '../../../src/observe/branch/codeowners.ts'

const ownersOf = (codeowners: string, path: string) => ownersOfPaths(codeowners, [path])[0]?.owners
const covers = (pattern: string, path: string): boolean => ownersOf(`${pattern} @o`, path)?.length === 1

/** A pattern, what it covers and what it does not. */
const patterns: [string, string[], string[]][] = [
  // Examples of GitHub's documentation.
  ['*', ['a', '.b', 'src/a.ts', 'a/b/c'], []],
  ['*.js', ['a.js', 'src/deep/a.js', '.js'], ['a.jsx', 'a.JS', 'js']],
  ['/build/logs/', ['build/logs/a', 'build/logs/b/c'], ['build/logs', 'x/build/logs/a', 'build/a']],
  ['docs/*', ['docs/a.md'], ['docs/b/c.md', 'x/docs/a.md', 'docs']],
  ['apps/', ['apps/a', 'apps/b/c', 'x/apps/a', 'x/y/apps/b/c'], ['apps', 'x/apps', 'myapps/a']],
  ['/docs/', ['docs/a', 'docs/b/c'], ['x/docs/a', 'docs']],
  ['**/logs', ['logs', 'build/logs', 'build/logs/a', 'deeply/nested/logs/b'], ['build/log', 'mylogs', 'logs.txt']],
  ['/apps/github', ['apps/github', 'apps/github/a'], ['apps/githubber', 'x/apps/github']],
  // Names.
  ['a', ['a', 'a/b', 'x/a', 'x/a/b'], ['a.txt', 'ab', 'x/ba']],
  ['/a', ['a', 'a/b'], ['x/a', 'ab']],
  ['a/b', ['a/b', 'a/b/c'], ['x/a/b', 'a/bc']],
  ['a/b/', ['a/b/c', 'a/b/c/d'], ['a/b', 'x/a/b/c']],
  ['a', [], ['A']],
  ['Makefile', ['Makefile', 'lib/Makefile'], ['makefile']],
  ['.github/', ['.github/workflows/ci.yml'], ['github/x']],
  ['größe.txt', ['größe.txt'], ['grosse.txt']],
  // Wildcards.
  ['/*', ['a'], ['a/b']],
  ['/*/', ['a/b', 'a/b/c'], ['a']],
  ['/f*', ['f', 'foo', 'foo/a'], ['x/foo', 'of']],
  ['f*/', ['foo/a', 'x/foo/a'], ['foo', 'x/foo']],
  ['a/*.txt', ['a/b.txt'], ['a/b/c.txt', 'x/a/b.txt', 'a/b.txtx']],
  ['a/*/c', ['a/b/c', 'a/b/c/d'], ['a/c', 'a/b/b/c']],
  ['f?o', ['foo', 'f.o', 'f💡o'], ['fo', 'fooo', 'f/o']],
  ['💡*', ['💡', '💡a'], ['a💡']],
  ['*a*b*', ['ab', 'xaxbx', 'aab'], ['ba', 'a/b']],
  ['**', ['a', 'a/b'], []],
  ['/**', ['a', 'a/b'], []],
  ['**/a/b', ['a/b', 'x/a/b', 'x/a/b/c'], ['a/x/b']],
  ['**/*bar*', ['bar', 'x/rebar', 'x/y/barrio'], ['ba/r']],
  ['a/**', ['a/b', 'a/b/c'], ['a', 'x/a/b']],
  ['a/**/', ['a/b/c', 'a/b'], ['a']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b', 'a/x/b/c'], ['a', 'x/a/b', 'ab']],
  ['a/**/b/c*', ['a/b/cd', 'a/x/b/c'], ['a/b', 'a/b/x']],
  // Escapes, and what is meant literally.
  [String.raw`my\ file.txt`, ['my file.txt', 'x/my file.txt'], ['my', String.raw`my\ file.txt`]],
  [String.raw`/path\ with\ spaces/`, ['path with spaces/a'], ['path/a']],
  [String.raw`f\*o`, ['f*o'], ['foo']],
  [String.raw`f\?o`, ['f?o'], ['foo']],
  [String.raw`a\\b`, [String.raw`a\b`], ['ab']],
  ['a+(b).{c,d}$', ['a+(b).{c,d}$'], ['aab.c']],
  ['a#b', ['a#b'], ['a']],
  // No patterns.
  ['/', [], ['a', 'a/b']],
  ['!a', [], ['a', '!a', 'b']],
  ['[ab].ts', [], ['a.ts', '[ab].ts']],
  ['a]', [], ['a]']],
  [String.raw`\#a`, [], ['#a']],
  ['#a', [], ['#a']],
  ['***/a', [], ['a', 'x/a']],
  ['a//b', [], ['a/b']],
]

describe.each(patterns)('the pattern %s', (pattern, covered, others) => {
  test.each(covered)('the CODEOWNERS pattern covers %s', (path) => {
    expect(covers(pattern, path)).toBe(true)
  })
  test.each(others)('the CODEOWNERS pattern does not cover %s', (path) => {
    expect(covers(pattern, path)).toBe(false)
  })
})

const FILE = `\ufeff# Who looks after what.

*           @lead @second   # everything else
*.js        @js-people #inline
*.go        gopher@example.com
\t/docs/     @org/writers\t@lead
/docs/api/  @Org/API.team
/vendor/
/vendor/ours @lead
/bad        lead
/bad        @lead/too/deep
/bad        a@b@example.com
/bad        @lead, @second
/late       @lead#close
`

test.each([
  ['the default rule counts where nothing else does', 'README.md', ['@lead', '@second']],
  ['the last rule that covers a path wins', 'src/a.js', ['@js-people']],
  ['a later, wider rule beats an earlier, narrower one', 'docs/a.js', ['@org/writers', '@lead']],
  ['owners may be e-mail addresses', 'cmd/main.go', ['gopher@example.com']],
  ['owners are given as they are written', 'docs/api/x', ['@Org/API.team']],
  ['a rule without owners takes them away', 'vendor/a/b.js', []],
  ['and a later rule may give them back', 'vendor/ours', ['@lead']],
  ['a line with something that is no owner is left out', 'bad', ['@lead', '@second']],
  ['a comment needs no space before it', 'late', ['@lead']],
])('in CODEOWNERS %s', (_, path, owners) => {
  expect(ownersOf(FILE, path)).toEqual(owners)
  expect(ownersOf(FILE.replaceAll('\n', '\r\n'), path)).toEqual(owners)
})

test('a path that no CODEOWNERS rule covers has no owners', () => {
  expect(ownersOf('', 'a')).toEqual([])
  expect(ownersOf('/b @x', 'a')).toEqual([])
})

test.each(['./src/a', 'src//a', '/src/a', 'src/./a', './/src/a'])('%s is normalized to the path src/a', (path) => {
  expect(ownersOf('/src/a @x', path)).toEqual(['@x'])
})

test('the owners of a directory are those of its content', () => {
  expect(ownersOf('/src/ @x', 'src/')).toEqual(['@x'])
})

test('a CODEOWNERS file over 3 MB is ignored', () => {
  const rule = '* @x\n'
  const fill = (bytes: number): string => `${rule}#${'ü'.repeat((bytes - rule.length - 1) / 2)}`
  expect(allOwners(fill(3 * 1024 * 1024))).toEqual(['@x'])
  expect(allOwners(fill(3 * 1024 * 1024 + 2))).toEqual([])
})

test('CODEOWNERS patterns with many stars are matched quickly against long names', () => {
  expect(covers(`${'*a'.repeat(50)}*b`, 'a'.repeat(4000))).toBe(false)
  expect(covers(`${'**/a/'.repeat(50)}b`, 'a/'.repeat(2000))).toBe(false)
  expect(allOwners(`a x@${'.'.repeat(1_000_000)}@`)).toEqual([])
})

const name = fc.stringMatching(/^[a-z-][a-z.-]{0,5}$/)
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'))

test('any text of a CODEOWNERS file is parsed and matched without an error', () => {
  const line = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[ab*?/\\ #!@[\]]{0,20}$/))
  fc.assert(
    fc.property(fc.array(line), path, (lines, asked) => {
      expect(Array.isArray(ownersOf(lines.join('\n'), asked))).toBe(true)
    }),
  )
})

test('a path as a CODEOWNERS pattern covers itself and all below it, but no siblings', () => {
  fc.assert(
    fc.property(path, name, (own, below) => {
      expect(covers(`/${own}`, own)).toBe(true)
      expect(covers(`/${own}`, `${own}/${below}`)).toBe(true)
      expect(covers(`/${own}/`, `${own}/${below}`)).toBe(true)
      expect(covers(`/${own}/`, own)).toBe(false)
      expect(covers(`/${own}`, own + below)).toBe(false)
      expect(covers(`/${own}`, `X/${own}`)).toBe(false)
    }),
  )
})

test('a CODEOWNERS pattern without a slash covers a name at any depth', () => {
  fc.assert(
    fc.property(path, name, (above, own) => {
      expect(covers(own, `${above}/${own}`)).toBe(true)
      expect(covers(`**/${own}`, `${above}/${own}`)).toBe(true)
      expect(covers(`/${above}/**/${own}`, `${above}/${own}`)).toBe(true)
    }),
  )
})

test('a last CODEOWNERS rule for `*` overrides all earlier rules', () => {
  fc.assert(
    fc.property(fc.array(path), path, (patterns, asked) => {
      const rules = [...patterns.map((pattern) => `${pattern} @before`), '* @last'].join('\n')
      expect(ownersOf(rules, asked)).toEqual(['@last'])
    }),
  )
})
