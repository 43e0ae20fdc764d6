import type { Lines } from '../lines.ts'
import type { Chip, Phase } from './view.ts'

const issue = (text: string, as = 'alice'): Chip => ({ text, as, place: 'issue' })
const pull = (text: string, as = 'alice'): Chip => ({ text, as, place: 'pull' })

const QUESTION = '/ask Where is a request answered?'

/** What somebody may want to say next. */
export function chipsFor(phase: Phase, { request, feedback }: Lines): Chip[] {
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
        ...(feedback ? [pull(feedback, 'bob')] : []),
        ...[pull('approve 1'), pull('LGTM', 'bob'), pull('approve deadbee'), pull(QUESTION, 'bob'), pull('cancel')],
      ]
    case 'work':
      return [pull('/note Nice to watch.', 'bob'), pull('/skip 3'), pull('cancel')]
    case 'halted':
      return [pull('/retry'), pull('/skip 3'), pull('cancel')]
    case 'killed':
    case 'done':
      return [pull('/help')]
    case 'closed':
      return [issue(`/plan ${request}`.trim()), issue('/help')]
  }
}
