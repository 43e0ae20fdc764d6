import { linesOf } from './tables.ts'

/** A key of a block mapping with the keys above it, and the text behind it. */
type YamlLine = { path: readonly string[]; value: string }

/** Quotes are closed and braces hold no others, so that no value goes on in the next line. */
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
export function yamlLines(text: string): YamlLine[] {
  const open: { indent: number; key: string }[] = []
  let scalar = Infinity
  return linesOf(text).flatMap((line) => {
    const indent = line.search(/\S/)
    if (indent < 0 || indent > scalar || line[indent] === '#') return []
    scalar = Infinity
    const rest = line.slice(indent).trimEnd()
    if (rest === '---' || rest === ':') return []
    if (line.slice(0, indent).includes('\t')) throw new SyntaxError('A line begins with a tab.')
    if (/^-(?:\s|$)/.test(rest)) return checkedItem(rest.slice(1).trim())
    const { key, value } = entryOf(rest)
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    open.push({ indent, key })
    if (/^[|>][+-]?$/.test(value)) scalar = indent
    else if (!isWhole(value)) throw new SyntaxError('A value is not read.')
    return [{ path: open.map((one) => one.key), value }]
  })
}

const isWhole = (value: string): boolean => WHOLE_VALUES.some((pattern) => pattern.test(value))

/** An item of a list names no package; it only has to be a whole one. */
function checkedItem(item: string): [] {
  if (!isWhole(item) || (/:(?:\s|$)/.test(item) && !/^['"]/.test(item))) throw new SyntaxError('An item is not read.')
  return []
}

function entryOf(rest: string): { key: string; value: string } {
  const line = rest.startsWith('? ') ? `${rest.slice(1).trim()}:` : rest
  const [, key, value = ''] =
    /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\w./$(][^"'{}[\],#&*!|>]*?):(?:\s+(.*))?$/.exec(line) ?? []
  if (key === undefined) throw new SyntaxError('A line is no entry.')
  const comment = /^['"{[]/.test(value) ? -1 : value.indexOf(' #')
  return { key: unquoted(key), value: comment < 0 ? value : value.slice(0, comment) }
}

/** A key or a value without its quotes. */
export function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  return text.startsWith('"') ? String(JSON.parse(text)) : text
}
