/** Words that both texts have, and the ones that follow them in the text before (`removed`) and after (`added`). */
type DiffPart = { same: string[]; removed: string[]; added: string[] }

/** A code span is one word, whatever spaces are in it. */
const wordsOf = (text: string): string[] => text.match(/(?:`[^`\n]+`|\S)+/g) ?? []

/** More edits than these are shown as one replacement, which is easier to read. */
const MAX_EDITS = 400

/** Pairs of words that are compared, which bounds time and memory: a text that would need more is shown as replaced. */
const MAX_PAIRS = 16_000_000

/** Fewer words than these between two changes are shown as part of one change. */
const FEW_WORDS = 3

/** How the words of a text changed. White space does not count. The last part may hold no change. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [oldWords, newWords] = [wordsOf(before), wordsOf(after)]
  const limit = Math.min(oldWords.length, newWords.length)
  let head = 0
  while (head < limit && oldWords[head] === newWords[head]) head += 1
  let tail = 0
  while (tail < limit - head && oldWords.at(-1 - tail) === newWords.at(-1 - tail)) tail += 1
  const edits: WordEdit[] = [
    ...newWords.slice(0, head).map(edit('same')),
    ...shortestEdit(oldWords.slice(head, oldWords.length - tail), newWords.slice(head, newWords.length - tail)),
    ...newWords.slice(newWords.length - tail).map(edit('same')),
  ]
  return withoutIslands(partsOf(edits))
}

type WordEdit = ['same' | 'removed' | 'added', string]
const edit =
  (kind: WordEdit[0]) =>
  (word: string): WordEdit => [kind, word]

/** The fewest words to remove and add, by the table of the longest common subsequences. */
function shortestEdit(oldWords: readonly string[], newWords: readonly string[]): WordEdit[] {
  const replaced = [...oldWords.map(edit('removed')), ...newWords.map(edit('added'))]
  if (oldWords.length * newWords.length > MAX_PAIRS) return replaced
  const lengths = commonLengths(oldWords, newWords)
  if (oldWords.length + newWords.length - 2 * (lengths[0]?.[0] ?? 0) > MAX_EDITS) return replaced
  const edits: WordEdit[] = []
  let [x, y] = [0, 0]
  while (x < oldWords.length && y < newWords.length) {
    const [word = '', other = ''] = [oldWords[x], newWords[y]]
    const isRemoved = (lengths[x + 1]?.[y] ?? 0) >= (lengths[x]?.[y + 1] ?? 0)
    edits.push(word === other ? ['same', word] : isRemoved ? ['removed', word] : ['added', other])
    if (word === other || isRemoved) x += 1
    if (word === other || !isRemoved) y += 1
  }
  return [...edits, ...oldWords.slice(x).map(edit('removed')), ...newWords.slice(y).map(edit('added'))]
}

/** `[x][y]`: how many words, in order, the old text from word `x` on has in common with the new one from `y` on. */
function commonLengths(oldWords: readonly string[], newWords: readonly string[]): Uint16Array[] {
  const table = [new Uint16Array(newWords.length + 1)]
  for (const word of oldWords.toReversed()) {
    const below = table.at(-1) ?? new Uint16Array()
    const row = new Uint16Array(newWords.length + 1)
    for (let y = newWords.length - 1; y >= 0; y -= 1)
      row[y] = newWords[y] === word ? (below[y + 1] ?? 0) + 1 : Math.max(below[y] ?? 0, row[y + 1] ?? 0)
    table.push(row)
  }
  return table.reverse()
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

const isChange = ({ removed, added }: DiffPart): boolean => removed.length + added.length > 0

function withoutIslands(parts: readonly DiffPart[]): DiffPart[] {
  return parts.reduce<DiffPart[]>((merged, part, i) => {
    const last = merged.at(-1)
    if (i === 0 || !last || !isChange(part) || part.same.length >= FEW_WORDS) return [...merged, part]
    last.removed.push(...part.same, ...part.removed)
    last.added.push(...part.same, ...part.added)
    return merged
  }, [])
}
