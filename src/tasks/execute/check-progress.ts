import { LONG } from '../../lib/async.ts'
import { asData } from '../../agent/context/untrusted.ts'
import type { RanCheck, RunningCheck } from '../../agent/context/agent-context.ts'
import { failureExcerpt } from '../../checks/failure-excerpt.ts'
import type { OutputFiles } from '../../checks/output-files.ts'
import type { AgentStep, Subtask } from '../../plan/plan.ts'

/** Progress of checks while a subtask is carried out, for people and for the agent. */
export type CheckProgress = {
  ran: (run: RanCheck) => void
  running: (run: RunningCheck) => void
  failedBefore: (run: RanCheck) => void
  news: () => string[]
  lines: () => AgentStep[]
  /** So many runs are about to begin, shown to people once they take long. */
  begin: (total: number) => void
  end: () => void
}

/** Milliseconds until running commands are shown to people. Updates may be held up for as long. */
const FIRST_SHOWN = 10_000
/** Characters of a command: the description cuts a line at 120. */
const MAX_COMMAND = 60

const MAX_NEWS = { lines: 30, bytes: 2_500 }

type Shown = { subtask: Subtask; outputs: OutputFiles; show: () => void }

export function checkProgress({ subtask, outputs, show }: Shown): CheckProgress {
  const failed: string[] = []
  let news: string[] = []
  let [done, total, running] = [0, 0, '']
  let current: RunningCheck | undefined
  const isLong = showWhileLong(() => {
    const which = current && `, ${secondsOf(current.milliseconds())} so far: ${spanOf(current.command)}`
    // A check that comes out otherwise than expected is run again.
    running = `checks are running: ${done + 1} of ${Math.max(done + 1, total)}${which ?? ''}`
    show()
  })
  /** A check that names a file of the subtask is there to fail before. */
  const isExpected = (command: string): boolean => subtask.files.some((path) => command.includes(path))
  return {
    ran: (run) => {
      outputs.add(run)
      done++
      if (current?.command === run.check.command) current = undefined
    },
    running: (run) => void (current = run),
    failedBefore: ({ check: { command, exit, tail } }) => {
      const line = `\`${command}\` fails on the code as it is, without your change (${exit})`
      if (isExpected(command)) return void news.push(`${line}, as it should: it proves the change when it passes.`)
      news.push([`${line}.`, asData(failureExcerpt(tail, MAX_NEWS)), outputs.pathsFor(tail)].filter(Boolean).join('\n'))
      failed.push(command)
      show()
    },
    news: () => {
      const told = news
      news = []
      return told
    },
    lines: () => [
      ...failed.map((command): AgentStep => ({ title: `\`${command}\` fails on the code as it is`, state: 'todo' })),
      ...(running ? [{ title: running, state: 'in_progress' } as const] : []),
    ],
    begin: (count) => {
      ;[done, total] = [0, count]
      current = undefined
      isLong.begin()
    },
    end: () => {
      isLong.end()
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
  const begun = performance.now()
  let isShown = false
  const isLong = showWhileLong(() => {
    isShown = true
    const title = `setting up: ${spanOf(command)}, ${secondsOf(performance.now() - begun)} so far`
    show([{ title, state: 'in_progress' }])
  })
  isLong.begin()
  return setUp.finally(() => {
    isLong.end()
    if (isShown) show([])
  })
}

/** Calls `update` once something takes long, and again and again until its end. */
function showWhileLong(update: () => void): { begin: () => void; end: () => void } {
  let timer: NodeJS.Timeout | undefined
  const again = (): void => {
    update()
    timer = setTimeout(again, LONG)
  }
  return { begin: () => (timer = setTimeout(again, FIRST_SHOWN)), end: () => clearTimeout(timer) }
}

const secondsOf = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`

/** The first line of a command as a code span, which is closed also where it is cut. */
function spanOf(command: string): string {
  const line = (command.split('\n')[0] ?? '').replaceAll('`', '')
  return `\`${line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND).toWellFormed()}…` : line}\``
}
