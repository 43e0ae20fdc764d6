import type { Command } from './command.ts'
import type { ReadComment } from './comments.ts'
import type { Facts } from './facts.ts'
import type { History } from './history.ts'
import { refusal, type Refusal } from './refusal.ts'
import type { Status } from './status.ts'
import { dependants } from '../plan/graph.ts'
import { listNumbers } from '../plan/plan.ts'

/**
 * What `/undo N` takes back: `executed` by one revert commit each, the last executed first, so that N comes last, and
 * `left` without one, since it was not executed.
 */
export type Undo = { kind: 'undo'; comment: ReadComment; executed: number[]; left: number[]; reason: string }

type UndoFacts = Facts & { statuses: readonly Status[] }
type UndoCommand = Extract<Command, { kind: 'undo' }>

/** What an `/undo` asks for, or why it cannot be had. Whether the reverts apply, only git can tell. */
export function undoOf(comment: ReadComment, { number, reason }: UndoCommand, facts: UndoFacts): Undo | Refusal {
  const { history, reading, statuses } = facts
  if (!history.executed.has(number)) return refusedUndo(comment, number, facts)
  const along = reading?.kind === 'plan' ? dependants(reading.plan, number) : []
  const settled = new Set(statuses.filter(({ state }) => state === 'abandoned').map(({ subtask }) => subtask.number))
  return {
    kind: 'undo',
    comment,
    executed: [...history.executed.keys()].filter((one) => one === number || along.includes(one)).toReversed(),
    left: along.filter((one) => !history.executed.has(one) && !settled.has(one)),
    reason,
  }
}

function refusedUndo(comment: ReadComment, number: number, { history, statuses }: UndoFacts): Refusal {
  const done = [...history.executed.keys()].toSorted((a, b) => a - b)
  const instead =
    done.length > 0 ? `Undo one of those that are done: ${listNumbers(done)}.` : 'There is nothing to take back.'
  if (!statuses.some(({ subtask }) => subtask.number === number))
    return refusal(comment, 'unknown-subtask', `There is no subtask ${number} in this plan.`, instead)
  if (history.undone.has(number))
    return refusal(comment, 'nothing-to-undo', `Subtask ${number} was taken back already.`, instead)
  if (history.abandoned.has(number))
    return refusal(
      comment,
      'nothing-to-undo',
      `Subtask ${number} was skipped, so there is nothing of it to take back.`,
      instead,
    )
  return refusal(
    comment,
    'nothing-to-undo',
    `Subtask ${number} was not carried out, so there is nothing of it to take back.`,
    history.finished ? instead : `Comment \`/skip ${number}\` to leave it out.`,
  )
}

/**
 * Whether an `/undo` was cut off between its commits, which GitHub makes one by one with `commit-with: api`: the revert of
 * N is the last of them.
 */
export const isHalfUndone = ({ id, command, refused }: ReadComment, { answered, executed }: History): boolean =>
  command.kind === 'undo' && answered.has(id) && !refused && executed.has(command.number)
