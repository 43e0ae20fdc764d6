import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '../../fakes/github/types.ts'
import { runCommand } from '../../src/work/sandbox/run-command.ts'
import { openSandbox } from '../../src/work/sandbox/sandbox.ts'
import type { SandboxKind } from '../../src/work/sandbox/sandbox-place.ts'

/** Where commands are tried: a folder of its own for each trial, in the same kind of sandbox as the agent's commands. */
export type Bench = { folder: string; sandbox: SandboxKind; env: Record<string, string | undefined>; stop: AbortSignal }

export type Tried = { command: string; passed: boolean; output: string }

const LIMIT = 120_000
let trials = 0

/** Runs each command in a tree that `fill` makes, with `over` laid over it. The tree is gone afterwards. */
export async function tryCommands(
  bench: Bench,
  fill: (folder: string) => Promise<void>,
  { over = {}, commands }: { over?: Files; commands: readonly string[] },
): Promise<Tried[]> {
  const root = join(bench.folder, `trial-${++trials}`)
  const cwd = join(root, 'work')
  try {
    await mkdir(cwd, { recursive: true })
    await fill(cwd)
    await writeFiles(cwd, over)
    const place = { workspace: cwd, scratch: join(root, 'scratch'), network: false, env: bench.env }
    const sandbox = await openSandbox(bench.sandbox, place)
    const tried: Tried[] = []
    for (const command of commands) {
      const result = await runCommand({ command, cwd, timeoutMs: LIMIT, sandbox, signal: bench.stop })
      bench.stop.throwIfAborted()
      tried.push({ command, passed: result.kind === 'exited' && result.code === 0, output: result.output.trim() })
    }
    return tried
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    if (typeof content !== 'string') continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
