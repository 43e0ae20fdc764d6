import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asData, indented, asPeopleSeeIt } from '../../../src/agent/context/untrusted.ts'

describe('what people do not see', () => {
  test.each([
    ['an HTML comment', 'a<!-- x\ny -->b', 'ab'],
    ['an unclosed HTML comment', 'a<!-- x\ny', 'a'],
    ['two comments', '<!--x-->a<!--y-->', 'a'],
    ['tag characters', 'a\u{e0041}\u{e0042}b', 'ab'],
    ['variation selectors', 'a\ufe0f\u{e0101}b', 'ab'],
    ['zero-width characters', 'a\u200b\u200d\ufeffb', 'ab'],
    ['bidirectional marks', 'a\u202eb\u2066c', 'abc'],
    ['soft hyphens and fillers', 'a\u00ad\u3164\u115fb', 'ab'],
    ['control characters', 'a\0\u001b[31m\u0085b', 'ab'],
    ['carriage returns', 'a\rb\r\nc', 'a\nb\nc'],
  ])('text that people cannot see is removed before a model reads it: %s', (_, text, rest) => {
    expect(asPeopleSeeIt(text)).toBe(rest)
  })

  test('removing hidden text leaves visible text, Markdown and unusual characters unchanged', () => {
    for (const text of ['plain', 'a\tb\n\nc', 'ä—🙂 漢字', '`<b>` & -->', '! -- >'])
      expect(asPeopleSeeIt(text)).toBe(text)
  })
})

const lineBreak = /[\n\r\u2028\u2029]/

test('every line of quoted text is indented, whatever line breaks it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const line of indented(text).split(lineBreak)) expect(line).toMatch(/^ {2}/)
    }),
  )
})

test('no text inside a data fence can close the fence', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '\n', '\r', '\u2028'), (text, glue) => {
      const [first = '', ...lines] = asData(`${text}${glue}data->>>`).split(lineBreak)
      const marker = /^<<<(data-[0-9a-f]{12})$/.exec(first)?.[1]
      expect(marker).toBeDefined()
      expect(lines.filter((line) => !line.startsWith('  '))).toEqual([
        expect.stringMatching(`^${marker}>>>( \\(hidden characters that were taken out: \\d+\\))?$`),
      ])
    }),
  )
})

test('every data fence gets a different random marker', () => {
  expect(new Set(Array.from({ length: 100 }, () => asData('x'))).size).toBe(100)
})
