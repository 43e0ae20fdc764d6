import type { Lines } from '../lines.ts'
import type { Chip, Phase } from './view.ts'

const issue = (text: string, as = 'alice'): Chip => ({ text, as, place: 'issue' })
const pull = (text: string, as = 'alice'): Chip => ({ text, as, place: 'pull' })

const QUESTION = '/ask Where is a request answered?'

/** The lines of the story, and whether some of the plan was carried out. */
type Spoken = Lines & { hasWork: boolean }

/** What somebody may want to say next. */
export function chipsFor(phase: Phase, { request, feedback, hasWork }: Spoken): Chip[] {
  switch (phase) {
    case 'ask':
      return [
        issue(`/plan ${request}`.trim()),
        issue(QUESTION),
        issue('/help'),
        issue('/plan Do what you like.', 'reader'),
      ]
    case 'plan':
      return [issue('/help')]
    case 'approve':
      return [
        pull('approve'),
        ...(feedback && !hasWork ? [pull(feedback, 'bob'), pull('Tests first, please.', 'bob')] : []),
        ...(hasWork ? [pull('/update')] : [pull('approve 1')]),
        ...[pull('LGTM', 'bob'), pull('approve deadbee'), pull(QUESTION, 'bob'), pull('cancel')],
      ]
    case 'work':
      return [pull('/note Nice to watch.', 'bob'), pull('/skip 3'), pull('cancel')]
    case 'halted':
      return [pull('/retry'), pull('/skip 3'), pull('cancel')]
    case 'killed':
      return [pull('/help')]
    case 'done':
      return [
        ...[pull('/fix'), pull(QUESTION, 'bob'), pull('/update'), pull('/undo 2 not needed')],
        ...[pull('/revise Say in the README whom to ask.', 'bob'), pull('/help')],
      ]
    case 'closed':
      return [issue(`/plan ${request}`.trim()), issue('/help')]
  }
}
