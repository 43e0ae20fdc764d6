import type { Month } from './figures.ts'
import { chartPage, type Chart } from './page.ts'

/** The columns of the table, as people read them. */
const COLUMNS: readonly [string, (month: Month) => string][] = [
  ['Month', ({ month }) => month],
  ['Asked', ({ asked }) => String(asked)],
  ['Approved at version', ({ approvedAt }) => counts(approvedAt)],
  ['Paused', ({ paused }) => counts(paused)],
  ['Merged', ({ merged }) => String(merged)],
  ['Reverted', ({ reverted }) => String(reverted)],
  ['Taken back', ({ takenBack }) => String(takenBack)],
  [
    'Tokens a merged plan',
    ({ tokensEach }) => (tokensEach === null ? '' : Math.round(tokensEach).toLocaleString('en')),
  ],
  ['Cost a merged plan', ({ costEach }) => (costEach === null ? '' : `$${costEach.toFixed(2)}`)],
]

const counts = (tally: Record<string, number>): string =>
  Object.entries(tally)
    .map(([name, amount]) => `${name}: ${amount}`)
    .join(', ')

const WHAT = [
  'By records and commits of this clone. A plan that was cancelled before anything was carried out leaves neither.',
  'Taken back are subtasks before the merge; reverted are plans after it. Whoever may push could write all of this, too.',
]

/** The months as a table for a terminal. */
export function asText(months: readonly Month[]): string {
  const rows = [COLUMNS.map(([name]) => name), ...months.map((month) => COLUMNS.map(([, text]) => text(month)))]
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', ...WHAT, ''].join('\n')
}

function chartsOf(months: readonly Month[]): Pick<Chart, 'title' | 'series'>[] {
  const tallied = (title: string, of: (month: Month) => Record<string, number>): Pick<Chart, 'title' | 'series'> => ({
    title,
    series: [...new Set(months.flatMap((month) => Object.keys(of(month))))]
      .toSorted()
      .map((name) => ({ name, values: months.map((month) => of(month)[name] ?? 0) })),
  })
  const isPriced = months.some(({ cost }) => cost !== null)
  return [
    {
      title: 'Plans',
      series: [
        { name: 'asked', values: months.map(({ asked }) => asked) },
        { name: 'merged', values: months.map(({ merged }) => merged) },
        { name: 'reverted', values: months.map(({ reverted }) => reverted) },
      ],
    },
    tallied('Approved at version', ({ approvedAt }) => approvedAt),
    tallied('Paused, by reason', ({ paused }) => paused),
    {
      title: `${isPriced ? 'US dollars' : 'Tokens'} for each merged plan`,
      series: [
        {
          name: isPriced ? 'dollars' : 'tokens',
          values: months.map((one) => (isPriced ? one.costEach : one.tokensEach)),
        },
      ],
    },
  ].filter(({ series }) => series.length > 0)
}

/** The months as one page that loads nothing. */
export function asPage(months: readonly Month[], name: string): string {
  const names = months.map(({ month }) => month)
  return chartPage({
    title: `Plans of ${name}`,
    words: WHAT,
    charts: chartsOf(months).map((chart) => ({ ...chart, along: 'month', names })),
    tables: [[COLUMNS.map(([head]) => head), ...months.map((month) => COLUMNS.map(([, text]) => text(month)))]],
  })
}
