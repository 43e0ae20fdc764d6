import { expect, test } from 'vitest'
import { outcomesOf, type Paid } from '../../../../src/observe/spent-of-day.ts'
import type { LedgerLine } from '../../../../src/plan/ledger.ts'
import { noUsage } from '../../../../src/plan/usage.ts'
import { costsOfMonth } from '../../../../src/publish/view/comments/costs.ts'

const line = (plan: number, day: string, more: Partial<LedgerLine> & { tokens?: number } = {}): LedgerLine => ({
  run: 1,
  plan,
  person: 'alice',
  at: `${day}T10:00:00.000Z`,
  usage: { ...noUsage, input: more.tokens ?? 1_000, output: 0 },
  cost: null,
  ...more,
})
const NOVEMBER = { month: '2026-11', outcomes: new Map([[1, 'done' as const]]), prices: undefined }

test('says what the plans of a month came to, the dearest first', () => {
  const lines = [
    line(1, '2026-11-01'),
    line(1, '2026-11-03', { tokens: 500 }),
    line(2, '2026-11-03', { tokens: 4_000, person: '@bob|x' }),
    line(3, '2026-10-31'),
  ]
  expect(costsOfMonth(lines, NOVEMBER)).toBe(`**2026-11 (UTC): 5,500 tokens, for 2 plans**

| Plan | Outcome | Tokens |
| --- | --- | --- |
| #2 | gone | 4,000 |
| #1 | done | 1,500 |

| Person | Tokens |
| --- | --- |
| <code>@bob</code>\\|x | 4,000 |
| alice | 1,500 |

| Outcome | Tokens |
| --- | --- |
| gone | 4,000 |
| done | 1,500 |

\`\`\`mermaid
xychart-beta
  title "Day by day, 2026-11"
  x-axis [1, 2, 3]
  y-axis "Tokens"
  bar [1000, 0, 4500]
\`\`\`

<sub>By the ledger of this repository, input and output together. “gone” is a plan without a branch or a record.</sub>`)
})

test('says costs where they are known, by the prices of the line or of now', () => {
  const lines = [line(1, '2026-11-01', { cost: 2 }), line(2, '2026-11-02', { tokens: 1_000_000 })]
  const prices = { input: 3, cached: 1, output: 9 }
  const page = costsOfMonth(lines, { ...NOVEMBER, prices })
  expect(page).toContain('**2026-11 (UTC): 1,001,000 tokens, $5.00, for 2 plans**')
  expect(page).toContain('| #2 | gone | 1,000,000 | $3.00 |\n| #1 | done | 1,000 | $2.00 |')
  expect(page).toContain('y-axis "US dollars"\n  bar [2, 3]')
})

test('sums up what is too much for a table', () => {
  const many = Array.from({ length: 53 }, (_, i) => line(i + 1, '2026-11-01', { tokens: 1_000 - i }))
  expect(costsOfMonth(many, NOVEMBER)).toContain('| #50 | gone | 951 |\n| 3 more |  | 2,847 |\n')
})

test('of a month without a line says so', () => {
  expect(costsOfMonth([line(3, '2026-10-31')], NOVEMBER)).toBe('**Nothing was spent in 2026-11 (UTC).**')
})

const paid = (issue: number, minute: number, more: Partial<Paid>): Paid => ({
  issue,
  run: 1,
  state: undefined,
  at: `2026-11-01T10:0${minute}:00Z`,
  usage: noUsage,
  person: '',
  isStep: true,
  ...more,
})

test.each<[string, Partial<Paid>[], string | undefined]>([
  ['done', [{}, { state: 'done' }], 'done'],
  ['done, and answered since', [{ state: 'done' }, { isStep: false }], 'done'],
  ['opened again', [{ state: 'done' }, {}], 'not done'],
  ['paused', [{}, { state: 'halted' }], 'paused'],
  ['skipped in part', [{}, { state: 'abandoned' }], 'not done'],
  ['only paid for', [{ isStep: false }], undefined],
])('knows a plan that is %s by its newest step', (_, steps, outcome) => {
  expect(outcomesOf(steps.map((one, i) => paid(7, i, one))).get(7)).toBe(outcome)
})
