import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Lines over `names`, of which there is one value each; `along` says what the names are. Where they have no order
 * (`apart`), points are not joined.
 */
export type Chart = {
  title: string
  along: string
  names: readonly string[]
  apart?: boolean
  series: readonly { name: string; values: readonly (number | null)[] }[]
}

/** The first row of a table is its head. */
type Page = {
  title: string
  words: readonly string[]
  charts: readonly Chart[]
  tables: readonly (readonly (readonly string[])[])[]
}

const COLOURS = ['#2563eb', '#16a34a', '#dc2626', '#d97706', '#7c3aed', '#0891b2', '#64748b']

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** What draws the charts, from the data in the page. */
const DRAW = `
const { charts, colours } = JSON.parse(document.getElementById('data').textContent)
for (const [at, { title, along, names, apart, series }] of charts.entries()) {
  const place = document.getElementById('chart-' + at)
  new uPlot({
    title, width: Math.min(900, document.body.clientWidth), height: 260,
    scales: { x: { time: false, range: [-0.6, names.length - 0.4] }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [{ values: (_, ticks) => ticks.map((tick) => names[tick] ?? ''), incrs: [1, 2, 3, 6, 12] }, {}],
    series: [{ label: along, value: (_, tick) => names[tick] ?? '' }, ...series.map(({ name }, i) => ({
      label: name, stroke: colours[i % colours.length], width: 2, points: { show: true, size: 7 }, ...(apart && { paths: () => null }),
    }))],
  }, [names.map((_, i) => i), ...series.map(({ values }) => values)], place)
}`

const rowOf = (cells: readonly string[], tag: 'th' | 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`

const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  ['<table>', rowOf(head, 'th'), ...rows.map((row) => rowOf(row, 'td')), '</table>'].join('\n')

/** One page that loads nothing: the library, its style and the data are in it. */
export function chartPage({ title, words, charts, tables }: Page): string {
  const require = createRequire(import.meta.url)
  const file = (path: string): string => readFileSync(require.resolve(`uplot/dist/${path}`), 'utf8')
  const data = JSON.stringify({ charts, colours: COLOURS })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${file('uPlot.min.css')}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; font-size: 14px; margin: 1rem 0 } td, th { border: 1px solid #ccc; padding: 2px 8px; text-align: left } .u-legend, .u-legend * { border: 0 }
</style>
<h1>${escaped(title)}</h1>
${words.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${charts.map((_, at) => `<div id="chart-${at}"></div>`).join('\n')}
${tables.map(tableOf).join('\n')}
<script type="application/json" id="data">${data.replaceAll('<', '\\u003c')}</script>
<script>${file('uPlot.iife.min.js').replaceAll('</script', '<\\/script')}</script>
<script>${DRAW}</script>
`
}
