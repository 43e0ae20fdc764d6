import { createHmac, randomBytes } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import { withoutHidden, withoutNeedlessHidden } from '../../guard/hidden.ts'

/** Markdown constructs that are not rendered, with their terminators. PHP code is left out: people see it. */
const UNRENDERED_MARKUP: readonly { begin: RegExp; end: string; unclosed: 'always' | 'at the beginning of a line' }[] =
  [
    { begin: /<!--/y, end: '-->', unclosed: 'always' },
    { begin: /<!\[CDATA\[/y, end: ']]>', unclosed: 'always' },
    { begin: /<![a-z]/iy, end: '>', unclosed: 'at the beginning of a line' },
    { begin: /<\?(?!php|=)/iy, end: '?>', unclosed: 'at the beginning of a line' },
  ]

/** Visits every `<` once and remembers missing terminators, so that hostile text cannot make this quadratic. */
function withoutUnrendered(text: string): string {
  let out = ''
  let from = 0
  const missingEnds = new Set<string>()
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(from, at + 1))) {
    const found = UNRENDERED_MARKUP.find(({ begin }) => ((begin.lastIndex = at), begin.test(text)))
    if (!found) continue
    const end = missingEnds.has(found.end) ? -1 : text.indexOf(found.end, at + 2)
    if (end < 0) missingEnds.add(found.end)
    if (end < 0 && found.unclosed !== 'always' && !beginsLine(text, at)) continue
    out += text.slice(from, at)
    from = end < 0 ? text.length : end + found.end.length
  }
  return out + text.slice(from)
}

const beginsLine = (text: string, at: number): boolean => /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, at - 4), at))

/** Texts shown only on hover or when an image fails to load: titles and alternative texts, attributes. */
const TITLE = String.raw`(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))`
const IMAGE_TEXT = /!\[(?:\\.|\[[^[\]]*\]|[^[\]\\])*\](?=[([])/g
const EMPTY_LINK = /(?<!!)\[\s*\]\([^()]*\)/g
const GAP = String.raw`(?:[ \t]+(?:\n[ \t]*)?|\n[ \t]*)`
const LINK_TITLE = new RegExp(String.raw`(\]\([ \t]*(?:<[^<>\n]*>|[^\s()<>]+))${GAP}${TITLE}[ \t]*(?=\))`, 'g')
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi
const ATTRIBUTE = /\s(?:alt|title|summary|aria-[a-z]+|data-[\w-]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)/gi

/** The opening line of a fenced code block, of whose info string only the first word has an effect. */
const FENCE = /^ {0,3}(?:`{3,}(?=[^`\n]*$)|~{3,}).*$/gm
const FENCE_AND_LANGUAGE = /^( *[`~]+[ \t]*[^\s]*).*$/

/** LaTeX commands that colour or hide letters, with the rest of the formula. */
const HIDDEN_IN_FORMULA = /\\(?:(?:text|f)?color(?:box)?|[hv]?phantom)\b[^$]*/g
const BETWEEN_PARAGRAPHS = /(\n[ \t]*\n)/

const withoutHiddenFormulas = (text: string): string =>
  text
    .split(BETWEEN_PARAGRAPHS)
    .map((paragraph) => (paragraph.includes('$') ? paragraph.replace(HIDDEN_IN_FORMULA, '') : paragraph))
    .join('')

/** Link reference definitions (`[label]: address "title"`) and footnotes, rendered only where referenced. */
const DEFINITION = new RegExp(String.raw`^ {0,3}\[([^\]\n]+)\]:${GAP}?(\S+)(?:${GAP}${TITLE})?[ \t]*$(\n?)`, 'gm')
const FOOTNOTE = /^ {0,3}\[\^([^\]\n]+)\]:.*\n?(?:(?:[ \t]*\n)*(?: {2,}|\t).+\n?)*/gm

/**
 * Untrusted text for a model without what people do not see: HTML comments (also unclosed), alternative texts of
 * images, titles, unused link definitions, info strings of code blocks, white letters in formulas, and hidden
 * characters.
 */
export function asPeopleSeeIt(text: string): string {
  const plain = withoutHidden(stripVTControlCharacters(normalizeLineEnds(text)))
  return withoutUnusedDefinitions(
    withoutHiddenFormulas(withoutNestedUnrendered(plain))
      .replace(FENCE, (line) => line.replace(FENCE_AND_LANGUAGE, '$1'))
      .replace(EMPTY_LINK, '')
      .replace(IMAGE_TEXT, '![]')
      .replace(LINK_TITLE, '$1')
      .replace(TAG, (tag) => tag.replace(ATTRIBUTE, '')),
  )
}

const normalizeLineEnds = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n')

/** Nesting limit: honest text does not hide markup in markup more often. */
const MAX_ROUNDS = 10

/** Repeats the removal, because removing one construct can form another from the text around it. */
function withoutNestedUnrendered(text: string): string {
  let before = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const after = withoutUnrendered(before)
    if (after === before) return after
    before = after
  }
  return before.replaceAll('<', '')
}

function withoutUnusedDefinitions(text: string): string {
  const labels = Map.groupBy(text.toLowerCase().match(/\[[^[\]\n]+\]/g) ?? [], String)
  const isUsed = (label: string): boolean => (labels.get(`[${label.toLowerCase()}]`)?.length ?? 0) > 1
  return text
    .replace(FOOTNOTE, (note: string, label: string) => (isUsed(`^${label}`) ? note : ''))
    .replace(DEFINITION, (definition: string, label: string, address: string, end: string) => {
      if (label.startsWith('^')) return definition
      return isUsed(label) ? `[${label}]: ${address}${end}` : ''
    })
}

/** How many characters of a text are removed before a model sees it. */
export const countHidden = (text: string): number => normalizeLineEnds(text).length - asPeopleSeeIt(text).length

/** Removes hidden characters from a tool's result and notes their number: an edit must match the file exactly. */
export function stripHiddenAndNote(text: string): string {
  const without = withoutNeedlessHidden(text)
  const count = text.length - without.length
  return count === 0 ? text : `${without}\n[hidden characters that are not shown: ${count}]`
}

/** Indents every line, so that no line can pass for one of the prompt. */
export const indented = (text: string): string => text.replace(/^/gm, '  ')

const RULES_SECRET = randomBytes(16)

/** The delimiter of folder instructions: random per task, so that no file can imitate it, not even an agent's. */
export const rulesMark = (input: string): string =>
  `rules-${createHmac('sha256', RULES_SECRET).update(input).digest('hex').slice(0, 12)}`

/** Wraps untrusted text between random markers, which its author cannot guess, and counts what was removed. */
export function asData(text: string): string {
  const marker = randomBytes(6).toString('hex')
  const count = countHidden(text)
  const note = count === 0 ? '' : ` (hidden characters that were taken out: ${count})`
  return `<<<data-${marker}\n${indented(asPeopleSeeIt(text))}\ndata-${marker}>>>${note}`
}
