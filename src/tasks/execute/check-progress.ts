import { reportWhileLong, reportingProgress } from '../../lib/async.ts'
import { asData } from '../../agent/context/untrusted.ts'
import type { RanCheck, RunningCheck } from '../../agent/context/agent-context.ts'
import { failureExcerpt } from '../../checks/failure-excerpt.ts'
import type { OutputFiles } from '../../checks/output-files.ts'
import type { AgentStep, Subtask } from '../../plan/plan.ts'

/** Milliseconds until running commands are shown: updates of the description may be throttled for as long. */
const FIRST_SHOWN = 10_000
/** Characters of a command: the description cuts a line at 120. */
const MAX_COMMAND = 60

const MAX_NEWS = { lines: 30, bytes: 2_500 }

type Shown = { subtask: Subtask; outputs: OutputFiles; show: () => void }

/** Progress of checks while a subtask is carried out, for people (`lines`) and for the agent (`news`). */
export function checkProgress({ subtask, outputs, show }: Shown) {
  const failed: string[] = []
  const news: string[] = []
  let [done, total, running] = [0, 0, '']
  let current: RunningCheck | undefined
  let stopReports = (): void => undefined
  const showRunning = (): void => {
    const which = current && `, ${secondsOf(current.milliseconds())} so far: ${spanOf(current.command)}`
    // A check with an unexpected result runs again, so more runs than planned may happen.
    running = `checks are running: ${done + 1} of ${Math.max(done + 1, total)}${which ?? ''}`
    show()
  }
  /** Whether a check names a file of the subtask: it is written to fail before the change. */
  const isExpected = (command: string): boolean => subtask.files.some((path) => command.includes(path))
  return {
    ran: (run: RanCheck): void => {
      outputs.add(run)
      done++
      if (current?.command === run.check.command) current = undefined
    },
    running: (run: RunningCheck): void => void (current = run),
    failedBefore: ({ check: { command, exit, tail } }: RanCheck): void => {
      const line = `\`${command}\` fails on the code as it is, without your change (${exit})`
      if (isExpected(command)) return void news.push(`${line}, as it should: it proves the change when it passes.`)
      news.push([`${line}.`, asData(failureExcerpt(tail, MAX_NEWS)), outputs.pathsFor(tail)].filter(Boolean).join('\n'))
      failed.push(command)
      show()
    },
    news: (): string[] => news.splice(0),
    lines: (): AgentStep[] => [
      ...failed.map((command): AgentStep => ({ title: `\`${command}\` fails on the code as it is`, state: 'todo' })),
      ...(running ? [{ title: running, state: 'in_progress' } as const] : []),
    ],
    /** So many runs are about to begin, shown to people once they take long. */
    begin: (count: number): void => {
      ;[done, total] = [0, count]
      current = undefined
      stopReports = reportWhileLong(showRunning, FIRST_SHOWN)
    },
    end: (): void => {
      stopReports()
      const wasShown = running !== ''
      running = ''
      if (wasShown) show()
    },
  }
}

/** Shows that `setup-command` runs, once it takes long, until it has ended. */
export async function showSetUp<T>(
  command: string | undefined,
  { show, setUp }: { show: (steps: AgentStep[]) => void; setUp: Promise<T> },
): Promise<T> {
  if (command === undefined) return setUp
  let isShown = false
  const showRunning = (milliseconds: number): void => {
    isShown = true
    show([{ title: `setting up: ${spanOf(command)}, ${secondsOf(milliseconds)} so far`, state: 'in_progress' }])
  }
  return reportingProgress(setUp, showRunning, FIRST_SHOWN).finally(() => {
    if (isShown) show([])
  })
}

const secondsOf = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`

/** The first line of a command as a Markdown code span, closed even if the command is cut. */
function spanOf(command: string): string {
  const line = (command.split('\n')[0] ?? '').replaceAll('`', '')
  return `\`${line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND).toWellFormed()}…` : line}\``
}
