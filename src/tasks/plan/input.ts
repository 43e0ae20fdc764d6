import { z } from 'zod'
import { EVENT_REMARK } from '../../decide/inbox/fix.ts'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { isKind } from '../../decide/words/command.ts'
import {
  OpenMerge,
  mergeSubtask,
  Check,
  Answer,
  MissingProgram,
  Plan,
  Remark,
  SecondLook,
  neededFor,
  type Subtask,
} from '../../plan/plan.ts'
import { commonFields, isSamePlan, type ResultLimits, Topic, UsedNumbers, usageFields } from '../fields.ts'
import { withoutHidden } from '../../guard/hidden.ts'
import { validatePlan } from '../../plan/validate.ts'

const EvidenceOfCheck = z.object({
  name: z.string(),
  conclusion: z.string(),
  summary: z.string(),
  annotations: z.array(z.string()),
  log: z.string().optional(),
  noLog: z.string().optional(),
})

const planning = { ...commonFields, kind: z.literal('plan'), topic: Topic, request: z.string(), used: UsedNumbers }

const ReviseInput = z.object({
  ...planning,
  of: z.literal('revision'),
  version: z.number().int(),
  plan: Plan,
  frozen: z.array(z.number().int()),
  settled: z.array(z.string().max(1_000)).optional(),
  /** The reason of an executing agent for the plan change that waits for approval. */
  proposed: z.string().optional(),
  /** Questions (`/ask`) and answers since the last version. */
  asked: z.array(z.object({ question: z.string(), answer: z.string() })).optional(),
  feedback: z.array(Remark).min(1),
  /** `setup-command` or `verify-command` with a result on the base, or ''. Undefined once subtasks are done. */
  known: z.string().optional(),
  /** The merge of the base that a new subtask has to resolve. */
  merge: OpenMerge.optional(),
  /** Failed checks on `head` that the version has to fix. Their texts are untrusted. */
  checks: z.array(EvidenceOfCheck).max(100).optional(),
  images: Topic.shape.images,
  /** The planner's stored conversation. Without it, planning starts a new one. */
  conversation: z.string().optional(),
})

export const PlanInput = z.discriminatedUnion('of', [z.object({ ...planning, of: z.literal('draft') }), ReviseInput])

/** Maximum characters of a stored planner conversation: a few context windows. */
export const MAX_CONVERSATION = 8 << 20

export const Planned = z.object({
  ...usageFields,
  kind: z.literal('planned'),
  plan: Plan,
  answers: z.array(Answer),
  /** A conversation that is too long is not stored; the planner then reads the repository again. */
  conversation: z.string().transform((text) => (text.length > MAX_CONVERSATION ? '' : text)),
  look: SecondLook.optional(),
  /** The result of `verify-command` on the base, or of `setup-command` there. */
  today: Check.optional(),
  /** Programs that checks of the plan call and the runner lacks. */
  missing: z.array(MissingProgram).max(20).optional(),
})
export type Planned = z.infer<typeof Planned>

type OfferingInput = z.infer<typeof PlanInput> | Pick<z.infer<typeof ReviseInput>, 'plan' | 'frozen' | 'used'>
type PlanLimits = Omit<ResultLimits, 'verifyCommand'> & { takenPaths?: readonly string[] }

/** Why a plan may not be offered, as sentences for the model. `takenPaths`: paths of its tests that exist already. */
export const problemsOfPlan = (plan: Plan, input: OfferingInput, limits: PlanLimits): string[] => [
  ...validatePlan(plan, rulesFor(input, limits)),
  ...problemsOfAsked(plan, input),
  ...('feedback' in input && input.merge ? problemOfMerge(input.plan, plan, input.merge) : []),
]

/** Why a version does not resolve the merge that was asked for, as a sentence for the model. */
const problemOfMerge = (before: Plan, after: Plan, merge: OpenMerge): string[] =>
  mergeSubtask(before, after, merge) === undefined
    ? [
        `The merge of the base needs exactly one new subtask whose \`files\` name all files in conflict: ${merge.files.join(', ')}.`,
      ]
    : []

function rulesFor(input: OfferingInput, limits: PlanLimits) {
  const usedNumbers = new Map(input.used.map(({ number, name }) => [number, name]))
  const rules = { ...limits, usedNumbers }
  if (!('plan' in input)) return rules
  const frozen = input.plan.subtasks.filter(({ number }) => input.frozen.includes(number))
  return { ...rules, currentPlan: input.plan, frozen }
}

/** Normalizes for comparison: no case, white space or quotes around it. */
const normalized = (text: string): string =>
  withoutHidden(text)
    .toLowerCase()
    .replace(/[\s“”"‘’'`]+/g, '')

/** Quotes (`asked_for`) that are in no text of people, as sentences for the model. “Needed for N” is no quote. */
function problemsOfAsked(plan: Plan, input: OfferingInput): string[] {
  const quotable = quotableTexts(input).map(normalized)
  const numbers = new Set(plan.subtasks.map(({ number }) => number))
  const isQuoted = ({ number, asked_for = '' }: Subtask): boolean => {
    const other = neededFor(asked_for.trim())
    if (other !== undefined) return numbers.has(other) && other !== number
    const words = normalized(asked_for)
    return words === '' || quotable.some((text) => text.includes(words))
  }
  return plan.subtasks
    .filter((subtask) => !isQuoted(subtask))
    .map(
      ({ number }) =>
        `asked_for of subtask ${number} is no quote of the request, the issue or a comment; quote the words, say “needed for N”, or leave it out.`,
    )
}

function quotableTexts(input: OfferingInput): string[] {
  const before = 'plan' in input ? input.plan.subtasks.map(({ asked_for = '' }) => asked_for) : []
  if (!('topic' in input)) return before
  const { request, topic } = input
  const feedback = 'feedback' in input ? input.feedback : []
  return [...before, request, topic.title, topic.body, ...[...topic.comments, ...feedback].map(({ text }) => text)]
}

/** Whether the plan that was asked for has still to be written. */
export const isPlanDue = {
  draft: (step: StepOf<'draft'>, before: State, now: State): boolean =>
    isSamePlan(before, now) && now.pending.filter(isKind('draft')).some(({ via }) => via === step.via),
  revise: (step: StepOf<'revise'>, before: State, now: State): boolean =>
    isSamePlan(before, now) &&
    isUnanswered(step.remarks, now) &&
    (!step.fix || before.history.fixes.length === now.history.fixes.length),
}

/**
 * Whether neither a version nor a bot comment answers this feedback yet. A comment deleted meanwhile was in the input,
 * so it is answered all the same; a later one goes to the next snapshot. An event has no id, and the id of the opening
 * text is constant.
 */
function isUnanswered(remarks: readonly { id: number }[], { history, comments }: State): boolean {
  const replied = new Set(comments.pull.flatMap(({ id, answered, refused }) => (answered || refused ? [id] : [])))
  return remarks.every(({ id }) => id === EVENT_REMARK || !(history.answered.has(id) || replied.has(id)))
}
