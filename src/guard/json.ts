/** Maximum nesting. Real JSON is nested less deeply, and each level that is parsed takes about fifty bytes of memory. */
const DEEPEST = 500

/** `JSON.parse` for untrusted text, with a limit on nesting: it takes 1.4 GB for 30 MB of `[`. Throws `SyntaxError`. */
export function parseShallow(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  if (isDeep(text)) throw new SyntaxError(`It is nested more than ${DEEPEST} levels deep.`)
  return JSON.parse(text, revive)
}

/** Whether a value is an object, and no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The field of an object; undefined for other values. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** Parses untrusted JSON. Undefined if it is invalid, or nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    return parseShallow(text)
  } catch {
    return undefined
  }
}

/** Whether text is nested too deeply, by counting brackets outside of strings. */
function isDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString && character === '\\') at++
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if ((character === '[' || character === '{') && ++depth > DEEPEST) return true
    else if (character === ']' || character === '}') depth--
  }
  return false
}

export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses a JSON file that holds an object. Throws `SyntaxError`. */
export function tableIn(text: string): Record<string, unknown> {
  const data = parseShallow(text)
  if (!isRecord(data)) throw new SyntaxError('It is no table.')
  return data
}

/** The values at a path of keys; `*` matches every key and every item of a list. */
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

/** The fields of all objects at a path of keys. */
export const entriesAt = (data: unknown, path: string): [string, unknown][] =>
  at(data, path).flatMap((one) => (isRecord(one) ? Object.entries(one) : []))

/** All strings in a value, each with the keys on its path. Recursion is safe, because parsed JSON has limited nesting. */
export function leavesOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, path))
  return isRecord(value) ? Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name])) : []
}

export const splitLines = (text: string): string[] => text.split(/\r\n?|\n/)
