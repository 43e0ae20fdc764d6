import { z } from 'zod'
import { Usage } from './usage.ts'

/** One command that the action ran to verify a subtask. `failedBefore` tells whether it failed without the change too. */
export const Check = z.object({
  command: z.string(),
  passed: z.boolean(),
  exit: z.string(),
  tail: z.string(),
  failedBefore: z.boolean().optional(),
})

export type Check = z.infer<typeof Check>

/** Why an attempt did not end well: commands and errors, not opinions. */
export const Attempt = z.object({ reason: z.string(), checks: z.array(Check), usage: Usage })

export type Attempt = z.infer<typeof Attempt>
