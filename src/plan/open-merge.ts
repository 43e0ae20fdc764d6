import { z } from 'zod'
import type { Plan } from './plan.ts'

/** A merge of this commit of the base branch that conflicts in these files. */
export const OpenMerge = z.object({ base: z.string().regex(/^[0-9a-f]{40}$/), files: z.array(z.string()).min(1) })
export type OpenMerge = z.infer<typeof OpenMerge>

/** The new subtask of a version that resolves a merge: the one that names all files in conflict. */
export function mergeSubtask(before: Plan | undefined, after: Plan, { files }: OpenMerge): number | undefined {
  const known = new Set(before?.subtasks.map(({ number }) => number))
  const fitting = after.subtasks.filter(
    (subtask) => !known.has(subtask.number) && files.every((path) => subtask.files.includes(path)),
  )
  return fitting.length === 1 ? fitting[0]?.number : undefined
}

/** Why a version does not resolve the merge that was asked for, as a sentence for the model. */
export const problemOfMerge = (before: Plan, after: Plan, merge: OpenMerge): string[] =>
  mergeSubtask(before, after, merge) === undefined
    ? [
        `The merge of the base needs exactly one new subtask whose \`files\` name all files in conflict: ${merge.files.join(', ')}.`,
      ]
    : []
