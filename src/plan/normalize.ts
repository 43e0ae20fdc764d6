import { changeLines } from './syntax.ts'
import type { AcceptanceTest, Plan, Subtask } from './plan.ts'

/** The plan in the form that `PLAN.md` holds, so that rendering and parsing are inverse. Idempotent. */
export function normalizePlan(plan: Plan): Plan {
  const tests = (plan.acceptance ?? []).map(normalizeTest).filter(({ path }) => path !== '')
  const decisions = normalizedLines(plan.decisions ?? [])
  return {
    title: normalizedLine(plan.title),
    description: normalizedBlock(plan.description),
    expected_outcome: normalizedLine(plan.expected_outcome),
    subtasks: plan.subtasks.map(normalizeSubtask),
    ...(decisions.length > 0 && { decisions }),
    questions: plan.questions
      .map((one) => ({ question: normalizedLine(one.question), default: normalizedLine(one.default) }))
      .filter(({ question }) => question !== ''),
    risks: normalizedLines(plan.risks),
    ...(tests.length > 0 && { acceptance: tests }),
  }
}

const normalizedLines = (texts: readonly string[]): string[] => texts.map(normalizedLine).filter((text) => text !== '')

/** A subtask in the form that `PLAN.md` holds. Spaces inside commands and paths stay, as they may be significant. */
const normalizeSubtask = (subtask: Subtask): Subtask => ({
  number: subtask.number,
  name: normalizedLine(subtask.name),
  description: normalizedBlock(subtask.description),
  expected_outcome: normalizedLine(subtask.expected_outcome),
  files: [...new Set(subtask.files.map(normalizedCode))].filter((path) => path !== ''),
  verify: subtask.verify.map(normalizedCode).filter((command) => command !== ''),
  depends_on: [...new Set(subtask.depends_on)],
  ...normalizedQuote(subtask.asked_for),
})

/** The quote in `asked_for` as one line without quotation marks; left out where it is empty. */
function normalizedQuote(text: string | undefined): Pick<Subtask, 'asked_for'> {
  let quote = normalizedLine(text ?? '')
  while (/^[“"].*[”"]$/.test(quote) && quote.length > 1) quote = quote.slice(1, -1).trim()
  return quote === '' ? {} : { asked_for: quote }
}

/** The content of a test keeps its white space, and gets a line end at the end. */
function normalizeTest({ path, run, content }: AcceptanceTest): AcceptanceTest {
  const text = clean(content)
  return {
    path: normalizedCode(path),
    run: normalizedCode(run),
    content: text === '' || text.endsWith('\n') ? text : `${text}\n`,
  }
}

/** Makes text safe for a file: drops control characters and replaces what is no valid Unicode with `?`. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\ufffd', '?')
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')

const normalizedLine = (text: string): string => clean(text).replace(/\s+/g, ' ').trim()

const normalizedCode = (text: string): string =>
  clean(text)
    .replace(/[\n\u2028\u2029]/g, ' ')
    .trim()

/** Code blocks begin and end at the beginning of a line, where all readers of Markdown agree, and are closed. */
function normalizedBlock(text: string): string {
  let open = ''
  let indent = 0
  const block = changeLines(clean(text).trim(), (rawLine, before, after) => {
    const line = rawLine.trimEnd()
    open = after
    if (before === '' && after === '') return line
    if (before === '') return line.slice((indent = line.indexOf(after)))
    return after === '' ? before : line.slice(Math.min(indent, line.length - line.trimStart().length))
  })
  return open === '' ? block : `${block}\n${open}`
}
