import type { Snapshot } from '../../decide/next/decision.ts'
import type { Sources } from '../../observe/sources.ts'
import type { common } from '../fields.ts'
import type { z } from 'zod'

/** What the input of a task is made of: a look at the plan, where more can be read, and the fields that all inputs have. */
export type Gathering = Snapshot & { sources: Sources; shared: Shared }
export type Shared = Omit<z.infer<z.ZodObject<typeof common>>, 'id'>
