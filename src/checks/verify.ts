import { createHash } from 'node:crypto'
import { reportingProgress } from '../lib/async.ts'
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
