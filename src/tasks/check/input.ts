import { z } from 'zod'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { testsOf } from '../../plan/acceptance.ts'
import { Check, Plan } from '../../plan/plan.ts'
import { commonFields, ComparedBase, Executed, Failed, isSamePlan, problemOfChecks, usageFields } from '../fields.ts'
import type { ResultLimits, Stopped } from '../fields.ts'

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

/** Whether the results of checks may still be published. */
export const isCheckDue = (step: StepOf<'check'>, before: State, now: State): boolean =>
  step.of === 'merge' ? now.history.merged === step.merge : now.phase !== 'done' && isSamePlan(before, now)

/** Why the result of another job is none of these checks. Undefined if it is one, or the job was stopped. */
export function problemOfChecked(
  input: z.infer<typeof CheckInput>,
  result: z.infer<typeof ChecksRun> | Verified | Stopped,
  limits: ResultLimits,
): string | undefined {
  if (result.kind === 'stopped') return undefined
  if (input.of === 'changes')
    return result.kind === 'verified' ? problemOfVerified(input, result, limits) : 'it verifies no changes'
  if (result.kind === 'verified') return 'it is not about the checks of a tree'
  return input.of === 'tests' ? problemOfTests(input, result.checks) : undefined
}

/** Validates that the results are about the changes in the input, and that each passed one has all of its checks. */
function problemOfVerified(
  { plan, changes }: Verification,
  { results }: Verified,
  limits: ResultLimits,
): string | undefined {
  const expected = changes.map(({ subtask }) => subtask).join()
  if (results.map(({ subtask }) => subtask).join() !== expected)
    return 'it is not about the changes that were to be verified'
  return results
    .map(({ subtask, result }) =>
      result.kind === 'executed' ? problemOfChecks(plan, subtask, { result, limits }) : undefined,
    )
    .find((problem) => problem !== undefined)
}

/** Validates that every approved test was run, whether it passed or not. */
function problemOfTests(
  { plan, subtasks }: { plan: Plan; subtasks: readonly number[] },
  checks: readonly Check[],
): string | undefined {
  const runs = subtasks.flatMap((number) => testsOf(plan, number).map(({ run }) => run))
  const missing = runs.find((run) => !checks.some(({ command }) => command === run))
  return missing === undefined ? undefined : `it does not say what \`${missing}\` came to`
}
