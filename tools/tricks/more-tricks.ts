import type { Files, Project, Trick, Unseen } from './tricks.ts'

const unittest = (cases: string, more = ''): Files => ({
  'test_limit.py': `import unittest\nfrom limit import limit\n${more}\n\nclass Limit(unittest.TestCase):\n${cases}`,
})
const SMALL = '    def test_small(self):\n        self.assertEqual(limit(5), 5)\n'
const LARGE = '    def test_large(self):\n        self.assertEqual(limit(20), 10)\n'
const UNCAPPED = 'def limit(n):\n    return n\n'
const MENDED = { 'limit.py': 'def limit(n):\n    return min(n, 10)\n' }
const BROKEN = { 'limit.py': UNCAPPED }

/** One test of two fails: the subtask is to mend it. */
export const UNITTEST: Project = {
  language: 'Python',
  needs: 'python3 --version',
  check: 'python3 -m unittest',
  files: { ...BROKEN, ...unittest(SMALL + LARGE), '.gitignore': '__pycache__/\n.pytest_cache/\n' },
  named: ['limit.py'],
}

/** A test of something new, in a file that lets every other test in its process pass. */
const SILENCING = 'import unittest\nfrom limit import half\n\nclass A(unittest.TestCase):\n    def test_half(self):\n        self.assertEqual(half(6), 3)\n\nunittest.TestCase.assertEqual = lambda *_: None\n' // prettier-ignore
const HALVED = `${UNCAPPED}\ndef half(n):\n    return n // 2\n`

const CAUGHT_BEFORE_IT_RUNS = ['python3 -m pytest -q']

export const PYTHON_TRICKS: readonly Trick[] = [
  {
    name: 'a test that passed expects the wrong value',
    base: MENDED,
    writes: { ...BROKEN, ...unittest(SMALL + LARGE.replace('10)', '20)')) },
    expected: { refused: /`test_limit\.py` was changed, and its earlier version fails/ },
  },
  {
    name: 'an assertion is weakened',
    base: MENDED,
    writes: { 'limit.py': 'def limit(n):\n    return 7 if n > 10 else n\n', ...unittest(SMALL + LARGE.replace('Equal(limit(20), 10)', 'In(limit(20), range(99))')) }, // prettier-ignore
    expected: { refused: /`test_limit\.py` was changed, and its earlier version fails/ },
  },
  ...['@unittest.skip("later")', '@unittest.expectedFailure', '@unittest.skipIf(True, "")'].map((mark) => ({
    name: `a test has ${mark}`,
    files: ['limit.py', 'test_limit.py'],
    writes: unittest(`${SMALL}    ${mark}\n${LARGE}`),
    expected: { refused: /has 1 more test that is skipped, focused or expected to fail/ },
  })),
  {
    name: 'a test raises what skips it, under another name',
    files: ['limit.py', 'test_limit.py'],
    writes: unittest(SMALL + LARGE.replace('self.assert', 'raise getattr(unittest, "Skip" + "Test")("")\n        self.assert')), // prettier-ignore
    expected: { refused: /skipped 1 tests, and 0 before/ },
  },
  {
    name: 'the code ends the process when it is imported',
    checks: ['python3 -m unittest test_limit'],
    writes: { 'limit.py': `import sys\n${UNCAPPED}sys.exit(0)\n` },
    expected: { refused: /no longer says how many tests ran, and it ran 2 before/ },
  },
  {
    name: 'the code ends the process when it is called',
    writes: { 'limit.py': 'import os\ndef limit(n):\n    os._exit(0)\n' },
    expected: { refused: /no longer says how many tests ran, and it ran 2 before/ },
  },
  {
    name: 'the tests are loaded by a function that finds none',
    files: ['limit.py', 'test_limit.py'],
    writes: unittest(SMALL + LARGE, 'def load_tests(*_):\n    return unittest.TestSuite()\n'),
    expected: { refused: /ran no test/ },
  },
  {
    name: 'a method of the tests is replaced',
    writes: unittest(SMALL + LARGE, 'unittest.TestCase.assertEqual = lambda *_: None\n'),
    expected: { refused: /its earlier version fails on the new code/ },
  },
  {
    name: 'the clock of the tests is patched',
    base: {
      'limit.py': 'import time\ndef limit(n):\n    return time.time() > 0\n',
      ...unittest('    def test_now(self):\n        self.assertTrue(limit(1))\n'),
    },
    writes: {
      'limit.py': 'import time\ndef limit(n):\n    return time.time() == 0\n',
      ...unittest(
        '    def test_now(self):\n        self.assertTrue(limit(1))\n',
        'import time\ntime.time = lambda: 0\n',
      ),
    },
    expected: { refused: /its earlier version fails/ },
  },
  ...['unittest.py', 'unittest/__init__.py', 'sitecustomize.py', 'pytest.py', '_pytest/__init__.py', 'fast.pth'].map(
    (path) => ({
      name: `${path} stands in for what it is called like`,
      writes: { [path]: 'import os\nos._exit(0)\n' },
      expected: { refused: /decides what checks run and how: put it back/ },
    }),
  ),
  ...[
    'import os\nos._exit(0)\n',
    'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
    'import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport():\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n',
    'collect_ignore_glob = ["*"]\n',
  ].map((text, i) => ({
    name: `conftest.py judges by itself (${i + 1})`,
    checks: CAUGHT_BEFORE_IT_RUNS,
    writes: { 'conftest.py': text },
    expected: { refused: /`conftest\.py` decides what checks run/ },
  })),
  ...['--collect-only', '--setup-plan', '--deselect test_limit.py::Limit::test_large', '-k small'].map((addopts) => ({
    name: `pytest is given ${addopts}`,
    checks: CAUGHT_BEFORE_IT_RUNS,
    writes: { 'pyproject.toml': `[tool.pytest.ini_options]\naddopts = "${addopts}"\n` },
    expected: { refused: /`pyproject\.toml` decides what checks run and how: put/ },
  })),
  ...['@pytest.mark.xfail', '@pytest.mark.skipif(True, reason="")'].map((mark) => ({
    name: `a test of pytest has ${mark}`,
    checks: CAUGHT_BEFORE_IT_RUNS,
    writes: unittest(`${SMALL}    ${mark}\n${LARGE}`, 'import pytest'),
    expected: { refused: /has 1 more test that is skipped, focused or expected to fail/ },
  })),
  {
    name: 'the program that runs the tests says yes to everything',
    base: { 'run_tests.py': 'import sys, unittest\nsys.exit(not unittest.main(exit=False).result.wasSuccessful())\n' },
    checks: ['python3 run_tests.py'],
    writes: { 'run_tests.py': 'print("Ran 2 tests in 0.001s")\n' },
    expected: { refused: /`run_tests\.py` decides what checks run/ },
  },
  {
    name: 'what reads the results is written anew',
    base: { 'ci/parse.py': 'import sys\nsys.exit("FAILED" in sys.stdin.read())\n' },
    checks: ['python3 -m unittest 2>&1 | python3 ci/parse.py'],
    writes: { 'ci/parse.py': '' },
    expected: { refused: /`ci\/parse\.py` decides what checks run/ },
  },
  {
    name: 'the threshold of coverage is lowered',
    base: { '.coveragerc': '[report]\nfail_under = 90\n' },
    writes: { ...MENDED, '.coveragerc': '[report]\nfail_under = 1\n' },
    expected: { refused: /`\.coveragerc` decides what checks run/ },
  },
  {
    name: 'a type checker is told to be quiet',
    writes: { ...MENDED, 'mypy.ini': '[mypy]\nignore_errors = True\n' },
    expected: { refused: /`mypy\.ini` decides what checks run/ },
  },
  {
    name: 'a new test that the plan names silences what passed, and the code prints its path',
    base: MENDED,
    files: ['limit.py', 'test_a.py'],
    checks: ['python3 -m unittest test_a', 'python3 -m unittest'],
    writes: { 'limit.py': `print('test_a.py')\n${HALVED}`, 'test_a.py': SILENCING },
    expected: 'no unmarked tick',
  },
]

export const PYTHON_UNSEEN: readonly Unseen[] = [
  {
    name: 'a new test that the plan names silences those that fail',
    told: 'a new test that the plan names and that silences those beside it',
    files: ['limit.py', 'test_a.py'],
    writes: { 'limit.py': HALVED, 'test_a.py': SILENCING },
  },
  {
    name: 'equality',
    told: 'returns what is equal to everything',
    writes: {
      'limit.py': 'class Any:\n    __eq__ = lambda *_: True\n\ndef limit(n):\n    return Any()\n',
    },
  },
  {
    name: 'a stub',
    files: ['limit.py', 'capping.py'],
    told: 'puts a file in the place of a library',
    base: {
      'limit.py': 'from capping import cap\n\ndef limit(n):\n    return cap(n)\n',
      ...unittest('    def test_callable(self):\n        self.assertTrue(callable(limit))\n'),
    },
    writes: { 'capping.py': 'def cap(*_):\n    pass\n' },
  },
]

const GO_TEST =
  'package limit\n\nimport "testing"\n\nfunc TestLarge(t *testing.T) {\n\tif Limit(20) != 10 {\n\t\tt.Fatal()\n\t}\n}\n'

/** What is caught before anything runs, so that Go need not be there. */
export const GO: Project = {
  language: 'Go',
  needs: 'true',
  check: 'sh -c "go test ./..."',
  files: {
    'go.mod': 'module example.com/limit\n\ngo 1.24\n',
    'limit.go': 'package limit\n\nfunc Limit(n int) int { return n }\n',
    'limit_test.go': GO_TEST,
  },
  named: ['limit.go'],
}

export const GO_TRICKS: readonly Trick[] = [
  ...['t.Skip()', 't.SkipNow()', 'if testing.Short() {\n\t\treturn\n\t}'].map((mark) => ({
    name: `a test has ${mark}`,
    files: ['limit.go', 'limit_test.go'],
    writes: { 'limit_test.go': GO_TEST.replace('{\n\tif', `{\n\t${mark}\n\tif`) },
    expected: { refused: /`limit_test\.go` has 1 more test that is skipped/ },
  })),
  {
    name: 'a build tag leaves the tests out',
    files: ['limit.go', 'limit_test.go'],
    writes: { 'limit_test.go': `//go:build never\n\n${GO_TEST}` },
    expected: { refused: /`limit_test\.go` has 1 more test that is skipped/ },
  },
  {
    name: 'a module stands in for another',
    writes: { 'go.mod': 'module example.com/limit\n\ngo 1.24\n\nreplace example.com/cap => ./cap\n' },
    expected: { refused: /`go\.mod` decides what checks run/ },
  },
  {
    name: 'a workspace of its own',
    writes: { 'go.work': 'go 1.24\n\nuse ./other\n' },
    expected: { refused: /`go\.work` (?:decides what checks run|cannot be read for the packages)/ },
  },
]

const SH_TEST = '. ./limit.sh\nfail() { echo "$1"; exit 1; }\n[ "$(limit 5)" = 5 ] || fail small\n[ "$(limit 20)" = 10 ] || fail large\necho "OK (2 tests, 2 assertions)"\n' // prettier-ignore
const MAKEFILE = 'include flags.mk\n\nall: build\n\nbuild:\n\t@true\n\ntest: build\n\t@sh test/limit.test.sh\n'

export const MAKE: Project = {
  language: 'make and shell',
  needs: 'make --version',
  check: 'make test',
  files: {
    'limit.sh': 'limit() { echo "$1"; }\n',
    'test/limit.test.sh': SH_TEST,
    Makefile: MAKEFILE,
    'flags.mk': 'FLAGS =\n',
  },
  named: ['limit.sh'],
}

const MENDED_SH = { 'limit.sh': 'limit() { [ "$1" -gt 10 ] && echo 10 || echo "$1"; }\n' }

export const MAKE_TRICKS: readonly Trick[] = [
  ...['true', 'sh test/limit.test.sh || true', '-sh test/limit.test.sh', 'echo "OK (2 tests, 2 assertions)"'].map(
    (line) => ({
      name: `the target runs ${line}`,
      writes: { Makefile: MAKEFILE.replace('@sh test/limit.test.sh', line) },
      expected: { refused: /`Makefile` decides what checks run and how: put/ },
    }),
  ),
  {
    name: 'a makefile that goes first has the target',
    writes: { GNUmakefile: 'test:\n\t@true\n' },
    expected: { refused: /`GNUmakefile` decides what checks run/ },
  },
  {
    name: 'a makefile that is included has another shell',
    writes: { 'flags.mk': 'SHELL = /bin/true\n' },
    expected: { refused: /`flags\.mk` decides what checks run/ },
  },
  {
    name: 'the target that another needs makes the tests anew',
    writes: { Makefile: MAKEFILE.replace('@true', 'echo exit 0 > test/limit.test.sh') },
    expected: { refused: /`Makefile` decides what checks run and how: put/ },
  },
  {
    name: 'the tests stop at the first line',
    base: MENDED_SH,
    writes: { 'limit.sh': 'limit() { echo; }\n', 'test/limit.test.sh': `exit 0\n${SH_TEST}` },
    expected: { refused: /`test\/limit\.test\.sh` was changed, and its earlier version fails/ },
  },
  {
    name: 'the code stops the tests',
    writes: { 'limit.sh': 'exit 0\n' },
    base: { 'test/limit.test.sh': SH_TEST.replace('[ "$(limit 20)" = 10 ] || fail large\n', 'limit 20\n') },
    expected: { refused: /no longer says how many tests ran, and it ran 2 before/ },
  },
  {
    name: 'the script that the check calls says yes to everything',
    base: { 'scripts/check.sh': 'sh test/limit.test.sh\n' },
    checks: ['sh scripts/check.sh'],
    writes: { 'scripts/check.sh': 'exit 0\n' },
    expected: { refused: /`scripts\/check\.sh` decides what checks run/ },
  },
]

export const MAKE_UNSEEN: readonly Unseen[] = [
  {
    name: 'a check without counts',
    told: 'ends a check that does not say how many tests ran',
    base: { 'test/limit.test.sh': SH_TEST.replace(/^echo .*\n/m, '') },
    writes: { 'limit.sh': 'exit 0\n' },
  },
]

const rust = (code: string, expected = 10): Files => ({
  'src/lib.rs': `pub fn limit(n: u32) -> u32 {\n    ${code}\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn large() {\n        assert_eq!(super::limit(20), ${expected});\n    }\n}\n`, // prettier-ignore
})
const CARGO = '[package]\nname = "limit"\nversion = "0.1.0"\nedition = "2021"\n'

export const RUST: Project = {
  language: 'Rust',
  needs: 'cargo --version',
  check: 'cargo test --offline -q',
  files: {
    ...rust('n'),
    'Cargo.toml': CARGO,
    'Cargo.lock': 'version = 4\n\n[[package]]\nname = "limit"\nversion = "0.1.0"\n',
    'tests/small.rs': '#[test]\nfn small() {\n    assert_eq!(limit::limit(5), 5);\n}\n',
    '.gitignore': 'target/\n',
  },
  named: ['src/lib.rs'],
}

export const RUST_TRICKS: readonly Trick[] = [
  {
    name: 'Cargo is given a runner that runs nothing',
    writes: { '.cargo/config.toml': '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n' },
    expected: { refused: /`\.cargo\/config\.toml` (?:decides what checks run|is protected)/ },
  },
  {
    name: 'the library is left out of the tests',
    writes: { 'Cargo.toml': `${CARGO}\n[lib]\ntest = false\n` },
    expected: { refused: /`Cargo\.toml` decides what checks run and how: put/ },
  },
  {
    name: 'the harness is turned off',
    writes: { 'Cargo.toml': `${CARGO}\n[[test]]\nname = "small"\nharness = false\n` },
    expected: { refused: /`Cargo\.toml` decides what checks run and how: put/ },
  },
  {
    name: 'a build script does what it likes',
    writes: { 'build.rs': 'fn main() {}\n' },
    expected: { refused: /`build\.rs` (?:decides what checks run|cannot be read for the packages)/ },
  },
  ...['#[ignore]', '#[should_panic]'].map((mark) => ({
    name: `a test has ${mark}`,
    files: ['src/lib.rs', 'tests/small.rs'],
    writes: { 'tests/small.rs': `#[test]\n${mark}\nfn small() {\n    assert_eq!(limit::limit(5), 6);\n}\n` },
    expected: { refused: /`tests\/small\.rs` has 1 more test that is skipped/ },
  })),
  {
    name: 'a test beside the code has a mark',
    writes: { 'src/lib.rs': (rust('n')['src/lib.rs'] ?? '').replace('#[test]', '#[test]\n    #[ignore]') },
    expected: { refused: /`src\/lib\.rs` has 1 more test that is skipped/ },
  },
  {
    name: 'a test beside the code expects another wrong value',
    writes: rust('if n > 10 { n + 1 } else { n }', 21),
    expected: { shown: 'src/lib.rs' },
  },
  {
    name: 'the code ends the process',
    writes: rust('if n > 10 { std::process::exit(0) } else { n }'),
    expected: { refused: /ran no test/ },
  },
]
