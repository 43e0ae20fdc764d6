import { stripVTControlCharacters, styleText } from 'node:util'

/** Colours are left out where NO_COLOR is set or the output is no terminal. */
export const bold = (text: string): string => styleText('bold', text)
export const dim = (text: string): string => styleText('dim', text)
const code = (text: string): string => styleText('cyan', text)
export const good = (text: string): string => styleText('green', text)
export const bad = (text: string): string => styleText('red', text)

export const print = (...lines: readonly string[]): void => {
  for (const line of lines) process.stdout.write(`${line.trimEnd()}\n`)
}

const WIDEST = 110
const width = (): number => Math.min(WIDEST, process.stdout.columns || WIDEST)

/** A rule across the page with a title in it: the beginning of an act. */
export const act = (title: string): string =>
  `\n${bold(`━━ ${title} ${'━'.repeat(Math.max(3, width() - title.length - 4))}`)}`

/** What somebody wrote, as a person would see it: their name and place, and the text behind a bar. */
export const speech = (who: string, where: string, markdown: string): string[] => {
  const [bar, colour] = who.endsWith('[bot]') ? (['magenta', 'magenta'] as const) : (['yellow', 'yellow'] as const)
  const lines = renderMarkdown(markdown, width() - 4)
  return ['', `${styleText(colour, bold(who))} ${dim(where)}`, ...lines.map((line) => `${styleText(bar, '│')} ${line}`)]
}

/** Something that happened besides what was said, such as a push. */
export const happening = (what: string): string => `  ${dim('→')} ${what}`

/** GitHub's Markdown for a terminal, in lines of at most `limit` columns. Markers, folded details and addresses of links are left out. */
export function renderMarkdown(markdown: string, limit: number): string[] {
  const visible = markdown
    .replace(/\r\n/g, '\n')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<details>[\s\S]*?<\/details>/g, '')
    .replace(/<\/?sub>/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '')
  let fenced = false
  return visible.split('\n').flatMap((line) => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) fenced = !fenced
    if (isFence) return []
    return fenced ? [code(`  ${line}`)] : renderLine(line, limit)
  })
}

const BLOCK = /^(\s*)(#{1,6} |- \[[ x]\] |[-*] |> |\d+\. )?(.*)$/

function renderLine(line: string, limit: number): string[] {
  const [, indent = '', mark = '', text = ''] = BLOCK.exec(line) ?? []
  if (mark.startsWith('#')) return wrap(bold(renderSpans(text)), '', limit)
  return wrap(renderSpans(text), indent + bulletOf(mark), limit)
}

function bulletOf(mark: string): string {
  if (mark.includes('[x]')) return `${good('✔')} `
  if (mark.includes('[ ]')) return '☐ '
  if (mark === '> ') return dim('▏ ')
  return mark.replace(/^[-*] /, '• ')
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const renderSpans = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part, i) => (i % 2 === 1 ? code(part.slice(1, -1)) : renderProse(part)))
    .join('')
    .replace(/&(lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)

const renderProse = (text: string): string =>
  text
    .replace(/\u200B/g, '')
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\([^)\s]*\)/g, '$1')
    .replace(/~~(.+?)~~/g, (_, inner: string) => styleText('strikethrough', inner))
    .replace(/\*\*/g, '\0')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\0([^\0]*)\0/g, (_, inner: string) => bold(inner))
    .replaceAll('\0', '') // one end of bold text with code in it

/** Breaks between words; the lines after the first stand under the text of the first. */
function wrap(text: string, lead: string, limit: number): string[] {
  const hang = ' '.repeat(columns(lead))
  const lines: string[] = []
  let line = lead
  for (const word of text.split(' ')) {
    if (columns(line) + columns(word) > limit && line.trim() !== '' && line !== lead) {
      lines.push(line)
      line = hang
    }
    line += `${word} `
  }
  return [...lines, line]
}

const columns = (text: string): number => [...stripVTControlCharacters(text)].length
