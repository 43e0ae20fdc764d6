import { type Check, checksFor, listNumbers, type Subtask } from '../../../plan/plan.ts'
import { cleanText, code, noteText, type NoteText, shortList } from '../text/text.ts'

type Merged = {
  base: string
  merge: string
  subtasks: readonly Subtask[]
  /** Undefined when there was no time to run them. */
  checks: readonly Check[] | undefined
  verifyCommand: string | undefined
  key: string
}

/** What the checks of executed subtasks came to after the base was merged. */
export function checksAfterMerge({ base, merge, subtasks, checks, verifyCommand, key }: Merged): NoteText {
  const what = `${code(base)} was merged in ${merge.slice(0, 7)}.`
  if (!checks) return noteText(key, `${what} The run’s time was up, so checks did not run after the merge.`)
  const failed = checks.filter(({ passed }) => !passed)
  const numbers = listNumbers(subtasks.map(({ number }) => number).toSorted((a, b) => a - b))
  const of = `the checks of subtask${subtasks.length > 1 ? 's' : ''} ${numbers}`
  if (failed.length === 0) return noteText(key, `${what} After the merge, ${of} still pass.`)
  const lines = failed.map(({ command, exit }) => {
    const own = subtasks.filter((subtask) => checksFor(subtask, verifyCommand).includes(command))
    const whose = listNumbers(own.map(({ number }) => number))
    return `- ${code(command)} (subtask${own.length > 1 ? 's' : ''} ${whose}): ${cleanText(exit, 100)}`
  })
  return noteText(
    key,
    `${what} After the merge, not all of ${of} pass:`,
    shortList(lines),
    ...failed
      .slice(0, 5)
      .map(({ tail }) => tail && cleanText(`\`\`\`\n${tail.slice(-3_000).replaceAll('```', "'''")}\n\`\`\``)),
    'Use `/revise` to have it fixed.',
  )
}
