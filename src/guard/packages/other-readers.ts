import { parse as parseToml } from 'smol-toml'
import { isRecord, parseShallow } from '../json.ts'
import { LOCAL, placeOf } from './places.ts'
import { at, entriesAt, leavesOf, linesOf, tableOf, tablesAt, textOf } from './tables.ts'

const CARGO_TABLES = ['', 'target * ', 'workspace '].flatMap((start) =>
  ['', 'dev-', 'build-', 'dev_', 'build_'].map((kind) => `${start}${kind}dependencies`),
)

export function cargoToml(text: string): string[] {
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

export const cargoLock = (text: string): string[] =>
  tablesAt(parseToml(text), 'package *').flatMap(({ name, source }) =>
    source === undefined ? [] : [textOf(name), ...placeOf(textOf(source))],
  )

export const goMod = (text: string): string[] =>
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
export const goSum = (text: string): string[] =>
  linesOf(text).flatMap((line) => {
    const [, name, version = ''] = /^(\S+) (v\S+) h1:\S+$/.exec(line.trim()) ?? []
    if (name === undefined && line.trim() !== '') throw new SyntaxError('A line is no sum.')
    return name === undefined || version.endsWith('/go.mod') ? [] : [name]
  })

/** Ruby that could bring in what no line names. */
const HIDDEN_RUBY = /eval|\bsend\b|__send__|instance_|\bload\b|\bmethod\b|\brequire(?:_relative)?[\s(]+["']/

export function gemfile(text: string): string[] {
  return linesOf(text).flatMap((whole) => {
    const line = whole.replace(/(?:^|\s)#[^"'{#]*$/, '')
    if (/^\s*#/.test(line)) return []
    if (HIDDEN_RUBY.test(line)) throw new SyntaxError('A line of Ruby is not read.')
    const gems = line.split(/\bgem\b/).slice(1)
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

export function gemLock(text: string): string[] {
  let section = ''
  return linesOf(text).flatMap((line) => {
    if (/^\S/.test(line)) section = line.trim()
    if (!/^(GEM|GIT|PLUGIN SOURCE)$/.test(section)) return []
    const remote = /^ {2}remote: (.*)$/.exec(line)?.[1]
    return remote === undefined ? (/^ {4}(\S+)/.exec(line)?.slice(1) ?? []) : placeOf(remote.trim())
  })
}

export function composerJson(text: string): string[] {
  const data = tableOf(parseShallow(text))
  const names = ['require', 'require-dev'].flatMap((path) => entriesAt(data, path)).map(([name]) => name)
  const addresses = at(data, 'repositories')
    .flatMap((one) => leavesOf(one))
    .filter(({ path, text: one }) => path.at(-1) === 'url' && !LOCAL.test(one))
  // What has no owner is PHP itself, or one of its extensions.
  return [...names.filter((name) => name.includes('/')), ...addresses.flatMap((one) => placeOf(one.text))]
}

/** A repository of GitHub with the package's own name is where most packages are. */
export const composerLock = (text: string): string[] => {
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
