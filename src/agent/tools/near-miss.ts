/** Kinds of difference, the smallest first, each with a function that removes the difference from a line. */
const NORMALIZERS: readonly [what: string, form: (line: string) => string][] = [
  ['line endings', (line) => line.replace(/\r$/, '')],
  ['white space at the end of lines', (line) => line.trimEnd()],
  ['indentation', (line) => line.trim()],
  ['white space', (line) => line.replace(/\s+/g, '')],
  ['quotes', (line) => withoutQuotes(line)],
  ['case of letters', (line) => normalizeLoosely(line)],
]

const withoutQuotes = (line: string): string => line.replace(/\s+/g, '').replace(/['"`‘’“”´]/g, '"')
const normalizeLoosely = (line: string): string => withoutQuotes(line).toLowerCase()

const MAX_SHOWN = 40

/** Shows the lines of a file that are most similar to a text which does not occur in it, and says what differs. */
export function nearMiss(text: string, wanted: string): string {
  const lines = text.split('\n')
  const target = wanted.replace(/\n$/, '').split('\n')
  for (const [what, form] of NORMALIZERS) {
    const at = indexOfLines(lines.map(form), target.map(form))
    if (at >= 0) return `It differs only in ${what} from ${span(at, target.length)}:\n${show(lines, at, target.length)}`
  }
  const at = closestWindow(lines.map(normalizeLoosely), target.map(normalizeLoosely))
  if (at === undefined) return 'No line of it is similar; read the file again.'
  return `The closest is ${span(at, Math.min(target.length, lines.length - at))}:\n${show(lines, at, target.length)}`
}

const span = (at: number, length: number): string => (length <= 1 ? `line ${at + 1}` : `lines ${at + 1}-${at + length}`)

const show = (lines: readonly string[], at: number, length: number): string =>
  lines
    .slice(at, at + Math.min(length, MAX_SHOWN))
    .map((line, i) => `${at + i + 1}\t${visible(line).slice(0, 500)}`)
    .join('\n')

const visible = (line: string): string => line.replace(/\r/g, '\\r')

/** The index at which `target` occurs in `lines`, or -1. Its first and last line may match only part of a line. */
function indexOfLines(lines: readonly string[], target: readonly string[]): number {
  const [first = '', last = ''] = [target[0], target.at(-1)]
  if (target.every((line) => line === '')) return -1
  return lines.findIndex((line, at) => {
    if (target.length === 1) return line.includes(first)
    return (
      line.endsWith(first) &&
      target.slice(1, -1).every((inner, i) => inner === lines[at + 1 + i]) &&
      lines[at + target.length - 1]?.startsWith(last) === true
    )
  })
}

/** Where most lines equal those of `target` at the same offsets, or else the line most like its longest one. */
function closestWindow(lines: readonly string[], target: readonly string[]): number | undefined {
  const places = new Map<string, number[]>()
  for (const [i, line] of target.entries()) if (line.length > 2) places.set(line, [...(places.get(line) ?? []), i])
  const votes = new Map<number, number>()
  for (const [at, line] of lines.entries()) {
    for (const i of places.get(line) ?? []) if (at >= i) votes.set(at - i, (votes.get(at - i) ?? 0) + line.length)
  }
  const best = [...votes].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0] as [number, number])
  if (best[0] >= 0) return best[0]
  const longest = target.reduce((a, b) => (b.length > a.length ? b : a), '')
  const at = mostSimilar(lines, longest)
  return at === undefined ? undefined : Math.max(0, at - target.indexOf(longest))
}

/** The pairs of adjacent characters of a line. The first 400 characters suffice to tell lines apart. */
function pairsOf(line: string): Set<string> {
  const pairs = new Set<string>()
  for (let i = 1; i < Math.min(line.length, 400); i++) pairs.add(line.slice(i - 1, i + 1))
  return pairs
}

/** The line with the largest Sørensen–Dice coefficient of character pairs, if it is at least one half. */
function mostSimilar(lines: readonly string[], wanted: string): number | undefined {
  const pairs = pairsOf(wanted)
  let best: { at: number; score: number } | undefined
  for (const [at, line] of lines.slice(0, 20_000).entries()) {
    const others = pairsOf(line)
    const score = (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size || 1)
    if (score >= 0.5 && score > (best?.score ?? 0)) best = { at, score }
  }
  return best?.at
}
