import type {
  Facts,
  Halt,
  PendingFacts,
  Pending,
  PendingOrReason,
  PlainCommand,
  WantedChange,
} from '../thread/facts.ts'
import {
  type Reason,
  type ReadComment,
  commentsAt,
  mayWrite,
  problemsTold,
  refused,
  type Approval,
} from '../thread/people.ts'
import { unapproved, type Status } from '../approval/subtask-status.ts'
import { conflictText, knownConflict } from '../thread/thread.ts'
import { isUsed, type History } from '../thread/history.ts'
import type { Command, CommandName } from '../words/command.ts'
import { dependants } from '../../plan/dependencies.ts'
import { isSettled, joinWithAnd } from '../../plan/plan.ts'
import { answerToFix, asksForFix, fixOf, FIX_REQUEST } from './fix.ts'
import { draftOf, getsPlan } from './draft-requests.ts'

type CommandOutcome = Pick<Facts, 'history' | 'current' | 'person'> & {
  approvals: readonly Approval[]
  statuses: readonly Status[]
  halt: Halt | undefined
}

/** A subtask that is carried out, and those that it depends on, directly or through others. */
export type InHand = { number: number; needs: readonly number[] }

type CommandOf<K> = Extract<Command, { kind: K }>
type CommandReader<K> = (
  comment: ReadComment,
  command: CommandOf<K>,
  facts: PendingFacts,
) => PendingOrReason | undefined

type CommandEffect<K> = {
  /** What it asks for on an issue, on an open plan, and on one that is done. Without `done`, the plan is finished. */
  onIssue?: CommandReader<K>
  open?: CommandReader<K>
  done?: CommandReader<K>
  ended?: CommandReader<K>
  /** The reply on a plan whose pull request is closed; only a reaction if quiet. Without it, none. */
  closed?: { isQuiet?: true; whenClosed?: Reason; whenMerged?: Reason }
  /** It names subtasks, or what they are, which only a plan that can be read has. */
  namesSubtasks?: true
  /** The request to the planner, if the command asks for another version. */
  change?: (comment: ReadComment, command: CommandOf<K>, facts: PendingFacts) => WantedChange | undefined
  /** Whether it was cut off between its commits, although one of them answers it. */
  isCutOff?: (command: CommandOf<K>, history: History) => boolean
  /** Whether it stops the work on this subtask, or on anything else. */
  stopsWork?: (command: CommandOf<K>, inHand: InHand | undefined) => boolean
  startsWork?: true
  /** Whether it was carried out. Without it: when a note or a commit answers it. */
  isCarriedOut?: (comment: ReadComment, outcome: CommandOutcome) => boolean
  /** Whether a comment that reads as this command since it was edited was carried out as such before. */
  wasCarriedOut?: (comment: ReadComment, facts: Facts) => boolean
}

const plainly = (comment: ReadComment, { kind }: { kind: PlainCommand }): Pending => ({ kind, comment })

const ask: CommandReader<'ask'> = (comment, command) => ({ ...command, comment })
const fix: CommandReader<'fix'> = (comment, _, facts) => answerToFix(comment, facts)

/** An update that is known to conflict is feedback: a subtask has to resolve it. */
const update: CommandReader<'update'> = (comment, command, facts) =>
  knownConflict(facts.thread) ? undefined : plainly(comment, command)

/** Answered feedback has the same reaction. */
const hasItsReaction = ({ id, reactions }: ReadComment, { history }: Facts): boolean =>
  reactions.rocket > 0 && !history.answered.has(id)

const hasFailed = ({ id }: ReadComment, { history }: Facts): boolean =>
  [...history.failed.values(), ...(history.halt ? [history.halt] : [])].some(({ seen }) => seen < id)

/** Whether a problem was told since the last commit that `/retry` goes on after. */
const isRetryTold = ({ id }: ReadComment, { thread, history }: Facts): boolean =>
  problemsTold(commentsAt(thread, 'pull'), thread.bot).some(
    (told) => told.id > history.seen && told.id < id && told.body.includes('`/retry`'),
  )

/** A question may get a plan in the place of an answer. */
const isAnnounced = ({ id, answered }: ReadComment, { history, current }: CommandOutcome): boolean =>
  answered || (history.answered.has(id) && current !== undefined)

/** Every command, in the order of `COMMANDS`, which says how it is written. */
const COMMAND_EFFECTS: { readonly [K in CommandName]: CommandEffect<K> } = {
  plan: { onIssue: (comment, { request }, facts) => draftOf(comment, request, facts), isCarriedOut: isAnnounced },
  ask: {
    onIssue: (comment, command, facts) =>
      getsPlan(command.question, facts) ? draftOf(comment, command.question, facts) : ask(comment, command, facts),
    open: ask,
    done: ask,
    closed: {
      whenMerged: refused(
        'plan-merged',
        'This pull request is merged, so its plan is over.',
        'Comment `/ask …` on an issue.',
      ),
    },
    isCarriedOut: isAnnounced,
  },
  doctor: { onIssue: plainly, open: plainly, done: plainly, closed: {} },
  help: { onIssue: plainly, open: plainly, done: plainly },
  approve: {
    closed: {
      whenClosed: refused(
        'plan-closed',
        'This pull request is closed, so nothing of it runs.',
        'Reopen it, then comment `approve` again.',
      ),
    },
    namesSubtasks: true,
    startsWork: true,
    isCarriedOut: ({ id }, { history, approvals, statuses }) => {
      // An approval has no effect on a plan that is done.
      if (history.finished && id > history.seen) return false
      const numbers = approvals.find((approval) => approval.comment === id)?.numbers
      const settled = statuses.filter(isSettled).map(({ subtask }) => subtask.number)
      return numbers !== undefined && numbers.every((number) => settled.includes(number))
    },
    // An edited approval of the current version never counts.
    wasCarriedOut: (one, { history, current }) => isUsed(one, history) && one.id < (current?.comment ?? 0),
  },
  cancel: {
    open: plainly,
    done: (_comment, _, { history }) => nothingRuns([...history.executed.keys()].at(-1)),
    // A cancel of a closed plan has nothing left to do.
    closed: { isQuiet: true },
    stopsWork: () => true,
    wasCarriedOut: hasItsReaction,
  },
  skip: {
    open: skipOf,
    closed: {},
    namesSubtasks: true,
    stopsWork: ({ number }, inHand) => number === inHand?.number,
    // Where GitHub makes the commits, it makes them one by one: that of the subtask itself is the last.
    isCutOff: ({ number }, { executed, abandoned }) => !executed.has(number) && !abandoned.has(number),
    wasCarriedOut: ({ id }, { history }) => [...history.abandoned.values()].some(({ command }) => command === id),
  },
  undo: {
    open: undoOf,
    done: undoOf,
    closed: {},
    stopsWork: ({ number }, inHand) => inHand?.needs.includes(number) === true,
    // Where GitHub makes the commits, it makes them one by one: the revert of the subtask itself is the last.
    isCutOff: ({ number }, { executed }) => executed.has(number),
  },
  update: {
    open: update,
    done: update,
    closed: {},
    change: ({ edited }, _, { thread }) => {
      const merge = edited ? undefined : knownConflict(thread)
      return merge && { text: conflictText(thread), merge: { base: merge.base, files: merge.files } }
    },
  },
  retry: {
    open: (comment, command, facts) =>
      facts.halt || hasFailed(comment, facts) || isRetryTold(comment, facts)
        ? plainly(comment, command)
        : refused('nothing-to-retry', 'The plan is not paused, so there is nothing to retry.', whatToDoInstead(facts)),
    done: (comment, command, facts) => (facts.halt ? plainly(comment, command) : planFinished(facts)),
    closed: {},
    startsWork: true,
    isCarriedOut: ({ id, edited, author }, { history, halt, person }) =>
      id <= history.seen && !halt && !edited && mayWrite(person(author.login)),
    wasCarriedOut: hasItsReaction,
  },
  replan: {
    done: () => undefined,
    closed: {},
    change: ({ edited }, { request }) => (edited ? undefined : { text: request || 'Make a new plan.', fresh: true }),
  },
  revise: { done: () => undefined, closed: {}, change: ({ edited }, { text }) => (edited ? undefined : { text }) },
  fix: {
    open: fix,
    done: fix,
    closed: {},
    change: (comment, { what }, facts) => {
      const found = asksForFix(comment, facts) ? fixOf(facts) : undefined
      return found && { text: what ? `${FIX_REQUEST} ${what}` : FIX_REQUEST, fix: found }
    },
  },
  note: {},
  verify: { open: plainly, done: plainly, ended: plainly },
}

/** The life of a command. Undefined for what is none, and for what cannot be carried out as it is written. */
export const effectOf = ({ kind }: { kind: Command['kind'] }): CommandEffect<Command['kind']> | undefined =>
  (COMMAND_EFFECTS as Partial<Record<Command['kind'], CommandEffect<Command['kind']>>>)[kind]

function skipOf(
  comment: ReadComment,
  { number, reason }: CommandOf<'skip'>,
  { reading, statuses }: PendingFacts,
): PendingOrReason {
  const status = statuses.find(({ subtask }) => subtask.number === number)
  if (!status || !reading?.plan) {
    const known = joinWithAnd(statuses.map(({ subtask }) => subtask.number)) || 'a plan that can be read'
    return refused('unknown-subtask', `There is no subtask ${number} in this plan.`, `Skip one of ${known}.`)
  }
  if (isSettled(status)) {
    const why = `Subtask ${number} is already ${status.state === 'done' ? 'done' : 'skipped'}.`
    return refused('subtask-settled', why, 'Skip one that is still to be done.')
  }
  const dependents = dependants(reading.plan, number)
  const left = statuses.filter((one) => !isSettled(one)).map(({ subtask }) => subtask.number)
  return { kind: 'skip', comment, numbers: [number, ...left.filter((one) => dependents.includes(one))], reason }
}

/** What an `/undo` asks for, or why it cannot be had. Whether the reverts apply, only git can tell. */
function undoOf(
  comment: ReadComment,
  { number, reason }: CommandOf<'undo'>,
  { history, reading, statuses }: PendingFacts,
): PendingOrReason {
  if (!history.executed.has(number)) return refusedUndo(number, history, statuses)
  const dependents = reading?.plan ? dependants(reading.plan, number) : []
  const settled = new Set(statuses.filter(({ state }) => state === 'abandoned').map(({ subtask }) => subtask.number))
  const executed = [...history.executed.keys()].filter((one) => one === number || dependents.includes(one)).toReversed()
  const left = dependents.filter((one) => !history.executed.has(one) && !settled.has(one))
  return { kind: 'undo', comment, executed, left, reason }
}

function refusedUndo(number: number, history: History, statuses: readonly Status[]): Reason {
  const done = [...history.executed.keys()].toSorted((a, b) => a - b)
  const instead =
    done.length > 0 ? `Undo one of those that are done: ${joinWithAnd(done)}.` : 'There is nothing to take back.'
  if (!statuses.some(({ subtask }) => subtask.number === number))
    return refused('unknown-subtask', `There is no subtask ${number} in this plan.`, instead)
  if (history.undone.has(number))
    return refused('nothing-to-undo', `Subtask ${number} was taken back already.`, instead)
  if (history.abandoned.has(number)) return refused('nothing-to-undo', `Subtask ${number} was skipped.`, instead)
  const remedy = history.finished ? instead : `Comment \`/skip ${number}\` to leave it out.`
  return refused('nothing-to-undo', `Subtask ${number} has not run.`, remedy)
}

const nothingRuns = (last: number | undefined): Reason =>
  refused(
    'plan-finished',
    'This plan is finished, so nothing runs any more.',
    last === undefined
      ? 'Close this pull request.'
      : `To drop its commits, close this pull request; to take one subtask back, comment \`/undo ${last}\`.`,
  )

function whatToDoInstead({ statuses, reading }: PendingFacts): string {
  if (reading?.kind === 'problem') return 'Push a fix of the plan file to this branch.'
  if (unapproved(statuses).length > 0) return 'Comment `approve` to run the plan.'
  const next = statuses.find(({ ready }) => ready)
  return next ? `Subtask ${next.subtask.number} is next, or running.` : 'There is nothing left to run.'
}

export const planFinished = ({ thread }: Facts): Reason =>
  refused(
    'plan-finished',
    'This plan is finished.',
    `For more changes, comment \`/revise …\` here; or merge or close this pull request, then comment \`/plan\` on #${thread.issue.number}.`,
  )
