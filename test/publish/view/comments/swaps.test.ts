import { expect, test } from 'vitest'
import { SWAPS, swapped } from './swaps.ts'

/** What is read without opening anything, without the marks of Markdown. */
const seenIn = (text: string): string =>
  text
    .replace(/<details><summary>([^]*?)<\/summary>[^]*?<\/details>/g, '$1')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .replace(/[*~`\\>]|<\/?\w+>/g, '')
    .replace(/\s+/g, ' ')

test.each(SWAPS)('a changed %s is visible without expanding any section', (_, edit, expected) => {
  const seen = seenIn(swapped(edit))
  for (const one of expected) expect(seen).toContain(seenIn(one))
})
