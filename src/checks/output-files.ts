import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RanCheck } from '../agent/context/agent-context.ts'
import type { Sandbox } from '../agent/sandbox/run-command.ts'

/** Whole outputs of failed checks, as files in the temporary directory of an agent's commands. */
export type OutputFiles = ReturnType<typeof outputFiles>

/** Opens the folder of a sandbox. Files are only created, never followed or overwritten: commands may write there, too. */
export function outputFiles({ tmp, env }: Sandbox) {
  const paths = new Map<string, string>()
  let count = 0
  return {
    add: ({ check: { passed, tail }, output }: RanCheck): void => {
      if (passed || output === tail || paths.has(tail)) return
      const name = `check-${++count}.log`
      try {
        writeFileSync(join(tmp, name), output, { flag: 'wx' })
        paths.set(tail, join(env['TMPDIR'] ?? tmp, name))
      } catch {
        // Taken, or the folder is gone.
      }
    },
    /** A line with the path of each output that a text shows only in part. Empty if there is none. */
    pathsFor: (text: string): string =>
      [...paths].flatMap(([tail, path]) => (text.includes(tail) ? `The whole output: ${path}` : [])).join('\n'),
  }
}
