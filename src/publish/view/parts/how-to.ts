import { unapproved } from '../../../decide/approval/subtask-status.ts'
import { isSettled, listNumbers, openQuestion } from '../../../plan/plan.ts'
import { dependants } from '../../../plan/dependencies.ts'
import { code } from '../text/text.ts'
import { ranges, renderBudget, plural, type View } from '../text/view.ts'
import { numbersIn, isNothingDone } from './status-line.ts'

/** Something that people can do, as the end of "to", and what to comment for it. Both are Markdown of ours. */
type NextCommand = [to: string, comment: string]

/** In one line: GitHub takes a list below the checklist for a part of it. */
const inOneLine = (ways: readonly NextCommand[]): string => {
  const line = ways.map(([to, comment]) => `${to}: ${comment}`).join(' · ')
  return line.replace(/^[^:]*:/, (first) => `**${first.charAt(0).toUpperCase()}${first.slice(1)}**`)
}

const END: NextCommand = ['end the plan', '`cancel`']
const TO_END = 'To end the plan, comment `cancel`.'
const REVISE: NextCommand = ['change the plan', '`/revise <what to change>`']

export function howToAnswer(view: View): string {
  const { phase, ended, reading, statuses } = view.state
  const again = `To start over, comment \`/plan\` on #${view.thread.issue.number}.`
  if (phase === 'none') return ''
  if (phase === 'abandoned') return `${whatStays(view)}${again}`
  if (phase === 'done' && ended) return again
  if (isNothingDone(view.state)) return `Close this pull request. ${again}`
  if (phase === 'done') return whenDone(view)
  if (reading?.kind === 'problem') return `Push a fix of the plan file to this branch. ${TO_END}`
  if (phase === 'halted') return inOneLine(whenHalted(view))
  if (view.live?.stopped) return `To continue, [run the job again](${view.links.run}). ${TO_END}`
  if (isUnannounced(view)) return 'Unlock this conversation: a version can be approved once it is announced here.'
  const waiting = numbersIn(unapproved(statuses))
  if (waiting.length > 0 || (reading?.plan && openQuestion(reading.plan))) return howToApprove(view, waiting)
  return 'To change course, comment `/revise …`, `/skip N` or `cancel`.'
}

function whatStays(view: View): string {
  const { history, ended } = view.state
  const branch = view.thread.branch?.name
  if (ended?.how !== 'cancelled' || branch === undefined) return ''
  return history.executed.size > 0
    ? `The commits of ${plural(history.executed.size, 'subtask')} stay on the branch ${code(branch)}. `
    : 'Nothing ran, so the branch is deleted. '
}

/** Whether the conversation is locked, so that the present version could not be announced. */
const isUnannounced = ({ thread, state }: View): boolean =>
  state.current === undefined && thread.thisRun.undelivered.some(({ place }) => place === 'pull')

/** What is left to people when a plan is done. One that was merged or closed goes on with a new plan. */
export const whenDone = ({ thread: { pull, issue } }: View): string =>
  pull?.pull.state === 'open'
    ? 'Review the commits as you would any teammate’s, then merge. For more changes, comment `/revise …`, or request changes in a review. `/undo N` takes a subtask back.'
    : `For more changes, comment \`/plan\` on #${issue.number}.`

/** What people can do with a plan that waits, in one line. The first subtasks are the part, since they need no others. */
export function howToApprove({ state }: View, waiting: readonly number[]): string {
  if (state.reading?.plan && openQuestion(state.reading.plan))
    return '**Go on:** answer the question in a reply · end it: `cancel`'
  const part = ranges(waiting.slice(0, Math.min(3, waiting.length - 1)))
  const settled = state.statuses.filter(isSettled).length
  const isRest = waiting.length + settled < state.statuses.length || settled > 0
  const what = isRest ? `${waiting.length === 1 ? 'subtask' : 'subtasks'} ${ranges(waiting)}` : 'it'
  const ways = [
    `**Run ${what}:** \`approve\``,
    part && `a part: \`approve ${part}\``,
    'change it: just reply',
    'end it: `cancel`',
  ]
  return ways.filter(Boolean).join(' · ')
}

export function whenHalted(view: View, reason = view.state.halt?.reason): NextCommand[] {
  const { state, maxAttempts } = view
  const failed = numbersIn(state.statuses.filter((one) => one.state === 'failed'))
  switch (reason) {
    case 'change':
      return [['go on with the changed plan', '`approve`'], REVISE, END]
    case 'budget': {
      const grants = budgetOf(view).map(({ grant }) => grant)
      return [[`go on with another ${grants.join(' and ') || 'budget of the same size'}`, '`/retry`'], REVISE, END]
    }
    case 'acceptance':
      return [['change the plan or its tests', REVISE[1]], ['run the tests again', '`/retry`'], END]
    case 'failed':
      return [
        [`try again (${plural(maxAttempts, 'more attempt')})`, '`/retry`'],
        ...failed.map((number): NextCommand => [dropped(view, number), `\`/skip ${number}\``]),
        REVISE,
        END,
      ]
    default:
      return [['go on', '`/retry`'], REVISE, END]
  }
}

function dropped({ state }: View, number: number): string {
  const along = state.reading?.plan ? dependants(state.reading.plan, number) : []
  const open = state.statuses.filter((one) => one.state === 'todo' || one.state === 'failed')
  const others = numbersIn(open).filter((one) => one !== number && along.includes(one))
  return others.length > 0 ? `skip subtasks ${listNumbers([number, ...others])}` : `skip subtask ${number}`
}

/** The budget with everything that was granted: each pause that a `/retry` ended granted the same again. */
export function budgetOf({ thread, state, allowance }: View): ReturnType<typeof renderBudget> {
  const halts = (thread.branch?.commits ?? []).filter(({ entry }) => entry?.trailers.reason === 'budget')
  return renderBudget(allowance, state.usage, Math.max(1, halts.length) + (thread.paid?.grants ?? 0))
}
