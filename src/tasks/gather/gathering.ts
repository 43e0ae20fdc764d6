import type { Snapshot, State } from '../../decide/next/decision.ts'
import type { Sources } from '../../observe/sources.ts'
import type { CommonInput, FinishedSubtask } from '../fields.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { isSettled } from '../../plan/plan.ts'

/** What an input is built from: a snapshot of the plan, sources to read more, and the fields of every input. */
export type Gathering = Snapshot & { sources: Sources; shared: Shared }
export type Shared = Omit<CommonInput, 'id'>

// Fields of several inputs that come from the state of a plan.

/** Executed and skipped subtasks, which later versions must not change. */
export const frozenOf = ({ statuses }: State): number[] =>
  statuses.filter(isSettled).map(({ subtask }) => subtask.number)

export const finishedOf = (state: State): FinishedSubtask[] =>
  state.statuses
    .filter((status) => status.state === 'done')
    .map((status) => ({ number: status.subtask.number, outcome: status.text }))

/** The request of the `/plan` that the branch answers. */
export function requestOf({ history, comments }: State): string {
  const asked = comments.issue.find((one) => String(one.id) === history.request)
  return asked?.command.kind === 'plan' ? asked.command.request : ''
}

/** Every number that a version gave to a subtask. Until a commit names one, a new draft starts at 1 again. */
export function usedNumbers({ branch }: Thread, { anew = false } = {}): { number: number; name: string }[] {
  if (!branch) return []
  const named = branch.commits.findIndex((commit) => commit.entry?.trailers.subtask !== undefined)
  if (anew && named < 0) return []
  const drafts = branch.commits.flatMap((commit, i) =>
    commit.entry?.trailers.request !== undefined && (named < 0 || i < named) ? [i] : [],
  )
  const input = new Map(branch.commits.map(({ sha }, i) => [sha, i]))
  const since = [...branch.texts].filter(
    ([blob]) => (input.get(branch.origins.get(blob) ?? '') ?? 0) >= (drafts.at(-1) ?? 0),
  )
  const subtasks = since.flatMap(([, text]) => parsePlan(text).plan?.subtasks ?? [])
  const used = new Map(subtasks.map(({ number, name }) => [number, name]))
  return [...used].map(([number, name]) => ({ number, name }))
}
