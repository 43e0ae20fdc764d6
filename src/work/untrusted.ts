import { randomBytes } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import { withoutHidden, withoutNeedlessHidden } from '../guard/hidden.ts'
import type { WorkOrder } from './order.ts'

/** HTML that Markdown does not show: comments, declarations and instructions, also unclosed ones. PHP code is shown. */
const INVISIBLE_MARKUP = new RegExp(
  [
    String.raw`<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)`,
    String.raw`<![a-z]+\s[^>]*>|(?<![^\n]) {0,3}<![a-z][^>]*(?:>|$)`,
    String.raw`<\?(?!php|=)[\s\S]*?\?>|(?<![^\n]) {0,3}<\?(?!php|=)[\s\S]*$`,
  ].join('|'),
  'gi',
)

// Text that shows only when an image is missing or the pointer hovers: titles and alternative texts, attributes.
const TITLE = String.raw`[ \t]*\n?[ \t]*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))`
const IMAGE_TEXT = /!\[(?:\\.|\[[^[\]]*\]|[^[\]\\])*\](?=[([])/g
const EMPTY_LINK = /(?<!!)\[\s*\]\([^()]*\)/g
const LINK_TITLE = new RegExp(String.raw`(\]\([ \t]*(?:<[^<>\n]*>|[^\s()<>]+))[ \t\n]${TITLE}[ \t]*(?=\))`, 'g')
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi
const ATTRIBUTE = /\s(?:alt|title|summary|aria-[a-z]+|data-[\w-]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)/gi

/** `[label]: address "title"`. Definitions and footnotes show only where something refers to them. */
const DEFINITION = new RegExp(String.raw`^ {0,3}\[([^\]\n]+)\]:[ \t]*\n?[ \t]*(\S+)(?:${TITLE})?[ \t]*$(\n?)`, 'gm')
const FOOTNOTE = /^ {0,3}\[\^([^\]\n]+)\]:.*\n?(?:(?:[ \t]*\n)*(?: {2,}|\t).+\n?)*/gm

/**
 * Untrusted text for a model, without anything that people do not see: HTML comments (also unclosed ones), alternative
 * texts of images, titles, unused definitions and hidden characters.
 */
export function asPeopleSeeIt(text: string): string {
  const plain = withoutHidden(stripVTControlCharacters(normalizeLineEnds(text)))
  return withoutUnusedDefinitions(
    replaceUntilStable(plain, INVISIBLE_MARKUP, '')
      .replace(EMPTY_LINK, '')
      .replace(IMAGE_TEXT, '![]')
      .replace(LINK_TITLE, '$1')
      .replace(TAG, (tag) => tag.replace(ATTRIBUTE, '')),
  )
}

const normalizeLineEnds = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n')

/** Replaces until nothing matches, because a removal may join its surroundings to a new match. */
function replaceUntilStable(text: string, pattern: RegExp, by: string): string {
  const replaced = text.replace(pattern, by)
  return replaced === text ? text : replaceUntilStable(replaced, pattern, by)
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

/** A note for log and summary on how much of the people's text is removed. Undefined when nothing is. */
export function hiddenNote(order: WorkOrder): string | undefined {
  const topic =
    'topic' in order ? [order.topic.title, order.topic.body, ...order.topic.comments.map(({ text }) => text)] : []
  const feedback = order.kind === 'revise' ? order.feedback.map(({ text }) => text) : []
  const count = [...topic, ...feedback].reduce((sum, text) => sum + countHidden(text), 0)
  return count === 0 ? undefined : `hidden characters of what people wrote that were kept from the model: ${count}`
}

/**
 * Removes hidden characters from the result of a tool, because people would not see what the model reads. Adds a note
 * with their number, because an edit must match the file exactly.
 */
export function stripHiddenAndNote(text: string): string {
  const without = withoutNeedlessHidden(text)
  const count = text.length - without.length
  return count === 0 ? text : `${without}\n[hidden characters that are not shown: ${count}]`
}

/** Indents every line, so that no line can pass for one of the prompt. */
export const indented = (text: string): string => text.replace(/^/gm, '  ')

/**
 * Wraps untrusted text between random markers, which its author cannot know, and says how many characters were
 * removed. A stored conversation keeps its markers.
 */
export function asData(text: string): string {
  const marker = randomBytes(6).toString('hex')
  const count = countHidden(text)
  const note = count === 0 ? '' : ` (hidden characters that were taken out: ${count})`
  return `<<<data-${marker}\n${indented(asPeopleSeeIt(text))}\ndata-${marker}>>>${note}`
}
