import { planOf, type StepOf } from '../../decide/next/decision.ts'
import type { Gathering } from '../gather/gathering.ts'
import type { AcceptInput, RecheckInput } from './input.ts'

export const recheckInput = async (
  { state, shared }: Gathering,
  { merge, numbers }: StepOf<'recheck'>,
): Promise<RecheckInput> => ({
  ...shared,
  kind: 'recheck',
  id: `recheck-${merge.slice(0, 10)}`,
  plan: planOf(state),
  subtasks: numbers,
})

/** The input for approved tests. Each commit gives another input, and so another run. */
export const acceptInput = async (
  { state, shared }: Gathering,
  { head, numbers }: StepOf<'accept'>,
): Promise<AcceptInput> => ({
  ...shared,
  kind: 'accept',
  id: `${shared.number}-accept-${head.slice(0, 10)}`,
  head,
  plan: planOf(state),
  subtasks: numbers,
  commits: numbers.map((number) => state.statuses.find(({ subtask }) => subtask.number === number)?.sha ?? ''),
})
