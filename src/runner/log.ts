import { stripVTControlCharacters } from 'node:util'
import { withoutNeedlessHidden } from '../guard/hidden.ts'
import { renderBlock } from '../plan/syntax.ts'

/** Logs text. `::` at the beginning of a line, after white space, and `##[` anywhere would be a command. */
export function logLine(text: string): void {
  const lines = withoutNeedlessHidden(stripVTControlCharacters(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')))
  process.stdout.write(`${lines.replace(/^([^\S\r\n]*):(?=:)/gm, '$1: ').replace(/##(?=\[)/g, '# #')}\n`)
}

/** A line that GitHub also shows as a warning on the page of the run. */
export const logWarning = (text: string): void =>
  void process.stdout.write(`::warning::${text.replace(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('%', '%25')}\n`)

/** Opens a group of lines that people can fold. A group ends where the next begins. */
export const logGroup = (title: string): void =>
  void process.stdout.write(`::group::${title.replace(/\s+/g, ' ').replaceAll('%', '%25')}\n`)

export const logGroupEnd = (): void => void process.stdout.write('::endgroup::\n')

/** What the agents of a run did, for the job summary: a group for each order, a line for each turn. */
export type Turns = ReturnType<typeof keepTurns>

type TurnGroup = { name: string; title: string; lines: string[]; count: number }

/** Lines that are kept of a group, and characters of all groups together: GitHub takes 1 MiB of a summary. */
const MAX_GROUP_LINES = 200
const MAX_SUMMARY_CHARACTERS = 100_000

export function keepTurns() {
  const groups: TurnGroup[] = []
  return {
    begin: (name: string, title: string): void => void groups.push({ name, title, lines: [], count: 0 }),
    /** Adds a line to the newest group of that name. `text` holds no secret. */
    add: (name: string, text: string): void => {
      const group = groups.findLast((one) => one.name === name)
      if (!group) return
      group.count += 1
      const line = withoutNeedlessHidden(stripVTControlCharacters(text).toWellFormed()).replace(/\s+/g, ' ').trim()
      group.lines = [...group.lines, line].slice(-MAX_GROUP_LINES)
    },
    /** Markdown, folded; empty when no agent was at work. */
    summary: (): string => render(groups.filter(({ count }) => count > 0)),
  }
}

/** The newest groups that fit. */
function render(groups: readonly TurnGroup[]): string {
  if (groups.length === 0) return ''
  const shown = groups.map(renderGroup)
  while (shown.join('').length > MAX_SUMMARY_CHARACTERS) shown.shift()
  const omitted = groups.length - shown.length
  const note = omitted > 0 ? [`The first ${omitted} of ${groups.length} are in the log of this run alone.`] : []
  return `\n${['### What the agents did', ...note, ...shown].join('\n\n')}\n`
}

/** Lines are in a code block, so that nothing in them is Markdown, HTML or a mention. */
function renderGroup({ title, lines, count }: TurnGroup): string {
  const left = count - lines.length
  const text = [...(left > 0 ? [`… ${left} lines before these are in the log of this run.`] : []), ...lines].join('\n')
  const summary = `${title} · ${count} ${count === 1 ? 'line' : 'lines'}`
  return `<details><summary>${summary}</summary>\n\n${renderBlock(`${text}\n`, 'text')}\n\n</details>`
}
