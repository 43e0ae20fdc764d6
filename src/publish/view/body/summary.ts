import { renderParts } from './body.ts'
import { cleanLine, shortList } from '../text/text.ts'
import { subtaskTable } from '../parts/checklist.ts'
import type { View } from '../text/view.ts'

/** An action of a run; `at` is ISO 8601. */
export type TimelineEntry = { at: string; what: string }

export const renderProblems = (problems: readonly string[]): string =>
  problems.map((problem) => `> [!CAUTION]\n> ${cleanLine(problem, 4_000)}`).join('\n\n')

/** The job summary: the same as the body shows, with the proof beside each subtask, and what this run did. */
export function renderSummary(
  view: View,
  timeline: readonly TimelineEntry[],
  problems: readonly string[] = [],
): string {
  const lines = timeline.map(({ at, what }) => `- ${at.slice(11, 19)} ${cleanLine(what, 300)}`)
  const title = `## Plan for #${view.thread.issue.number}: ${cleanLine(view.thread.issue.title)}`
  const pull = view.thread.pull && `Pull request: [#${view.thread.pull.pull.number}](${view.thread.pull.pull.url})`
  const did = lines.length > 0 ? `### Timeline\n\n${shortList(lines, 200_000)}` : 'Nothing to do.'
  const undelivered = view.thread.thisRun.undelivered.map(
    ({ text }) => `### Not posted, because the conversation is locked\n\n${text}`,
  )
  const table = view.state.statuses.some(({ proof }) => proof) ? subtaskTable(view) : ''
  return (
    [title, renderProblems(problems), pull, renderParts(view, { table }), ...undelivered, did]
      .filter(Boolean)
      .join('\n\n') + '\n'
  )
}
