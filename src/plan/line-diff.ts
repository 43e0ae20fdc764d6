/** Lines in a text up to which it is compared: the table below has a cell for each pair of lines. */
const MOST_LINES = 1_500

/** Lines around a change that are shown too. */
const AROUND = 1

type DiffLine = { sign: ' ' | '+' | '-'; text: string }

/**
 * What changed between two texts, as lines that begin with `+`, `-` or a space, with a line around each change. Empty
 * when nothing did, and for texts that are too long to compare.
 */
export function lineDiff(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  if (old.length > MOST_LINES || now.length > MOST_LINES) return ''
  const all = compared(old, now)
  const changed = all.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]))
  const shown = new Set(changed.flatMap((at) => Array.from({ length: 2 * AROUND + 1 }, (_, i) => at - AROUND + i)))
  return all
    .flatMap(({ sign, text }, at) => {
      if (!shown.has(at)) return []
      const isApart = at > 0 && !shown.has(at - 1) && changed.some((one) => one < at)
      return [...(isApart ? ['@@'] : []), `${sign}${text}`]
    })
    .join('\n')
}

const linesOf = (text: string): string[] => text.trimEnd().split(/\r?\n/)

/** The longest list of lines that both have tells what was added and removed. */
function compared(old: readonly string[], now: readonly string[]): DiffLine[] {
  const common = commonLengths(old, now)
  const lines: DiffLine[] = []
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    const [one, other] = [old[i], now[j]]
    if (one !== undefined && one === other) {
      lines.push({ sign: ' ', text: one })
      i++
      j++
    } else if (one !== undefined && (other === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ sign: '-', text: one })
      i++
    } else {
      lines.push({ sign: '+', text: other ?? '' })
      j++
    }
  }
  return lines
}

const at = (table: readonly Uint16Array[], i: number, j: number): number => table[i]?.[j] ?? 0

/** How many lines are common from line `i` of the one text and line `j` of the other on. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--) {
    const row = table[i]
    if (!row) continue
    for (let j = now.length - 1; j >= 0; j--)
      row[j] = old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
  }
  return table
}
