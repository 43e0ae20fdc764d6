import type { Facts, PendingFacts, Pending, PendingOrReason, PlainCommand, WantedChange } from '../thread/facts.ts'
import { type Reason, type ReadComment, commentsAt, mayWrite, problemComments, refused } from '../thread/people.ts'
import { unapproved, type Status } from '../approval/subtask-status.ts'
import { knownConflict, OPENING } from '../thread/thread.ts'
import { isUsed, type History } from '../thread/history.ts'
import type { Command, CommandName } from '../words/command.ts'
import { dependants } from '../../plan/dependencies.ts'
import { isSettled, joinWithAnd } from '../../plan/plan.ts'
import { answerToFix, asksForFix, fixOf, FIX_REQUEST } from './fix.ts'
import { needsPlan } from '../words/needs-plan.ts'

type CommandOutcome = Pick<PendingFacts, 'history' | 'current' | 'person' | 'statuses' | 'halt'> &
  Pick<PendingFacts['counted'], 'approvals'>

/** A subtask that is carried out, and those that it depends on, directly or through others. */
export type RunningSubtask = { number: number; needs: readonly number[] }

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
  /** On a plan whose pull request is closed: refused with a reply, or only with a reaction. Without it, ignored. */
  whenClosed?: 'reply' | 'reaction'
  /** It names subtasks, or what they are, which only a plan that can be read has. */
  namesSubtasks?: true
  /** The request to the planner, if the command asks for another version. */
  change?: (comment: ReadComment, command: CommandOf<K>, facts: PendingFacts) => WantedChange | undefined
  /** Whether it was cut off between its commits, although one of them answers it. */
  isCutOff?: (command: CommandOf<K>, history: History) => boolean
  /** Whether it aborts the running step; `running` is the subtask that the step executes, if any. */
  stopsWork?: (command: CommandOf<K>, running: RunningSubtask | undefined) => boolean
  startsWork?: true
  /** Whether it was carried out. Without it: when a note or a commit answers it. */
  isCarriedOut?: (comment: ReadComment, outcome: CommandOutcome) => boolean
  /** Whether a comment that reads as this command since it was edited was carried out as such before. */
  wasCarriedOut?: (comment: ReadComment, facts: Facts) => boolean
}

const asPending = (comment: ReadComment, { kind }: { kind: PlainCommand }): Pending => ({ kind, comment })

const ask: CommandReader<'ask'> = (comment, command) => ({ ...command, comment })
const fix: CommandReader<'fix'> = (comment, _, facts) => answerToFix(comment, facts)

/** An update that is known to conflict is feedback: a subtask has to resolve it. */
const update: CommandReader<'update'> = (comment, command, facts) =>
  knownConflict(facts.thread) ? undefined : asPending(comment, command)

/** Whether `rocket` shows that a command was carried out. Feedback that a commit answers has that reaction, too. */
const hasRocket = ({ id, reactions }: ReadComment, { history }: Facts): boolean =>
  reactions.rocket > 0 && !history.answered.has(id)

const hasFailed = ({ id }: ReadComment, { history }: Facts): boolean =>
  [...history.failed.values(), ...(history.halt ? [history.halt] : [])].some(({ seen }) => seen < id)

/** Whether a problem was told since the last commit that `/retry` goes on after. */
const wasRetrySuggested = ({ id }: ReadComment, { thread, history }: Facts): boolean =>
  problemComments(commentsAt(thread, 'pull'), thread.bot).some(
    (problem) => problem.id > history.seen && problem.id < id && problem.body.includes('`/retry`'),
  )

/** A request is carried out when a note answers it, or when the plan that it got, also in place of an answer, is announced. */
const isAnnounced = ({ id, answered }: ReadComment, { history, current }: CommandOutcome): boolean =>
  answered || (history.answered.has(id) && current !== undefined)

/** Every command, in the order of `COMMANDS`, which says how it is written. */
const COMMAND_EFFECTS: { readonly [K in CommandName]: CommandEffect<K> } = {
  plan: { onIssue: (comment, { request }, facts) => draftOf(comment, request, facts), isCarriedOut: isAnnounced },
  ask: {
    onIssue: (comment, command, facts) =>
      facts.rules.interactive && needsPlan(command.question, facts.thread.issue).isComplex
        ? draftOf(comment, command.question, facts)
        : ask(comment, command, facts),
    open: ask,
    done: ask,
    whenClosed: 'reply',
    isCarriedOut: isAnnounced,
  },
  doctor: { onIssue: asPending, open: asPending, done: asPending, whenClosed: 'reply' },
  help: { onIssue: asPending, open: asPending, done: asPending },
  approve: {
    whenClosed: 'reply',
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
    open: asPending,
    done: (_comment, _, { history }) => {
      const last = [...history.executed.keys()].at(-1)
      const instead =
        last === undefined
          ? 'Close this pull request.'
          : `To drop its commits, close this pull request; to take one subtask back, comment \`/undo ${last}\`.`
      return refused('plan-finished', 'This plan is finished, so nothing runs any more.', instead)
    },
    // A cancel of a closed plan has nothing left to do.
    whenClosed: 'reaction',
    stopsWork: () => true,
    wasCarriedOut: hasRocket,
  },
  skip: {
    open: skipOf,
    whenClosed: 'reply',
    namesSubtasks: true,
    stopsWork: ({ number }, running) => number === running?.number,
    // Where GitHub makes the commits, it makes them one by one: that of the subtask itself is the last.
    isCutOff: ({ number }, { executed, abandoned }) => !executed.has(number) && !abandoned.has(number),
    wasCarriedOut: ({ id }, { history }) => [...history.abandoned.values()].some(({ command }) => command === id),
  },
  undo: {
    open: undoOf,
    done: undoOf,
    whenClosed: 'reply',
    stopsWork: ({ number }, running) => running?.needs.includes(number) === true,
    // Where GitHub makes the commits, it makes them one by one: the revert of the subtask itself is the last.
    isCutOff: ({ number }, { executed }) => executed.has(number),
  },
  update: {
    open: update,
    done: update,
    whenClosed: 'reply',
    change: ({ edited }, _, { thread }) => {
      const merge = edited ? undefined : knownConflict(thread)
      return (
        merge && {
          text: conflictText(thread.base.branch, merge.files),
          merge: { base: merge.base, files: merge.files },
        }
      )
    },
  },
  retry: {
    open: (comment, command, facts) =>
      facts.halt || hasFailed(comment, facts) || wasRetrySuggested(comment, facts)
        ? asPending(comment, command)
        : refused('nothing-to-retry', 'The plan is not paused, so there is nothing to retry.', whatToDoInstead(facts)),
    done: (comment, command, facts) => (facts.halt ? asPending(comment, command) : planFinished(facts)),
    whenClosed: 'reply',
    startsWork: true,
    isCarriedOut: ({ id, edited, author }, { history, halt, person }) =>
      id <= history.seen && !halt && !edited && mayWrite(person(author.login)),
    wasCarriedOut: hasRocket,
  },
  replan: {
    done: () => undefined,
    whenClosed: 'reply',
    change: ({ edited }, { request }) => (edited ? undefined : { text: request || 'Make a new plan.', fresh: true }),
  },
  revise: {
    done: () => undefined,
    whenClosed: 'reply',
    change: ({ edited }, { text }) => (edited ? undefined : { text }),
  },
  fix: {
    open: fix,
    done: fix,
    whenClosed: 'reply',
    change: (comment, { what }, facts) => {
      const found = asksForFix(comment, facts) ? fixOf(facts) : undefined
      return found && { text: what ? `${FIX_REQUEST} ${what}` : FIX_REQUEST, fix: found }
    },
  },
  note: {},
  verify: { open: asPending, done: asPending, ended: asPending },
}

/** The life of a command. Undefined for what is none, and for what cannot be carried out as it is written. */
export const effectOf = ({ kind }: { kind: Command['kind'] }): CommandEffect<Command['kind']> | undefined =>
  (COMMAND_EFFECTS as Partial<Record<Command['kind'], CommandEffect<Command['kind']>>>)[kind]

/** The draft of a new plan, a link to the plan if some of it is carried out, or why there can be none. */
function draftOf(comment: ReadComment, request: string, { thread, history }: Facts): PendingOrReason {
  if (thread.theirs?.isFork)
    return refused(
      'pull-from-fork',
      'This pull request comes from a fork, and plans are made for branches of this repository.',
      'Push its branch here and open a pull request from that, or comment `/plan` on an issue.',
    )
  if (thread.issue.state === 'closed')
    return thread.issue.isPull
      ? refused(
          'pull-closed',
          'This pull request is closed, and plans are made for open ones.',
          'Reopen it and comment `/plan` again, or comment `/plan` on an issue.',
        )
      : refused('issue-closed', 'This issue is closed.', 'Reopen it, then comment `/plan` again.')
  const pull = thread.pull?.pull
  if (pull?.state === 'open' && history.executed.size > 0) return { kind: 'link', comment, pull: pull.number }
  const via = comment.id === OPENING ? 'issue' : String(comment.id)
  return { kind: 'draft', comment, by: comment.author, via, request }
}

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
  const open = statuses.filter((one) => !isSettled(one)).map(({ subtask }) => subtask.number)
  return { kind: 'skip', comment, numbers: [number, ...open.filter((one) => dependents.includes(one))], reason }
}

/** What an `/undo` asks for, or why it cannot be had. Whether the reverts apply, only git can tell. */
function undoOf(
  comment: ReadComment,
  { number, reason }: CommandOf<'undo'>,
  { history, reading, statuses }: PendingFacts,
): PendingOrReason {
  if (!history.executed.has(number)) return refusedUndo(number, history, statuses)
  const dependents = reading?.plan ? dependants(reading.plan, number) : []
  const executed = [...history.executed.keys()].filter((one) => one === number || dependents.includes(one)).toReversed()
  const left = dependents.filter((one) => !history.executed.has(one) && !history.abandoned.has(one))
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

/** The feedback that an `/update` becomes when the merge conflicts: the planner adds a subtask that resolves it. */
function conflictText(base: string, files: readonly string[]): string {
  return [
    `Merge the base branch \`${base}\`. It conflicts with this branch in: ${files.map((path) => `\`${path}\``).join(', ')}.`,
    'Add one new subtask that resolves this, put it before those that wait, and let its files name all of these. Its agent starts from the merge, with the conflicts marked in the files, and its commit is the merge.',
  ].join('\n')
}
