import { z } from 'zod'
import { Plan } from './plan.ts'

/** What a model sends of a changed plan: fields that it leaves out stay as they are. */
export const PlanChanges = Plan.partial().extend({
  removed: z.array(z.number().int()).optional().describe('numbers of subtasks that go'),
})
export type PlanChanges = z.infer<typeof PlanChanges>

/**
 * The plan with these changes. A subtask that is not sent stays, unless `removed` names it; `frozen` ones stay whatever
 * is sent. Where all are sent, their order counts; otherwise new ones come last. Source of the rules: SPEC.md section 5.
 */
export function changedPlan(
  plan: Plan,
  { subtasks = [], removed = [], ...fields }: PlanChanges,
  frozen: readonly number[],
): Plan {
  const sent = new Map(subtasks.map((subtask) => [subtask.number, subtask]))
  const kept = plan.subtasks.flatMap((subtask) => {
    const { number } = subtask
    if (frozen.includes(number)) return [subtask]
    return sent.has(number) || !removed.includes(number) ? [sent.get(number) ?? subtask] : []
  })
  const known = new Map(kept.map((subtask) => [subtask.number, subtask]))
  const isWhole = kept.every(({ number }) => sent.has(number))
  const ordered = isWhole
    ? subtasks.map((subtask) => known.get(subtask.number) ?? subtask)
    : [...kept, ...subtasks.filter(({ number }) => !known.has(number))]
  const changed = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { ...plan, ...Object.fromEntries(changed), subtasks: ordered }
}
