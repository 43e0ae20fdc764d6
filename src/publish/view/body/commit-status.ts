import { unapproved } from '../../../decide/approval/subtask-status.ts'
import type { CommitStatus } from '../../../github/forge.ts'
import { cut, oneLine } from '../text/text.ts'
import { plural, ranges, type View } from '../text/view.ts'
import { haltReason } from '../parts/status-line.ts'

/** Characters, by GitHub's own limit. */
const MAX_DESCRIPTION_LENGTH = 140

/** The status of a plan's head: what it waits for, and from whom. Undefined where there is no plan, or no more. */
export function commitStatus(view: View): CommitStatus | undefined {
  const said = wordsOf(view)
  const url = view.thread.pull?.pull.url ?? view.links.run
  return said && { ...said, description: cut(oneLine(said.description), MAX_DESCRIPTION_LENGTH), url }
}

function wordsOf(view: View): Omit<CommitStatus, 'url'> | undefined {
  const { phase, reading, halt, statuses } = view.state
  if (phase === 'none' || phase === 'abandoned') return undefined
  const skipped = statuses.filter(({ state }) => state === 'abandoned').length
  const also = skipped > 0 ? `, ${skipped} skipped` : ''
  if (phase === 'done') return { state: 'success', description: `${executed(view)}${also}` }
  if (reading?.kind === 'problem') {
    const line = reading.line === undefined ? '' : `line ${reading.line}: `
    return { state: 'error', description: `${view.planFile} cannot be read: ${line}${reading.reason}` }
  }
  if (phase === 'halted')
    return { state: 'failure', description: `Paused: ${halt ? haltReason(halt, statuses) : 'someone has to decide'}` }
  return { state: 'pending', description: waitingText(view) || `In progress: ${executed(view)}` }
}

const executed = ({ state: { statuses } }: View): string =>
  `${statuses.filter(({ state }) => state === 'done').length} of ${plural(statuses.length, 'subtask')} done`

/** `Waiting for approval of 2-3 from @carol`; empty while something can be executed. */
function waitingText({ state, approvalsRequired }: View): string {
  const waiting = unapproved(state.statuses).map(({ subtask }) => subtask.number)
  if (waiting.length === 0 || state.statuses.some(({ ready }) => ready)) return ''
  const what = waiting.length === state.statuses.length ? 'approval' : `approval of ${ranges(waiting)}`
  const [only, ...others] = state.asked
  if (!only) return `Waiting for ${what} from ${anybody(approvalsRequired)}`
  if (others.length === 0) return `Waiting for ${what} from ${bare(only.of)}`
  return `Waiting for approval of ${state.asked.map(({ numbers, of }) => `${ranges(numbers)} from ${bare(of)}`).join('; ')}`
}

const anybody = (required: number): string =>
  required > 1 ? `${required} people with write permission` : 'anybody with write permission'

const bare = (text: string): string => text.replaceAll('`', '')
