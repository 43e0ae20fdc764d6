/** How much to keep, in lines and in bytes of UTF-8. The notice of what is left out is not counted. */
export type Limit = { lines: number; bytes: number }

/** Shortens a text to its head and tail with a notice between. Cuts between lines, or else between characters. */
export function truncateMiddle(text: string, limit: Limit): string {
  const bytes = Buffer.from(text)
  if (fits(bytes, limit)) return text
  const head = headEnd(bytes, { lines: Math.ceil(limit.lines / 2), bytes: Math.ceil(limit.bytes / 2) })
  const tail = tailStart(bytes, { lines: Math.floor(limit.lines / 2), bytes: Math.floor(limit.bytes / 2) })
  return [
    ended(bytes.toString('utf8', 0, head)),
    notice(bytes.subarray(head, tail)),
    '\n',
    bytes.toString('utf8', tail),
  ].join('')
}

/** Shortens a text that exceeds the limit to its head, with a notice at the end. Cuts as `truncateMiddle` does. */
export function truncateEnd(text: string, limit: Limit): string {
  const bytes = Buffer.from(text)
  if (fits(bytes, limit)) return text
  const head = headEnd(bytes, limit)
  return ended(bytes.toString('utf8', 0, head)) + notice(bytes.subarray(head))
}

const NEWLINE = 0x0a

const fits = (bytes: Buffer, limit: Limit): boolean => bytes.length <= limit.bytes && countLines(bytes) <= limit.lines

function countLines(bytes: Buffer): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== NEWLINE ? 1 : 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++
  return lines
}

function headEnd(bytes: Buffer, limit: Limit): number {
  let end = 0
  for (let line = 0; line < limit.lines; line++) {
    const newline = bytes.indexOf(NEWLINE, end)
    const next = newline < 0 ? bytes.length : newline + 1
    if (next > limit.bytes) return line === 0 ? characterAtOrBefore(bytes, limit.bytes) : end
    end = next
  }
  return end
}

function tailStart(bytes: Buffer, limit: Limit): number {
  let start = bytes.length
  for (let line = 0; line < limit.lines; line++) {
    // Skips the newline that ends the line itself.
    const before = start >= 2 ? bytes.lastIndexOf(NEWLINE, start - 2) + 1 : 0
    if (bytes.length - before > limit.bytes)
      return line === 0 ? characterAtOrAfter(bytes, bytes.length - limit.bytes) : start
    start = before
  }
  return start
}

/** Whether the byte is inside a character. In UTF-8 every byte but the first of a character is 10xxxxxx. */
const isInside = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80

function characterAtOrBefore(bytes: Buffer, at: number): number {
  while (isInside(bytes, at)) at--
  return at
}

function characterAtOrAfter(bytes: Buffer, at: number): number {
  while (isInside(bytes, at)) at++
  return at
}

const ended = (head: string): string => (head === '' || head.endsWith('\n') ? head : `${head}\n`)

const notice = (left: Buffer): string => `[… ${countLines(left)} lines (${left.length} bytes) left out …]`
