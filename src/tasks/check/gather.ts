import { planOf, type StepOf } from '../../decide/next/decision.ts'
import type { Gathering } from '../gather/gathering.ts'
import type { CheckInput } from './input.ts'

/** The input for checks after a merge, or for approved tests. Each commit gives another input, and so another run. */
export async function checkInput({ state, shared }: Gathering, step: StepOf<'check'>): Promise<CheckInput> {
  const of = { ...shared, kind: step.kind, plan: planOf(state), subtasks: step.numbers }
  if (step.of === 'merge') return { ...of, of: step.of, id: `${shared.number}-merge-${step.merge.slice(0, 10)}` }
  const commitOf = (number: number): string =>
    state.statuses.find(({ subtask }) => subtask.number === number)?.sha ?? ''
  const id = `${shared.number}-tests-${step.head.slice(0, 10)}`
  return { ...of, of: step.of, id, head: step.head, commits: step.numbers.map(commitOf) }
}
