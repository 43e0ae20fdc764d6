import type { Comment, Forge } from '../github/forge.ts'
import { effectOf, type RunningSubtask } from '../decide/inbox/command-effects.ts'
import { isCancel, type Command } from '../decide/words/command.ts'
import { parseComments, mayWrite } from '../decide/thread/people.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { dependencies } from '../plan/dependencies.ts'
import type { Plan } from '../plan/plan.ts'
import { UserError } from '../lib/errors.ts'

/** A watch for commands that end running work: `cancel`, `/skip` of a subtask, and `/undo` of a dependency. */
export type Watch = AsyncDisposable & {
  /** Reads new commands, so that no further turn of an agent is paid for in vain. */
  check: () => Promise<void>
  /** Aborts after a `cancel`, and whenever the work ends otherwise. */
  signal: AbortSignal
  /** Aborts also after a command that makes this subtask's result useless. */
  of: (subtask: RunningSubtask) => AbortSignal
  /** Marks everything in this thread as processed. */
  know: (thread: Thread) => void
}

/** Polling interval in milliseconds. */
const INTERVAL = 8_000

/** Milliseconds for which checks are throttled to one request: each of several subtasks checks at its own turns. */
const SHARED = 1_000

/**
 * Watches the pull request for commands of people with write permission that end running work: at every `check`, and by
 * polling, because the run of that comment waits for this one. `stop` ends the work for other reasons. An outage does
 * not abort, but an expired token does: the result could not be published.
 */
export function watchCommands(forge: Forge, thread: Thread, { stop }: { stop: AbortSignal }): Watch {
  const cancel = new AbortController()
  const ends = new Map<number, RunningSubtask & { end: AbortController }>()
  const signal = AbortSignal.any([cancel.signal, stop])
  let known = thread
  const endedBy = (command: Command) => [...ends.values()].filter((one) => endsWork(command, one))
  const stopFor = (command: Command): void => {
    if (isCancel(command)) cancel.abort()
    else for (const { end } of endedBy(command)) end.abort()
  }
  const isMeant = (command: Command): boolean => isCancel(command) || endedBy(command).length > 0
  const readCommands = async (): Promise<void> => {
    if (!signal.aborted) await hearCommands(forge, known, { isMeant, stopFor }).catch(endIfExpired)
  }
  const endIfExpired = (error: unknown): void => {
    if (error instanceof UserError && error.code === 'token-expired') cancel.abort()
  }
  const shared = sharing(readCommands)
  const check = (): Promise<void> => (ends.size > 1 ? shared.check() : readCommands())
  const timer = setInterval(() => void check(), INTERVAL)
  return {
    check,
    signal,
    of: (subtask) => {
      const end = new AbortController()
      ends.set(subtask.number, { ...subtask, end })
      return AbortSignal.any([signal, end.signal])
    },
    know: (now) => (known = now),
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      shared[Symbol.dispose]()
    },
  }
}

/** Throttles: a check soon after another returns at once, and a trailing request follows. */
function sharing(look: () => Promise<void>): Disposable & Pick<Watch, 'check'> {
  let last = Promise.resolve()
  let soon: NodeJS.Timeout | undefined
  let isMissed = false
  const begin = (): Promise<void> => {
    isMissed = false
    soon = setTimeout(() => {
      soon = undefined
      if (isMissed) void begin()
    }, SHARED)
    return (last = look())
  }
  return {
    check: () => {
      if (!soon) return begin()
      isMissed = true
      return last
    },
    [Symbol.dispose]: () => clearTimeout(soon),
  }
}

type Ear = { isMeant: (command: Command) => boolean; stopFor: (command: Command) => void }

/** Reads new commands of people with write permission that the thread does not contain yet. */
async function hearCommands(forge: Forge, { pull, bot }: Thread, { isMeant, stopFor }: Ear): Promise<void> {
  if (!pull) return
  // Not by the highest id: our own comment may be newer than a person's that was not read yet.
  const known = new Set(pull.comments.map((comment) => comment.id))
  // GitHub answers 304 until there is a new comment. A short thread uses the same cached page as every snapshot; for a
  // long one, only recent comments are read.
  const comments = parseComments('pull', await forge.comments(pull.pull.number, shortlyBefore(pull.comments)), bot)
  const calls = comments.filter((one) => isMeant(one.command) && !known.has(one.id))
  const late = calls.filter(({ edited }) => edited)
  const edited = late.length > 0 ? (await forge.editsAndClosings(late.map(({ nodeId }) => nodeId))).edited : new Set()
  for (const { author, command } of calls.filter(({ nodeId }) => !edited.has(nodeId))) {
    if (mayWrite({ permission: await forge.permission(author.login) })) stopFor(command)
  }
}

/** A minute, because times of fresh comments may be a second apart, and lists may lag behind. */
const SLACK = 60_000

/** Threads with fewer comments are read as a whole: they fit one page, also with some new ones. */
const SHORT = 50

/** Just before the newest known change, as ISO 8601. Undefined if there is none, or few comments are known. */
function shortlyBefore(comments: readonly Comment[]): string | undefined {
  if (comments.length < SHORT) return undefined
  const newest = Math.max(...comments.map(({ updatedAt }) => Date.parse(updatedAt)))
  return Number.isFinite(newest) ? new Date(newest - SLACK).toISOString() : undefined
}

/** The subtask that a task input is about. */
export const subtaskOf = ({ plan, subtask }: { plan: Plan; subtask: number }): RunningSubtask => ({
  number: subtask,
  needs: dependencies(plan, subtask),
})

const endsWork = (command: Command, subtask: RunningSubtask): boolean =>
  effectOf(command)?.stopsWork?.(command, subtask) === true
