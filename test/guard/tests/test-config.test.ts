import { describe, expect, test } from 'vitest'
import { decidingIn, differing, mayDecide } from '../../../src/guard/tests/test-config.ts'

/** The names of what decides that differs between two texts of a file. */
const changed = (
  path: string,
  [before, after]: readonly [string | undefined, string | undefined],
  ...checks: string[]
) => differing(decidingIn(path, before, checks), decidingIn(path, after, checks))

const pack = (more: object) => JSON.stringify({ name: 'x', scripts: { test: 'node --test' }, ...more })

describe('what decides which tests run', () => {
  test.each([
    'vitest.config.ts', 'packages/a/vite.config.mjs', 'jest.config.json', '.mocharc.yml', 'playwright.config.ts',
    'cypress.config.js', 'pytest.ini', 'pytest.toml', 'tests/conftest.py', 'sitecustomize.py', 'evil.pth', 'pytest.py',
    'unittest/__init__.py', '.npmrc', '.cargo/config.toml', 'build.rs', 'go.work', 'gradle.properties', '.mvn/jvm.config',
    '.rspec', 'Rakefile', 'phpunit.xml.dist', 'a.runsettings', 'test/test_helper.exs', 'Taskfile.yml', '.coveragerc',
    'run_tests.py', 'bin/run-tests.sh', 'eslint.config.mjs', 'a/.eslintrc.json', 'mypy.ini', '.ruff.toml',
  ])('is the whole of %s', (path) => {
    expect(mayDecide(path)).toBe(true)
    expect(changed(path, ['a', 'b'])).toEqual([''])
    expect(changed(path, [undefined, 'a'])).toEqual([''])
    expect(changed(path, ['a', 'a'])).toEqual([])
  }) // prettier-ignore

  test.each(['src/index.ts', 'test/a.test.ts', 'README.md', 'package-lock.json', 'Makefile.md', 'tsconfig.json'])(
    'is nothing in %s',
    (path) => {
      expect(mayDecide(path)).toBe(false)
      expect(changed(path, ['a', 'b'])).toEqual([])
    },
  )

  test.each<[why: string, path: string, before: string | undefined, after: string | undefined, names: string[]]>([
    ['a new dependency', 'package.json', pack({}), pack({ dependencies: { a: '1' } }), []],
    ['another order', 'package.json', '{"scripts":{"a":"1","b":"2"}}', '{"scripts":{"b":"2","a":"1"}}', []],
    ['the test script', 'package.json', pack({}), pack({ scripts: { test: 'true' } }), ['scripts.test']],
    ['a hook before it', 'a/package.json', pack({}), pack({ scripts: { test: 'node --test', pretest: 'exit 0' } }), ['scripts.pretest']], // prettier-ignore
    ['a key of Jest', 'package.json', pack({}), pack({ jest: { testMatch: [] } }), ['jest.testMatch']],
    ['text that is no JSON', 'package.json', pack({}), '{', ['', 'scripts.test']],
    ['a file that goes', 'package.json', pack({}), undefined, ['scripts.test']],
    ['addopts of pytest', 'pyproject.toml', '[project]\nname="x"', '[project]\nname="x"\n[tool.pytest.ini_options]\naddopts="--collect-only"', ['tool.pytest.ini_options']], // prettier-ignore
    ['the same by a dotted key', 'pyproject.toml', '', 'tool.pytest.ini_options.addopts = "-k x"', ['tool.pytest.ini_options']], // prettier-ignore
    ['a new dependency of Python', 'pyproject.toml', '[project]\ndependencies=[]', '[project]\ndependencies=["a"]', []],
    ['no tests of a library', 'Cargo.toml', '[lib]\npath="a"', '[lib]\npath="a"\ntest=false', ['lib.test']],
    ['no harness', 'Cargo.toml', '', '[[test]]\nname="a"\nharness=false', ['test']],
    ['a program without tests', 'Cargo.toml', '', '[[bin]]\nname="a"\ntest=false', ['bin.0.test']],
    ['a new crate', 'Cargo.toml', '[dependencies]', '[dependencies]\nserde="1"', []],
    ['a section of tox', 'tox.ini', '[isort]\na=1', '[isort]\na=2', []],
    ['rules of a linter', 'tox.ini', '[flake8]\na=1', '[flake8]\na=2', ['flake8']],
    ['rules of another', 'package.json', pack({}), pack({ eslintConfig: { rules: {} } }), ['eslintConfig.rules']],
    ['the section of pytest', 'tox.ini', '[pytest]\na=1', '[pytest]\na=2', ['pytest']],
    ['the section in setup.cfg', 'setup.cfg', '[metadata]\nname=x', '[metadata]\nname=y\n[tool:pytest]\naddopts=-x', ['tool:pytest']], // prettier-ignore
    ['a module of Go', 'go.mod', 'module x\nrequire (\n)', 'module x\nrequire (\n\ta.b/c v1.2.3 // indirect\n)', []],
    ['one that is replaced', 'go.mod', 'module x', 'module x\nreplace a => ./b', ['']],
    ['a dependency of Gradle', 'build.gradle', 'dependencies {\n}', "dependencies {\n  implementation 'a:b:1'\n}", []],
    ['what looks like one', 'build.gradle', 'dependencies {\n}', "dependencies {\n  implementation 'a'; test.enabled = false\n}", ['']], // prettier-ignore
    ['failures that are ignored', 'build.gradle.kts', '', 'tasks.test { ignoreFailures = true }', ['']],
    ['a dependency of Maven', 'pom.xml', '<project>\n</project>', '<project>\n<dependency><a/></dependency>\n</project>', []], // prettier-ignore
    ['tests that are skipped', 'pom.xml', '<project>\n</project>', '<project>\n<skipTests>true</skipTests>\n</project>', ['']], // prettier-ignore
    ['a package of .NET', 'a.csproj', '<P>\n</P>', '<P>\n<PackageReference Include="a" Version="1" />\n</P>', []],
    ['files that are left out', 'a.csproj', '<P>\n</P>', '<P>\n<Compile Remove="T.cs" />\n</P>', ['']],
    ['a package of Elixir', 'mix.exs', 'deps: [\n]', 'deps: [\n  {:a, "~> 1.0", only: :dev},\n]', []],
    ['code in its place', 'mix.exs', 'deps: [\n]', 'deps: [\n  {:a, System.halt(0)},\n]', ['']],
    ['a package of Swift', 'Package.swift', '[\n]', '[\n  .package(url: "a", from: "1"),\n]', []],
    ['blanks of a section', 'tox.ini', '[pytest]\na=1', '[ pytest ]\n\na=1  \n', []],
    ['a line that goes on in a section', 'tox.ini', '[pytest]\na=1\n  b', '[pytest]\na=1\nb', ['pytest']],
    ['two lines that were one', 'tox.ini', '[pytest]\na=1\nb=2', '[pytest]\na=1b=2', ['pytest']],
    ['what stands before all sections', 'tox.ini', 'a=1\n[pytest]\nb=1', 'a=2\n[pytest]\nb=1', []],
    ['what only looks like a section', 'tox.ini', '[a]\nb=1', '[a]\nb=[pytest]', []],
    ['a table that is none', 'pyproject.toml', 'tool = 5', 'tool = 6', []],
    ['a key that is nothing', 'package.json', '{"jest":null}', '{"jest":{"a":1}}', ['jest', 'jest.a']],
    ['blanks of a module', 'go.mod', 'module x\n\ngo 1', 'module x  \ngo 1\n', []],
    ['two lines of a module that were one', 'go.mod', 'module x\ny', 'module xy', ['']],
    ['nothing but a dependency', 'pom.xml', '', '<dependency><a/></dependency>', []],
    ['a dependency between others', 'pom.xml', '<a/><dependency><b/></dependency><c/>', '<a/><c/>', []],
    ['a dependency that never ends', 'pom.xml', '<a/>', '<a/><dependency><b/>', ['']],
    ['scripts of Composer', 'composer.json', '{}', '{"scripts":{"test":"true"}}', ['scripts.test']],
  ])('may be %s', (_, path, before, after, names) => {
    expect(changed(path, [before, after])).toEqual(names)
  })
})

const MAKE = 'FLAGS = -x\n\nall: build\n\ntest: unit\n\t@pytest $(FLAGS)\n\nunit:\n\techo unit\n\nlint:\n\truff\n'

describe('of a makefile', () => {
  test.each<[why: string, from: string, to: string, checks: string[], names: string[]]>([
    ['nothing counts when no check calls it', 'pytest', 'true', ['pytest'], []],
    ['the recipe of a target that is called', 'pytest', 'true', ['make test'], ['test']],
    ['what that needs', 'echo unit', 'true', ['cd a && make -s test V=1'], ['unit']],
    ['another target is none of it', 'ruff', 'true', ['make test'], []],
    ['a variable counts for all', 'FLAGS = -x', 'FLAGS = --collect-only', ['make test'], ['']],
    ['the first target is called where none is named', 'all: build', 'all:', ['make'], ['all']],
    ['every one counts where none is known', 'ruff', 'true', ['make -C other check'], ['lint']],
    ['a rule that comes later', 'lint:', 'test:\n\ttrue\nlint:', ['make test'], ['test']],
    ['just calls them by the same words', 'pytest', 'true', ['just test'], ['test']],
  ])('%s', (_, from, to, checks, names) => {
    expect(changed('Makefile', [MAKE, MAKE.replace(from, to)], ...checks)).toEqual(names)
  })
})

test.each<[string, string, string[]]>([
  ['scripts/check.sh', 'bash scripts/check.sh', ['']],
  ['scripts/check.sh', 'cd scripts && ./check.sh', ['']],
  ['scripts/check.sh', 'npm test', []],
  ['scripts/check.sh', 'sh recheck.sh', []],
  ['tools/lint.mjs', 'node tools/lint.mjs', ['']],
  ['tools/lint.mjs', 'npm test', []],
  ['scripts/check.sh', 'sh a./scripts/check.sh', []],
  ['scripts/check.sh', "(bash 'scripts/check.sh')", ['']],
  ['src/cli.mjs', 'node src/cli.mjs', []],
])('%s decides when a check is %s: %j', (path, check, names) => {
  expect(changed(path, ['a', 'b'], check)).toEqual(names)
})

test('text that is too deep for a parser is taken as a whole', () => {
  const deep = `{"scripts":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(changed('package.json', ['{}', deep])).not.toEqual([])
})

test('one of several checks is enough to call a file, and what is shared may decide, too', () => {
  expect(changed('scripts/check.sh', ['a', 'b'], 'npm test', 'sh scripts/check.sh')).toEqual([''])
  expect(['package.json', 'a/Makefile', 'pyproject.toml', 'src/a.py'].map(mayDecide)).toEqual([true, true, true, false])
})
