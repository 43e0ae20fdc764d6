import { noteMarker } from '../../../decide/thread/markers.ts'
import { code } from './clean.ts'

/** What a comment of the bot says, in sections of Markdown, and the marker by which it is found again. */
export type NoteText = { marker: string; sections: readonly (string | false | undefined)[] }

/** A note that is there once, with the key by which it is found again; or with the keys of all that it answers. */
export function noteText(keys: string | readonly string[], ...sections: NoteText['sections']): NoteText {
  const [last = '', ...others] = [keys].flat().map(noteMarker).toReversed()
  // After the first words, since the last may be cut off.
  return { marker: last, sections: sections.toSpliced(1, 0, others.join('\n')) }
}

/** The sections in one text. Leaves out the first that does not fit into a comment, and all after it. */
export function joinSections({ marker, sections }: NoteText): string {
  let text = ''
  for (const section of sections) {
    if (!section) continue
    const longer = text === '' ? section : `${text}\n\n${section}`
    if (longer.length + CUT.length + markerAtEnd(marker).length > MAX_BODY_LENGTH) return text + CUT
    text = longer
  }
  return text
}

/** How a marker stands below a text. */
export const markerAtEnd = (marker: string): string => `\n\n${marker}`

const CUT = '\n\nThe rest is too long for a comment; the branch and the log of the run have it all.'

/** The first paths of a list, and how many more there are, in one line. */
export const pathList = (paths: readonly string[], most = 10): string =>
  listInLine(
    paths.map((path) => code(path)),
    most,
  )

/** The first texts of a list, and how many more there are, in one line. */
export function listInLine(texts: readonly string[], most: number): string {
  const more = texts.length - most
  return texts.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** The first lines of a list, and how many more there are, within `limit` characters. */
export const shortList = (lines: readonly string[], limit = LONGEST_LIST): string =>
  fitting(lines, limit, (left) => [`- … and ${left} more`]).join('\n')

const LONGEST_LIST = 20_000

function fitting(lines: readonly string[], limit: number, rest: (left: number) => string[]): readonly string[] {
  let length = 0
  const most = lines.findIndex((line) => (length += line.length + 1) > limit)
  return most < 0 ? lines : [...lines.slice(0, most), ...rest(lines.length - most)]
}

/** A table with the rows that fit. A bar would end a cell, in code too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.map((text) => text.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
  const shown = fitting(lines, LONGEST_LIST, (left) => ['', `… and ${left} more`])
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...shown].join('\n')
}

/** Characters of a body or comment that GitHub takes. Counting UTF-16 units is on the safe side. */
export const MAX_BODY_LENGTH = 65_536
