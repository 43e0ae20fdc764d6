import { expect, test } from 'vitest'
import { writeBlob, type Change } from '../../../src/git/objects.ts'
import { changedConfig } from '../../../src/guard/tests/test-config.ts'
import { repositoryWith } from '../../places.ts'

/** The names of what decides and differs in a file that changes; none where the whole of it counts. */
async function changed(path: string, texts: readonly (string | undefined)[] = [], ...commands: string[]) {
  const { repository } = await repositoryWith({})
  const sideOf = async (text: string | undefined): Promise<Change['from']> =>
    text === undefined
      ? { mode: '000000', blob: '0'.repeat(40) }
      : { mode: '100644', blob: await writeBlob(repository, text) }
  const change = { path, from: await sideOf(texts[0]), to: await sideOf(texts[1]) }
  return (await changedConfig(repository, [change], commands))[0]?.names
}

const pack = (more: object) => JSON.stringify({ name: 'x', scripts: { test: 'node --test' }, ...more })

test.each([
  'vitest.config.ts', 'packages/a/vite.config.mjs', 'jest.config.json', '.mocharc.yml', 'playwright.config.ts',
  'cypress.config.js', 'pytest.ini', 'pytest.toml', 'tests/conftest.py', 'sitecustomize.py', 'evil.pth', 'pytest.py',
  'unittest/__init__.py', '.npmrc', '.cargo/config.toml', 'build.rs', 'go.work', 'gradle.properties', '.mvn/jvm.config',
  '.rspec', 'Rakefile', 'phpunit.xml.dist', 'a.runsettings', 'test/test_helper.exs', 'Taskfile.yml', '.coveragerc',
  'run_tests.py', 'bin/run-tests.sh', 'eslint.config.mjs', 'a/.eslintrc.json', 'mypy.ini', '.ruff.toml', 'Package.swift',
])('any change of %s may decide which tests run', async (path) => {
  // As a link, too, which has no text.
  expect(await changed(path)).toEqual([])
}) // prettier-ignore

test.each(['src/index.ts', 'test/a.test.ts', 'README.md', 'package-lock.json', 'Makefile.md', 'tsconfig.json'])(
  'a change of %s cannot decide which tests run',
  async (path) => expect(await changed(path, ['a', 'b'], `make ${path}`)).toBe(undefined),
)

test.each<[why: string, before: string | undefined, after: string | undefined, names: string[] | undefined]>([
  ['a new dependency', pack({}), pack({ dependencies: { a: '1' }, version: '2', description: 'b' }), undefined],
  ['another order', '{"scripts":{"a":"1","b":"2"}}', '{"scripts":{"b":"2","a":"1"}}', undefined],
  ['the test script', pack({}), pack({ scripts: { test: 'true' } }), ['scripts.test']],
  ['a hook before it', pack({}), pack({ scripts: { test: 'node --test', pretest: 'exit 0' } }), ['scripts.pretest']],
  ['a key of Jest', pack({}), pack({ jest: { testMatch: [] } }), ['jest.testMatch']],
  ['a program', pack({}), pack({ bin: './x.js' }), ['bin']],
  ['text that is no JSON', pack({}), '{', []],
  ['text that is too deep for a parser', pack({}), `{"scripts":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, []],
  ['a file that goes', pack({}), undefined, []],
  ['a list', '[]', '[]', []],
])('package.json may decide which tests run by %s', async (_, before, after, names) => {
  expect(await changed('a/package.json', [before, after])).toEqual(names)
})

test.each<[path: string, text: string, decides: boolean]>([
  ['pyproject.toml', '[project]\ndependencies=["a"]', false],
  ['pyproject.toml', 'tool.pytest.ini_options.addopts = "-k x"', true],
  ['a/pyproject.toml', '[tool.ruff]', true],
  ['tox.ini', '[isort]\na=1', false],
  ['tox.ini', '[testenv]', true],
  ['setup.cfg', '[flake8]', true],
  ['Cargo.toml', '[dependencies]\nserde="1"', false],
  ['Cargo.toml', '[lib]\ntest=false', true],
  ['Cargo.toml', '[lints.rust]', true],
  ['go.mod', 'module x\nrequire a.b/replace v1.2.3', false],
  ['go.mod', 'module x\nreplace a => ./b', true],
  ['build.gradle', "dependencies {\n  testImplementation 'a:b:1'\n}", false],
  ['build.gradle.kts', 'tasks.test { ignoreFailures = true }', true],
  ['pom.xml', '<dependency><a/></dependency>', false],
  ['pom.xml', '<skipTests>true</skipTests>', true],
  ['a.csproj', '<PackageReference Include="a" Version="1" />', false],
  ['a.csproj', '<Compile Remove="T.cs" />', true],
  ['mix.exs', 'deps: [{:a, "~> 1.0"}]', false],
  ['mix.exs', 'test_paths: []', true],
  ['composer.json', '{"require":{}}', false],
  ['composer.json', '{"scripts":{"test":"true"}}', true],
])('%s decides which tests run with %j: %s', async (path, text, decides) => {
  expect(await changed(path, ['', text])).toEqual(decides ? [] : undefined)
  expect(await changed(path, [text, ''])).toEqual(decides ? [] : undefined)
})

test.each<[path: string, command: string, decides: boolean]>([
  ['Makefile', 'make test', true],
  ['rules.mk', 'cd a && gmake -s', true],
  ['justfile', 'just', true],
  ['Makefile', 'cmake --build make-out', false],
  ['Makefile', 'pytest', false],
  ['scripts/check.sh', 'bash scripts/check.sh', true],
  ['scripts/check.sh', 'cd scripts && ./check.sh', true],
  ['scripts/check.sh', 'npm test', false],
  ['scripts/check.sh', 'sh recheck.sh', false],
  ['tools/lint.mjs', 'node tools/lint.mjs', true],
  ['scripts/check.sh', 'sh a./scripts/check.sh', false],
  ['scripts/check.sh', "(bash 'scripts/check.sh')", true],
  ['src/cli.mjs', 'node src/cli.mjs', false],
])('%s decides which tests `%s` runs: %s', async (path, command, decides) => {
  expect(await changed(path, [], 'npm run lint', command)).toEqual(decides ? [] : undefined)
})
