import { randomBytes } from 'node:crypto'

/**
 * Text that strangers may have written, as a model may see it: without what people do not see. HTML comments (also
 * unclosed ones), tag characters, zero-width, bidirectional and control characters are taken out.
 */
export const visible = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(
      /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/g,
      '',
    )
    .replace(/[\u{e0000}-\u{e0fff}\u{1d173}-\u{1d17a}]/gu, '')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '')

/** Indented, so that no line of it can stand for one of ours. */
export const quoted = (text: string): string => text.replace(/^/gm, '  ')

/**
 * Wraps text as data between markers that whoever wrote it cannot know. A conversation keeps the marker that it was made with.
 */
export function fenced(text: string): string {
  const marker = randomBytes(6).toString('hex')
  return `<<<data-${marker}\n${quoted(visible(text))}\ndata-${marker}>>>`
}
