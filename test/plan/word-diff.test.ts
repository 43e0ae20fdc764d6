import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordDiff } from '../../src/plan/word-diff.ts'

const shown = (before: string, after: string): string =>
  wordDiff(before, after)
    .flatMap(({ same, removed, added }) => [
      ...same,
      ...(removed.length > 0 ? [`-[${removed.join(' ')}]`] : []),
      ...(added.length > 0 ? [`+[${added.join(' ')}]`] : []),
    ])
    .join(' ')

test.each([
  ['a word', 'count with a window here', 'count with a bucket here', 'count with a -[window] +[bucket] here'],
  ['the end', 'one two', 'one two three', 'one two +[three]'],
  ['a code span as one word', 'run `a b` now', 'run `a c` now', 'run -[`a b`] +[`a c`] now'],
  ['few words between changes with them', 'a b c d', 'x b c y', '-[a b c d] +[x b c y]'],
  ['two places', 'a 1 2 3 b', 'x 1 2 3 y', '-[a] +[x] 1 2 3 -[b] +[y]'],
  ['nothing for white space', 'a\n b', 'a b', 'a b'],
])('the word diff shows %s', (_, before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

const isChange = ({ removed, added }: ReturnType<typeof wordDiff>[number]): boolean => removed.length + added.length > 0
const wordsOf = (text: string): string[] => text.match(/`[^`]+`|\S+/g) ?? []
test('the parts of a word diff add up to both texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '`e f`'), { maxLength: 40 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      expect(parts.flatMap(({ same, removed }) => [...same, ...removed])).toEqual(wordsOf(before))
      expect(parts.flatMap(({ same, added }) => [...same, ...added])).toEqual(wordsOf(after))
      expect(parts.slice(0, -1).every(isChange)).toBe(true)
    }),
  )
})

test('a word diff of a rewritten long text, or of one with two distant changes, is fast', () => {
  const long = Array.from({ length: 50_000 }, (_, i) => `w${i}`).join(' ')
  const other = long.replaceAll('w', 'v')
  expect(wordDiff(long, other)).toHaveLength(1)
  const page = long.slice(0, long.indexOf(' w1900'))
  expect(wordDiff(page, page.replace('w9 ', 'x ').replace('w1800', 'y')).filter(isChange)).toHaveLength(2)
})
