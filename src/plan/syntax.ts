/** The line syntax of `PLAN.md`: outside of code, text that looks like structure is escaped with one backslash. */

export type FieldName = 'expected outcome' | 'files' | 'verify' | 'depends on' | 'asked for'
export type Section = 'subtasks' | ListSection | 'acceptance'
/** A section that is a list, an item each. */
export type ListSection = 'decisions' | 'questions' | 'risks'

/** Where a free text stands. It decides which of its lines would be misread as structure. */
type LinePosition = 'plan' | 'subtask'

const CHECKBOX = String.raw`\[[ xX]\][ \t]+`
const BULLET = String.raw`(?:[-*+]|\d{1,9}[.)])[ \t]+`

const HEADING = /^ {0,3}(#{1,3})(?:[ \t]+(.*))?$/s
const FENCE = new RegExp(String.raw`^[ \t]*(?:${BULLET})*(?:(\x60{3,})[^\x60]*|(~{3,}).*)$`, 's')
const ITEM = new RegExp(String.raw`^[ \t]*${BULLET}(?:${CHECKBOX})?(.*)$`, 's')
const MISREAD_ITEM = new RegExp(String.raw`^\\*(?:${CHECKBOX}|(?:${BULLET})*(?:\x60{3}|~{3}))`)
const FIELD = new RegExp(
  String.raw`^[ \t]*([-*+][ \t]+(?:${CHECKBOX})?)?(\*\*|__)?(expected[ \t]+outcome|files|verify|depends[ \t]+on|asked[ \t]+for)[ \t]*` +
    String.raw`(?::[ \t]*(?:\*\*|__)?|(?:\*\*|__)[ \t]*:)[ \t]*(.*)$`,
  'is',
)

/** A heading of level 1 to 3, the levels that carry structure. `##tag` is no heading. */
export function readHeading(line: string): { level: number; text: string } | undefined {
  const [, hashes, text = ''] = HEADING.exec(line) ?? []
  return hashes === undefined ? undefined : { level: hashes.length, text: text.trim() }
}

/** The section that a second-level heading opens. Undefined for a heading that the format does not define. */
export function readSection(heading: { level: number; text: string }): Section | undefined {
  const name = heading.text.replace(/:$/, '').trim().toLowerCase()
  return heading.level === 2 ? SECTIONS.find((section) => section === name) : undefined
}

const SECTIONS: readonly Section[] = ['subtasks', 'decisions', 'questions', 'risks', 'acceptance']

/** The command in `Run: …`, in all the forms that people write. Undefined for other lines. */
export function readRun(line: string): string | undefined {
  const [, value] = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?run(?:\*\*|__)?:(?:\*\*|__)?(.*)$/is.exec(line) ?? []
  return value === undefined ? undefined : (readCode(value)[0] ?? value.trim())
}

/** Reads `- **Files:** …` in all the forms that people write. Only the outcome needs neither bullet nor bold type. */
export function readField(line: string): { name: FieldName; value: string } | undefined {
  const [, bullet, bold, written = '', value = ''] = FIELD.exec(line) ?? []
  const name = fieldName(written)
  if (!name || (!bullet && !bold && name !== 'expected outcome')) return undefined
  return { name, value }
}

const FIELD_NAMES: readonly FieldName[] = ['expected outcome', 'files', 'verify', 'depends on', 'asked for']

const fieldName = (written: string): FieldName | undefined =>
  FIELD_NAMES.find((name) => name === written.toLowerCase().replace(/[ \t]+/g, ' '))

/** The text of a list item without its bullet or number and without its checkbox. Undefined for other lines. */
export const readItem = (line: string): string | undefined => ITEM.exec(line)?.[1]

/** The fence that is open after `line`, or empty. As in GitHub Flavored Markdown, but at any depth of indentation. */
export function fenceAfter(fence: string, line: string): string {
  if (fence === '') {
    const [, backticks, tildes] = FENCE.exec(line) ?? []
    return backticks ?? tildes ?? ''
  }
  const end = line.trim()
  return end.length >= fence.length && end === fence.charAt(0).repeat(end.length) ? '' : fence
}

function isStructure(line: string, place: LinePosition): boolean {
  const heading = readHeading(line)
  if (heading) return place === 'subtask' || readSection(heading) !== undefined
  const field = readField(line)
  return field !== undefined && (place === 'subtask' || field.name === 'expected outcome')
}

const splitLine = (line: string): { indent: string; slashes: string; rest: string } => {
  const [, indent = '', slashes = '', rest = ''] = /^(\s*)(\\*)(.*)$/s.exec(line) ?? []
  return { indent, slashes, rest }
}

/** Escapes each line outside of code that would be misread as structure. */
export function escapeText(text: string, place: LinePosition): string {
  let fence = ''
  return text
    .split('\n')
    .map((line) => {
      const before = fence
      fence = fenceAfter(fence, line)
      const { indent, slashes, rest } = splitLine(line)
      const misread = before === '' && isStructure(indent + rest, place)
      return misread ? `${indent}\\${slashes}${rest}` : line
    })
    .join('\n')
}

/** Reverses `escapeText` for one line outside of code. */
export function unescapeLine(line: string, place: LinePosition): string {
  const { indent, slashes, rest } = splitLine(line)
  return slashes !== '' && isStructure(indent + rest, place) ? indent + slashes.slice(1) + rest : line
}

/** Escapes the text of a list item, which must not begin with a checkbox or open a code block. */
export const escapeItem = (text: string): string => (MISREAD_ITEM.test(text) ? `\\${text}` : text)
export const unescapeItem = (text: string): string =>
  text.startsWith('\\') && MISREAD_ITEM.test(text) ? text.slice(1) : text

/** The length of the longest run of backticks in a text. What holds the text needs more. */
export const mostBackticks = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)

/** `text` as an inline code span, with enough backticks to hold it unchanged. */
export function renderCode(text: string): string {
  const ticks = '`'.repeat(mostBackticks(text) + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return ticks + pad + text + pad + ticks
}

/** A text of several lines as a code block, with a fence that is longer than any in it. */
export function renderBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, mostBackticks(text) + 1))
  return `${fence}${language}\n${text}${fence}`
}

export const readCode = (line: string): string[] =>
  codeSpans(line).flatMap(({ start, ticks, end }) =>
    end === undefined ? [] : [unpad(line.slice(start + ticks, end - ticks))],
  )

/** A code span of a line with so many backticks at both ends, or backticks that nothing closes, without an end. */
type CodeSpan = { start: number; ticks: number; end: number | undefined }

/** Searches from the end, so that a line full of unmatched backticks still takes linear time. */
function codeSpans(line: string): CodeSpan[] {
  const nextEnds = new Map<number, number>()
  const runs = [...line.matchAll(/`+/g)].toReversed().map((run): CodeSpan => {
    const ticks = run[0].length
    const end = nextEnds.get(ticks)
    nextEnds.set(ticks, run.index + ticks)
    return { start: run.index, ticks, end }
  })
  let outside = 0
  return runs.toReversed().filter(({ start, end = outside }) => {
    const isOutside = start >= outside
    if (isOutside) outside = end
    return isOutside
  })
}

const unpad = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code

/**
 * The inline syntax of `PLAN.md`. What a model writes is shown as it is written: HTML could hide what comes after it,
 * an image would send what the planner read as soon as somebody opens the file, and a link may say another place than
 * it leads to. So these are escaped, and the reader takes the escapes away again. In code they have no effect.
 */

/** The end of the text of a link, image, definition or footnote, but for links within the repository. */
const END = String.raw`(?<!\\)(\\*)\](?=:|\((?!(?!\/\/)[\w#./-]+\)))`
/** `&`, where it would be the beginning of a character's name. */
const ENTITY = String.raw`(?=#?\w{1,40};)`
const ACTIVE = new RegExp(`<|&${ENTITY}|${END}`, 'g')
const ESCAPED = new RegExp(`&lt;|&amp;${ENTITY}|${END}`, 'g')

const escapeProse = (prose: string): string =>
  prose.replace(ACTIVE, (found, slashes: string | undefined) => {
    if (slashes !== undefined) return `${slashes}${slashes}\\]`
    // Entities, since GitHub would take a backslash for a part of an address before it.
    return found === '<' ? '&lt;' : '&amp;'
  })

/** An even number of backslashes, which only a person writes, stays. */
const unescapeProse = (prose: string): string =>
  prose.replace(ESCAPED, (found, slashes: string | undefined) => {
    if (slashes === undefined) return found === '&lt;' ? '<' : '&'
    return slashes.length % 2 === 0 ? found : `${'\\'.repeat((slashes.length - 1) / 2)}]`
  })

/** Escapes HTML, images and foreign links in a text of several lines. Code stays as it is. */
export const escapeBlock = (text: string): string => changeBlock(text, escapeProse)
export const unescapeBlock = (text: string): string => changeBlock(text, unescapeProse)

/** Escapes HTML, images and foreign links in a line that follows other text, where no code block can begin. */
export const escapeInline = (text: string): string => changeLine(text, true, escapeProse).line
export const unescapeInline = (text: string): string => changeLine(text, true, unescapeProse).line

type Rewriting = (prose: string) => string

/** Changes all but code. Backticks without a partner on their line may find one later: what follows counts as prose. */
function changeBlock(text: string, change: Rewriting): string {
  let fence = ''
  let backticksBalanced = true
  const lines = text.split('\n').map((line) => {
    const before = fence
    fence = fenceAfter(fence, line)
    const inCode = before !== '' || fence !== ''
    if (inCode || /^[ \t]*$/.test(line)) backticksBalanced = true
    if (inCode) return line
    const changed = changeLine(line, backticksBalanced, change)
    backticksBalanced = changed.backticksBalanced
    return changed.line
  })
  return lines.join('\n')
}

function changeLine(
  line: string,
  wereBalanced: boolean,
  change: Rewriting,
): { line: string; backticksBalanced: boolean } {
  let out = ''
  let done = 0
  let backticksBalanced = wereBalanced
  for (const { start, end } of backticksBalanced ? codeSpans(line) : []) {
    const before = line.slice(done, start)
    backticksBalanced = end !== undefined && isCode(before, line.slice(start, end))
    if (!backticksBalanced || end === undefined) break
    out += change(before) + line.slice(start, end)
    done = end
  }
  return { line: out + change(line.slice(done)), backticksBalanced }
}

/** A backslash escapes a backtick, a bare address takes it along, and a cell of a table ends at `|`. */
const isCode = (before: string, span: string): boolean =>
  !before.endsWith('\\') && !/(?:\/\/|www\.|@)[^ \t]*$/i.test(before) && !span.includes('|')
