import { BODY_BEGIN, BODY_END } from '../../decide/markers.ts'

/**
 * The body with `block` in the place of the bot's block, or after everything when there is none. What people wrote
 * around it stays byte for byte. Markers that have no partner are taken out and the text beside them is left alone;
 * of several blocks the first stays.
 */
export function mergeBody(body: string, block: string): string {
  const { before, after, found } = aroundBlock(body)
  if (found) return before + block + after
  return before === '' ? block : `${before}\n\n${block}`
}

type Around = { before: string; after: string; found: boolean }

function aroundBlock(body: string): Around {
  const marks = [...body.matchAll(MARKER)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    kind: match[0],
  }))
  const blocks = marks.flatMap((mark, i) => {
    const next = marks[i + 1]
    return mark.kind === BODY_BEGIN && next?.kind === BODY_END ? [{ from: mark.at, to: next.end }] : []
  })
  const place = blocks[0] ?? (marks[0] && { from: marks[0].at, to: marks[0].end })
  if (!place) return { before: body, after: '', found: false }
  const after = blocks
    .slice(1)
    .reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), body)
    .slice(place.to)
  return { before: withoutMarkers(body.slice(0, place.from)), after: withoutMarkers(after), found: true }
}

const MARKER = new RegExp(`${BODY_BEGIN}|${BODY_END}`, 'g')

function withoutMarkers(text: string): string {
  const without = text.replace(MARKER, '')
  // Taking one out may put the pieces of another together.
  return without === text ? text : withoutMarkers(without)
}
