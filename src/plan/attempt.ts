import { z } from 'zod'
import { Check } from './evidence.ts'
import { Usage } from './usage.ts'

/** Why an attempt failed: commands and errors, no opinions. */
export const Attempt = z.object({ reason: z.string(), checks: z.array(Check), usage: Usage })

export type Attempt = z.infer<typeof Attempt>
