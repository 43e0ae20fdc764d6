import { isRecord, at, entriesAt, leavesOf, splitLines, tableIn, stringOrEmpty } from '../json.ts'
import { LOCAL, sourceOf } from './package-source.ts'

const MOST_PATCHES = 4

/** The package that an entry installs: its range may be an alias (`npm:`), a patch of another package, or an address. */
function npmPackage(name: string, range: string): string[] {
  let [installed, asked] = [name, range]
  for (let patches = 0; asked.startsWith('patch:') && patches < MOST_PATCHES; patches++) {
    const [inner = ''] = decodeURIComponent(asked.slice('patch:'.length)).split('#', 1)
    const end = inner.indexOf('@', 1)
    ;[installed, asked] = end < 0 ? [inner, ''] : [inner.slice(0, end), inner.slice(end + 1)]
  }
  if (LOCAL.test(asked)) return []
  if (/^npm:/i.test(asked)) {
    const other = asked.slice('npm:'.length)
    const end = other.indexOf('@', 1)
    return [end > 0 ? other.slice(0, end) : /^@?[a-z]/i.test(other) ? other : installed]
  }
  return asked.startsWith('catalog:') || !/[:/]/.test(asked) ? [installed] : [installed, ...sourceOf(asked)]
}

const packagesAt = (data: unknown, path: string): string[] =>
  entriesAt(data, path).flatMap(([name, range]) => npmPackage(name, stringOrEmpty(range)))

const TABLES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const NPM_TABLES = [
  ...TABLES,
  ...['', 'pnpm '].flatMap((start) => TABLES.map((name) => `${start}packageExtensions * ${name}`)),
  ...['', 'workspaces '].flatMap((start) => [`${start}catalog`, `${start}catalogs *`]),
  'pnpm configDependencies',
]

function packageJson(text: string): string[] {
  const data = tableIn(text)
  const forced = ['overrides', 'resolutions', 'pnpm overrides'].flatMap((path) => at(data, path))
  const manager = stringOrEmpty(data.packageManager).replace(/^[a-z]+@/, '')
  return [
    ...NPM_TABLES.flatMap((path) => packagesAt(data, path)),
    ...leavesOf(forced).flatMap(otherPackage),
    ...(manager.includes('/') ? sourceOf(manager) : []),
  ]
}

/** The replacement that an override installs, if it has another name or source. */
const otherPackage = ({ text }: { text: string }): string[] => npmPackage('', text).filter(Boolean)

function packageLock(text: string): string[] {
  const data = tableIn(text)
  const installed = entriesAt(data, 'packages').filter(([path]) => path.includes('node_modules/'))
  return [
    ...installed.flatMap(([path, entry]) => {
      if (!isRecord(entry) || entry.link === true) return []
      const name = stringOrEmpty(entry.name) || path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [name, ...archiveOf(stringOrEmpty(entry.resolved))]
    }),
    ...packagesOfVersion1(data),
  ]
}

/** The packages of lockfile version 1. npm 6 reads these even if `packages` is there, too. */
const packagesOfVersion1 = (data: unknown): string[] =>
  entriesAt(data, 'dependencies').flatMap(([name, entry]) =>
    isRecord(entry)
      ? [
          ...npmPackage(name, stringOrEmpty(entry.version)),
          ...archiveOf(stringOrEmpty(entry.resolved)),
          ...packagesOfVersion1(entry),
        ]
      : [],
  )

/** The source of an npm archive, and its name in the registry: the part of the path before `/-/`. */
function archiveOf(address: string): string[] {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return sourceOf(address)
  const sources = sourceOf(address)
  const names = decodeURIComponent(url.pathname).split('/')
  const [scope = '', name = '', dash] = names.slice(-4, -1)
  if (dash === '-' && name !== '') return [...sources, scope.startsWith('@') ? `${scope}/${name}` : name]
  return sources.length > 0 || url.pathname === '/' ? sources : [url.host + url.pathname]
}

/** The addresses in a `resolution` of pnpm, which is in braces or in lines of its own. */
const addressesIn = (value: string): string[] =>
  value.split(/[\s,{}'"]+/).filter((word) => word.includes(':') && !word.endsWith(':'))

const pnpmLock = (text: string): string[] =>
  yamlLines(text).flatMap(({ path: [section, key = '', field, ...more], value }) => {
    if (section !== 'packages' || key === '') return []
    if (field === undefined) return pnpmPackage(key)
    return field === 'resolution' && more.length < 2 ? addressesIn(value).flatMap(archiveOf) : []
  })

/** Parses `name@1.0.0(peer@2.0.0)`, the older `/name@1.0.0` and `/name/1.0.0`, or an address without a name. */
function pnpmPackage(key: string): string[] {
  if (/^[\w-]+\.[\w.-]+\//.test(key)) return sourceOf(`https://${key}`)
  const [, name, version = ''] = /^\/?(@[^/]+\/[^/@]+|[^/@]+)[@/](.*)$/.exec(key) ?? []
  return name === undefined ? sourceOf(key) : npmPackage(name, version.split('(', 1).join(''))
}

const pnpmWorkspace = (text: string): string[] =>
  yamlLines(text).flatMap(({ path, value }) => {
    const [[section, ...names], range] = [path, unquoted(value)]
    const name = names.at(-1)
    if (name === undefined || value === '' || /^[|>{[]/.test(value)) return []
    if (section === 'overrides') return otherPackage({ text: range })
    return section?.startsWith('catalog') || section === 'configDependencies' ? npmPackage(name, range) : []
  })

const yarnLock = (text: string): string[] => (/^__metadata:/m.test(text) ? yarnBerry(text) : yarnClassic(text))

const yarnBerry = (text: string): string[] =>
  yamlLines(text).flatMap(({ path: [, field, ...more], value }) => {
    if (field !== 'resolution' || more.length > 0) return []
    const [, name, range = ''] = /^(@?[^@]+)@(.*)$/.exec(unquoted(value)) ?? []
    if (name === undefined) throw new SyntaxError('A resolution has no name.')
    const [, address = ''] = /__archiveUrl=([^&]*)/.exec(range) ?? []
    return [...npmPackage(name, range), ...archiveOf(decodeURIComponent(address))]
  })

function yarnClassic(text: string): string[] {
  return splitLines(text).flatMap((line) => {
    if (/^\s*(#|$)/.test(line)) return []
    if (line.includes('\\')) throw new SyntaxError('A line is written in escapes.')
    const resolved = /^ +"?resolved"? "?([^"\s]+)/.exec(line)?.[1]
    if (line.startsWith(' ')) return resolved === undefined ? [] : archiveOf(resolved)
    const head = /^(\S.*):$/.exec(line)?.[1]
    if (head === undefined) throw new SyntaxError('A line is neither a package nor about one.')
    return head.split(',').flatMap((one) => {
      const [, name, range = ''] = /^"?(@?[^@"]+)@([^"]*)"?$/.exec(one.trim()) ?? []
      if (name === undefined) throw new SyntaxError('A package has no name.')
      return npmPackage(name, range)
    })
  })
}

/** Values that end in their line: quotes are closed, and braces contain no other braces. */
const WHOLE_VALUES = [
  /^'(?:[^']|'')*'$/,
  /^"(?:[^"\\]|\\.)*"$/,
  /^\{(?:'[^']*'|[^'"{}[\]&*!#])*\}$/,
  /^\[(?:'[^']*'|"[^"\\]*"|[^'"{}[\]&*!#])*\]$/,
  /^(?![?-]\s)[^\s'"{}[\]&*!|>%@`#].*$/,
  /^$/,
]

/**
 * Reads YAML as package managers write it, a key a line, in time that grows with the text alone. What YAML has besides
 * (anchors, tags, keys in braces that go on, values of several lines but for block scalars) throws `SyntaxError`: a
 * parser of all of YAML takes minutes for some texts of 16 kB.
 */
function yamlLines(text: string): { path: readonly string[]; value: string }[] {
  const parents: { indent: number; key: string }[] = []
  let scalar = Infinity
  return splitLines(text).flatMap((line) => {
    const indent = line.search(/\S/)
    if (indent < 0 || indent > scalar || line[indent] === '#') return []
    scalar = Infinity
    const entry = line.slice(indent).trimEnd()
    if (entry === '---' || entry === ':') return []
    if (line.slice(0, indent).includes('\t')) throw new SyntaxError('A line begins with a tab.')
    if (/^-(?:\s|$)/.test(entry)) return checkedItem(entry.slice(1).trim())
    const { key, value } = entryOf(entry)
    while ((parents.at(-1)?.indent ?? -1) >= indent) parents.pop()
    parents.push({ indent, key })
    if (/^[|>][+-]?$/.test(value)) scalar = indent
    else if (!isWhole(value)) throw new SyntaxError('A value is not read.')
    return [{ path: parents.map((one) => one.key), value }]
  })
}

const isWhole = (value: string): boolean => WHOLE_VALUES.some((pattern) => pattern.test(value))

/** Checks an item of a list, which names no package. Throws if it is not complete in its line. */
function checkedItem(item: string): [] {
  if (!isWhole(item) || (/:(?:\s|$)/.test(item) && !/^['"]/.test(item))) throw new SyntaxError('An item is not read.')
  return []
}

function entryOf(entry: string): { key: string; value: string } {
  const line = entry.startsWith('? ') ? `${entry.slice(1).trim()}:` : entry
  const [, key, value = ''] =
    /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w./$(][^"'{}[\],#&*!|>]*?):(?:\s+(.*))?$/.exec(line) ?? []
  if (key === undefined) throw new SyntaxError('A line is no entry.')
  const comment = /^['"{[]/.test(value) ? -1 : value.indexOf(' #')
  return { key: unquoted(key), value: comment < 0 ? value : value.slice(0, comment) }
}

function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  return text.startsWith('"') ? String(JSON.parse(text)) : text
}

/** Readers of packages by a glob for the path of the file, in lower case. */
export const NPM = {
  '**/package.json': packageJson,
  '**/{package-lock,npm-shrinkwrap}.json': packageLock,
  '**/pnpm-lock.yaml': pnpmLock,
  '**/pnpm-workspace.yaml': pnpmWorkspace,
  '**/yarn.lock': yarnLock,
}
