import { findCycle } from './graph.ts'
import { escapeItem, escapeText, fenceAfter, readCode, renderCode, unescapeItem } from './lines.ts'
import { normalizePlan } from './normalize.ts'
import { readParts, type ListItem, type Part, type ParseProblem } from './parts.ts'
import type { Plan, Question, Subtask } from './plan.ts'

/** Where a subtask stands in the file: 1-based lines, both inclusive. */
export type Lines = { start: number; end: number }
export type ParsedPlan = { kind: 'plan'; plan: Plan; lines: Map<number, Lines> } | ParseProblem

/** Characters that are read at most; a plan that people can approve is far shorter. */
export const MAX_PLAN_LENGTH = 1024 * 1024

/** The text of `PLAN.md`. `parsePlan` reads from it `normalizePlan(plan)`. */
export function renderPlan(plan: Plan): string {
  const { title, description, expected_outcome, subtasks, questions, risks } = normalizePlan(plan)
  const blocks = [
    `# Plan: ${title}`,
    escapeText(description, 'plan'),
    expected_outcome && `**Expected outcome:** ${expected_outcome}`,
    '## Subtasks',
    ...subtasks.flatMap(renderSubtask),
    questions.length > 0 && '## Questions',
    questions.map((question, index) => `${index + 1}. ${escapeItem(renderQuestion(question))}`).join('\n'),
    risks.length > 0 && '## Risks',
    risks.map((risk) => `- ${escapeItem(risk)}`).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function renderSubtask(subtask: Subtask): string[] {
  const { number, name, description, expected_outcome, files, verify, depends_on } = subtask
  const fields = [
    expected_outcome && `- **Expected outcome:** ${expected_outcome}`,
    files.length > 0 && `- **Files:** ${files.map(renderCode).join(', ')}`,
    verify.length > 0 && `- **Verify:** ${verify.map(renderCode).join(', ')}`,
    depends_on.length > 0 && `- **Depends on:** ${depends_on.join(', ')}`,
  ]
  return [`### ${number}. ${name}`, escapeText(description, 'subtask'), fields.filter(Boolean).join('\n')]
}

const renderQuestion = (question: Question): string =>
  escapeDefault(question.question) + (question.default && ` (default: ${escapeDefault(question.default)})`)

/** A bracket that would be misread as the beginning of the default gets a backslash more. */
const escapeDefault = (text: string): string => text.replace(/(?<!\\)\\*\(default:/gi, (found) => `\\${found}`)
const unescapeDefault = (text: string): string => text.replace(/(?<!\\)\\(\\*\(default:)/gi, '$1')

/**
 * Reads `PLAN.md` as rendered, and as people edit it: other white space and line ends, other bullets, checkboxes, bold
 * type or none, missing fields and sections, prose of their own. Prose inside a subtask belongs to its description,
 * that of unknown sections is ignored. The plan is normalized. What cannot be read is a problem with its line; the time
 * is linear in the length of the text.
 */
export function parsePlan(text: string): ParsedPlan {
  if (text.length > MAX_PLAN_LENGTH) return { kind: 'problem', line: 1, reason: 'The plan is larger than 1 MiB.' }
  const read = readParts(text.replace(/\r\n?/g, '\n').split('\n'))
  if (read.kind === 'problem') return read
  const { head, parts, questions, risks } = read
  const bad = parts.flatMap((part) => part.fields['depends on']).find((entry) => readNumbers(entry) === undefined)
  if (bad) return problem(bad.line, 'What a subtask depends on must be a list of numbers, as in `1, 2`.')
  const plan = normalizePlan({
    title: head.name,
    description: head.text.join('\n'),
    expected_outcome: joined(head.fields['expected outcome']),
    subtasks: parts.map(readSubtask),
    questions: questions.map(readQuestion),
    risks: risks.map((item) => unescapeItem(item.lines.join(' '))),
  })
  return dependencyProblem(plan, parts) ?? { kind: 'plan', plan, lines: linesOf(parts) }
}

const problem = (line: number, reason: string): ParseProblem => ({ kind: 'problem', line, reason })

const linesOf = (parts: readonly Part[]): Map<number, Lines> =>
  new Map(parts.map(({ number, line, end }) => [number, { start: line, end }]))

const readSubtask = (part: Part): Subtask => ({
  number: part.number,
  name: part.name,
  description: part.text.join('\n'),
  expected_outcome: joined(part.fields['expected outcome']),
  files: readList(part.fields.files, (line) => line.split(',').map(withoutBullet)),
  verify: readList(part.fields.verify, (line) => [withoutBullet(line)]),
  depends_on: part.fields['depends on'].flatMap((entry) => readNumbers(entry) ?? []),
})

const joined = (entries: readonly ListItem[]): string => entries.flatMap((entry) => entry.lines).join(' ')

/** What stands in backticks; without any, what `plain` makes of each line. Fences of code blocks are no content. */
function readList(entries: readonly ListItem[], plain: (line: string) => string[]): string[] {
  const lines = entries.flatMap((entry) => entry.lines).filter((line) => fenceAfter('', line) === '')
  const code = lines.flatMap(readCode)
  return code.length > 0 ? code : lines.flatMap(plain).filter((item) => !isNone(item))
}

const withoutBullet = (line: string): string => line.trim().replace(/^[-*+] +(?:\[[ xX]\] +)?/, '')

const isNone = (text: string): boolean => /^(?:none|nothing|n\/a|[-–—])?\.?$/i.test(text.trim())

/** `1, 2`, also as `#1`, `Subtask 1 and 2` or a list of bullets; undefined when it is anything else. */
function readNumbers(entry: ListItem): number[] | undefined {
  const words = entry.lines
    .map(withoutBullet)
    .join(',')
    .split(/[\s,;&`]+/)
  const telling = words.filter((word) => !isNone(word) && !/^(?:and|subtasks?)$/i.test(word))
  if (!telling.every((word) => /^#?\d{1,4}\.?$/.test(word))) return undefined
  return telling.map((word) => Number.parseInt(word.replace('#', ''), 10))
}

function readQuestion(item: ListItem): Question {
  const text = unescapeItem(item.lines.join(' ').trim())
  const found = text.endsWith(')') ? /(?<!\\)\(default:/i.exec(text) : null
  if (!found) return { question: unescapeDefault(text), default: '' }
  return {
    question: unescapeDefault(text.slice(0, found.index)),
    default: unescapeDefault(text.slice(found.index + found[0].length, -1)),
  }
}

/** The first dependency that cannot be met, at the line that states it. */
function dependencyProblem(plan: Plan, parts: readonly Part[]): ParseProblem | undefined {
  const lineOf = new Map(parts.map((part) => [part.number, part.fields['depends on'][0]?.line ?? part.line]))
  const at = (number: number, reason: string): ParseProblem => problem(lineOf.get(number) ?? 1, reason)
  for (const { number, depends_on } of plan.subtasks) {
    if (depends_on.includes(number)) return at(number, `Subtask ${number} depends on itself.`)
    const unknown = depends_on.find((other) => !lineOf.has(other))
    if (unknown !== undefined) return at(number, `Subtask ${number} depends on ${unknown}, which does not exist.`)
  }
  const cycle = findCycle(plan.subtasks)
  const [first] = cycle ?? []
  return cycle && first !== undefined
    ? at(first, `Subtasks depend on each other in a circle: ${[...cycle, first].join(' → ')}.`)
    : undefined
}
