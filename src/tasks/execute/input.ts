import { z } from 'zod'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { Attempt, PassedCheck, Plan } from '../../plan/plan.ts'
import { commonFields, ComparedBase, FinishedSubtask, Sha, usageFields, UsedNumbers } from '../fields.ts'

/** The input of one attempt at one subtask. */
export const ExecuteInput = z.object({
  ...commonFields,
  kind: z.literal('execute'),
  plan: Plan,
  subtask: z.number().int(),
  attempt: z.number().int().positive(),
  used: UsedNumbers,
  frozen: z.array(z.number().int()),
  /** The commit of the base that this subtask merges: the work starts from the merge, with conflict markers. */
  merge: Sha.optional(),
  /** The base to compare with, if this is the plan's last open subtask. */
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

/** Maximum characters of the text of a pause. */
export const MAX_PAUSE_TEXT = 4_000

/** Nothing was tried, because a person has to act first. `text` says how. */
export const Halted = z.object({
  ...usageFields,
  kind: z.literal('halted'),
  reason: z.enum(['environment', 'acceptance']),
  text: z.string().max(MAX_PAUSE_TEXT),
})
export type Halted = z.infer<typeof Halted>

/** Whether the subtask is ready, and the approved text is still the one that the attempt began with. */
export const isExecuteDue = (step: StepOf<'execute'>, before: State, now: State): boolean =>
  now.statuses.some(({ subtask, ready }) => ready && subtask.number === step.status.subtask.number) &&
  before.current?.blob === now.current?.blob
