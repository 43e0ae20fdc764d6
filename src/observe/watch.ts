import type { Comment, Forge } from '../github/forge.ts'
import { effectOf, type RunningSubtask } from '../decide/inbox/command-effects.ts'
import { isCancel, type Command } from '../decide/words/command.ts'
import { parseComments, mayWrite } from '../decide/thread/people.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { dependencies } from '../plan/dependencies.ts'
import type { Plan } from '../plan/plan.ts'
import { UserError } from '../lib/errors.ts'

/** Polling interval in milliseconds. */
const POLL_INTERVAL = 8_000

/** Milliseconds in which the checks of several subtasks, each at its own turns, share one request. */
const SHARED_CHECK_TIME = 1_000

/**
 * Watches the pull request for commands of people with write permission that end running work (`cancel`, `/skip` of a
 * subtask, `/undo` of a dependency): at every `check`, and by polling, because the run of that comment waits for this
 * one. `stop` ends the work for other reasons. An outage does not abort, but an expired token does: the result could not
 * be published.
 */
export function watchCommands(forge: Forge, thread: Thread, { stop }: { stop: AbortSignal }) {
  const cancel = new AbortController()
  const watched = new Map<number, RunningSubtask & { end: AbortController }>()
  const signal = AbortSignal.any([cancel.signal, stop])
  let latest = thread
  /** What a command ends: all work, or the subtasks whose results it makes useless. */
  const endedBy = (command: Command): AbortController[] =>
    isCancel(command)
      ? [cancel]
      : [...watched.values()].flatMap((one) => (effectOf(command)?.stopsWork?.(command, one) ? [one.end] : []))
  const readCommands = async (): Promise<void> => {
    if (!signal.aborted) await applyNewCommands(forge, latest, endedBy).catch(endIfExpired)
  }
  const endIfExpired = (error: unknown): void => {
    if (error instanceof UserError && error.code === 'token-expired') cancel.abort()
  }
  let recent: Promise<void> | undefined
  const shareRecent = (): Promise<void> => {
    if (recent) return recent
    setTimeout(() => (recent = undefined), SHARED_CHECK_TIME).unref()
    return (recent = readCommands())
  }
  const check = (): Promise<void> => (watched.size > 1 ? shareRecent() : readCommands())
  const timer = setInterval(() => void check(), POLL_INTERVAL)
  return {
    /** Reads new commands; called before each model request, so that none is paid for in vain. */
    check,
    /** Aborts after a `cancel`, and whenever the work ends otherwise. */
    signal,
    /** The signal for a subtask: it aborts also after a command that makes the subtask's result useless. */
    of: ({ plan, subtask: number }: { plan: Plan; subtask: number }): AbortSignal => {
      const end = new AbortController()
      watched.set(number, { number, needs: dependencies(plan, number), end })
      return AbortSignal.any([signal, end.signal])
    },
    /** Marks everything in this thread as processed. */
    know: (now: Thread): void => void (latest = now),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Reads new commands of people with write permission that the thread does not contain yet. */
async function applyNewCommands(
  forge: Forge,
  { pull, bot }: Thread,
  endedBy: (command: Command) => AbortController[],
): Promise<void> {
  if (!pull) return
  // Not by the highest id: our own comment may be newer than a person's that was not read yet.
  const known = new Set(pull.comments.map((comment) => comment.id))
  // GitHub answers 304 until there is a new comment. A short thread uses the same cached page as every snapshot; for a
  // long one, only recent comments are read.
  const comments = parseComments('pull', await forge.comments(pull.pull.number, shortlyBefore(pull.comments)), bot)
  const newCommands = comments.filter((one) => endedBy(one.command).length > 0 && !known.has(one.id))
  const laterEdited = newCommands.filter(({ edited }) => edited)
  const edited =
    laterEdited.length > 0 ? (await forge.editsAndClosings(laterEdited.map(({ nodeId }) => nodeId))).edited : new Set()
  for (const { author, command } of newCommands.filter(({ nodeId }) => !edited.has(nodeId))) {
    const isPermitted = mayWrite({ permission: await forge.permission(author.login) })
    if (isPermitted) for (const end of endedBy(command)) end.abort()
  }
}

/** A minute, because times of fresh comments may be a second apart, and lists may lag behind. */
const LIST_OVERLAP = 60_000

/** Threads with fewer comments are read as a whole: they fit one page, also with some new ones. */
const ONE_PAGE = 50

/** Just before the newest known change, as ISO 8601. Undefined if there is none, or few comments are known. */
function shortlyBefore(comments: readonly Comment[]): string | undefined {
  if (comments.length < ONE_PAGE) return undefined
  const newest = Math.max(...comments.map(({ updatedAt }) => Date.parse(updatedAt)))
  return Number.isFinite(newest) ? new Date(newest - LIST_OVERLAP).toISOString() : undefined
}
