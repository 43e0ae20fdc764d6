import { expect, test } from 'vitest'
import { verdictOf, type Check } from '../../../src/plan/plan.ts'
import { configText, skipText, type TestChange } from '../../../src/guard/tests/changed-tests.ts'
import { answered, cornersFor, countProblem, isBroken } from '../../../src/checks/proof/check-matrix.ts'
import { countText, earlierText } from '../../../src/checks/proof/refusal-texts.ts'
import { missingAmong, programOf } from '../../../src/checks/proof/programs.ts'

const check = (passed: boolean, ran?: number, skipped = 0): Check => ({
  command: 'npm test',
  passed,
  exit: passed ? 'exit code 0' : 'exit code 1',
  tail: '',
  ...(ran === undefined ? {} : { counts: { ran, skipped } }),
})

test.each<[TestChange, string[]]>([
  ['none', ['before']],
  ['added', ['without']],
  ['changed', ['without', 'earlier']],
])('a change with tests %s needs %j besides the written tree', (tests, corners) => {
  expect(cornersFor(tests)).toEqual(corners)
})

test.each<[TestChange, Record<string, boolean>, string[]]>([
  ['none', { before: true }, ['passed', 'passed', 'passed', 'guarding']],
  ['none', { before: false }, ['failed', 'failed', 'passed', 'proving']],
  ['none', {}, ['not run', 'not run', 'passed', '']],
  ['added', { without: false }, ['not run', 'failed', 'passed', 'proving']],
  ['added', { without: true, before: true }, ['passed', 'passed', 'passed', 'guarding']],
  ['changed', { without: false, earlier: true }, ['not run', 'failed', 'passed', 'proving']],
  ['changed', { without: true, earlier: false, before: true }, ['passed', 'passed', 'failed', 'guarding']],
])('with tests %s, runs that say %j are answered %j', (tests, said, [before, without, earlier, verdict]) => {
  const ran = Object.fromEntries(Object.entries(said).map(([corner, passed]) => [corner, check(passed)]))
  const one = answered(check(true), tests, ran)
  expect(one).toMatchObject({ before, without, earlier, passed: true })
  expect(verdictOf(one) ?? '').toBe(verdict)
})

test('a check that failed, or was not run without the change, has no verdict', () => {
  expect(verdictOf({ passed: false, without: 'failed' })).toBeUndefined()
  expect(verdictOf({ passed: true })).toBeUndefined()
})

test.each<[before: boolean | undefined, earlier: boolean | undefined, broken: boolean]>([
  [true, false, true],
  [true, true, false],
  [false, false, false],
  [false, true, false],
  [undefined, false, false],
  [true, undefined, false],
])('before %s and earlier %s is broken: %s', (before, earlier, broken) => {
  const asCheck = (passed: boolean | undefined) => (passed === undefined ? undefined : check(passed))
  expect(isBroken(asCheck(before), asCheck(earlier))).toBe(broken)
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

test('every refusal names the file or command, and both ways out', () => {
  const one = { command: 'npm test', exit: 'exit code 1', tail: 'expected hello' }
  const texts = [
    configText('package.json', ['scripts.test']),
    skipText('a.test.js', { more: 2, mark: 'test.skip' }),
    earlierText([{ path: 'a.test.js', gone: false }], one),
    countText('npm test', { kind: 'none' }),
    countText('npm test', { kind: 'fewer', ran: 1, before: 2 }),
    countText('npm test', { kind: 'skipped', skipped: 1, before: 0 }),
    countText('npm test', { kind: 'silent', before: 3 }),
  ]
  for (const text of texts) expect(text).toMatch(/^`(?:package\.json|a\.test\.js|npm test)` .*: .*propose_plan_change/)
  expect(earlierText([{ path: 'a', gone: true }, { path: 'b', gone: true }], one)).toMatch(/^`a`, `b` were deleted, and their/) // prettier-ignore
  expect(earlierText([{ path: 'a', gone: true }], one)).toMatch(/fails \(exit code 1\):\nexpected hello$/)
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

test('programs are looked for by their names', () => {
  expect(missingAmong(['npm', 'make'])).toMatch(/^for name in npm make; do command -v/)
})
