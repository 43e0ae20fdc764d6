import { expect, test } from 'vitest'
import type { OpenStatus } from '../../../src/github/forge.ts'
import { plansPage } from '../../../src/publish/view/comments/plans-page.ts'

const plan = (number: number, more: Partial<OpenStatus> = {}): OpenStatus => ({
  ...{ number, title: `Plan ${number}`, author: 'github-actions[bot]', byBot: true, branch: '', isFork: false },
  ...{ since: `2026-01-0${number}T10:00:00Z`, says: 'Waiting for approval from @carol', ...more },
})

test('the plan that has waited longest comes first', () => {
  expect(plansPage([plan(3), plan(1)], 'octo/demo')).toBe(
    [
      '**2 open plans**',
      '',
      '| Plan | State | Since |',
      '| --- | --- | --- |',
      '| #1 Plan 1 | Waiting for approval from <code>@carol</code> | Jan 1, 10:00 UTC |',
      '| #3 Plan 3 | Waiting for approval from <code>@carol</code> | Jan 3, 10:00 UTC |',
    ].join('\n'),
  )
})

test('nothing open is said, and what has no status', () => {
  expect(plansPage([], 'octo/demo')).toBe('**No plan is open in octo/demo.**')
  expect(plansPage([plan(1, { says: undefined })], 'octo/demo')).toMatch(/\| Open \|.*statuses: write/s)
})

test('titles and statuses are words of others', () => {
  const page = plansPage([plan(1, { title: '<!-- x --> | @bob', says: '[a](http://evil.example) `|`' })], 'octo/demo')
  expect(page).not.toContain('<!--')
  expect(page).not.toContain(' @bob')
  expect(page).not.toMatch(/(?<!\\)\[a\]/)
  expect(
    page
      .split('\n')
      .at(-1)
      ?.match(/(?<!\\)\|/g),
  ).toHaveLength(4)
})
