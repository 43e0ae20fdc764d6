import type { AgentStep } from '../../../plan/plan.ts'
import type { Status } from '../../../decide/approval/subtask-status.ts'
import { effectOf } from '../../../decide/inbox/command-effects.ts'
import { cleanLine, joined, table } from '../text/text.ts'
import { plural, type View } from '../text/view.ts'

/** Which details the checklist shows, to shorten a body that is too long. */
type ChecklistDetail = { steps: boolean; texts: boolean }

const TEXT_WIDTH = 160
const MOST_STEPS = 30

/** One line for each subtask, in the order of the plan; below the one in progress, the agent's own steps. */
export const renderChecklist = (view: View, detail: ChecklistDetail = { steps: true, texts: true }): string =>
  view.state.statuses
    .flatMap((status) => {
      const liveSubtask = view.live?.subtasks.find(({ number }) => number === status.subtask.number)
      if (!liveSubtask || status.state !== 'todo') return [settledLine(view, status, detail)]
      const line = `- [ ] **${nameWithNumber(status)}** · in progress (attempt ${liveSubtask.attempt} of ${view.maxAttempts})`
      return [line, ...(detail.steps ? stepLines(liveSubtask.steps) : [])]
    })
    .join('\n')

function settledLine(view: View, status: Status, detail: ChecklistDetail): string {
  const name = nameWithNumber(status)
  const text = detail.texts ? cleanLine(firstParagraph(status.text), TEXT_WIDTH) : ''
  switch (status.state) {
    case 'done':
      return joined(' · ', [
        `- [x] ${name}`,
        status.sha?.slice(0, 7),
        text,
        detail.texts && runLink(view, status),
        status.proof?.proving === 0 && 'not proven',
        status.unplanned && cleanLine(`not in the plan: ${status.unplanned}`, TEXT_WIDTH),
        Boolean(status.proof?.unplanned) && 'rests on files that the plan does not name',
      ])
    case 'abandoned':
      return `- [ ] ~~${name}~~ · ${abandonedText(status, view.state, text)}`
    case 'failed': {
      const why = detail.texts ? cleanLine(firstLine(status.text), TEXT_WIDTH) : ''
      return `- [ ] ${name} · failed after ${plural(status.attempts, 'attempt')}${why && `: ${why}`}`
    }
    case 'in_progress':
    case 'todo':
      return `- [ ] ${name}`
  }
}

const ICONS: Partial<Record<Status['state'], string>> = { done: '✅', abandoned: '⏭️', failed: '❌' }

/** A row for each subtask: commit, result, what its checks prove, and how long it took. */
export function subtaskTable(view: View): string {
  const { statuses } = view.state
  const times = timesTaken(view)
  const isProved = statuses.some(({ proof }) => proof)
  const rows = statuses.map((status) => {
    const { subtask, sha } = status
    const took = times.get(subtask.number)
    const line = cleanLine(firstParagraph(status.text), TEXT_WIDTH)
    const time = joined(' · ', [took !== undefined && durationText(took), runLink(view, status)])
    return [
      ICONS[status.state] ?? '',
      `${subtask.number}. ${cleanLine(subtask.name) || '(no name)'}`,
      sha?.slice(0, 7) ?? '',
      status.state === 'abandoned' ? abandonedText(status, view.state, line) : line,
      ...(isProved ? [proofText(status)] : []),
      time,
    ]
  })
  return table(['', 'Subtask', 'Commit', 'Result', ...(isProved ? ['Proof'] : []), 'Time'], rows)
}

/** The run that carried out a subtask; empty where its commit does not name one. */
const runLink = ({ links }: View, { run }: Status): string =>
  run === undefined ? '' : `[run](${links.repository}/actions/runs/${run})`

/** `skipped: no need`, `skipped: needs 1: no need` or `taken back by alice`. */
function abandonedText({ subtask }: Status, { history }: View['state'], why: string): string {
  const outcome = history.undone.has(subtask.number) ? 'taken back' : 'skipped'
  const [prefix = '', number] = NEEDS_PREFIX.exec(why) ?? []
  const reason = why.slice(prefix.length)
  const by = BY_PERSON.exec(reason)?.[1]
  const suffix = by === undefined ? reason && `: ${reason}` : ` ${by}`
  return `${outcome}${number === undefined ? '' : `: needs ${number}`}${suffix}`
}

/** How commit messages of this and earlier releases begin where a subtask was skipped because it needs another one. */
const NEEDS_PREFIX = /^(?:needs|depends on|skipped with subtask) (\d{1,4}): /
const BY_PERSON = /^(?:skipped|taken back) (by \S+)$/

function proofText({ proof }: Status): string {
  if (!proof) return ''
  const { proving, guarding } = proof
  const total = plural(proving + guarding, 'check')
  if (proving > 0) return `${proving} of ${total} ${proving === 1 ? 'fails' : 'fail'} without the change`
  return guarding > 0 ? 'guarded: all checks pass without it, too' : 'no checks'
}

/** The number and name of a subtask. Replaces `·` in names, because it separates the parts of a line. */
const nameWithNumber = ({ subtask }: Status): string =>
  `${subtask.number}. ${cleanLine(subtask.name.replaceAll('·', '-'), 120) || '(no name)'}`

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

/** `Nov 21, 19:46 UTC`. Undefined where the time cannot be read. */
function utcText(isoTime: string | undefined): string | undefined {
  const at = isoTime === undefined ? NaN : Date.parse(isoTime)
  if (Number.isNaN(at)) return undefined
  const [, day, month, , clock = ''] = new Date(at).toUTCString().split(' ')
  return `${month} ${Number(day)}, ${clock.slice(0, 5)} UTC`
}

/** `2 h 5 min`, `3 min` or `12 s`. */
function durationText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (milliseconds < 60_000) return `${Math.max(1, Math.round(milliseconds / 1_000))} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Milliseconds of each executed subtask: from the commit, approval or `/retry` before it to its own commit. */
function timesTaken({ thread, state }: Pick<View, 'thread' | 'state'>): ReadonlyMap<number, number> {
  const commits = thread.branch?.commits ?? []
  const starts = state.comments.pull.filter(({ command }) => effectOf(command)?.startsWork)
  return new Map(
    commits.flatMap(({ sha, date, entry }, i): [number, number][] => {
      const number = [...state.history.executed].find(([, one]) => one.sha === sha)?.[0]
      const end = Date.parse(date)
      const seenStarts = starts.filter(({ id }) => id <= (entry?.trailers.seen ?? 0))
      const times = [commits[i - 1]?.date ?? '', ...seenStarts.map(({ createdAt }) => createdAt)]
      const begins = times.map((time) => Date.parse(time)).filter((start) => start <= end)
      return number === undefined || begins.length === 0 ? [] : [[number, end - Math.max(...begins)]]
    }),
  )
}

/** How long all executed subtasks took together; empty where that is not known. */
export function workText(view: View): string {
  const total = [...timesTaken(view).values()].reduce((sum, one) => sum + one, 0)
  return total > 0 ? `${durationText(total)} of work${view.state.phase === 'done' ? '' : ' so far'}` : ''
}

/** When the plan entered its state: by the commit of the version that waits for approval, else by the last commit. */
export function sinceText({ thread: { branch }, state, live }: View): string | undefined {
  if (live) return utcText(live.since)
  const waits = state.phase === 'todo' ? branch?.commitOfPlanBlob.get(state.reading?.blob ?? '') : undefined
  const commit = branch?.commits.find(({ sha }) => sha === waits) ?? branch?.commits.at(-1)
  return state.phase === 'abandoned' ? undefined : utcText(commit?.date)
}
