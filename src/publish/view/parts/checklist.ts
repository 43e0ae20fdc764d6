import type { AgentStep } from '../../../plan/plan.ts'
import type { Status } from '../../../decide/approval/subtask-status.ts'
import { cleanLine } from '../text/clean.ts'
import { plural } from '../text/figures.ts'
import { runOf } from '../text/links.ts'
import { liveSubtasks, type LiveSubtask, type View } from '../text/view.ts'

/** What can be left out of the checklist when there is not enough room. `width` is in characters, for names. */
type ChecklistDetail = { steps: boolean; texts: boolean; width: number }

const ALL: ChecklistDetail = { steps: true, texts: true, width: 120 }
const TEXT_WIDTH = 160
const MOST_STEPS = 30

/** One line for each subtask, in the order of the plan; below the one in progress, the agent's own steps. */
export const renderChecklist = ({ state, live, maxAttempts, links }: View, detail = ALL): string =>
  state.statuses
    .flatMap((status) => {
      const now = live && liveSubtasks(live).find(({ number }) => number === status.subtask.number)
      return now && status.state === 'todo'
        ? [liveLine(status, now, { maxAttempts, detail }), ...(detail.steps ? stepLines(now.steps) : [])]
        : [settledLine(status, { detail, links, state })]
    })
    .join('\n')

const liveLine = (
  status: Status,
  live: LiveSubtask,
  { maxAttempts, detail }: { maxAttempts: number; detail: ChecklistDetail },
) => `- [ ] **${named(status, detail)}** · in progress (attempt ${live.attempt} of ${maxAttempts})`

function settledLine(
  status: Status,
  { detail, links, state }: Pick<View, 'links' | 'state'> & { detail: ChecklistDetail },
): string {
  const name = named(status, detail)
  const text = detail.texts ? cleanLine(firstParagraph(status.text), TEXT_WIDTH) : ''
  switch (status.state) {
    case 'done':
      return [
        `- [x] ${name}`,
        status.sha?.slice(0, 7),
        text,
        detail.texts && runOf({ links }, status.run),
        status.proof?.proving === 0 && 'not proven',
      ]
        .filter(Boolean)
        .join(' · ')
    case 'abandoned': {
      const what = state.history.undone.has(status.subtask.number) ? 'taken back' : 'skipped'
      return `- [ ] ~~${name}~~ · ${what}${text && `: ${withoutWord(text)}`}`
    }
    case 'failed': {
      const why = detail.texts ? cleanLine(firstLine(status.text), TEXT_WIDTH) : ''
      return `- [ ] ${name} · failed after ${plural(status.attempts, 'attempt')}${why && `: ${why}`}`
    }
    case 'in_progress':
    case 'todo':
      return `- [ ] ${name}`
  }
}

/** What came of a subtask: its outcome, or why it was skipped. */
export const resultText = ({ state, text }: Status): string => {
  const line = cleanLine(firstParagraph(text), TEXT_WIDTH)
  return state !== 'abandoned' || withoutWord(line) !== line ? line : `skipped${line && `: ${line}`}`
}

/** What the checks of a subtask prove; empty where that was not asked. */
export function proofText({ proof }: Status): string {
  if (!proof) return ''
  const { proving, guarding } = proof
  const all = plural(proving + guarding, 'check')
  if (proving > 0) return `${proving} of ${all} ${proving === 1 ? 'fails' : 'fail'} without the change`
  return guarding > 0 ? 'guarded: all checks pass without it, too' : 'no checks'
}

/** The journal says "skipped by alice", after which "skipped:" would say it twice. */
const withoutWord = (text: string): string => text.replace(/^skipped (?=by |with )/, '')

/** The dot separates the parts of a line, so a name has none of its own. */
const named = ({ subtask }: Status, { width }: ChecklistDetail): string =>
  `${subtask.number}. ${cleanLine(subtask.name.replaceAll('·', '-'), width) || '(no name)'}`

const firstParagraph = (text: string): string => text.trim().split(/\n[ \t]*\r?\n/)[0] ?? ''
const firstLine = (text: string): string => text.trim().split(/\r?\n/)[0] ?? ''

/** The agent's own steps; those of a sub-agent are one level deeper, below its name. */
const stepLines = (steps: readonly AgentStep[]): string[] =>
  steps
    .flatMap((step) => [stepLine(step, '  '), ...(step.steps ?? []).map((one) => stepLine(one, '    '))])
    .slice(0, MOST_STEPS)

function stepLine({ title, state }: AgentStep, indent: string): string {
  const name = cleanLine(title, 120)
  if (state === 'abandoned') return `${indent}- [ ] ~~${name}~~`
  return `${indent}- [${state === 'done' ? 'x' : ' '}] ${name}${state === 'failed' ? ' · failed' : ''}`
}
