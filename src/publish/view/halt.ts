import type { Halt } from '../../decide/facts.ts'
import { noteMarker } from '../../decide/comment-markers.ts'
import type { Status } from '../../decide/status.ts'
import { cleanLine, fenced } from './clean.ts'
import { commentOf } from './comment.ts'
import { plural, renderUsed } from './figures.ts'
import { haltReason } from './status-line.ts'
import type { View } from './view.ts'

/** The comment that says why a plan waits for a person, the commands that go on from here, and the evidence. */
export function haltNote(view: View, halt: Halt): string {
  const failed = view.state.statuses.filter(({ state }) => state === 'failed')
  return commentOf(
    [
      `**Halted:** ${haltReason(halt, view.state.statuses)}.`,
      explanation(view, halt),
      commands(view, halt, failed),
      ...(halt.reason === 'failed' ? failed.map(evidence) : []),
      `<sub>[Log of the run](${view.links.run})</sub>`,
    ],
    noteMarker(`halted-${halt.reason}-${halt.since}`),
  )
}

function explanation(view: View, { reason }: Halt): string {
  switch (reason) {
    case 'failed':
      return 'What did not depend on it is carried out; nothing of the failed attempts is on the branch.'
    case 'budget':
      return `So far the plan has used ${renderUsed(view.state.usage, view.prices)}. The budget is set by the inputs \`max-tokens\` and \`max-cost\`.`
    case 'change':
      return 'What was found on the way does not fit the plan. The changed plan is announced as a new version, and nothing is carried out before it is approved.'
    case 'continuation':
      return (
        'The time of the job was up and no new run took over, or several runs passed without a finished subtask. To start new runs the workflow needs the permission ' +
        '`actions: write` and the trigger `workflow_dispatch` with the input `number`; a subtask that takes too long for one run is better split.'
      )
  }
}

function commands(view: View, { reason }: Halt, failed: readonly Status[]): string {
  const approve = '- `approve` carries out the changed plan'
  const retry: Record<Halt['reason'], string> = {
    failed: `- \`/retry\` tries again, with ${plural(view.maxAttempts, 'new attempt')}`,
    budget: '- `/retry` grants the same amount again and goes on',
    change: approve,
    continuation: '- `/retry` goes on',
  }
  const skips = failed.map(
    ({ subtask }) => `- \`/skip ${subtask.number}\` goes on without subtask ${subtask.number} and what depends on it`,
  )
  const rest = [
    '- `/revise …`, with your words, changes the plan',
    '- `cancel` ends it; what is done stays on the branch',
  ]
  return ['How to go on:', '', retry[reason], ...skips, ...rest].join('\n')
}

/** The evidence in the commit that records the failure: for each attempt the commands and the end of their output. */
const evidence = ({ subtask, text, attempts }: Status): string =>
  `**${subtask.number}. ${cleanLine(subtask.name)}** · ${plural(attempts, 'attempt')}\n\n${fenced(text)}`
