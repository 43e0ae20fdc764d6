import type { Lines } from '../lines.ts'
import type { Chip, Phase } from './view.ts'

const issue = (text: string, as = 'alice'): Chip => ({ text, as, place: 'issue' })
const pull = (text: string, as = 'alice'): Chip => ({ text, as, place: 'pull' })

const QUESTION = '/ask Where is a request answered?'

/**
 * The lines of the story, and where its plan stands: numbers of subtasks, whether CI failed on its head, and the line of
 * `PLAN.md` that cannot be read.
 */
export type Spoken = Lines & {
  done: readonly number[]
  gone: readonly number[]
  left: readonly number[]
  isRed: boolean
  badLine: number | undefined
}

const TO_PLAN: Chip = { ...issue('Go to the plan'), href: '#pull' }

/** What one may want to say next. An issue with an open plan leads to the plan. */
export function chipsFor(phase: Phase, spoken: Spoken): Chip[] {
  const chips = chipsIn(phase, spoken)
  return chips.some(({ place }) => place === 'issue') ? chips : [...chips, TO_PLAN]
}

function chipsIn(phase: Phase, { request, feedback, done, gone, left, isRed, badLine }: Spoken): Chip[] {
  const again = issue(`/plan ${request}`.trim())
  const skip = left.slice(-1).map((number) => pull(`/skip ${number}`))
  const undo = done.slice(-1).map((number) => pull(`/undo ${number} not needed`))
  if (badLine !== undefined && (phase === 'approve' || phase === 'halted'))
    return [{ ...pull(`Edit PLAN.md, line ${badLine}`), href: `#edit-${badLine}` }, pull('cancel')]
  // The tests of the sample project pass only with all of its plan.
  const forget = feedback && gone.length === 0 ? [pull('/revise Forget clients whose window is over.', 'bob')] : []
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
            ...[...forget, pull('/verify'), pull('/help')],
          ]
    case 'merged':
      return [pull('/verify'), issue('/help')]
    case 'closed':
      return [again, issue('/help')]
  }
}
