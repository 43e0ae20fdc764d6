import { withoutHidden } from '../../guard/hidden.ts'
import { checkPlan, type PlanRules } from '../../plan/check.ts'
import { problemOfMerge } from '../../plan/open-merge.ts'
import { neededFor, type Plan, type Subtask } from '../../plan/plan.ts'
import type { ExecuteInput } from '../execute/input.ts'
import type { ResultLimits } from '../fields.ts'
import type { ReviewInput } from '../review/input.ts'
import type { DraftInput, PlanInput } from './input.ts'

/** Of these tasks a plan may come. */
type OffersPlan = PlanInput | ExecuteInput | ReviewInput
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
