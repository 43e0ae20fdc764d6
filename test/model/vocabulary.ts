import type { Plan, Subtask } from '../../src/plan/plan.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import type { Person } from '../../src/decide/thread/people.ts'
import { blobOf, person } from '../thread.ts'

// What people can be, write and mean. The meaning of a comment is written here by hand: the invariants go by it, and
// not by the code that reads comments.

/** What a comment of exactly these words means on a plan. */
export type Meaning =
  | { kind: 'approve'; covers: 'all' | readonly number[] }
  /** By the id of a version. */
  | { kind: 'approve-version'; blob: string }
  | { kind: 'cancel' | 'retry' | 'update' | 'ask' | 'fix' | 'nothing' }
  | { kind: 'skip' | 'undo'; number: number }
  /** `always` also while the plan runs, and when it is done. */
  | { kind: 'feedback'; always: boolean }

const MEANINGS: Readonly<Record<string, Meaning>> = {
  approve: { kind: 'approve', covers: 'all' },
  'approve 1': { kind: 'approve', covers: [1] },
  'approve 2': { kind: 'approve', covers: [2] },
  cancel: { kind: 'cancel' },
  '/retry': { kind: 'retry' },
  '/update': { kind: 'update' },
  '/fix': { kind: 'fix' },
  '/ask why': { kind: 'ask' },
  '/skip 1': { kind: 'skip', number: 1 },
  '/skip 2': { kind: 'skip', number: 2 },
  '/undo 1': { kind: 'undo', number: 1 },
  '/undo 2': { kind: 'undo', number: 2 },
  '/revise x': { kind: 'feedback', always: true },
  '/replan': { kind: 'feedback', always: true },
  'make it blue': { kind: 'feedback', always: false },
  LGTM: { kind: 'nothing' },
  '/note me': { kind: 'nothing' },
}

/** A comment that approves the version of a text by its id. */
export const approvalOf = ({ blob }: PlanText): string => `approve ${blob.slice(0, 16)}`

export function meaningOf(words: string): Meaning {
  const id = /^approve ([0-9a-f]{16})$/.exec(words)?.[1]
  return id === undefined ? (MEANINGS[words] ?? { kind: 'nothing' }) : { kind: 'approve-version', blob: id }
}

/** Whether words approve this subtask of the version with this blob. */
export function approves(words: string, number: number, blob: string): boolean {
  const meaning = meaningOf(words)
  if (meaning.kind === 'approve-version') return blob.startsWith(meaning.blob)
  return meaning.kind === 'approve' && (meaning.covers === 'all' || meaning.covers.includes(number))
}

/** A text of the plan file, with what stands in it. `subtasks` are undefined where nobody can read it. */
export type PlanText = { text: string; blob: string; subtasks: readonly SubtaskFacts[] | undefined }
type SubtaskFacts = { number: number; needs: readonly number[]; words: string; hasTest: boolean }

const textOf = (text: string, subtasks: PlanText['subtasks']): PlanText => ({ text, blob: blobOf(text), subtasks })

/** How a subtask is written in a plan: its words, and what it depends on. */
export type Written = Readonly<
  Record<number, { words?: string; needs?: readonly number[]; verify?: string; files?: string[] }>
>

const subtaskOf = (
  number: number,
  { words = `Part ${number}`, needs = [], verify, files = [] }: Written[number],
): Subtask => ({
  number,
  name: words,
  description: '',
  expected_outcome: 'It works.',
  files: [`src/part-${number}.ts`, ...files],
  verify: verify === undefined ? [] : [verify],
  depends_on: [...needs],
})

export function planText(title: string, written: Written, more: Partial<Plan> = {}): PlanText {
  const entries = Object.entries(written).map(([number, one]) => [Number(number), one] as const)
  const subtasks = entries.map(([number, one]) => subtaskOf(number, one))
  const plan = { title, description: '', expected_outcome: 'All works.', subtasks, questions: [], risks: [], ...more }
  const tests = more.acceptance?.map(({ path }) => path) ?? []
  const facts = subtasks.map(({ number, name, depends_on, files }) => ({
    number,
    needs: depends_on,
    words: name,
    hasTest: files.some((path) => tests.includes(path)),
  }))
  return textOf(renderPlan(plan), facts)
}

export const UNREADABLE = textOf('no plan', undefined)

/** The subtasks that depend on this one in a text, directly or through others. */
export function dependantsIn({ subtasks = [] }: Pick<PlanText, 'subtasks'>, number: number): number[] {
  const direct = subtasks.filter(({ needs }) => needs.includes(number)).map((one) => one.number)
  return [...new Set([...direct, ...direct.flatMap((one) => dependantsIn({ subtasks }, one))])]
}

export const MAY: Person = { permission: 'write', approver: true }
export const MAY_NOT: Person = { permission: 'read', approver: false }

/** Who speaks. `dora` asked for the plan and says nothing more, unless a configuration has her speak. */
export const ALICE = person('alice')
export const BOB = person('bob')
export const CAROL = person('carol')
export const DORA = person('dora')
