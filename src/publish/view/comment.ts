/**
 * Joins sections to a comment with its marker at the end. Leaves out the first section that does not fit, and all after
 * it.
 */
export function commentOf(sections: readonly (string | false | undefined)[], marker: string): string {
  const end = `\n\n${marker}`
  let text = ''
  for (const section of sections) {
    if (!section) continue
    const longer = text === '' ? section : `${text}\n\n${section}`
    if (longer.length + CUT.length + end.length > LONGEST) return text + CUT + end
    text = longer
  }
  return text + end
}

const CUT = '\n\nThe rest is too long for a comment; the branch and the log of the run have it all.'

/** The first lines of a list, and how many more there are, within `limit` characters. */
export function shortList(lines: readonly string[], limit = 20_000): string {
  let length = 0
  const most = lines.findIndex((line) => (length += line.length + 1) > limit)
  if (most < 0) return lines.join('\n')
  return [...lines.slice(0, most), `- … and ${lines.length - most} more`].join('\n')
}

/** Characters of a body or comment that GitHub takes. Counting UTF-16 units is on the safe side. */
export const LONGEST = 65_536
