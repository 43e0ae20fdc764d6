import { z } from 'zod'
import { Check, Plan } from '../../plan/plan.ts'
import { Executed } from '../execute/input.ts'
import { commonFields, ComparedBase, Failed, usageFields } from '../fields.ts'

/** A change that was made concurrently with others, and verified without them. */
export const UnverifiedChange = z.object({ subtask: z.number().int(), result: Executed })
export type UnverifiedChange = z.infer<typeof UnverifiedChange>

const check = { ...commonFields, kind: z.literal('check'), plan: Plan }
const subtasks = z.array(z.number().int()).min(1)

/** Checks without a model, on the tree of the input's commit. */
export const CheckInput = z.discriminatedUnion('of', [
  /** Applies concurrent changes one after the other and runs the checks of each on top of those before it. */
  z.object({
    ...check,
    of: z.literal('changes'),
    changes: z.array(UnverifiedChange).min(1),
    /** The base to compare with, if these are the plan's last open subtasks. */
    compared: ComparedBase.optional(),
  }),
  /** Runs the checks of executed subtasks again after a merge of the base. */
  z.object({ ...check, of: z.literal('merge'), subtasks }),
  /** Runs the approved tests of executed subtasks on the last tree. */
  z.object({
    ...check,
    of: z.literal('tests'),
    subtasks,
    /** The commits of these subtasks, in the same order, or empty if unknown: the baseline for numbers of tests. */
    commits: z.array(z.string().regex(/^(?:[0-9a-f]{40})?$/)).max(1_000),
  }),
])

type Verification = Extract<z.infer<typeof CheckInput>, { of: 'changes' }>

/** The input that verifies concurrent changes. */
export const verificationOf = (fields: Omit<Verification, 'kind' | 'of'>): Verification => ({
  kind: 'check',
  of: 'changes',
  ...fields,
})

export const ChecksRun = z.object({ ...usageFields, kind: z.literal('checked'), checks: z.array(Check) })

/** The result of each verified change, in the order of the changes. */
export const Verified = z.object({
  ...usageFields,
  kind: z.literal('verified'),
  results: z.array(z.object({ subtask: z.number().int(), result: z.discriminatedUnion('kind', [Executed, Failed]) })),
})
export type Verified = z.infer<typeof Verified>
