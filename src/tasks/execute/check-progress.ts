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

/** Milliseconds until running checks are shown to people, and between two updates. */
const FIRST_SHOWN = 10_000
const INTERVAL = 60_000

const MAX_NEWS = { lines: 30, bytes: 2_500 }

type Shown = { subtask: Subtask; outputs: OutputFiles; show: () => void }

export function checkProgress({ subtask, outputs, show }: Shown): CheckProgress {
  const failed: string[] = []
  let news: string[] = []
  let timer: NodeJS.Timeout | undefined
  let [done, total, running] = [0, 0, '']
  let current: RunningCheck | undefined
  const update = (): void => {
    const which = current && `: \`${current.command}\`, ${Math.round(current.milliseconds() / 1_000)} s so far`
    running = `checks are running: ${Math.min(done + 1, total)} of ${total}${which ?? ''}`
    show()
    timer = setTimeout(update, INTERVAL)
  }
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
      const path = outputs.pathOf(tail)
      news.push(
        [`${line}.`, asData(failureExcerpt(tail, MAX_NEWS)), path && `The whole output: ${path}`]
          .filter(Boolean)
          .join('\n'),
      )
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
      timer = setTimeout(update, FIRST_SHOWN)
    },
    end: () => {
      clearTimeout(timer)
      const wasShown = running !== ''
      running = ''
      if (wasShown) show()
    },
  }
}
