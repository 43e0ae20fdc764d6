import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeMarkup, unescapeMarkup } from '../../src/plan/syntax.ts'
import { expectLinear } from '../linear.ts'
import { hostileText } from './samples.ts'

test.each([
  ['a <b> c', 'a &lt;b> c'],
  ['<!-- x', '&lt;!-- x'],
  ['&lt; &amp; & &#60;', '&amp;lt; &amp;amp; & &amp;#60;'],
  ['![x](http://y/z.png)', String.raw`![x\](http://y/z.png)`],
  ['[x](//y)', String.raw`[x\](//y)`],
  ['[x](<http://y>)', String.raw`[x\](&lt;http://y>)`],
  [String.raw`[x\](y:z)`, String.raw`[x\\\](y:z)`],
  ['[x]: http://y "z"', String.raw`[x\]: http://y "z"`],
  ['[^1]: z', String.raw`[^1\]: z`],
  ['[ ] x [a][b] list[0]', '[ ] x [a][b] list[0]'],
  ['see [x](src/a.ts#L3) and [y](../b.md)', 'see [x](src/a.ts#L3) and [y](../b.md)'],
  ['`Array<string>` and ``a`<b>``', '`Array<string>` and ``a`<b>``'],
  ['a ` b <c> ``d``', 'a ` b &lt;c> ``d``'],
  ['a ` b <c> `d`', 'a ` b <c> `d`'],
  [String.raw`\`<a>` + '`', String.raw`\`&lt;a>` + '`'],
  ['| `a | <b>` |', '| `a | &lt;b>` |'],
  ['http://x`<b>`', 'http://x`&lt;b>`'],
  ['www.x`<b>`', 'www.x`&lt;b>`'],
  ['a@b`<c>`', 'a@b`&lt;c>`'],
  ['```<b>', '```&lt;b>'],
])('the line %j is escaped in the plan file as %j', (line, written) => {
  expect(escapeMarkup(line, 'line')).toBe(written)
  expect(unescapeMarkup(written, 'line')).toBe(line)
})

test.each([
  ['a `b\n<c>` d\n\n`<e>`', 'a `b\n&lt;c>` d\n\n`<e>`'],
  ['```ts\nArray<string>\n```\n<b>', '```ts\nArray<string>\n```\n&lt;b>'],
  ['a ` b\n```\n<c>\n```\n`<d>`', 'a ` b\n```\n<c>\n```\n`<d>`'],
  ['a ` b\n\u00a0\n`<c>`', 'a ` b\n\u00a0\n`&lt;c>`'],
])('the text %j is escaped in the plan file as %j', (text, written) => {
  expect(escapeMarkup(text, 'block')).toBe(written)
  expect(unescapeMarkup(written, 'block')).toBe(text)
})

test('escaped text of the plan file is read back unchanged, whatever it contains', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      for (const at of ['block', 'line'] as const) expect(unescapeMarkup(escapeMarkup(text, at), at)).toBe(text)
    }),
    { numRuns: 500 },
  )
})

test.each(['`', '\\', '\\]', '](a', '&amp;', '` `` ', '<', '[](/'])('long texts of %j take linear time', (unit) => {
  expectLinear((size) => escapeMarkup(unit.repeat(size / unit.length), 'block'))
  expectLinear((size) => unescapeMarkup(unit.repeat(size / unit.length), 'block'))
})
