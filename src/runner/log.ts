import { stripVTControlCharacters } from 'node:util'
import { withoutNeedless } from '../guard/hidden.ts'

/** A line of the log. `::` at the beginning of one would be a command to the runner, after any white space, and `##[` anywhere. */
export function logLine(text: string): void {
  const lines = withoutNeedless(stripVTControlCharacters(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')))
  process.stdout.write(`${lines.replace(/^([^\S\r\n]*):(?=:)/gm, '$1: ').replace(/##(?=\[)/g, '# #')}\n`)
}

/** Ends the run red, with one line that the runner shows at the top. */
export function fail(text: string): void {
  process.stdout.write(`::error::${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}\n`)
  process.exitCode = 1
}
