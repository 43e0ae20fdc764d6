import { z } from 'zod'
import { isAnswer } from '../../decide/inbox/pending.ts'
import type { State } from '../../decide/next/decision.ts'
import { Plan } from '../../plan/plan.ts'
import { type Answered, common, Topic, type Unfinished } from '../fields.ts'

export const AskInput = z.object({
  ...common,
  kind: z.literal('ask'),
  topic: Topic,
  question: z.string(),
  comment: z.number().int(),
  /** The plan on whose pull request the question was asked. */
  plan: Plan.optional(),
  /** The words after `/plan`, if the question is about a plan. */
  request: z.string().max(32_000).optional(),
})
export type AskInput = z.infer<typeof AskInput>
export type AnswerResult = Answered | Unfinished

/** Whether the comment is still unanswered. */
export const isAnswerDue = (
  { kind, comment }: { kind: string; comment: { id: number } },
  _: State,
  now: State,
): boolean => now.pending.filter(isAnswer).some((one) => one.kind === kind && one.comment.id === comment.id)
