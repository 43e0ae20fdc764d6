import { z } from 'zod'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { subtaskIn } from '../../plan/acceptance.ts'
import { Attempt, Check, PassedThere, AgentStep, checksFor, Plan } from '../../plan/plan.ts'
import {
  common,
  FinishedSubtask,
  type Proposed,
  type Unfinished,
  type ResultLimits,
  Sha,
  spent,
  UsedNumbers,
} from '../fields.ts'

/** Asks for one attempt at one subtask. */
export const ExecuteInput = z.object({
  ...common,
  kind: z.literal('execute'),
  plan: Plan,
  subtask: z.number().int(),
  attempt: z.number().int().positive(),
  used: UsedNumbers,
  frozen: z.array(z.number().int()),
  /** The commit of the base that this subtask merges: the work starts from the merge, with conflicts marked. */
  merge: Sha.optional(),
  /** Paths of approved tests that have to fail before anything is done. */
  tryFirst: z.array(z.string()).optional(),
  /** What passed on the tree of `head`, as the journal says. */
  passed: z.array(PassedThere).max(200).optional(),
  /** Why the attempts before this one failed. */
  failures: z.array(Attempt),
  finished: z.array(FinishedSubtask),
})
export type ExecuteInput = z.infer<typeof ExecuteInput>

/** An executed subtask: its change, the text of its commit and the checks that passed. */
export const Executed = z.object({
  ...spent,
  kind: z.literal('executed'),
  /** The change against `head` of the input, as a git patch in base64; empty when nothing changed. */
  patch: z.string(),
  outcome: z.string(),
  subject: z.string(),
  body: z.string(),
  checks: z.array(Check),
  /** The tree that they passed on. */
  tree: Sha.optional(),
  /** Test files that the subtask names, and whose earlier versions fail on the new code. */
  brokenTests: z.array(z.string()).optional(),
  steps: z.array(AgentStep),
})
export type Executed = z.infer<typeof Executed>

/** Nothing was tried, because a person has to do something first. `text` says what. */
export const Halted = z.object({
  ...spent,
  kind: z.literal('halted'),
  reason: z.enum(['environment', 'acceptance']),
  text: z.string().max(4_000),
})
export type Halted = z.infer<typeof Halted>
export type ExecuteResult = Executed | Proposed | Halted | Unfinished

/** Whether the subtask may still be committed: it is ready, and the approved text is the one that it was begun for. */
export const isExecuteDue = {
  execute: (step: StepOf<'execute'>, before: State, now: State): boolean =>
    now.statuses.some(({ subtask, ready }) => ready && subtask.number === step.status.subtask.number) &&
    before.current?.blob === now.current?.blob,
}

/**
 * Why the checks of a result do not suffice. Each must be present and passed; only the job knows whether it really
 * ran.
 */
export function problemOfChecks(
  { plan }: { plan: Plan },
  number: number,
  { result, limits }: { result: Executed; limits: ResultLimits },
): string | undefined {
  const subtask = subtaskIn(plan, number)
  if (!subtask) return `the plan has no subtask ${number}`
  const commands = checksFor(subtask, limits.verifyCommand)
  const missing = commands.find((command) => !result.checks.some((check) => check.command === command && check.passed))
  return missing === undefined ? undefined : `it does not say that \`${missing}\` passed`
}
