import { allSkipped, unapproved, type Status } from '../../../decide/approval/subtask-status.ts'
import type { Halt } from '../../../decide/thread/facts.ts'
import type { CommitStatus } from '../../../github/forge.ts'
import { dependants } from '../../../plan/dependencies.ts'
import { isSettled, nameSubtasks, openQuestion } from '../../../plan/plan.ts'
import { cleanLine, code, truncated, joined, visibleLine } from '../text/text.ts'
import { plural, ranges, renderBudget, type Live, type View } from '../text/view.ts'

/** How a plan stands, in one line: `🟡 **In progress: subtask 2, attempt 1 of 3**`. */
export const statusLine = (view: View): string => `${statusEmoji(view)} **${statusText(view)}**`

function statusText(view: View): string {
  const { phase, reading, halt, statuses, missing, ended } = view.state
  if (reading?.kind === 'problem' && phase !== 'done' && phase !== 'abandoned') {
    const line = reading.line === undefined ? '' : `line ${reading.line}: `
    return `The plan file cannot be read: ${line}${cleanLine(reading.reason)}`
  }
  if (missing.length > 0) return 'Paused: commits of this plan are no longer on its branch'
  const texts: Record<typeof phase, string> = {
    none: 'There is no plan yet',
    todo: reading?.plan && openQuestion(reading.plan) ? 'Waiting for an answer' : 'Waiting for approval',
    in_progress: progressText(view),
    halted: `Paused: ${halt ? haltReason(halt, statuses) : 'waiting for someone to decide'}`,
    done: isNothingDone(view.state) ? nothingDone(view.state) : 'Done',
    abandoned: `${ended?.how === 'cancelled' ? `Cancelled by ${cleanLine(ended.by)}` : 'Closed'}: no more subtasks will run`,
  }
  return texts[phase]
}

const isNothingDone = ({ phase, statuses }: View['state']): boolean => phase === 'done' && allSkipped(statuses)

/** Why a finished plan has no executed subtask. */
export const nothingDone = ({ history }: View['state']): string =>
  history.undone.size > 0
    ? 'Nothing is left: what was done was taken back'
    : 'Nothing was done: every subtask was skipped'

function statusEmoji({ state, live }: View): string {
  if (state.reading?.kind === 'problem' && state.phase !== 'done' && state.phase !== 'abandoned') return '❌'
  if (live?.stopped) return '⏹️'
  if (state.missing.length > 0) return EMOJI.halted
  if (state.phase === 'in_progress' && !live?.subtasks.length && !state.statuses.some(({ ready }) => ready))
    return EMOJI.todo
  if (isNothingDone(state)) return '⏹️'
  return state.phase === 'done' && state.statuses.some((one) => one.state !== 'done') ? '☑️' : EMOJI[state.phase]
}

const EMOJI: Record<View['state']['phase'], string> = {
  none: '⚪',
  todo: '🔵',
  in_progress: '🟡',
  halted: '⏸️',
  done: '✅',
  abandoned: '⏹️',
}

/** Whether the description of a pull request says that a run is at work. */
export const saysInProgress = (body: string): boolean => body.includes(`\n${EMOJI.in_progress} `)

const STOPPED = { outside: 'was ended from outside', error: 'ended with an error' }

function progressText({ live, maxAttempts, state }: View): string {
  if (live?.stopped) return `Stopped: the run ${STOPPED[live.stopped]}`
  const [first, ...others] = live?.subtasks ?? []
  if (first && others.length === 0)
    return `In progress: subtask ${first.number}, attempt ${first.attempt} of ${maxAttempts}`
  if (first)
    return `In progress: ${nameSubtasks([first, ...others].map(({ number }) => number).toSorted((a, b) => a - b))}`
  const waiting = numbersIn(unapproved(state.statuses))
  return waiting.length === 0 || state.statuses.some(({ ready }) => ready)
    ? 'In progress'
    : `Waiting for approval of ${waiting.length === 1 ? 'subtask' : 'subtasks'} ${ranges(waiting)}`
}

/** Milliseconds of waiting for the model's endpoint after which the body tells of it. */
const LONG_WAIT = 60_000

/** A wait as the body shows it; undefined for a short one. */
export const longWait = (wait: { length: number; total: number }, now: number): Live['waiting'] =>
  wait.total > LONG_WAIT ? { until: now + wait.length, total: wait.total } : undefined

/** Short names of environment problems, by the beginning of the text of the pause. */
const ENVIRONMENT = [
  ['GitHub did not take the push', 'GitHub does not take a commit'],
  ['The input `setup-command`', '`setup-command` fails'],
  ['The program ', 'a program that a check needs is missing'],
] as const

/** Why a plan waits for a person, as the end of a sentence. */
export function haltReason({ reason, text = '', revised }: Halt, statuses: readonly Status[]): string {
  const reasons: Record<Halt['reason'], string> = {
    failed: `${nameSubtasks(numbersIn(statuses.filter(({ state }) => state === 'failed')))} failed`,
    budget: 'this plan has used up its budget',
    change: revised ? 'the revised plan waits for approval' : 'the agent proposes a change to the plan',
    continuation: 'the follow-up run could not start',
    environment: ENVIRONMENT.find(([begin]) => text.startsWith(begin))?.[1] ?? 'the runner needs a change',
    acceptance: 'an acceptance test needs a look',
  }
  return reasons[reason]
}

const numbersIn = (statuses: readonly Status[]): number[] => statuses.map(({ subtask }) => subtask.number)

/** Characters; GitHub's limit for the description of a commit status. */
const MAX_DESCRIPTION_LENGTH = 140

/** The commit status of a plan's head: what it waits for, and from whom. Undefined without an open plan. */
export function commitStatus(view: View): CommitStatus | undefined {
  const status = wordsOf(view)
  const url = view.thread.pull?.pull.url ?? view.links.run
  return status && { ...status, description: truncated(visibleLine(status.description), MAX_DESCRIPTION_LENGTH), url }
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
  return { state: 'pending', description: approversText(view) || `In progress: ${executed(view)}` }
}

const executed = ({ state: { statuses } }: View): string =>
  `${statuses.filter(({ state }) => state === 'done').length} of ${plural(statuses.length, 'subtask')} done`

/** `Waiting for approval of 2-3 from @carol`; empty while something can be executed. */
function approversText({ state, approvalsRequired }: View): string {
  const waiting = numbersIn(unapproved(state.statuses))
  if (waiting.length === 0 || state.statuses.some(({ ready }) => ready)) return ''
  const [only, ...others] = state.asked
  if (others.length > 0)
    return `Waiting for approval of ${state.asked.map(({ numbers, of }) => `${ranges(numbers)} from ${withoutBackticks(of)}`).join('; ')}`
  const target = waiting.length === state.statuses.length ? 'approval' : `approval of ${ranges(waiting)}`
  const anybody = `${approvalsRequired > 1 ? `${approvalsRequired} people` : 'anybody'} with write permission`
  return `Waiting for ${target} from ${only ? withoutBackticks(only.of) : anybody}`
}

const withoutBackticks = (text: string): string => text.replaceAll('`', '')

/** An action that people can take, as an infinitive without "to", and the comment for it, both trusted Markdown. */
type NextCommand = [to: string, comment: string]

/** In one line, because GitHub would render a list here as a part of the checklist above. */
const inOneLine = (ways: readonly NextCommand[]): string => {
  const line = ways.map(([to, comment]) => `${to}: ${comment}`).join(' · ')
  return line.replace(/^[^:]*:/, (first) => `**${first.charAt(0).toUpperCase()}${first.slice(1)}**`)
}

const END_PLAN: NextCommand = ['end the plan', '`cancel`']
const END_SENTENCE = 'To end the plan, comment `cancel`.'
const REVISE: NextCommand = ['change the plan', '`/revise <what to change>`']

/** The line that says what people can do in the present state of the plan. */
export function howToAnswer(view: View): string {
  const { phase, ended, reading, statuses } = view.state
  const again = `To start over, comment \`/plan\` on #${view.thread.issue.number}.`
  if (phase === 'none') return ''
  if (phase === 'abandoned') return `${whatStays(view)}${again}`
  if (phase === 'done' && ended) return again
  if (isNothingDone(view.state)) return `Close this pull request. ${again}`
  if (phase === 'done') return nextStepsWhenDone(view)
  if (reading?.kind === 'problem') return `Push a fix of the plan file to this branch. ${END_SENTENCE}`
  if (phase === 'halted') return inOneLine(commandsWhenPaused(view))
  if (view.live?.stopped) return `To continue, [run the job again](${view.links.run}). ${END_SENTENCE}`
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
  state.current === undefined && thread.thisRun.undelivered.some(({ target }) => target === 'pull')

/** What people can do when a plan is done: after a merge or close, only ask for a new plan. */
export const nextStepsWhenDone = ({ thread: { pull, issue } }: View): string =>
  pull?.pull.state === 'open'
    ? 'Review the commits as you would any teammate’s, then merge. For more changes, comment `/revise …`, or request changes in a review. `/undo N` takes a subtask back.'
    : `For more changes, comment \`/plan\` on #${issue.number}.`

/** How to approve, in one line. The example of a part names the first subtasks, since they depend on no others. */
export function howToApprove({ state }: View, waiting: readonly number[]): string {
  if (state.reading?.plan && openQuestion(state.reading.plan))
    return '**Go on:** answer the question in a reply · end it: `cancel`'
  const part = ranges(waiting.slice(0, Math.min(3, waiting.length - 1)))
  const settled = state.statuses.filter(isSettled).length
  const isRest = waiting.length + settled < state.statuses.length || settled > 0
  const target = isRest ? `${waiting.length === 1 ? 'subtask' : 'subtasks'} ${ranges(waiting)}` : 'it'
  return joined(' · ', [
    `**Run ${target}:** \`approve\``,
    part && `a part: \`approve ${part}\``,
    'change it: just reply',
    'end it: `cancel`',
  ])
}

/** The commands that continue or end a paused plan, by the reason of the pause. */
export function commandsWhenPaused(view: View, reason = view.state.halt?.reason): NextCommand[] {
  const { state, maxAttempts } = view
  const failed = numbersIn(state.statuses.filter((one) => one.state === 'failed'))
  switch (reason) {
    case 'change':
      return [['go on with the changed plan', '`approve`'], REVISE, END_PLAN]
    case 'budget': {
      const grants = budgetOf(view).map(({ grant }) => grant)
      return [[`go on with another ${grants.join(' and ') || 'budget of the same size'}`, '`/retry`'], REVISE, END_PLAN]
    }
    case 'acceptance':
      return [['change the plan or its tests', REVISE[1]], ['run the tests again', '`/retry`'], END_PLAN]
    case 'failed':
      return [
        [`try again (${plural(maxAttempts, 'more attempt')})`, '`/retry`'],
        ...failed.map((number): NextCommand => [skipText(view, number), `\`/skip ${number}\``]),
        REVISE,
        END_PLAN,
      ]
    default:
      return [['go on', '`/retry`'], REVISE, END_PLAN]
  }
}

function skipText({ state }: View, number: number): string {
  const dependents = state.reading?.plan ? dependants(state.reading.plan, number) : []
  const unfinished = state.statuses.filter((one) => one.state === 'todo' || one.state === 'failed')
  const others = numbersIn(unfinished).filter((one) => one !== number && dependents.includes(one))
  return `skip ${nameSubtasks([number, ...others])}`
}

/** The budget including all grants: each `/retry` after a budget pause granted the same amount again. */
export function budgetOf({ thread, state, allowance }: View): ReturnType<typeof renderBudget> {
  const halts = (thread.branch?.commits ?? []).filter(({ entry }) => entry?.trailers.reason === 'budget')
  return renderBudget(allowance, state.usage, Math.max(1, halts.length) + (thread.paid?.grants ?? 0))
}
