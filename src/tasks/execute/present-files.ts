import { ToolError } from '../../agent/tool.ts'
import type { RulesFor } from '../../agent/context/folder-rules.ts'
import { stripHiddenAndNote } from '../../agent/context/untrusted.ts'
import type { ReadingPlace } from '../../agent/tools/reading-place.ts'
import { asFileData } from '../prompt-parts.ts'

/** Maximum bytes of one file, and of all together, in the task of an executing agent. */
const LONGEST_FILE = 6_000
const LONGEST_TOGETHER = 16_000

/**
 * The present content of text files that a subtask names, so that its agent need not spend a turn on reading them, with
 * the instructions of their folders. What is longer is named instead; what does not exist yet is left out.
 */
export async function presentFiles(
  paths: readonly string[],
  { workspace, redact }: Pick<ReadingPlace, 'workspace' | 'redact'>,
  rulesFor: RulesFor,
): Promise<string> {
  const shown: string[] = []
  const longer: string[] = []
  let left = LONGEST_TOGETHER
  for (const path of paths) {
    const bytes = await workspace.read(path).catch(ignoreMistake)
    if (bytes === undefined || bytes.length === 0 || bytes.includes(0)) continue
    if (bytes.length > Math.min(LONGEST_FILE, left)) {
      longer.push(path)
      continue
    }
    left -= bytes.length
    const text = stripHiddenAndNote(
      redact(
        bytes
          .toString()
          .replace(/^\uFEFF/, '')
          .replaceAll('\r\n', '\n'),
      ),
    )
    shown.push(`Present content of ${path}:\n${asFileData(text)}${await rulesFor([path])}`)
  }
  return [...shown, ...(longer.length > 0 ? [`Longer, and not shown here: ${longer.join(', ')}`] : [])].join('\n\n')
}

/** A path that no tool may read is not shown; the agent hears why when it tries. */
function ignoreMistake(error: unknown): undefined {
  if (!(error instanceof ToolError)) throw error
}
