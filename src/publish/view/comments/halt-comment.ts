import { MAX_CONTINUATIONS } from '../../../decide/next/decide.ts'
import type { Halt } from '../../../decide/thread/facts.ts'
import { answerTo } from '../../../decide/thread/people.ts'
import type { Status } from '../../../decide/approval/subtask-status.ts'
import { cleanLine, cleanText, folded, joined, noteText, outputBlock, table, withoutStackTraces } from '../text/text.ts'
import type { NoteText } from '../text/text.ts'
import { listInLine } from '../../../lib/shorten.ts'
import { plural, renderBudget, renderTokens, whyNoDollars, type View } from '../text/view.ts'
import { budgetOf, haltReason, commandsWhenPaused } from '../parts/status-line.ts'
import type { Usage } from '../../../plan/usage.ts'
import { dependants } from '../../../plan/dependencies.ts'

/** The comment that says why a plan waits for a person, the commands that go on from here, and the evidence. */
export function haltNote(view: View, halt: Halt): NoteText {
  const failed = view.state.statuses.filter(({ state }) => state === 'failed')
  const isFailure = halt.reason === 'failed'
  const small = [
    isFailure && 'Nothing from the failed attempts is on the branch.',
    `Spent so far: ${renderTokens(view.state.usage, view.prices)}.`,
    whyNoDollars(view.prices),
    `[Log of the run](${view.links.run})`,
  ]
  return noteText(
    `halted-${halt.reason}-${halt.since}`,
    `### ⏸️ Paused: ${haltReason(halt, view.state.statuses)}`,
    explanation(view, halt),
    table(COMMANDS, commandsWhenPaused(view, halt.reason)),
    ...(isFailure ? [...failed.slice(0, SHOWN_FAILURES).map(lastFailure), ...failed.flatMap(earlierFailures)] : []),
    `<sub>${joined(' ', small)}</sub>`,
  )
}

const COMMANDS = ['You want to', 'Comment']

/** Failed subtasks whose evidence is shown, and the characters of it, from its end, where errors usually are. */
const SHOWN_FAILURES = 5
const EVIDENCE_LENGTH = 2_500

/** The comment about a draft that used up the budget. There is no branch yet, so the next draft starts from scratch. */
export function draftHalt({ allowance }: View, usage: Usage, id: number | undefined): NoteText {
  const budgets = renderBudget(allowance, usage, 1)
  const grant = budgets.map((one) => one.grant).join(' and ')
  return noteText(
    id === undefined ? 'halted-draft' : answerTo(id),
    '### ⏸️ Paused: the draft used up the budget, and there is no plan yet',
    spentText(budgets),
    table(COMMANDS, [[`begin again with another ${grant}`, '`/plan …`']]),
    `A smaller request needs less. Or raise ${budgets.map(({ input }) => `\`${input}\``).join(' and ')} in the workflow.`,
  )
}

const spentText = (budgets: ReturnType<typeof budgetOf>): string =>
  budgets.map(({ input, spent, of }) => `Spent ${spent} of ${of} (\`${input}\`).`).join('\n')

function explanation(view: View, { reason, text = '' }: Halt): string {
  const explanations: Record<Halt['reason'], () => string> = {
    failed: () => waitingSubtasks(view).join('\n'),
    budget: () => spentText(budgetOf(view)),
    change: () =>
      'The agent found something the plan did not expect. The changed plan is announced as a new version, and nothing runs before it is approved.',
    continuation: () => (view.state.history.continuations < MAX_CONTINUATIONS ? REFUSED : NO_PROGRESS),
    environment: () => sentencesAndOutput(text, (printed) => folded('What it printed last', outputBlock(printed))),
    acceptance: () => sentencesAndOutput(text, (printed) => outputBlock(lastPart(printed))),
  }
  return explanations[reason]()
}

function sentencesAndOutput(text: string, block: (printed: string) => string): string {
  const [sentences = '', printed = ''] = text.split(/\n\n(?=\$ )/)
  return joined('\n\n', [cleanText(withoutStackTraces(sentences), 3_000), printed && block(withoutIndent(printed))])
}

/** Removes the indentation that output of a command gets in a commit message. */
const withoutIndent = (text: string): string => text.replace(/^ {4}/gm, '')

const REFUSED =
  'GitHub refused to start the next run. Give the job the permission `actions: write`, and keep the trigger `workflow_dispatch` with the input `number`.'
const NO_PROGRESS = `${MAX_CONTINUATIONS} runs in a row finished no subtask. Split a subtask that takes too long for one run, or raise \`time-budget\`.`

function waitingSubtasks({ state }: View): string[] {
  const plan = state.reading?.plan
  if (!plan) return []
  const notStarted = state.statuses.filter((status) => status.state === 'todo')
  return state.statuses
    .filter((status) => status.state === 'failed')
    .flatMap(({ subtask: { number } }) => {
      const dependents = dependants(plan, number)
      const waiting = notStarted.filter(({ subtask }) => dependents.includes(subtask.number))
      const names = waiting.map(({ subtask }) => `${subtask.number}. ${cleanLine(subtask.name)}`)
      return names.length === 0 ? [] : [`Waiting until subtask ${number} works: ${listInLine(names, MOST_NAMES)}.`]
    })
}

const MOST_NAMES = 20

/** The evidence in the commit that records a failure: in one line, and for each attempt the end of what was run. */
const partsOf = ({ text }: Status): { why: string; attempts: string[] } => {
  const [why = '', ...attempts] = text.trim().split(/\n\n(?=Attempt \d{1,4}: )/)
  return { why, attempts }
}

function lastFailure(status: Status): string {
  const { why, attempts } = partsOf(status)
  const { subtask } = status
  const title = `**${subtask.number}. ${cleanLine(subtask.name)}** · ${plural(status.attempts, 'attempt')}`
  // A set, because an attempt that ran nothing repeats the line above it.
  const paragraphs = new Set([
    cleanLine(withoutStackTraces(why).replace(/^Not done:\s*/, ''), 500),
    output(attempts.at(-1) ?? ''),
  ])
  return joined('\n\n', [title, ...paragraphs])
}

/** Output of the attempts before the last one, which is shown already, and of the last one if it is long. */
const earlierFailures = (status: Status): string[] =>
  partsOf(status)
    .attempts.filter((text, i, all) => i < all.length - 1 || text.length > EVIDENCE_LENGTH)
    .map((text, i) => folded(`Subtask ${status.subtask.number}, attempt ${i + 1}`, outputBlock(withoutIndent(text))))

/** Drops the first line, which repeats the reason shown above, if output follows it. */
function output(attempt: string): string {
  const [first = '', ...outputLines] = attempt.split('\n')
  return outputLines.length > 0
    ? outputBlock(lastPart(withoutIndent(outputLines.join('\n'))))
    : cleanLine(first.replace(/^Attempt \d+: /, ''), 500)
}

const lastPart = (text: string): string =>
  text.length <= EVIDENCE_LENGTH ? text : `…\n${text.slice(-EVIDENCE_LENGTH).replace(/^[^\n]*\n/, '')}`
