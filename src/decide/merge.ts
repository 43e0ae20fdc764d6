import type { MergeConflict, Thread } from './thread.ts'

/**
 * What is known of merging the base into the branch as both are now; undefined when nobody has tried. Without files
 * there is no conflict.
 */
export const knownMerge = ({
  merge,
  branch,
  base,
}: Pick<Thread, 'merge' | 'branch' | 'base'>): MergeConflict | undefined =>
  merge && merge.head === branch?.head && merge.base === base.sha ? merge : undefined

/** The conflict that is known; undefined when there is none, or nobody has tried. */
export function knownConflict(thread: Pick<Thread, 'merge' | 'branch' | 'base'>): MergeConflict | undefined {
  const merge = knownMerge(thread)
  return merge && merge.files.length > 0 ? merge : undefined
}

/** What the planner is told of a merge that conflicts. */
export function conflictText(thread: Thread): string {
  const { files = [] } = knownConflict(thread) ?? {}
  return [
    `Merge the base branch \`${thread.base.branch}\`. It conflicts with this branch in: ${files.map((path) => `\`${path}\``).join(', ')}.`,
    'Add one new subtask that resolves this, put it before those that wait, and let its files name all of these. Whoever carries it out starts from the merge, with the conflicts marked in the files, and its commit is the merge.',
  ].join('\n')
}
