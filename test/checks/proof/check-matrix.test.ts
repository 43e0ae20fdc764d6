import { expect, test } from 'vitest'
import { proofCounts, verdictOf, type Check } from '../../../src/plan/plan.ts'
import { configText, skipText } from '../../../src/guard/tests/changed-tests.ts'
import { answered, countProblem } from '../../../src/checks/proof/check-matrix.ts'
import {
  countText,
  silencedText,
  unplannedText,
  withoutText,
  type Named,
} from '../../../src/checks/proof/refusal-texts.ts'
import { programOf } from '../../../src/checks/background-checks.ts'

const check = (passed: boolean, ran?: number, skipped = 0): Check => ({
  command: 'npm test',
  passed,
  exit: passed ? 'exit code 0' : 'exit code 1',
  tail: '',
  ...(ran === undefined ? {} : { counts: { ran, skipped } }),
})

test.each<[Record<string, boolean>, string[]]>([
  [{ before: true, without: true, planned: true }, ['passed', 'passed', 'passed', 'guarding']],
  [{ without: false, planned: false }, ['not run', 'failed', 'failed', 'proving']],
  [{}, ['not run', 'not run', 'not run', '']],
])('runs that say %j are answered %j', (said, [before, without, planned, verdict]) => {
  const ran = Object.fromEntries(Object.entries(said).map(([tree, passed]) => [tree, check(passed)]))
  const one = answered(check(true), ran)
  expect(one).toMatchObject({ before, without, planned, passed: true })
  expect(verdictOf(one) ?? '').toBe(verdict)
})

test('what rests on files that the plan does not name is counted', () => {
  const [one, other] = [check(true), check(false)].map((ran) => answered(check(true), { without: ran, planned: ran }))
  const all = [one, other].filter((found) => found !== undefined)
  expect(proofCounts(all)).toEqual({ proving: 1, guarding: 1, unplanned: 1 })
  expect(proofCounts(all.slice(0, 1))).toEqual({ proving: 0, guarding: 1 })
})

test('a check that failed, or was not run without the change, has no verdict', () => {
  expect(verdictOf({ passed: false, without: 'failed' })).toBeUndefined()
  expect(verdictOf({ passed: true })).toBeUndefined()
})

const no = { mayLose: false, maySkip: false }
test.each<[after: Check, before: Check | undefined, may: Partial<typeof no>, kind: string | undefined]>([
  [check(true, 3), check(true, 3), {}, undefined],
  [check(true, 4), check(true, 3), {}, undefined],
  [check(true), check(true, 3), {}, 'silent'],
  [check(true), check(false, 3), {}, 'silent'],
  [check(true), check(true, 3), { mayLose: true }, undefined],
  [check(true), check(true, 0), {}, undefined],
  [check(true, 3), check(true), {}, undefined],
  [check(true, 3), undefined, {}, undefined],
  [check(true, 0), undefined, {}, 'none'],
  [check(true, 0, 3), check(true, 3), {}, 'none'],
  [check(true, 0, 3), check(true, 3), { maySkip: true }, undefined],
  [check(true, 2), check(true, 3), {}, 'fewer'],
  [check(true, 2), check(false, 3), {}, 'fewer'],
  [check(true, 2), check(true, 3), { mayLose: true }, undefined],
  [check(true, 0), check(true, 3), { mayLose: true }, 'none'],
  [check(true, 2, 1), check(true, 3), {}, 'skipped'],
  [check(true, 2, 1), check(true, 3), { mayLose: true }, 'skipped'],
  [check(true, 2, 1), check(true, 3), { maySkip: true }, undefined],
])('a check that ran %o after %o, with leave %o, hides: %s', (after, before, may, kind) => {
  expect(countProblem(after, before?.counts, { ...no, ...may })?.kind).toBe(kind)
})

const changed = (path: string, how: Named['how'] = 'changed'): Named => ({ path, how })

test('every refusal names the file or command, and both ways out', () => {
  const one = { command: 'npm test', exit: 'exit code 1', tail: 'expected hello' }
  const texts = [
    configText('package.json', ['scripts.test']),
    skipText('a.test.js', { more: 2, mark: 'test.skip' }),
    withoutText([changed('a.test.js')], one),
    unplannedText([changed('a.js')], 'npm test'),
    countText('npm test', { kind: 'none' }),
    countText('npm test', { kind: 'fewer', ran: 1, before: 2 }),
    countText('npm test', { kind: 'skipped', skipped: 1, before: 0 }),
    countText('npm test', { kind: 'silent', before: 3 }),
  ]
  for (const text of texts) expect(text).toMatch(/^`(?:package\.json|a\.test\.js|npm test)` .*: .*propose_plan_change/)
  expect(withoutText([changed('a', 'deleted'), changed('b', 'deleted')], one)).toMatch(/^`a`, `b` were deleted, and their/) // prettier-ignore
  expect(withoutText([changed('a', 'deleted'), changed('b')], one)).toMatch(/^`a`, `b` were changed, and their/)
  expect(withoutText([changed('a', 'added')], one)).toMatch(/^`a` was added, and `npm test` fails without it: put it back/) // prettier-ignore
  expect(withoutText([changed('a')], one)).toMatch(/fails \(exit code 1\):\nexpected hello$/)
  expect(silencedText([changed('a')], one)).toMatch(/^`npm test` passed before, and passes now only with `a`: let .*\nexpected hello$/) // prettier-ignore
  expect(configText('vitest.config.ts', [''])).toContain('what checks run and how: put')
})

test.each<[string, string | undefined]>([
  ['npm test', 'npm'],
  ['  node --test', 'node'],
  ['make', 'make'],
  ['pytest-3 -q', 'pytest-3'],
  ['cd src && node --test', 'cd'],
  ['! grep x y', undefined],
  ['./run.sh', undefined],
  ['bin/test', undefined],
  ['CI=1 npm test', undefined],
  ['"my prog" x', undefined],
  ['$RUNNER test', undefined],
  ['npm\ttest', 'npm'],
  ['', undefined],
])('the program of “%s” is %s', (command, name) => expect(programOf(command)).toBe(name))
