import { z } from 'zod'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { MAX_FINDINGS, Plan, ResultFinding } from '../../plan/plan.ts'
import { commonFields, FinishedSubtask, isSamePlan, Sha, usageFields, Topic, UsedNumbers } from '../fields.ts'
import type { Proposed, Unfinished } from '../fields.ts'

const comparison = { ...commonFields, kind: z.literal('review'), plan: Plan, finished: z.array(FinishedSubtask) }

/** What is compared with the code. */
export const ReviewInput = z.discriminatedUnion('of', [
  /** Whether the rest of the plan still fits what was done. */
  z.object({ ...comparison, of: z.literal('rest'), used: UsedNumbers, frozen: z.array(z.number().int()) }),
  /** Whether the result, since the commit `base`, is what was asked for and planned. */
  z.object({ ...comparison, of: z.literal('result'), topic: Topic, request: z.string(), base: Sha }),
])

export const Reviewed = z.discriminatedUnion('of', [
  z.object({ ...usageFields, kind: z.literal('reviewed'), of: z.literal('rest'), text: z.string() }),
  /** Differences from what was asked for, in files of this commit. */
  z.object({
    ...usageFields,
    kind: z.literal('reviewed'),
    of: z.literal('result'),
    head: Sha,
    findings: z.array(ResultFinding).max(MAX_FINDINGS),
  }),
])

/** Whether the result of a review may still be published. */
export const isReviewDue = ({ of }: StepOf<'review'>, before: State, now: State): boolean =>
  now.phase !== 'done' && isSamePlan(before, now) && !(of === 'result' && now.history.look)

/** Why the result of another job does not belong to this review. Undefined if it does. */
export function problemOfReview(
  input: z.infer<typeof ReviewInput>,
  result: z.infer<typeof Reviewed> | Proposed | Unfinished,
): string | undefined {
  if (result.kind === 'reviewed' && result.of !== input.of) return `it is a review of the ${result.of}`
  if (result.kind === 'proposed' && input.of === 'result') return 'a review of the result changes no plan'
  return undefined
}
