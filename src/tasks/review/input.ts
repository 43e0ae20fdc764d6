import { z } from 'zod'
import { MAX_FINDINGS, Plan, ResultFinding } from '../../plan/plan.ts'
import { commonFields, FinishedSubtask, Sha, usageFields, Topic, UsedNumbers } from '../fields.ts'

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
