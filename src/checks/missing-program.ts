import { checksFor, type Subtask } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { runCommand } from '../agent/sandbox/run-command.ts'
import type { Sandbox } from '../agent/sandbox/sandbox-place.ts'

/** Timeout of the search for programs, in milliseconds. */
const TIMEOUT = 60_000

/** The programs that checks begin with and that are not in a sandbox. Empty if it cannot be determined. */
export async function missingPrograms(
  { repo, signal }: Pick<AgentContext, 'repo' | 'signal'>,
  sandbox: Sandbox,
  checks: readonly string[],
): Promise<string[]> {
  const names = [...new Set(checks.flatMap((command) => programOf(command) ?? []))]
  if (names.length === 0) return []
  const command = `for name in ${names.join(' ')}; do command -v "$name" >/dev/null 2>&1 || echo "$name"; done`
  const { kind, output } = await runCommand({ command, cwd: repo.workTree, timeoutMs: TIMEOUT, sandbox, signal })
  return kind === 'exited' ? names.filter((name) => output.split('\n').includes(name)) : []
}

/** Why a subtask cannot be checked here, before a model is paid. Undefined if no program is missing. */
export async function missingProgram(
  { repo, settings, signal }: AgentContext,
  sandbox: Sandbox,
  subtask: Subtask,
): Promise<string | undefined> {
  const checks = checksFor(subtask, settings.verifyCommand)
  const [missing] = await missingPrograms({ repo, signal }, sandbox, checks)
  const check = checks.find((one) => missing !== undefined && programOf(one) === missing)
  return check === undefined
    ? undefined
    : `The program \`${missing}\` is not on the runner, and the check \`${check}\` of subtask ${subtask.number} begins with it. Let the input \`setup-command\` install it, or change the check.`
}

/** The bare name that a check begins with. Undefined if it begins with a path, a variable, a quote or the like. */
export const programOf = (command: string): string | undefined =>
  /^\s*([A-Za-z0-9_][\w.+-]*)(?=[\s;&|]|$)/.exec(command)?.[1]
