import { stripVTControlCharacters } from 'node:util'
import { withoutNeedlessHidden } from '../guard/hidden.ts'

/**
 * A line of the log. `::` at the beginning of one would be a command to the runner, after any white space, and `##[`
 * anywhere.
 */
export function logLine(text: string): void {
  const lines = withoutNeedlessHidden(stripVTControlCharacters(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')))
  process.stdout.write(`${lines.replace(/^([^\S\r\n]*):(?=:)/gm, '$1: ').replace(/##(?=\[)/g, '# #')}\n`)
}
