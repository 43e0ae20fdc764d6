import { glob, readFile, stat } from 'node:fs/promises'
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
type Place = { github: GitHub; folder: string; sandbox: Walls; stop: AbortSignal }

/** Whether the sample project's tests pass at a revision, in the same sandbox as the agent's commands, and what they say. */
export async function testProject(
  { github, folder, sandbox, stop }: Place,
  ref: string,
): Promise<{ passed: boolean; output: string }> {
  const sha = (await github.sha(ref)) ?? ''
  const cwd = join(folder, 'tests', sha)
  await checkout(cwd, { github, place: { ref, sha }, depth: 1 })
  const env = { ...process.env, PATH }
  return runConfined(sandbox, { command: 'node --test', cwd, scratch: join(folder, 'scratch'), env, signal: stop })
}
