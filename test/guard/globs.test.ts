import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyGlob, mayOverlap, namedPath, pathMatcher } from '../../src/guard/paths.ts'

const matchesGlob = (path: string, glob: string): boolean => anyGlob([glob])(path)
const overlap = (one: string, other: string): boolean => mayOverlap(namedPath(one), namedPath(other))

describe('a glob', () => {
  test.each([
    ['a/b.ts', '**', true],
    ['a/b.ts', '*', false],
    ['b.ts', '*', true],
    ['a/b.ts', '**/b.ts', true],
    ['b.ts', '**/b.ts', true],
    ['a/x/y/b.ts', 'a/**/b.ts', true],
    ['a/b.ts', 'a/**/b.ts', true],
    ['a', 'a/**', true],
    ['ab', 'a/**', false],
    ['a.tsx', '*.{ts,tsx}', true],
    ['a.js', '*.{ts,tsx}', false],
    ['a.test.js', 'a.{x,{test,spec}}.js', true],
    ['a{b', 'a{b', true],
    ['abc', 'a?c', true],
    ['a/c', 'a?c', false],
    ['a.b', 'a+b', false],
    ['x/aab', 'x/*ab', true],
  ])('the path %s matches the glob %s: %s', (path, glob, fits) => {
    expect(matchesGlob(path, glob)).toBe(fits)
  })

  test('a glob made for catastrophic backtracking is matched quickly', () => {
    expect(matchesGlob(`${'a/'.repeat(1000)}${'a'.repeat(1000)}`, `${'**/*a*/'.repeat(50)}${'a*'.repeat(200)}b`)).toBe(
      false,
    )
    expect(matchesGlob('a', '{a,b}'.repeat(40))).toBe(false)
  })

  test('a glob without special characters matches that path only', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/)
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'))
    fc.assert(fc.property(path, path, (a, b) => matchesGlob(a, b) === (a === b)))
  })
})

test.each<[string, string[], string[]]>([
  ['src/a.ts', ['src/a.ts'], ['src/a.tsx', 'src', 'x/src/a.ts']],
  ['./src//./a.ts', ['src/a.ts'], ['src/b.ts']],
  ['src', ['src/a.ts', 'src/deep/b.ts', 'src'], ['srcs/a.ts', 'x/src/a.ts']],
  ['src/', ['src/a.ts'], ['srcs/a.ts']],
  ['.', ['a', 'src/a.ts'], []],
  ['src/*.ts', ['src/a.ts'], ['src/deep/b.ts', 'src/a.js']],
  ['src/**', ['src/a.ts', 'src/deep/b.ts'], ['lib/a.ts']],
  ['src/{a,b}.ts', ['src/a.ts', 'src/b.ts'], ['src/c.ts']],
])('the path %j in a plan covers %j, but not %j', (declared, inside, outside) => {
  const isCovered = pathMatcher(declared)
  expect([inside.filter((path) => !isCovered(path)), outside.filter(isCovered)]).toEqual([[], []])
})

describe('two paths that plans name', () => {
  test.each<[string, string, boolean]>([
    ['src/a.ts', 'src/a.ts', true],
    ['src/a.ts', './src//a.ts', true],
    ['src/a.ts', 'src/b.ts', false],
    ['src', 'src/deep/a.ts', true],
    ['src/', 'src/a.ts', true],
    ['src', 'srcs/a.ts', false],
    ['.', 'anything', true],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**', 'src/deep/a.ts', true],
    ['src/**', 'src', true],
    ['src/**/a.ts', 'src', true],
    ['src/*/a.ts', 'src/deep', true],
    ['src/*/a.ts', 'src/index.ts', false],
    ['*.md', 'docs', false],
    ['**/*.md', 'docs', true],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['*.{ts,tsx}', 'a.js', false],
    ['src/*.ts', 'src/a*', true],
    ['src/*.ts', 'src/*.js', false],
    ['src/*.ts', 'test/*.ts', false],
    ['src/**/*.ts', '**/a*', true],
    ['src/**/*.ts', 'src/*/*/b.js', false],
    ['a*b', 'b*a', false],
    ['a?c', 'a*', true],
    [`{${'a,'.repeat(20)}b}`, 'c.ts', true],
    [`{${'a,'.repeat(20)}b}`, 'c*', true],
    [`{a,b`, 'a', false],
  ])('the globs %s and %s may overlap: %s', (one, other, may) => {
    expect(overlap(one, other)).toBe(may)
    expect(overlap(other, one)).toBe(may)
  })

  const name = fc.stringMatching(/^[ab]{1,3}$/)
  const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))

  /** A path with a pattern in the place of some of its names. */
  const patternFor = (path: string) =>
    fc
      .array(fc.constantFrom('as it is', '*', '**', 'begin', 'end'), { minLength: 4, maxLength: 4 })
      .map((how) => path.split('/').map((one, i) => LIKE[how[i] ?? '']?.(one) ?? one))
      .map((names) => names.join('/'))
  const LIKE: Record<string, (one: string) => string> = {
    '*': () => '*',
    '**': () => '**',
    begin: (one) => `${one.slice(0, 1)}*`,
    end: (one) => `*${one.slice(-1)}`,
  }

  test('two globs that match the same file are found to overlap', () => {
    const both = file.chain((path) => fc.tuple(fc.constant(path), patternFor(path), patternFor(path)))
    fc.assert(
      fc.property(both, ([path, one, other]) => {
        expect([pathMatcher(one)(path), pathMatcher(other)(path)]).toEqual([true, true])
        expect([overlap(one, other), overlap(other, one)]).toEqual([true, true])
      }),
    )
  })

  test('overlap of two very long globs is decided quickly', () => {
    expect(overlap(`${'**/*a*/'.repeat(500)}b`, `${'**/*b*/'.repeat(500)}c`)).toBe(true)
  })
})
