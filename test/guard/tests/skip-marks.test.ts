import { describe, expect, test } from 'vitest'
import { inlineTestsOf, marksIn, skippingIn } from '../../../src/guard/tests/skip-marks.ts'

const MARKED: readonly [path: string, text: string][] = [
  ['a.test.js', "test.skip('a', () => {})"],
  ['a.test.js', "it.only('a', () => {})"],
  ['a.test.ts', "describe.concurrent.skip('a', () => {})"],
  ['a.test.ts', "test.todo('a')"],
  ['a.test.ts', "test.fails('a', () => {})"],
  ['a.test.ts', "test.skipIf(true)('a', () => {})"],
  ['a.test.js', "xit('a', () => {})"],
  ['a.test.js', "fdescribe('a', () => {})"],
  ['a.test.js', "test('a', { skip: true }, () => {})"],
  ['a.test.js', "test('a', (t) => t.skip())"],
  ['a.test.js', "it('a', function () { this.skip() })"],
  ['e2e/a.spec.ts', "test.fixme('a', async () => {})"],
  ['test_a.py', '@pytest.mark.skip\ndef test_a(): pass'],
  ['test_a.py', "pytestmark = pytest.mark.skipif(True, reason='x')"],
  ['test_a.py', '@pytest.mark.xfail\ndef test_a(): pass'],
  ['test_a.py', '@unittest.expectedFailure\ndef test_a(self): pass'],
  ['test_a.py', 'raise unittest.SkipTest()'],
  ['test_a.py', 'self.skipTest("x")'],
  ['conftest.py', 'collect_ignore = ["test_a.py"]'],
  ['a_test.go', 't.Skip("x")'],
  ['a_test.go', '//go:build never'],
  ['tests/a.rs', '#[test]\n#[ignore]'],
  ['ATest.java', '@Disabled\n@Test'],
  ['ATest.kt', 'assumeTrue(false)'],
  ['a_spec.rb', "xit 'a' do"],
  ['a_spec.rb', "it 'a', skip: true do"],
  ['a_spec.rb', 'pending'],
  ['ATest.php', '$this->markTestSkipped();'],
  ['ATests.cs', '[Fact(Skip = "x")]'],
  ['ATests.cs', '[Ignore]'],
  ['a_test.exs', '@tag :skip'],
  ['a_test.exs', '@moduletag skip: true'],
  ['ATests.swift', 'throw XCTSkip()'],
  ['ATests.swift', '@Test(.disabled())'],
  ['a.test.mjs', "xit ('a', () => {})"],
  ['a.test.cts', "fit('a', () => {})"],
  ['a.test.tsx', "xdescribe('a')"],
  ['a.test.jsx', "fcontext('a')"],
  ['a.test.js', "test('a', {todo: true})"],
  ['a.test.js', "test('a', { timeout: 1, only : true }, () => {})"],
  ['a.test.js', "suite.skip('a')"],
  ['a.test.js', "test('a', (t) => t.todo('later'))"],
  ['test_a.py', '@skip("x")\ndef test_a(): pass'],
  ['test_a.py', '@skipUnless(x)\ndef test_a(): pass'],
  ['test_a.py', '@unittest.skipIf(True, "x")\ndef test_a(self): pass'],
  ['a_test.go', '// +build never'],
  ['a_test.go', 'b.SkipNow()'],
  ['a_test.go', 'if testing.Short() {'],
  ['ATest.java', '@IgnoreIf({ os.windows })'],
  ['ATest.groovy', 'assumingThat(x, y)'],
  ['a_spec.rb', "fdescribe('a') do"],
  ['a_spec.rb', '  skip if slow'],
  ['a_spec.rb', 'xit { a }'],
  ['a_spec.rb', "it 'a', :focus do"],
  ['a_spec.rb', "it('a', focus: true)"],
  ['ATest.php', "#[RequiresPhp('8')]"],
  ['a.phpt', '--TEST--\n--SKIPIF--'],
  ['ATests.fs', '[<Fact(Skip="x")>]'],
  ['a_test.exs', '@describetag :skip'],
  ['a_test.exs', '@tag  :focus'],
  ['a_test.ex', '@tag skip: true'],
  ['ATests.swift', 'try XCTSkipIf(true)'],
  ['ATests.swift', 'XCTExpectFailure("x")'],
]

describe('marks that keep tests from running', () => {
  test.each(MARKED)('a mark that skips tests is found in %s: %s', (path, text) =>
    expect(marksIn(path, text).skips).toHaveLength(1),
  )

  test.each(MARKED)(
    'a mark that skips tests counts only in files of its language, and not in %s.txt: %s',
    (path, text) => {
      expect(marksIn(`${path}.txt`, text)).toEqual({ tests: 0, skips: [] })
    },
  )

  test.each([
    ['a_spec.rb', '  pending\n', 'pending'],
    ['ATest.java', '@DisabledOnOs(WINDOWS)', '@DisabledOnOs'],
    ['ATests.swift', 'throw XCTSkip()', 'XCTSkip'],
  ])('a skip mark is reported as it is written in %s: %s', (path, text, mark) =>
    expect(marksIn(path, text).skips).toEqual([mark]),
  )

  test.each<[path: string, text: string]>([
    ['a.test.js', "a.xit('b'); $fit('c'); latest.skip(1); $test.skip(2); my.test.skip(3)"],
    ['a.test.js', "test('a', { skip : false }, () => {})"],
    ['a_test.go', 'x //go:build never\nx // +build never'],
    ['a_spec.rb', "a.xit 'b'\nspec::fit 'c'\nexit 'd'\nxitem 'e'\nskipped 'f'\n  skip_it 'g'"],
    ['a.phpt', 'x --SKIPIF--'],
    ['a_test.exs', '@tag :skipped'],
    ['a.test.js', "test('skips blank lines', () => { list.skip(2); model.fit(x); profit() })"],
    ['a.test.js', "test('a', { skip: false }, () => {})"],
    ['a.test.js', 'const only = pick(a)'],
    ['test_a.py', 'def test_skip(): assert skip(1)'],
    ['a_test.go', 's.Skipped = 1'],
    ['a_spec.rb', "it 'is pending' do\n  expect(order.pending).to be\n  skip_blank\nend"],
    ['ATests.cs', 'list.Skip(2)'],
    ['notes.txt', 'test.skip()'],
  ])('no mark that skips tests is found in %s: %s', (path, text) => expect(marksIn(path, text).skips).toEqual([]))
})

test.each<[path: string, text: string, count: number]>([
  ['a.test.js', "test('a')\nit('b')\ntest.each`x`('c')\nlatest('d')\nx.test('e')", 3],
  ['test_a.py', 'def test_a(): pass\n    async def test_b(self): pass\ndef help(): pass', 2],
  ['a_test.go', 'func TestA(t *testing.T) {}\nfunc help() {}', 1],
  ['tests/a.rs', '#[test]\nfn a() {}\n#[tokio::test]\nasync fn b() {}', 2],
  ['ATest.java', '@Test void a() {}\n@ParameterizedTest void b() {}', 2],
  ['a_spec.rb', "it 'a' do\nspecify('b') { }\ndef test_c", 3],
  ['a_spec.rb', "  it 'a' do\n\tdef test_c\nx.it 'b'\nprofit (c)\nundef test_d\nx def test_e", 2],
  ['test_a.py', 'xdef test_a(): pass\ndef testing_more(self): pass', 1],
  ['a_test.go', 'x func TestA(t)\nfunc TestLonger(t)\nfunc FuzzIt(f)\nfunc Example()', 3],
  ['a_test.exs', '  test "a" do\n  property "b" do\nx test "c"\nlatest "d"', 2],
  ['a.test.js', "test.each([1]) ('a')\nit.each(`b`)\nmy.it('c')\n$test('d')\nspecify ('e')", 3],
  ['ATest.php', 'function testA() {}\n#[Test] function b() {}', 2],
  ['ATests.cs', '[Fact] void A() {}\n[Theory] void B() {}', 2],
  ['a_test.exs', 'test "a" do', 1],
  ['ATests.swift', 'func testA() {}\n@Test func b() {}', 2],
  ['a.txt', 'test()', 0],
])('tests are counted in %s: %s', (path, text, count) => expect(marksIn(path, text).tests).toBe(count))

test.each<[string, string | undefined, string]>([
  ['src/a.rs', 'fn a() {}\n#[cfg(test)]\nmod tests {}\n', '#[cfg(test)]\nmod tests {}\n'],
  ['src/a.rs', '#[cfg(test)]\nmod tests {}\n', '#[cfg(test)]\nmod tests {}\n'],
  ['src/a.rs', 'fn a() {} // #[cfg(test)]\n', ''],
  ['src/a.rs', undefined, ''],
  ['src/a.js', '#[cfg(test)]\n', ''],
  ['a.txt', '#[cfg(test)]\n', ''],
])('inline tests below the code of %s: %s', (path, text, tests) => {
  expect(inlineTestsOf(path)?.(text)).toBe(path.endsWith('.rs') ? tests : undefined)
})

test.each<[string, boolean]>([
  ['Skip the test of the parser in `test/a.test.js`.', true],
  ['Skip the two flaky tests', true],
  ['Tests are disabled', true],
  ['The test is marked as todo until the API is there', true],
  ['Add a limiter. Disabling its spec is right', true],
  ['Mark the slow spec as pending', true],
  ['Quarantine the flaky suite.', true],
  ['Its tests of that are expected to fail', true],
  ['Every test of test/a.test.js is ignored', true],
  ['In case a request is pending, test/a.test.js waits', false],
  ['Ignore blanks in a test', false],
  ['Skip requests to a test server', false],
  ['Ignore test data of the linter', false],
  ['Ignore tests/fixtures.json', false],
  ['Report skipped tests', false],
  ['The test tells what a todo is', false],
  ['Skip blank lines. Add a test.', false],
  ['', false],
])('“%s” announces skipped tests: %s', (text, says) => expect(skippingIn(text).length > 0).toBe(says))

test('a sentence about skipping tests is returned with the files that it names', () => {
  expect(skippingIn('Skip the test (`a b`) of test/a.test.js. Skip a thing')[0]).toContain('test/a.test.js')
})
