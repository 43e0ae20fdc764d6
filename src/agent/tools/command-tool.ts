import { z } from 'zod'
import { whyNotRunnable } from '../../guard/command-length.ts'
import { ToolError, defineTool, type Tool } from '../tool.ts'
import { truncateMiddle } from '../truncate.ts'
import { runCommand, type CommandResult } from '../sandbox/run-command.ts'
import type { Sandbox } from '../sandbox/sandbox-place.ts'

const DEFAULT_SECONDS = 120
const MAX_SECONDS = 1800
const SHOWN = { lines: 400, bytes: 32_000 }

/** Bash in `cwd`, the root of the workspace. Redacts before it truncates, which could cut a secret in half. */
export const commandTool = ({
  sandbox,
  cwd,
  redact,
}: {
  sandbox: Sandbox
  cwd: string
  redact: (text: string) => string
}): Tool =>
  defineTool({
    name: 'run_command',
    description: 'Runs bash: ls, git, mv, rm, tests.',
    input: z.object({
      command: z.string().min(1),
      timeout_seconds: z.number().min(1).max(MAX_SECONDS).optional(),
    }),
    run: async ({ command, timeout_seconds = DEFAULT_SECONDS }, signal) => {
      const why = whyNotRunnable(command)
      if (why) throw new ToolError(`The command ${why}; write a script with write_file, and run that.`)
      const timeoutMs = timeout_seconds * 1000
      const result = await runCommand({ command, cwd, timeoutMs, sandbox, signal })
      return renderResult({ ...result, output: redact(result.output) }, timeout_seconds)
    },
  })

function renderResult(result: CommandResult, seconds: number): string {
  const output = truncateMiddle(result.output.trimEnd(), SHOWN)
  return [output, endingOf(result, seconds)].filter(Boolean).join('\n')
}

function endingOf(result: CommandResult, seconds: number): string {
  switch (result.kind) {
    case 'exited':
      return `[exit code ${result.code}]`
    case 'killed':
      return `[ended by ${result.signal}]`
    case 'timeout':
      return `[stopped after ${seconds} s; timeout_seconds allows up to ${MAX_SECONDS}]`
    case 'aborted':
      return '[stopped: the run is ending]'
  }
}
