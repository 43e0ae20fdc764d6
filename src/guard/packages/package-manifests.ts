import { parse as parseToml } from 'smol-toml'
import { isRecord, at, entriesAt, leavesOf, splitLines, tableIn, stringOrEmpty } from '../json.ts'
import { valueOr } from '../../lib/errors.ts'
import { LOCAL, sourceOf } from './package-source.ts'
import { anyGlob, globList } from '../paths.ts'
import { NPM } from './npm.ts'
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

/** The packages of a dependency: `wanted` is a version range, or a table that may name another package or source. */
function cargoPackage(name: string, wanted: unknown): string[] {
  if (!isRecord(wanted)) return [name]
  const sources = ['git', 'registry-index'].flatMap((key) => sourceOf(stringOrEmpty(wanted[key])))
  const registry = stringOrEmpty(wanted.registry)
  if (registry !== '') sources.push(`registry:${registry}`)
  if ('path' in wanted && !('version' in wanted) && sources.length === 0) return []
  return [stringOrEmpty(wanted.package) || name, ...sources]
}

const cargoLock = (text: string): string[] =>
  lockedPackages(text).flatMap(({ name, source }) =>
    source === undefined ? [] : [stringOrEmpty(name), ...sourceOf(stringOrEmpty(source))],
  )

/** The `[[package]]` tables of a lock file in TOML. */
const lockedPackages = (text: string) => at(parseToml(text), 'package *').filter(isRecord)

const goMod = (text: string): string[] =>
  splitLines(text).flatMap((line) => {
    const words = line
      .replace(/\/\/.*$/, '')
      .replaceAll(/["`]/g, '')
      .trim()
      .split(/\s+/)
    const other = words.indexOf('=>')
    const [name = '', version = ''] = other < 0 ? words.slice(words[0] === 'require' ? 1 : 0) : words.slice(other + 1)
    return /^v\d/.test(version) && name !== 'retract' && !LOCAL.test(name) ? [name] : []
  })

/** Entries for `go.mod` files are skipped: only the other modules are built. */
const goSum = (text: string): string[] =>
  splitLines(text).flatMap((line) => {
    const [, name, version = ''] = /^(\S+) (v\S+) h1:\S+$/.exec(line.trim()) ?? []
    if (name === undefined && line.trim() !== '') throw new SyntaxError('A line is no sum.')
    return name === undefined || version.endsWith('/go.mod') ? [] : [name]
  })

/** Ruby that could add gems which no line of the file names. */
const HIDDEN_RUBY = /eval|\bsend\b|__send__|instance_|\bload\b|\bmethod\b|\brequire(?:_relative)?[\s(]+["']/

function gemfile(text: string): string[] {
  return splitLines(text).flatMap((rawLine) => {
    const line = rawLine.replace(/(?:^|\s)#[^"'{#]*$/, '')
    if (/^\s*#/.test(line)) return []
    if (HIDDEN_RUBY.test(line)) throw new SyntaxError('A line of Ruby is not read.')
    const gems = line.split(/\b(?:gem|plugin)\b/).slice(1)
    const names = gems.map((rest) => /^[\s(]*(?:"([^"#]+)"|'([^']+)')(?!\s*["'+<*%.])/.exec(rest))
    if (names.includes(null)) throw new SyntaxError('A gem has no name.')
    const addresses = line.split(/["']/).filter((one) => /:\/\/|^[\w.-]+@[\w.-]+:/.test(one))
    const shortForms = [...line.matchAll(/\b(github|gitlab|bitbucket|gist)\b[\s:=>(]*["']([^"']+)["']/g)]
    return [
      ...names.map((found) => found?.[1] ?? found?.[2] ?? ''),
      ...addresses.flatMap(sourceOf),
      ...shortForms.flatMap(([, codeHost = '', name = '']) => sourceOf(`${codeHost}:${name}`)),
    ]
  })
}

function gemLock(text: string): string[] {
  let section = ''
  return splitLines(text).flatMap((line) => {
    if (/^\S/.test(line)) section = line.trim()
    if (!/^(GEM|GIT|PLUGIN SOURCE)$/.test(section)) return []
    const remote = /^ {2}remote: (.*)$/.exec(line)?.[1]
    return remote === undefined ? (/^ {4}(\S+)/.exec(line)?.slice(1) ?? []) : sourceOf(remote.trim())
  })
}

function composerJson(text: string): string[] {
  const data = tableIn(text)
  const names = ['require', 'require-dev'].flatMap((path) => entriesAt(data, path)).map(([name]) => name)
  const urls = leavesOf(data.repositories).filter(({ path }) => path.at(-1) === 'url')
  const addresses = urls.map((url) => url.text).filter((one) => !LOCAL.test(one))
  // What has no owner is PHP itself, or one of its extensions.
  return [...names.filter((name) => name.includes('/')), ...addresses.flatMap(sourceOf)]
}

/** Skips GitHub repositories that are named like their package, which most packages come from. */
function composerLock(text: string): string[] {
  const data = tableIn(text)
  return [...at(data, 'packages *'), ...at(data, 'packages-dev *')].filter(isRecord).flatMap((entry) => {
    const name = stringOrEmpty(entry.name)
    const addresses = [...at(entry, 'dist url'), ...at(entry, 'source url')].map(stringOrEmpty)
    const sources = addresses.filter((one) => !LOCAL.test(one)).flatMap(sourceOf)
    return [name, ...sources.filter((source) => source !== `github.com/${name.toLowerCase()}`)]
  })
}

/** Normalizes a name as PyPI does. https://packaging.python.org/en/latest/specifications/name-normalization/ */
export const normalized = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** The source of an archive, or the file name of a PyPI archive that belongs to another package. */
function archiveFor(name: string, address: string): string[] {
  if (LOCAL.test(address)) return []
  const file = normalized(URL.parse(address)?.pathname.split('/').at(-1) ?? '')
  const isOwn = sourceOf(address).length > 0 || file === '' || file.startsWith(`${name}-`)
  return isOwn ? sourceOf(address) : [file]
}

/** Parses a requirement of PEP 508, with an optional address after `@`. */
function pythonPackage(requirement: string): string[] {
  const [, name, address = ''] = /^\s*([a-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?(?:@\s*([^\s;]+))?/i.exec(requirement) ?? []
  return name === undefined ? [] : [normalized(name), ...archiveFor(normalized(name), address)]
}

const TOOLS = ['uv', 'poetry', 'pdm', 'hatch', 'rye', 'pixi', 'flit']
const DEPENDS = /dependencies$|^requires$|^requires-dist$/
/** Keys of metadata about the project, whose values name no packages. */
const ABOUT = /^(homepage|repository|documentation|urls|authors|maintainers|description|readme|license|include-group)$/

/** Finds lists of requirements and tables of packages at any depth, and all other addresses in the settings of tools. */
function pyproject(text: string): string[] {
  const data = parseToml(text)
  const toolTables = TOOLS.flatMap((tool) => at(data, `tool ${tool}`).map((one) => ({ tool, one })))
  const standardTables = ['project', 'build-system', 'dependency-groups'].flatMap((name) =>
    at(data, name).map((one) => ({ tool: '', one: name === 'dependency-groups' ? { dependencies: one } : one })),
  )
  return [...standardTables, ...toolTables].flatMap(({ tool, one }) =>
    leavesOf(one).flatMap(({ path, text: wanted }) => {
      if (path.some((name) => ABOUT.test(name))) return []
      const start = path.findIndex((name) => DEPENDS.test(name))
      if (start < 0) return tool !== '' && /:\/\/|^[\w.-]+@[\w.-]+:/.test(wanted) ? sourceOf(wanted) : []
      return ['poetry', 'pixi'].includes(tool) ? inTable(path.slice(start + 1), wanted) : pythonPackage(wanted)
    }),
  )
}

/** Parses an entry `name = "range"`, or a field of `name = { version = "range" }`. */
function inTable([name = '', field]: readonly string[], wanted: string): string[] {
  if (name === 'python' || name === '') return []
  if (field === undefined || field === 'version') return [normalized(name)]
  return ['git', 'url'].includes(field) ? [normalized(name), ...archiveFor(normalized(name), wanted)] : []
}

/** The lines of a requirements file without comments, with continued lines joined. */
function requirementLines(text: string): string[] {
  const isOther = (line: string): boolean => /coding[:=]/i.test(line) && !/coding[:=]\s*utf-?8\b/i.test(line)
  if (splitLines(text).slice(0, 2).some(isOther)) throw new SyntaxError('It is not in UTF-8.')
  return splitLines(text.replaceAll(/\\\r?\n/g, '')).map((line) => line.replace(/(^|\s)#.*$/, '').trim())
}

const INCLUDES = /^(?:-[rc]|--(?:req|con)[a-z]*)[\s=]*(.+)$/

const requirements = (text: string): string[] =>
  requirementLines(text).flatMap((line) => {
    if (INCLUDES.test(line) && !line.includes('://')) return []
    const wanted = line.replace(/^(?:-e|--edi[a-z]*)[\s=]*/, '')
    const words = wanted.split(/[\s=]+|^-[a-z]/)
    if (wanted.startsWith('-')) return words.filter((one) => one.includes('://')).flatMap(sourceOf)
    if (wanted === '' || LOCAL.test(wanted)) return []
    return /^[a-z+]+:\/\//i.test(wanted) ? sourceOf(wanted.split(/\s/, 1).join('')) : pythonPackage(wanted)
  })

/** The files that a requirements file or `pyproject.toml` includes, relative to its own folder. */
export function requirementFilesIn(path: string, text: string): string[] {
  if (!/\.toml$/i.test(path)) return requirementLines(text).flatMap((line) => INCLUDES.exec(line)?.[1]?.trim() ?? [])
  return leavesOf(at(parseToml(text), 'tool setuptools dynamic')).flatMap(({ path: names, text: file }) =>
    names.some((name) => DEPENDS.test(name)) ? [file] : [],
  )
}

const LOCAL_SOURCES = ['path', 'directory', 'editable', 'virtual']

const pythonLock = (text: string): string[] =>
  lockedPackages(text).flatMap((entry) => {
    const source = isRecord(entry.source) ? entry.source : {}
    if (LOCAL_SOURCES.some((kind) => kind in source) || LOCAL_SOURCES.includes(stringOrEmpty(source.type))) return []
    const name = normalized(stringOrEmpty(entry.name))
    const archives = [...at(entry, 'wheels * url'), ...at(entry, 'sdist url'), source.url]
    const sources = [source.git, source.registry].map(stringOrEmpty).flatMap(sourceOf)
    return [name, ...sources, ...archives.map(stringOrEmpty).flatMap((one) => archiveFor(name, one))]
  })

/** The packages that a file names, with host or repository if unusual. Throws when it cannot be read. */
type PackageReader = (text: string) => string[]

/** Readers by ecosystem, and by a glob for the path of the file, in lower case. */
const READERS: readonly { ecosystem: NewPackage['ecosystem']; files: Readonly<Record<string, PackageReader>> }[] = [
  { ecosystem: 'npm', files: NPM },
  {
    ecosystem: 'pip',
    files: {
      '**/pyproject.toml': pyproject,
      '**/{*requirements*,requirements/*,constraints*}.{txt,in}': requirements,
      '**/{poetry,uv,pdm}.lock': pythonLock,
    },
  },
  { ecosystem: 'rust', files: { '**/cargo.toml': cargoToml, '**/cargo.lock': cargoLock } },
  { ecosystem: 'go', files: { '**/go.mod': goMod, '**/go.sum': goSum } },
  { ecosystem: 'rubygems', files: { '**/{gemfile,gems.rb}': gemfile, '**/{gemfile.lock,gems.locked}': gemLock } },
  { ecosystem: 'composer', files: { '**/composer.json': composerJson, '**/composer.lock': composerLock } },
]
const ROWS = READERS.flatMap(({ ecosystem, files }) =>
  Object.entries(files).map(([glob, read]) => ({
    matches: anyGlob([glob]),
    ecosystem,
    /** The packages that a text names. None where the file is absent, undefined where it cannot be read. */
    packagesIn(text: string | undefined): ReadonlySet<string> | undefined {
      if (text === undefined) return new Set()
      if (text.length > LONGEST_FILE || text.includes('\0')) return undefined
      return valueOr(() => new Set(read(text.replace(/^\uFEFF/, ''))), undefined)
    },
  })),
)

/** How to read the packages of a manifest or lock file, by its name in any case. Undefined for all other files. */
export const packageReader = (path: string) => ROWS.find(({ matches }) => matches(path.toLowerCase()))

/** Maximum characters of a manifest. No larger file may be committed. */
const LONGEST_FILE = 10 * 1024 * 1024

/** Files that decide what an install or a build fetches and runs, by tool: manifests, lock files, configuration. */
const MANIFESTS: Readonly<Record<string, string>> = {
  'npm, pnpm, yarn, Bun': `
    package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.{lock,lockb}
    bunfig.toml .{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs}
  `,
  Deno: '{deno,jsr}.{json,jsonc} deno.lock import_map.json',
  'pip, Poetry, uv, PDM, conda': `
    *requirements*.{txt,in} requirements/*.{txt,in} constraints*.{txt,in} pyproject.toml setup.{py,cfg} Pipfile
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
