import { z } from 'zod'
import { EVENT_REMARK } from '../../decide/inbox/fix.ts'
import type { State, StepOf } from '../../decide/next/decision.ts'
import { OpenMerge, problemOfMerge } from '../../plan/open-merge.ts'
import { Check, Answer, Plan, Remark, SecondLook, neededFor, type Subtask } from '../../plan/plan.ts'
import { common, Images, isSamePlan, spent, type Unfinished, Topic, UsedNumbers, type ResultLimits } from '../fields.ts'
import { withoutHidden } from '../../guard/hidden.ts'
import { checkPlan, type PlanRules } from '../../plan/check.ts'

/** What is known of a check that failed. */
export const EvidenceOfCheck = z.object({
  name: z.string(),
  conclusion: z.string(),
  summary: z.string(),
  annotations: z.array(z.string()),
  log: z.string().optional(),
  /** Why there is no log. */
  noLog: z.string().optional(),
})
export type EvidenceOfCheck = z.infer<typeof EvidenceOfCheck>

const planning = { topic: Topic, request: z.string(), used: UsedNumbers }

/** Asks for the first version of a plan. */
export const DraftInput = z.object({ ...common, ...planning, kind: z.literal('draft') })
export type DraftInput = z.infer<typeof DraftInput>

/** Asks for the next version of a plan. */
export const ReviseInput = z.object({
  ...common,
  ...planning,
  kind: z.literal('revise'),
  version: z.number().int(),
  plan: Plan,
  /** Subtasks that must stay as they are. */
  frozen: z.array(z.number().int()),
  feedback: z.array(Remark).min(1),
  /** The merge of the base that a new subtask is to resolve. */
  merge: OpenMerge.optional(),
  /** Checks that failed on `head`, which the version is to mend. Their texts are somebody else's. */
  checks: z.array(EvidenceOfCheck).max(100).optional(),
  /** The images of the feedback. */
  images: Images.optional(),
  /** The stored conversation of the planner. Without it, planning starts with a new conversation. */
  conversation: z.string().optional(),
})
export type ReviseInput = z.infer<typeof ReviseInput>

export type PlanInput = DraftInput | ReviseInput

/** Characters of a planner's conversation that are kept: a few times what a model reads at once. */
export const LONGEST_CONVERSATION = 8 << 20

export const Planned = z.object({
  ...spent,
  kind: z.literal('planned'),
  plan: Plan,
  answers: z.array(Answer),
  /** What is too long to be kept is left out; then the planner reads the repository anew. */
  conversation: z.string().transform((text) => (text.length > LONGEST_CONVERSATION ? '' : text)),
  look: SecondLook.optional(),
  /** What `verify-command` said of the base meanwhile. */
  today: Check.optional(),
})
export type Planned = z.infer<typeof Planned>
export type PlanResult = Planned | Unfinished

/** Whether the plan that was asked for is still to be written. */
export const isPlanDue = {
  draft: (step: StepOf<'draft'>, before: State, now: State): boolean =>
    now.pending.some((one) => one.kind === 'draft' && one.via === step.via) && isSamePlan(before, now),
  revise: (step: StepOf<'revise'>, before: State, now: State): boolean =>
    isUnanswered(step.remarks, now) &&
    isSamePlan(before, now) &&
    (!step.fix || before.history.fixes.length === now.history.fixes.length),
}

/**
 * Neither a version nor a comment of ours answers these remarks yet. One that was deleted meanwhile was taken up, so it
 * is answered all the same; one that came later is taken up at the next look. An event has no id, and that of the
 * opening text is the same.
 */
function isUnanswered(remarks: readonly { id: number }[], { history, comments }: State): boolean {
  const told = new Set(comments.pull.flatMap(({ id, answered, refused }) => (answered || refused ? [id] : [])))
  return remarks.every(({ id }) => id === EVENT_REMARK || !(history.answered.has(id) || told.has(id)))
}

/** Of these tasks a plan may come. */
type OffersPlan = PlanInput | Pick<ReviseInput, 'plan' | 'frozen' | 'used'>
type PlanLimits = Omit<ResultLimits, 'verifyCommand'> & { taken?: readonly string[] }

/**
 * Why a plan that answers a task may not be offered to people, as sentences for a model. Empty when it may. `taken`
 * are paths of its tests where the task's commit has a file.
 */
export const problemsOfPlan = (plan: Plan, input: OffersPlan, limits: PlanLimits): string[] => [
  ...checkPlan(plan, rulesFor(input, limits)),
  ...problemsOfAsked(plan, input),
  ...('feedback' in input && input.merge ? problemOfMerge(input.plan, plan, input.merge) : []),
]

function rulesFor(input: OffersPlan, limits: PlanLimits): PlanRules {
  const usedNumbers = new Map(input.used.map(({ number, name }) => [number, name]))
  const rules = { ...limits, usedNumbers }
  if (!('plan' in input)) return rules
  const frozen = input.plan.subtasks.filter(({ number }) => input.frozen.includes(number))
  return { ...rules, currentPlan: input.plan, frozen }
}

/** Without case, white space and the quotes around it. */
const compared = (text: string): string =>
  withoutHidden(text)
    .toLowerCase()
    .replace(/[\s“”"‘’'`]+/g, '')

/**
 * Why what a plan says of the words that asked for its subtasks is not so, as sentences for the model: each quotes the
 * request, the issue, a comment, or what the version before quoted, or names the subtask that needs it.
 */
export function problemsOfAsked(plan: Plan, input: OffersPlan): string[] {
  const said = saidIn(input).map(compared)
  const numbers = new Set(plan.subtasks.map(({ number }) => number))
  const isTrue = ({ number, asked_for = '' }: Subtask): boolean => {
    const other = neededFor(asked_for.trim())
    if (other !== undefined) return numbers.has(other) && other !== number
    const words = compared(asked_for)
    return words === '' || said.some((text) => text.includes(words))
  }
  return plan.subtasks
    .filter((subtask) => !isTrue(subtask))
    .map(
      ({ number }) =>
        `asked_for of subtask ${number} is no quote of the request, the issue or a comment; quote the words, say “needed for N”, or leave it out.`,
    )
}

function saidIn(input: OffersPlan): string[] {
  const before = 'plan' in input ? input.plan.subtasks.map(({ asked_for = '' }) => asked_for) : []
  if (!('topic' in input)) return before
  const { request, topic } = input
  const feedback = 'feedback' in input ? input.feedback : []
  return [...before, request, topic.title, topic.body, ...[...topic.comments, ...feedback].map(({ text }) => text)]
}

/** Words of a plan that people can be expected to read for a request of so few. */
const MOST_WORDS = 700
const SHORT_REQUEST = 100

const wordsIn = (...texts: readonly string[]): number => texts.join(' ').split(/\s+/).filter(Boolean).length

/** That a draft is longer than what it answers deserves, with its longest parts. Undefined when it is not. */
export function tooLong(plan: Plan, { request, topic }: Pick<DraftInput, 'request' | 'topic'>): string | undefined {
  const asked = request.trim() === '' ? wordsIn(topic.title, topic.body) : wordsIn(request)
  const parts: [string, number][] = [
    ['the description', wordsIn(plan.description, plan.expected_outcome)],
    ...plan.subtasks.map((one): [string, number] => [
      `subtask ${one.number}`,
      wordsIn(one.name, one.description, one.expected_outcome, ...one.verify),
    ]),
    ['questions and risks', wordsIn(...plan.questions.map(({ question }) => question), ...plan.risks)],
  ]
  const all = parts.reduce((sum, [, words]) => sum + words, 0)
  if (all <= MOST_WORDS || asked >= SHORT_REQUEST) return undefined
  const longest = parts.toSorted(([, a], [, b]) => b - a).slice(0, 3)
  return (
    `The plan has ${all} words for a request of ${asked}, and people read all of it: ` +
    `${longest.map(([name, words]) => `${name} has ${words}`).join(', ')}. ` +
    'Shorten it, and leave out what was not asked for; if it has to be as long, call create_plan again with it.'
  )
}
