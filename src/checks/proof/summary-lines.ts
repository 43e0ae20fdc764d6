import type { TestCounts } from '../../plan/plan.ts'

/** The summary of a test runner. Tests that ran are the sum of `ran`, or else of `total` minus `skipped`. */
type SummaryLine = {
  runner: string
  line: RegExp
  /** The line printed when a group of tests starts; each must be followed by a summary line. */
  begin?: RegExp
  ran?: RegExp
  total?: RegExp
  skipped?: RegExp
  example: string
}

/** Every test runner whose summary is parsed. No pattern matches a line of another runner. */
export const SUMMARY_LINES: readonly SummaryLine[] = [
  {
    runner: 'node:test',
    line: /^[ℹ#] (?:pass|fail|cancelled|skipped|todo) \d+$/gm,
    ran: /(?:pass|fail|cancelled) (\d{1,9})/g,
    skipped: /(?:skipped|todo) (\d{1,9})/g,
    example: 'ℹ pass 3',
  },
  {
    runner: 'Vitest',
    line: /^[ \t]*Tests {2}(?:\d+ [a-z ]+|no tests)\b.*$/gm,
    ran: /(\d{1,9}) (?:passed|failed)/g,
    skipped: /(\d{1,9}) (?:skipped|todo|expected fail)/g,
    example: 'Tests  2 passed | 1 skipped (3)',
  },
  {
    runner: 'Jest',
    line: /^Tests: +\d.*\d total$/gm,
    ran: /(\d{1,9}) (?:passed|failed)/g,
    skipped: /(\d{1,9}) (?:skipped|todo)/g,
    example: 'Tests:       1 skipped, 2 passed, 3 total',
  },
  {
    runner: 'Mocha, Cypress',
    line: /^ {2}\d+ (?:passing|failing|pending)(?: \(\w+\))?$/gm,
    ran: /(\d{1,9}) (?:passing|failing)/g,
    skipped: /(\d{1,9}) pending/g,
    example: '  3 passing (5ms)',
  },
  {
    runner: 'Playwright',
    line: /^ {2}\d+ (?:passed|failed|flaky|skipped|did not run)(?: \([\d.]+\w+\))?$/gm,
    ran: /(\d{1,9}) (?:passed|failed|flaky)/g,
    skipped: /(\d{1,9}) (?:skipped|did not run)/g,
    example: '  3 passed (1.2s)',
  },
  {
    runner: 'pytest',
    line: /^(?:=+ )?(?:no tests ran|\d+ (?:passed|failed|errors?|skipped|deselected|x\w+)\b.*?) in [\d.]+s(?: \([\d:]+\))?(?: =+)?$/gm,
    ran: /(\d{1,9}) (?:passed|failed|errors?)\b/g,
    skipped: /(\d{1,9}) (?:skipped|xfailed|xpassed)\b/g,
    example: '===== 2 passed, 1 skipped in 0.12s =====',
  },
  {
    runner: 'unittest',
    line: /^Ran \d+ tests? in [\d.]+s(?:\n\n(?:OK|FAILED|NO TESTS RAN)\b.*)?$/gm,
    total: /Ran (\d{1,9}) tests?/g,
    skipped: /(?:skipped|expected failures)=(\d{1,9})/g,
    example: 'Ran 3 tests in 0.001s',
  },
  {
    runner: 'Cargo',
    line: /^test result: .*$/gm,
    begin: /^running \d+ tests?$/gm,
    ran: /(\d{1,9}) (?:passed|failed)/g,
    skipped: /(\d{1,9}) ignored/g,
    example: 'test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out',
  },
  {
    runner: 'cargo-nextest',
    line: /^ *Summary \[.*\] +\d+ tests? run:.*$/gm,
    ran: /(\d{1,9}) (?:passed|failed)/g,
    skipped: /(\d{1,9}) skipped/g,
    example: 'Summary [   0.1s] 3 tests run: 3 passed, 1 skipped',
  },
  {
    runner: 'Gradle',
    line: /^\d+ tests? completed(?:, \d+ (?:failed|skipped))*$/gm,
    total: /(\d{1,9}) tests? completed/g,
    skipped: /(\d{1,9}) skipped/g,
    example: '3 tests completed, 1 failed',
  },
  {
    runner: 'Maven Surefire',
    line: /^(?:\[\w+\] +)?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$/gm,
    total: /Tests run: (\d{1,9})/g,
    skipped: /Skipped: (\d{1,9})/g,
    example: 'Tests run: 3, Failures: 0, Errors: 0, Skipped: 1',
  },
  {
    runner: 'RSpec',
    line: /^\d+ examples?, \d+ failures?.*$/gm,
    total: /(\d{1,9}) examples?/g,
    skipped: /(\d{1,9}) pending/g,
    example: '3 examples, 0 failures, 1 pending',
  },
  {
    runner: 'minitest',
    line: /^\d+ (?:runs|tests), \d+ assertions, .*$/gm,
    total: /(\d{1,9}) (?:runs|tests)/g,
    skipped: /(\d{1,9}) (?:skips|pendings)/g,
    example: '3 runs, 5 assertions, 0 failures, 0 errors, 1 skips',
  },
  {
    runner: 'PHPUnit',
    line: /^(?:OK \(\d+ tests?, \d+ assertions?\)|Tests: \d+, Assertions: .*|No tests executed!)$/gm,
    total: /(?:OK \(|Tests: )(\d{1,9})/g,
    skipped: /(?:Skipped|Incomplete): (\d{1,9})/g,
    example: 'OK (3 tests, 5 assertions)',
  },
  {
    runner: 'dotnet test',
    line: /^(?:(?:Passed|Failed|Skipped)! +- Failed: .*|No test is available in .*)$/gm,
    ran: /(?:Failed|Passed): +(\d{1,9})/g,
    skipped: /Skipped: +(\d{1,9})/g,
    example: 'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4',
  },
  {
    runner: 'Microsoft.Testing.Platform',
    line: /^Test run summary: .*(?:\n {2,}\w+: .*){1,8}$/gm,
    ran: /(?:failed|succeeded): (\d{1,9})/g,
    skipped: /skipped: (\d{1,9})/g,
    example: 'Test run summary: Passed!',
  },
  {
    runner: 'ExUnit',
    line: /^(?:\d+ (?:doctests?|properties|property), )*\d+ tests?, \d+ failures?.*$/gm,
    total: /(\d{1,9}) (?:tests?|doctests?|propert)/g,
    skipped: /(\d{1,9}) (?:skipped|excluded)/g,
    example: '3 tests, 0 failures, 1 skipped',
  },
  {
    runner: 'XCTest',
    line: /^Test Suite '(?:All|Selected) tests' (?:passed|failed) at .*\n[ \t]+ Executed \d+ tests?,.*$/gm,
    total: /Executed (\d{1,9}) tests?/g,
    skipped: /(\d{1,9}) tests? skipped/g,
    example: 'Executed 3 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds',
  },
  {
    runner: 'Swift Testing',
    line: /^\S? ?Test run with \d+ tests?\b.*$/gm,
    total: /with (\d{1,9}) tests?/g,
    example: '✔ Test run with 3 tests passed after 0.1 seconds.',
  },
  {
    runner: 'Go',
    line: /^[ \t]*--- (?:PASS|FAIL|SKIP): .*$/gm,
    ran: /--- ((?:PASS|FAIL)):/g,
    skipped: /--- (SKIP):/g,
    example: '--- PASS: TestLimit (0.00s)',
  },
]

/** Parses the numbers of tests that ran and were skipped from a check's plain output; undefined if it has none. */
export function countsIn(text: string): TestCounts | undefined {
  // More starts than summaries: the tested code ended the process.
  if (SUMMARY_LINES.some(({ line, begin }) => begin && occurrences(text, begin) > occurrences(text, line)))
    return { ran: 0, skipped: 0 }
  const counted = SUMMARY_LINES.flatMap((runner) => {
    const lines = text.match(runner.line) ?? []
    return lines.length === 0 ? [] : [countsOf(runner, lines.join('\n'))]
  })
  if (counted.length === 0) return withoutCounts(text)
  const ran = sum(counted.map((one) => one.ran)) - filesAmong(text)
  return { ran: Math.max(0, ran), skipped: sum(counted.map((one) => one.skipped)) }
}

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

function countsOf({ ran, total, skipped }: SummaryLine, lines: string): TestCounts {
  const skippedCount = numbers(lines, skipped)
  return { ran: ran ? numbers(lines, ran) : Math.max(0, numbers(lines, total) - skippedCount), skipped: skippedCount }
}

/** A word instead of a number counts as one test. */
const numbers = (lines: string, pattern: RegExp | undefined): number =>
  sum((pattern ? [...lines.matchAll(pattern)] : []).map(([, found = '']) => (/^\d+$/.test(found) ? Number(found) : 1)))

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)

/** Go counts tests only with `-v`. Otherwise it prints per package whether there are any tests. */
function withoutCounts(text: string): TestCounts | undefined {
  const packages = text.match(/^(?:ok|FAIL|\?) *\t.*$/gm) ?? []
  const isEmpty = (line: string): boolean => /\[no test(?:s to run| files)\]$/.test(line)
  return packages.length > 0 && packages.every(isEmpty) ? { ran: 0, skipped: 0 } : undefined
}

/** node:test counts a file without tests, or one that exited early, as a passed test with the name of its path. */
function filesAmong(text: string): number {
  const spec = [...text.matchAll(/^✔ (\S+\.[cm]?[jt]sx?) \([\d.]+ms\)$/gm)].flatMap(([, path = '']) => path)
  const suites = new Set([...text.matchAll(/^▶ (\S+)$/gm)].map(([, name]) => name))
  const subtests = [...text.matchAll(/^# Subtest: (\S+)\nok \d+ - (\S+)$/gm)]
  const tap = subtests.filter(
    ([, path = '', name]) => path === name && /\.[cm]?[jt]sx?$/.test(path) && path.includes('/'),
  )
  return spec.filter((path) => !suites.has(path) && isTestPath(path)).length + tap.length
}

const isTestPath = (path: string): boolean => path.includes('/') || /(?:^|[._-])test(?:[._-]|$)/.test(path)
