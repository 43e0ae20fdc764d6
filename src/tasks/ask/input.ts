import { z } from 'zod'
import { isAnswer } from '../../decide/inbox/pending.ts'
import type { State } from '../../decide/next/decision.ts'
import { Plan } from '../../plan/plan.ts'
import { type Answered, common, Topic, type Unfinished } from '../fields.ts'

/** Asks for the answer to a question. */
export const AskInput = z.object({
  ...common,
  kind: z.literal('ask'),
  topic: Topic,
  question: z.string(),
  comment: z.number().int(),
  /** The plan on whose pull request it was asked. */
  plan: Plan.optional(),
})
export type AskInput = z.infer<typeof AskInput>
export type AnswerResult = Answered | Unfinished

/** Whether the comment still waits for its answer. */
export const isAnswerDue = (
  { kind, comment }: { kind: string; comment: { id: number } },
  _: State,
  now: State,
): boolean => now.pending.filter(isAnswer).some((one) => one.kind === kind && one.comment.id === comment.id)
