import { checkout, restoreTree } from '../git/objects.ts'
import { truncateMiddle } from './agent/truncate.ts'
import type { WorkRoom } from './room.ts'
import { runCommand, type CommandResult } from './sandbox/run-command.ts'
import type { Sandbox } from './sandbox/place.ts'
import type { Check } from '../plan/evidence.ts'

/** How long one verifying command may take, in milliseconds. */
const TIMEOUT = 15 * 60 * 1000
const TAIL = { lines: 80, bytes: 8_000 }

export type VerifyPlace = { cwd: string; sandbox: Sandbox; signal: AbortSignal; redact: (text: string) => string }

/** Runs commands one after the other, up to the first that fails: what comes after it would only repeat the failure. */
export async function verify(commands: readonly string[], place: VerifyPlace): Promise<Check[]> {
  const checks: Check[] = []
  for (const command of commands) {
    const check = await runCheck(command, place)
    checks.push(check)
    if (!check.passed) break
  }
  return checks
}

async function runCheck(command: string, place: VerifyPlace): Promise<Check> {
  const result = await runCommand({ command, timeoutMs: TIMEOUT, ...place })
  const passed = result.kind === 'exited' && result.code === 0
  const tail = truncateMiddle(place.redact(result.output.trimEnd()), TAIL)
  return { command, passed, exit: exitOf(result), tail }
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
 * Tells of a check that failed on `tree` whether it fails at `head` too, without the change. Asked once for a command:
 * what is ignored (dependencies, caches) stays where it is, so that the two differ in the change alone.
 */
export function failsBefore(
  room: WorkRoom,
  head: string,
): (check: Check, tree: string, place: VerifyPlace) => Promise<Check> {
  const known = new Map<string, boolean>()
  return async (check, tree, place) => {
    if (!known.has(check.command)) {
      await checkout(room.repo, head)
      known.set(check.command, !(await runCheck(check.command, place)).passed)
      await restoreTree(room.repo, tree)
    }
    return { ...check, failedBefore: known.get(check.command) ?? false }
  }
}
