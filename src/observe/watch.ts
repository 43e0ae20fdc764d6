import type { Comment, Forge } from '../github/forge.ts'
import { lifeOf, type InHand } from '../decide/inbox/command-life.ts'
import { isCancel, type Command } from '../decide/words/command.ts'
import { readComments, mayWrite } from '../decide/thread/people.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { dependencies } from '../plan/dependencies.ts'
import type { Plan } from '../plan/plan.ts'
import { TOKEN_EXPIRED, UserError } from '../lib/errors.ts'

/**
 * A watch for commands that end running work: `cancel`, `/skip` of a subtask, and `/undo` of one that it depends on.
 */
export type Watch = AsyncDisposable & {
  /** Looks for new commands, so that the next turn of an agent is not paid for in vain. */
  check: () => Promise<void>
  /** Aborts with a `cancel`, and with whatever else ends the work. */
  signal: AbortSignal
  /** Aborts also with a command that makes the result of this subtask useless. */
  of: (subtask: InHand) => AbortSignal
  /** What is in this thread has been taken up. */
  know: (thread: Thread) => void
}

/** Milliseconds between two checks on a timer. */
const INTERVAL = 8_000

/** Milliseconds in which one look is for all of several subtasks: each asks at every turn of its own. */
const SHARED = 1_000

/**
 * Watches the pull request for commands of people with write permission that end running work: at every `check`, and on
 * a timer, because the run of that comment waits for this one. `stop` is whatever else ends the work. An outage is no
 * cancel, but a token that has expired ends the work, too: nothing of it could be published.
 */
export function watchCommands(forge: Forge, thread: Thread, { stop }: { stop: AbortSignal }): Watch {
  const cancel = new AbortController()
  const ends = new Map<number, InHand & { end: AbortController }>()
  const signal = AbortSignal.any([cancel.signal, stop])
  let known = thread
  const endedBy = (command: Command) => [...ends.values()].filter((one) => endsWork(command, one))
  const hear = (command: Command): void => {
    if (isCancel(command)) cancel.abort()
    else for (const { end } of endedBy(command)) end.abort()
  }
  const isMeant = (command: Command): boolean => isCancel(command) || endedBy(command).length > 0
  const look = async (): Promise<void> => {
    if (!signal.aborted) await hearCommands(forge, known, { isMeant, hear }).catch(endIfExpired)
  }
  const endIfExpired = (error: unknown): void => {
    if (error instanceof UserError && error.code === TOKEN_EXPIRED) cancel.abort()
  }
  const shared = sharing(look)
  const check = (): Promise<void> => (ends.size > 1 ? shared.check() : look())
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

/** A check soon after another waits for no look of its own; one follows. */
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

type Ear = { isMeant: (command: Command) => boolean; hear: (command: Command) => void }

/** Hears the commands of people with write permission that are meant, and that the thread does not hold yet. */
async function hearCommands(forge: Forge, { pull, bot }: Thread, { isMeant, hear }: Ear): Promise<void> {
  if (!pull) return
  // Not the highest id: a comment of our own may be newer than one that was not read yet.
  const known = new Set(pull.comments.map((comment) => comment.id))
  // GitHub answers this with 304 until there is a new comment. The page of a short thread is the one that every look
  // reads, so it costs nothing besides; a long thread is not read again at every turn.
  const comments = readComments('pull', await forge.comments(pull.pull.number, shortlyBefore(pull.comments)), bot)
  const calls = comments.filter((one) => isMeant(one.command) && !known.has(one.id))
  const late = calls.filter(({ edited }) => edited)
  const edited = late.length > 0 ? (await forge.editsAndClosings(late.map(({ nodeId }) => nodeId))).edited : new Set()
  for (const { author, command } of calls.filter(({ nodeId }) => !edited.has(nodeId))) {
    if (mayWrite({ permission: await forge.permission(author.login) })) hear(command)
  }
}

/** A minute, because the times of a fresh comment may be a second apart, and lists may lag behind. */
const SLACK = 60_000

/** Fewer comments than this are read as a whole: they are one page, with room for what is said meanwhile. */
const SHORT = 50

/** Just before the newest change that is known, as ISO 8601. Undefined where there is none, or few are known. */
function shortlyBefore(comments: readonly Comment[]): string | undefined {
  if (comments.length < SHORT) return undefined
  const newest = Math.max(...comments.map(({ updatedAt }) => Date.parse(updatedAt)))
  return Number.isFinite(newest) ? new Date(newest - SLACK).toISOString() : undefined
}

/** The subtask that an order is about. */
export const subtaskOf = ({ plan, subtask }: { plan: Plan; subtask: number }): InHand => ({
  number: subtask,
  needs: dependencies(plan, subtask),
})

const endsWork = (command: Command, subtask: InHand): boolean => lifeOf(command)?.stopsWork?.(command, subtask) === true
