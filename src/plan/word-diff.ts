/** Words that both texts have, and the ones that follow them in the text before (`removed`) and after (`added`). */
type DiffPart = { same: string[]; removed: string[]; added: string[] }

/** A code span is one word, whatever spaces are in it. */
const WORD = /(?:`[^`\n]+`|\S)+/g

export const wordsOf = (text: string): string[] => text.match(WORD) ?? []

/** More edits than these are shown as one replacement, which is easier to read and bounds time and memory. */
const MAX_EDITS = 400

/** Fewer words than these between two changes are shown as part of one change. */
const FEW_WORDS = 3

/** How the words of a text changed. White space does not count. The last part may hold no change. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const limit = Math.min(old.length, now.length)
  let head = 0
  while (head < limit && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < limit - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const middle = shortestEdit(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const edits: WordEdit[] = [
    ...now.slice(0, head).map(edit('same')),
    ...middle,
    ...now.slice(now.length - tail).map(edit('same')),
  ]
  return withoutIslands(partsOf(edits))
}

type WordEdit = ['same' | 'removed' | 'added', string]
const edit =
  (kind: WordEdit[0]) =>
  (word: string): WordEdit => [kind, word]

/** Myers' algorithm: the fewest words to remove and add. `reach` is how far each diagonal got in the old words. */
function shortestEdit(old: readonly string[], now: readonly string[]): WordEdit[] {
  const max = Math.min(old.length + now.length, MAX_EDITS)
  const reach = new Int32Array(2 * max + 3)
  const rounds: Int32Array[] = []
  for (let edits = 0; edits <= max; edits += 1) {
    rounds.push(reach.slice())
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const { from } = previous(reach, { max, edits, diagonal })
      let x = from
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1
      reach[max + 1 + diagonal] = x
      if (x >= old.length && x - diagonal >= now.length) return walkBack({ old, now, rounds, max })
    }
  }
  return [...old.map(edit('removed')), ...now.map(edit('added'))]
}

/** The diagonal that a round comes from, and the place in the old words where it begins. */
function previous(reach: Int32Array, { max, edits, diagonal }: { max: number; edits: number; diagonal: number }) {
  const at = (one: number): number => reach[max + 1 + one] ?? 0
  const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
  if (edits === 0) return { isAdded, source: 0, from: 0 }
  return isAdded
    ? { isAdded, source: diagonal + 1, from: at(diagonal + 1) }
    : { isAdded, source: diagonal - 1, from: at(diagonal - 1) + 1 }
}

type Walk = { old: readonly string[]; now: readonly string[]; rounds: readonly Int32Array[]; max: number }

function walkBack({ old, now, rounds, max }: Walk): WordEdit[] {
  const edits: WordEdit[] = []
  let [x, y] = [old.length, now.length]
  for (let round = rounds.length - 1; round >= 0; round -= 1) {
    const at = { max, edits: round, diagonal: x - y }
    const { isAdded, from, source } = previous(rounds[round] ?? new Int32Array(), at)
    const begin = round === 0 ? 0 : from
    for (; x > begin; x -= 1, y -= 1) edits.push(['same', old[x - 1] ?? ''])
    if (round === 0) break
    edits.push(isAdded ? ['added', now[y - 1] ?? ''] : ['removed', old[x - 1] ?? ''])
    x = isAdded ? from : from - 1
    y = x - source
  }
  return edits.reverse()
}

/** Groups edits: a change is what stands between two words that are the same. */
function partsOf(edits: readonly WordEdit[]): DiffPart[] {
  const parts: DiffPart[] = [{ same: [], removed: [], added: [] }]
  for (const [kind, word] of edits) {
    const last = parts.at(-1)
    if (!last || (kind === 'same' && isChange(last))) parts.push({ same: [], removed: [], added: [], [kind]: [word] })
    else last[kind].push(word)
  }
  return parts
}

export const isChange = ({ removed, added }: DiffPart): boolean => removed.length + added.length > 0

function withoutIslands(parts: readonly DiffPart[]): DiffPart[] {
  return parts.reduce<DiffPart[]>((merged, part, i) => {
    const last = merged.at(-1)
    if (i === 0 || !last || !isChange(part) || part.same.length >= FEW_WORDS) return [...merged, part]
    last.removed.push(...part.same, ...part.removed)
    last.added.push(...part.same, ...part.added)
    return merged
  }, [])
}
