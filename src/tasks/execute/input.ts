import { z } from 'zod'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { findSubtask } from '../../plan/acceptance.ts'
import { Attempt, Check, PassedCheck, AgentStep, checksFor, Plan } from '../../plan/plan.ts'
import {
  common,
  ComparedBase,
  FinishedSubtask,
  type Proposed,
  type Unfinished,
  type ResultLimits,
  Sha,
  spent,
  UsedNumbers,
} from '../fields.ts'

/** The input of one attempt at one subtask. */
export const ExecuteInput = z.object({
  ...common,
  kind: z.literal('execute'),
  plan: Plan,
  subtask: z.number().int(),
  attempt: z.number().int().positive(),
  used: UsedNumbers,
  frozen: z.array(z.number().int()),
  /** The commit of the base that this subtask merges: the work starts from the merge, with conflict markers. */
  merge: Sha.optional(),
  /** Of the base, if this is its last open subtask. */
  compared: ComparedBase.optional(),
  /** A change that this subtask begins with, as a git patch in base64: since it was made, only checks changed. */
  patch: z.string().optional(),
  /** Paths of approved tests that have to fail before the work starts. */
  tryFirst: z.array(z.string()).optional(),
  /** The checks that passed on the tree of `head` according to the journal. */
  passed: z.array(PassedCheck).max(200).optional(),
  failures: z.array(Attempt),
  finished: z.array(FinishedSubtask),
  /** The words of the request and of the issue, as the planner saw them. */
  asked: z.string().max(4_000).optional(),
})
export type ExecuteInput = z.infer<typeof ExecuteInput>

/** An executed subtask: its change, its commit message and the checks that passed. */
export const Executed = z.object({
  ...spent,
  kind: z.literal('executed'),
  /** The change against `head` of the input, as a git patch in base64; empty if nothing changed. */
  patch: z.string(),
  outcome: z.string(),
  subject: z.string(),
  body: z.string(),
  checks: z.array(Check),
  tree: Sha.optional(),
  /** After the last subtask, test files whose versions on the base fail on the new code, each or only together. */
  brokenTests: z.array(z.string()).optional(),
  brokenSet: z.array(z.string()).optional(),
  steps: z.array(AgentStep),
})
export type Executed = z.infer<typeof Executed>

/** Characters of what a pause says. */
export const LONGEST_HALT = 4_000

/** Nothing was tried, because a person has to act first. `text` says how. */
export const Halted = z.object({
  ...spent,
  kind: z.literal('halted'),
  reason: z.enum(['environment', 'acceptance']),
  text: z.string().max(LONGEST_HALT),
})
export type Halted = z.infer<typeof Halted>
export type ExecuteResult = Executed | Proposed | Halted | Unfinished

/** Whether the subtask is ready, and the approved text is still the one that the attempt began with. */
export const isExecuteDue = {
  execute: (step: StepOf<'execute'>, before: State, now: State): boolean =>
    now.statuses.some(({ subtask, ready }) => ready && subtask.number === step.status.subtask.number) &&
    before.current?.blob === now.current?.blob,
}

/** Why the checks of a result do not suffice: each must be there and have passed. */
export function problemOfChecks(
  { plan }: { plan: Plan },
  number: number,
  { result, limits }: { result: Executed; limits: ResultLimits },
): string | undefined {
  const subtask = findSubtask(plan, number)
  if (!subtask) return `the plan has no subtask ${number}`
  const commands = checksFor(subtask, limits.verifyCommand)
  const missing = commands.find((command) => !result.checks.some((check) => check.command === command && check.passed))
  return missing === undefined ? undefined : `it does not say that \`${missing}\` passed`
}
