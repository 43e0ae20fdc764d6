import type { Halt } from '../../decide/facts.ts'
import { unapproved, type Status } from '../../decide/status.ts'
import { cleanLine } from './clean.ts'
import { plural, ranges } from './figures.ts'
import { liveSubtasks, type Live, type View } from './view.ts'
import { nameSubtasks } from '../../plan/plan.ts'

/** Where the plan stands, in a few plain words. */
export function statusLine(view: View): string {
  const { phase, reading, halt, statuses } = view.state
  if (reading?.kind === 'problem' && phase !== 'done' && phase !== 'abandoned') {
    const line = reading.line === undefined ? '' : `line ${reading.line}: `
    return `The plan file cannot be read: ${line}${cleanLine(reading.reason)}`
  }
  switch (phase) {
    case 'none':
      return 'There is no plan yet'
    case 'todo':
      return 'Waiting for approval'
    case 'in_progress':
      return underWay(view)
    case 'halted':
      return `Paused: ${halt ? haltReason(halt, statuses) : 'waiting for someone to decide'}`
    case 'done':
      return 'Done'
    case 'abandoned':
      return 'Cancelled: no more subtasks will run'
  }
}

function underWay({ live, maxAttempts, state }: View): string {
  if (live?.stopped) return 'Stopped: the run was ended from outside'
  if (live?.beside?.length)
    return `In progress: ${nameSubtasks(
      liveSubtasks(live)
        .map(({ number }) => number)
        .toSorted((a, b) => a - b),
    )}`
  if (live?.number !== undefined)
    return `In progress: subtask ${live.number}, attempt ${live.attempt} of ${maxAttempts}`
  const waiting = numbersOf(unapproved(state.statuses))
  return waiting.length === 0 || state.statuses.some(({ ready }) => ready)
    ? 'In progress'
    : `Waiting for approval of ${waiting.length === 1 ? 'subtask' : 'subtasks'} ${ranges(waiting)}`
}

/** Milliseconds of waiting for the model's endpoint after which the body tells of it. */
const LONG_WAIT = 60_000

/** A wait as the body shows it; undefined for one that is not worth a line. */
export const longWait = (wait: { length: number; total: number }, now: number): Live['waiting'] =>
  wait.total > LONG_WAIT ? { until: now + wait.length, total: wait.total } : undefined

/** That the work waits for the model's endpoint, and until when; empty when it does not. */
export function waitingText({ live }: View): string {
  if (!live?.waiting) return ''
  const { until, total } = live.waiting
  const time = new Date(until).toISOString().slice(11, 16)
  return `Waiting for the model’s endpoint, which is at its limit, until ${time} UTC (${plural(Math.ceil(total / 60_000), 'minute')} in all).`
}

/** Why a plan waits for a person, as the end of a sentence. */
export function haltReason({ reason }: Halt, statuses: readonly Status[]): string {
  switch (reason) {
    case 'failed': {
      const failed = failedNumbers(statuses)
      return `${nameSubtasks(failed)} failed`
    }
    case 'budget':
      return 'this plan has used up its budget'
    case 'change':
      return 'the agent proposes a change to the plan'
    case 'continuation':
      return 'it could not go on in a new run'
  }
}

/** What people can answer now, with the exact words of the commands, one a line. */
export function howToAnswer(view: View): string {
  const { phase, reading, statuses } = view.state
  const cancel = '`cancel` closes this pull request.'
  const issue = view.thread.issue.number
  if (phase === 'abandoned') return bullets(`To start over, comment \`/plan\` on #${issue}.`)
  if (phase === 'done')
    return bullets(
      'Review the commits as you would any teammate’s, then merge.',
      'For more changes, comment `/revise …`, or request changes in a review.',
    )
  if (reading?.kind === 'problem') return bullets('Fix the plan file on this branch.', cancel)
  if (phase === 'halted') return bullets(...onHalt(view), cancel)
  if (view.live?.stopped) return bullets(`To continue, [run the job again](${view.links.run}).`, cancel)
  const waiting = numbersOf(unapproved(statuses))
  if (waiting.length > 0) return bullets(...howToApprove(view, waiting), HOW_TO_CHANGE, cancel)
  return bullets('Nothing to do right now. To change course: `/revise …`, `/skip N` or `cancel`.')
}

export const HOW_TO_CHANGE = 'To change it, reply with what should be different.'

export const bullets = (...lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** How to approve, a sentence a line. The example of a part are the first subtasks, which need no others. */
export function howToApprove({ state }: View, waiting: readonly number[]): string[] {
  const part = ranges(waiting.slice(0, Math.min(3, waiting.length - 1)))
  const settled = state.statuses.filter((one) => one.state === 'done' || one.state === 'abandoned').length
  const isRest = waiting.length + settled < state.statuses.length || settled > 0
  const what = isRest ? `${waiting.length === 1 ? 'subtask' : 'subtasks'} ${ranges(waiting)}` : 'this plan'
  return [
    `To run ${what}, comment \`approve\`.`,
    ...(part === '' ? [] : [`To run a part of it, comment \`approve ${part}\`.`]),
  ]
}

function onHalt({ state }: View): string[] {
  switch (state.halt?.reason) {
    case 'budget':
      return ['`/retry` grants the same amount again.', '`/revise …` changes the plan.']
    case 'change':
      return ['To go on with the changed plan, comment `approve`.', HOW_TO_CHANGE]
    case 'failed': {
      const [first = 1] = failedNumbers(state.statuses)
      return ['`/retry` tries again.', `\`/skip ${first}\` goes on without it.`, '`/revise …` changes the plan.']
    }
    default:
      return ['`/retry` goes on.', '`/revise …` changes the plan.']
  }
}

/** Who approved what, and how many approvals there are when more than one is asked for; empty when there are none. */
export function approvalsText({ state, approvalsRequired }: View): string {
  const approved = new Map<string, number[]>()
  for (const { subtask, approvals } of state.statuses) {
    const executed = state.history.executed.get(subtask.number)
    const logins = new Set((executed?.approvedBy ?? approvals).map(({ login }) => login))
    for (const login of logins) approved.set(login, [...(approved.get(login) ?? []), subtask.number])
  }
  if (approved.size === 0)
    return approvalsRequired > 1 ? `${plural(approvalsRequired, 'approval')} needed, none given yet` : ''
  const people = [...approved].map(([login, numbers]) => {
    const scope = numbers.length === state.statuses.length ? 'all' : ranges(numbers)
    return `${cleanLine(login)} (${scope})`
  })
  return `Approved by ${people.join(', ')}${approvalsRequired > 1 ? ` · ${counted(state.statuses, approvalsRequired)}` : ''}`
}

/** `1 of 2 approvals`, or for which subtasks there are how many. */
function counted(statuses: readonly Status[], required: number): string {
  const open = statuses.filter(({ state }) => state !== 'done' && state !== 'abandoned')
  const counts = [...Map.groupBy(open, ({ approvals }) => Math.min(approvals.length, required))]
  const each = ([given, members]: [number, Status[]]) =>
    `${given} of ${required} approvals${counts.length > 1 ? ` for ${ranges(numbersOf(members))}` : ''}`
  return counts.map(each).join(', ') || `${plural(required, 'approval')} each`
}

const numbersOf = (statuses: readonly Status[]): number[] => statuses.map(({ subtask }) => subtask.number)

const failedNumbers = (statuses: readonly Status[]): number[] =>
  numbersOf(statuses.filter(({ state }) => state === 'failed'))
