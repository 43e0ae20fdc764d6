import { describe, expect, test } from 'vitest'
import { countsIn, SUMMARY_LINES } from '../../../src/work/proof/summary-lines.ts'

const NODE = (pass: number, { fail = 0, skipped = 0, todo = 0, sign = 'ℹ' } = {}) =>
  `${sign} tests ${pass + fail + skipped + todo}\n${sign} suites 0\n${sign} pass ${pass}\n${sign} fail ${fail}\n${sign} cancelled 0\n${sign} skipped ${skipped}\n${sign} todo ${todo}\n${sign} duration_ms 12.3`

describe('how many tests ran and were skipped is told by', () => {
  test.each<[runner: string, output: string, ran: number, skipped: number]>([
    ['node:test', NODE(5, { fail: 1, skipped: 1, todo: 1 }), 6, 2],
    ['node:test', NODE(5, { sign: '#' }), 5, 0],
    ['node:test', NODE(0), 0, 0],
    ['node:test', `✔ test/empty.test.js (36.8ms)\n✔ one (1.2ms)\n${NODE(2)}`, 1, 0],
    ['node:test', `▶ src/a.js\n  ✔ one (1.2ms)\n✔ src/a.js (3ms)\n${NODE(1)}`, 1, 0],
    ['node:test', `# Subtest: /x/empty.test.js\nok 1 - /x/empty.test.js\n${NODE(1, { sign: '#' })}`, 0, 0],
    ['Vitest', ' Test Files  1 passed (1)\n      Tests  1 passed | 1 expected fail | 1 skipped | 1 todo (4)', 1, 3],
    ['Vitest', '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m2 passed\u001b[39m\u001b[22m\u001b[90m (2)\u001b[39m', 2, 0], // prettier-ignore
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
  ])('%s: %s', (runner, output, ran, skipped) => {
    expect(countsIn(output)).toEqual({ ran, skipped })
    const told = SUMMARY_LINES.filter(({ line }) =>
      new RegExp(line.source, 'm').test(output.replace(/\u001b\[[\d;]*m/g, '')),
    )
    expect(told.map((one) => one.runner).filter((name) => name !== runner)).toEqual([])
  })

  test.each(['', 'ok', 'ok  \tx\t0.1s\n?   \ty\t[no test files]', 'Tests passed', '3 passed', 'all 12 tests pass'])(
    'nothing in “%s”',
    (output) => expect(countsIn(output)).toBeUndefined(),
  )

  test('several runs, one after the other, is their sum', () => {
    expect(countsIn(`${NODE(2)}\n\n${NODE(3, { skipped: 1 })}`)).toEqual({ ran: 5, skipped: 1 })
  })

  test('an example of each runner, which the documentation shows', () => {
    for (const { example, line } of SUMMARY_LINES.filter(({ runner }) => !/XCTest|Platform/.test(runner)))
      expect(example.match(line) ?? `      ${example}`.match(line), example).not.toBeNull()
  })
})
