import { describe, expect, test } from 'vitest'
import { globList, problemOfGlob } from '../../../src/guard/paths.ts'
import { isDocumentation, testFileMatcher } from '../../../src/guard/tests/test-files.ts'
import { RUNNERS } from '../../../src/guard/tests/test-runners.ts'

const isTest = testFileMatcher([])

describe('test files by default', () => {
  test.each<[string, string[]]>([
    ['node:test', ['test/index.js', 'test/helper.ts', 'src/limit.test.mjs', 'limit-test.js', 'limit_test.cts', 'test.js', 'test-limit.js']], // prettier-ignore
    ['Vitest and Jest', ['src/a.spec.tsx', 'src/__tests__/a.js', 'src/__snapshots__/a.test.ts.snap', '__mocks__/fs.js']], // prettier-ignore
    ['Playwright and Cypress', ['e2e/login.spec.ts', 'e2e/login.spec.ts-snapshots/a.png', 'cypress/e2e/a.cy.ts']],
    ['pytest and unittest', ['pkg/test_limit.py', 'pkg/limit_test.py', 'tests/data/in.json', 'src/conftest.py', 'testlimit.py']], // prettier-ignore
    ['Go', ['pkg/limit_test.go', 'pkg/testdata/in.txt']],
    ['Cargo', ['tests/limit.rs', 'crates/a/tests/common/mod.rs', 'src/snapshots/a.snap']],
    ['Gradle and Maven', ['app/src/test/java/LimitTest.java', 'src/integrationTest/kotlin/A.kt', 'src/androidTest/A.kt']], // prettier-ignore
    ['RSpec and minitest', ['spec/limit_spec.rb', 'spec/support/a.rb', 'spec/spec_helper.rb', 'test/limit_test.rb']],
    ['PHPUnit', ['tests/LimitTest.php', 'src/a.phpt']],
    ['dotnet', ['App.Tests/Limits.cs', 'src/LimitTests.cs', 'a.verified.txt']],
    ['any runner, with their data', ['fixtures/limit.json', 'a/__fixtures__/b.js']],
    ['ExUnit', ['test/limit_test.exs', 'apps/web/test/support/conn.ex']],
    ['swift', ['Tests/AppTests/LimitTests.swift']],
  ])('the default test files of %s are recognized', (_, paths) => {
    expect(paths.filter((path) => !isTest(path))).toEqual([])
  })

  test.each([
    'src/index.js', 'src/latest.ts', 'src/contest.go', 'src/attest.py', 'Latest.java', 'src/protest/a.ts',
    'testing.md', 'package.json', 'src/inspect.rb', 'spec/openapi.yaml', 'src/main.rs', 'lib/limit.ex',
  ])('%s is not a test file by default', (path) => expect(isTest(path)).toBe(false)) // prettier-ignore

  test('the default test files of 20 runners each have valid globs and a source page', () => {
    expect(RUNNERS.map(({ name }) => name)).toHaveLength(20)
    for (const { source, tests, config, manifest } of RUNNERS) {
      expect(source).toMatch(/^https:\/\//)
      for (const glob of globList([tests, config, manifest?.glob].join(' ')))
        expect(problemOfGlob(glob)).toBe(undefined)
    }
  })
})

test.each<[string[], string, boolean]>([
  [['qa/**'], 'qa/limit.js', true],
  [['qa/**'], 'test/limit.js', false],
  [['!test/fixtures/**'], 'test/fixtures/a.json', false],
  [['!test/fixtures/**'], 'test/a.js', true],
  [['qa/**', '!qa/tools/**'], 'qa/tools/a.js', false],
  [['QA/**'], 'qa/a.js', false],
])('with `test-files: %j`, %s is a test: %s', (globs, path, is) => {
  expect(testFileMatcher(globs)(path)).toBe(is)
})

test.each<[string, boolean]>([
  ['README.md', true], ['docs/a.html', true], ['packages/a/docs/b.ts', false], ['LICENSE', true], ['CHANGELOG.txt', true],
  ['LICENSE.js', false], ['CMakeLists.txt', false], ['docs/a/b.txt', true],
  ['src/readme.ts', false], ['package.json', false], ['src/a.css', false],
])('%s counts as documentation: %s', (path, is) => expect(isDocumentation(path)).toBe(is)) // prettier-ignore

test.each<[string, RegExp | undefined]>([
  ['**/*.test.ts', undefined],
  ['!test/fixtures/**', undefined],
  ['**/{a,b}.ts', undefined],
  ['!', /empty/],
  ['/test/**', /slash/],
  ['../test/**', /`\.\.`/],
  ['test/[ab].ts', /more than/],
  ['test/@(a|b).ts', /more than/],
  ['test/?(a).ts', /more than/],
  ['test\\a.ts', /more than/],
  ['test/{a,b.ts', /brace/],
  ['a'.repeat(5_000), /long/],
])('%s is a valid glob, except for %s', (glob, problem) => {
  if (problem) expect(problemOfGlob(glob)).toMatch(problem)
  else expect(problemOfGlob(glob)).toBe(undefined)
})
