import { glob, mkdtemp, readFile, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { GitHub } from '../fakes/github/github.ts'
import type { Files } from '../fakes/github/types.ts'
import { checkout } from '../fakes/runner/checkout.ts'
import { runConfined, type Walls } from '../fakes/runner/walls.ts'

/** Commands find the Node that runs this. */
export const PATH = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)

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

/** Where a revision is tried: its repository, a folder for it, and how its commands are kept apart and stopped. */
type Target = { github: GitHub; folder: string; sandbox: Walls; stop: AbortSignal }

/** Whether a command succeeds at a revision, in the same sandbox as the agent's commands, and what it prints. */
export async function tryAt(
  { github, folder, sandbox, stop }: Target,
  ref: string,
  command: string,
): Promise<{ passed: boolean; output: string }> {
  const sha = (await github.sha(ref)) ?? ''
  const cwd = await mkdtemp(join(folder, 'tried-'))
  await checkout(cwd, { github, place: { ref, sha }, depth: 1 })
  const env = { ...process.env, PATH }
  const ran = await runConfined(sandbox, { command, cwd, scratch: join(folder, 'scratch'), env, signal: stop })
  return { passed: ran.passed, output: ran.output.replaceAll(`file://${cwd}/`, '').replaceAll(`${cwd}/`, '') }
}

/** What the sample project's tests are run by. */
export const TESTS = 'node --test'
