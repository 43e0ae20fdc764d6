import { describe, expect, test } from 'vitest'
import { gainedPackages, newPackagesIn, problemsOfPackages } from '../../src/guard/packages/new-packages.ts'
import { parseNewPackages, renderNewPackages } from '../../src/guard/packages/names.ts'
import { packageReader, requirementFilesIn } from '../../src/guard/packages/package-manifests.ts'
import { cleanCommitBody } from '../../src/publish/view/text/commit-text.ts'

const USUAL = ['registry', 'npmjs', 'org'].join('.')
const approved = (words: string) => ({ words, files: [] })
const lock = (packages: Record<string, unknown>): string => JSON.stringify({ lockfileVersion: 3, packages })
const npm = (name: string): string => `https://${USUAL}/${name}/-/${name}-1.0.0.tgz`

const READ: [string, string, string, string[]][] = [
  [
    'package.json',
    'package.json',
    JSON.stringify({
      dependencies: { a: '^1.0.0', '@s/b': '*', local: 'file:../local', own: 'workspace:*' },
      devDependencies: {
        other: 'npm:evil@1',
        bare: 'npm:worse',
        ranged: 'npm:^1',
        far: 'git+https://github.com/x/far.git#v1',
        short: 'x/y',
      },
      overrides: { a: 'npm:@t/forced@2', c: '3' },
    }),
    ['a', '@s/b', 'evil', 'worse', 'ranged', 'far', 'github.com/x/far', 'short', 'github.com/x/y', '@t/forced'],
  ],
  [
    'package-lock.json',
    'web/package-lock.json',
    lock({
      '': { name: 'demo' },
      'packages/own': { version: '1.0.0' },
      'node_modules/own': { resolved: 'packages/own', link: true },
      'node_modules/a': { version: '1.0.0', resolved: npm('a') },
      'node_modules/a/node_modules/@s/b': {
        version: '1.0.0',
        resolved: `https://${USUAL}/@s%2fb/-/b-1.0.0.tgz`,
      },
      'node_modules/left-pad': { resolved: npm('evil') },
      'node_modules/c': { resolved: 'https://evil.example/c.tgz' },
      'node_modules/d': { name: 'real' },
    }),
    ['a', '@s/b', 'left-pad', 'evil', 'c', 'evil.example', 'real'],
  ],
  [
    'package-lock.json of npm 6',
    'package-lock.json',
    JSON.stringify({ dependencies: { a: { version: '1.0.0', dependencies: { b: { version: 'npm:evil@1.0.0' } } } } }),
    ['a', 'evil'],
  ],
  [
    'pnpm-lock.yaml',
    'pnpm-lock.yaml',
    "lockfileVersion: '9.0'\npackages:\n  '@s/b@1.0.0':\n    resolution: {integrity: x}\n  a@1.0.0(b@2.0.0):\n    resolution: {tarball: https://evil.example/a.tgz}\n",
    ['@s/b', 'a', 'evil.example'],
  ],
  [
    'pnpm-lock.yaml of before',
    'pnpm-lock.yaml',
    'packages:\n\n  /a@1.0.0(b@2.0.0):\n    resolution: {integrity: sha512-a+b/c==}\n    os: [linux]\n\n  /d/1.0.0:\n    dev: true\n',
    ['a', 'd'],
  ],
  [
    'yarn.lock',
    'yarn.lock',
    `# yarn lockfile v1\n\na@^1.0.0, a@^1.1.0:\n  version "1.1.0"\n  resolved "${npm('evil')}#abc"\n\n"@s/b@*", "c@npm:real@1":\n  version "1.0.0"\n`,
    ['a', 'evil', '@s/b', 'real'],
  ],
  [
    'yarn.lock of Berry',
    'yarn.lock',
    '__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n"own@workspace:.":\n  resolution: "own@workspace:."\n"c@npm:real@1":\n  resolution: "real@npm:1.0.0"\n',
    ['a', 'real'],
  ],
  [
    'Cargo.toml',
    'Cargo.toml',
    '[dependencies]\na = "1"\nb = { package = "real", version = "1" }\nown = { path = "../own" }\n[target.x86.dev-dependencies]\nc = { git = "https://github.com/x/c" }\n',
    ['a', 'real', 'c', 'github.com/x/c'],
  ],
  [
    'Cargo.lock',
    'Cargo.lock',
    '[[package]]\nname = "own"\n[[package]]\nname = "a"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n[[package]]\nname = "b"\nsource = "git+https://github.com/x/b?rev=1#1"\n',
    ['a', 'b', 'github.com/x/b'],
  ],
  [
    'pyproject.toml',
    'pyproject.toml',
    '[project]\ndependencies = ["Flask_Login>=1", "b[x] @ https://evil.example/b.whl"]\n[dependency-groups]\ndev = ["c"]\n[tool.poetry.group.dev.dependencies]\npython = "^3"\nd = "^1"\n',
    ['flask-login', 'b', 'evil.example', 'c', 'd'],
  ],
  [
    'requirements.txt',
    'requirements-dev.txt',
    '# all\n-r base.txt\na==1 # why\nB.c[x]; python_version > "3"\n-e ./own\n--extra-index-url https://evil.example/simple\ngit+https://github.com/x/d@v1\n',
    ['a', 'b-c', 'evil.example', 'github.com/x/d'],
  ],
  [
    'poetry.lock',
    'poetry.lock',
    '[[package]]\nname = "a"\nversion = "1"\n[[package]]\nname = "own"\n[package.source]\ntype = "directory"\nurl = "../own"\n',
    ['a'],
  ],
  [
    'uv.lock',
    'uv.lock',
    '[[package]]\nname = "own"\nsource = { editable = "." }\n[[package]]\nname = "a"\nsource = { registry = "https://pypi.org/simple" }\nwheels = [{ url = "https://evil.example/a.whl" }]\n',
    ['a', 'evil.example'],
  ],
  [
    'go.mod',
    'go.mod',
    'module example.com/own\n\ngo 1.24\n\nrequire example.com/a v1.0.0 // indirect\nrequire (\n\texample.com/b/v2 v2.0.0\n)\nreplace example.com/b/v2 => example.com/c v1.0.0\nreplace example.com/d => ../d\nretract v1.0.0\n',
    ['example.com/a', 'example.com/b/v2', 'example.com/c'],
  ],
  ['go.sum', 'go.sum', 'example.com/a v1.0.0 h1:x=\nexample.com/b v1.0.0/go.mod h1:x=\n', ['example.com/a']],
  [
    'Gemfile',
    'Gemfile',
    "source 'https://rubygems.org'\ngem 'a', '~> 1'\n  gem(\"b\", github: 'x/b')\n",
    ['a', 'b', 'github.com/x/b'],
  ],
  [
    'Gemfile.lock',
    'Gemfile.lock',
    'PATH\n  remote: .\n  specs:\n    own (1.0)\n\nGEM\n  remote: https://rubygems.org/\n  specs:\n    a (1.0)\n      b (>= 1)\n\nGIT\n  remote: https://github.com/x/c.git\n  specs:\n    c (1.0)\n\nDEPENDENCIES\n  a\n',
    ['a', 'github.com/x/c', 'c'],
  ],
  [
    'composer.json',
    'composer.json',
    '{"require":{"php":">=8","ext-json":"*","x/a":"^1"},"require-dev":{"x/b":"1"}}',
    ['x/a', 'x/b'],
  ],
  [
    'composer.lock',
    'composer.lock',
    '{"packages":[{"name":"x/a","dist":{"url":"https://api.github.com/repos/x/a/zipball/1"}}],"packages-dev":[{"name":"x/b","dist":{"url":"https://evil.example/b.zip"}}]}',
    ['x/a', 'x/b', 'evil.example'],
  ],
]

/** What once got through the reader of a file, each with what it brings in. */
const DISGUISED: [string, string, string[]][] = [
  ['package-lock.json', lock({ 'node_modules/a': { resolved: `${npm('evil')}?a=/a/-/a.tgz` } }), ['evil']],
  ['package-lock.json', lock({ 'node_modules/a': { resolved: `${npm('evil')}#/a/-/a.tgz` } }), ['evil']],
  ['package-lock.json', lock({ 'node_modules/a': { resolved: `https://${USUAL}/x/a.tgz` } }), [`${USUAL}/x/a.tgz`]],
  [
    'package-lock.json',
    lock({ 'node_modules/a': { resolved: 'https://api.github.com/repos/x/evil/tarball' } }),
    ['github.com/x/evil'],
  ],
  ['package-lock.json', JSON.stringify({ packages: {}, dependencies: { evil: { version: '1.0.0' } } }), ['evil']],
  ['package.json', '{"overrides":{"a":{"b":"npm:evil@1"}}}', ['evil']],
  ['package.json', '{"dependencies":{"a":"patch:evil@npm%3A1#x"}}', ['evil']],
  [
    'package.json',
    '{"workspaces":{"catalogs":{"x":{"evil":"1"}}},"packageManager":"yarn@https://evil.example/y.js"}',
    ['evil', 'evil.example'],
  ],
  ['package.json', '{"pnpm":{"packageExtensions":{"a":{"dependencies":{"evil":"1"}}}}}', ['evil']],
  [
    'pnpm-workspace.yaml',
    "packages:\n  - 'a/*'\ncatalog:\n  evil: ^1.0.0 # why\noverrides:\n  a: npm:worse@1\n",
    ['evil', 'worse'],
  ],
  [
    'pnpm-lock.yaml',
    'packages:\n  a@1.0.0:\n    resolution:\n      type: git\n      repo: git@github.com:x/evil.git\n    deprecated: |-\n      b@1: {}\n',
    ['github.com/x/evil'],
  ],
  ['yarn.lock', `a@1:\n  version "1"\n  resolved "${npm('evil')}?/a/-/a.tgz"\n`, ['evil']],
  [
    'Cargo.toml',
    '[dev_dependencies]\nevil = { version = "1", registry = "mine" }\n[dependencies]\na = { path = "a", git = "https://github.com/x/a" }\n',
    ['evil', 'registry:mine', 'github.com/x/a'],
  ],
  [
    'pyproject.toml',
    '[[tool.uv.index]]\nurl = "https://evil.example/simple"\n[tool.uv]\noverride-dependencies = ["evil"]\n',
    ['evil.example', 'evil'],
  ],
  [
    'pyproject.toml',
    '[tool.pdm.dev-dependencies]\ntest = ["evil"]\n[tool.hatch.envs.x]\ndependencies = ["worse"]\n[tool.uv.sources]\na = { git = "https://github.com/x/a" }\n',
    ['evil', 'worse', 'github.com/x/a'],
  ],
  ['requirements/dev.txt', 'evil==1\n--extra-index https://evil.example/simple\n', ['evil', 'evil.example']],
  [
    'constraints.txt',
    'a @ https://files.pythonhosted.org/packages/evil-1.0-py3-none-any.whl\n',
    ['evil-1-0-py3-none-any-whl'],
  ],
  ['requirements.txt', 'ev\\\nil==1\n', ['evil']],
  ['Gemfile', "plugin 'evil'\n", ['evil']],
  ['pyproject.toml', '[tool.flit.metadata]\nrequires = ["evil"]\n', ['evil']],
  ['Gemfile', "gem 'a', :git => 'git@github.com:x/evil.git'; gem 'evil'\n", ['evil', 'github.com/x/evil']],
  [
    'composer.json',
    '{"repositories":{"a":{"type":"package","package":{"dist":{"url":"https://evil.example/a.zip"}}}}}',
    ['evil.example'],
  ],
  [
    'composer.lock',
    '{"packages":[{"name":"x/a","source":{"url":"https://github.com/x/evil.git"}}]}',
    ['github.com/x/evil'],
  ],
  ['go.mod', 'require "example.com/evil" v1.0.0\n', ['example.com/evil']],
]

test.each(DISGUISED)('a disguised dependency in %s is found: %s', (path, text, expected) => {
  expect([...(packageReader(path)?.packagesIn(text) ?? [])]).toEqual(expect.arrayContaining(expected))
})

test.each(READ)('Packages are read from a file that names %s.', (_, path, text, expected) => {
  expect([...(packageReader(path)?.packagesIn(text) ?? [])].toSorted()).toEqual(expected.toSorted())
})

const HOSTILE: [string, string, string][] = [
  ['is no JSON', 'package.json', '{'],
  ['is in another encoding', 'requirements.txt', '# coding: utf-7\n'],
  ['runs Ruby of another file', 'Gemfile', "eval_gemfile 'more'\n"],
  ['names a gem by a variable', 'Gemfile', '%w[evil].each { |name| gem name }\n'],
  ['has a value of several lines', 'pnpm-lock.yaml', "a: 'x\npackages: y'\n"],
  ['has an anchor', 'pnpm-lock.yaml', 'a: &a\n  evil@1.0.0: {}\npackages: *a\n'],
  ['is written in escapes', 'yarn.lock', 'a@1:\n  "resol\\u0076ed" "https://evil.example"\n'],
  ['is no table', 'package-lock.json', '[]'],
  ['is nested deep', 'package-lock.json', '['.repeat(100_000)],
  ['is nested deep in YAML', 'pnpm-lock.yaml', '['.repeat(20_000)],
  ['has YAML that grows', 'pnpm-lock.yaml', 'a: &a [x, x]\nb: &b [*a, *a]\npackages: [*b, *b]\n'],
  ['is no TOML', 'Cargo.lock', '[[package'],
  ['has a line that is nothing', 'yarn.lock', 'a package\n'],
  ['has a line that is no sum', 'go.sum', 'example.com/a\n'],
  ['is huge', 'go.mod', ' '.repeat(11 * 1024 * 1024)],
]

test.each(HOSTILE)('A manifest that %s is unreadable, so refused.', (_, path, text) => {
  expect(packageReader(path)?.packagesIn(text)).toBeUndefined()
  const gains = gainedPackages([{ path, before: '', after: text }])
  expect(problemsOfPackages(gains, [], approved('Add a package.'))).toEqual([
    expect.stringContaining(`\`${path}\` cannot be read`),
  ])
})

test('Requirement files that other Python files include are found', () => {
  expect(requirementFilesIn('requirements.txt', '-r deps.txt\n--constraint=c.txt\na\n')).toEqual(['deps.txt', 'c.txt'])
  const dynamic = '[tool.setuptools.dynamic]\ndependencies = { file = ["deps.txt"] }\n'
  expect(requirementFilesIn('pyproject.toml', dynamic)).toEqual(['deps.txt'])
})

test('Files that are not dependency manifests name no packages.', () => {
  expect(['src/package.ts', 'my-package.json', 'README.md'].filter(packageReader)).toEqual([])
  expect(['Package.JSON', 'a/Gemfile', 'requirements.txt'].filter(packageReader)).toHaveLength(3)
})

const manifest = (...names: string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) })
const changed = (path: string, before: string[], after: string[]) => ({
  path,
  before: manifest(...before),
  after: manifest(...after),
})

describe('What is new', () => {
  test('A package is new only if no changed manifest named it before.', () => {
    const moved = [changed('a/package.json', ['x', 'y'], []), changed('b/package.json', [], ['x', 'z'])]
    expect(gainedPackages(moved)).toEqual([{ path: 'b/package.json', packages: [{ ecosystem: 'npm', name: 'z' }] }])
    expect(gainedPackages([{ path: 'package.json', before: manifest('a'), after: undefined }])).toEqual([])
    expect(gainedPackages([{ path: 'src/a.ts', before: 'a', after: 'b' }])).toEqual([])
  })

  const NAMED: [string, string, boolean][] = [
    ['left-pad', 'Write it with left-pad.', false],
    ['config', 'Read the config in it before `requests` are counted, by `node config in`.', false],
    ['left-pad', 'Write it with `left-pad`.', true],
    ['left-pad', 'Use left-pad@1.3.0, which pads', true],
    ['@s/left-pad', 'Use @s/left-pad@^2.', true],
    ['left-pad', 'Use `left-pad@1.3.0`, or ``left_pad``', true],
    ['flask', 'Use `flask[async]>=2`', true],
    ['left-pad', 'Mail left-pad@evil.example, or left-pad@2x.png', false],
    ['left-pad', 'Use `left-pad', false],
    ['left-pad', 'Write it with the package left-pad.', true],
    ['@s/pad', 'Add the dependency @s/pad', true],
    ['in', 'Read the package in it', false],
    ['left-pad', 'Use `left-pad-evil`, `@evil/left-pad`, `src/left-pad.js` and `left-pad.js`', false],
    ['example.com/b/v2', 'Use `example.com/b/v2@v2.0.0`', true],
    ['example.com/b', 'Use `example.com/b/v2`', false],
    ['github.com/x/far', 'Take it from `git+https://github.com/x/far.git#v1`', true],
    ['a'.repeat(40_000), `Use ${'a'.repeat(40_000)}`, false],
  ]
  test.each(NAMED)('the new package %s is refused if not named in: %s', (name, words, isNamed) => {
    expect(
      problemsOfPackages([{ path: 'package.json', packages: [{ ecosystem: 'npm', name }] }], [], approved(words)),
    ).toHaveLength(isNamed ? 0 : 1)
  })

  test('The refusal of many new packages lists 200 names and the number of the others', () => {
    const packages = Array.from({ length: 500 }, (_, at) => ({ ecosystem: 'npm' as const, name: `odd-${at}` }))
    const [problem = ''] = problemsOfPackages([{ path: 'package.json', packages }], [], approved('Add `odd-1`.'))
    expect(problem).toContain('`package.json` gains the packages `odd-0`, `odd-2`')
    expect(problem).toContain('and 299 more')
    expect(problem).toContain('propose_plan_change')
  })
})

describe('A name that is almost another', () => {
  const KNOWN = ['lodash', 'react', '@acme/tools', '@types/node', 'left-pad', 'ws', 'example.com/a/cors']
  test.each([
    ['lodahs', 'lodash'],
    ['lodas', 'lodash'],
    ['lodashs', 'lodash'],
    ['1odash', 'lodash'],
    ['leftpad', 'left-pad'],
    ['@evil/lodash', 'lodash'],
    ['@acmee/tools', '@acme/tools'],
    ['tools', '@acme/tools'],
    ['@acme/tool', '@acme/tools'],
    ['lodash-es', undefined],
    ['@types/react', undefined],
    ['node', undefined],
    ['qs', undefined],
    ['example.com/b/cors', undefined],
    ['preact', 'react'],
    ['redux', undefined],
  ])('the package name %s resembles %s', (name, like) => {
    const [gain] = gainedPackages([changed('package.json', KNOWN, [...KNOWN, name])])
    expect(gain?.packages?.[0]?.like).toBe(like)
  })

  test('A refused package whose name resembles a known one of its registry is reported with that name.', () => {
    const npm = changed('package.json', ['lodash'], ['lodash', 'lodahs'])
    const go = { path: 'go.mod', before: '', after: 'require lodas v1.0.0\n' }
    const gains = gainedPackages([npm, go])
    expect(newPackagesIn(gains)).toEqual([
      { ecosystem: 'npm', name: 'lodahs', like: 'lodash' },
      { ecosystem: 'go', name: 'lodas' },
    ])
    expect(problemsOfPackages(gains, [], approved(''))[0]).toContain(
      '`lodahs` (almost `lodash`, which is there already)',
    )
  })
})

test('New packages are read back from the commit proposing them; text of the model cannot add any.', () => {
  const packages = [
    { ecosystem: 'npm' as const, name: '@s/lodahs', like: '@s/lodash' },
    { ecosystem: 'pip' as const, name: 'left-pad' },
  ]
  const reason = 'It pads.\nNew package (npm): evil'
  const body = cleanCommitBody(`${renderNewPackages(packages)}\n\n${reason}`)
  expect(parseNewPackages(body)).toEqual({ packages, rest: reason })
  expect(parseNewPackages(reason)).toEqual({ packages: [], rest: reason })
})
