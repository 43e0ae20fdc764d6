/** The files of a test runner. `source` is the page that documents them. */
type Runner = {
  name: string
  /** Globs of its tests, and of what they use: helpers, fixtures, snapshots. */
  tests: string
  /** Globs of files that decide as a whole which tests run and how. */
  config: string
  /** Manifests that decide which tests run only if they contain such words. */
  manifest?: { glob: string; holds: RegExp }
  source: string
}

const SCRIPT = '{js,cjs,mjs,jsx,ts,cts,mts,tsx}'
/** File extensions of scripting languages. */
const PROGRAM = '{js,cjs,mjs,ts,py,rb,pl,php,sh}'

/** Folders and snapshots that contain tests, or what they use, for any runner. */
const FOLDERS = '**/{test,tests,__tests__,fixtures,__fixtures__}/** **/__snapshots__/** **/__mocks__/** **/*.snap'

/** The runners whose tests are known. Their order is that of the documentation. */
export const RUNNERS: readonly Runner[] = [
  {
    name: 'node:test',
    tests: `**/*{.,-,_}test.${SCRIPT} **/{test,test-*}.${SCRIPT} ${FOLDERS} **/*.snapshot`,
    config: '**/.npmrc **/node.config.json',
    source: 'https://nodejs.org/api/test.html#running-tests-from-the-command-line',
  },
  {
    name: 'Vitest',
    tests: `**/*.{test,spec}.${SCRIPT}`,
    config: `**/vitest.{config,workspace,projects}.* **/vite.config.${SCRIPT}`,
    source: 'https://vitest.dev/config/include',
  },
  {
    name: 'Jest',
    tests: `**/*.{test,spec}.${SCRIPT} **/{test,spec}.${SCRIPT}`,
    config: '**/jest.config.* **/jest.setup.*',
    source: 'https://jestjs.io/docs/configuration#testmatch-arraystring',
  },
  {
    name: 'Mocha',
    tests: 'test/**',
    config: '**/.mocharc.* **/.c8rc* **/.nycrc*',
    source: 'https://mochajs.org/running/configuring/',
  },
  {
    name: 'Playwright',
    tests: `**/*.{test,spec}.${SCRIPT} **/*-snapshots/**`,
    config: '**/playwright.config.*',
    source: 'https://playwright.dev/docs/test-configuration',
  },
  {
    name: 'Cypress',
    tests: `**/*.cy.${SCRIPT} cypress/**`,
    config: '**/cypress.config.* **/cypress.json',
    source: 'https://docs.cypress.io/app/references/configuration',
  },
  {
    name: 'pytest',
    tests: '**/test_*.py **/*_test.py **/conftest.py',
    config: `
      **/conftest.py **/{pytest,.pytest}.{ini,toml} **/.coveragerc **/{sitecustomize,usercustomize}.py **/*.pth
      **/{pytest,_pytest,pluggy}.py **/{pytest,_pytest}/**
    `,
    manifest: { glob: '**/{pyproject.toml,setup.cfg,tox.ini}', holds: /\b(?:pytest|coverage|tox|testenv|hatch|poe)\b/ },
    source: 'https://docs.pytest.org/en/stable/reference/customize.html',
  },
  {
    name: 'unittest',
    tests: '**/test*.py',
    config: '**/unittest.py **/unittest/**',
    source: 'https://docs.python.org/3/library/unittest.html#test-discovery',
  },
  {
    name: 'Go',
    tests: '**/*_test.go **/testdata/**',
    config: '**/go.work',
    manifest: { glob: '**/go.mod', holds: /^[^\S\r\n\u2028\u2029]*(?:replace|exclude|toolchain|godebug|tool)\b/m },
    source: 'https://pkg.go.dev/cmd/go#hdr-Test_packages',
  },
  {
    name: 'Cargo',
    tests: '**/tests/** **/*.snap',
    config: '**/.cargo/{config,config.toml} **/.config/nextest.toml **/build.rs',
    manifest: { glob: '**/Cargo.toml', holds: /\b(?:test|doctest|harness|autotests|lints)\b/ },
    source: 'https://doc.rust-lang.org/cargo/reference/cargo-targets.html',
  },
  {
    name: 'Gradle',
    tests: '**/src/{test,test*,*Test}/**',
    config: '**/gradle.properties **/junit-platform.properties **/gradle/wrapper/** **/{gradlew,gradlew.bat}',
    manifest: { glob: '**/{build,settings}.{gradle,gradle.kts}', holds: /\b(?:[tT]ests?|check|ignoreFailures)\b/ },
    source: 'https://docs.gradle.org/current/userguide/java_testing.html',
  },
  {
    name: 'Maven',
    tests: '**/src/test/** **/{Test*,*Test,*Tests,*TestCase}.java',
    config: '**/.mvn/** **/{mvnw,mvnw.cmd}',
    manifest: { glob: '**/pom.xml', holds: /surefire|failsafe|[sS]kip|testFailureIgnore|<profile\b/ },
    source: 'https://maven.apache.org/surefire/maven-surefire-plugin/examples/inclusion-exclusion.html',
  },
  {
    name: 'RSpec',
    tests: '**/*_spec.rb **/spec/{support,fixtures,factories}/** **/spec/{spec,rails}_helper.rb',
    config: '**/.rspec **/.rspec-local **/spec/{spec,rails}_helper.rb',
    source: 'https://rspec.info/features/3-13/rspec-core/configuration/',
  },
  {
    name: 'minitest',
    tests: '**/*_test.rb **/test_*.rb',
    config: '**/Rakefile **/test/test_helper.rb',
    source: 'https://docs.seattlerb.org/minitest/',
  },
  {
    name: 'PHPUnit',
    tests: '**/*Test.php **/*.phpt',
    config: '**/phpunit.{xml,xml.dist,dist.xml}',
    manifest: { glob: '**/composer.json', holds: /"(?:scripts|config)"/ },
    source: 'https://docs.phpunit.de/en/12.0/organizing-tests.html',
  },
  {
    name: 'dotnet test',
    tests: '**/*{.,}Tests/** **/*{Test,Tests}.{cs,fs,vb} **/*.verified.*',
    config: '**/*.runsettings **/testconfig.json **/Directory.Build.{props,targets} **/xunit.runner.json',
    manifest: { glob: '**/*.{cs,fs,vb}proj', holds: /VSTest|RunSettings|\bRemove=|<(?:Target|Import)\b/ },
    source: 'https://learn.microsoft.com/dotnet/core/tools/dotnet-test',
  },
  {
    name: 'ExUnit',
    tests: '**/*_test.exs **/test/{support,test_helper.exs}/**',
    config: '**/test/test_helper.exs',
    manifest: { glob: '**/mix.exs', holds: /\b(?:test_\w+|aliases|System|Code)\b/ },
    source: 'https://hexdocs.pm/mix/Mix.Tasks.Test.html',
  },
  {
    name: 'swift test',
    tests: '**/Tests/** **/*Tests.swift',
    config: '**/Package.swift',
    source: 'https://docs.swift.org/swiftpm/documentation/packagemanagerdocs/addingtests',
  },
  {
    name: 'make, just, Task, shell',
    tests: '',
    config: `**/{Taskfile,taskfile}.{yml,yaml} **/run{-,_,}{test,tests}.${PROGRAM}`,
    source: 'https://www.gnu.org/software/make/manual/make.html#Rule-Syntax',
  },
  {
    name: 'linters, type checkers',
    tests: '',
    config: `
      **/eslint.config.* **/.eslintrc* **/.eslintignore **/.oxlintrc.json **/biome.{json,jsonc} **/{mypy,.mypy}.ini
      **/pyrightconfig.json **/{ruff,.ruff}.toml **/.flake8 **/{.pylintrc,pylintrc} **/{clippy,.clippy}.toml
      **/.golangci.* **/.rubocop*.yml **/phpstan*.neon* **/.stylelintrc*
    `,
    manifest: { glob: '**/{pyproject.toml,setup.cfg,tox.ini}', holds: /\b(?:ruff|flake8|mypy|pylint|pyright)\b/ },
    source: 'https://eslint.org/docs/latest/use/configure/',
  },
]

/** Files that decide which tests run if a check or `setup-command` calls make or just. */
export const MAKEFILES = ['**/{Makefile,makefile,GNUmakefile,*.mk}', '**/{justfile,Justfile,.justfile}']

/** Scripts that decide which tests run if a check or `setup-command` calls them by their path. */
export const SCRIPT_GLOBS = ['**/*.{sh,bash}', `**/{scripts,script,tools,ci,.ci,hack}/**/*.${PROGRAM}`]
