import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from '../../src/plan/line-diff.ts'

test.each([
  ['nothing changed', 'a\nb\n', 'a\nb', ''],
  ['a line changed, with its neighbours', '1\n2\n3\n4\n5', '1\n2\nthree\n4\n5', ' 2\n-3\n+three\n 4'],
  ['something was added at the end', '1\n2', '1\n2\n3', ' 2\n+3'],
  ['something was removed at the beginning', '1\n2\n3', '2\n3', '-1\n 2'],
  ['changes lie apart', '1\n2\n3\n4\n5\n6\n7', 'x\n2\n3\n4\n5\n6\ny', '-1\n+x\n 2\n@@\n 6\n-7\n+y'],
  ['there is too much to compare', 'x\n'.repeat(2_000), 'y', ''],
])('where %s', (_, before, after, expected) => {
  expect(lineDiff(before, after)).toBe(expected)
})

test('what is removed was there, and what is added is there now', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => `${lines.join('\n')}\n.`)
  fc.assert(
    fc.property(text, text, (before, after) => {
      for (const line of lineDiff(before, after).split('\n').filter(Boolean)) {
        if (line.startsWith('-')) expect(before.split('\n')).toContain(line.slice(1))
        if (line.startsWith('+')) expect(after.split('\n')).toContain(line.slice(1))
      }
    }),
  )
})
