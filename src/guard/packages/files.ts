import { anyGlob, globList } from '../globs.ts'
import { cargoLock, cargoToml, composerJson, composerLock, gemfile, gemLock, goMod, goSum } from './other-readers.ts'
import { packageJson, packageLock, pnpmLock, pnpmWorkspace, yarnLock } from './npm.ts'
import { pyproject, pythonLock, requirements } from './python.ts'
import type { Ecosystem } from './names.ts'

/**
 * The packages that a manifest or a lock file names, and where they come from if that is no usual registry: a host, or
 * a repository. What is local to the repository is left out. Throws when the text cannot be read.
 */
type PackageReader = (text: string) => string[]

/** Readers by the path of the file in small letters, and whose packages these are, as GitHub's advisories name it. */
const READERS = (
  [
    ['**/package.json', packageJson, 'npm'],
    ['**/{package-lock,npm-shrinkwrap}.json', packageLock, 'npm'],
    ['**/pnpm-lock.yaml', pnpmLock, 'npm'],
    ['**/pnpm-workspace.yaml', pnpmWorkspace, 'npm'],
    ['**/yarn.lock', yarnLock, 'npm'],
    ['**/cargo.toml', cargoToml, 'rust'],
    ['**/cargo.lock', cargoLock, 'rust'],
    ['**/pyproject.toml', pyproject, 'pip'],
    ['**/{*requirements*,requirements/*,constraints*}.{txt,in}', requirements, 'pip'],
    ['**/{poetry,uv,pdm}.lock', pythonLock, 'pip'],
    ['**/go.mod', goMod, 'go'],
    ['**/go.sum', goSum, 'go'],
    ['**/{gemfile,gems.rb}', gemfile, 'rubygems'],
    ['**/{gemfile.lock,gems.locked}', gemLock, 'rubygems'],
    ['**/composer.json', composerJson, 'composer'],
    ['**/composer.lock', composerLock, 'composer'],
  ] satisfies [string, PackageReader, Ecosystem][]
).map(([glob, read, ecosystem]) => ({ isFor: anyGlob([glob]), read, ecosystem }))

const rowOf = (path: string) => READERS.find(({ isFor }) => isFor(path.toLowerCase()))

/** Whose packages a file names. Undefined where they cannot be read. Upper and lower case are the same. */
export const ecosystemOf = (path: string): Ecosystem | undefined => rowOf(path)?.ecosystem

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
    .{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs}
  `,
  Deno: '{deno,jsr}.{json,jsonc} deno.lock',
  'pip, Poetry, uv, PDM, conda': `
    *requirements*.{txt,in} requirements/*.{txt,in} constraints*.txt pyproject.toml setup.{py,cfg} Pipfile
    Pipfile.lock {poetry,uv,pdm}.lock uv.toml pylock*.toml environment.{yml,yaml}
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
  'Swift, CocoaPods': 'Package.{swift,resolved} Podfile Podfile.lock Cartfile Cartfile.resolved',
  'Hex, rebar': 'mix.{exs,lock} rebar.{config,lock}',
  Dart: 'pubspec.{yaml,lock}',
  Haskell: '*.cabal cabal.project cabal.project.freeze stack.yaml stack.yaml.lock',
  'Conan, vcpkg': 'conanfile.{txt,py} conan.lock vcpkg.json',
  'Nix, Bazel, Docker, Terraform': `
    flake.{nix,lock} MODULE.bazel MODULE.bazel.lock {Dockerfile,Containerfile}* *.{dockerfile,containerfile}
    .terraform.lock.hcl
  `,
}
const isNamed = anyGlob(
  Object.values(MANIFESTS)
    .flatMap(globList)
    .map((glob) => `**/${glob.toLowerCase()}`),
)

/** Whether a file decides what an install or a build fetches and runs. Upper and lower case are the same. */
export const isManifest = (path: string): boolean => isNamed(path.toLowerCase())
