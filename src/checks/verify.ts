import { createHash } from 'node:crypto'
import { checkout, restoreTree } from '../git/work-tree.ts'
import { truncateMiddle } from '../agent/truncate.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { runCommand, type CommandResult } from '../agent/sandbox/run-command.ts'
import type { Sandbox } from '../agent/sandbox/sandbox-place.ts'
import { countsIn } from './proof/summary-lines.ts'
import type { Check } from '../plan/plan.ts'

/** Timeout of one check, in milliseconds. */
const TIMEOUT = 15 * 60 * 1000
const MAX_TAIL = { lines: 80, bytes: 8_000 }

/** Where checks run. `cwd` is an absolute path; `redact` cleans their output. */
export type VerifyPlace = { cwd: string; sandbox: Sandbox; signal: AbortSignal; redact: (text: string) => string }

/**
 * Runs commands in order and stops after the first failure, because later ones mostly repeat it; `all` runs every one.
 * `restore` is called between them.
 */
export async function verify(
  commands: readonly string[],
  place: VerifyPlace,
  { restore, all = false }: { restore?: () => Promise<void>; all?: boolean } = {},
): Promise<Check[]> {
  const checks: Check[] = []
  for (const command of commands) {
    if (checks.length > 0) await restore?.()
    const check = await runCheck(command, place)
    checks.push(check)
    if (!check.passed && !all) break
  }
  return checks
}

async function runCheck(command: string, place: VerifyPlace): Promise<Check> {
  const result = await runCommand({ command, timeoutMs: TIMEOUT, ...place })
  const passed = result.kind === 'exited' && result.code === 0
  const printed = place.redact(result.output.trimEnd())
  const tail = truncateMiddle(printed, MAX_TAIL)
  const digest = createHash('sha256').update(printed).digest('hex')
  const counts = countsIn(result.output)
  return { command, passed, exit: exitOf(result), tail, digest, ...(counts && { counts }) }
}

function exitOf(result: CommandResult): string {
  switch (result.kind) {
    case 'exited':
      return `exit code ${result.code}`
    case 'killed':
      return `ended by ${result.signal}`
    case 'timeout':
      return `stopped after ${TIMEOUT / 60_000} minutes`
    case 'aborted':
      return 'stopped'
  }
}

/**
 * Returns a function that reruns a check which failed on `tree` at `head`, without the change, and sets its
 * `failedBefore`. Runs each command at `head` only once. Ignored files, such as dependencies, stay in place, so that
 * both runs differ in the change alone.
 */
export function baselineComparison(
  ctx: AgentContext,
  head: string,
): (check: Check, tree: string, place: VerifyPlace) => Promise<Check> {
  const failedAtHead = new Map<string, boolean>()
  return async (check, tree, place) => {
    if (!failedAtHead.has(check.command)) {
      await checkout(ctx.repo, head)
      failedAtHead.set(check.command, !(await runCheck(check.command, place)).passed)
      await restoreTree(ctx.repo, tree)
    }
    return { ...check, failedBefore: failedAtHead.get(check.command) ?? false }
  }
}
