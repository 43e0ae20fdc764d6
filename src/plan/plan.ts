import { z } from 'zod'

/**
 * One step of a plan. The field names are those of the tool `create_plan`, so that what the model calls,
 * what `PLAN.md` holds and what the program works on are one shape. `number` is the identity for good.
 */
export const Subtask = z.object({
  number: z.number().int().min(1).max(9999),
  name: z.string().min(1),
  description: z.string(),
  expected_outcome: z.string(),
  files: z.array(z.string()),
  verify: z.array(z.string()),
  depends_on: z.array(z.number().int()),
})
export type Subtask = z.infer<typeof Subtask>

export const Question = z.object({ question: z.string().min(1), default: z.string() })
export type Question = z.infer<typeof Question>

/** A plan as people approve it. The order of `subtasks` is the order of execution as far as dependencies allow. */
export const Plan = z.object({
  title: z.string().min(1),
  description: z.string(),
  expected_outcome: z.string(),
  subtasks: z.array(Subtask),
  questions: z.array(Question),
  risks: z.array(z.string()),
})
export type Plan = z.infer<typeof Plan>

/** What became of one feedback comment in a revision; `comment` is the id of that comment. */
export const Answer = z.object({ comment: z.number().int(), applied: z.boolean(), note: z.string() })
export type Answer = z.infer<typeof Answer>

/** States of a subtask, and of a step of the agent's own sub-plan. */
export const SubtaskState = z.enum(['todo', 'in_progress', 'done', 'abandoned', 'failed'])
export type SubtaskState = z.infer<typeof SubtaskState>

/** One line of the agent's sub-plan for the subtask in hand. */
export const AgentStep = z.object({ title: z.string().min(1), state: SubtaskState })
export type AgentStep = z.infer<typeof AgentStep>

/** The commands that have to pass before a subtask is done: its own, and the one that the input `verify-command` adds to all. */
export const checksFor = ({ verify }: Subtask, verifyCommand: string | undefined): string[] =>
  verifyCommand === undefined ? verify : [...verify, verifyCommand]

/** What somebody said, as the model's room gets it. `place` is the line of a file that a review remark is about. */
export const Remark = z.object({
  id: z.number().int(),
  author: z.string(),
  text: z.string(),
  place: z
    .object({ path: z.string(), line: z.number().int().optional(), subtask: z.number().int().optional() })
    .optional(),
})

export type Remark = z.infer<typeof Remark>

/** `1, 2 and 5` */
export const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
