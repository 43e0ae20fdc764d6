import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from '../../src/agent/sandbox/visible-to-commands.ts'
import { runCommand, type SandboxKind } from '../../src/agent/sandbox/run-command.ts'
import { detectSandbox, openSandbox } from '../../src/agent/sandbox/sandbox.ts'

/** How the commands of an agent are kept apart from this machine. */
export type Walls = SandboxKind

/** The best walls that this machine has, tried with a command. Throws `UserError` when it has none. */
export async function bestWalls(env: NodeJS.ProcessEnv): Promise<Walls> {
  const walls = await detectSandbox('auto', env)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'walls-'))
  const [workspace, scratch] = [join(folder.path, 'workspace'), join(folder.path, 'scratch')]
  await mkdir(workspace)
  await openSandbox(walls, { workspace, scratch, network: true, env })
  return walls
}

/** What a runner on this machine would pass on to commands: certificates, proxies, tool chains and their homes. */
export function machineVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const { HOME: _home, TMPDIR: _tmp, ...variables } = commandEnvironment(env)
  return variables
}

/** A command, the folder that it may change, a private one beside it, and what ends it. */
type Confined = { command: string; cwd: string; scratch: string; env: NodeJS.ProcessEnv; signal: AbortSignal }

/** Runs a command for a minute at most, as an agent's commands are run. */
export async function runConfined(walls: Walls, { command, cwd, scratch, env, signal }: Confined) {
  const sandbox = await openSandbox(walls, { workspace: cwd, scratch, network: true, env })
  const result = await runCommand({ command, cwd, timeoutMs: 60_000, sandbox, signal })
  return { passed: result.kind === 'exited' && result.code === 0, output: result.output }
}
