// The one list of characters that people do not see. `src/plan/parts.ts` takes a byte order mark off a file by itself,
// since there it is a part of the encoding and stands at the beginning only.

/**
 * One character that means nothing at either end of a comment, as the source of a pattern: white space, a byte order
 * mark, or one of no width, which editors and phones leave there. Other hidden characters stay out on purpose: a
 * comment that begins with a mark of direction or a tag is no command.
 */
export const BLANK = String.raw`[\s\u200b-\u200d\u2060\ufeff]`

/**
 * Characters that people do not see, or that show a text in another order than it is in: fillers, joiners, marks of
 * direction, variation selectors, tags, and all control characters but line breaks and tabs.
 */
const HIDDEN = String.raw`[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\u{1d173}-\u{1d17a}]|(?![\n\t])\p{Cc}`

/** Where a picture or a script needs one of them, and no more than one, to look as it does. */
const NEEDED = String.raw`(?<=\p{ExtPict})\ufe0f|(?<=\p{ExtPict}\ufe0f?)\u200d(?=\p{ExtPict})|(?<=[\u0600-\u0dff])[\u200c\u200d](?=[\u0600-\u0dff])`

const ALL = new RegExp(HIDDEN, 'gu')
const NEEDED_OR_HIDDEN = new RegExp(`(${NEEDED})|${HIDDEN}`, 'gu')

/** The text without a single one: for what somebody else wrote, before it is read. */
export const withoutHidden = (text: string): string => text.replace(ALL, '')

/** The text without those that it could do without: for what has to stay as it looks. */
export const withoutNeedless = (text: string): string =>
  text.replace(NEEDED_OR_HIDDEN, (_, needed: string | undefined) => needed ?? '')
