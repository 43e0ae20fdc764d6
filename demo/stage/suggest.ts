import type { Lines } from '../lines.ts'
import type { Chip, Phase } from './view.ts'

const issue = (text: string, as = 'alice'): Chip => ({ text, as, place: 'issue' })
const pull = (text: string, as = 'alice'): Chip => ({ text, as, place: 'pull' })

const QUESTION = '/ask Where is a request answered?'

/** The lines of the story, and where its plan stands: numbers of subtasks, and whether CI failed on its head. */
export type Spoken = Lines & { done: readonly number[]; left: readonly number[]; isRed: boolean }

/** What somebody may want to say next. */
export function chipsFor(phase: Phase, { request, feedback, done, left, isRed }: Spoken): Chip[] {
  const again = issue(`/plan ${request}`.trim())
  const skip = left.slice(-1).map((number) => pull(`/skip ${number}`))
  const undo = done.slice(-1).map((number) => pull(`/undo ${number} not needed`))
  switch (phase) {
    case 'ask':
      return [again, issue(QUESTION), issue('/help'), issue('/plan Do what you like.', 'reader')]
    case 'plan':
      return [issue('/help')]
    case 'approve':
      return [
        pull('approve'),
        ...(feedback && done.length === 0 ? [pull(feedback, 'bob'), pull('Tests first, please.', 'bob')] : []),
        ...(done.length > 0 ? [pull('/update')] : left.slice(0, 1).map((number) => pull(`approve ${number}`))),
        ...[pull('LGTM', 'bob'), pull('approve deadbee'), pull(QUESTION, 'bob'), pull('cancel')],
      ]
    case 'work':
      return [pull('/note Nice to watch.', 'bob'), ...skip, pull('cancel')]
    case 'halted':
      return [pull('/retry'), ...skip, pull('cancel')]
    case 'killed':
      // Whatever is said starts a run, which takes up the work as well.
      return [pull('/note Is it still running?', 'bob'), ...skip, pull('cancel'), pull('/help')]
    case 'done':
      return done.length === 0
        ? [again, pull(QUESTION, 'bob'), pull('/help')]
        : [
            ...(isRed ? [pull('/fix')] : []),
            ...[pull(QUESTION, 'bob'), pull('/update'), ...undo],
            ...[pull('/revise Forget clients whose window is over.', 'bob'), pull('/verify'), pull('/help')],
          ]
    case 'merged':
      return [pull('/verify'), issue('/help')]
    case 'closed':
      return [again, issue('/help')]
  }
}
