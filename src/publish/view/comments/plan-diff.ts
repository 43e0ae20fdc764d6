import { withoutNeedlessHidden as visible } from '../../../guard/hidden.ts'
import type { PlanChange } from '../../../plan/plan.ts'
import { wordDiff } from '../../../plan/word-diff.ts'
import { cleanLine, code, folded, joined, shortList } from '../text/text.ts'
import { plural } from '../text/view.ts'

/** Characters that are shown outside of the fold: about twenty lines of a comment. */
const OPEN_LENGTH = 1_700
/** Characters that each change takes besides its words. */
const CHANGE_OVERHEAD = 50
/** Words of a change are shown up to this many characters, however many other changes there are. */
const MIN_WIDTH = 80
const [WORDS_BEFORE, WORDS_AFTER] = [5, 3]

/** A piece of a change: untrusted words of the plan, which are cleaned when rendered, or a note by the bot. */
type ChangePiece = { kind: 'same' | 'removed' | 'added' | 'note' | 'removed item' | 'added item'; text: string }
type ShownChange = { label: string; rank: number; pieces: ChangePiece[] }

/** A list: first what decides whether a subtask is done, then what may be changed, then texts. The rest is folded. */
export function planDiff(changes: readonly PlanChange[]): string {
  const items = changes.flatMap(itemsOf).toSorted((a, b) => a.rank - b.rank)
  const width = widthFor(items)
  let remaining = OPEN_LENGTH
  const firstHidden = items.findIndex((item) => (remaining -= CHANGE_OVERHEAD + sizeOf(item, width)) < 0)
  const shown = firstHidden < 0 ? items : items.slice(0, Math.max(1, firstHidden))
  const cutOff = shown.filter((item) => sizeOf(item, width) < sizeOf(item))
  const hidden = items.slice(shown.length)
  const summary = [
    hidden.length > 0 && plural(hidden.length, 'more change'),
    cutOff.length > 0 && `the whole of ${plural(cutOff.length, 'long one')}`,
  ]
  return joined('\n\n', [
    shown.map((item) => line(item, width)).join('\n'),
    folded(`Show ${joined(' and ', summary)}`, shortList([...cutOff, ...hidden].map((item) => line(item)))),
  ])
}

/** The characters that each changed piece may take, so that all fit and a long one does not hide the others. */
function widthFor(items: readonly ShownChange[]): number {
  const sizes = items.flatMap(({ pieces }) => pieces.filter(isChanged).map(({ text }) => text.length))
  const fixedLength = items.reduce((sum, item) => sum + CHANGE_OVERHEAD + sizeOf(item, 0), 0)
  let [freeLength, count, width] = [OPEN_LENGTH - fixedLength, sizes.length, Infinity]
  for (const size of sizes.toSorted((a, b) => a - b)) {
    width = freeLength / count
    if (size > width) return Math.max(MIN_WIDTH, Math.floor(width))
    freeLength -= size
    count -= 1
  }
  return Infinity
}

const isChanged = ({ kind }: ChangePiece): boolean => kind !== 'same' && kind !== 'note'
/** The length of a change when each of its changed pieces is cut at `width` characters. */
const sizeOf = ({ pieces }: ShownChange, width = Infinity): number =>
  pieces.reduce((sum, one) => sum + (isChanged(one) ? Math.min(one.text.length, width) : one.text.length), 0)

const line = ({ label, pieces }: ShownChange, width = 8_000): string =>
  `- ${label}: ${pieces.map(({ kind, text }) => RENDERED[kind](text, width)).join(' ')}`

const RENDERED: Record<ChangePiece['kind'], (text: string, width: number) => string> = {
  same: (text) => cleanLine(text, 400),
  removed: (text, width) => `~~${cleanLine(text, width)}~~`,
  added: (text, width) => `**${cleanLine(text, width)}**`,
  'removed item': (text, width) => `− ${code(text, width)}`,
  'added item': (text, width) => `+ ${code(text, width)}`,
  note: (text) => `(${text})`,
}

const LISTS = { verify: 'checks', files: 'files', depends_on: 'depends on' } as const

function itemsOf(change: PlanChange): ShownChange[] {
  switch (change.kind) {
    case 'text':
      return textPieces(change).map((pieces) => ({ label: labelOf(change), rank: rankOf(change.field), pieces }))
    case 'list': {
      const label = `Subtask ${change.subtask}, ${LISTS[change.field]}`
      return listPieces(change).map((pieces) => ({ label, rank: change.field === 'verify' ? 0 : 1, pieces }))
    }
    case 'added':
    case 'removed': {
      const { kind, subtask, name, text } = change
      const label = `${kind === 'added' ? 'New' : 'Removed'} subtask ${subtask}`
      return [{ label, rank: 2, pieces: pieces([kind, `${visible(name)} ·`], [kind, visible(text)]) }]
    }
    case 'reordered': {
      const { before, after } = change
      return [{ label: 'Order', rank: 2, pieces: pieces(['removed', before.join(', ')], ['added', after.join(', ')]) }]
    }
  }
}

const pieces = (...some: readonly (readonly [ChangePiece['kind'], string])[]): ChangePiece[] =>
  some.filter(([, text]) => text !== '').map(([kind, text]) => ({ kind, text }))

type TextChange = Extract<PlanChange, { kind: 'text' }>

/** Labels for an entry that was added to, or removed from, a field with one entry a line. */
const ENTRIES: Readonly<Record<string, readonly [added: string, removed: string]>> = {
  questions: ['New question', 'No longer a question'],
  decisions: ['New decision', 'No longer a decision'],
  risks: ['New risk', 'No longer a risk'],
}

function labelOf({ subtask, field, before, after }: TextChange): string {
  if (subtask !== undefined) return `Subtask ${subtask}, ${field}`
  const [oldEntries = [], newEntries = []] = [before, after].map((text) => text.split('\n').filter(Boolean))
  const [added, removed] = ENTRIES[field] ?? []
  if (added && isExtended(oldEntries, newEntries)) return added
  if (removed && isExtended(newEntries, oldEntries)) return removed
  return cleanLine(field.charAt(0).toUpperCase() + field.slice(1))
}

/** Whether the longer list has all entries of the shorter one, and more. */
const isExtended = (shorter: readonly string[], longer: readonly string[]): boolean =>
  longer.length > shorter.length && shorter.every((one) => longer.includes(one))

const rankOf = (field: string): number => (field.startsWith('acceptance') ? 0 : field === 'description' ? 3 : 4)

/** The changed places of a text, each with some words of context, and notes about invisible changes. */
function textPieces({ before, after }: Pick<TextChange, 'before' | 'after'>): ChangePiece[][] {
  const parts = wordDiff(visible(before), visible(after))
  const places: ChangePiece[][] = []
  for (const [i, { same, removed, added }] of parts.entries()) {
    const trail = i === 0 ? 0 : WORDS_AFTER
    const lead = i === parts.length - 1 && removed.length + added.length === 0 ? 0 : WORDS_BEFORE
    const isFar = same.length > trail + lead
    const end = isFar ? [...same.slice(0, trail), '…'] : same
    const begin = isFar ? ['…', ...same.slice(same.length - lead)] : same
    const changed = pieces(['removed', removed.join(' ')], ['added', added.join(' ')])
    if (i > 0) places.at(-1)?.push(...pieces(['same', end.join(' ')]), ...(isFar ? [] : changed))
    if (changed.length > 0 && (i === 0 || isFar)) places.push([...pieces(['same', begin.join(' ')]), ...changed])
  }
  const notes = notesOn(before, after)
  if (notes.length > 0) return [...places, notes]
  return places.length > 0 ? places : [[note('only white space changed')]]
}

/** Characters. When a list item longer than this was changed, its words are compared. */
const LONG_ITEM = 80

function listPieces({ before, after }: Extract<PlanChange, { kind: 'list' }>): ChangePiece[][] {
  const removed = before.filter((one) => !after.includes(one))
  const added = after.filter((one) => !before.includes(one))
  const [removedText, addedText] = [removed.join('\n'), added.join('\n')]
  if (addedText === '' && removedText === '')
    return [[note('in another order'), ...after.map((text): ChangePiece => ({ kind: 'added item', text }))]]
  if (removed.length === 1 && added.length === 1 && Math.min(removedText.length, addedText.length) > LONG_ITEM)
    return textPieces({ before: removedText, after: addedText })
  const isUnseen = visible(removedText).replace(/\s+/g, ' ') === visible(addedText).replace(/\s+/g, ' ')
  const notes = notesOn(removedText, addedText)
  return [
    [
      ...added.map((text): ChangePiece => ({ kind: 'added item', text })),
      ...removed.map((text): ChangePiece => ({ kind: 'removed item', text })),
      ...(isUnseen && notes.length === 0 ? [note('only white space changed')] : notes),
    ],
  ]
}

const note = (text: string): ChangePiece => ({ kind: 'note', text })

const HIDDEN_CONTENT: readonly (readonly [string, (text: string) => number])[] = [
  ['invisible characters', (text) => [...text].length - [...visible(text)].length],
  ['HTML comments', (text) => text.split('<!--').length - 1],
  ['words with look-alike letters', (text) => text.split(/\s+/).filter(isLookAlike).length],
]

/** Whether a word mixes Latin with another alphabet, or has full-width or mathematical letters. */
const isLookAlike = (word: string): boolean =>
  (/\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word)) ||
  /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u.test(word)

/** Notes about how much invisible or misleading content a change adds or removes. */
const notesOn = (before: string, after: string): ChangePiece[] =>
  HIDDEN_CONTENT.flatMap(([what, count]) => {
    const more = count(after) - count(before)
    return more === 0 ? [] : [note(`${what} ${more > 0 ? 'added' : 'removed'}: ${Math.abs(more)}`)]
  })
