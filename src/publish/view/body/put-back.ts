import type { SavedText } from '../../../github/forge.ts'
import { MAX_BODY_LENGTH } from '../text/comment.ts'
import { partsOf, type BodyParts } from './body-block.ts'

/** What a write of ours replaced without having read it: the text that it began from, and the one that was saved. */
type Lost = { base: BodyParts; saved: BodyParts; later: readonly BodyParts[] }

/**
 * The description with what people saved in the moment of a write of ours. GitHub has no compare-and-swap for it, so a
 * write that was read from one text may replace a newer one. The texts that it had, the oldest first, tell so: ours
 * has the words of people as they were before the text that it replaced. What was put back once, or is there in a later
 * text, is left to people. Where they have changed the same part since, only the lines that were added are put back.
 */
export function putBack(now: string, texts: readonly SavedText[], ours: readonly string[]): string {
  const { own, trailers, ...rest } = partsOf(now)
  const whole = lostIn(texts, ours).reduce(
    (people, lost) => ({ above: side(lost, people, 'above'), below: side(lost, people, 'below') }),
    rest,
  )
  const body = whole.above + own + whole.below + trailers
  return isSame(whole, rest) || body.length > MAX_BODY_LENGTH ? now : body
}

function lostIn(texts: readonly SavedText[], ours: readonly string[]): Lost[] {
  const parts = texts.map(({ text }) => partsOf(text))
  return parts.flatMap((written, i): Lost[] => {
    const saved = parts[i - 1]
    if (!saved || !ours.includes(texts[i]?.by ?? '') || isSame(written, saved)) return []
    const base = parts.slice(0, i - 1).findLast((one) => isSame(one, written))
    const later = parts.slice(i + 1)
    return base && !later.some((one) => isSame(one, saved)) ? [{ base, saved, later }] : []
  })
}

type People = Pick<BodyParts, 'above' | 'below'>

const isSame = (one: People, other: People): boolean =>
  text(one.above) === text(other.above) && text(one.below) === text(other.below)
const text = (raw: string): string => raw.replaceAll('\r\n', '\n')
const linesOf = (raw: string): string[] => text(raw).split('\n')

/** One side as it has to be. */
function side({ base, saved, later }: Lost, now: People, at: keyof People): string {
  if (text(base[at]) === text(saved[at])) return now[at]
  if (text(now[at]) === text(base[at])) return saved[at]
  const known = new Set([base, now, ...later].flatMap((one) => linesOf(one[at])))
  const added = linesOf(saved[at]).filter((line) => line.trim() !== '' && !known.has(line))
  if (added.length === 0) return now[at]
  return (at === 'above' ? [added.join('\n'), now[at]] : [now[at], added.join('\n')]).join('\n\n')
}
