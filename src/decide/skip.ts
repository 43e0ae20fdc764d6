import type { Command } from './command.ts'
import type { ReadComment } from './comments.ts'
import type { Facts } from './facts.ts'
import { refusal, type Refusal } from './refusal.ts'
import type { Status } from './status.ts'
import { isSettled, listNumbers } from '../plan/plan.ts'
import { dependants } from '../plan/graph.ts'

/** Subtasks to abandon: that of a `/skip`, and those that depend on it. */
export type Skip = { kind: 'skip'; comment: ReadComment; numbers: number[]; reason: string }

type SkipFacts = Pick<Facts, 'reading'> & { statuses: readonly Status[] }

/** What a `/skip` asks for, or why it cannot be had. */
export function skipOf(
  comment: ReadComment,
  command: Extract<Command, { kind: 'skip' }>,
  { reading, statuses }: SkipFacts,
): Skip | Refusal {
  const status = statuses.find(({ subtask }) => subtask.number === command.number)
  if (!status || reading?.kind !== 'plan') {
    return refusal(
      comment,
      'unknown-subtask',
      `There is no subtask ${command.number} in this plan.`,
      `Skip one of ${listNumbers(statuses.map(({ subtask }) => subtask.number)) || 'a plan that can be read'}.`,
    )
  }
  if (isSettled(status)) {
    return refusal(
      comment,
      'subtask-settled',
      `Subtask ${command.number} was already ${status.state === 'done' ? 'carried out' : 'skipped'}.`,
      'Skip one that is still to be done.',
    )
  }
  const along = dependants(reading.plan, command.number)
  const left = statuses.filter((one) => !isSettled(one)).map(({ subtask }) => subtask.number)
  return {
    kind: 'skip',
    comment,
    numbers: left.filter((number) => number === command.number || along.includes(number)),
    reason: command.reason,
  }
}
