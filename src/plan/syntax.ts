/**
 * The inline syntax of `PLAN.md`: code, and what is escaped outside of it. What a model writes is shown as it is written:
 * HTML could hide what comes after it, an image would send what the planner read as soon as somebody opens the file, and a
 * link may say another place than it leads to. So these are escaped, and the reader takes the escapes away again.
 */

/** The fence that is open after `line`, or empty. As in GitHub Flavored Markdown, but at any depth of indentation. */
export function fenceAfter(fence: string, line: string): string {
  if (fence === '') {
    const [, backticks, tildes] = FENCE.exec(line) ?? []
    return backticks ?? tildes ?? ''
  }
  const end = line.trim()
  return end.length >= fence.length && end === fence.charAt(0).repeat(end.length) ? '' : fence
}

const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:(`{3,})[^`]*|(~{3,}).*)$/s

/** Changes a text line by line. `change` is told the fences that are open before and after its line. */
export function changeLines(text: string, change: (line: string, before: string, after: string) => string): string {
  let fence = ''
  const changed = text.split('\n').map((line) => {
    const before = fence
    fence = fenceAfter(fence, line)
    return change(line, before, fence)
  })
  return changed.join('\n')
}

/** The length of the longest run of backticks in a text. What holds the text needs more. */
const mostBackticks = (text: string): number =>
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

/** The contents of all closed code spans of a line. */
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

/** The `]` that ends the text of a link, image, definition or footnote, except of links within the repository. */
const END = String.raw`(?<!\\)(\\*)\](?=:|\((?!(?!\/\/)[\w#./-]+\)))`
/** What follows the `&` of a character reference, such as `lt;`. */
const ENTITY = String.raw`(?=#?\w{1,40};)`
const ACTIVE = new RegExp(`<|&${ENTITY}|${END}`, 'g')
const ESCAPED = new RegExp(`&lt;|&amp;${ENTITY}|${END}`, 'g')

const escapeProse = (prose: string): string =>
  prose.replace(ACTIVE, (found, slashes: string | undefined) => {
    if (slashes !== undefined) return `${slashes}${slashes}\\]`
    // Character references, since GitHub would take a backslash as part of a URL that stands before it.
    return found === '<' ? '&lt;' : '&amp;'
  })

/** Removes escapes. `escapeProse` always writes an odd number of backslashes, so an even one is a person's and stays. */
const unescapeProse = (prose: string): string =>
  prose.replace(ESCAPED, (found, slashes: string | undefined) => {
    if (slashes === undefined) return found === '&lt;' ? '<' : '&'
    return slashes.length % 2 === 0 ? found : `${'\\'.repeat((slashes.length - 1) / 2)}]`
  })

/** In a `block` of several lines, code blocks stay as they are. A `line` follows other text, where none can begin. */
type MarkupPosition = 'block' | 'line'

/** Escapes HTML, images and foreign links. Code stays as it is. */
export const escapeMarkup = (text: string, position: MarkupPosition): string => rewrite(text, position, escapeProse)
/** Reverses `escapeMarkup`. */
export const unescapeMarkup = (text: string, position: MarkupPosition): string => rewrite(text, position, unescapeProse)

type Rewriting = (prose: string) => string

const rewrite = (text: string, position: MarkupPosition, change: Rewriting): string =>
  position === 'block' ? changeBlock(text, change) : changeLine(text, true, change).line

/** Changes all but code. Unmatched backticks may be closed on a later line, so the paragraph's rest counts as prose. */
function changeBlock(text: string, change: Rewriting): string {
  let backticksBalanced = true
  return changeLines(text, (line, before, after) => {
    const inCode = before !== '' || after !== ''
    if (inCode || /^[ \t]*$/.test(line)) backticksBalanced = true
    if (inCode) return line
    const changed = changeLine(line, backticksBalanced, change)
    backticksBalanced = changed.backticksBalanced
    return changed.line
  })
}

function changeLine(line: string, wereBalanced: boolean, change: Rewriting) {
  let result = ''
  let copiedTo = 0
  let backticksBalanced = wereBalanced
  for (const { start, end } of backticksBalanced ? codeSpans(line) : []) {
    const before = line.slice(copiedTo, start)
    backticksBalanced = end !== undefined && isCode(before, line.slice(start, end))
    if (!backticksBalanced || end === undefined) break
    result += change(before) + line.slice(start, end)
    copiedTo = end
  }
  return { line: result + change(line.slice(copiedTo)), backticksBalanced }
}

/** Whether GitHub reads a span as code: not after a backslash or within a bare URL, and not across table cells (`|`). */
const isCode = (before: string, span: string): boolean =>
  !before.endsWith('\\') && !/(?:\/\/|www\.|@)[^ \t]*$/i.test(before) && !span.includes('|')
