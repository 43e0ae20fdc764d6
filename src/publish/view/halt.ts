import { MAX_CONTINUATIONS } from '../../decide/decide.ts'
import type { Halt } from '../../decide/facts.ts'
import { answerTo, noteMarker } from '../../decide/comment-markers.ts'
import type { Status } from '../../decide/status.ts'
import { cleanLine, fenced } from './clean.ts'
import { commentOf } from './comment.ts'
import { plural, renderBudget } from './figures.ts'
import { bullets, haltReason } from './status-line.ts'
import type { Usage } from '../../plan/usage.ts'
import { dependants } from '../../plan/graph.ts'
import { nameSubtasks } from '../../plan/plan.ts'
import type { View } from './view.ts'

/** The comment that says why a plan waits for a person, the commands that go on from here, and the evidence. */
export function haltNote(view: View, halt: Halt): string {
  const failed = view.state.statuses.filter(({ state }) => state === 'failed')
  return commentOf(
    [
      `**Paused:** ${haltReason(halt, view.state.statuses)}.`,
      explanation(view, halt),
      commands(view, halt, failed),
      ...(halt.reason === 'failed' ? failed.map(evidence) : []),
      `<sub>[Log of the run](${view.links.run})</sub>`,
    ],
    noteMarker(`halted-${halt.reason}-${halt.since}`),
  )
}

/** For whoever asked for a plan whose draft used up the budget. Nothing is on a branch, so a new draft begins anew. */
export function draftHalt({ allowance }: View, usage: Usage, id: number | undefined): string {
  const budgets = renderBudget(allowance, usage, 1)
  const grant = budgets.map((one) => one.grant).join(' and ')
  return commentOf(
    [
      '**Paused:** the draft used up the budget of this plan, and there is no plan yet.',
      budgets.map(({ input, spent, of }) => `Spent ${spent} of ${of} (\`${input}\`).`).join('\n'),
      `To continue:\n\n${bullets(
        `\`/plan …\` begins again with another ${grant}`,
        'a smaller request needs less',
        `${budgets.map(({ input }) => `\`${input}\``).join(' and ')} can be raised in the workflow`,
      )}`,
    ],
    noteMarker(id === undefined ? 'halted-draft' : answerTo(id)),
  )
}

function explanation(view: View, { reason }: Halt): string {
  switch (reason) {
    case 'failed':
      return [...whatWaits(view), 'Nothing from the failed attempts is on the branch.'].join('\n')
    case 'budget':
      return budget(view)
        .map(({ input, spent, of }) => `Spent ${spent} of ${of} (\`${input}\`).`)
        .join('\n')
    case 'change':
      return 'The agent found something the plan did not expect. The changed plan is announced as a new version, and nothing runs before it is approved.'
    case 'continuation':
      return view.state.history.continuations < MAX_CONTINUATIONS ? REFUSED : NO_PROGRESS
  }
}

const REFUSED =
  'GitHub refused to start the next run. Give the job the permission `actions: write`, and keep the trigger `workflow_dispatch` with the input `number`.'
const NO_PROGRESS = `${MAX_CONTINUATIONS} runs in a row finished no subtask. Split a subtask that takes too long for one run, or raise \`time-budget\`.`

/** What each failed subtask holds up, by name. */
function whatWaits({ state }: View): string[] {
  if (state.reading?.kind !== 'plan') return []
  const { plan } = state.reading
  const open = state.statuses.filter((status) => status.state === 'todo')
  return state.statuses
    .filter((status) => status.state === 'failed')
    .flatMap(({ subtask: { number } }) => {
      const along = dependants(plan, number)
      const waiting = open.filter(({ subtask }) => along.includes(subtask.number))
      const names = waiting.map(({ subtask }) => `${subtask.number}. ${cleanLine(subtask.name)}`)
      return names.length === 0 ? [] : [`Waiting for subtask ${number}: ${shortened(names)}.`]
    })
}

const MOST_NAMES = 20
const shortened = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '')

/** The budget with everything that was granted: each halt that a `/retry` ended granted the same again. */
function budget({ thread, state, allowance }: View): ReturnType<typeof renderBudget> {
  const halts = (thread.branch?.commits ?? []).filter(({ entry }) => entry?.trailers.reason === 'budget')
  return renderBudget(allowance, state.usage, Math.max(1, halts.length))
}

function commands(view: View, { reason }: Halt, failed: readonly Status[]): string {
  const grant = budget(view).map((one) => one.grant)
  const retry: Record<Halt['reason'], string> = {
    failed: `\`/retry\` tries again, with ${plural(view.maxAttempts, 'more attempt')}`,
    budget: `\`/retry\` grants another ${grant.join(' and ') || 'budget of the same size'} and goes on`,
    change: '`approve` runs the changed plan',
    continuation: '`/retry` goes on',
  }
  const skips = failed.map(({ subtask }) => `\`/skip ${subtask.number}\` ${dropped(view, subtask.number)}`)
  const rest = ['`/revise <what to change>` changes the plan', '`cancel` ends the plan and keeps the commits']
  return `To continue:\n\n${bullets(retry[reason], ...skips, ...rest)}`
}

function dropped({ state }: View, number: number): string {
  const along = state.reading?.kind === 'plan' ? dependants(state.reading.plan, number) : []
  const open = state.statuses.filter((one) => one.state === 'todo' || one.state === 'failed')
  const numbers = open.map(({ subtask }) => subtask.number).filter((one) => one === number || along.includes(one))
  return `drops ${nameSubtasks(numbers)}`
}

/** The evidence in the commit that records the failure: for each attempt the commands and the end of their output. */
const evidence = ({ subtask, text, attempts }: Status): string =>
  `**${subtask.number}. ${cleanLine(subtask.name)}** · ${plural(attempts, 'attempt')}\n\n${fenced(text)}`
