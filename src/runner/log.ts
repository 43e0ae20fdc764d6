import { stripVTControlCharacters } from 'node:util'
import { withoutNeedlessHidden } from '../guard/hidden.ts'

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
