import { listInLine } from '../../../lib/shorten.ts'
import { withoutNeedlessHidden } from '../../../guard/hidden.ts'
import { renderBlock, renderCode } from '../../../plan/syntax.ts'
import { noteMarker } from '../../../decide/thread/people.ts'

/**
 * Makes text of a model or a stranger fit for our Markdown: readable, without HTML, markers, mentions, closing keywords,
 * commands of other bots, images, headings or hidden characters. In code only markers and commands have an effect.
 */

/** Breaks up what must have no effect. People do not see it. */
const ZERO_WIDTH_SPACE = '\u200B'

const ANSI_COLOURS = /(?![\n\t])\p{Cc}\[[0-9;?]*[A-Za-z]/gu
const STACK_FRAME = /^(?:[ \t]+|#[ \t]*)at .+:\d+:\d+\)?$\n?/gm

const CODE_SPAN = /\\[!-/:-@[-`{-~]|(?<!`)(`{1,3})(?!`)[^`\n]+\1(?!`)/g

/** The line below the head of a table. Without `|` and `:` it is escaped as the line below a heading. */
const isTableRule = (line: string): boolean => /^[\s>|:-]*$/.test(line) && /-/.test(line) && /[|:]/.test(line)

const KEYWORD = /(?<![A-Za-z0-9])([cfr])(lose[sd]?|ix(?:e[sd])?|esolve[sd]?)(?![A-Za-z0-9])/gi
/** What such a keyword closes: `#3`, `GH-3`, `owner/name#3`, or an address, which may be that of a link. */
const CLOSED = /^[^A-Za-z0-9#]{0,20}(?:(?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d|GH-\d|[^\n]{0,200}\/(?:issues|pull)\/\d)/i

/** Commands of other bots, at the beginning of a line: Prow, bors, Atlantis, …; of branch-deploy (`.deploy`), of a text. */
const COMMAND = new RegExp(
  [
    String.raw`\/[a-z][\w-]*(?=[ \t]|$)`,
    String.raw`(?:atlantis|bors|coderabbit|dependabot|homu|jenkins|mergify|mergifyio|prow|renovate|zuul)[ :,]`,
    String.raw`r[+?-](?=[ \t]|$)|r=\w|delegate[+=]`,
    String.raw`(?:add to whitelist|ok to test|(?:re)?test this(?: please)?|rebase|recheck|retest|reverify|try)[ \t]*$`,
    String.raw`(?<![\s\S])[.!][a-z]`,
  ]
    .map((command) => String.raw`^[ \t]*(?:${command})`)
    .join('|'),
  'gim',
)

/** Broken behind its first character, since readers of commands, ours too, may skip blanks of no width before one. */
const withoutCommands = (text: string): string =>
  text.replace(COMMAND, (command) => command.replace(/\S/, `$&${ZERO_WIDTH_SPACE}`))

/** What begins the address of a record. Only a closing comment names one. */
const RECORD = /\/blob\/[0-9a-f]{40}\/(?=record\.json)/g

/** The text in lines, without anything that people could not see. */
export function visibleLines(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?|[\u2028\u2029]/g, '\n')
  return withoutNeedlessHidden(lines.replace(ANSI_COLOURS, '')).replace(RECORD, `$&${ZERO_WIDTH_SPACE}`)
}

/** Output without stack traces, which name paths of the runner. Texts of plans keep them, as people approve them. */
export const withoutStackTraces = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(ANSI_COLOURS, '').replace(STACK_FRAME, '')

/** The text in one line, without anything that people could not see. */
export const visibleLine = (text: string): string => visibleLines(text).replace(/\s+/g, ' ').trim()

/** At most `limit` UTF-16 units, with an ellipsis where something was cut off. */
export const truncated = (text: string, limit: number): string =>
  text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()}…`

/** A language for colours. Of the others GitHub draws a picture, which does not show all that stands there. */
const SAFE_LANGUAGE = /^(?!(?:math|mermaid|geojson|topojson|stl)$)[\w+#.-]{1,20}$/i

/** Several lines of foreign Markdown. Lists, emphasis, links and code keep working; it is cut at `limit` characters. */
export function cleanText(text: string, limit = 8_000): string {
  const out: string[] = []
  let fence: string | undefined
  const lines = truncated(visibleLines(text).trim(), limit).split('\n')
  const inSpan = lines.some(isTableRule) ? inCell : withoutMarkers
  for (const [i, line] of lines.entries()) {
    // Only at the beginning of a line. An indented fence ends with its list, which only a full parser can find.
    const mark = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      out.push(withoutMarkers(line))
      if (closes(line, fence)) fence = undefined
    } else if (mark !== undefined) {
      fence = mark
      out.push(mark + (SAFE_LANGUAGE.exec(line.slice(mark.length).trim())?.[0] ?? ''))
    } else out.push(cleanBlockLine(line, { next: lines.slice(i + 1, i + 20).join('\n'), inSpan }))
  }
  return withoutCommands([...out, ...(fence === undefined ? [] : [fence])].join('\n'))
}

const closes = (line: string, fence: string): boolean => {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1]
  return run !== undefined && run[0] === fence[0] && run.length >= fence.length
}

const withoutMarkers = (code: string): string => code.replaceAll('<!--', `<!${ZERO_WIDTH_SPACE}--`)

/** In a table, a bar ends a cell, also within code; an escaped one is shown without the backslash. */
const inCell = (code: string): string => withoutMarkers(code).replace(/(?<!\\)\|/g, String.raw`\|`)

function cleanBlockLine(line: string, { next, inSpan }: { next: string; inSpan: typeof inCell }): string {
  const level = line
    .replace(/^((?:[ \t]*(?:[>*+-]|\d{1,9}[.)]))*[ \t]*)#{1,6}(?=[ \t]|$)/, '$1####')
    .replace(/^([ \t>]*)(?=(?:=+|-+)[ \t]*$)/, '$1\\')
  return aroundCode(
    level,
    (prose) =>
      withoutEffect(prose, next)
        .replace(/(\\[!-/:-@[-`{-~])|`/g, (_, escaped: string | undefined) => escaped ?? '\\`')
        .replace(/~{3,}/g, (run) => '\\~'.repeat(run.length))
        .replace(/(?<!!)!+(?=\[)/g, '')
        // A footnote would move to the end of the comment, and what it holds would escape the rules for lines.
        .replace(/\[\^/g, '\\[^'),
    inSpan,
  )
}

/** One line of foreign text for a list item, a heading or a sentence. Of its Markdown only code spans work. */
export function cleanLine(text: string, limit = 200): string {
  const line = aroundCode(truncated(visibleLine(text), limit), (prose) =>
    withoutEffect(
      prose
        .replace(/[\\*~[`]/g, '\\$&')
        .replace(/(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu, (run) => run.replace(/./g, '\\$&')),
    ),
  )
  return line.replace(/^[#>=+-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2')
}

/** One line of foreign text for an element of HTML, where Markdown is not read: of it only code spans keep working. */
export const cleanHtml = (text: string, limit = 200): string =>
  aroundCode(truncated(visibleLine(text), limit), withoutElements, (span) => {
    const code = span.replace(/^`+|`+$/g, '').trim()
    return `<code>${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code>`
  })

const withoutElements = (prose: string): string => withoutEffect(prose).replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** Applies a change to everything but code spans, in which only markers are broken where nothing else is said. */
function aroundCode(line: string, change: (prose: string) => string, inSpan = withoutMarkers): string {
  let out = ''
  let end = 0
  for (const match of line.matchAll(CODE_SPAN)) {
    const before = line.slice(end, match.index)
    if (match[1] === undefined || endsInAddress(before)) continue
    out += change(before) + inSpan(match[0])
    end = match.index + match[0].length
  }
  return out + change(line.slice(end))
}

/** GitHub makes links of bare addresses, and takes a backtick for a part of them. */
const endsInAddress = (prose: string): boolean => /\/\/|www\.|@/i.test(prose.slice(prose.lastIndexOf(' ') + 1))

/** Prose without HTML, mentions and closing keywords. `next` are the lines after it, since a keyword may end a line. */
const withoutEffect = (prose: string, next = ''): string =>
  prose
    .replace(KEYWORD, (keyword: string, first: string, rest: string, at: number, text: string) =>
      CLOSED.test(`${text.slice(at + keyword.length, at + keyword.length + 400)}\n${next}`)
        ? `${first}${ZERO_WIDTH_SPACE}${rest}`
        : keyword,
    )
    .replace(/&(?=#?\w{1,40};)/g, '&amp;')
    .replace(/\\?</g, '&lt;')
    .replace(MENTION, inCode)

/** `at` is where the backslashes begin; an odd one would take away the sign that opens the element. */
function inCode(...found: [string, string, string, number, string]): string {
  const [mention, slashes, name, at, whole] = found
  // An address of mail; what hangs behind it may be a mention of its own.
  if (slashes === '' && /[A-Za-z0-9]/.test(whole.charAt(at - 1))) return behindAddress(mention)
  if (isInAddress(whole, at)) return slashes + name.replaceAll('@', '%40')
  return `${slashes.slice(slashes.length % 2)}<code>${name}</code>`
}

/** Each part of what hangs behind an address: after a letter or digit it is a part of it, and code otherwise. */
const behindAddress = (mention: string): string => mention.replace(/(?<=[^A-Za-z0-9])@[^@]*/g, '<code>$&</code>')

/** Mentions that would notify an account, with adjacent text. E-mail addresses and `pkg@1.2.3` do not. */
const MENTION = /(?<!\\)(\\*)(@[A-Za-z0-9][\w/-]*(?:\.[\w/-]+)*(?:@\w[\w^~-]*(?:\.[\w^~-]+)*)*)/g

const isInAddress = (text: string, at: number): boolean =>
  /\/\/|www\./i.test(text.slice(text.lastIndexOf(' ', at) + 1, at))

/** Untrusted text as an inline code span. */
export function code(text: string, limit = 200): string {
  return renderCode(withoutMarkers(truncated(visibleLine(text), limit)) || ' ')
}

/** Output of a command as a code block, without stack traces. */
export const outputBlock = (text: string): string => fenced(withoutStackTraces(text))

/** A code block, whatever backticks are in the text. */
export function fenced(text: string, language = 'text'): string {
  const lines = withoutCommands(withoutMarkers(visibleLines(text)))
    .replace(/^\n+/, '')
    .trimEnd()
  return renderBlock(`${lines}\n`, language)
}

/** The parts that say something, with a separator between them. */
export const joined = (separator: string, parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(separator)

/** What a comment of the bot says, in sections of Markdown, and the marker by which it is found again. */
export type NoteText = { marker: string; sections: readonly (string | false | undefined)[] }

export type Note = NoteText & {
  /** `planning` is on the issue, in the place of the comment that a plan is being made, if it is there. */
  target: 'issue' | 'pull' | 'planning'
}

/** A note that is there once, with the key by which it is found again; or with the keys of all that it answers. */
export function noteText(keys: string | readonly string[], ...sections: NoteText['sections']): NoteText {
  const [last = '', ...others] = [keys].flat().map(noteMarker).toReversed()
  // After the first words, since the last may be cut off.
  return { marker: last, sections: sections.toSpliced(1, 0, others.join('\n')) }
}

/** The sections in one text. Leaves out the first that does not fit into a comment with its marker, and all after it. */
export function joinSections({ marker, sections }: NoteText): string {
  let text = ''
  for (const section of sections) {
    if (!section) continue
    const longer = text === '' ? section : `${text}\n\n${section}`
    if (longer.length + CUT_NOTE.length + '\n\n'.length + marker.length > MAX_BODY_LENGTH) return text + CUT_NOTE
    text = longer
  }
  return text
}

const CUT_NOTE = '\n\nThe rest is too long for a comment; the branch and the log of the run have it all.'

/** Paths as code spans in one line. */
export const pathList = (paths: readonly string[], most = 10): string =>
  listInLine(
    paths.map((one) => code(one)),
    most,
  )

/** The first lines of a list, and how many more there are, within `limit` characters. */
export const shortList = (lines: readonly string[], limit = LONGEST_LIST): string =>
  fitting(lines, limit, (left) => [`- … and ${left} more`]).join('\n')

const LONGEST_LIST = 20_000

function fitting(lines: readonly string[], limit: number, remainder: (count: number) => string[]): readonly string[] {
  let length = 0
  const most = lines.findIndex((line) => (length += line.length + 1) > limit)
  return most < 0 ? lines : [...lines.slice(0, most), ...remainder(lines.length - most)]
}

/** A part that is folded. The blank lines around the text make GitHub read it as Markdown. */
export const folded = (summary: string, text: string): string =>
  text && `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`

/** A table with the rows that fit. A bar would end a cell, in code too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.map((text) => text.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
  const shown = fitting(lines, LONGEST_LIST, (left) => ['', `… and ${left} more`])
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...shown].join('\n')
}

/** Characters of a body or comment that GitHub takes. Counting UTF-16 units is on the safe side. */
export const MAX_BODY_LENGTH = 65_536
