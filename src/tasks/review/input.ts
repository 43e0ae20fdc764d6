import { z } from 'zod'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { MOST_FINDINGS, Plan, ResultFinding } from '../../plan/plan.ts'
import {
  common,
  FinishedSubtask,
  type Proposed,
  type Unfinished,
  isSamePlan,
  Sha,
  spent,
  Topic,
  UsedNumbers,
} from '../fields.ts'

/** The input of a review of whether the rest of the plan still fits what was done. */
export const ReviewInput = z.object({
  ...common,
  kind: z.literal('review'),
  plan: Plan,
  finished: z.array(FinishedSubtask),
  used: UsedNumbers,
  frozen: z.array(z.number().int()),
})
export type ReviewInput = z.infer<typeof ReviewInput>

/** The input of a comparison of the result, since the commit `base`, with what was asked for and planned. */
export const LookInput = z.object({
  ...common,
  kind: z.literal('look'),
  topic: Topic,
  request: z.string(),
  plan: Plan,
  finished: z.array(FinishedSubtask),
  base: Sha,
})
export type LookInput = z.infer<typeof LookInput>

/** The review found no need to change the plan. */
export const Reviewed = z.object({ ...spent, kind: z.literal('reviewed'), text: z.string() })
export type ReviewResult = z.infer<typeof Reviewed> | Proposed | Unfinished

/** Differences from what was asked for, in files of this commit. */
export const Looked = z.object({
  ...spent,
  kind: z.literal('looked'),
  head: Sha,
  findings: z.array(ResultFinding).max(MOST_FINDINGS),
})
export type Looked = z.infer<typeof Looked>
export type LookResult = Looked | Unfinished

/** Whether the result of a review may still be published. */
export const isReviewDue = {
  review: (_: StepOf<'review'>, before: State, now: State): boolean => now.phase !== 'done' && isSamePlan(before, now),
  look: (_: StepOf<'look'>, before: State, now: State): boolean =>
    now.phase !== 'done' && isSamePlan(before, now) && !now.history.look,
}
