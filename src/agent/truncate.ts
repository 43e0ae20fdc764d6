/** How much to keep, in lines and in bytes of UTF-8. The notice of what is left out is not counted. */
export type Limit = { lines: number; bytes: number }

/** Shortens a text to its head and tail with a notice between. Cuts between lines, or else between characters. */
export function truncateMiddle(text: string, limit: Limit): string {
  if (fits(text, limit)) return text
  const head = headOf(text, { lines: Math.ceil(limit.lines / 2), bytes: Math.ceil(limit.bytes / 2) })
  const tail = tailOf(text, { lines: Math.floor(limit.lines / 2), bytes: Math.floor(limit.bytes / 2) })
  return `${withLineBreak(head)}${notice(text.slice(head.length, text.length - tail.length))}\n${tail}`
}

/** Shortens a text that exceeds the limit to its head, with a notice at the end. Cuts as `truncateMiddle` does. */
export function truncateEnd(text: string, limit: Limit): string {
  if (fits(text, limit)) return text
  const head = headOf(text, limit)
  return withLineBreak(head) + notice(text.slice(head.length))
}

/** The lines of a text, each with its line break. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

const fits = (text: string, { lines, bytes }: Limit): boolean =>
  Buffer.byteLength(text) <= bytes && linesOf(text).length <= lines

function headOf(text: string, { lines, bytes }: Limit): string {
  const all = linesOf(text)
  const head = fitting(all.slice(0, lines), bytes).join('')
  // As a stream, the decoder leaves out a character that is cut.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return head || lines === 0 ? head : decoder.decode(Buffer.from(all[0] ?? '').subarray(0, bytes), { stream: true })
}

function tailOf(text: string, { lines, bytes }: Limit): string {
  const all = linesOf(text).toReversed()
  const tail = fitting(all.slice(0, lines), bytes).toReversed().join('')
  if (tail || lines === 0) return tail
  const line = Buffer.from(all[0] ?? '')
  // The rest of a character that is cut decodes to replacement characters.
  return line.toString('utf8', Math.max(0, line.length - bytes)).replace(/^\ufffd+/, '')
}

/** The first lines that have at most so many bytes together. */
function fitting(lines: readonly string[], bytes: number): string[] {
  let left = bytes
  const end = lines.findIndex((line) => (left -= Buffer.byteLength(line)) < 0)
  return lines.slice(0, end < 0 ? undefined : end)
}

const withLineBreak = (head: string): string => (head === '' || head.endsWith('\n') ? head : `${head}\n`)

const notice = (left: string): string =>
  `[… ${linesOf(left).length} lines (${Buffer.byteLength(left)} bytes) left out …]`
