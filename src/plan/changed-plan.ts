import { z } from 'zod'
import { Plan, Subtask } from './plan.ts'

/** What a model sends of a changed plan: fields that it leaves out, also of a subtask, stay as they are. */
export const PlanChanges = Plan.partial().extend({
  subtasks: z.array(Subtask.partial().required({ number: true })).optional(),
  removed: z.array(z.number().int()).optional().describe('numbers of subtasks that go'),
})
type PlanChanges = z.infer<typeof PlanChanges>

/**
 * The plan with these changes; a new subtask of it may lack fields. A subtask that is not sent stays, unless `removed` names it; `frozen` ones stay whatever
 * is sent. Where all are sent, their order counts; otherwise new ones come last. Source of the rules: SPEC.md section 5.
 */
export function changedPlan(
  plan: Plan,
  { subtasks = [], removed = [], ...fields }: PlanChanges,
  frozen: readonly number[],
): Omit<Plan, 'subtasks'> & { subtasks: unknown[] } {
  const present = new Map(plan.subtasks.map((subtask) => [subtask.number, subtask]))
  const whole = subtasks.map((one) => ({ ...present.get(one.number), ...defined(one), number: one.number }))
  const sent = new Map(whole.map((subtask) => [subtask.number, subtask]))
  const kept = plan.subtasks.flatMap((subtask) => {
    const { number } = subtask
    if (frozen.includes(number)) return [subtask]
    return sent.has(number) || !removed.includes(number) ? [sent.get(number) ?? subtask] : []
  })
  const known = new Map(kept.map((subtask) => [subtask.number, subtask]))
  const isWhole = kept.every(({ number }) => sent.has(number))
  const ordered = isWhole
    ? whole.map((subtask) => known.get(subtask.number) ?? subtask)
    : [...kept, ...whole.filter(({ number }) => !known.has(number))]
  return { ...plan, ...defined(fields), subtasks: ordered }
}

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
