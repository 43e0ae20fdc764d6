import { parse as parseToml } from 'smol-toml'
import { isRecord, parseShallow, at, entriesAt, leavesOf, linesOf, tableOf, tablesAt, textOf } from '../json.ts'
import { LOCAL, placeOf } from './places.ts'
import { anyGlob, globList } from '../globs.ts'
import { NPM } from './npm.ts'
import { PYTHON } from './python.ts'
import type { NewPackage } from './names.ts'

const CARGO_TABLES = ['', 'target * ', 'workspace '].flatMap((start) =>
  ['', 'dev-', 'build-', 'dev_', 'build_'].map((kind) => `${start}${kind}dependencies`),
)

function cargoToml(text: string): string[] {
  const data = parseToml(text)
  return [...CARGO_TABLES, 'patch *', 'replace']
    .flatMap((path) => entriesAt(data, path))
    .flatMap(([name, wanted]) => cargoPackage(name.split(':', 1).join(''), wanted))
}

/** A range, or a table with where the package comes from. */
function cargoPackage(name: string, wanted: unknown): string[] {
  if (!isRecord(wanted)) return [name]
  const places = ['git', 'registry-index'].flatMap((key) => placeOf(textOf(wanted[key])))
  const registry = textOf(wanted.registry)
  if (registry !== '') places.push(`registry:${registry}`)
  if ('path' in wanted && !('version' in wanted) && places.length === 0) return []
  return [textOf(wanted.package) || name, ...places]
}

const cargoLock = (text: string): string[] =>
  tablesAt(parseToml(text), 'package *').flatMap(({ name, source }) =>
    source === undefined ? [] : [textOf(name), ...placeOf(textOf(source))],
  )

const goMod = (text: string): string[] =>
  linesOf(text).flatMap((line) => {
    const words = line
      .replace(/\/\/.*$/, '')
      .replaceAll(/["`]/g, '')
      .trim()
      .split(/\s+/)
    const other = words.indexOf('=>')
    const [name = '', version = ''] = other < 0 ? words.slice(words[0] === 'require' ? 1 : 0) : words.slice(other + 1)
    return /^v\d/.test(version) && name !== 'retract' && !LOCAL.test(name) ? [name] : []
  })

/** A module whose `go.mod` alone was read is not built. */
const goSum = (text: string): string[] =>
  linesOf(text).flatMap((line) => {
    const [, name, version = ''] = /^(\S+) (v\S+) h1:\S+$/.exec(line.trim()) ?? []
    if (name === undefined && line.trim() !== '') throw new SyntaxError('A line is no sum.')
    return name === undefined || version.endsWith('/go.mod') ? [] : [name]
  })

/** Ruby that could bring in what no line names. */
const HIDDEN_RUBY = /eval|\bsend\b|__send__|instance_|\bload\b|\bmethod\b|\brequire(?:_relative)?[\s(]+["']/

function gemfile(text: string): string[] {
  return linesOf(text).flatMap((whole) => {
    const line = whole.replace(/(?:^|\s)#[^"'{#]*$/, '')
    if (/^\s*#/.test(line)) return []
    if (HIDDEN_RUBY.test(line)) throw new SyntaxError('A line of Ruby is not read.')
    const gems = line.split(/\b(?:gem|plugin)\b/).slice(1)
    const names = gems.map((rest) => /^[\s(]*(?:"([^"#]+)"|'([^']+)')(?!\s*["'+<*%.])/.exec(rest))
    if (names.includes(null)) throw new SyntaxError('A gem has no name.')
    const places = line.split(/["']/).filter((one) => /:\/\/|^[\w.-]+@[\w.-]+:/.test(one))
    const forges = [...line.matchAll(/\b(github|gitlab|bitbucket|gist)\b[\s:=>(]*["']([^"']+)["']/g)]
    return [
      ...names.map((found) => found?.[1] ?? found?.[2] ?? ''),
      ...places.flatMap(placeOf),
      ...forges.flatMap(([, forge = '', name = '']) => placeOf(`${forge}:${name}`)),
    ]
  })
}

function gemLock(text: string): string[] {
  let section = ''
  return linesOf(text).flatMap((line) => {
    if (/^\S/.test(line)) section = line.trim()
    if (!/^(GEM|GIT|PLUGIN SOURCE)$/.test(section)) return []
    const remote = /^ {2}remote: (.*)$/.exec(line)?.[1]
    return remote === undefined ? (/^ {4}(\S+)/.exec(line)?.slice(1) ?? []) : placeOf(remote.trim())
  })
}

function composerJson(text: string): string[] {
  const data = tableOf(parseShallow(text))
  const names = ['require', 'require-dev'].flatMap((path) => entriesAt(data, path)).map(([name]) => name)
  const addresses = at(data, 'repositories')
    .flatMap((one) => leavesOf(one))
    .filter(({ path, text: one }) => path.at(-1) === 'url' && !LOCAL.test(one))
  // What has no owner is PHP itself, or one of its extensions.
  return [...names.filter((name) => name.includes('/')), ...addresses.flatMap((one) => placeOf(one.text))]
}

/** A repository of GitHub with the package's own name is where most packages are. */
const composerLock = (text: string): string[] => {
  const data = tableOf(parseShallow(text))
  return ['packages *', 'packages-dev *']
    .flatMap((path) => tablesAt(data, path))
    .flatMap((entry) => {
      const name = textOf(entry.name)
      const addresses = [...at(entry, 'dist url'), ...at(entry, 'source url')].map(textOf)
      const places = addresses.filter((one) => !LOCAL.test(one)).flatMap(placeOf)
      return [name, ...places.filter((place) => place !== `github.com/${name.toLowerCase()}`)]
    })
}

/** The packages that a file names, with host or repository if unusual. Throws when it cannot be read. */
type PackageReader = (text: string) => string[]

/** Readers by the path of the file in small letters, and whose packages these are, as GitHub's advisories name it. */
const READERS: readonly { ecosystem: NewPackage['ecosystem']; files: Readonly<Record<string, PackageReader>> }[] = [
  { ecosystem: 'npm', files: NPM },
  { ecosystem: 'pip', files: PYTHON },
  { ecosystem: 'rust', files: { '**/cargo.toml': cargoToml, '**/cargo.lock': cargoLock } },
  { ecosystem: 'go', files: { '**/go.mod': goMod, '**/go.sum': goSum } },
  { ecosystem: 'rubygems', files: { '**/{gemfile,gems.rb}': gemfile, '**/{gemfile.lock,gems.locked}': gemLock } },
  { ecosystem: 'composer', files: { '**/composer.json': composerJson, '**/composer.lock': composerLock } },
]
const ROWS = READERS.flatMap(({ ecosystem, files }) =>
  Object.entries(files).map(([glob, read]) => ({ isFor: anyGlob([glob]), read, ecosystem })),
)

const rowOf = (path: string) => ROWS.find(({ isFor }) => isFor(path.toLowerCase()))

/** The ecosystem of a manifest, by its name in any case. Undefined for files whose packages cannot be read. */
export const ecosystemOf = (path: string): NewPackage['ecosystem'] | undefined => rowOf(path)?.ecosystem

/** Whether the packages that a file names can be read. */
export const namesPackages = (path: string): boolean => ecosystemOf(path) !== undefined

/** Characters; no larger file may be committed. */
const LONGEST_FILE = 10 * 1024 * 1024

/** The packages that a file names. None where the file is absent, undefined where it cannot be read. */
export function packagesIn(path: string, text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return new Set()
  if (text.length > LONGEST_FILE || text.includes('\0')) return undefined
  try {
    return new Set(rowOf(path)?.read(text.replace(/^\uFEFF/, '')))
  } catch {
    return undefined
  }
}

/** Files that decide what an install or a build fetches and runs, by tool: manifests, lock files, configuration. */
const MANIFESTS: Readonly<Record<string, string>> = {
  'npm, pnpm, yarn, Bun': `
    package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.{lock,lockb}
    bunfig.toml .{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs}
  `,
  Deno: '{deno,jsr}.{json,jsonc} deno.lock import_map.json',
  'pip, Poetry, uv, PDM, conda': `
    *requirements*.{txt,in} requirements/*.{txt,in} constraints*.txt pyproject.toml setup.{py,cfg} Pipfile
    Pipfile.lock {poetry,uv,pdm}.lock uv.toml pylock*.toml pixi.{toml,lock} conda-lock.yml environment.{yml,yaml}
  `,
  Cargo: 'Cargo.{toml,lock} build.rs .cargo/config*',
  Go: 'go.{mod,sum,work,work.sum} vendor/modules.txt',
  Bundler: 'Gemfile Gemfile.lock gems.{rb,locked} *.gemspec',
  Composer: 'composer.{json,lock}',
  'Maven, Gradle, sbt': `
    pom.xml .mvn/** {build,settings}.{gradle,gradle.kts} gradle.{properties,lockfile} *.versions.toml gradle/wrapper/*
    gradle/verification-metadata.xml build.sbt project/plugins.sbt
  `,
  NuGet: `
    *.{csproj,fsproj,vbproj} packages.config packages.lock.json Directory.{Packages,Build}.props
    Directory.Build.targets nuget.config paket.{dependencies,lock}
  `,
  'Swift, CocoaPods': 'Package{,@*}.{swift,resolved} Podfile Podfile.lock Cartfile Cartfile.resolved',
  'Hex, rebar': 'mix.{exs,lock} rebar.{config,lock}',
  Dart: 'pubspec.{yaml,lock}',
  Haskell: '*.cabal cabal.project cabal.project.freeze stack.yaml stack.yaml.lock',
  'Conan, vcpkg, Meson, Zig': 'conanfile.{txt,py} conan.lock vcpkg{,-configuration}.json *.wrap build.zig.zon',
  'CPAN, R, Clojure, Elm, opam, Crystal, D': `
    cpanfile renv.lock deps.edn project.clj elm.json *.opam shard.{yml,lock} dub.{json,sdl}
  `,
  'pre-commit, mise, asdf, Homebrew': '.pre-commit-config.yaml {mise,.mise}.toml .tool-versions Brewfile',
  'Nix, Bazel, Docker, Terraform': `
    flake.{nix,lock} MODULE.bazel MODULE.bazel.lock WORKSPACE{,.bazel} {docker-compose,compose}*.{yml,yaml}
    {Dockerfile,Containerfile}* *.{dockerfile,containerfile} .terraform.lock.hcl
  `,
}
const isNamed = anyGlob(
  Object.values(MANIFESTS)
    .flatMap(globList)
    .map((glob) => `**/${glob.toLowerCase()}`),
)

/** Whether a file decides what an install or a build fetches and runs. Upper and lower case are the same. */
export const isManifest = (path: string): boolean => isNamed(path.toLowerCase())
