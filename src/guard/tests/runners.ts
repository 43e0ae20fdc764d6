/** What is known of a test runner, for the rules about tests. */
type Runner = {
  name: string
  /** Where its tests lie, with what they rest on: helpers, fixtures, snapshots. Globs. */
  tests: readonly string[]
  /** Files that decide which tests run and how, as a whole. Globs. */
  config: readonly string[]
  /** Files that decide it in a part only, and in which part. */
  shared?: readonly SharedFile[]
  /** Where this is documented. */
  source: string
}

/**
 * A file that holds more than the configuration of tests. What decides are the values at `keys`, which are paths of
 * names where `*` is any; the sections with these headings; all lines but dependencies; the rules of the targets that a
 * check calls; or the whole file where a check calls it.
 */
export type SharedFile = { glob: string } & (
  | { as: 'json' | 'toml'; keys: readonly string[] }
  | { as: 'ini'; sections: RegExp }
  | { as: 'text'; besides: RegExp; blocks?: readonly [open: string, close: string] }
  | { as: 'make' | 'called' }
)

const SCRIPT = '{js,cjs,mjs,jsx,ts,cts,mts,tsx}'
/** Programs in the languages that scripts of a repository are written in. */
const PROGRAM = '{js,cjs,mjs,ts,py,rb,pl,php,sh}'

/** A folder of this name holds tests and what they rest on, whatever the runner. */
const FOLDERS = [
  '**/{test,tests,__tests__,fixtures,__fixtures__}/**',
  '**/__snapshots__/**',
  '**/__mocks__/**',
  '**/*.snap',
]

const packageJson = (...keys: string[]): SharedFile => ({ glob: '**/package.json', as: 'json', keys })
const pyproject = (...keys: string[]): SharedFile => ({ glob: '**/pyproject.toml', as: 'toml', keys })

/** The runners whose tests are known. Their order is that of the documentation. */
export const RUNNERS: readonly Runner[] = [
  {
    name: 'node:test',
    tests: [`**/*{.,-,_}test.${SCRIPT}`, `**/{test,test-*}.${SCRIPT}`, ...FOLDERS, '**/*.snapshot'],
    config: ['**/.npmrc', '**/node.config.json'],
    shared: [packageJson('scripts')],
    source: 'https://nodejs.org/api/test.html#running-tests-from-the-command-line',
  },
  {
    name: 'Vitest',
    tests: [`**/*.{test,spec}.${SCRIPT}`],
    config: [`**/vitest.{config,workspace,projects}.*`, `**/vite.config.${SCRIPT}`],
    shared: [packageJson('vitest')],
    source: 'https://vitest.dev/config/include',
  },
  {
    name: 'Jest',
    tests: [`**/*.{test,spec}.${SCRIPT}`, `**/{test,spec}.${SCRIPT}`],
    config: ['**/jest.config.*', '**/jest.setup.*'],
    shared: [packageJson('jest')],
    source: 'https://jestjs.io/docs/configuration#testmatch-arraystring',
  },
  {
    name: 'Mocha',
    tests: ['test/**'],
    config: ['**/.mocharc.*', '**/.c8rc*', '**/.nycrc*'],
    shared: [packageJson('mocha', 'nyc', 'c8')],
    source: 'https://mochajs.org/running/configuring/',
  },
  {
    name: 'Playwright',
    tests: [`**/*.{test,spec}.${SCRIPT}`, '**/*-snapshots/**'],
    config: ['**/playwright.config.*'],
    source: 'https://playwright.dev/docs/test-configuration',
  },
  {
    name: 'Cypress',
    tests: [`**/*.cy.${SCRIPT}`, 'cypress/**'],
    config: ['**/cypress.config.*', '**/cypress.json'],
    source: 'https://docs.cypress.io/app/references/configuration',
  },
  {
    name: 'pytest',
    tests: ['**/test_*.py', '**/*_test.py', '**/conftest.py'],
    config: [
      ...['**/conftest.py', '**/{pytest,.pytest}.{ini,toml}', '**/.coveragerc'],
      ...['**/{sitecustomize,usercustomize}.py', '**/*.pth', '**/{pytest,_pytest,pluggy}.py', '**/{pytest,_pytest}/**'],
    ],
    shared: [
      pyproject('tool.pytest', 'tool.coverage', 'tool.tox', 'tool.hatch.envs', 'tool.poe'),
      { glob: '**/tox.ini', as: 'ini', sections: /^(pytest|tox|testenv.*|coverage.*)$/ },
      { glob: '**/setup.cfg', as: 'ini', sections: /^(tool:pytest|coverage.*|tox.*|testenv.*)$/ },
    ],
    source: 'https://docs.pytest.org/en/stable/reference/customize.html',
  },
  {
    name: 'unittest',
    tests: ['**/test*.py'],
    config: ['**/unittest.py', '**/unittest/**'],
    source: 'https://docs.python.org/3/library/unittest.html#test-discovery',
  },
  {
    name: 'Go',
    tests: ['**/*_test.go', '**/testdata/**'],
    config: ['**/go.work'],
    shared: [
      {
        glob: '**/go.mod',
        as: 'text',
        besides: /^\s*(?:(?:require\s+)?[\w.~/-]+\s+v[\w.+-]+(?:\s*\/\/.*)?|require \(|\))$/,
      },
    ],
    source: 'https://pkg.go.dev/cmd/go#hdr-Test_packages',
  },
  {
    name: 'Cargo',
    tests: ['**/tests/**', '**/*.snap'],
    config: ['**/.cargo/{config,config.toml}', '**/.config/nextest.toml', '**/build.rs'],
    shared: [
      {
        glob: '**/Cargo.toml',
        as: 'toml',
        keys: ['lib.test', 'lib.doctest', 'lib.harness', 'bin.*.test', 'test', 'package.autotests', 'profile.test'],
      },
    ],
    source: 'https://doc.rust-lang.org/cargo/reference/cargo-targets.html',
  },
  {
    name: 'Gradle',
    tests: ['**/src/{test,test*,*Test}/**'],
    config: [
      '**/gradle.properties',
      '**/junit-platform.properties',
      '**/gradle/wrapper/**',
      '**/{gradlew,gradlew.bat}',
    ],
    shared: [
      {
        glob: '**/{build,settings}.{gradle,gradle.kts}',
        as: 'text',
        besides:
          /^\s*(?:\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|Processor)|classpath|kapt|ksp)[ (]["'\w(][^;{}]*$/,
      },
    ],
    source: 'https://docs.gradle.org/current/userguide/java_testing.html',
  },
  {
    name: 'Maven',
    tests: ['**/src/test/**', '**/{Test*,*Test,*Tests,*TestCase}.java'],
    config: ['**/.mvn/**', '**/{mvnw,mvnw.cmd}'],
    shared: [
      {
        glob: '**/pom.xml',
        as: 'text',
        besides: /^\s*<(version|name|description)>[^<]*<\/\1>\s*$/,
        blocks: ['<dependency>', '</dependency>'],
      },
    ],
    source: 'https://maven.apache.org/surefire/maven-surefire-plugin/examples/inclusion-exclusion.html',
  },
  {
    name: 'RSpec',
    tests: ['**/*_spec.rb', '**/spec/{support,fixtures,factories}/**', '**/spec/{spec,rails}_helper.rb'],
    config: ['**/.rspec', '**/.rspec-local', '**/spec/{spec,rails}_helper.rb'],
    source: 'https://rspec.info/features/3-13/rspec-core/configuration/',
  },
  {
    name: 'minitest',
    tests: ['**/*_test.rb', '**/test_*.rb'],
    config: ['**/Rakefile', '**/test/test_helper.rb'],
    source: 'https://docs.seattlerb.org/minitest/',
  },
  {
    name: 'PHPUnit',
    tests: ['**/*Test.php', '**/*.phpt'],
    config: ['**/phpunit.{xml,xml.dist,dist.xml}'],
    shared: [{ glob: '**/composer.json', as: 'json', keys: ['scripts', 'config'] }],
    source: 'https://docs.phpunit.de/en/12.0/organizing-tests.html',
  },
  {
    name: 'dotnet test',
    tests: ['**/*{.,}Tests/**', '**/*{Test,Tests}.{cs,fs,vb}', '**/*.verified.*'],
    config: ['**/*.runsettings', '**/testconfig.json', '**/Directory.Build.{props,targets}', '**/xunit.runner.json'],
    shared: [
      {
        glob: '**/*.{cs,fs,vb}proj',
        as: 'text',
        besides: /^\s*<(?:PackageReference|ProjectReference|Version)\b[^<]*(?:\/>|<\/Version>)\s*$/,
      },
    ],
    source: 'https://learn.microsoft.com/dotnet/core/tools/dotnet-test',
  },
  {
    name: 'ExUnit',
    tests: ['**/*_test.exs', '**/test/{support,test_helper.exs}/**'],
    config: ['**/test/test_helper.exs'],
    shared: [
      {
        glob: '**/mix.exs',
        as: 'text',
        besides: /^\s*(?:\{:\w+, "[^"]*"[\w\s:,"./~>[\]-]*\},?|version: "[^"]*",?)\s*$/,
      },
    ],
    source: 'https://hexdocs.pm/mix/Mix.Tasks.Test.html',
  },
  {
    name: 'swift test',
    tests: ['**/Tests/**', '**/*Tests.swift'],
    config: [],
    shared: [{ glob: '**/Package.swift', as: 'text', besides: /^\s*\.(?:package|product)\([^()]*\),?\s*$/ }],
    source: 'https://docs.swift.org/swiftpm/documentation/packagemanagerdocs/addingtests',
  },
  {
    name: 'make, just, Task, shell',
    tests: [],
    config: ['**/{Taskfile,taskfile}.{yml,yaml}', `**/run{-,_,}{test,tests}.${PROGRAM}`],
    shared: [
      { glob: '**/{Makefile,makefile,GNUmakefile,*.mk}', as: 'make' },
      { glob: '**/{justfile,Justfile,.justfile}', as: 'make' },
      { glob: '**/*.{sh,bash}', as: 'called' },
      { glob: `**/{scripts,script,tools,ci,.ci,hack}/**/*.${PROGRAM}`, as: 'called' },
    ],
    source: 'https://www.gnu.org/software/make/manual/make.html#Rule-Syntax',
  },
  {
    name: 'linters, type checkers',
    tests: [],
    config: [
      ...['**/eslint.config.*', '**/.eslintrc*', '**/.eslintignore', '**/.oxlintrc.json', '**/biome.{json,jsonc}'],
      ...[
        '**/{mypy,.mypy}.ini',
        '**/pyrightconfig.json',
        '**/{ruff,.ruff}.toml',
        '**/.flake8',
        '**/{.pylintrc,pylintrc}',
      ],
      ...['**/{clippy,.clippy}.toml', '**/.golangci.*', '**/.rubocop*.yml', '**/phpstan*.neon*', '**/.stylelintrc*'],
    ],
    shared: [
      packageJson('eslintConfig', 'eslintIgnore', 'stylelint'),
      pyproject('tool.ruff', 'tool.mypy', 'tool.pylint', 'tool.pyright'),
      { glob: '**/{setup.cfg,tox.ini}', as: 'ini', sections: /^(flake8|mypy.*|pylint.*)$/ },
      { glob: '**/Cargo.toml', as: 'toml', keys: ['lints', 'workspace.lints'] },
    ],
    source: 'https://eslint.org/docs/latest/use/configure/',
  },
]

/** Where tests lie, unless the input `test-files` says otherwise. */
export const TEST_FILES: readonly string[] = [...new Set(RUNNERS.flatMap(({ tests }) => tests))]
