import { z } from 'zod'
import { Usage } from './usage.ts'

/**
 * One command that the action ran to verify a subtask. `exit` says how it ended, `tail` is the shortened output.
 * `failedBefore` is true when the command also fails without the change.
 */
export const Check = z.object({
  command: z.string(),
  passed: z.boolean(),
  exit: z.string(),
  tail: z.string(),
  failedBefore: z.boolean().optional(),
})

export type Check = z.infer<typeof Check>

/** Why an attempt failed: commands and errors, no opinions. */
export const Attempt = z.object({ reason: z.string(), checks: z.array(Check), usage: Usage })

export type Attempt = z.infer<typeof Attempt>
