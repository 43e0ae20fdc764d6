import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Month } from './figures.ts'

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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

type Chart = { title: string; series: { name: string; values: (number | null)[] }[] }

const COLOURS = ['#2563eb', '#16a34a', '#dc2626', '#d97706', '#7c3aed', '#0891b2', '#64748b']

function chartsOf(months: readonly Month[]): Chart[] {
  const tallied = (title: string, of: (month: Month) => Record<string, number>): Chart => ({
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

/** What draws the charts, from the data in the page. */
const DRAW = `
const { months, charts, colours } = JSON.parse(document.getElementById('data').textContent)
for (const [at, { title, series }] of charts.entries()) {
  const place = document.getElementById('chart-' + at)
  new uPlot({
    title, width: Math.min(900, document.body.clientWidth), height: 260,
    scales: { x: { time: false, range: [-0.6, months.length - 0.4] }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [{ values: (_, ticks) => ticks.map((tick) => months[tick] ?? ''), incrs: [1, 2, 3, 6, 12] }, {}],
    series: [{ label: 'month', value: (_, tick) => months[tick] ?? '' }, ...series.map(({ name }, i) => ({
      label: name, stroke: colours[i % colours.length], width: 2, points: { show: true, size: 7 },
    }))],
  }, [months.map((_, i) => i), ...series.map(({ values }) => values)], place)
}`

/** The months as one page that loads nothing: the library, its style and the data are in it. */
export function asPage(months: readonly Month[], name: string): string {
  const require = createRequire(import.meta.url)
  const file = (path: string): string => readFileSync(require.resolve(`uplot/dist/${path}`), 'utf8')
  const charts = chartsOf(months)
  const data = JSON.stringify({ months: months.map(({ month }) => month), charts, colours: COLOURS })
  const row = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const title = `Plans of ${escaped(name)}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${file('uPlot.min.css')}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; font-size: 14px } td, th { border: 1px solid #ccc; padding: 2px 8px; text-align: left } .u-legend, .u-legend * { border: 0 }
</style>
<h1>${title}</h1>
${WHAT.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${charts.map((_, at) => `<div id="chart-${at}"></div>`).join('\n')}
<table>
${row(
  COLUMNS.map(([head]) => head),
  'th',
)}
${months
  .map((month) =>
    row(
      COLUMNS.map(([, text]) => text(month)),
      'td',
    ),
  )
  .join('\n')}
</table>
<script type="application/json" id="data">${data.replaceAll('<', '\\u003c')}</script>
<script>${file('uPlot.iife.min.js').replaceAll('</script', '<\\/script')}</script>
<script>${DRAW}</script>
`
}
