import { describe, expect, test } from 'vitest'
import { isManifest } from '../../../../src/guard/packages/package-manifests.ts'
import { changedScripts, renderManifests } from '../../../../src/publish/view/comments/manifests.ts'

const MANIFESTS =
  'package.json packages/a/package-lock.json npm-shrinkwrap.json yarn.lock .yarnrc.yml pnpm-lock.yaml pnpm-workspace.yaml .npmrc bun.lockb ' +
  'deno.jsonc deno.lock requirements.txt requirements-dev.txt requirements/test.in dev-requirements.txt pyproject.toml setup.py setup.cfg Pipfile ' +
  'Pipfile.lock poetry.lock uv.lock pdm.lock pylock.dev.toml environment.yml Cargo.toml crates/x/Cargo.lock build.rs .cargo/config.toml go.mod ' +
  'go.sum go.work go.work.sum vendor/modules.txt Gemfile Gemfile.lock gems.locked x.gemspec composer.json composer.lock pom.xml ' +
  '.mvn/wrapper/maven-wrapper.properties build.gradle app/build.gradle.kts settings.gradle gradle.lockfile gradle/libs.versions.toml ' +
  'gradle/wrapper/gradle-wrapper.jar build.sbt src/App/App.csproj packages.lock.json Directory.Packages.props NuGet.Config paket.lock ' +
  'Package.swift Package.resolved ios/Podfile.lock Cartfile mix.exs mix.lock rebar.config pubspec.yaml x.cabal stack.yaml.lock conanfile.py ' +
  'vcpkg.json flake.lock MODULE.bazel.lock infra/.terraform.lock.hcl Dockerfile .pre-commit-config.yaml mise.toml a/compose.yaml WORKSPACE ' +
  'bunfig.toml pixi.lock import_map.json Package@swift-6.swift vcpkg-configuration.json subprojects/a.wrap cpanfile renv.lock a.opam constraints.in'
const OTHERS =
  'src/package.ts package.json.md docs/package.json/readme.md my-package.json lock.json yarn.lock.bak requirements.md gomod cargo.rs composer.js ' +
  'src/build.ts gradle.md settings.json Project.cs setup.ts PLAN.md'

describe('a manifest', () => {
  test.each(MANIFESTS.split(' '))('%s is a package manifest', (path) => {
    expect(isManifest(path)).toBe(true)
  })

  test.each(OTHERS.split(' '))('%s is not a package manifest', (path) => {
    expect(isManifest(path)).toBe(false)
  })

  test('manifests are recognized in any letter case, because some file systems ignore it', () => {
    expect(isManifest('Package.JSON')).toBe(true)
  })
})

const withScripts = (scripts: unknown): string => JSON.stringify({ name: 'x', scripts })

test.each<[string, string | undefined, string | undefined, string[]]>([
  ['a new file has all of its scripts', undefined, withScripts({ build: 'tsc', test: 'vitest' }), ['build', 'test']],
  ['a removed file loses them', withScripts({ build: 'tsc' }), undefined, ['build']],
  [
    'added, changed and removed ones are told',
    withScripts({ a: '1', b: '2', c: '3' }),
    withScripts({ a: '1', b: '4', d: '5' }),
    ['b', 'c', 'd'],
  ],
  ['order does not matter', withScripts({ a: '1', b: '2' }), withScripts({ b: '2', a: '1' }), []],
  ['a list of commands is a script too', withScripts({ a: ['1'] }), withScripts({ a: ['1', '2'] }), ['a']],
  ['other fields do not matter', '{"version":"1"}', '{"version":"2"}', []],
  ['what stands in the prototype is no script', '{}', '{"scripts":{"__proto__":"x"}}', ['__proto__']],
  ['a byte order mark does not matter', '\uFEFF{"scripts":{"a":"1"}}', '{"scripts":{"a":"1"}}', []],
  ['what cannot be parsed has none', '{', '[1]', []],
  ['scripts of the wrong kind are none', withScripts(null), withScripts('x'), []],
])('changed package scripts: %s', (_name, before, after, names) => {
  expect(changedScripts(before, after)).toEqual(names)
})

describe('the note for reviewers', () => {
  test('the note on changed manifests names files and scripts, and which scripts run on install', () => {
    const text = renderManifests([
      { path: 'package-lock.json', packages: ['left-pad'], scripts: [] },
      { path: 'package.json', packages: ['a', 'b'], scripts: ['build', 'postinstall'] },
      { path: 'b/package.json', packages: [], scripts: ['prepare'] },
    ])
    expect(text).toMatchInlineSnapshot(`
      "**Look at these with care:** they decide what is fetched and run when people install or build.

      - \`package-lock.json\`: the new package \`left-pad\`
      - \`package.json\`: new packages \`a\`, \`b\`; scripts \`build\`, \`postinstall\` (runs by itself)
      - \`b/package.json\`: script \`prepare\` (runs by itself)"
    `)
  })

  test('without changed manifests there is no note for reviewers', () => {
    expect(renderManifests([])).toBeUndefined()
  })

  test('the note on changed manifests stays short and harmless, whatever the script names are', () => {
    const scripts = Array.from({ length: 300 }, (_, i) => `\`@alice <!-- ${i}`)
    const text =
      renderManifests(Array.from({ length: 900 }, (_, i) => ({ path: `${i}/package.json`, packages: [], scripts }))) ??
      ''
    expect(text.length).toBeLessThan(7_000)
    expect(text).toContain(' and 280 more')
    expect(text).not.toContain('<!--')
  })
})
