import { z } from 'zod'
import type { State } from '../decide/next/decision.ts'
import { findSubtask } from '../plan/acceptance.ts'
import { NewPackage } from '../guard/packages/names.ts'
import { AgentStep, Check, checksFor, isSettled, PassedCheck, Plan, Remark, type Settings } from '../plan/plan.ts'
import { Allowance, Usage } from '../plan/usage.ts'

// Fields that the inputs and results of several kinds of tasks share.

/** Maximum characters of what was asked, in the task of an agent that carries a part of it out. */
export const MAX_REQUEST = 1_500

/** A data URL of at most 5 MiB. */
const Image = z
  .string()
  .max(7_000_000)
  .regex(/^data:image\/(?:png|jpeg|gif|webp);base64,/)

/** The issue and the comments of people with write permission. */
export const Topic = z.object({
  number: z.number().int(),
  title: z.string(),
  body: z.string(),
  comments: z.array(Remark),
  /** In the order of their numbers in the texts. */
  images: z.array(Image).max(4).optional(),
  /** The diff of the pull request that was planned on. */
  change: z.string().optional(),
})
export type Topic = z.infer<typeof Topic>

/** The outcome of a finished subtask, for agents of later subtasks. */
export const FinishedSubtask = z.object({ number: z.number().int(), outcome: z.string() })

export const Sha = z.string().regex(/^[0-9a-f]{40}$/)

/** The commit of the base that a plan is compared with at its end, and the checks that are known to pass there. */
export const ComparedBase = z.object({ base: Sha, passed: z.array(PassedCheck).max(200) })
export type ComparedBase = z.infer<typeof ComparedBase>

const FolderInstructions = z.object({ path: z.string().max(4_096), blob: Sha })

/** Fields of every input. */
export const commonFields = {
  id: z.string().regex(/^[A-Za-z0-9._-]{1,200}$/),
  /** The issue that the plan is for; 0 where a workflow was dispatched without one. */
  number: z.number().int().nonnegative(),
  head: Sha,
  /** The repository's own instructions for agents, from the base branch. */
  instructions: z.object({ path: z.string(), text: z.string() }).optional(),
  /** Files with instructions of folders, from the base branch, outer folders first. */
  folders: z.array(FolderInstructions).max(200).optional(),
  allowance: Allowance,
}

/** Numbers that earlier versions gave to subtasks, with the subtasks' names. They are never reused. */
export const UsedNumbers = z.array(z.object({ number: z.number().int(), name: z.string() }))

export const usageFields = { usage: Usage, turns: z.number().int().nonnegative().max(1_000_000) }

/** A failed attempt. Its change is discarded; the next attempt and the people get `reason`. */
export const Failed = z.object({
  ...usageFields,
  kind: z.literal('failed'),
  reason: z.string(),
  checks: z.array(Check),
  /** The agent judged that it cannot be done, so that no attempt follows. */
  gaveUp: z.boolean().optional(),
})
export type Failed = z.infer<typeof Failed>

/** Stopped: cancelled, out of time or budget, or outdated by what happened since. It does not count as a failure. */
export const Stopped = z.object({
  ...usageFields,
  kind: z.literal('stopped'),
  why: z.enum(['cancelled', 'time', 'budget', 'outdated']),
  /** The operation that the agent was waiting for when it was stopped. */
  waitedFor: z.string().optional(),
})
export type Stopped = z.infer<typeof Stopped>

export type Unfinished = Failed | Stopped

export type CommonInput = z.infer<z.ZodObject<typeof commonFields>>

/** The agent found that the plan must change. The changed plan needs approval. */
export const Proposed = z.object({
  ...usageFields,
  kind: z.literal('proposed'),
  plan: Plan,
  reason: z.string(),
  /** New packages that the change needs and the proposed plan names. */
  packages: z.array(NewPackage).max(200).optional(),
  /** The change of the attempt, as a git patch in base64, if the proposal changes the subtask's checks alone. */
  patch: z.string().optional(),
})
export type Proposed = z.infer<typeof Proposed>

export const Answered = z.object({ ...usageFields, kind: z.literal('answered'), text: z.string() })
export type Answered = z.infer<typeof Answered>

/** An executed subtask: its change, its commit message and the checks that passed. */
export const Executed = z.object({
  ...usageFields,
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

/** The settings that bear on whether the result of another job is accepted. */
export type ResultLimits = Pick<Settings, 'maxSubtasks' | 'protectedPaths' | 'planFile' | 'testFiles' | 'verifyCommand'>

/** Whether the plan's text and its settled subtasks are as before, so that a result for it may be applied. */
export const isSamePlan = (before: State, now: State): boolean =>
  before.reading?.blob === now.reading?.blob && settledNumbers(before).join() === settledNumbers(now).join()

/** Executed and skipped subtasks, which later versions must not change. */
export const settledNumbers = ({ statuses }: State): number[] =>
  statuses.filter(isSettled).map(({ subtask }) => subtask.number)

/** Why the checks of a result do not suffice: each check of the subtask must be there and have passed. */
export function problemOfChecks(
  plan: Plan,
  number: number,
  { result, limits }: { result: Executed; limits: ResultLimits },
): string | undefined {
  const subtask = findSubtask(plan, number)
  if (!subtask) return `the plan has no subtask ${number}`
  const commands = checksFor(subtask, limits.verifyCommand)
  const missing = commands.find((command) => !result.checks.some((check) => check.command === command && check.passed))
  return missing === undefined ? undefined : `it does not say that \`${missing}\` passed`
}
