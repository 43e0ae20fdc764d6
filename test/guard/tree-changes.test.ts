import fc from 'fast-check'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git } from '../../src/git/git.ts'
import { writeBlob, type Change } from '../../src/git/objects.ts'
import { problemsOfChanges } from '../../src/guard/change-rules.ts'
import { inspectCommit } from '../../src/guard/check-commit.ts'
import { repositoryWith } from '../places.ts'

const rules = { protectedPaths: ['.github/**', '**/AGENTS.md'], planFile: 'PLAN.md' }
const nothing = { sizes: new Map<string, number>(), links: new Map<string, string>() }
const MIB = 1024 * 1024

const change = (path: string, mode = '100644', from = '000000'): Change => ({
  path,
  from: { mode: from, blob: '0'.repeat(40) },
  to: { mode, blob: 'b' },
})

/** Whether a new link at a path is refused because it leads outside, in a tree with these links. */
const leadsOutside = (path: string, target: string, links: Record<string, string> = {}): boolean => {
  const known = { ...nothing, links: new Map(Object.entries({ ...links, [path]: target })) }
  return problemsOfChanges([change(path, '120000')], rules, known).length > 0
}

describe('a change', () => {
  test.each([
    ['a file', change('src/a.js')],
    ['an executable', change('run.sh', '100755')],
    ['a deletion', change('src/a.js', '000000', '100644')],
    ['a name like a protected one', change('.github.md')],
    ['a name like that of the plan', change('docs/PLAN.md')],
  ])('a change of %s may be committed', (_, one) => {
    expect(problemsOfChanges([one], rules, nothing)).toEqual([])
  })

  test.each([
    ['a protected file', change('.github/workflows/ci.yml'), 'protected'],
    ['a protected file in other letters', change('.GitHub/workflows/ci.yml'), 'protected'],
    ['the removal of a protected file', change('lib/AGENTS.md', '000000', '100644'), 'protected'],
    ['the plan', change('PLAN.md'), 'approved plan'],
    ['the removal of the plan', change('PLAN.md', '000000', '100644'), 'approved plan'],
    ['what belongs to git', change('a/.git/config'), 'belongs to git'],
    ['what belongs to git elsewhere', change('a/GIT~1/config'), 'belongs to git'],
    ['a repository', change('vendor/lib', '160000'), 'repository of its own'],
    ['a link whose target is not known', change('link', '120000'), 'outside'],
  ])('a change of %s may not be committed', (_, one, why) => {
    expect(problemsOfChanges([one], rules, nothing)).toEqual([expect.stringContaining(why)])
    expect(problemsOfChanges([one], rules, nothing)[0]).toContain(`\`${one.path}\``)
  })

  test('a file of more than 10 MiB may not be committed', () => {
    const sized = (bytes: number) => ({ ...nothing, sizes: new Map([['b', bytes]]) })
    expect(problemsOfChanges([change('big')], rules, sized(10 * MIB))).toEqual([])
    expect(problemsOfChanges([change('big')], rules, sized(10 * MIB + 1))).toEqual(['`big` is larger than 10 MiB.'])
  })

  test('a change of more than 10,000 files may not be committed', async () => {
    const { repository } = await repositoryWith({})
    const blob = await writeBlob(repository, 'a\n')
    const entries = Array.from({ length: 10_001 }, (_, i) => `100644 blob ${blob}\ta${i}\n`)
    const to = await git(repository, ['mktree'], { input: entries.join('') })
    expect((await inspectCommit(repository, { from: 'HEAD', to }, { ...rules, redact: String })).problems).toEqual([
      'The change has 10001 files; at most 10000 are committed at once. Leave out what is generated or installed, and have `.gitignore` name it.',
    ])
  })

  test('a path of more than 4,096 bytes may not be committed', () => {
    expect(problemsOfChanges([change('a/'.repeat(2048) + 'b')], rules, nothing)).toEqual([
      `A path that begins \`${'a/'.repeat(50)}\` has more than 4,096 bytes; no system takes that.`,
    ])
  })
})

test.each([
  ['a', 'b', false],
  ['a/b', '../c', false],
  ['a/b', '../../c', true],
  ['a/b', 'x/../../c', false],
  ['a/b', 'x/../../../c', true],
  ['a', '/etc/passwd', true],
  ['a', '..', true],
  ['a/b', '..', false],
  ['a/b', '../.git/config', true],
  ['a', './/x//y', false],
  ['a', 'x\0y', true],
])('a symlink at %j to %j leads outside: %j', (path, target, outside) => {
  expect(leadsOutside(path, target)).toBe(outside)
})

test.each([
  ['x', 'd/..', { d: 'a/b' }, false],
  ['x', 'd/../..', { d: 'a/b' }, false],
  ['x', 'd/../../..', { d: 'a/b' }, true],
  ['x', 'd/../s', { d: 'a/b/c' }, false],
  ['a/b/x', '../../d', { d: 'a' }, false],
  ['x', 'a/d/..', { 'a/d': '..' }, true],
  ['x', 'a/d/b', { 'a/d': '../..' }, true],
  ['x', 'd', { d: '/etc' }, true],
  ['x', 'd/config', { d: 'e', e: '.git' }, true],
  ['x', 'x', { x: 'x' }, true],
  ['x', 'y', { x: 'y', y: 'x' }, true],
])('a symlink at %j to %j, with the symlinks %j, leads outside: %j', (path, target, links, outside) => {
  expect(leadsOutside(path, target, links)).toBe(outside)
})

test('an unchanged symlink that leads outside because another symlink changed is reported', () => {
  const before = new Map([['x', 'd/../y']])
  const links = new Map([...before, ['d', 'a']])
  const known = { ...nothing, before, links }
  expect(problemsOfChanges([change('d', '120000')], rules, known)).toEqual([])
  const astray = {
    ...known,
    before: new Map([['x', 'a/d/../..']]),
    links: new Map(Object.entries({ x: 'a/d/../..', 'a/d': '..' })),
  }
  expect(problemsOfChanges([change('a/d', '120000')], rules, astray)).toEqual([
    '`x` is a link that leads outside the repository now that another link changes.',
  ])
  // What led outside before is nobody's fault.
  const old = new Map([['x', '/etc']])
  expect(
    problemsOfChanges([change('d', '120000')], rules, {
      ...nothing,
      before: old,
      links: new Map([...old, ['d', 'a']]),
    }),
  ).toEqual([])
})

describe('a new path is sent back when Windows or macOS cannot check it out:', () => {
  test.each([
    ['a\\b', '`a\\b` has the character "\\\\" in it, which Windows cannot check out. Name it otherwise.'],
    ['C:/x', '`C:/x` has the character ":" in it, which Windows cannot check out. Name it otherwise.'],
    ['src/what?', '`src/what?` has the character "?" in it, which Windows cannot check out. Name it otherwise.'],
    ...['aux', 'src/AUX.ts', 'nul.txt', 'con/x', 'lpt1', 'Com9.log', 'prn .x', 'com¹'].map((path) => [
      path,
      `\`${path}\` has the name of a device, which Windows cannot check out. Name it otherwise.`,
    ]),
    ...['a.', 'a /b', 'src./x'].map((path) => [
      path,
      `\`${path}\` has a name that ends with a dot or a space, which Windows cannot check out. Name it otherwise.`,
    ]),
  ])('Windows cannot check out the new path %j', (path, why) => {
    expect(problemsOfChanges([change(path)], rules, nothing)).toEqual([why])
    expect(problemsOfChanges([change(path, '000000', '100644')], rules, nothing)).toEqual([])
    expect(problemsOfChanges([change(path, '100644', '100644')], rules, nothing)).toEqual([])
  })

  test.each(['console', 'auxiliary.ts', 'com', 'com10', '.a', 'a.b', 'lpt', 'a b', 'ä', '…x', 'x.aux'])(
    'every system can check out %j',
    (path) => {
      expect(problemsOfChanges([change(path)], rules, nothing)).toEqual([])
    },
  )

  test.each([
    ['src/A.ts', ['src/A.ts', 'src/a.ts'], 'src/a.ts'],
    ['SRC/b.ts', ['SRC/b.ts', 'src/a.ts'], 'src'],
    ['a/\u00e9', ['a/\u00e9', 'a/e\u0301'], 'a/e\u0301'],
    ['a', ['A/b', 'a'], 'A'],
  ])('%j differs only in case from one of %j', (path, paths, other) => {
    expect(problemsOfChanges([change(path)], rules, { ...nothing, paths })).toEqual([
      `\`${path}\` differs from \`${other}\` by the case of letters alone, so Windows and macOS cannot check out both. Name it otherwise.`,
    ])
  })

  test('a rename in case only, and a file in an existing folder of another case, may be committed', () => {
    const renamed = [change('a.ts', '000000', '100644'), change('A.ts')]
    expect(problemsOfChanges(renamed, rules, { ...nothing, paths: ['A.ts', 'b.ts'] })).toEqual([])
    const paths = ['SRC/b.ts', 'src/a.ts', 'src/new.ts']
    expect(problemsOfChanges([change('src/new.ts')], rules, { ...nothing, paths })).toEqual([])
  })
})

test('a symlink whose resolved path leaves the root leads outside, and one without `..` does not', () => {
  const name = fc.constantFrom('..', '.', 'a', 'b', '')
  const names = fc.array(name, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/'))
  fc.assert(
    fc.property(names, fc.nat({ max: 3 }), (target, depth) => {
      const path = [...Array(depth).fill('d'), 'link'].join('/')
      const resolved = posix.join(posix.dirname(path), target)
      // A walk may leave the tree and come back; that counts as leaving it.
      if (resolved.startsWith('..') || target.startsWith('/')) expect(leadsOutside(path, target)).toBe(true)
      else if (!target.includes('..')) expect(leadsOutside(path, target)).toBe(false)
    }),
  )
})
