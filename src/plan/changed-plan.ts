import { z } from 'zod'
import { Plan, Subtask } from './plan.ts'

/** The arguments with which a model changes a plan. Fields that are left out, also of a subtask, keep their values. */
export const PlanChanges = Plan.partial().extend({
  subtasks: z.array(Subtask.partial().required({ number: true })).optional(),
  removed: z.array(z.number().int()).optional().describe('numbers of subtasks that go'),
})

/**
 * Merges a model's changes into a plan; a new subtask may lack fields, which the caller validates. Subtasks that are not
 * sent stay unless `removed` names them, and `frozen` ones stay in any case. The order sent counts only where all
 * subtasks were sent; otherwise new ones come last.
 */
export function changedPlan(
  plan: Plan,
  { subtasks = [], removed = [], ...fields }: z.infer<typeof PlanChanges>,
  frozen: readonly number[],
): Omit<Plan, 'subtasks'> & { subtasks: unknown[] } {
  const currentSubtasks = new Map(plan.subtasks.map((subtask) => [subtask.number, subtask]))
  const completed = subtasks.map((one) => {
    const current = currentSubtasks.get(one.number)
    return current && frozen.includes(one.number) ? current : { ...current, ...defined(one), number: one.number }
  })
  const completedSubtasks = new Map(completed.map((subtask) => [subtask.number, subtask]))
  const remaining = plan.subtasks.flatMap((subtask) => {
    const { number } = subtask
    return completedSubtasks.get(number) ?? (frozen.includes(number) || !removed.includes(number) ? subtask : [])
  })
  const ordered = remaining.every(({ number }) => completedSubtasks.has(number))
    ? completed
    : [...remaining, ...completed.filter(({ number }) => !currentSubtasks.has(number))]
  return { ...plan, ...defined(fields), subtasks: ordered }
}

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
