import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { parseShallow } from './json.ts'
import type { Ecosystem } from './package-names.ts'

/**
 * The packages that a manifest or a lock file names, and where they come from if that is no usual registry: a host, or
 * a repository. What is local to the repository is left out. Throws when the text cannot be read.
 */
type PackageReader = (text: string) => string[]

const rowOf = (path: string) => {
  const name = path.toLowerCase().split('/').at(-1) ?? ''
  return READERS.find(([names]) => names.test(name))
}

/** Whose packages a file names. Undefined where they cannot be read. Upper and lower case are the same. */
export const ecosystemOf = (path: string): Ecosystem | undefined => rowOf(path)?.[2]

/** Whether the packages that a file names can be read. */
export const namesPackages = (path: string): boolean => ecosystemOf(path) !== undefined

/** Characters; no larger file may be committed. */
const LONGEST_FILE = 10 * 1024 * 1024

/** The packages that a file names. None where the file is absent, undefined where it cannot be read. */
export function packagesIn(path: string, text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return new Set()
  if (text.length > LONGEST_FILE) return undefined
  try {
    return new Set(rowOf(path)?.[1](text.replace(/^\uFEFF/, '')))
  } catch {
    return undefined
  }
}

type Table = Record<string, unknown>
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What stands at a path of names; `*` is every name, and each item of a list. */
function at(data: unknown, path: string): unknown[] {
  let found = [data]
  for (const name of path.split(' ')) {
    found = found.flatMap((one) => {
      if (name === '*') return Array.isArray(one) ? one : isTable(one) ? Object.values(one) : []
      return isTable(one) && Object.hasOwn(one, name) ? [one[name]] : []
    })
  }
  return found
}

const tablesAt = (data: unknown, path: string): Table[] => at(data, path).filter(isTable)
const entriesAt = (data: unknown, path: string): [string, unknown][] =>
  tablesAt(data, path).flatMap((table) => Object.entries(table))

/** The whole of a file, which is a table. */
function tableOf(data: unknown): Table {
  if (!isTable(data)) throw new SyntaxError('It is no table.')
  return data
}
const jsonOf = (text: string): Table => tableOf(parseShallow(text))
const yamlOf = (text: string): Table => tableOf(parseYaml(text, { maxAliasCount: 0, logLevel: 'silent' }))

/** Where packages come from unless somebody says otherwise. */
const USUAL =
  /^(.+\.)?(npmjs\.org|yarnpkg\.com|crates\.io|pypi\.org|pythonhosted\.org|rubygems\.org)$|^api\.github\.com$|^github\.com\/rust-lang\/crates\.io-index$/
const FORGES = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeload.github.com'])

/** Where an address leads, unless it is a usual registry: a host, or a repository of a forge. */
function placeOf(address: string): string[] {
  if (address === '') return []
  const url = URL.parse(address.replace(/^[a-z]+\+/, ''))
  if (!url?.hostname) return [address.split('#', 1).join('')]
  const names = url.pathname.split('/').filter(Boolean).slice(0, 2)
  const place = FORGES.has(url.hostname)
    ? [url.hostname, ...names].join('/').replace(/(\.git)?(@.*)?$/, '')
    : url.hostname
  return USUAL.test(place) ? [] : [place]
}

const LOCAL = /^(file|link|portal|workspace):|^\.{0,2}\//

/** A package of npm by its name and what is asked for: a range, another name (`npm:`), or an address. */
function npmPackage(name: string, range: string): string[] {
  if (LOCAL.test(range)) return []
  const other = /^(?:patch:.*?)?npm:(@?[^@]+@|@?[a-z][^@]*$)/i.exec(range)?.[1]?.replace(/@$/, '')
  if (other !== undefined) return [other]
  return /^(catalog|patch|npm):/.test(range) || !/[:/]/.test(range) ? [name] : [name, ...placeOf(range)]
}

/** Where the archive of a package is, and the name that the registry has for it, which need not be that in the file. */
const archive = (address: string): string[] => [
  ...placeOf(address),
  ...(/^https?:.*?\/((?:@[^/]+\/)?[^/@]+)\/-\/[^/]*$/.exec(address.replace(/%2f/i, '/'))?.slice(1) ?? []),
]

const NPM_KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function packageJson(text: string): string[] {
  const data = jsonOf(text)
  const forced = ['overrides', 'resolutions', 'pnpm overrides'].flatMap((path) => entriesAt(data, path))
  return [
    ...NPM_KINDS.flatMap((kind) => entriesAt(data, kind)).flatMap(([name, range]) => npmPackage(name, textOf(range))),
    ...forced.flatMap(([, range]) => npmPackage('', textOf(range))).filter(Boolean),
  ]
}

function packageLock(text: string): string[] {
  const data = jsonOf(text)
  const installed = entriesAt(data, 'packages').filter(([path]) => path.includes('node_modules/'))
  return [
    ...installed.flatMap(([path, entry]) => {
      if (!isTable(entry) || entry.link === true) return []
      const name = textOf(entry.name) || path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [name, ...archive(textOf(entry.resolved))]
    }),
    ...('packages' in data ? [] : packagesOfVersion1(data)),
  ]
}

const packagesOfVersion1 = (data: Table): string[] =>
  entriesAt(data, 'dependencies').flatMap(([name, entry]) =>
    isTable(entry)
      ? [...npmPackage(name, textOf(entry.version)), ...archive(textOf(entry.resolved)), ...packagesOfVersion1(entry)]
      : [],
  )

function pnpmLock(text: string): string[] {
  return entriesAt(yamlOf(text), 'packages').flatMap(([key, entry]) => {
    const [, name, version = ''] = /^\/?(@[^/]+\/[^/@]+|[^/@]+)[@/](.*)$/.exec(key) ?? []
    if (name === undefined) return placeOf(key)
    return [
      ...npmPackage(name, version.replace(/\(.*$/, '')),
      ...at(entry, 'resolution tarball').map(textOf).flatMap(archive),
    ]
  })
}

const yarnLock = (text: string): string[] => (/^__metadata:/m.test(text) ? yarnBerry(text) : yarnClassic(text))

const yarnBerry = (text: string): string[] =>
  tablesAt(yamlOf(text), '*').flatMap((entry) => {
    const [, name = '', range = ''] = /^(@?[^@]+)@(.*)$/.exec(textOf(entry.resolution)) ?? []
    const [, address = ''] = /__archiveUrl=([^&]*)/.exec(range) ?? []
    return name === ''
      ? []
      : [...npmPackage(name, range.replace(/^npm:(?=[^@]*$)/, '')), ...archive(decodeURIComponent(address))]
  })

function yarnClassic(text: string): string[] {
  return linesOf(text).flatMap((line) => {
    if (/^\s*(#|$)/.test(line)) return []
    const resolved = /^ +"?resolved"? "?([^"\s]+)/.exec(line)?.[1]
    if (line.startsWith(' ')) return resolved === undefined ? [] : archive(resolved)
    const head = /^(\S.*):$/.exec(line)?.[1]
    if (head === undefined) throw new SyntaxError('A line is neither a package nor about one.')
    return head.split(',').flatMap((one) => {
      const [, name, range = ''] = /^"?(@?[^@"]+)@([^"]*)"?$/.exec(one.trim()) ?? []
      if (name === undefined) throw new SyntaxError('A package has no name.')
      return npmPackage(name, range)
    })
  })
}

const linesOf = (text: string): string[] => text.split(/\r?\n/)

const CARGO_TABLES = ['', 'target * ', 'workspace '].flatMap((start) =>
  ['dependencies', 'dev-dependencies', 'build-dependencies'].map((name) => `${start}${name}`),
)

function cargoToml(text: string): string[] {
  const data = parseToml(text)
  return [...CARGO_TABLES, 'patch *']
    .flatMap((path) => entriesAt(data, path))
    .flatMap(([name, wanted]) => tomlPackage(name, wanted))
}

/** A package as Cargo and Poetry write it: a range, or a table with where it comes from. */
function tomlPackage(name: string, wanted: unknown): string[] {
  if (!isTable(wanted)) return [name]
  if ('path' in wanted && !('version' in wanted)) return []
  const places = ['git', 'url'].flatMap((key) => placeOf(textOf(wanted[key])))
  return [textOf(wanted.package) || name, ...places]
}

const cargoLock = (text: string): string[] =>
  tablesAt(parseToml(text), 'package *').flatMap(({ name, source }) =>
    source === undefined ? [] : [textOf(name), ...placeOf(textOf(source))],
  )

/** Names that PyPI takes for the same are. https://packaging.python.org/en/latest/specifications/name-normalization/ */
const normalized = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** A requirement as PEP 508 writes it, with the address after `@`. */
function pythonPackage(requirement: string): string[] {
  const [, name, address = ''] = /^\s*([a-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?(?:@\s*([^\s;]+))?/i.exec(requirement) ?? []
  return name === undefined ? [] : [normalized(name), ...(LOCAL.test(address) ? [] : placeOf(address))]
}

const PYTHON_LISTS = [
  'project dependencies *',
  'project optional-dependencies * *',
  'dependency-groups * *',
  'build-system requires *',
  'tool uv dev-dependencies *',
]
const POETRY_TABLES = ['dependencies', 'dev-dependencies', 'group * dependencies'].map((name) => `tool poetry ${name}`)

function pyproject(text: string): string[] {
  const data = parseToml(text)
  return [
    ...PYTHON_LISTS.flatMap((path) => at(data, path)).flatMap((one) => pythonPackage(textOf(one))),
    ...POETRY_TABLES.flatMap((path) => entriesAt(data, path))
      .filter(([name]) => name !== 'python')
      .flatMap(([name, wanted]) => tomlPackage(normalized(name), wanted)),
    ...at(data, 'tool * source * url')
      .concat(at(data, 'tool uv sources * *'))
      .map(textOf)
      .filter((one) => one.includes(':'))
      .flatMap(placeOf),
  ]
}

function requirements(text: string): string[] {
  return linesOf(text).flatMap((line) => {
    const wanted = line
      .replace(/(^|\s)#.*$/, '')
      .replace(/^\s*(-e|--editable)[\s=]+/, '')
      .trim()
    const index = /^(?:-i|-f|--(?:extra-)?index-url|--find-links)[\s=]+(.*)$/.exec(wanted)?.[1]
    if (index !== undefined) return placeOf(index)
    if (wanted === '' || wanted.startsWith('-') || LOCAL.test(wanted)) return []
    return /^[a-z+]+:\/\//.test(wanted) ? placeOf(wanted) : pythonPackage(wanted)
  })
}

const LOCAL_SOURCES = ['path', 'directory', 'editable', 'virtual']

const pythonLock = (text: string): string[] =>
  tablesAt(parseToml(text), 'package *').flatMap((entry) => {
    const source = isTable(entry.source) ? entry.source : {}
    if (LOCAL_SOURCES.some((kind) => kind in source) || LOCAL_SOURCES.includes(textOf(source.type))) return []
    const archives = [...at(entry, 'wheels * url'), ...at(entry, 'sdist url')]
    const addresses = ['url', 'git', 'registry'].map((kind) => source[kind]).concat(archives)
    return [normalized(textOf(entry.name)), ...addresses.map(textOf).flatMap(placeOf)]
  })

const goMod = (text: string): string[] =>
  linesOf(text).flatMap((line) => {
    const words = line
      .replace(/\/\/.*$/, '')
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

const gemfile = (text: string): string[] =>
  linesOf(text).flatMap((line) => [
    ...(/^\s*gem[\s(]+["']([^"']+)["']/.exec(line)?.slice(1) ?? []),
    ...[...line.matchAll(/["']((?:https?|git|ssh):[^"']+)["']/g)].flatMap(([, address = '']) => placeOf(address)),
    ...[...line.matchAll(/github:\s*["']([^"']+)["']/g)].map(([, name = '']) => `github.com/${name}`),
  ])

function gemLock(text: string): string[] {
  let section = ''
  return linesOf(text).flatMap((line) => {
    if (/^\S/.test(line)) section = line.trim()
    if (!/^(GEM|GIT|PLUGIN SOURCE)$/.test(section)) return []
    const remote = /^ {2}remote: (.*)$/.exec(line)?.[1]
    return remote === undefined ? (/^ {4}(\S+) \(.*\)$/.exec(line)?.slice(1) ?? []) : placeOf(remote.trim())
  })
}

function composerJson(text: string): string[] {
  const data = jsonOf(text)
  const names = ['require', 'require-dev'].flatMap((path) => entriesAt(data, path)).map(([name]) => name)
  // What has no owner is PHP itself, or one of its extensions.
  return [
    ...names.filter((name) => name.includes('/')),
    ...at(data, 'repositories * url')
      .map(textOf)
      .filter((one) => !LOCAL.test(one))
      .flatMap(placeOf),
  ]
}

const composerLock = (text: string): string[] => {
  const data = jsonOf(text)
  return ['packages *', 'packages-dev *']
    .flatMap((path) => tablesAt(data, path))
    .flatMap((entry) => [
      textOf(entry.name),
      ...at(entry, 'dist url')
        .map(textOf)
        .filter((one) => !LOCAL.test(one))
        .flatMap(placeOf),
    ])
}

/** Readers by the name of the file in small letters, and whose packages these are, as GitHub's advisories name it. */
const READERS: readonly (readonly [RegExp, PackageReader, Ecosystem])[] = [
  [/^package\.json$/, packageJson, 'npm'],
  [/^(package-lock|npm-shrinkwrap)\.json$/, packageLock, 'npm'],
  [/^pnpm-lock\.yaml$/, pnpmLock, 'npm'],
  [/^yarn\.lock$/, yarnLock, 'npm'],
  [/^cargo\.toml$/, cargoToml, 'rust'],
  [/^cargo\.lock$/, cargoLock, 'rust'],
  [/^pyproject\.toml$/, pyproject, 'pip'],
  [/^(?=.*requirements).*\.(txt|in)$/s, requirements, 'pip'],
  [/^(poetry|uv)\.lock$/, pythonLock, 'pip'],
  [/^go\.mod$/, goMod, 'go'],
  [/^go\.sum$/, goSum, 'go'],
  [/^(gemfile|gems\.rb)$/, gemfile, 'rubygems'],
  [/^(gemfile\.lock|gems\.locked)$/, gemLock, 'rubygems'],
  [/^composer\.json$/, composerJson, 'composer'],
  [/^composer\.lock$/, composerLock, 'composer'],
]
