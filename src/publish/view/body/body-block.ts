import { BODY_BEGIN, BODY_END } from '../../../decide/thread/people.ts'

/**
 * The body with `block` in the place of the bot's block, or at the end when there is none. The text of people stays
 * byte for byte. Markers without a partner are removed, the text beside them stays. Of several blocks the first is
 * replaced. `trailers` come last, below what people wrote, so that the message of a squash merge ends in them.
 */
export function mergeBody(body: string, block: string, trailers = ''): string {
  const { before, after, found } = aroundBlock(body)
  const last = trailers === '' ? '' : `\n\n${trailers}`
  if (found) return before + block + after.replace(TRAILERS, '') + last
  return (before === '' ? block : `${before}\n\n${block}`) + last
}

/** What was put below the block before, with the blank line before it. */
const TRAILERS =
  /(?:\r?\n){1,2}Plan-Issue: \d+(?:\r?\nPlan-(?:Subtasks|Approved-By|Usage|Record): [^\r\n]*)*(?=\r?\n|$)/g

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
  // Removing one may join the pieces of another.
  return without === text ? text : withoutMarkers(without)
}
