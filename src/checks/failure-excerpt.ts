import { truncateMiddle, type Limit } from '../agent/truncate.ts'
import { shorten } from '../lib/shorten.ts'
import { SUMMARY_LINES } from './proof/summary-lines.ts'

/** What test runners, compilers and linters print where something fails. */
const FAILURE =
  /\bfailing\b|[✗✖×●]|\bFAIL(?:ED|URES?)?\b|\bnot ok\b|\berror(?:\[| TS|:)|(?:Error|Exception)\b|\bpanicked at\b|^Traceback|^test at \S|^ {2,8}\d{1,4}\) /i
/** The name of a test or of a file of tests that failed. */
const NAME = /^\s*(?:[✗✖×●]|(?:--- )?FAIL(?:ED)?\b|not ok\b|test at \S)/
/** Lines about success that `FAILURE` matches, too: passed tests have any name, and summaries may count no failures. */
const PASSED = /^\s*(?:✓|✔|√|ok\b|PASS\b|--- (?:PASS|SKIP))|\bPASSED\b|\b0 (?:fail|error)|\bfail(?:ed|ures?)?:? +0\b/i

/** Numbers of lines to show: around a failure, after the name of a test, at the start and at the end of an output. */
const CONTEXT_LINES = 3
const AFTER_NAME = 8
const HEAD = 5
const TAIL = 12
/** Maximum characters of a line, and the bytes that a notice about omitted lines takes. */
const MAX_LINE = 400
const GAP = 30

/**
 * Shortens the output of a failed check to the lines that matter most, as far as the limit allows: the summary, the first
 * and last lines, the names of failed tests, what follows each, and other lines that look like failures, which passing
 * tests may print, too. If no line looks like a failure, the middle is left out.
 */
export function failureExcerpt(output: string, limit: Limit): string {
  const lines = output.split('\n')
  if (lines.length <= limit.lines && Buffer.byteLength(output) <= limit.bytes) return output
  const failing = lines.flatMap((line, i) => (isFailure(line) ? [i] : []))
  if (failing.length === 0) return truncateMiddle(output, limit)
  const names = failing.filter((i) => NAME.test(lines[i] ?? ''))
  const byWorth = [
    ...range(lines.length - 1, lines.length),
    ...summaryLines(output, lines).slice(-TAIL),
    ...range(0, HEAD),
    ...names.slice(0, limit.lines / 2),
    ...range(lines.length - TAIL, lines.length),
    ...names.flatMap((i) => range(i, i + AFTER_NAME)),
    ...failing.flatMap((i) => range(i - CONTEXT_LINES, i + CONTEXT_LINES + 1)),
  ]
  return joined(lines, withRoom(lines, byWorth, limit))
}

/** Selects the first of these lines that fit into the limit. A gap counts with the bytes of its notice. */
function withRoom(lines: readonly string[], byWorth: readonly number[], limit: Limit): ReadonlySet<number> {
  const shown = new Set<number>()
  let bytes = 0
  for (const i of byWorth) {
    const line = lines[i]
    if (line === undefined || shown.has(i)) continue
    bytes += Buffer.byteLength(shorten(line, MAX_LINE)) + (shown.has(i - 1) ? 1 : GAP)
    if (shown.size >= limit.lines || bytes > limit.bytes) break
    shown.add(i)
  }
  return shown
}

/** The lines of an output that look like failures. */
export const failingLines = (output: string): string[] => output.split('\n').filter(isFailure)

function isFailure(line: string): boolean {
  const shown = line.slice(0, MAX_LINE)
  return FAILURE.test(shown) && !PASSED.test(shown)
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)

/** The numbers of the summary lines of test runners in an output. */
function summaryLines(output: string, lines: readonly string[]): number[] {
  const summaries = new Set(
    SUMMARY_LINES.flatMap(({ line }) => output.match(line) ?? []).flatMap((text) => text.split('\n')),
  )
  return lines.flatMap((line, i) => (summaries.has(line) && !/^\s*--- (?:PASS|SKIP)/.test(line) ? [i] : []))
}

/** Joins the shown lines, with a notice for each gap. */
function joined(lines: readonly string[], shown: ReadonlySet<number>): string {
  const inOrder = [...shown].toSorted((one, other) => one - other)
  const parts = inOrder.flatMap((i, position) => {
    const omitted = i - (inOrder[position - 1] ?? -1) - 1
    const line = shorten(lines[i] ?? '', MAX_LINE)
    return omitted > 0 ? [`[… ${omitted} lines left out …]`, line] : [line]
  })
  return parts.join('\n')
}
