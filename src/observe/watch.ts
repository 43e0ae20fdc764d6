import type { Comment, Forge } from '../github/forge.ts'
import type { Command } from '../decide/command.ts'
import { readComments } from '../decide/comments.ts'
import type { Thread } from '../decide/thread.ts'
import { mayWrite } from '../decide/approvers.ts'
import { dependencies } from '../plan/graph.ts'
import type { OrderOf, WorkOrder } from '../work/order.ts'
import { TOKEN_EXPIRED, UserError } from '../errors.ts'

/** A subtask in hand, and those that it depends on, directly or through others. */
type InHand = { number: number; needs: readonly number[] }

/**
 * A watch for `cancel`, for `/skip` of the subtask in hand, and for `/undo` of one that it depends on, during work that
 * takes time.
 */
export type Watch = AsyncDisposable & { check: () => Promise<void>; signal: AbortSignal }

/** Milliseconds between two checks on a timer. */
const INTERVAL = 8_000

/** Milliseconds in which a look of several subtasks is for all of them: each asks at every turn of its own. */
const SHARED = 1_000

/** A watch for several subtasks at the same time. */
export type JointWatch = Watch & {
  /** Aborts when what is said makes nothing of this subtask, and when `signal` does. */
  of: (subtask: InHand) => AbortSignal
  /** What is in this thread has been taken up. */
  know: (thread: Thread) => void
}

/** Watches for a `cancel`, and for each of the subtasks that `of` was asked for, as `watchForCancel` does. */
export function watchTogether(forge: Forge, thread: Thread, { stop }: { stop: AbortSignal }): JointWatch {
  const cancel = new AbortController()
  const ends = new Map<number, InHand & { end: AbortController }>()
  const signal = AbortSignal.any([cancel.signal, stop])
  let known = thread
  const endedBy = (command: Command) => [...ends.values()].filter((one) => endsWork(command, one))
  const hear = (command: Command): void => {
    if (command.kind === 'cancel') cancel.abort()
    else for (const { end } of endedBy(command)) end.abort()
  }
  const look = async (): Promise<void> => {
    if (signal.aborted) return
    const isMeant = (one: Command) => one.kind === 'cancel' || endedBy(one).length > 0
    await hearCommands(forge, known, { isMeant, hear })
  }
  return {
    ...watching(look, cancel, shared),
    signal,
    of: (subtask) => {
      const end = new AbortController()
      ends.set(subtask.number, { ...subtask, end })
      return AbortSignal.any([signal, end.signal])
    },
    know: (now) => (known = now),
  }
}

/**
 * Watches the pull request for a `cancel`, or for what makes nothing of the `subtask` in hand, by a person with write permission: at every
 * `check`, and on a timer, because the run of that comment waits for this one. `stop` is whatever else ends the work.
 * An outage is no cancel, but a token that has expired ends the work, too: nothing of it could be published.
 */
export function watchForCancel(
  forge: Forge,
  thread: Thread,
  { stop, subtask }: { stop: AbortSignal; subtask?: InHand | undefined },
): Watch {
  const cancel = new AbortController()
  const signal = AbortSignal.any([cancel.signal, stop])
  const look = async (): Promise<void> => {
    if (signal.aborted) return
    await hearCommands(forge, thread, { isMeant: (one) => endsWork(one, subtask), hear: () => cancel.abort() })
  }
  return { ...watching(look, cancel), signal }
}

type Looking = Pick<Watch, 'check'> & Disposable

/** Looks whenever it is asked. */
const always = (look: () => Promise<void>): Looking => ({ check: look, [Symbol.dispose]: () => undefined })

/** Whoever asks soon after another waits for no look of its own; one follows. */
function shared(look: () => Promise<void>): Looking {
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

/** Looks at every `check` and on a timer. */
function watching(
  look: () => Promise<void>,
  cancel: AbortController,
  looking: (quietly: () => Promise<void>) => Looking = always,
): Pick<Watch, 'check' | typeof Symbol.asyncDispose> {
  const quietly = (): Promise<void> =>
    look().catch((error: unknown) => {
      if (error instanceof UserError && error.code === TOKEN_EXPIRED) cancel.abort()
    })
  const { check, ...end } = looking(quietly)
  const timer = setInterval(() => void check(), INTERVAL)
  return {
    check,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      end[Symbol.dispose]()
    },
  }
}

type Ear = { isMeant: (command: Command) => boolean; hear: (command: Command) => void }

/** Hears the commands of people with write permission that are meant, and that the thread does not hold yet. */
async function hearCommands(forge: Forge, { pull, bot }: Thread, { isMeant, hear }: Ear): Promise<void> {
  if (!pull) return
  // Not the highest id: a comment of our own may be newer than one that was not read yet.
  const known = new Set(pull.comments.map((comment) => comment.id))
  // GitHub answers this with 304 until there is a new comment, and a long thread is not read again at every turn.
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

/** Just before the newest change that is known, as ISO 8601. Undefined where there is none. */
function shortlyBefore(comments: readonly Comment[]): string | undefined {
  const newest = Math.max(...comments.map(({ updatedAt }) => Date.parse(updatedAt)))
  return Number.isFinite(newest) ? new Date(newest - SLACK).toISOString() : undefined
}

/** The subtask that an order is about. */
export const subtaskOf = ({ plan, subtask }: OrderOf<'execute'>): InHand => ({
  number: subtask,
  needs: dependencies(plan, subtask),
})

/** The same for any order, if it is about one. */
export const inHandOf = (order: WorkOrder): InHand | undefined =>
  order.kind === 'execute' ? subtaskOf(order) : undefined

const endsWork = (command: Command, inHand: InHand | undefined): boolean =>
  command.kind === 'cancel' ||
  (command.kind === 'skip' && command.number === inHand?.number) ||
  (command.kind === 'undo' && inHand !== undefined && inHand.needs.includes(command.number))
