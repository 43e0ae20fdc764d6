import { expect, test } from 'vitest'
import type { OpenStatus } from '../../../src/github/forge.ts'
import type { Beside } from '../../../src/plan/overlap.ts'
import { plansPage } from '../../../src/publish/view/comments/plans-page.ts'

const plan = (number: number, more: Partial<OpenStatus> = {}): OpenStatus => ({
  ...{ number, title: `Plan ${number}`, author: 'github-actions[bot]', byBot: true, branch: '', isFork: false },
  ...{ since: `2026-01-0${number}T10:00:00Z`, says: 'Waiting for approval from @carol', ...more },
})

const ABOUT = { repository: 'octo/demo', all: [], spent: 'Nothing was spent in 2026-01 (UTC).' }
const open = (number: number, paths: string[], kind: Beside['kind'] = 'plan'): Beside => ({
  ...{ number, kind, title: 'x', by: 'bob', paths },
})

test('the plan that has waited longest comes first', () => {
  expect(plansPage([plan(3), plan(1)], ABOUT)).toBe(
    [
      '**2 open plans**',
      '',
      '| Plan | State | Since | Same files |',
      '| --- | --- | --- | --- |',
      '| #1 Plan 1 | Waiting for approval from <code>@carol</code> | Jan 1, 10:00 UTC |  |',
      '| #3 Plan 3 | Waiting for approval from <code>@carol</code> | Jan 3, 10:00 UTC |  |',
      '',
      'Nothing was spent in 2026-01 (UTC).',
    ].join('\n'),
  )
})

test('nothing open is said, and what has no status', () => {
  expect(plansPage([], ABOUT)).toBe('**No plan is open in octo/demo.**\n\nNothing was spent in 2026-01 (UTC).')
  expect(plansPage([plan(1, { says: undefined })], ABOUT)).toMatch(/\| Open \|.*statuses: write/s)
})

test('titles and statuses are words of others', () => {
  const page = plansPage([plan(1, { title: '<!-- x --> | @bob', says: '[a](http://evil.example) `|`' })], {
    ...ABOUT,
    all: [open(1, ['src/a|b.js', 'x']), open(2, ['src/a|b.js'], 'pull')],
  })
  expect(page).not.toContain('<!--')
  expect(page).not.toContain(' @bob')
  expect(page).not.toMatch(/(?<!\\)\[a\]/)
  expect(
    page
      .split('\n')
      .at(-3)
      ?.match(/(?<!\\)\|/g),
  ).toHaveLength(5)
})

test('what meets another in a file names it, and what was not read is said', () => {
  const all = [open(1, ['src/**']), open(2, ['src/b.js']), open(3, ['docs/c.md']), open(9, ['src/d.js'], 'pull')]
  const page = plansPage([plan(1), plan(2), plan(3)], { ...ABOUT, all })
  expect(
    page
      .split('\n')
      .slice(4, 7)
      .map((row) => row.split(' | ').at(-1)),
  ).toEqual(['#2 (src/b.js), #9 (src/d.js) |', '#1 (src/b.js) |', ' |'])
  const crowd = [open(1, ['a']), ...[2, 3, 4, 5, 6, 7, 8].map((number) => open(number, ['a']))]
  expect(plansPage([plan(1)], { ...ABOUT, all: crowd })).toContain('#6 (a), 2 more |')
  expect(plansPage([plan(1)], { ...ABOUT, all: undefined, spent: undefined })).toMatch(
    /files could not be read\.\n\nWhat was spent this month could not be read\.$/,
  )
})
