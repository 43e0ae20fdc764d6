import { withoutHidden } from '../../guard/hidden.ts'
import { neededFor, type Plan, type Subtask } from '../plan.ts'
import type { InputOf } from './order.ts'

/** Without case, white space and the quotes around it. */
const compared = (text: string): string =>
  withoutHidden(text)
    .toLowerCase()
    .replace(/[\s“”"‘’'`]+/g, '')

/**
 * Why what a plan says of the words that asked for its subtasks is not so, as sentences for the model: each quotes the
 * request, the issue, a comment, or what the version before quoted, or names the subtask that needs it.
 */
export function problemsOfAsked(plan: Plan, input: InputOf<'draft' | 'revise' | 'execute' | 'review'>): string[] {
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

function saidIn(input: Parameters<typeof problemsOfAsked>[1]): string[] {
  const before = input.kind === 'draft' ? [] : input.plan.subtasks.map(({ asked_for = '' }) => asked_for)
  if (input.kind !== 'draft' && input.kind !== 'revise') return before
  const { request, topic } = input
  const feedback = input.kind === 'revise' ? input.feedback : []
  return [...before, request, topic.title, topic.body, ...[...topic.comments, ...feedback].map(({ text }) => text)]
}

/** Words of a plan that people can be expected to read for a request of so few. */
const MOST_WORDS = 700
const SHORT_REQUEST = 100

const wordsIn = (...texts: readonly string[]): number => texts.join(' ').split(/\s+/).filter(Boolean).length

/** That a draft is longer than what it answers deserves, with its longest parts. Undefined when it is not. */
export function tooLong(
  plan: Plan,
  { request, topic }: Pick<InputOf<'draft'>, 'request' | 'topic'>,
): string | undefined {
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
