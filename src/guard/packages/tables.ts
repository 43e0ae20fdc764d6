import { isRecord } from '../json.ts'

/** What parsed JSON or TOML has under names. */
export type Table = Record<string, unknown>

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The whole of a file, which is a table. */
export function tableOf(data: unknown): Table {
  if (!isRecord(data)) throw new SyntaxError('It is no table.')
  return data
}

/** What stands at a path of names; `*` is every name, and each item of a list. */
export function at(data: unknown, path: string): unknown[] {
  let found = [data]
  for (const name of path.split(' ')) {
    found = found.flatMap((one) => {
      if (name === '*') return Array.isArray(one) ? one : isRecord(one) ? Object.values(one) : []
      return isRecord(one) && Object.hasOwn(one, name) ? [one[name]] : []
    })
  }
  return found
}

export const tablesAt = (data: unknown, path: string): Table[] => at(data, path).filter(isRecord)

export const entriesAt = (data: unknown, path: string): [string, unknown][] =>
  tablesAt(data, path).flatMap((table) => Object.entries(table))

/** All texts below a value, each with the names that lead to it. What is parsed is not nested deeply. */
export function leavesOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, path))
  return isRecord(value) ? Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name])) : []
}

export const linesOf = (text: string): string[] => text.split(/\r\n?|\n/)
