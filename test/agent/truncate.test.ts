import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateEnd, truncateMiddle } from '../../src/agent/truncate.ts'

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}\n`).join('')
const roomy = { lines: 1_000, bytes: 10_000 }

const middles: [string, string, { lines: number; bytes: number }, string][] = [
  ['a text within the limits is left alone', lines(1, 4), { lines: 4, bytes: 8 }, lines(1, 4)],
  ['an empty text is left alone', '', { lines: 0, bytes: 0 }, ''],
  ['lines in the middle go', lines(1, 9), { ...roomy, lines: 4 }, `1\n2\n[… 5 lines (10 bytes) left out …]\n8\n9\n`],
  ['an odd line goes to the head', lines(1, 9), { ...roomy, lines: 3 }, `1\n2\n[… 6 lines (12 bytes) left out …]\n9\n`],
  [
    'bytes cut between lines',
    'aaa\nbbb\nccc\nddd',
    { ...roomy, bytes: 10 },
    'aaa\n[… 2 lines (8 bytes) left out …]\nddd',
  ],
  [
    'a line that just fits stays',
    'a\nb\nccc\nddd',
    { ...roomy, bytes: 8 },
    'a\nb\n[… 1 lines (4 bytes) left out …]\nddd',
  ],
  ['one long line is cut inside', 'abcdefghij', { ...roomy, bytes: 4 }, 'ab\n[… 1 lines (6 bytes) left out …]\nij'],
  ['no character is cut', '€€€€', { ...roomy, bytes: 8 }, '€\n[… 1 lines (6 bytes) left out …]\n€'],
]

test.each(middles)('When the middle of a text is left out, %s.', (_, text, limit, expected) => {
  expect(truncateMiddle(text, limit)).toBe(expected)
})

const ends: [string, string, { lines: number; bytes: number }, string][] = [
  ['a text within the limits is left alone', lines(1, 4), { lines: 4, bytes: 8 }, lines(1, 4)],
  ['the last lines go', lines(1, 9), { ...roomy, lines: 2 }, '1\n2\n[… 7 lines (14 bytes) left out …]'],
  ['one long line is cut inside', '€€€', { ...roomy, bytes: 5 }, '€\n[… 1 lines (6 bytes) left out …]'],
]

test.each(ends)('When the end of a text is left out, %s.', (_, text, limit, expected) => {
  expect(truncateEnd(text, limit)).toBe(expected)
})

const texts = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\n\n', '€', '😀', 'x'.repeat(50))))
  .map((parts) => parts.join(''))
const limits = fc.record({ lines: fc.nat(12), bytes: fc.nat(120) })
const NOTICE = /^\[… \d+ lines \((\d+) bytes\) left out …\]$/m

test('Truncated texts keep the limits, count the bytes left out, and split no character.', () => {
  fc.assert(
    fc.property(texts, limits, fc.constantFrom(truncateMiddle, truncateEnd), (text, limit, truncate) => {
      fc.pre(!text.includes('[…'))
      const cut = truncate(text, limit)
      const left = NOTICE.exec(cut)
      expect(left !== null || cut === text).toBe(true)
      if (!left) return
      const [head = '', tail = ''] = cut.split(left[0]).map((part, at) => (at === 0 ? part : part.slice(1)))
      const kept = Buffer.byteLength(head + tail)
      // A head that was cut inside a line got a newline so that the notice stands alone.
      expect([0, 1]).toContain(kept + Number(left[1]) - Buffer.byteLength(text))
      expect(kept).toBeLessThanOrEqual(limit.bytes + 1)
      expect((head + tail).split('\n').length - 1).toBeLessThanOrEqual(limit.lines + 1)
      expect(text.endsWith(tail) && (text.startsWith(head) || text.startsWith(head.slice(0, -1)))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
