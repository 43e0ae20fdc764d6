import { createHash } from 'node:crypto'
import { reportingProgress } from '../lib/async.ts'
import { UserError } from '../lib/errors.ts'
import { truncateMiddle } from '../agent/truncate.ts'
import type { AgentContext, RanCheck } from '../agent/context/agent-context.ts'
import { runCommand, type CommandResult, type Sandbox } from '../agent/sandbox/run-command.ts'
import { failureExcerpt } from './failure-excerpt.ts'
import { countsIn } from './proof/summary-lines.ts'
import type { Check } from '../plan/plan.ts'

/** Timeout of one check, in milliseconds. */
const TIMEOUT = 15 * 60 * 1000
const MAX_TAIL = { lines: 80, bytes: 8_000 }

/** Where commands run. `cwd` is absolute; `redact` cleans their output; `onRunning` and `onCheck` report each run. */
type CheckContext = Pick<AgentContext, 'signal' | 'redact' | 'onCheck' | 'onRunning'> & {
  cwd: string
  sandbox: Sandbox
}

/** A context that labels its runs of checks with the code that they run on. */
export const onCode = (ctx: AgentContext, code: RanCheck['code']): AgentContext => ({
  ...ctx,
  onCheck: (run) => ctx.onCheck?.({ ...run, code }),
  onRunning: (run) => ctx.onRunning?.({ ...run, code }),
})

/** Runs all commands in their order, whatever fails. `restore` is called between them. */
export async function verify(
  commands: readonly string[],
  context: CheckContext,
  restore?: () => Promise<void>,
): Promise<Check[]> {
  const checks: Check[] = []
  for (const command of commands) {
    if (checks.length > 0) await restore?.()
    checks.push(await runCheck(command, context))
  }
  return checks
}

async function runCheck(command: string, context: CheckContext): Promise<Check> {
  const begun = performance.now()
  const milliseconds = (): number => Math.round(performance.now() - begun)
  const tell = (): void => context.onRunning?.({ command, code: '', milliseconds })
  tell()
  const result = await reportingProgress(runCommand({ command, timeoutMs: TIMEOUT, ...context }), tell)
  const passed = result.kind === 'exited' && result.code === 0
  const printed = context.redact(result.output.trimEnd())
  const tail = (passed ? truncateMiddle : failureExcerpt)(printed, MAX_TAIL)
  const digest = createHash('sha256').update(printed).digest('hex')
  const counts = countsIn(result.output)
  const check = { command, passed, exit: exitOf(result, context.signal), tail, digest, ...(counts && { counts }) }
  context.onCheck?.({ check, code: '', milliseconds: milliseconds(), output: printed })
  return check
}

function exitOf(result: CommandResult, { reason }: AbortSignal): string {
  switch (result.kind) {
    case 'exited':
      return `exit code ${result.code}`
    case 'killed':
      return `ended by ${result.signal}`
    case 'timeout':
      return `stopped after ${TIMEOUT / 60_000} minutes`
    case 'aborted':
      return typeof reason === 'string' ? reason : 'stopped'
  }
}

const SHOWN = { lines: 28, bytes: 3_000 }

/** Runs `setup-command`. Throws `UserError` with the check as its cause when it fails. */
export async function runSetUp(command: string, context: CheckContext): Promise<void> {
  let output = ''
  const [check] = await verify([command], {
    ...context,
    onCheck: (run) => {
      // Without npm's lines about its log file, which is deleted with the home folder of the command.
      output = run.output.replace(/^.*A complete log of this run.*\n?/gm, '')
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
