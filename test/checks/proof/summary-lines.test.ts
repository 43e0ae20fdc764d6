import { describe, expect, test } from 'vitest'
import { countsIn, SUMMARY_LINES } from '../../../src/checks/proof/summary-lines.ts'

const NODE = (pass: number, { fail = 0, skipped = 0, todo = 0, sign = 'ℹ' } = {}) =>
  `${sign} tests ${pass + fail + skipped + todo}\n${sign} suites 0\n${sign} pass ${pass}\n${sign} fail ${fail}\n${sign} cancelled 0\n${sign} skipped ${skipped}\n${sign} todo ${todo}\n${sign} duration_ms 12.3`

type Told = [runner: string, output: string, ran: number, skipped: number]
const TOLD: readonly Told[] = [
  ['node:test', NODE(5, { fail: 1, skipped: 1, todo: 1 }), 6, 2],
  ['node:test', NODE(5, { sign: '#' }), 5, 0],
  ['node:test', NODE(0), 0, 0],
  ['node:test', `✔ test/empty.test.js (36.8ms)\n✔ one (1.2ms)\n${NODE(2)}`, 1, 0],
  ['node:test', `▶ src/a.js\n  ✔ one (1.2ms)\n✔ src/a.js (3ms)\n${NODE(1)}`, 1, 0],
  ['node:test', `# Subtest: /x/empty.test.js\nok 1 - /x/empty.test.js\n${NODE(1, { sign: '#' })}`, 0, 0],
  ['Vitest', ' Test Files  1 passed (1)\n      Tests  1 passed | 1 expected fail | 1 skipped | 1 todo (4)', 1, 3],
  ['Vitest', '      Tests  1 failed | 2 passed (3)', 3, 0],
  ['Jest', 'Test Suites: 1 passed, 1 total\nTests:       1 failed, 2 skipped, 3 passed, 6 total\nSnapshots:   0 total', 4, 2], // prettier-ignore
  ['Mocha, Cypress', '  3 passing (5ms)\n  1 pending\n  2 failing\n', 5, 1],
  ['Playwright', '  1 failed\n    a.spec.ts\n  2 skipped\n  3 passed (1.2s)', 4, 2],
  ['pytest', '=================== 2 passed, 2 skipped, 2 xfailed in 1.10s ====================', 2, 4],
  ['pytest', '6 deselected in 1.01s', 0, 0],
  ['pytest', '1 failed, 2 passed, 3 warnings in 0.12s', 3, 0],
  ['pytest', '===== no tests ran in 0.01s =====', 0, 0],
  ['pytest', '=== 12 passed in 75.10s (0:01:15) ===', 12, 0],
  ['unittest', 'Ran 3 tests in 0.001s\n\nOK (skipped=1, expected failures=1)', 1, 2],
  ['unittest', 'Ran 0 tests in 0.000s\n\nNO TESTS RAN', 0, 0],
  ['Cargo', 'running 2 tests\ntest result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n   Doc-tests rs\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out', 1, 1], // prettier-ignore
  ['Cargo', 'running 2 tests\n\nrunning 1 test\ntest result: ok. 1 passed; 0 failed; 0 ignored', 0, 0],
  ['cargo-nextest', '     Summary [   0.1s] 3 tests run: 3 passed, 1 skipped', 3, 1],
  ['Gradle', '3 tests completed, 1 failed, 1 skipped', 2, 1],
  ['Maven Surefire', '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in ATest\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1', 2, 1], // prettier-ignore
  ['RSpec', '3 examples, 0 failures, 1 pending', 2, 1],
  ['minitest', '3 runs, 5 assertions, 0 failures, 0 errors, 1 skips', 2, 1],
  ['PHPUnit', 'OK (3 tests, 5 assertions)', 3, 0],
  ['PHPUnit', 'Tests: 3, Assertions: 5, Failures: 1, Skipped: 1.', 2, 1],
  ['PHPUnit', 'No tests executed!', 0, 0],
  ['dotnet test', 'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 9 ms', 3, 1],
  ['Microsoft.Testing.Platform', 'Test run summary: Passed!\n  total: 4\n  failed: 0\n  succeeded: 3\n  skipped: 1\n', 3, 1], // prettier-ignore
  ['ExUnit', '1 doctest, 3 tests, 0 failures, 1 skipped', 3, 1],
  ['XCTest', "Test Suite 'All tests' passed at 2026-01-01.\n\t Executed 3 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.1 (0.1) seconds", 2, 1], // prettier-ignore
  ['Swift Testing', '✔ Test run with 3 tests passed after 0.1 seconds.', 3, 0],
  ['Go', '=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- SKIP: TestB (0.00s)\nok  \tx\t0.1s', 1, 1],
  ['Go', '?   \tx\t[no test files]', 0, 0],
  ['Go', 'ok  \tx\t0.1s [no tests to run]', 0, 0],
  ['node:test', NODE(15, { fail: 10, skipped: 12, todo: 11 }).replace('cancelled 0', 'cancelled 13'), 38, 23],
  ['node:test', `✔ test.cjs (3ms)\n✔ my-test.mjs (3ms)\n✔ a_test.tsx (10.25ms)\n${NODE(4)}`, 1, 0],
  ['node:test', `✔ node.js (3ms)\n✔ latest.ts (3ms)\n✔ testing.js (3ms)\n${NODE(4)}`, 4, 0],
  ['node:test', `  ✔ test/a.js (3ms)\n✔ test/b.js (3ms) # more\n✔ test/c.js is read (3ms)\n${NODE(4)}`, 4, 0],
  ['node:test', `  ▶ test/a.js\n▶ test/a.js more\n✔ test/a.js (3ms)\n${NODE(1)}`, 0, 0],
  ['node:test', `# Subtest: /x/a.mjs\nok 12 - /x/a.mjs\n# Subtest: /x/b.js\nnot ok 2 - /x/b.js\n${NODE(4, { sign: '#' })}`, 3, 0], // prettier-ignore
  ['node:test', `  # Subtest: /x/a.js\nok 1 - /x/a.js\n# Subtest: /x/a.js\nok 1 - /x/a.js more\n${NODE(4, { sign: '#' })}`, 4, 0], // prettier-ignore
  ['Vitest', '      Tests  10 failed | 12 passed | 11 skipped | 13 todo | 14 expected fail (60)', 22, 38],
  ['Vitest', '      Tests  no tests', 0, 0],
  ['Jest', 'Tests:       10 failed, 12 skipped, 11 todo, 13 passed, 46 total', 23, 23],
  ['Mocha, Cypress', '  13 passing (1m)\n  11 pending\n  12 failing', 25, 11],
  ['Playwright', '  10 failed\n  12 flaky\n  11 skipped\n  14 did not run\n  13 passed (1.2m)', 35, 25],
  ['pytest', '10 failed, 12 passed, 11 skipped, 13 deselected, 14 xfailed, 15 xpassed, 16 errors in 11.10s', 38, 40],
  ['pytest', '1 error in 0.12s', 1, 0],
  ['pytest', '= 13 warnings, 1 passed in 0.12s ='.replace('13 warnings, ', ''), 1, 0],
  ['unittest', 'Ran 23 tests in 10.001s\n\nFAILED (failures=10, skipped=11, expected failures=10)', 2, 21],
  ['unittest', 'Ran 1 test in 0.001s\n\nOK', 1, 0],
  ['Cargo', 'running 33 tests\ntest result: FAILED. 12 passed; 11 failed; 10 ignored; 0 measured', 23, 10],
  ['cargo-nextest', 'Summary [  10.1s] 23 tests run: 13 passed, 10 failed, 11 skipped', 23, 11],
  ['cargo-nextest', ' Summary [   0.1s] 1 test run: 1 passed', 1, 0],
  ['Gradle', '23 tests completed, 10 failed, 11 skipped', 12, 11],
  ['Gradle', '1 test completed, 1 failed', 1, 0],
  ['Maven Surefire', 'Tests run: 23, Failures: 10, Errors: 11, Skipped: 11', 12, 11],
  ['Maven Surefire', '[WARNING]  Tests run: 2, Failures: 0, Errors: 0, Skipped: 1', 1, 1],
  ['RSpec', '23 examples, 10 failures, 11 pending', 12, 11],
  ['RSpec', '1 example, 1 failure', 1, 0],
  ['minitest', '23 runs, 35 assertions, 10 failures, 0 errors, 11 skips', 12, 11],
  ['minitest', '23 tests, 35 assertions, 0 failures, 0 errors, 11 pendings, 0 omissions', 12, 11],
  ['PHPUnit', 'OK (13 tests, 15 assertions)', 13, 0],
  ['PHPUnit', 'OK (1 test, 1 assertion)', 1, 0],
  ['PHPUnit', 'Tests: 23, Assertions: 15, Skipped: 11, Incomplete: 10.', 2, 21],
  ['dotnet test', 'Failed!  - Failed:    10, Passed:    13, Skipped:    11, Total:    34', 23, 11],
  ['dotnet test', 'Skipped! - Failed: 0, Passed: 0, Skipped: 1, Total: 1', 0, 1],
  ['dotnet test', 'No test is available in /x/a.dll. Make sure that it is there.', 0, 0],
  ['Microsoft.Testing.Platform', 'Test run summary: Failed!\n  total: 34\n  failed: 10\n  succeeded: 13\n  skipped: 11\n  duration: 1s', 23, 11], // prettier-ignore
  ['ExUnit', '12 doctests, 11 properties, 13 tests, 10 failures, 11 skipped', 25, 11],
  ['ExUnit', '1 property, 1 test, 1 failure', 2, 0],
  ['ExUnit', '3 tests, 0 failures, 10 excluded', 0, 10],
  [
    'XCTest',
    "Test Suite 'Selected tests' failed at 1.\n\t Executed 23 tests, with 11 tests skipped and 10 failures",
    12,
    11,
  ],
  ['XCTest', "Test Suite 'All tests' passed at 1.\n    Executed 1 test, with 0 failures", 1, 0],
  ['Swift Testing', 'Test run with 13 tests failed', 13, 0],
  ['Swift Testing', '✘ Test run with 1 test failed', 1, 0],
  ['Go', '    --- PASS: TestA/sub (0.00s)\n\t--- FAIL: TestB (0.00s)\n--- SKIP: TestC', 2, 1],
  ['Go', 'FAIL\tx\t[no test files]\n?   \ty\t[no test files]', 0, 0],
]

/** Runners whose line ends with the counts. */
const WHOLE = /^(?:node|Mocha|Playwright|pytest|Gradle|Maven)/

describe('how many tests ran and were skipped is told by', () => {
  test.each(TOLD)('test counts are read from the output of %s: %s', (runner, output, ran, skipped) => {
    expect(countsIn(output)).toEqual({ ran, skipped })
    const told = SUMMARY_LINES.filter(({ line }) => new RegExp(line.source, 'm').test(output))
    expect(told.map((one) => one.runner).filter((name) => name !== runner)).toEqual([])
  })

  test.each([
    '',
    'ok',
    'ok  \tx\t0.1s\n?   \ty\t[no test files]',
    'Tests passed',
    '3 passed',
    'all 12 tests pass',
    'x ok  \tx\t[no test files]',
    'ok  \tx\t[no test files] yet',
    '3 tests run: 3 passed',
    'Ran 3 tests in 0.001s xx',
    'OK (3 tests, 5 assertions) xx',
  ])(
    // prettier-ignore
    'no test counts are read from the output “%s”',
    (output) => expect(countsIn(output)).toBeUndefined(),
  )

  test.each(SUMMARY_LINES)('a summary line of $runner inside a longer line is ignored', ({ runner, line }) => {
    const lines = TOLD.flatMap(([name, output]) => (name === runner ? (output.match(line) ?? []) : []))
    expect(lines).not.toEqual([])
    const more = lines.flatMap((one) => [`xx ${one}`, ...(WHOLE.test(runner) ? [`${one} xx`] : [])])
    expect(more.filter((one) => countsIn(one) !== undefined)).toEqual([])
  })

  test('the counts of several test runs in one output are added up', () => {
    expect(countsIn(`${NODE(2)}\n\n${NODE(3, { skipped: 1 })}`)).toEqual({ ran: 5, skipped: 1 })
  })

  test('each test runner’s summary line from its documentation is recognized', () => {
    expect(SUMMARY_LINES.filter(({ example }) => !/\w.* /.test(example))).toEqual([])
    for (const { example, line } of SUMMARY_LINES.filter(({ runner }) => !/XCTest|Platform/.test(runner)))
      expect(example.match(line) ?? `      ${example}`.match(line), example).not.toBeNull()
  })
})
