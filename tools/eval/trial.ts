import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { Files } from '../../fakes/github/types.ts'
import { runCommand, type Sandbox, type SandboxKind } from '../../src/agent/sandbox/run-command.ts'
import { openSandbox } from '../../src/agent/sandbox/sandbox.ts'

/** Where commands are tried: a folder of its own for each trial, in the same kind of sandbox as the agent's commands. */
export type Bench = { folder: string; sandbox: SandboxKind; env: Record<string, string | undefined>; stop: AbortSignal }

export type Tried = { command: string; passed: boolean; output: string }

/** A program that prints something of the tree `../tree`, and what it has to print. Its name says how it is run. */
export type Case = { name: string; code: string; prints: string }

type Fill = (folder: string) => Promise<void>

const LIMIT = 120_000
let trials = 0

/** Runs each command in a tree that `fill` makes, with `over` laid over it. The tree is gone afterwards. */
export const tryCommands = (
  bench: Bench,
  fill: Fill,
  { over = {}, commands }: { over?: Files; commands: readonly string[] },
): Promise<Tried[]> =>
  inTrial(bench, async (root) => {
    const cwd = join(root, 'work')
    await mkdir(cwd)
    await fill(cwd)
    await writeFiles(cwd, over)
    const sandbox = await sandboxIn(bench, cwd, root)
    const tried: Tried[] = []
    for (const command of commands) {
      const result = await runIn(bench, sandbox, { command, cwd })
      tried.push({ command, passed: result.kind === 'exited' && result.code === 0, output: result.output.trim() })
    }
    return tried
  })

/**
 * Runs each case beside a tree that `fill` makes, in a folder that the tree does not lead to. What it printed is
 * compared here: nothing of the tree decides whether a case passes, or is told what it should have printed.
 */
export const tryCases = (bench: Bench, fill: Fill, cases: readonly Case[]): Promise<Tried[]> =>
  inTrial(bench, async (root) => {
    const place = join(root, 'work')
    await mkdir(join(place, 'tree'), { recursive: true })
    await fill(join(place, 'tree'))
    const sandbox = await sandboxIn(bench, place, root)
    const tried: Tried[] = []
    for (const [i, { name, code, prints }] of cases.entries()) {
      const cwd = join(place, `case-${i}`)
      await mkdir(cwd)
      await writeFile(join(cwd, name), code)
      const command = HOW[extname(name)]?.(name) ?? 'false'
      const result = await runIn(bench, sandbox, { command, cwd })
      const passed = result.kind === 'exited' && result.code === 0 && result.output.trim() === prints.trim()
      tried.push({ command: `case ${name}`, passed, output: result.output.trim() })
    }
    return tried
  })

/** By the ending of a case. Python leaves out the folder and the variables that would lead it to a module of the tree. */
const HOW: Record<string, (name: string) => string> = {
  '.mjs': (name) => `node ${name}`,
  '.py': (name) => `python3 -I -B ${name}`,
  '.c': (name) => `cc -w -o case ${name} -lm && ./case`,
}

async function inTrial<T>({ folder }: Bench, act: (root: string) => Promise<T>): Promise<T> {
  const root = join(folder, `trial-${++trials}`)
  try {
    await mkdir(root, { recursive: true })
    return await act(root)
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

const sandboxIn = ({ sandbox, env }: Bench, workspace: string, root: string): Promise<Sandbox> =>
  openSandbox(sandbox, { workspace, scratch: join(root, 'scratch'), network: false, env })

async function runIn({ stop }: Bench, sandbox: Sandbox, { command, cwd }: { command: string; cwd: string }) {
  const result = await runCommand({ command, cwd, timeoutMs: LIMIT, sandbox, signal: stop })
  stop.throwIfAborted()
  return result
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    if (typeof content !== 'string') continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
