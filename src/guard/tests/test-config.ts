import { parse as parseToml } from 'smol-toml'
import { anyGlob } from '../globs.ts'
import { RUNNERS, type SharedFile } from './runners.ts'
import { rulesOf } from './make-rules.ts'

/** What in a file decides which tests run and how: the names of values, with these as text. */
type Deciding = ReadonlyMap<string, string>

const isWhole = anyGlob(RUNNERS.flatMap(({ config }) => config))
const SHARED = RUNNERS.flatMap(({ shared = [] }) => shared).map((file) => ({ file, covers: anyGlob([file.glob]) }))

/** Whether a file may decide which tests run and how. */
export const mayDecide = (path: string): boolean => isWhole(path) || SHARED.some(({ covers }) => covers(path))

/**
 * What in a file decides which tests run and how. The whole file is a value without a name. Nothing where the file is
 * absent. `commands` are the checks. A file that cannot be read as what its name says is taken as a whole.
 */
export function decidingIn(path: string, text: string | undefined, commands: readonly string[]): Deciding {
  if (text === undefined) return new Map()
  if (isWhole(path)) return new Map([['', text]])
  try {
    return new Map(
      SHARED.filter(({ covers }) => covers(path)).flatMap(({ file }) => valuesOf(file, { path, text, commands })),
    )
  } catch {
    return new Map([['', text]])
  }
}

/** The names of the values that differ, in alphabetical order. */
export const differing = (before: Deciding, after: Deciding): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).toSorted()

type Content = { path: string; text: string; commands: readonly string[] }

function valuesOf(file: SharedFile, { path, text, commands }: Content): [string, string][] {
  switch (file.as) {
    case 'json':
      return valuesAt(JSON.parse(text), file.keys)
    case 'toml':
      return valuesAt(parseToml(text), file.keys)
    case 'ini':
      return sectionsOf(text).filter(([heading]) => file.sections.test(heading))
    case 'text':
      return [['', besidesDependencies(text, file)]]
    case 'make':
      return rulesOf(text, commands)
    case 'called':
      return commands.some((command) => namesFile(command, path)) ? [['', text]] : []
  }
}

/** Whether a command holds the path of a file, or its end below a folder that it changes to. */
const namesFile = (command: string, path: string): boolean =>
  command.split(/[\s;&|()'"]+/).some((word) => {
    const name = word.replace(/^\.\//, '')
    return name !== '' && (path === name || path.endsWith(`/${name}`))
  })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The values at paths of names. An object is told name by name, so that one that changes can be named. */
const valuesAt = (data: unknown, keys: readonly string[]): [string, string][] =>
  keys.flatMap((key) => found(data, key.split('.'), [])).flatMap(([name, value]) => flat(name, value))

function found(data: unknown, [first, ...rest]: readonly string[], way: readonly string[]): [string, unknown][] {
  if (first === undefined) return [[way.join('.'), data]]
  if (!isRecord(data)) return []
  const names = first === '*' ? Object.keys(data) : Object.hasOwn(data, first) ? [first] : []
  return names.flatMap((name) => found(data[name], rest, [...way, name]))
}

const flat = (name: string, value: unknown): [string, string][] =>
  isRecord(value) && !Array.isArray(value)
    ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, JSON.stringify(one)])
    : [[name, JSON.stringify(value)]]

/** The sections of an INI file by their headings; what stands before the first has none. */
function sectionsOf(text: string): [string, string][] {
  const sections: [string, string][] = [['', '']]
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\[([^\]]*)\]/.exec(line)?.[1]
    const last = sections.at(-1)
    if (heading !== undefined) sections.push([heading.trim(), ''])
    else if (last && line.trim() !== '') last[1] += `${line.trimEnd()}\n`
  }
  return sections
}

/** The lines of a file that is no data, but those that only say what it depends on. */
function besidesDependencies(text: string, { besides, blocks }: Extract<SharedFile, { as: 'text' }>): string {
  const lines = (blocks ? withoutBlocks(text, blocks) : text).split(/\r?\n/)
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !besides.test(line))
    .join('\n')
}

function withoutBlocks(text: string, [open, close]: readonly [string, string]): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf(open, at)
    const end = start < 0 ? -1 : text.indexOf(close, start)
    if (end < 0) return kept.join('') + text.slice(at)
    kept.push(text.slice(at, start))
    at = end + close.length
  }
}
