import fc from 'fast-check'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { leadsOutside, problemsOfChanges } from '../../src/guard/changes.ts'
import type { Change } from '../../src/git/objects.ts'

const rules = { protectedPaths: ['.github/**', '**/AGENTS.md'], planFile: 'PLAN.md' }
const nothing = { sizes: new Map<string, number>(), links: new Map<string, string>() }
const MIB = 1024 * 1024

const change = (path: string, mode = '100644', from = '000000'): Change => ({
  path,
  status: 'A',
  from: { mode: from, blob: '0'.repeat(40) },
  to: { mode, blob: 'b' },
})

describe('a change', () => {
  test.each([
    ['a file', change('src/a.js')],
    ['an executable', change('run.sh', '100755')],
    ['a deletion', change('src/a.js', '000000', '100644')],
    ['a name like a protected one', change('.github.md')],
    ['a name like that of the plan', change('docs/PLAN.md')],
  ])('of %s may be committed', (_, one) => {
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
  ])('of %s may not', (_, one, why) => {
    expect(problemsOfChanges([one], rules, nothing)).toEqual([expect.stringContaining(why)])
    expect(problemsOfChanges([one], rules, nothing)[0]).toContain(`\`${one.path}\``)
  })

  test('of more than 10 MiB may not', () => {
    const sized = (bytes: number) => ({ ...nothing, sizes: new Map([['b', bytes]]) })
    expect(problemsOfChanges([change('big')], rules, sized(10 * MIB))).toEqual([])
    expect(problemsOfChanges([change('big')], rules, sized(10 * MIB + 1))).toEqual(['`big` is larger than 10 MiB.'])
  })

  test('of a link may when it stays inside', () => {
    const to = (target: string) => ({ ...nothing, links: new Map([['b', target]]) })
    expect(problemsOfChanges([change('a/link', '120000')], rules, to('../b'))).toEqual([])
    expect(problemsOfChanges([change('a/link', '120000')], rules, to('../../b'))).toHaveLength(1)
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
])('a link at %j to %j leads outside: %j', (path, target, outside) => {
  expect(leadsOutside(path, target)).toBe(outside)
})

test('a link stays inside exactly when its path stays below the root', () => {
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
