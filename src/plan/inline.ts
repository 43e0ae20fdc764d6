import { codeSpans, fenceAfter } from './lines.ts'

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
  let isSure = true
  const lines = text.split('\n').map((line) => {
    const before = fence
    fence = fenceAfter(fence, line)
    const inCode = before !== '' || fence !== ''
    if (inCode || /^[ \t]*$/.test(line)) isSure = true
    if (inCode) return line
    const changed = changeLine(line, isSure, change)
    isSure = changed.isSure
    return changed.line
  })
  return lines.join('\n')
}

function changeLine(line: string, wasSure: boolean, change: Rewriting): { line: string; isSure: boolean } {
  let out = ''
  let done = 0
  let isSure = wasSure
  for (const { start, end } of isSure ? codeSpans(line) : []) {
    const before = line.slice(done, start)
    isSure = end !== undefined && isCode(before, line.slice(start, end))
    if (!isSure || end === undefined) break
    out += change(before) + line.slice(start, end)
    done = end
  }
  return { line: out + change(line.slice(done)), isSure }
}

/** A backslash escapes a backtick, a bare address takes it along, and a cell of a table ends at `|`. */
const isCode = (before: string, span: string): boolean =>
  !before.endsWith('\\') && !/(?:\/\/|www\.|@)[^ \t]*$/i.test(before) && !span.includes('|')
