import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../src/work/run.ts'
import { openSandbox } from '../src/work/sandbox.ts'
import type { Files } from '../test/github/types.ts'
import { checkout } from '../test/runner/checkout.ts'
import type { Stage } from './stage.ts'
import { PATH } from './stage.ts'

const SAMPLE = join(import.meta.dirname, 'project')

/** The files of the sample project: a board of notes, with a test for a limit that is not there yet. */
export async function sampleFiles(): Promise<Files> {
  const files: Files = {}
  for await (const path of glob(['**/*', '.gitignore'], { cwd: SAMPLE })) {
    const full = join(SAMPLE, path)
    if ((await stat(full)).isFile()) files[path] = await readFile(full, 'utf8')
  }
  return files
}

/** Whether the sample project's tests pass at a revision, in the same sandbox as the agent's commands, and what they say. */
export async function testProject(
  { github, folder, sandbox: kind, stop }: Stage,
  ref: string,
): Promise<{ passed: boolean; output: string }> {
  const sha = (await github.sha(ref)) ?? ''
  const cwd = join(folder, 'tests', sha)
  await checkout(cwd, { github, place: { ref, sha }, depth: 1 })
  const place = { workspace: cwd, scratch: join(folder, 'scratch'), network: true, env: { ...process.env, PATH } }
  const sandbox = await openSandbox(kind, place)
  const result = await runCommand({ command: 'node --test', cwd, timeoutMs: 60_000, sandbox, signal: stop })
  return { passed: result.kind === 'exited' && result.code === 0, output: result.output }
}
