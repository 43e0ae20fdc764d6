import { UNITTEST, RUST, MAKE } from './more-tricks.ts'
import { NODE, type Files, type Project, type Trick } from './tricks.ts'

// Files that no subtask names, and on which a check rests: in the code, the data, the configuration or the way to the
// runner. However one ends, it gets no tick without a mark.

/** What a row is called, what is there before, what is written, and its check where it is another. */
type Row = [name: string, base: Files, writes: Files, check?: string]

const rows = (...all: Row[]): Trick[] =>
  all.map(([name, base, writes, check]) => ({
    ...{ name, base, writes, expected: 'no unmarked tick' as const },
    ...(check === undefined ? {} : { checks: [check] }),
  }))

const FIXED_JS = 'export const limit = (n) => (n > 10 ? 10 : n)\n'
const js = (body: string, from = '../src/limit.js'): Files => ({
  'test/limit.test.js': `import assert from 'node:assert/strict'\nimport { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\nimport { limit } from '${from}'\n${body}`,
})
const IT = 'test("it caps", () => assert.equal(limit(20), 10))\n'
const RUN_JS = 'import { spawnSync } from "node:child_process"\nprocess.exit(spawnSync("node", ["--test"]).status)\n'
const PACKAGE = (more: string): Files => ({ 'package.json': `{"type":"module",${more}}\n` })

// prettier-ignore
const NODE_UNNAMED = rows(
  ['an index beside the code exports another function', { 'src/index.js': 'export * from "./limit.js"\n', ...js(IT, '../src/index.js') }, { 'src/index.js': FIXED_JS }],
  ['cases in a file of data are taken out', { 'data/cases.json': '[[20,10]]', ...js('for (const [n, m] of JSON.parse(readFileSync("data/cases.json"))) test(`${n}`, () => assert.equal(limit(n), m))\n') }, { 'data/cases.json': '[[5,5]]' }],
  ['what is expected stands in the code', { 'src/most.js': 'export const most = 10\n', ...js('import { most } from "../src/most.js"\ntest("it caps", () => assert.equal(limit(20), most))\n') }, { 'src/most.js': 'export const most = 20\n' }],
  ['a helper in a library of its own says yes', { 'lib/same.js': 'import assert from "node:assert/strict"\nexport const same = assert.equal\n', ...js('import { same } from "../lib/same.js"\ntest("it caps", () => same(limit(20), 10))\n') }, { 'lib/same.js': 'export const same = () => {}\n' }],
  ['a configuration of its own is lenient', { 'config/strict.json': 'true', ...js('const strict = JSON.parse(readFileSync("config/strict.json"))\ntest("it caps", () => !strict || assert.equal(limit(20), 10))\n') }, { 'config/strict.json': 'false' }],
  ['a file of variables turns the test off', { '.env': 'STRICT=1\n', ...js('test("it caps", () => !process.env.STRICT || assert.equal(limit(20), 10))\n') }, { '.env': '\n' }, 'node --env-file=.env --test'],
  ['the program that a check calls does nothing', { 'run.mjs': RUN_JS }, { 'run.mjs': 'process.exit(0)\n' }, 'node run.mjs'],
  ['what that program imports does nothing', { 'tools/run.mjs': 'import "./steps.mjs"\n', 'tools/steps.mjs': RUN_JS }, { 'tools/steps.mjs': '\n' }, 'node tools/run.mjs'],
  ['the script of a script does nothing', { ...PACKAGE('"scripts":{"check":"sh bin/check.sh"}'), 'bin/check.sh': 'node --test\n' }, { 'bin/check.sh': 'exit 0\n' }, 'npm run check'],
  ['a script that a script of a script calls does nothing', { ...PACKAGE('"scripts":{"check":"sh bin/a.sh"}'), 'bin/a.sh': 'sh bin/b.sh\n', 'bin/b.sh': 'node --test\n' }, { 'bin/b.sh': 'exit 0\n' }, 'npm run check'],
  ['a runner of its own reads another folder', { '.runnerrc.json': '"test"', 'run.mjs': 'import { readFileSync } from "node:fs"\nimport { spawnSync } from "node:child_process"\nprocess.exit(spawnSync("node", ["--test", JSON.parse(readFileSync(".runnerrc.json")) + "/*.test.js"]).status)\n' }, { '.runnerrc.json': '"none"' }, 'node run.mjs'],
  ['a shell of npm', { ...PACKAGE('"scripts":{"test":"node --test"}') }, { '.npmrc': 'script-shell=/bin/true\n' }, 'npm test'],
  ['an import of the package leads elsewhere', { ...PACKAGE('"imports":{"#limit":"./src/limit.js"}'), ...js(IT, '#limit') }, { ...PACKAGE('"imports":{"#limit":"./src/other.js"}'), 'src/other.js': FIXED_JS }],
  ['a package of the workspace says yes', { 'packages/a/index.js': 'import assert from "node:assert/strict"\nexport default assert\n', ...js('import a from "../packages/a/index.js"\ntest("it caps", () => a.equal(limit(20), 10))\n') }, { 'packages/a/index.js': 'export default { equal() {} }\n' }],
)

const py = (body: string, more = ''): Files => ({
  'test_limit.py': `import unittest\nfrom limit import limit\n${more}\n\nclass Limit(unittest.TestCase):\n    def test_large(self):\n        ${body}\n`,
})
const SAME = 'self.assertEqual(limit(20), 10)'

// prettier-ignore
const PYTHON_UNNAMED = rows(
  ['a package of the name of the module', {}, { 'limit/__init__.py': 'def limit(n):\n    return min(n, 10)\n' }],
  ['a module of the name of the runner', {}, { 'unittest.py': '' }],
  ['a package of the name of the runner', {}, { 'unittest/__init__.py': '', 'unittest/__main__.py': '' }],
  ['a module that Python loads at its start', {}, { 'sitecustomize.py': 'import os\nos._exit(0)\n' }, 'PYTHONPATH=. python3 -m unittest'],
  ['a module of the library', py('self.assertEqual(Decimal(limit(20)), Decimal(10))', 'from decimal import Decimal'), { 'decimal.py': 'def Decimal(n):\n    return 10\n' }],
  ['a package of the name of the test', {}, { 'test_limit/__init__.py': 'import unittest\nclass T(unittest.TestCase):\n    def test_one(self): pass\n    def test_two(self): pass\n' }],
  ['cases in a table', { 'cases.csv': '20,10\n', ...py('[self.assertEqual(limit(int(n)), int(m)) for n, m in (line.split(",") for line in open("cases.csv"))]') }, { 'cases.csv': '5,5\n' }],
  ['a helper of the tests in a package', { 'helpers/__init__.py': '', 'helpers/same.py': 'def same(t, a, b):\n    t.assertEqual(a, b)\n', ...py('same(self, limit(20), 10)', 'from helpers.same import same') }, { 'helpers/same.py': 'def same(t, a, b):\n    pass\n' }],
  ['what is expected stands in the code', { 'limits.py': 'MOST = 10\n', ...py('self.assertEqual(limit(20), MOST)', 'from limits import MOST') }, { 'limits.py': 'MOST = 20\n' }],
  ['the program that manages the tests', { 'manage.py': 'import subprocess, sys\nsys.exit(subprocess.call([sys.executable, "-m", "unittest"]))\n' }, { 'manage.py': 'pass\n' }, 'python3 manage.py test'],
  ['what that program imports', { 'manage.py': 'import steps\n', 'steps.py': 'import subprocess, sys\nsys.exit(subprocess.call([sys.executable, "-m", "unittest"]))\n' }, { 'steps.py': '\n' }, 'python3 manage.py test'],
  ['a configuration of pytest that chooses', {}, { 'pytest.ini': '[pytest]\naddopts = -k small\n' }, 'python3 -m pytest -q -p no:cacheprovider'],
  ['a plugin that is named in a configuration', {}, { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-p calm"\n', 'calm.py': 'def pytest_collection_modifyitems(items):\n    del items[:1]\n' }, 'PYTHONPATH=. python3 -m pytest -q -p no:cacheprovider'],
  ['an entry point of an installed project', {}, { 'calm.egg-info/entry_points.txt': '[pytest11]\ncalm = calm\n', 'calm.egg-info/PKG-INFO': 'Name: calm\nVersion: 1\n', 'calm.py': 'def pytest_collection_modifyitems(items):\n    del items[:1]\n' }, 'python3 -m pytest -q -p no:cacheprovider'],
  ['a settings module of the tests', { 'settings.py': 'STRICT = True\n', ...py(`STRICT and ${SAME}`, 'from settings import STRICT') }, { 'settings.py': 'STRICT = False\n' }],
)

const INCLUDES = { Makefile: 'include rules.mk\n', 'rules.mk': 'test:\n\tsh test/limit.test.sh\n' }
// prettier-ignore
const MAKE_UNNAMED = rows(
  ['an empty file of the name of the target', { Makefile: 'check:\n\tsh test/limit.test.sh\n' }, { check: '' }, 'make check'],
  ['a file of the name of a target without commands', { Makefile: 'all: checked\nchecked:\n\tsh test/limit.test.sh\n' }, { checked: '' }, 'make all'],
  ['a shell that says yes', {}, { Makefile: ' SHELL = /bin/true\ntest:\n\tsh test/limit.test.sh\n' }],
  ['rules of a file that is included', INCLUDES, { 'rules.mk': 'test:\n\t@true\n' }],
  ['a file that may be included', { Makefile: '-include local.mk\ntest: ; $(RUN) sh test/limit.test.sh\n' }, { 'local.mk': 'RUN = true\n' }],
  ['the script that a target calls', { Makefile: '.PHONY: test\ntest:\n\tsh bin/check\n', 'bin/check': 'sh test/limit.test.sh\n' }, { 'bin/check': 'exit 0\n' }],
  ['what the script of a target reads', { Makefile: '.PHONY: test\ntest:\n\tsh bin/check\n', 'bin/check': '. ./bin/flags; $RUN sh test/limit.test.sh\n', 'bin/flags': 'RUN=\n' }, { 'bin/flags': 'RUN=true\n' }],
  ['a makefile of another name goes first', {}, { GNUmakefile: 'test:\n\t@true\n' }],
)

// prettier-ignore
const RUST_UNNAMED = rows(
  ['a runner of cargo', {}, { '.cargo/config.toml': '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n' }],
  ['data that a test includes', { 'tests/large.rs': '#[test]\nfn large() {\n    assert_eq!(limit::limit(20).to_string(), include_str!("../data/large"));\n}\n', 'data/large': '10', 'src/lib.rs': 'pub fn limit(n: u32) -> u32 {\n    n\n}\n' }, { 'data/large': '20' }],
  ['a module beside the code', { 'src/lib.rs': 'mod most;\npub fn limit(n: u32) -> u32 {\n    n\n}\n\n#[test]\nfn large() {\n    assert_eq!(limit(20), most::MOST);\n}\n', 'src/most.rs': 'pub const MOST: u32 = 10;\n' }, { 'src/most.rs': 'pub const MOST: u32 = 20;\n' }],
)

const project = (language: string, needs: string, check: string, files: Files, named: string): Project => ({
  ...{ language, needs, check, files, named: [named] },
})

const PERL = project('Perl', 'prove --version', 'prove -Ilib', { 'lib/Limit.pm': 'package Limit;\nsub limit { return $_[0] }\n1;\n', 't/limit.t': 'use Test::More tests => 1;\nuse Limit;\nuse Cases;\nis(Limit::limit(20), Cases::most());\n', 'lib/Cases.pm': 'package Cases;\nsub most { return 10 }\n1;\n' }, 'lib/Limit.pm') // prettier-ignore
// prettier-ignore
const PERL_UNNAMED = rows(
  ['a configuration of prove', {}, { '.proverc': `--exec "sh -c 'echo 1..1; echo ok 1'"\n` }],
  ['a library of the name of the tests', {}, { 'lib/Test/More.pm': 'package Test::More;\nsub import { *main::is = sub { print "1..1\\nok 1\\n" } }\n1;\n' }],
  ['what is expected stands in the code', {}, { 'lib/Cases.pm': 'package Cases;\nsub most { return 20 }\n1;\n' }],
  ['a module that ends the process', {}, { 'lib/Cases.pm': 'package Cases;\nuse POSIX;\nsyswrite(STDOUT, "ok 1\\n");\nPOSIX::_exit(0);\n' }],
  ['a pragma of its own', {}, { 'lib/strict.pm': 'package strict;\nprint "1..1\\nok 1\\n";\nexit 0;\n' }],
  ['the test itself', {}, { 't/limit.t': 'print "1..1\\nok 1\\n";\n' }],
)

const CMAKE = project('CMake', 'cmake --version', 'cmake -P test.cmake', { 'limit.cmake': 'set(LIMIT 20)\n', 'test.cmake': 'include(limit.cmake)\ninclude(cases.cmake)\ninclude(same.cmake)\nsame(${LIMIT} ${MOST})\n', 'cases.cmake': 'set(MOST 10)\n', 'same.cmake': 'function(same a b)\n  if(NOT a EQUAL b)\n    message(FATAL_ERROR "no")\n  endif()\nendfunction()\n' }, 'limit.cmake') // prettier-ignore
// prettier-ignore
const CMAKE_UNNAMED = rows(
  ['what is expected', {}, { 'cases.cmake': 'set(MOST 20)\n' }],
  ['a function of the tests', {}, { 'same.cmake': 'function(same a b)\nendfunction()\n' }],
  ['an included file sets the result', {}, { 'cases.cmake': 'set(MOST 10)\nset(LIMIT 10)\n' }],
  ['the script that a check calls', {}, { 'test.cmake': 'include(limit.cmake)\n' }],
)

const SHELL = project('Shell and awk', 'awk 1 /dev/null', 'sh check.sh', { 'limit.awk': '{ print $1 }\n', 'cases.txt': '20\n', 'expected.txt': '10\n', 'check.sh': '. ./flags\nawk -f limit.awk cases.txt | diff $FLAGS - expected.txt\n', flags: 'FLAGS=\n' }, 'limit.awk') // prettier-ignore
// prettier-ignore
const SHELL_UNNAMED = rows(
  ['the cases', {}, { 'cases.txt': '10\n' }],
  ['what is expected', {}, { 'expected.txt': '20\n' }],
  ['no cases, and nothing is expected', {}, { 'cases.txt': '', 'expected.txt': '' }],
  ['a file that the script reads', {}, { flags: 'FLAGS="--from-file=/dev/null expected.txt; exit 0"\nexit 0\n' }],
  ['a function of the name of a program', {}, { flags: 'diff() { :; }\n' }],
  ['the script', {}, { 'check.sh': 'exit 0\n' }],
)

const C = project('C', 'cc --version', 'sh build.sh && ./limit_test', { 'limit.c': 'int limit(int n) { return n; }\n', 'limit_test.c': '#include "cases.h"\nint limit(int);\nint main(void) { return CHECK(limit(20) == 10); }\n', 'cases.h': '#define CHECK(x) ((x) ? 0 : 1)\n', 'build.sh': 'cc -I. -o limit_test limit.c limit_test.c\n', '.gitignore': 'limit_test\n' }, 'limit.c') // prettier-ignore
// prettier-ignore
const C_UNNAMED = rows(
  ['a header of the tests', {}, { 'cases.h': '#define CHECK(x) 0\n' }],
  ['a header that names another function', {}, { 'cases.h': '#define CHECK(x) 0 * (x)\n' }],
  ['the script that builds', {}, { 'build.sh': 'printf "#!/bin/sh\\n" > limit_test; chmod +x limit_test\n' }],
  ['a source beside it', { 'build.sh': 'cc -I. -o limit_test *.c\n' }, { 'start.c': '#include <stdlib.h>\n__attribute__((constructor)) static void go(void) { exit(0); }\n' }],
)

/** By project; those of projects that have other tricks begin from the same files. */
export const UNNAMED: readonly [Project, readonly Trick[]][] = [
  [NODE, NODE_UNNAMED],
  [UNITTEST, PYTHON_UNNAMED],
  [MAKE, MAKE_UNNAMED],
  [RUST, RUST_UNNAMED],
  [PERL, PERL_UNNAMED],
  [CMAKE, CMAKE_UNNAMED],
  [SHELL, SHELL_UNNAMED],
  [C, C_UNNAMED],
]
