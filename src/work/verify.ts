import type { Check } from '../order.ts'
import { truncateMiddle } from './agent/truncate.ts'
import { runCommand, type CommandResult } from './run.ts'
import type { Sandbox } from './walls/place.ts'

/** How long one verifying command may take, in milliseconds. */
const TIMEOUT = 15 * 60 * 1000
const TAIL = { lines: 80, bytes: 8_000 }

/** Runs commands one after the other, up to the first that fails: what comes after it would only repeat the failure. */
export async function verify(
  commands: readonly string[],
  place: { cwd: string; sandbox: Sandbox; signal: AbortSignal; redact: (text: string) => string },
): Promise<Check[]> {
  const checks: Check[] = []
  for (const command of commands) {
    const result = await runCommand({ command, timeoutMs: TIMEOUT, ...place })
    const passed = result.kind === 'exited' && result.code === 0
    checks.push({
      command,
      passed,
      exit: exitOf(result),
      tail: place.redact(truncateMiddle(result.output.trimEnd(), TAIL)),
    })
    if (!passed) break
  }
  return checks
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
