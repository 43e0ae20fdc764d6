import { UserError } from '../lib/errors.ts'
import { failureExcerpt } from './failure-excerpt.ts'
import { verify } from './verify.ts'

/** Timeout of `setup-command`, in milliseconds. */
const TIMEOUT = 3_600_000

const SHOWN = { lines: 28, bytes: 3_000 }

/** Runs `setup-command`. Throws `UserError` with the check as its cause when it fails. */
export async function runSetUp(command: string, context: Parameters<typeof verify>[1]): Promise<void> {
  let output = ''
  const [check] = await verify([command], {
    ...context,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), context.signal]),
    onCheck: (run) => {
      output = withoutLogFile(run.output)
      context.onCheck?.({ ...run, output })
    },
  })
  // Callers check the signal themselves.
  if (!check || check.passed || context.signal.aborted) return
  const tail = failureExcerpt(output, SHOWN)
  const found = reasonIn(output).trim().slice(0, 300).toWellFormed()
  const reason = found || (output.trim() === '' ? 'It printed nothing.' : 'What it printed last is below.')
  throw new UserError(
    'setup-failed',
    `The input \`setup-command\` failed (${check.exit}): ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`,
    'Correct the command, or what it needs on the runner, then comment `/retry`.',
    { cause: { ...check, tail }, output: tail },
  )
}

/** Removes npm's lines about its log file, which is deleted with the home folder of the command. */
const withoutLogFile = (output: string): string => output.replace(/^.*A complete log of this run.*\n?/gm, '')

/** Lines of tools that are no reason: advice and warnings. npm also prints details of an error, each with its prefix. */
const NO_REASON = /^\s*(?:(?:hint|note|warning):|npm (?:warn|notice)\b)/i
const NPM = /^\s*npm (?:error|ERR!)(?:\s|$)/
const NPM_DETAIL = /^\s*npm (?:error|ERR!)\s+(?:code|errno|syscall|path)\s/

/** The reason in a failed command's output: the first line with an error (of npm, its sentence), else the last line. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !NO_REASON.test(line))
  const isError = (line: string): boolean => /\berror\b/i.test(line) && bare(line) !== ''
  const isSentence = (line: string): boolean => isError(line) && !NPM_DETAIL.test(line)
  const first = lines.find(isSentence) ?? lines.find(isError) ?? lines.findLast((line) => bare(line) !== '') ?? ''
  const following = lines.slice(lines.indexOf(first) + 1)
  if (/^\W*error\W*$/i.test(first)) return following[0] ?? first
  if (!NPM.test(first) || !isSentence(first)) return first
  const end = following.findIndex((line) => bare(line) === '' || !NPM.test(line))
  return [first, ...following.slice(0, end < 0 ? undefined : end)].map(bare).join(' ')
}

const bare = (line: string): string => line.replace(NPM, '').trim()
