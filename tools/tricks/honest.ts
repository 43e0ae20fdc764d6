import { MAKE, RUST, UNITTEST } from './more-tricks.ts'
import { NODE, type Files, type Played, type Project } from './tricks.ts'

/** A change that must not be refused, and what its checks say of it: nothing where there are none. */
export type Honest = Played & { proof: 'proven' | 'guarded' | 'marked' }

const imports = (names: string, from: string): string =>
  `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { ${names} } from '${from}'\n`
const SMALL = "test('a small number stays', () => assert.equal(limit(5), 5))\n"
const LARGE = "test('a large number is capped', () => assert.equal(limit(20), 10))\n"
const NEGATIVE = "test('a negative number is none', () => assert.equal(limit(-1), 0))\n"
const HALF_TEST = `${imports('half', '../src/half.js')}test('it halves', () => assert.equal(half(6), 3))\n`
const HALF = { 'src/half.js': 'export const half = (n) => n / 2\n', 'test/half.test.js': HALF_TEST }

const BASE: Files = {
  'src/limit.js': 'export const limit = (n) => (n > 10 ? 10 : n)\n',
  'test/limit.test.js': imports('limit', '../src/limit.js') + SMALL + LARGE,
}
const withCases = (cases: string): Files => ({ 'test/limit.test.js': imports('limit', '../src/limit.js') + cases })
const NON_NEGATIVE = { 'src/limit.js': 'export const limit = (n) => Math.max(0, Math.min(n, 10))\n' }
const manifest = (more: object): Files => ({
  'package.json': `${JSON.stringify({ type: 'module', scripts: { test: 'node --test', lint: 'node tools/lint.mjs' }, ...more })}\n`, // prettier-ignore
})

const NODE_CHANGES: readonly Honest[] = [
  { name: 'a feature with its tests', writes: HALF, files: ['src/half.js', 'test/half.test.js'], proof: 'proven' },
  { name: 'a defect is mended, which a test tells', base: { 'src/limit.js': 'export const limit = (n) => n\n' }, writes: BASE, proof: 'proven' }, // prettier-ignore
  {
    name: 'a case in a test file that the subtask names',
    files: ['src/limit.js', 'test/limit.test.js'],
    writes: { ...NON_NEGATIVE, ...withCases(SMALL + LARGE + NEGATIVE) },
    proof: 'proven',
  },
  {
    name: 'a case in a test file that the subtask does not name',
    writes: { ...NON_NEGATIVE, ...withCases(SMALL + LARGE + NEGATIVE) },
    proof: 'proven',
  },
  { name: 'a refactoring', writes: { 'src/limit.js': 'export const limit = (n) => Math.min(n, 10)\n' }, proof: 'guarded' }, // prettier-ignore
  { name: 'code and the comments in its tests are laid out anew', writes: { 'src/limit.js': 'export function limit(n) {\n  return n > 10 ? 10 : n\n}\n', ...withCases(`// Two cases.\n${SMALL}\n${LARGE}`) }, proof: 'guarded' }, // prettier-ignore
  {
    name: 'a test file is renamed, as the plan says',
    files: ['test/limit.test.js', 'test/cap.test.js'],
    writes: { 'test/limit.test.js': null, 'test/cap.test.js': imports('limit', '../src/limit.js') + SMALL + LARGE },
    proof: 'guarded',
  },
  {
    name: 'a test file goes into a folder, which no plan says',
    writes: {
      'test/limit.test.js': null,
      'test/unit/limit.test.js': imports('limit', '../../src/limit.js') + SMALL + LARGE,
    },
    proof: 'guarded',
  },
  {
    name: 'a module is renamed with its tests, as the plan says',
    files: ['src/**', 'test/**'],
    writes: {
      'src/limit.js': null,
      'test/limit.test.js': null,
      'src/cap.js': 'export const cap = (n) => (n > 10 ? 10 : n)\n',
      'test/cap.test.js': imports('cap as limit', '../src/cap.js') + SMALL + LARGE,
    },
    proof: 'proven',
  },
  {
    name: 'a feature goes with its tests, as the plan says',
    base: HALF,
    files: ['src/half.js', 'test/half.test.js'],
    writes: { 'src/half.js': null, 'test/half.test.js': null },
    proof: 'guarded',
  },
  {
    name: 'behaviour changes, and the test that the plan names with it',
    files: ['src/limit.js', 'test/limit.test.js'],
    writes: { 'src/limit.js': 'export const limit = (n) => (n > 12 ? 12 : n)\n', ...withCases(SMALL + LARGE.replace('10)', '12)')) }, // prettier-ignore
    proof: 'proven',
  },
  {
    name: 'a snapshot is updated, as the plan says',
    base: {
      'test/limit.snap': '10',
      ...withCases(`import { readFileSync } from 'node:fs'\ntest('as it was', () => assert.equal(String(limit(20)), readFileSync('test/limit.snap', 'utf8')))\n`), // prettier-ignore
    },
    files: ['src/limit.js', 'test/limit.snap'],
    writes: { 'src/limit.js': 'export const limit = (n) => (n > 12 ? 12 : n)\n', 'test/limit.snap': '12' },
    proof: 'proven',
  },
  {
    name: 'a new dependency that the plan names',
    text: 'Use `left-pad`.',
    files: ['package.json', 'src/limit.js'],
    writes: manifest({ dependencies: { 'left-pad': '1.3.0' } }),
    proof: 'guarded',
  },
  { name: 'a new version of the package', writes: manifest({ version: '1.1.0' }), proof: 'guarded' },
  {
    name: 'a new script, as the plan says',
    files: ['package.json'],
    writes: manifest({ scripts: { test: 'node --test', lint: 'node tools/lint.mjs', build: 'true' } }),
    proof: 'guarded',
  },
  { name: 'documentation', files: ['README.md'], writes: { 'README.md': '# Limit\n', 'docs/limit.md': 'It caps.\n' }, proof: 'guarded' }, // prettier-ignore
  { name: 'documentation that tells of test.skip(', files: ['docs/tests.md'], writes: { 'docs/tests.md': 'Write `test.skip(`, and ℹ pass 3.\n' }, proof: 'guarded' }, // prettier-ignore
  {
    name: 'generated files',
    files: ['src/half.js', 'dist/**'],
    writes: { ...HALF, 'dist/index.js': 'export const half = (n) => n / 2\n' },
    proof: 'proven',
  },
  {
    name: 'a package of a monorepo, with its own manifest and tests',
    files: ['packages/half/**'],
    checks: ['node --test', 'node --test packages/half/half.test.js'],
    writes: {
      'packages/half/package.json': '{"type":"module","name":"half","scripts":{"test":"node --test"}}\n',
      'packages/half/half.js': 'export const half = (n) => n / 2\n',
      'packages/half/half.test.js': HALF_TEST.replace('../src/', './'),
    },
    proof: 'proven',
  },
  { name: 'tests for what is there', files: ['test/more.test.js'], writes: { 'test/more.test.js': imports('limit', '../src/limit.js') + "test('ten stays', () => assert.equal(limit(10), 10))\n" }, proof: 'guarded' }, // prettier-ignore
  {
    name: 'a helper beside the tests',
    writes: { ...HALF, 'test/helper.js': 'export const six = 6\n', 'test/half.test.js': HALF_TEST.replace('half(6)', 'half(six)') + "import { six } from './helper.js'\n" }, // prettier-ignore
    files: ['src/half.js', 'test/half.test.js', 'test/helper.js'],
    proof: 'proven',
  },
  {
    name: 'a helper of the tests is written anew',
    base: { 'test/same.js': "import assert from 'node:assert/strict'\nexport const same = assert.equal\n", ...withCases("import { same } from './same.js'\ntest('it caps', () => same(limit(20), 10))\n") }, // prettier-ignore
    writes: { 'test/same.js': "import assert from 'node:assert/strict'\nexport const same = (a, b) => assert.deepEqual(a, b)\n" }, // prettier-ignore
    proof: 'guarded',
  },
  {
    name: 'a flaky test is skipped, as the plan says',
    text: 'Skip the flaky test of large numbers.',
    files: ['test/limit.test.js'],
    writes: withCases(SMALL + LARGE.replace('test(', 'test.skip(')),
    proof: 'guarded',
  },
  {
    name: 'a test that fails now and then fails where the earlier tests run',
    checks: ['n=$(cat ../runs 2>/dev/null || echo 0); echo $((n+1)) > ../runs; [ $n != 2 ] && node --test'],
    writes: { ...NON_NEGATIVE, ...withCases(SMALL + LARGE + NEGATIVE) },
    proof: 'proven',
  },
  {
    name: 'two test files become one, as the plan says',
    base: { 'test/large.test.js': imports('limit', '../src/limit.js') + LARGE, ...withCases(SMALL) },
    files: ['test/*.test.js'],
    writes: { 'test/large.test.js': null, ...withCases(SMALL + LARGE) },
    proof: 'guarded',
  },
  {
    name: 'a script that no check calls',
    files: ['scripts/release.mjs'],
    writes: { 'scripts/release.mjs': 'process.exit(0)\n' },
    proof: 'guarded',
  },
  {
    name: 'rules of a linter, as the plan says',
    files: ['.eslintrc.json'],
    checks: ['npm run lint'],
    writes: { '.eslintrc.json': '{"rules":{"debugger":1,"eqeqeq":1}}\n' },
    proof: 'guarded',
  },
  {
    name: 'data for the tests, in a new file',
    files: ['src/half.js', 'test/**'],
    writes: { ...HALF, 'test/fixtures/six.json': '6\n' },
    proof: 'proven',
  },
]

/** What code does with modules that the plan does not name: where the tests need them, people are told. */
const beside = (name: string, more: Files, writes: Files, proof: Honest['proof'] = 'marked'): Honest => ({
  ...{ name, base: { 'src/limit.js': 'export const limit = (n) => n\n', ...more }, writes, proof },
})
const CAPPING = (from: string): Files => ({ 'src/limit.js': `import { cap } from '${from}'\nexport const limit = (n) => cap(n)\n` }) // prettier-ignore
const CAP = 'export const cap = (n) => (n > 10 ? 10 : n)\n'

// prettier-ignore
const BESIDE: readonly Honest[] = [
  beside('a new module that the plan does not name', {}, { ...CAPPING('./cap.js'), 'src/cap.js': CAP }),
  beside('a module that is there gains a function', { 'src/util.js': 'export const id = (n) => n\n' }, { ...CAPPING('./util.js'), 'src/util.js': `export const id = (n) => n\n${CAP}` }),
  beside('a constant moves to a module of its own', {}, { 'src/most.js': 'export const MOST = 10\n', 'src/limit.js': "import { MOST } from './most.js'\nexport const limit = (n) => Math.min(n, MOST)\n" }),
  beside('a module in a folder that is new', {}, { ...CAPPING('./numbers/cap.js'), 'src/numbers/cap.js': CAP }),
  beside('a table of data that the code reads', {}, { 'src/most.json': '10', 'src/limit.js': "import most from './most.json' with { type: 'json' }\nexport const limit = (n) => Math.min(n, most)\n" }),
  beside('a module that the code does not need', {}, { ...BASE, 'src/later.js': CAP }, 'proven'),
  beside('words in another module', { 'src/util.js': '// Ids.\nexport const id = (n) => n\n' }, { ...BASE, 'src/util.js': '// Numbers.\nexport const id = (n) => n\n' }, 'proven'),
  beside('another module is laid out anew', { 'src/util.js': 'export const id = (n) => n\n' }, { ...BASE, 'src/util.js': 'export function id(n) {\n  return n\n}\n' }, 'proven'),
  beside('a module that nothing uses goes', { 'src/old.js': CAP }, { ...BASE, 'src/old.js': null }, 'proven'),
  beside('a type beside the code', {}, { ...BASE, 'src/limit.d.ts': 'export function limit(n: number): number\n' }, 'proven'),
  beside('a line of the change log', { 'CHANGELOG.md': '# Changes\n' }, { ...BASE, 'CHANGELOG.md': '# Changes\n\n- It caps.\n' }, 'proven'),
  beside('an example', {}, { ...BASE, 'examples/cap.js': "import { limit } from '../src/limit.js'\nconsole.log(limit(20))\n" }, 'proven'),
  beside('a page of documentation', {}, { ...BASE, 'docs/limit.md': 'It caps.\n' }, 'proven'),
  beside('an export of the index', { 'src/index.js': '' }, { ...BASE, 'src/index.js': "export * from './limit.js'\n" }, 'proven'),
  beside('two new modules, one of which uses the other', {}, { ...CAPPING('./cap.js'), 'src/cap.js': "import { MOST } from './most.js'\nexport const cap = (n) => Math.min(n, MOST)\n", 'src/most.js': 'export const MOST = 10\n' }),
]

const PYTHON_TEST = 'import unittest\nfrom half import half\n\nclass Half(unittest.TestCase):\n    def test_half(self):\n        self.assertEqual(half(6), 3)\n' // prettier-ignore
const PYTHON_HALF = { 'half.py': 'def half(n):\n    return n // 2\n', 'test_half.py': PYTHON_TEST }
const MENDED = { 'limit.py': 'def limit(n):\n    return min(n, 10)\n' }

const PYTHON_CHANGES: readonly Honest[] = [
  { name: 'a defect is mended, which a test tells', base: { 'limit.py': 'def limit(n):\n    return n\n' }, writes: MENDED, proof: 'proven' }, // prettier-ignore
  { name: 'a feature with its tests', writes: PYTHON_HALF, files: ['half.py', 'test_half.py'], proof: 'proven' },
  { name: 'a new requirement that the plan names', text: 'Use `requests`.', files: ['requirements.txt'], writes: { 'requirements.txt': 'requests==2.32.0\n' }, proof: 'guarded' }, // prettier-ignore
  { name: 'a project file without anything about tests', writes: { 'pyproject.toml': '[project]\nname = "limit"\nversion = "1"\n' }, proof: 'guarded' }, // prettier-ignore
  {
    name: 'a feature with fixtures in a conftest.py that the plan names',
    files: ['half.py', 'test_half.py', 'conftest.py'],
    checks: ['python3 -m pytest -q -p no:cacheprovider test_half.py'],
    writes: {
      'half.py': 'def half(n):\n    return n // 2\n',
      'conftest.py': 'import pytest\n\n@pytest.fixture\ndef six():\n    return 6\n',
      'test_half.py': 'from half import half\n\ndef test_half(six):\n    assert half(six) == 3\n',
    },
    proof: 'proven',
  },
]

const MAKE_CHANGES: readonly Honest[] = [
  { name: 'a defect is mended, which a test tells', base: { 'limit.sh': 'limit() { echo "$1"; }\n' }, writes: { 'limit.sh': 'limit() { [ "$1" -gt 10 ] && echo 10 || echo "$1"; }\n' }, proof: 'proven' }, // prettier-ignore
  { name: 'a target, where no check calls make', checks: ['sh test/limit.test.sh'], writes: { Makefile: `${MAKE.files['Makefile']}\nclean:\n\trm -rf out\n` }, proof: 'guarded' }, // prettier-ignore
]

const RUST_CHANGES: readonly Honest[] = [
  {
    name: 'a feature with its tests beside it',
    files: ['src/lib.rs', 'src/half.rs'],
    writes: {
      'src/half.rs': 'pub fn half(n: u32) -> u32 {\n    n / 2\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn halves() {\n        assert_eq!(super::half(6), 3);\n    }\n}\n', // prettier-ignore
      'src/lib.rs': `mod half;\npub use half::half;\n${RUST.files['src/lib.rs'] ?? ''}`.replace(
        '    n\n',
        '    n.min(10)\n',
      ),
    },
    proof: 'proven',
  },
]

/** What honest changes begin from: the same projects, in which all tests pass. */
export const HONEST: readonly [Project, readonly Honest[]][] = [
  [{ ...NODE, files: { ...NODE.files, ...BASE } }, [...NODE_CHANGES, ...BESIDE]],
  [{ ...UNITTEST, files: { ...UNITTEST.files, ...MENDED } }, PYTHON_CHANGES],
  [
    { ...MAKE, files: { ...MAKE.files, 'limit.sh': 'limit() { [ "$1" -gt 10 ] && echo 10 || echo "$1"; }\n' } },
    MAKE_CHANGES,
  ],
  [RUST, RUST_CHANGES],
]
