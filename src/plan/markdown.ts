import { findCycle } from './dependencies.ts'
import { escapeMarkup, fenceAfter, readCode, renderBlock, renderCode, unescapeMarkup } from './syntax.ts'
import { normalizePlan } from './normalize.ts'
import { escapeText, problem, readParts, unescapeLine, type ListItem, type Part, type ParseProblem } from './parts.ts'
import { neededFor, openQuestion, type AcceptanceTest, type Plan, type Question, type Subtask } from './plan.ts'

/** The lines of a subtask, or of an approved test, in the file: 1-based, both inclusive. */
type Lines = { start: number; end: number }
/** `tests`: the lines of each acceptance test by its path; `first` is the line where the content of its file begins. */
type ParsedPlan =
  | { kind: 'parsed'; plan: Plan; lines: Map<number, Lines>; tests: Map<string, Lines & { first: number }> }
  | (ParseProblem & { plan?: undefined })

/** The longest plan that is read, in characters. A plan that people can review is far shorter. */
const MAX_PLAN_LENGTH = 1024 * 1024

/** HTML, images and foreign links are escaped, so that a page shows every subtask that `parsePlan` finds. */
export const renderPlan = (plan: Plan): string => render(plan, escapeMarkup)

/** Renders the plan for a model without escapes: it is to see, and to repeat, what was written. */
export const planText = (plan: Plan): string => render(plan, String)

function render(plan: Plan, escape: typeof escapeMarkup): string {
  const line = (text: string): string => escape(text, 'line')
  const { title, description, expected_outcome, subtasks, questions, risks, ...optional } = normalizePlan(plan)
  const { decisions = [], acceptance = [] } = optional
  const item = (text: string): string => line(escapeText(text, 'item'))
  const list = (texts: readonly string[]): string => texts.map((text) => `- ${item(text)}`).join('\n')
  const blocks = [
    `# Plan: ${line(title)}`,
    escape(escapeText(description, 'plan'), 'block'),
    expected_outcome && `**Expected outcome:** ${line(expected_outcome)}`,
    '## Subtasks',
    subtasks.length === 0 && 'None yet.',
    ...subtasks.flatMap((subtask) => renderSubtask(subtask, escape)),
    decisions.length > 0 && '## Decisions',
    list(decisions),
    questions.length > 0 && '## Questions',
    questions.map((question, index) => `${index + 1}. ${item(renderQuestion(question))}`).join('\n'),
    risks.length > 0 && '## Risks',
    list(risks),
    acceptance.length > 0 && '## Acceptance',
    ...acceptance.flatMap(renderTest),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function renderSubtask(subtask: Subtask, escape: typeof escapeMarkup): string[] {
  const line = (text: string): string => escape(text, 'line')
  const { number, name, description, expected_outcome, files, verify, depends_on, asked_for = '' } = subtask
  const fields = [
    expected_outcome && `- **Expected outcome:** ${line(expected_outcome)}`,
    files.length > 0 && `- **Files:** ${files.map(renderCode).join(', ')}`,
    verify.length > 0 && `- **Verify:** ${verify.map(renderCode).join(', ')}`,
    depends_on.length > 0 && `- **Depends on:** ${depends_on.join(', ')}`,
    asked_for && `- **Asked for:** ${line(quotedWords(asked_for))}`,
  ]
  const text = escape(escapeText(description, 'subtask'), 'block')
  return [`### ${number}. ${line(name)}`, text, fields.filter(Boolean).join('\n')]
}

/** Quotes what a person wrote. The generated note that another subtask needs this one stays without quotes. */
export const quotedWords = (text: string): string => (neededFor(text) === undefined ? `“${text}”` : text)

const renderTest = ({ path, run, content }: AcceptanceTest): string[] => [
  `### ${renderCode(path)}`,
  run && `Run: ${renderCode(run)}`,
  renderBlock(content, /\.([a-z0-9]{1,8})$/.exec(path)?.[1] ?? ''),
]

const renderQuestion = (question: Question): string =>
  escapeDefault(question.question) +
  (question.default ? ` (default: ${escapeDefault(question.default)})` : ` ${NEEDS_ANSWER}`)

const NEEDS_ANSWER = '(needs an answer)'

/** Escapes a bracket that would be misread as the beginning of the default. */
const escapeDefault = (text: string): string => text.replace(/(?<!\\)\\*\(default:/gi, (found) => `\\${found}`)
const unescapeDefault = (text: string): string => text.replace(/(?<!\\)\\(\\*\(default:)/gi, '$1')

/**
 * Reads `PLAN.md` as rendered, and as people edit it: other white space, bullets, checkboxes, bold type, missing fields
 * and sections, added prose, which belongs to its subtask's description. Returns the normalized plan, or a problem with
 * the line that cannot be read. Linear time.
 */
export function parsePlan(text: string): ParsedPlan {
  const cached = parseCache.get(text)
  if (cached) return cached
  const plan = parseText(text)
  if (text.length > MAX_CACHED_LENGTH) return plan
  if (parseCache.size === MAX_CACHED) parseCache.clear()
  parseCache.set(text, plan)
  return plan
}

/** Deriving a plan's state parses the same few texts again for each settled subtask, so the results are cached. */
const parseCache = new Map<string, ParsedPlan>()
const MAX_CACHED = 16
const MAX_CACHED_LENGTH = 131_072

function parseText(text: string): ParsedPlan {
  if (text.length > MAX_PLAN_LENGTH) return { kind: 'problem', line: 1, reason: 'The plan is larger than 1 MiB.' }
  const read = readParts(text.replace(/\r\n?/g, '\n').split('\n'))
  if (read.kind === 'problem') return read
  const { head, parts, subtasksLine, lists, tests } = read
  const malformed = parts.flatMap((part) => part.fields['depends on']).find((entry) => readNumbers(entry) === undefined)
  if (malformed) return problem(malformed.line, 'What a subtask depends on must be a list of numbers, as in `1, 2`.')
  const plan = normalizePlan({
    title: unescapeMarkup(head.name, 'line'),
    description: unescapeMarkup(head.text.join('\n'), 'block'),
    expected_outcome: joined(head.fields['expected outcome']),
    subtasks: parts.map(readSubtask),
    questions: lists.questions.map(readQuestion),
    decisions: lists.decisions.map(readLine),
    risks: lists.risks.map(readLine),
    // A missing command or content becomes empty here, and validation reports it.
    acceptance: tests.map(({ path, run = '', content = '' }) => ({ path, run, content })),
  })
  // A plan that waits for the answer to a question may have no subtasks yet.
  if (parts.length === 0 && !openQuestion(plan))
    return problem(subtasksLine, 'There are no subtasks, which begin as in `### 1. Name`.')
  const lines = new Map(parts.map(({ number, line, end }) => [number, { start: line, end }]))
  const linesOfTests = new Map(tests.map(({ path, line, end, first }) => [path, { start: line, end, first }]))
  return dependencyProblem(plan, parts) ?? { kind: 'parsed', plan, lines, tests: linesOfTests }
}

const readSubtask = (part: Part): Subtask => ({
  number: part.number,
  name: unescapeMarkup(part.name, 'line'),
  description: unescapeMarkup(part.text.join('\n'), 'block'),
  expected_outcome: joined(part.fields['expected outcome']),
  files: readList(part.fields.files, (line) => line.split(',').map(withoutBullet)),
  verify: readList(part.fields.verify, (line) => [withoutBullet(line)]),
  depends_on: part.fields['depends on'].flatMap((entry) => readNumbers(entry) ?? []),
  asked_for: joined(part.fields['asked for']),
})

const joined = (entries: readonly ListItem[]): string =>
  unescapeMarkup(entries.flatMap((entry) => entry.lines).join(' '), 'line')

/** The items in backticks or, if there are none, the items that `plain` reads from each line. Skips code fences. */
function readList(entries: readonly ListItem[], plain: (line: string) => string[]): string[] {
  const lines = entries.flatMap((entry) => entry.lines).filter((line) => fenceAfter('', line) === '')
  const code = lines.flatMap(readCode)
  return code.length > 0 ? code : lines.flatMap(plain).filter((item) => !isNone(item))
}

const withoutBullet = (line: string): string => line.trim().replace(/^[-*+] +(?:\[[ xX]\] +)?/, '')

const isNone = (text: string): boolean => /^(?:none|nothing|n\/a|[-–—])?\.?$/i.test(text.trim())

/** Reads `1, 2`, `#1`, `Subtask 1 and 2` or a list of bullets. Undefined for anything else. */
function readNumbers(entry: ListItem): number[] | undefined {
  const words = entry.lines
    .map(withoutBullet)
    .join(',')
    .split(/[\s,;&`]+/)
  const numbers = words.filter((word) => !isNone(word) && !/^(?:and|subtasks?)$/i.test(word))
  if (!numbers.every((word) => /^#?\d{1,4}\.?$/.test(word))) return undefined
  return numbers.map((word) => Number.parseInt(word.replace('#', ''), 10))
}

const readLine = ({ lines }: ListItem): string => unescapeLine(unescapeMarkup(lines.join(' ').trim(), 'line'), 'item')

function readQuestion(item: ListItem): Question {
  const text = readLine(item)
  const defaultMatch = text.endsWith(')') ? /(?<!\\)\(default:/i.exec(text) : null
  const question = text.endsWith(NEEDS_ANSWER) ? text.slice(0, -NEEDS_ANSWER.length) : text
  if (!defaultMatch) return { question: unescapeDefault(question), default: '' }
  return {
    question: unescapeDefault(text.slice(0, defaultMatch.index)),
    default: unescapeDefault(text.slice(defaultMatch.index + defaultMatch[0].length, -1)),
  }
}

/** The first dependency that cannot be met, reported at the line that states it. */
function dependencyProblem(plan: Plan, parts: readonly Part[]): ParseProblem | undefined {
  const lineOf = new Map(parts.map((part) => [part.number, part.fields['depends on'][0]?.line ?? part.line]))
  const problemAt = (number: number, reason: string): ParseProblem => problem(lineOf.get(number) ?? 1, reason)
  for (const { number, depends_on } of plan.subtasks) {
    if (depends_on.includes(number)) return problemAt(number, `Subtask ${number} depends on itself.`)
    const unknown = depends_on.find((other) => !lineOf.has(other))
    if (unknown !== undefined)
      return problemAt(number, `Subtask ${number} depends on ${unknown}, which does not exist.`)
  }
  const cycle = findCycle(plan.subtasks)
  return cycle && problemAt(cycle[0] ?? 0, `Subtasks depend on each other in a circle: ${cycle.join(' → ')}.`)
}
