import { fenceAfter } from './lines.ts'
import type { Plan, Question, Subtask } from './plan.ts'

/**
 * The plan as `PLAN.md` can hold it: names, outcomes, questions and risks on one line with single spaces, descriptions
 * without outer white space, spaces at line ends or open code blocks, no control characters, nothing empty or double in
 * lists. Reading and rendering are inverse on such plans. Doing it twice changes nothing more.
 */
export const normalizePlan = (plan: Plan): Plan => ({
  title: oneLine(plan.title),
  description: block(plan.description),
  expected_outcome: oneLine(plan.expected_outcome),
  subtasks: plan.subtasks.map(normalizeSubtask),
  questions: plan.questions.map(normalizeQuestion).filter(({ question }) => question !== ''),
  risks: plan.risks.map(oneLine).filter((risk) => risk !== ''),
})

/** One subtask by the same rules. Spaces inside commands and paths are kept: they may mean something. */
export const normalizeSubtask = (subtask: Subtask): Subtask => ({
  number: subtask.number,
  name: oneLine(subtask.name),
  description: block(subtask.description),
  expected_outcome: oneLine(subtask.expected_outcome),
  files: [...new Set(subtask.files.map(code))].filter((path) => path !== ''),
  verify: subtask.verify.map(code).filter((command) => command !== ''),
  depends_on: [...new Set(subtask.depends_on)],
})

const normalizeQuestion = (question: Question): Question => ({
  question: oneLine(question.question),
  default: oneLine(question.default),
})

/** Lone surrogates and control characters do not survive a text file; the sign for what was no text means a damaged one. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\ufffd', '?')
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')

/** `text` as one line of prose. */
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ').trim()

const code = (text: string): string =>
  clean(text)
    .replace(/[\n\u2028\u2029]/g, ' ')
    .trim()

/** A code block that is never closed would swallow what comes after the text, so it is closed. */
function block(text: string): string {
  const lines = clean(text)
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
  const fence = lines.reduce(fenceAfter, '')
  return fence === '' ? lines.join('\n') : [...lines, fence].join('\n')
}
