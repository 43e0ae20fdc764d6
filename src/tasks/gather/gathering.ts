import type { Snapshot } from '../../decide/next/decision.ts'
import type { Sources } from '../../observe/sources.ts'
import type { common } from '../fields.ts'
import type { z } from 'zod'

/**
 * What an input is built from: a snapshot of the plan, the sources to read more, and the fields that all inputs have.
 */
export type Gathering = Snapshot & { sources: Sources; shared: Shared }
export type Shared = Omit<z.infer<z.ZodObject<typeof common>>, 'id'>
