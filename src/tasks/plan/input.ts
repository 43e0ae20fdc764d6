import { z } from 'zod'
import { EVENT_REMARK } from '../../decide/inbox/fix.ts'
import type { State } from '../../decide/next/snapshot.ts'
import type { StepOf } from '../../decide/next/step.ts'
import { OpenMerge } from '../../plan/open-merge.ts'
import { Check } from '../../plan/evidence.ts'
import { Answer, Plan, Remark, SecondLook } from '../../plan/plan.ts'
import { common, Images, isSamePlan, spent, type Unfinished, Topic, UsedNumbers } from '../fields.ts'

/** What is known of a check that failed. */
export const EvidenceOfCheck = z.object({
  name: z.string(),
  conclusion: z.string(),
  summary: z.string(),
  annotations: z.array(z.string()),
  log: z.string().optional(),
  /** Why there is no log. */
  noLog: z.string().optional(),
})
export type EvidenceOfCheck = z.infer<typeof EvidenceOfCheck>

const planning = { topic: Topic, request: z.string(), used: UsedNumbers }

/** Asks for the first version of a plan. */
export const DraftInput = z.object({ ...common, ...planning, kind: z.literal('draft') })
export type DraftInput = z.infer<typeof DraftInput>

/** Asks for the next version of a plan. */
export const ReviseInput = z.object({
  ...common,
  ...planning,
  kind: z.literal('revise'),
  version: z.number().int(),
  plan: Plan,
  /** Subtasks that must stay as they are. */
  frozen: z.array(z.number().int()),
  feedback: z.array(Remark).min(1),
  /** The merge of the base that a new subtask is to resolve. */
  merge: OpenMerge.optional(),
  /** Checks that failed on `head`, which the version is to mend. Their texts are somebody else's. */
  checks: z.array(EvidenceOfCheck).max(100).optional(),
  /** The images of the feedback. */
  images: Images.optional(),
  /** The stored conversation of the planner. Without it, planning starts with a new conversation. */
  conversation: z.string().optional(),
})
export type ReviseInput = z.infer<typeof ReviseInput>

export type PlanInput = DraftInput | ReviseInput

/** Characters of a planner's conversation that are kept: a few times what a model reads at once. */
export const LONGEST_CONVERSATION = 8 << 20

export const Planned = z.object({
  ...spent,
  kind: z.literal('planned'),
  plan: Plan,
  answers: z.array(Answer),
  /** What is too long to be kept is left out; then the planner reads the repository anew. */
  conversation: z.string().transform((text) => (text.length > LONGEST_CONVERSATION ? '' : text)),
  look: SecondLook.optional(),
  /** What `verify-command` said of the base meanwhile. */
  today: Check.optional(),
})
export type Planned = z.infer<typeof Planned>
export type PlanResult = Planned | Unfinished

/** Whether the plan that was asked for is still to be written. */
export const isPlanDue = {
  draft: (step: StepOf<'draft'>, before: State, now: State): boolean =>
    now.pending.some((one) => one.kind === 'draft' && one.via === step.via) && isSamePlan(before, now),
  revise: (step: StepOf<'revise'>, before: State, now: State): boolean =>
    isUnanswered(step.remarks, now) &&
    isSamePlan(before, now) &&
    (!step.fix || before.history.fixes.length === now.history.fixes.length),
}

/**
 * Neither a version nor a comment of ours answers these remarks yet. One that was deleted meanwhile was taken up, so it
 * is answered all the same; one that came later is taken up at the next look. An event has no id, and that of the
 * opening text is the same.
 */
function isUnanswered(remarks: readonly { id: number }[], { history, comments }: State): boolean {
  const told = new Set(comments.pull.flatMap(({ id, answered, refused }) => (answered || refused ? [id] : [])))
  return remarks.every(({ id }) => id === EVENT_REMARK || !(history.answered.has(id) || told.has(id)))
}
