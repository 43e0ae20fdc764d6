// The one list of characters that people do not see. `src/plan/parts.ts` takes a byte order mark off a file by itself,
// since there it is a part of the encoding and stands at the beginning only.

/**
 * One character that means nothing at either end of a comment, as the source of a pattern: white space, a byte order
 * mark, or one of no width, which editors and phones leave there. Other hidden characters stay out on purpose: a
 * comment that begins with a mark of direction or a tag is no command.
 */
export const BLANK = String.raw`[\s\u200b-\u200d\u2060\ufeff]`

/** Characters that people do not see, or that change the order: fillers, joiners, tags, controls but `\n` and `\t`. */
const HIDDEN = String.raw`[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|(?![\n\t])\p{Cc}`

/** A single hidden character where an emoji or a script needs it to be rendered correctly. */
const RENDERING = String.raw`(?<=\p{ExtPict})\ufe0f|(?<=\p{ExtPict}\ufe0f?)\u200d(?=\p{ExtPict})|(?<=[\u0600-\u0dff])[\u200c\u200d](?=[\u0600-\u0dff])`

const ALL = new RegExp(HIDDEN, 'gu')
const RENDERING_OR_HIDDEN = new RegExp(`(${RENDERING})|${HIDDEN}`, 'gu')

/** The text without any hidden character. For untrusted text that a model is about to read. */
export const withoutHidden = (text: string): string => text.replace(ALL, '')

/** What Markdown shows nothing of: comments (also unclosed ones), tags, and characters written as entities. */
const UNSHOWN = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>|&#?\w{1,40};/gi

/** Whether people see words or signs when the text is shown: white space, fillers and punctuation are none. */
export const holdsVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{S}]/u.test(withoutHidden(text.replace(UNSHOWN, '')).replaceAll('\u2800', ''))
/** The text without the hidden characters that rendering does not need. For text that must look the same afterwards. */
export const withoutNeedlessHidden = (text: string): string =>
  text.replace(RENDERING_OR_HIDDEN, (_, needed: string | undefined) => needed ?? '')
