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

/** Asks whether the rest of a plan still fits what was done of it. */
export const ReviewInput = z.object({
  ...common,
  kind: z.literal('review'),
  plan: Plan,
  finished: z.array(FinishedSubtask),
  used: UsedNumbers,
  frozen: z.array(z.number().int()),
})
export type ReviewInput = z.infer<typeof ReviewInput>

/** Asks for a comparison of what was done since `base`, a commit, with what was asked for and planned. */
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

/** What differs from what was asked for, in the files of this commit. */
export const Looked = z.object({
  ...spent,
  kind: z.literal('looked'),
  head: Sha,
  findings: z.array(ResultFinding).max(MOST_FINDINGS),
})
export type Looked = z.infer<typeof Looked>
export type LookResult = Looked | Unfinished

/** Whether what a review found may still be written. */
export const isReviewDue = {
  review: (_: StepOf<'review'>, before: State, now: State): boolean => now.phase !== 'done' && isSamePlan(before, now),
  look: (_: StepOf<'look'>, before: State, now: State): boolean =>
    now.phase !== 'done' && isSamePlan(before, now) && !now.history.look,
}
