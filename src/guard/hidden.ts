// All lists of invisible characters, except the byte order mark of files, which `src/plan/parts.ts` removes: there it is
// part of the encoding.

/**
 * One character that means nothing at either end of a comment, as the source of a pattern: white space, a byte order
 * mark, or one of no width, which editors and phones leave there. Other hidden characters stay out on purpose: a
 * comment that begins with a mark of direction or a tag is no command.
 */
export const BLANK = String.raw`[\s\u200b-\u200d\u2060\ufeff]`

/** Invisible characters and those that change the text direction: fillers, joiners, tags, controls but `\n` and `\t`. */
const HIDDEN = String.raw`[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|(?![\n\t])\p{Cc}`

/** A single hidden character where an emoji or a script needs it to be rendered correctly. */
const RENDERING = String.raw`(?<=\p{ExtPict})\ufe0f|(?<=\p{ExtPict}\ufe0f?)\u200d(?=\p{ExtPict})|(?<=[\u0600-\u0dff])[\u200c\u200d](?=[\u0600-\u0dff])`

const ALL = new RegExp(HIDDEN, 'gu')
const RENDERING_OR_HIDDEN = new RegExp(`(${RENDERING})|${HIDDEN}`, 'gu')

/** Removes all hidden characters, from untrusted text that a model reads. */
export const withoutHidden = (text: string): string => text.replace(ALL, '')

/** Text that Markdown does not render: comments (also unclosed ones), tags, and entities. */
const UNSHOWN = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>|&#?\w{1,40};/gi

/** Whether rendered Markdown shows a letter, digit or symbol; white space, fillers and punctuation do not count. */
export const holdsVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{S}]/u.test(withoutHidden(text.replace(UNSHOWN, '')).replaceAll('\u2800', ''))

/** Removes hidden characters but those in emoji and scripts that need them, from text that must look the same after. */
export const withoutNeedlessHidden = (text: string): string =>
  text.replace(RENDERING_OR_HIDDEN, (_, needed: string | undefined) => needed ?? '')
