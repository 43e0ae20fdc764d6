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
  const reason = reasonIn(output) || (output.trim() === '' ? 'It printed nothing.' : 'What it printed last is below.')
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
  const sentenceAt = lines.findIndex((line) => isError(line) && !NPM_DETAIL.test(line))
  const errorAt = sentenceAt < 0 ? lines.findIndex(isError) : sentenceAt
  const first = lines[errorAt] ?? lines.findLast((line) => bare(line) !== '') ?? ''
  const isHeading = /^\W*error\W*$/i.test(first)
  const end = lines.findIndex((line, i) => i > errorAt && (bare(line) === '' || !NPM.test(line)))
  const sentence =
    NPM.test(first) && sentenceAt >= 0
      ? lines
          .slice(errorAt, end < 0 ? undefined : end)
          .map(bare)
          .join(' ')
      : ''
  return (sentence || (isHeading && lines[errorAt + 1]) || first).trim().slice(0, 300).toWellFormed()
}

const bare = (line: string): string => line.replace(NPM, '').trim()
