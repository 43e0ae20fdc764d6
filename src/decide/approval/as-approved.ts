import { parsePlan } from '../../plan/markdown.ts'
import type { Plan, Subtask } from '../../plan/plan.ts'
import type { History } from '../thread/history.ts'
import type { PlanBranch } from '../thread/thread.ts'

/**
 * The plan with each executed subtask in the words that were approved. A later edit by hand would put a text under a
 * ticked box that was never done. What it depends on stays as the file has it, which was checked with the rest.
 */
export function withWhatWasApproved(
  { plan, blob }: { plan: Plan; blob: string },
  { executed }: History,
  { texts }: Pick<PlanBranch, 'texts'>,
): Plan {
  // The text of now is read already, and mostly the one that was approved.
  const approved = new Map<string, readonly Subtask[]>([[blob, plan.subtasks]])
  const subtasksOf = (blob: string): readonly Subtask[] => {
    const known = approved.get(blob) ?? subtasksIn(texts.get(blob))
    approved.set(blob, known)
    return known
  }
  const subtasks = plan.subtasks.map((now) => {
    const { version } = executed.get(now.number) ?? {}
    const then = version === undefined ? undefined : subtasksOf(version).find(({ number }) => number === now.number)
    return then ? { ...then, depends_on: now.depends_on } : now
  })
  return { ...plan, subtasks }
}

function subtasksIn(text: string | undefined): readonly Subtask[] {
  const parsed = parsePlan(text ?? '')
  return parsed.kind === 'plan' ? parsed.plan.subtasks : []
}
