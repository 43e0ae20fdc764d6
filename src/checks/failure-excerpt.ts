import { truncateMiddle, type Limit } from '../agent/truncate.ts'
import { shorten } from '../lib/shorten.ts'
import { SUMMARY_LINES } from './proof/summary-lines.ts'

/** What test runners, compilers and linters print where something fails. */
const FAILURE =
  /\bfailing\b|[✗✖×●]|\bFAIL(?:ED|URES?)?\b|\bnot ok\b|\berror(?:\[| TS|:)|(?:Error|Exception)\b|\bpanicked at\b|^Traceback|^test at \S|^ {2,8}\d{1,4}\) /i
/** The name of a test or of a file of tests that failed. */
const NAME = /^\s*(?:[✗✖×●]|(?:--- )?FAIL(?:ED)?\b|not ok\b|test at \S)/
/** A test that passed may have any name, and a summary may count no failures. */
const PASSED = /^\s*(?:✓|✔|√|ok\b|PASS\b|--- (?:PASS|SKIP))|\bPASSED\b|\b0 (?:fail|error)|\bfail(?:ed|ures?)?:? +0\b/i

/** Lines around a failure, those after the name of a test, and at the beginning and the end of an output. */
const CONTEXT_LINES = 3
const AFTER_NAME = 8
const HEAD = 5
const TAIL = 12
const MAX_LINE = 400
const GAP = 30

/**
 * The part of a failed check's output that says what failed: as far as there is room the summary, the first and the last
 * lines, the names of the tests that failed, what follows each, and then all else that looks like a failure, which may
 * be what passing tests print. An output without such lines lacks its middle.
 */
export function failureExcerpt(output: string, limit: Limit): string {
  const lines = output.split('\n')
  if (lines.length <= limit.lines && Buffer.byteLength(output) <= limit.bytes) return output
  const failing = lines.flatMap((line, i) => (isFailure(line.slice(0, MAX_LINE)) ? [i] : []))
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

/** The first of these lines that fit. A gap costs as much as its notice. */
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
export const failingLines = (output: string): string[] =>
  output.split('\n').filter((line) => isFailure(line.slice(0, MAX_LINE)))

const isFailure = (line: string): boolean => FAILURE.test(line) && !PASSED.test(line)

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)

/** The numbers of the lines in which a runner says how many tests passed and failed. */
function summaryLines(output: string, lines: readonly string[]): number[] {
  const summaries = new Set(
    SUMMARY_LINES.flatMap(({ line }) => output.match(line) ?? []).flatMap((text) => text.split('\n')),
  )
  return lines.flatMap((line, i) => (summaries.has(line) && !/^\s*--- (?:PASS|SKIP)/.test(line) ? [i] : []))
}

/** These lines, with a notice in the place of those between them. */
function joined(lines: readonly string[], shown: ReadonlySet<number>): string {
  const parts: string[] = []
  let omitted = 0
  for (const [i, line] of lines.entries()) {
    if (!shown.has(i)) omitted++
    else {
      if (omitted > 0) parts.push(`[… ${omitted} lines left out …]`)
      omitted = 0
      parts.push(shorten(line, MAX_LINE))
    }
  }
  return parts.join('\n')
}
