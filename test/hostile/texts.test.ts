import { describe, expect, test } from 'vitest'
import { asData, countHidden, stripHiddenAndNote, asPeopleSeeIt } from '../../src/agent/context/untrusted.ts'
import { hiddenNote } from '../../src/tasks/gather/input-for.ts'
import { draftOrder } from '../agent-context.ts'
import { HIDDEN_WORDS, TEXTS } from './texts.ts'
import { expectLinear } from '../linear.ts'

describe('text that is hidden from people is hidden from models:', () => {
  test.each(TEXTS)('hidden text is not shown to models: $name', ({ text, secret = HIDDEN_WORDS }) => {
    expect(asPeopleSeeIt(text)).not.toContain(secret)
    expect(asData(text)).not.toContain(secret)
    expect(countHidden(text)).toBeGreaterThan(0)
  })
})

test('all characters that Unicode defines as invisible are removed', () => {
  const ends = { 0: 0xffff, 0x10000: 0x1ffff, 0xe0000: 0xe0fff }
  const left = Object.entries(ends).flatMap(([from, to]) =>
    Array.from({ length: to - Number(from) + 1 }, (_, i) => Number(from) + i).filter((code) => {
      const character = String.fromCodePoint(code)
      return /\p{Default_Ignorable_Code_Point}/u.test(character) && asPeopleSeeIt(`a${character}b`) !== 'ab'
    }),
  )
  expect(left.map((code) => code.toString(16))).toEqual([])
})

test('the model is told how many hidden characters were removed', () => {
  expect(asData('a<!-- x -->b\u200b')).toMatch(/>>> \(hidden characters that were taken out: 11\)$/)
  expect(asData('nothing')).toMatch(/>>>$/)
  const topic = {
    number: 1,
    title: 'a\u200b',
    body: '<!-- x -->',
    comments: [{ id: 1, author: 'bob', text: 'c\u200b' }],
  }
  const input = draftOrder('0'.repeat(40), { topic })
  expect(hiddenNote(input)).toMatch(/: 12$/)
  expect(hiddenNote({ ...input, topic: { ...topic, title: '', body: '', comments: [] } })).toBeUndefined()
  expect(stripHiddenAndNote('a\u{e0041}b')).toBe('ab\n[hidden characters that are not shown: 2]')
})

test('removing hidden text leaves visible text byte for byte', () => {
  const code = 'a \\color{red} in no formula\n\n```js\nb\n```\n\n```x y``` c'
  expect(asPeopleSeeIt(code)).toBe(code)
  const text = 'a [b](https://x) <b>c</b> `<?php x ?>` list[0](1)\n\n- [ ] d\n\n[e]: f and [g][h]\n\n[h]: https://h'
  expect(asPeopleSeeIt(text)).toBe(text)
  for (const whole of ['❤️ 👨‍👩‍👧', 'می‌خواهم', 'क्‍ष']) expect(stripHiddenAndNote(whole)).toBe(whole)
})

test.each([
  ...['<!--', '![', '[](', '[a](b "', '<a title="', '[^1]: x\n', '[a]: b\n', '<?', '<!', '[', '\u001b['],
  ...['```', '~', '``` a\n', '$\\color', '\\phantom{', '\n \n'],
])('hidden text is removed in linear time from much of %j', (part) => {
  expectLinear((size) => asPeopleSeeIt(part.repeat(size / part.length)), 250_000)
})
