export type ListField = 'files' | 'verify' | 'depends_on'

/** One difference between two versions of a plan. Subtasks are matched by number. */
export type PlanChange =
  /** `of` is the number of the subtask, or undefined for the plan as a whole. */
  | { kind: 'text'; of?: number; field: string; before: string; after: string }
  | { kind: 'list'; of: number; field: ListField; before: string[]; after: string[] }
  | { kind: 'added' | 'removed'; of: number; name: string; text: string }
  /** The subtasks that both versions have, in their new order. */
  | { kind: 'reordered'; before: number[]; after: number[] }
