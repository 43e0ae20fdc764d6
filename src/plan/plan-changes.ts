import { renderCode } from './syntax.ts'
import { planText, quotedWords, renderPlan } from './markdown.ts'
import { normalizePlan } from './normalize.ts'
import type { Plan, Question, Subtask, PlanChange } from './plan.ts'

export type PlanWithText = { plan: Plan; text: string }

/** The differences between two versions: first those of the whole plan, then those of its subtasks, in their order. */
export function changesBetween(before: Plan, after: Plan): PlanChange[] {
  const [oldPlan, newPlan] = [normalizePlan(before), normalizePlan(after)]
  return [
    ...textChanges(textsOf(oldPlan), textsOf(newPlan)),
    ...subtaskChanges(oldPlan, newPlan),
    ...orderChange(oldPlan, newPlan),
  ]
}

/** Also the differences in text outside of the plan's fields, because agents can read the file and obey that text. */
export function changesOfFile(before: PlanWithText, after: PlanWithText): PlanChange[] {
  const changes = changesBetween(before.plan, after.plan)
  const outside = { before: textOutsidePlan(before, after.text), after: textOutsidePlan(after, before.text) }
  const all: PlanChange[] =
    outside.before === outside.after ? changes : [...changes, { kind: 'text', field: 'rest of the file', ...outside }]
  if (all.length > 0 || before.text === after.text) return all
  return [{ kind: 'text', field: 'only wording or layout', before: before.text, after: after.text }]
}

/** Lines up to which a file is searched, which bounds the time that a hostile one takes. */
const MAX_LINES = 2_000

/** The lines that only this file has and whose words are in no field of the plan. */
function textOutsidePlan({ plan, text }: PlanWithText, other: string): string {
  const otherLines = new Set(other.split(/\r?\n/))
  // Both with and without escapes, since people may write either.
  const barePlanText = bareText(renderPlan(plan) + planText(plan))
  const lines = text.split(/\r?\n/).filter((line) => !otherLines.has(line))
  return lines
    .slice(0, MAX_LINES)
    .filter((line) => !barePlanText.includes(bareText(line)))
    .join('\n')
}

const bareText = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

const textsOf = (plan: Plan): [string, string][] => [
  ['title', plan.title],
  ['description', plan.description],
  ['expected outcome', plan.expected_outcome],
  ['questions', plan.questions.map(questionText).join('\n')],
  ['decisions', (plan.decisions ?? []).join('\n')],
  ['risks', plan.risks.join('\n')],
  ...(plan.acceptance ?? []).map(({ path, run, content }): [string, string] => [
    `acceptance test ${renderCode(path)}`,
    `${renderCode(run)} ${content}`,
  ]),
]

const questionText = ({ question, default: answer }: Question): string =>
  answer ? `${question} Default: ${answer}` : question

function textChanges(oldFields: [string, string][], newFields: [string, string][], subtask?: number): PlanChange[] {
  const [oldTexts, newTexts] = [new Map(oldFields), new Map(newFields)]
  return [...new Set([...oldTexts.keys(), ...newTexts.keys()])].flatMap((field) => {
    const [before = '', after = ''] = [oldTexts.get(field), newTexts.get(field)]
    return before === after ? [] : [{ kind: 'text', subtask, field, before, after }]
  })
}

function subtaskChanges(oldPlan: Plan, newPlan: Plan): PlanChange[] {
  const before = new Map(oldPlan.subtasks.map((subtask) => [subtask.number, subtask]))
  const newNumbers = new Set(newPlan.subtasks.map((subtask) => subtask.number))
  const removed = oldPlan.subtasks.filter((subtask) => !newNumbers.has(subtask.number))
  return [
    ...removed.map((subtask) => wholeSubtask('removed', subtask)),
    ...newPlan.subtasks.flatMap((subtask) => subtaskChange(before.get(subtask.number), subtask)),
  ]
}

const TEXT_FIELDS = ['name', 'description', 'expected_outcome', 'asked_for'] as const
const LIST_FIELDS = ['files', 'verify', 'depends_on'] as const

function subtaskChange(before: Subtask | undefined, after: Subtask): PlanChange[] {
  if (!before) return [wholeSubtask('added', after)]
  const subtask = after.number
  const texts = (one: Subtask): [string, string][] =>
    TEXT_FIELDS.map((field) => [field.replace('_', ' '), one[field] ?? ''])
  const lists = LIST_FIELDS.flatMap((field): PlanChange[] => {
    const [oldItems, newItems] = [before[field].map(String), after[field].map(String)]
    return JSON.stringify(oldItems) === JSON.stringify(newItems)
      ? []
      : [{ kind: 'list', subtask, field, before: oldItems, after: newItems }]
  })
  return [...textChanges(texts(before), texts(after), subtask), ...lists]
}

/** Checks and files come first, since a long text is truncated at its end. */
function wholeSubtask(kind: 'added' | 'removed', subtask: Subtask): PlanChange {
  const { number, name, description, expected_outcome, files, verify, depends_on, asked_for } = subtask
  const text = [
    verify.length > 0 && `Checks: ${verify.map(renderCode).join(', ')}.`,
    files.length > 0 && `Files: ${files.map(renderCode).join(', ')}.`,
    depends_on.length > 0 && `Depends on: ${depends_on.join(', ')}.`,
    description,
    expected_outcome && `Expected outcome: ${expected_outcome}`,
    asked_for && `Asked for: ${quotedWords(asked_for)}`,
  ]
  return { kind, subtask: number, name, text: text.filter(Boolean).join(' ') }
}

function orderChange(oldPlan: Plan, newPlan: Plan): PlanChange[] {
  const numbersOf = ({ subtasks }: Plan): Set<number> => new Set(subtasks.map(({ number }) => number))
  const [oldNumbers, newNumbers] = [numbersOf(oldPlan), numbersOf(newPlan)]
  const before = [...oldNumbers].filter((number) => newNumbers.has(number))
  const after = [...newNumbers].filter((number) => oldNumbers.has(number))
  return String(before) === String(after) ? [] : [{ kind: 'reordered', before, after }]
}
