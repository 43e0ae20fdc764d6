import { UserError } from '../lib/errors.ts'
import { verify, type VerifyPlace } from './verify.ts'

/** Timeout of `setup-command`, in milliseconds. */
const TIMEOUT = 3_600_000

/** Lines of its output that people see. */
const LAST_LINES = 30

/** Runs `setup-command`. Throws `UserError` with the check as its cause when it fails. */
export async function runSetUp(command: string, place: VerifyPlace): Promise<void> {
  let output = ''
  const [check] = await verify([command], {
    ...place,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), place.signal]),
    onCheck: (run) => {
      output = run.output
      place.onCheck?.(run)
    },
  })
  // The waiting code checks the signal itself.
  if (!check || check.passed || place.signal.aborted) return
  const tail = output.split('\n').slice(-LAST_LINES).join('\n')
  throw new UserError(
    'setup-failed',
    `The input \`setup-command\` failed (${check.exit}): ${reasonIn(output)}`,
    'Correct the command, or what it needs on the runner, then comment `/retry`.',
    { cause: { ...check, tail }, output: tail },
  )
}

/** What tools print last instead of the reason: npm names a file in a home that is removed, pip gives advice. */
const NO_REASON = /A complete log of this run|^\s*(?:hint|note):|^\s*npm (?:error|ERR!)\s*$/

/** The line of an output that says why a command failed: the first with an error, else the last. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !NO_REASON.test(line))
  const at = lines.findIndex((line) => /\berror\b/i.test(line))
  const isHeading = /^\W*error\W*$/i.test(lines[at] ?? '')
  return (at < 0 ? lines.at(-1) : (isHeading && lines[at + 1]) || lines[at])?.trim().slice(0, 300).toWellFormed() ?? ''
}
