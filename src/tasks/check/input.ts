import { z } from 'zod'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { testsOfNumber } from '../../plan/acceptance.ts'
import { Check, Plan } from '../../plan/plan.ts'
import { Executed, problemOfChecks } from '../execute/input.ts'
import { common, Failed, isSamePlan, type ResultLimits, spent, type Stopped } from '../fields.ts'

// Tasks that use no model.

/** A change that was made concurrently with others, and verified without them. */
export const UnverifiedChange = z.object({ subtask: z.number().int(), result: Executed })
export type UnverifiedChange = z.infer<typeof UnverifiedChange>

/** Applies concurrent changes one after the other and verifies each on top of those before it. */
export const VerifyInput = z.object({
  ...common,
  kind: z.literal('verify'),
  plan: Plan,
  changes: z.array(UnverifiedChange).min(1),
})
export type VerifyInput = z.infer<typeof VerifyInput>

const subtasks = z.array(z.number().int()).min(1)

/** Reruns the checks of executed subtasks. */
export const RecheckInput = z.object({ ...common, kind: z.literal('recheck'), plan: Plan, subtasks })
export type RecheckInput = z.infer<typeof RecheckInput>

/** Runs the approved tests of executed subtasks on the last tree. */
export const AcceptInput = z.object({
  ...common,
  kind: z.literal('accept'),
  plan: Plan,
  subtasks,
  /** The commits of these subtasks, in the same order, or empty if unknown: the baseline for numbers of tests. */
  commits: z.array(z.string().regex(/^(?:[0-9a-f]{40})?$/)).max(1_000),
})
export type AcceptInput = z.infer<typeof AcceptInput>

/** The results of rerun checks. */
export const Rechecked = z.object({ ...spent, kind: z.literal('rechecked'), checks: z.array(Check) })
export type Rechecked = z.infer<typeof Rechecked>
export type CheckResult = Rechecked | Stopped

/** The result of each reverified change, in the order of the changes. */
export const Verified = z.object({
  ...spent,
  kind: z.literal('verified'),
  results: z.array(z.object({ subtask: z.number().int(), result: z.discriminatedUnion('kind', [Executed, Failed]) })),
})
export type Verified = z.infer<typeof Verified>

/** Whether the results of checks may still be published. */
export const isCheckDue = {
  recheck: (step: StepOf<'recheck'>, _: State, now: State): boolean => now.history.merged === step.merge,
  accept: (_: StepOf<'accept'>, before: State, now: State): boolean => now.phase !== 'done' && isSamePlan(before, now),
}

/** Validates that the results are about the changes in the input, and that each passed one has all of its checks. */
export function problemOfVerified(input: VerifyInput, { results }: Verified, limits: ResultLimits): string | undefined {
  const expected = input.changes.map(({ subtask }) => subtask).join()
  if (results.map(({ subtask }) => subtask).join() !== expected)
    return 'it is not about the changes that were to be verified'
  return results
    .flatMap(({ subtask, result }) =>
      result.kind === 'executed' ? [problemOfChecks(input, subtask, { result, limits })] : [],
    )
    .find((problem) => problem !== undefined)
}

/** Validates that every approved test was run, whether it passed or not. */
export function problemOfAccepted({ plan, subtasks }: AcceptInput, { checks }: Rechecked): string | undefined {
  const runs = subtasks.flatMap((number) => testsOfNumber(plan, number).map(({ run }) => run))
  const missing = runs.find((run) => !checks.some(({ command }) => command === run))
  return missing === undefined ? undefined : `it does not say what \`${missing}\` came to`
}
