import { z } from 'zod'
import { jsonIn } from '../../guard/json.ts'
import { Subtask, type Plan } from '../../plan/plan.ts'

/** Maximum characters of a patch that outlives its attempt. */
export const MAX_PATCH = 1 << 20

/** The change of an attempt whose agent proposed other checks and nothing else, for the subtask as it was approved. */
const KeptWork = z.object({ subtask: Subtask, patch: z.string().max(MAX_PATCH) })

export const renderKeptWork = (work: z.infer<typeof KeptWork>): string => JSON.stringify(work)

/**
 * The patch of kept work, if it is for this subtask, which differs in its checks at most. Undefined for any other text:
 * anyone with push rights could have written it.
 */
export function keptPatchFor(subtask: Subtask, text: string | undefined): string | undefined {
  const parsed = KeptWork.safeParse(text && jsonIn(text)).data
  return parsed && withoutOwnChecks(parsed.subtask) === withoutOwnChecks(subtask) ? parsed.patch : undefined
}

/** Whether a proposal changes the checks of a subtask, and nothing else of the plan. */
export const changesChecksOnly = (plan: Plan, proposed: Plan, number: number): boolean =>
  JSON.stringify(withoutChecks(plan, number)) === JSON.stringify(withoutChecks(proposed, number))

const withoutChecks = (plan: Plan, number: number): object => ({
  ...plan,
  subtasks: plan.subtasks.map((one) => (one.number === number ? withoutOwnChecks(one) : one)),
})

const withoutOwnChecks = (subtask: Subtask): string => JSON.stringify(Subtask.parse({ ...subtask, verify: [] }))
