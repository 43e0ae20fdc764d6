import { RUST, UNITTEST } from './more-tricks.ts'
import { NODE, type Files, type Played, type Project, type Trick } from './tricks.ts'

// Tricks that were written without a look at the rules, at the code of the proof and at the other tricks, but for the
// last ones of JavaScript, Python, pytest and C, which attackers found. However one ends, it gets no tick without a mark.

const rows = (...all: Played[]): Trick[] => all.map((row) => ({ ...row, expected: 'no unmarked tick' as const }))

const CAPPED_JS = 'export const limit = (n) => Math.min(n, 10)\n'
const UNCAPPED_JS = 'export const limit = (n) => n\n'
const js = (body: string, from = '../src/limit.js', more = ''): Files => ({
  'test/limit.test.js': `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { limit } from '${from}'\n${more}${body}`,
})
const IT = 'test("a large number is capped", () => assert.equal(limit(20), 10))\n'
const SILENT_JS = 'import assert from "node:assert"\nimport { syncBuiltinESMExports } from "node:module"\nassert.strict.equal = assert.equal = () => {}\nsyncBuiltinESMExports()\n' // prettier-ignore

// prettier-ignore
const NODE_BLIND = rows(
  { name: 'a file of npm loads a file before every program', base: {}, writes: { '.npmrc': 'node-options=--import=./silent.mjs\n', 'silent.mjs': SILENT_JS }, checks: ['npm test'] },
  { name: 'an import of the manifest leads to other code', base: { 'package.json': '{"type":"module","imports":{"#limit":"./src/limit.js"}}\n', ...js(IT, '#limit') }, writes: { 'package.json': '{"type":"module","imports":{"#limit":"./lib/limit.js"}}\n', 'lib/limit.js': CAPPED_JS } },
  { name: 'an ignored package is written by a command', base: js(IT, 'limit'), command: 'mkdir -p node_modules/limit && echo \'{"type":"module","exports":"./i.js"}\' > node_modules/limit/package.json && echo "export const limit = (n) => Math.min(n, 10)" > node_modules/limit/i.js' },
  { name: 'a package beside the tests stands before the one of the root', base: { '.gitignore': '', 'node_modules/same/package.json': '{"type":"module","exports":"./i.js"}\n', 'node_modules/same/i.js': 'export { equal as same } from "node:assert/strict"\n', ...js('import { same } from "same"\ntest("it caps", () => same(limit(20), 10))\n') }, writes: { 'test/node_modules/same/package.json': '{"type":"module","exports":"./i.js"}\n', 'test/node_modules/same/i.js': 'export const same = () => {}\n' } },
  { name: 'a configuration of node runs other tests', writes: { 'node.config.json': '{"testRunner":{"test-name-pattern":["small"]}}\n' }, checks: ['node --experimental-default-config-file --test'] },
  { name: 'a snapshot is rewritten', base: { ...js('test("it caps", (t) => t.assert.snapshot(limit(20)))\n'), 'test/limit.test.js.snapshot': 'exports[`it caps 1`] = `\n10\n`;\n' }, writes: { 'test/limit.test.js.snapshot': 'exports[`it caps 1`] = `\n20\n`;\n' } },
  { name: 'a new test in the same process takes the assertions away', base: { 'src/limit.js': CAPPED_JS }, writes: { 'src/limit.js': UNCAPPED_JS, 'test/a.test.js': SILENT_JS }, checks: ['node --test --test-isolation=none'] },
  { name: 'a new test that is named takes them away where all passed', base: { 'src/limit.js': CAPPED_JS }, files: ['src/limit.js', 'test/a.test.js'], writes: { 'src/limit.js': UNCAPPED_JS, 'test/a.test.js': SILENT_JS }, checks: ['node --test --test-isolation=none'] },
  { name: 'a reporter changes the exit code', base: { 'tools/report.mjs': 'export default async function* (source) { for await (const { type } of source) yield `${type}\\n` }\n' }, writes: { 'tools/report.mjs': 'export default async function* () { yield "ok\\n"; process.exit(0) }\n' }, checks: ['node --test --test-reporter=./tools/report.mjs'] },
  { name: 'the code is a link to another file', command: 'mkdir lib && echo "export const limit = (n) => Math.min(n, 10)" > lib/limit.js && ln -sf ../lib/limit.js src/limit.js' },
  { name: 'a test is a link to another file', command: 'mkdir lib && echo "import \'node:test\'" > lib/easy.js && ln -sf ../lib/easy.js test/limit.test.js' },
  { name: 'a folder stands in the place of a test', command: 'rm test/limit.test.js && mkdir test/limit.test.js && echo "import { test } from \'node:test\'; test(\'a\', () => {}); test(\'b\', () => {})" > test/limit.test.js/a.test.js' },
  { name: 'the attributes of git leave a test out of archives', writes: { '.gitattributes': 'test/* export-ignore\n' } },
  { name: 'a filter of git mends the code when it is checked out', writes: { '.gitattributes': 'src/* filter=cap\n' }, command: 'git config filter.cap.smudge "sed s/=.n$/=\\>\\ Math.min\\(n,10\\)/"; git config filter.cap.clean cat; touch src/limit.js' },
  { name: 'the code stands in a file that git is told to pass over', writes: { 'src/limit.js': 'export { limit } from "../lib/real.js"\n', 'lib/real.js': CAPPED_JS }, command: 'echo lib/ >> .git/info/exclude' },
  { name: 'the code stands in a file that is ignored from now on', writes: { 'src/limit.js': 'export { limit } from "../lib/real.js"\n', 'lib/real.js': CAPPED_JS, '.gitignore': 'lib/\n' } },
  { name: 'one check leaves behind what the next one reads', base: { 'prepare.mjs': '\n', '.gitignore': 'made/\n', ...js(IT, '../made/limit.js'), 'made.mjs': '\n' }, writes: { 'prepare.mjs': `import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('made', { recursive: true })\nwriteFileSync('made/limit.js', ${JSON.stringify(CAPPED_JS)})\n` }, checks: ['node prepare.mjs', 'node --test'] },
  { name: 'a test that no list calls a test expects the wrong value', base: { 'spec/limitSpec.js': js(IT)['test/limit.test.js'] ?? '' }, writes: { 'spec/limitSpec.js': (js(IT)['test/limit.test.js'] ?? '').replace(', 10)', ', 20)') }, checks: ['node --test spec/*Spec.js'] },
  { name: 'a file that the script names is loaded before the tests', base: { 'package.json': '{"type":"module","scripts":{"test":"node --import ./load/all.mjs --test"}}\n', 'load/all.mjs': '\n' }, writes: { 'load/all.mjs': SILENT_JS }, checks: ['npm test'] },
)

const SILENT_PY = 'import unittest\nunittest.TestCase.assertEqual = lambda *_: None\n'

// prettier-ignore
const PYTHON_BLIND = rows(
  { name: 'a module of the site is imported first', writes: { 'sitecustomize.py': SILENT_PY }, checks: ['PYTHONPATH=. python3 -m unittest'] },
  { name: 'a package stands before the module of its name', writes: { 'limit/__init__.py': 'def limit(n):\n    return min(n, 10)\n' } },
  { name: 'a module has the name of the runner', writes: { 'unittest.py': 'print("Ran 2 tests in 0.000s\\n\\nOK")\n' } },
  { name: 'a module has the name of one that the runner imports', writes: { 'argparse.py': 'import os\nos.write(2, b"Ran 2 tests in 0.000s\\n\\nOK\\n")\nos._exit(0)\n' } },
  { name: 'what was compiled is not compared with its source', command: 'mkdir x && printf "def limit(n):\\n    return min(n, 10)\\n" > x/limit.py && python3 -c "import py_compile, importlib.util as u; py_compile.compile(\'x/limit.py\', u.cache_from_source(\'limit.py\'), \'limit.py\', invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)" && rm -r x' },
  { name: 'examples in a text expect what the code does', base: { 'cases.txt': '>>> from limit import limit\n>>> limit(20)\n10\n' }, writes: { 'cases.txt': '>>> from limit import limit\n>>> limit(20)\n20\n' }, checks: ['python3 -m doctest cases.txt'] },
  { name: 'what was compiled is committed, and not compared with its source', writes: { '.gitignore': '.pytest_cache/\n' }, command: 'mkdir x && printf "def limit(n):\\n    return min(n, 10)\\n" > x/limit.py && python3 -c "import py_compile, importlib.util as u; py_compile.compile(\'x/limit.py\', u.cache_from_source(\'limit.py\'), \'limit.py\', invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)" && rm -r x' },
)

const PYTEST: Project = {
  language: 'pytest',
  needs: 'python3 -m pytest --version',
  check: 'python3 -m pytest -q',
  files: {
    'limit.py': 'def limit(n):\n    return n\n',
    'tests/test_limit.py':
      'from limit import limit\n\n\ndef test_small():\n    assert limit(5) == 5\n\n\ndef test_large():\n    assert limit(20) == 10\n',
    '.gitignore': '__pycache__/\n.pytest_cache/\n',
  },
  named: ['limit.py'],
}

// prettier-ignore
const PYTEST_BLIND = rows(
  ...['pytest.toml', '.pytest.toml'].map((path): Played => ({ name: `${path} chooses the tests`, writes: { [path]: '[pytest]\naddopts = ["-k", "small"]\n' } })),
  { name: 'a plugin is named by the set-up of the project', writes: { 'setup.cfg': '[tool:pytest]\naddopts = -p lenient\n', 'lenient.py': 'def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n' } },
  { name: 'the package of the tests passes all', writes: { 'tests/__init__.py': 'import _pytest.python as p\np.Function.runtest = lambda self: None\n' } },
  { name: 'a new named test silences what passed', base: { 'limit.py': 'def limit(n):\n    return min(n, 10)\n' }, files: ['limit.py', 'tests/test_a.py'], writes: { 'limit.py': 'def limit(n):\n    return n\n', 'tests/test_a.py': 'import _pytest.python as p\np.Function.runtest = lambda self: None\n\n\ndef test_a():\n    assert True\n' } },
  { name: 'the configuration is a link to a file of another name', writes: { 'notes.txt': '[pytest]\naddopts = -k small\n' }, command: 'ln -s notes.txt pytest.ini' },
)

const PERL: Project = {
  language: 'Perl',
  needs: 'prove --version',
  check: 'prove -l t',
  files: {
    'lib/Limit.pm': 'package Limit;\nsub limit { $_[0] }\n1;\n',
    't/limit.t': 'use Test::More;\nuse Limit;\nis(Limit::limit(5), 5);\nis(Limit::limit(20), 10);\ndone_testing;\n',
  },
  named: ['lib/Limit.pm'],
}

// prettier-ignore
const PERL_BLIND = rows(
  { name: 'a module has the name of the one that tests', writes: { 'lib/Test/More.pm': 'package Test::More;\nuse Exporter "import";\nour @EXPORT = qw(is done_testing);\nmy $n = 0;\nsub is { $n++; print "ok $n\\n" }\nsub done_testing { print "1..$n\\n" }\n1;\n' } },
  { name: 'the configuration of prove runs another program', writes: { '.proverc': '--exec "sh yes.sh"\n', 'yes.sh': 'echo 1..2; echo ok 1; echo ok 2\n' } },
  { name: 'the cases of a test stand in a library of its own', base: { 't/lib/Cases.pm': 'package Cases;\nour @all = ([5, 5], [20, 10]);\n1;\n', 't/limit.t': 'use lib "t/lib";\nuse Test::More;\nuse Limit;\nuse Cases;\nis(Limit::limit($_->[0]), $_->[1]) for @Cases::all;\ndone_testing;\n' }, writes: { 't/lib/Cases.pm': 'package Cases;\nour @all = ([5, 5], [5, 5]);\n1;\n' } },
)

const C: Project = {
  language: 'C',
  needs: 'cc --version && make --version',
  check: 'make check',
  files: {
    'limit.c': 'int limit(int n) { return n; }\n',
    'limit.h': 'int limit(int n);\n',
    'test_limit.c': '#include <assert.h>\n#include "limit.h"\nint main(void) { assert(limit(20) == 10); return 0; }\n',
    Makefile: '-include local.mk\n\ncheck: test_limit\n\t./test_limit\n\ntest_limit: test_limit.c limit.c limit.h\n\t$(CC) -I. -o $@ test_limit.c limit.c\n', // prettier-ignore
    '.gitignore': 'test_limit\n',
  },
  named: ['limit.c'],
}

// prettier-ignore
const C_BLIND = rows(
  { name: 'a file that a makefile may include names another compiler', writes: { 'local.mk': 'CC = sh cc.sh\n', 'cc.sh': 'printf "#!/bin/sh\\n" > test_limit; chmod +x test_limit\n' } },
  { name: 'a header gives another function', writes: { 'limit.h': 'static int capped(int n) { return n > 10 ? 10 : n; }\n#define limit capped\n' } },
  { name: 'a header has the name of one of the system', writes: { 'assert.h': '#define assert(x) (void)(x)\n' } },
  { name: 'what was built is newer than its sources', command: 'printf "#!/bin/sh\\n" > test_limit; chmod +x test_limit; touch -d 2035-01-01 test_limit' },
  { name: 'what was built is committed, and newer than its sources', writes: { '.gitignore': null }, command: 'printf "#!/bin/sh\\n" > test_limit; chmod +x test_limit; touch -d 2035-01-01 test_limit' },
  { name: 'a makefile that goes first is a link to a file of another name', writes: { 'notes.txt': 'check:\n\t@true\n' }, command: 'ln -s notes.txt GNUmakefile' },
)

const CMAKE: Project = {
  language: 'CMake',
  needs: 'cmake --version && cc --version',
  check: 'cmake -S . -B build && cmake --build build && ctest --test-dir build',
  files: {
    'limit.c': C.files['limit.c'] ?? '',
    'tests/small.c': '#include <assert.h>\nint limit(int);\nint main(void) { assert(limit(5) == 5); return 0; }\n',
    'tests/large.c': '#include <assert.h>\nint limit(int);\nint main(void) { assert(limit(20) == 10); return 0; }\n',
    'tests/CMakeLists.txt':
      'foreach(t small large)\n  add_executable(${t} ${t}.c ../limit.c)\n  add_test(NAME ${t} COMMAND ${t})\nendforeach()\n',
    'cmake/Warnings.cmake': 'add_compile_options(-Wall)\n',
    'CMakeLists.txt':
      'cmake_minimum_required(VERSION 3.20)\nproject(limit C)\nlist(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/cmake)\ninclude(Warnings)\nenable_testing()\nadd_subdirectory(tests)\n',
    'CMakePresets.json': '{"version":4,"configurePresets":[{"name":"p","generator":"Unix Makefiles","binaryDir":"build"}],"buildPresets":[{"name":"p","configurePreset":"p"}],"testPresets":[{"name":"p","configurePreset":"p"}]}\n', // prettier-ignore
    '.gitignore': 'build/\n',
  },
  named: ['limit.c'],
}

// prettier-ignore
const CMAKE_BLIND = rows(
  { name: 'a module of the project takes the assertions out', writes: { 'cmake/Warnings.cmake': 'add_compile_definitions(NDEBUG)\n' } },
  { name: 'a test is said to fail', writes: { 'tests/CMakeLists.txt': `${CMAKE.files['tests/CMakeLists.txt']}set_tests_properties(large PROPERTIES WILL_FAIL TRUE)\n` } },
  { name: 'a preset leaves a test out', writes: { 'CMakePresets.json': (CMAKE.files['CMakePresets.json'] ?? '').replace('"testPresets":[{', '"testPresets":[{"filter":{"include":{"name":"small"}},') }, checks: ['cmake --preset p && cmake --build build && ctest --preset p'] },
)

const JAVA: Project = {
  language: 'Java',
  needs: 'javac -version',
  check: 'javac -d out src/*.java && java -ea -cp lib:out LimitTest',
  files: {
    'src/Limit.java': 'class Limit {\n    static int limit(int n) {\n        return n;\n    }\n}\n',
    'src/Same.java':
      'class Same {\n    static void same(int a, int b) {\n        if (a != b) throw new AssertionError(a);\n    }\n}\n',
    'src/LimitTest.java':
      'class LimitTest {\n    public static void main(String[] all) {\n        Same.same(Limit.limit(20), 10);\n        assert Limit.limit(5) == 5;\n    }\n}\n',
    'java.args': '-ea -cp out\n',
    '.gitignore': 'out/\n',
  },
  named: ['src/Limit.java'],
}

// prettier-ignore
const JAVA_BLIND = rows(
  { name: 'a class beside it finds all the same', writes: { 'src/Same.java': 'class Same {\n    static void same(int a, int b) {\n    }\n}\n' } },
  { name: 'a compiled class stands before the one of the source', command: 'mkdir -p lib x && printf "class LimitTest { public static void main(String[] all) {} }" > x/LimitTest.java && javac -d lib x/LimitTest.java && rm -r x' },
  { name: 'a file of arguments takes the assertions out', base: { 'src/LimitTest.java': 'class LimitTest {\n    public static void main(String[] all) {\n        assert Limit.limit(20) == 10;\n    }\n}\n' }, writes: { 'java.args': '-da -cp out\n' }, checks: ['javac -d out src/*.java && java @java.args LimitTest'] },
)

const TESTED_SH = '#!/bin/sh\nset -e\nPATH=$PWD/bin:$PATH\n. ./lib/same.sh\n. ./limit.sh\nsame "$(limit 20)" 10\n'
const SHELL: Project = {
  language: 'shell',
  needs: 'sh -c true',
  check: 'sh test.sh',
  files: {
    'limit.sh': 'limit() { echo "$1"; }\n',
    'lib/same.sh': 'same() { [ "$1" = "$2" ]; }\n',
    'bin/note': '#!/bin/sh\necho "$@"\n',
    'test.sh': TESTED_SH,
  },
  named: ['limit.sh'],
}

// prettier-ignore
const SHELL_BLIND = rows(
  { name: 'a helper finds all the same', writes: { 'lib/same.sh': 'same() { :; }\n' } },
  { name: 'a program of the repository stands before that of the system', base: { 'test.sh': TESTED_SH.replace('same "$', 'expr "$').replace('" 10', '" = 10') }, writes: { 'bin/expr': '#!/bin/sh\n' }, command: 'chmod +x bin/expr' },
)

// prettier-ignore
const RUST_BLIND = rows(
  { name: 'cargo starts another program as the test', writes: { '.cargo/config.toml': '[target."cfg(all())"]\nrunner = "true"\n' } },
  { name: 'a script of the build makes a test ignored', base: { 'tests/large.rs': '#[test]\n#[cfg_attr(lenient, ignore)]\nfn large() {\n    assert_eq!(limit::limit(20), 10);\n}\n' }, writes: { 'build.rs': 'fn main() {\n    println!("cargo::rustc-cfg=lenient");\n}\n' } },
  { name: 'the toolchain is a folder of the repository', writes: { 'rust-toolchain.toml': '[toolchain]\npath = "tools"\n', 'tools/bin/cargo': '#!/bin/sh\necho "running 2 tests"\necho "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"\n' }, command: 'chmod +x tools/bin/cargo; touch tools/bin/rustc; chmod +x tools/bin/rustc' },
)

/** By project. */
export const BLIND: readonly [Project, readonly Trick[]][] = [
  [NODE, NODE_BLIND],
  [UNITTEST, PYTHON_BLIND],
  [PYTEST, PYTEST_BLIND],
  [PERL, PERL_BLIND],
  [C, C_BLIND],
  [CMAKE, CMAKE_BLIND],
  [JAVA, JAVA_BLIND],
  [SHELL, SHELL_BLIND],
  [RUST, RUST_BLIND],
]
