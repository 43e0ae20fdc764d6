/** One line of the table: what was measured, how it came out, and what it has to reach. */
export type Row = { what: string; measured: string; reach: string; met: boolean }

/** A row for a figure that may be at most `limit`. `detail` says how far the samples lay apart, or of what it is made. */
export function atMost(spec: { what: string; value: number; limit: number; unit: string; detail?: string }): Row {
  const { what, value, limit, unit, detail } = spec
  const measured = `${figure(value)}${unit}${detail ? ` (${detail})` : ''}`
  return { what, measured, reach: `≤ ${figure(limit)}${unit}`, met: value <= limit }
}

/** A number as people read it: two decimals below ten, one below a hundred, none above. */
export const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 })

/** Rows as a Markdown table whose columns are aligned for a terminal. */
export function renderTable(rows: readonly Row[]): string {
  const cells = rows.map(({ what, measured, reach, met }) => [what, measured, reach, met ? 'met' : 'NOT MET'])
  const all = [['what', 'measured', 'to reach', ''], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...all.map((line) => line[column]?.length ?? 0)))
  const lines = all.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
