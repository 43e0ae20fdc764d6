/** The files that may tell agents how to work in a repository. The first that is there counts. */
export const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'] as const

/** One line that is to be added to the end of such a file, without its bullet. */
export type LessonLine = { path: string; line: string }

/** A lesson as the branch records it: its subtask, its line, and the comments that ask for it, with their plans. */
export type OfferedLesson = LessonLine & { subtask: number; evidence: readonly { plan: number; comment: number }[] }

/**
 * What is appended to a file of this text to add a line: a bullet of its own, with the line ends that the file has. A
 * last line without an end gets one.
 */
export function appended(before: string, line: string): string {
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  return `${before === '' || before.endsWith('\n') ? '' : end}- ${line}${end}`
}
