import { isRecord, at, leavesOf, linesOf, tablesAt, textOf } from '../json.ts'
import { parse as parseToml } from 'smol-toml'
import { LOCAL, placeOf } from './places.ts'

/** Names that PyPI takes for the same are. https://packaging.python.org/en/latest/specifications/name-normalization/ */
const normalized = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** Where an archive is. PyPI's own file may be that of another package, as its name tells. */
function archiveFor(name: string, address: string): string[] {
  if (LOCAL.test(address)) return []
  const file = normalized(URL.parse(address)?.pathname.split('/').at(-1) ?? '')
  const isOwn = placeOf(address).length > 0 || file === '' || file.startsWith(`${name}-`)
  return isOwn ? placeOf(address) : [file]
}

/** A requirement as PEP 508 writes it, with the address after `@`. */
function pythonPackage(requirement: string): string[] {
  const [, name, address = ''] = /^\s*([a-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?(?:@\s*([^\s;]+))?/i.exec(requirement) ?? []
  return name === undefined ? [] : [normalized(name), ...archiveFor(normalized(name), address)]
}

const TOOLS = ['uv', 'poetry', 'pdm', 'hatch', 'rye', 'pixi', 'flit']
const DEPENDS = /dependencies$|^requires$|^requires-dist$/
/** What describes the project itself. */
const ABOUT = /^(homepage|repository|documentation|urls|authors|maintainers|description|readme|license|include-group)$/

/** Lists of requirements and tables of packages, wherever they stand, and each address that a tool goes by. */
function pyproject(text: string): string[] {
  const data = parseToml(text)
  const ofTools = TOOLS.flatMap((tool) => at(data, `tool ${tool}`).map((one) => ({ tool, one })))
  const others = ['project', 'build-system', 'dependency-groups'].flatMap((name) =>
    at(data, name).map((one) => ({ tool: '', one: name === 'dependency-groups' ? { dependencies: one } : one })),
  )
  return [...others, ...ofTools].flatMap(({ tool, one }) =>
    leavesOf(one).flatMap(({ path, text: wanted }) => {
      if (path.some((name) => ABOUT.test(name))) return []
      const start = path.findIndex((name) => DEPENDS.test(name))
      if (start < 0) return tool !== '' && /:\/\/|^[\w.-]+@[\w.-]+:/.test(wanted) ? placeOf(wanted) : []
      return ['poetry', 'pixi'].includes(tool) ? inTable(path.slice(start + 1), wanted) : pythonPackage(wanted)
    }),
  )
}

/** `name = "range"`, or a field of `name = { version = "range" }`. */
function inTable([name = '', field]: readonly string[], wanted: string): string[] {
  if (name === 'python' || name === '') return []
  if (field === undefined || field === 'version') return [normalized(name)]
  return ['git', 'url'].includes(field) ? [normalized(name), ...archiveFor(normalized(name), wanted)] : []
}

/** Lines that go on, without comments. */
function requirementLines(text: string): string[] {
  const isOther = (line: string): boolean => /coding[:=]/i.test(line) && !/coding[:=]\s*utf-?8\b/i.test(line)
  if (linesOf(text).slice(0, 2).some(isOther)) throw new SyntaxError('It is not in UTF-8.')
  return linesOf(text.replaceAll(/\\\r?\n/g, '')).map((line) => line.replace(/(^|\s)#.*$/, '').trim())
}

const INCLUDES = /^(?:-[rc]|--(?:req|con)[a-z]*)[\s=]*(.+)$/

const requirements = (text: string): string[] =>
  requirementLines(text).flatMap((line) => {
    if (INCLUDES.test(line) && !line.includes('://')) return []
    const wanted = line.replace(/^(?:-e|--edi[a-z]*)[\s=]*/, '')
    if (wanted.startsWith('-'))
      return wanted
        .split(/[\s=]+|^-[a-z]/)
        .filter((one) => one.includes('://'))
        .flatMap(placeOf)
    if (wanted === '' || LOCAL.test(wanted)) return []
    return /^[a-z+]+:\/\//i.test(wanted) ? placeOf(wanted.split(/\s/, 1).join('')) : pythonPackage(wanted)
  })

/** Other files with requirements that a file of Python names, relative to its own folder. */
export function requirementFilesIn(path: string, text: string): string[] {
  if (!/\.toml$/i.test(path)) return requirementLines(text).flatMap((line) => INCLUDES.exec(line)?.[1]?.trim() ?? [])
  return leavesOf(at(parseToml(text), 'tool setuptools dynamic')).flatMap(({ path: names, text: file }) =>
    names.some((name) => DEPENDS.test(name)) ? [file] : [],
  )
}

const LOCAL_SOURCES = ['path', 'directory', 'editable', 'virtual']

const pythonLock = (text: string): string[] =>
  tablesAt(parseToml(text), 'package *').flatMap((entry) => {
    const source = isRecord(entry.source) ? entry.source : {}
    if (LOCAL_SOURCES.some((kind) => kind in source) || LOCAL_SOURCES.includes(textOf(source.type))) return []
    const name = normalized(textOf(entry.name))
    const archives = [...at(entry, 'wheels * url'), ...at(entry, 'sdist url'), source.url]
    const places = [source.git, source.registry].map(textOf).flatMap(placeOf)
    return [name, ...places, ...archives.map(textOf).flatMap((one) => archiveFor(name, one))]
  })

/** Readers by the path of the file in small letters. */
export const PYTHON = {
  '**/pyproject.toml': pyproject,
  '**/{*requirements*,requirements/*,constraints*}.{txt,in}': requirements,
  '**/{poetry,uv,pdm}.lock': pythonLock,
}
