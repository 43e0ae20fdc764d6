import { z } from 'zod'
import { withoutHidden } from '../guard/hidden.ts'
import { INSTRUCTION_FILES, type LessonLine, type OfferedLesson } from '../guard/instruction-files.ts'
import { normalizeSubtask } from './normalize.ts'
import type { Subtask } from './plan.ts'

/** What somebody with permission said of a plan, which is known by the number of its pull request. */
export const PlanRemark = z.object({
  plan: z.number().int(),
  id: z.number().int(),
  author: z.string(),
  text: z.string().max(2_000),
})
export type PlanRemark = z.infer<typeof PlanRemark>

/** What a model found that people asked for again and again. The line is empty when it found nothing. */
export type FoundLesson = { line: string; comments: readonly number[] }

/** In so many plans people have to ask for the same. */
export const PLANS_FOR_A_LESSON = 3

/** Characters of a line: one sentence. */
const SHORTEST = 10
export const LONGEST_LINE = 200

export const countPlans = (remarks: readonly { plan: number }[]): number =>
  new Set(remarks.map(({ plan }) => plan)).size

/** Whether a line could say more than its words, or be read as more than one line of a list. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/[\r\n\u2028\u2029]/, 'It has more than one line.'],
  [/^(?![\p{L}\p{N}`"'“])/u, 'It begins with a sign; begin with a word.'],
  [/^\d+[.)]\s/, 'It begins as an item of a list; begin with a word.'],
  [/[<>]/, 'It holds < or >; say it without tags.'],
  [/&#?\w{1,40};/, 'It holds a character that is written as an entity.'],
  [/:\/\/|\bwww\.|\]\s*[([:]|!\[/i, 'It holds a link or an image.'],
  [/(?<![\w.])@[\w./~-]/, 'It holds a mention, or a file that is to be read.'],
  [/```|~~~|\$\{\{/, 'It holds code that is more than a word.'],
]

/** Why a line cannot be offered as an instruction, one sentence. Undefined when it can. */
export function problemOfLine(line: string): string | undefined {
  if (line !== line.trim() || /\s{2}|\t/.test(line)) return 'It has white space that is not needed.'
  if (line.length < SHORTEST || line.length > LONGEST_LINE)
    return `It has ${line.length} characters; it may have ${SHORTEST} to ${LONGEST_LINE}.`
  if (withoutHidden(line) !== line || !line.isWellFormed()) return 'It holds characters that people do not see.'
  if ((line.match(/`/g)?.length ?? 0) % 2 === 1) return 'It holds a backtick without its counterpart.'
  return REFUSED.find(([pattern]) => pattern.test(line))?.[1]
}

/** A line as it is compared: without bullet, case and the signs at its end. */
const compared = (line: string): string =>
  line
    .trim()
    .replace(/^(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/[.!]$/, '')

/** Whether a text has this line, in whatever case and list. */
export const hasLine = (text: string, line: string): boolean =>
  text.split(/\r?\n/).some((one) => compared(one) === compared(line))

/** What a lesson may rest on, and the instructions that there are. */
export type LessonBasis = { remarks: readonly PlanRemark[]; instructions?: { text: string } | undefined }

/** Why a lesson that a model found cannot be offered, one sentence. Undefined when it can, or there is none. */
export function problemOfLesson({ line, comments }: FoundLesson, basis: LessonBasis): string | undefined {
  if (line === '') return undefined
  const problem = problemOfLine(line)
  if (problem !== undefined) return `The line cannot be offered. ${problem}`
  const unknown = comments.find((id) => !basis.remarks.some((remark) => remark.id === id))
  if (unknown !== undefined) return `There is no comment ${unknown}.`
  const plans = countPlans(evidenceOf(comments, basis.remarks))
  if (plans < PLANS_FOR_A_LESSON)
    return `These comments are on ${plans} plans; a lesson needs comments on ${PLANS_FOR_A_LESSON}. If there are no more, the line is empty.`
  return hasLine(basis.instructions?.text ?? '', line) ? 'The instructions say this already.' : undefined
}

/** Comments that are named for a lesson. With ten of each plan at most, they are of more plans than are needed. */
const MOST_EVIDENCE = 60

/** The comments of a lesson with their plans. Ids that nobody knows are left out. */
export const evidenceOf = (
  comments: readonly number[],
  remarks: readonly PlanRemark[],
): { plan: number; comment: number }[] =>
  remarks
    .filter(({ id }) => comments.includes(id))
    .slice(0, MOST_EVIDENCE)
    .map(({ plan, id }) => ({ plan, comment: id }))

/** The subtask that offers a line. Everything in it follows from its number, the file and the line. */
export const lessonSubtask = ({ subtask, path, line }: LessonLine & { subtask: number }): Subtask =>
  normalizeSubtask({
    number: subtask,
    name: `Add a lesson to ${path}`,
    description: [
      `Adds one line to the end of \`${path}\`, which tells agents how to work in this repository:`,
      `\`\`\`markdown\n- ${line}\n\`\`\``,
      'It is added as it stands here. No model is asked, and nothing else changes.',
    ].join('\n\n'),
    expected_outcome: `The last line of ${path} is the one above.`,
    files: [path],
    verify: [],
    depends_on: [],
  })

/**
 * Whether a subtask is a lesson that was offered, word for word. A subtask that only reads like one, or was changed
 * since, is none: it may change no more than any other.
 */
export const isOffered = (subtask: Subtask, offered: OfferedLesson | undefined): offered is OfferedLesson =>
  offered !== undefined &&
  INSTRUCTION_FILES.some((path) => path === offered.path) &&
  problemOfLine(offered.line) === undefined &&
  JSON.stringify(normalizeSubtask(subtask)) === JSON.stringify(lessonSubtask(offered))
