import { z } from 'zod'
import { jsonIn } from '../../guard/json.ts'
import { Subtask, type Plan } from '../../plan/plan.ts'

/** Maximum characters of a patch that outlives its attempt. */
export const LONGEST_PATCH = 1 << 20

/** The change of an attempt whose agent proposed other checks and nothing else, for the subtask as it was approved. */
export const KeptWork = z.object({ subtask: Subtask, patch: z.string().max(LONGEST_PATCH) })
export type KeptWork = z.infer<typeof KeptWork>

/** Parses kept work. Undefined for anything else: anyone with push rights could have written it. */
export const readKeptWork = (text: string | undefined): KeptWork | undefined =>
  text === undefined ? undefined : KeptWork.safeParse(jsonIn(text)).data

/** Whether kept work is for this subtask: it differs in its checks at most. */
export const isWorkFor = (kept: KeptWork, subtask: Subtask): boolean => apart(kept.subtask) === apart(subtask)

/** Whether a proposal changes the checks of a subtask, and nothing else of the plan. */
export const changesChecksOnly = (plan: Plan, proposed: Plan, number: number): boolean =>
  JSON.stringify(withoutChecks(plan, number)) === JSON.stringify(withoutChecks(proposed, number))

const withoutChecks = (plan: Plan, number: number): object => ({
  ...plan,
  subtasks: plan.subtasks.map((one) => (one.number === number ? apart(one) : one)),
})

const apart = (subtask: Subtask): string => JSON.stringify(Subtask.parse({ ...subtask, verify: [] }))
