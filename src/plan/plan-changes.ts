import { renderCode } from './lines.ts'
import { normalizePlan } from './normalize.ts'
import type { Plan, Subtask } from './plan.ts'

type SubtaskField = Exclude<keyof Subtask, 'number'>
type PlanField = Exclude<keyof Plan, 'subtasks'>

/** One difference between two versions of a plan. Subtasks are matched by number. */
type PlanChange =
  | { kind: 'added'; subtask: Subtask }
  | { kind: 'removed'; subtask: Subtask }
  | { kind: 'changed'; before: Subtask; after: Subtask; fields: SubtaskField[] }
  /** The subtasks that both versions have, in their new order. */
  | { kind: 'reordered'; numbers: number[] }
  | { kind: 'retitled'; before: string; after: string }
  | { kind: 'rewritten'; fields: Exclude<PlanField, 'title'>[] }

const SUBTASK_FIELDS: readonly SubtaskField[] = [
  'name',
  'description',
  'expected_outcome',
  'files',
  'verify',
  'depends_on',
  'asked_for',
]
const PLAN_FIELDS = ['description', 'expected_outcome', 'questions', 'risks', 'acceptance'] as const

/** The differences between two versions: first those of the whole plan, then those of its subtasks, in their order. */
export function changesBetween(before: Plan, after: Plan): PlanChange[] {
  const [old, now] = [normalizePlan(before), normalizePlan(after)]
  const fields = PLAN_FIELDS.filter((field) => differs(old[field], now[field]))
  const changes: PlanChange[] = []
  if (old.title !== now.title) changes.push({ kind: 'retitled', before: old.title, after: now.title })
  if (fields.length > 0) changes.push({ kind: 'rewritten', fields })
  return [...changes, ...subtaskChanges(old, now), ...orderChange(old, now)]
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

function subtaskChanges(old: Plan, now: Plan): PlanChange[] {
  const before = new Map(old.subtasks.map((subtask) => [subtask.number, subtask]))
  const kept = new Set(now.subtasks.map((subtask) => subtask.number))
  const removed = old.subtasks.filter((subtask) => !kept.has(subtask.number))
  return [
    ...removed.map((subtask): PlanChange => ({ kind: 'removed', subtask })),
    ...now.subtasks.flatMap((subtask) => subtaskChange(before.get(subtask.number), subtask)),
  ]
}

function subtaskChange(before: Subtask | undefined, after: Subtask): PlanChange[] {
  if (!before) return [{ kind: 'added', subtask: after }]
  const fields = SUBTASK_FIELDS.filter((field) => differs(before[field], after[field]))
  return fields.length > 0 ? [{ kind: 'changed', before, after, fields }] : []
}

function orderChange(old: Plan, now: Plan): PlanChange[] {
  const common = (one: Plan, other: Plan): number[] => {
    const there = new Set(other.subtasks.map((subtask) => subtask.number))
    return one.subtasks.map((subtask) => subtask.number).filter((number) => there.has(number))
  }
  const numbers = common(now, old)
  return differs(common(old, now), numbers) ? [{ kind: 'reordered', numbers }] : []
}

/** Renders changes as a Markdown list, one line each. Empty when there are none. */
export const renderChanges = (changes: readonly PlanChange[]): string =>
  changes.map((change) => `- ${renderChange(change)}`).join('\n')

function renderChange(change: PlanChange): string {
  switch (change.kind) {
    case 'added':
      return `Added: ${heading(change.subtask)}`
    case 'removed':
      return `Removed: ${heading(change.subtask)}`
    case 'changed':
      return `Changed: ${heading(change.after)}: ${change.fields.map((field) => renderField(change, field)).join('; ')}`
    case 'reordered':
      return `New order: ${change.numbers.join(', ')}`
    case 'retitled':
      return `New title: “${change.after}”, was “${change.before}”`
    case 'rewritten':
      return `Rewritten: ${change.fields.map(fieldLabel).join(', ')}`
  }
}

const heading = ({ number, name }: Subtask): string => `**${number}. ${name}**`

const fieldLabel = (field: string): string => (field === 'acceptance' ? 'acceptance tests' : field.replace('_', ' '))

type Changed = Extract<PlanChange, { kind: 'changed' }>

function renderField({ before, after }: Changed, field: SubtaskField): string {
  switch (field) {
    case 'name':
      return `name, was “${before.name}”`
    case 'files':
    case 'verify':
      return `${field} ${renderListChange(before[field].map(renderCode), after[field].map(renderCode))}`
    case 'depends_on':
      return `depends on ${after.depends_on.join(', ') || 'nothing'}, was ${before.depends_on.join(', ') || 'nothing'}`
    default:
      return fieldLabel(field)
  }
}

/** Renders added and removed items as `+ a, − b`. Says so when only the order differs. */
function renderListChange(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((item) => !before.includes(item)).map((item) => `+ ${item}`)
  const removed = before.filter((item) => !after.includes(item)).map((item) => `− ${item}`)
  return [...added, ...removed].join(', ') || 'in another order'
}
