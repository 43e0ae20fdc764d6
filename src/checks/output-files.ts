import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RanCheck } from '../agent/context/agent-context.ts'
import type { Sandbox } from '../agent/sandbox/run-command.ts'

/** Whole outputs of failed checks, as files in the temporary directory of an agent's commands. */
export type OutputFiles = {
  add: (run: RanCheck) => void
  /** A line with the path of each output that a text shows only in part. Empty if there is none. */
  pathsFor: (text: string) => string
}

/** Maximum file names to try per output, because commands may have created files of these names. */
const TRIES = 20

/** Opens the folder of a sandbox. Files are only created, never followed or overwritten: commands may write there, too. */
export function outputFiles({ tmp, env }: Sandbox): OutputFiles {
  const paths = new Map<string, string>()
  let count = 0
  const write = (output: string): string | undefined => {
    for (let tries = 0; tries < TRIES; tries++) {
      const name = `check-${++count}.log`
      try {
        writeFileSync(join(tmp, name), output, { flag: 'wx' })
        return join(env['TMPDIR'] ?? tmp, name)
      } catch {
        // Taken, or the folder is gone.
      }
    }
    return undefined
  }
  return {
    add: ({ check: { passed, tail }, output }) => {
      if (passed || output === tail || paths.has(tail)) return
      const path = write(output)
      if (path !== undefined) paths.set(tail, path)
    },
    pathsFor: (text) =>
      [...paths].flatMap(([tail, path]) => (text.includes(tail) ? `The whole output: ${path}` : [])).join('\n'),
  }
}
